package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.RecordComponent;

/** The components of a class of records. Reflection finds them once for each class. */
final class RecordPlan {
  private static final ClassValue<RecordPlan> PLANS =
      new ClassValue<>() {
        @Override
        protected RecordPlan computeValue(Class<?> type) {
          return new RecordPlan(type);
        }
      };

  private final String[] names;
  private final Method[] accessors;

  /** Whether the class lets this module call its accessors. */
  private boolean isOpen = true;

  private RecordPlan(Class<?> type) {
    RecordComponent[] components = type.getRecordComponents();
    names = new String[components.length];
    accessors = new Method[components.length];
    for (int i = 0; i < components.length; i++) {
      names[i] = components[i].getName();
      accessors[i] = components[i].getAccessor();
      isOpen &= accessors[i].trySetAccessible();
    }
  }

  static RecordPlan of(Class<?> type) {
    return PLANS.get(type);
  }

  boolean isOpen() {
    return isOpen;
  }

  int size() {
    return names.length;
  }

  String name(int i) {
    return names[i];
  }

  /** Returns the value of a component. */
  Object value(Object of, int i, FrozenWriter at) {
    try {
      return accessors[i].invoke(of);
    } catch (InvocationTargetException e) {
      throw refused(at, e.getCause());
    } catch (IllegalAccessException e) {
      throw refused(at, e);
    }
  }

  private static VarvelException refused(FrozenWriter at, Throwable cause) {
    return at.refused(ErrorKind.REFUSED, "a component that can be read", "", cause);
  }
}
