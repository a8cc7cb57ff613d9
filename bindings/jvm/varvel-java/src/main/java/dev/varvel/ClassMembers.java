package dev.varvel;

import dev.varvel.internal.Types;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** Finds the members of records and beans. */
final class ClassMembers {
  /** Makes the codec of a member, or returns null if it is in no document. */
  interface Codecs extends BiFunction<Class<?>, MemberSource, Codec<Object>> {}

  private final ClassAccess access;
  private final UnaryOperator<String> names;

  ClassMembers(ClassAccess access, UnaryOperator<String> names) {
    this.access = access;
    this.names = names;
  }

  // Records

  /** Returns the canonical constructor of a record. */
  MethodHandle canonical(Class<?> type) {
    Class<?>[] types =
        Arrays.stream(type.getRecordComponents())
            .map(RecordComponent::getType)
            .toArray(Class<?>[]::new);
    try {
      return access.constructor(type.getDeclaredConstructor(types));
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException(e);
    }
  }

  List<Member> ofRecord(Type type, Class<?> raw, Codecs codecs) {
    Map<TypeVariable<?>, Type> variables = Types.variables(type);
    List<Member> members = new ArrayList<>();
    for (RecordComponent component : raw.getRecordComponents()) {
      MemberSource source =
          MemberSource.of(
              component.getName(),
              component.getType(),
              Types.resolve(component.getGenericType(), variables),
              List.of(component, component.getAccessor(), field(raw, component.getName())),
              names);
      Codec<Object> codec = codecs.apply(raw, source);
      members.add(new Member(source, codec, access.getter(component.getAccessor()), null));
    }
    return members;
  }

  private static Field field(Class<?> type, String name) {
    try {
      return type.getDeclaredField(name);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  // Beans

  /** Returns the constructor without parameters, or null if there is none. */
  MethodHandle empty(Class<?> type) {
    try {
      return access.constructor(type.getDeclaredConstructor());
    } catch (NoSuchMethodException e) {
      return null;
    }
  }

  /** A property of a bean: a getter and a setter, or a public field. */
  private static final class Property {
    private Field field;
    private Method getter;
    private Method setter;

    private boolean isWhole() {
      boolean isPublic =
          field != null
              && Modifier.isPublic(field.getModifiers())
              && !Modifier.isFinal(field.getModifiers());
      return getter != null && setter != null || isPublic;
    }

    private List<AnnotatedElement> places() {
      return Stream.of(field, getter, setter)
          .filter(Objects::nonNull)
          .map(place -> (AnnotatedElement) place)
          .toList();
    }

    /** Takes a getter; the one of the narrowest type, if a class above has another. */
    private void addGetter(Method method) {
      if (getter == null || getter.getReturnType().isAssignableFrom(method.getReturnType())) {
        getter = method;
      }
    }

    /** Takes the setter that belongs to the getter. */
    private void addSetter(Method method) {
      if (method.getParameterTypes()[0] == getter.getReturnType()) {
        setter = method;
      }
    }

    private boolean byMethods() {
      return getter != null && setter != null;
    }
  }

  List<Member> ofBean(Type type, Class<?> raw, Codecs codecs) {
    List<Member> members = new ArrayList<>();
    for (Map.Entry<String, Property> entry : properties(raw).entrySet()) {
      Property property = entry.getValue();
      if (!property.isWhole()) {
        continue;
      }
      Class<?> owner =
          property.byMethods()
              ? property.getter.getDeclaringClass()
              : property.field.getDeclaringClass();
      Type generic =
          property.byMethods()
              ? property.getter.getGenericReturnType()
              : property.field.getGenericType();
      MemberSource source =
          MemberSource.of(
              entry.getKey(),
              property.byMethods() ? property.getter.getReturnType() : property.field.getType(),
              Types.resolve(generic, Types.variables(Types.as(type, owner))),
              property.places(),
              names);
      Codec<Object> codec = codecs.apply(raw, source);
      if (codec != null) {
        members.add(
            new Member(
                source,
                codec,
                property.byMethods()
                    ? access.getter(property.getter)
                    : access.getter(property.field),
                property.byMethods()
                    ? access.setter(property.setter)
                    : access.setter(property.field)));
      }
    }
    return members;
  }

  /** Returns the properties of a class: those with fields in their order, then all others. */
  private static Map<String, Property> properties(Class<?> type) {
    Map<String, Property> properties = new LinkedHashMap<>();
    List<Class<?>> classes = new ArrayList<>();
    for (Class<?> c = type; c != null && c != Object.class; c = c.getSuperclass()) {
      classes.add(0, c);
    }
    for (Class<?> c : classes) {
      for (Field field : c.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          properties.computeIfAbsent(field.getName(), name -> new Property()).field = field;
        }
      }
    }
    Map<String, Property> others = new TreeMap<>();
    List<Method> setters = new ArrayList<>();
    for (Method method : type.getMethods()) {
      String name = propertyName(method);
      if (name == null) {
        continue;
      }
      if (method.getParameterCount() == 1) {
        setters.add(method);
      } else {
        Property property = properties.get(name);
        if (property == null) {
          property = others.computeIfAbsent(name, key -> new Property());
        }
        property.addGetter(method);
      }
    }
    properties.putAll(others);
    for (Method setter : setters) {
      Property property = properties.get(propertyName(setter));
      if (property != null && property.getter != null) {
        property.addSetter(setter);
      }
    }
    return properties;
  }

  /** Returns the name of the property whose getter or setter a method is, or null. */
  private static String propertyName(Method method) {
    if (Modifier.isStatic(method.getModifiers())
        || method.isBridge()
        || method.getDeclaringClass() == Object.class) {
      return null;
    }
    String name = method.getName();
    boolean isGetter = method.getParameterCount() == 0 && method.getReturnType() != void.class;
    boolean isTruth = method.getReturnType() == boolean.class;
    if (isGetter && name.startsWith("get")) {
      return decapitalized(name.substring(3));
    }
    if (isGetter && isTruth && name.startsWith("is")) {
      return decapitalized(name.substring(2));
    }
    return method.getParameterCount() == 1 && name.startsWith("set")
        ? decapitalized(name.substring(3))
        : null;
  }

  /** Returns a name as the specification of beans has it: {@code URL} stays, {@code Id} is id. */
  private static String decapitalized(String name) {
    if (name.isEmpty()) {
      return null;
    }
    boolean isAcronym =
        name.length() > 1
            && Character.isUpperCase(name.charAt(0))
            && Character.isUpperCase(name.charAt(1));
    return isAcronym ? name : Character.toLowerCase(name.charAt(0)) + name.substring(1);
  }
}
