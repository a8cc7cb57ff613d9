package dev.varvel;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.invoke.MethodType;
import java.lang.reflect.Constructor;
import java.lang.reflect.Field;
import java.lang.reflect.Method;

/** Makes handles of the constructors and members of classes, which may be private. */
final class ClassAccess {
  private static final MethodType GETTER = MethodType.methodType(Object.class, Object.class);
  private static final MethodType SETTER =
      MethodType.methodType(void.class, Object.class, Object.class);

  private final Lookup given;

  /**
   * Makes handles with the rights of a program.
   *
   * @param given a look-up of the program, or null
   */
  ClassAccess(Lookup given) {
    this.given = given;
  }

  private interface Make {
    MethodHandle with(Lookup lookup) throws IllegalAccessException;
  }

  /** Tries the look-ups that may have the right, the program's own first. */
  private MethodHandle handle(Class<?> type, Make make) {
    Lookup own = MethodHandles.lookup();
    ClassAccess.class.getModule().addReads(type.getModule());
    for (Lookup caller : new Lookup[] {given, own}) {
      if (caller != null) {
        try {
          return make.with(MethodHandles.privateLookupIn(type, caller));
        } catch (IllegalAccessException e) {
          // The next one may have the right.
        }
      }
    }
    try {
      return make.with(MethodHandles.publicLookup());
    } catch (IllegalAccessException e) {
      throw closed(type);
    }
  }

  private static IllegalArgumentException closed(Class<?> type) {
    String open =
        type.getModule().isNamed()
            ? ", or add `opens "
                + type.getPackageName()
                + " to dev.varvel` to the module-info of "
                + type.getModule().getName()
            : "";
    return new IllegalArgumentException(
        type.getName()
            + " is not open to dev.varvel: give the codec MethodHandles.lookup() of its module"
            + open);
  }

  /** Returns a handle that takes all arguments in one array, and returns an object. */
  MethodHandle constructor(Constructor<?> constructor) {
    MethodHandle made =
        handle(constructor.getDeclaringClass(), lookup -> lookup.unreflectConstructor(constructor));
    int count = made.type().parameterCount();
    return made.asType(made.type().generic())
        .asSpreader(Object[].class, count)
        .asType(MethodType.methodType(Object.class, Object[].class));
  }

  /** Returns a handle that returns what a method without parameters returns. */
  MethodHandle getter(Method method) {
    return handle(method.getDeclaringClass(), lookup -> lookup.unreflect(method)).asType(GETTER);
  }

  /** Returns a handle that returns the value of a field. */
  MethodHandle getter(Field field) {
    return handle(field.getDeclaringClass(), lookup -> lookup.unreflectGetter(field))
        .asType(GETTER);
  }

  /** Returns a handle that gives a value to a method. */
  MethodHandle setter(Method method) {
    return handle(method.getDeclaringClass(), lookup -> lookup.unreflect(method)).asType(SETTER);
  }

  /** Returns a handle that sets a field. */
  MethodHandle setter(Field field) {
    return handle(field.getDeclaringClass(), lookup -> lookup.unreflectSetter(field))
        .asType(SETTER);
  }
}
