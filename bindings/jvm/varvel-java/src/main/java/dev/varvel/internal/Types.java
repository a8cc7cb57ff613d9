package dev.varvel.internal;

import java.lang.reflect.Array;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.lang.reflect.WildcardType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Types of Java with their arguments put in. */
public final class Types {
  private Types() {}

  /**
   * A class with its arguments.
   *
   * @param raw the class
   * @param arguments the arguments, none of which is a variable unless it is not known
   */
  public record Generic(Class<?> raw, List<Type> arguments) implements ParameterizedType {
    @Override
    public Type[] getActualTypeArguments() {
      return arguments.toArray(new Type[0]);
    }

    @Override
    public Type getRawType() {
      return raw;
    }

    @Override
    public Type getOwnerType() {
      return raw.getDeclaringClass();
    }

    @Override
    public String toString() {
      return raw.getName()
          + arguments.stream().map(Type::getTypeName).collect(Collectors.joining(", ", "<", ">"));
    }
  }

  /** An array whose items are of a class with arguments. */
  public record GenericArray(Type item) implements GenericArrayType {
    @Override
    public Type getGenericComponentType() {
      return item;
    }

    @Override
    public String toString() {
      return item.getTypeName() + "[]";
    }
  }

  /** Returns the class of a type, without its arguments. */
  public static Class<?> raw(Type type) {
    if (type instanceof Class<?> found) {
      return found;
    }
    if (type instanceof ParameterizedType generic) {
      return (Class<?>) generic.getRawType();
    }
    if (type instanceof GenericArrayType array) {
      return Array.newInstance(raw(array.getGenericComponentType()), 0).getClass();
    }
    if (type instanceof WildcardType wildcard) {
      return raw(wildcard.getUpperBounds()[0]);
    }
    return raw(((TypeVariable<?>) type).getBounds()[0]);
  }

  /** Returns how deep the arguments of a type are inside of each other. */
  public static int nesting(Type type) {
    if (type instanceof GenericArrayType array) {
      return 1 + nesting(array.getGenericComponentType());
    }
    int most = 0;
    if (type instanceof ParameterizedType generic) {
      for (Type argument : generic.getActualTypeArguments()) {
        most = Math.max(most, 1 + nesting(argument));
      }
    }
    return most;
  }

  /** Returns a type in which variables have their values. A wildcard becomes its upper bound. */
  public static Type resolve(Type type, Map<TypeVariable<?>, Type> variables) {
    if (type instanceof TypeVariable<?> variable) {
      return variables.getOrDefault(variable, variable);
    }
    if (type instanceof WildcardType wildcard) {
      return resolve(wildcard.getUpperBounds()[0], variables);
    }
    if (type instanceof GenericArrayType array) {
      Type item = resolve(array.getGenericComponentType(), variables);
      return item instanceof Class<?> simple ? simple.arrayType() : new GenericArray(item);
    }
    if (type instanceof ParameterizedType generic) {
      List<Type> arguments =
          Arrays.stream(generic.getActualTypeArguments())
              .map(argument -> resolve(argument, variables))
              .toList();
      return new Generic((Class<?>) generic.getRawType(), arguments);
    }
    return type;
  }

  /** Returns the values of the variables of a class. */
  public static Map<TypeVariable<?>, Type> variables(Type type) {
    Map<TypeVariable<?>, Type> variables = new HashMap<>();
    if (type instanceof ParameterizedType generic) {
      TypeVariable<?>[] names = raw(type).getTypeParameters();
      Type[] arguments = generic.getActualTypeArguments();
      for (int i = 0; i < names.length; i++) {
        variables.put(names[i], arguments[i]);
      }
    }
    return variables;
  }

  /**
   * Returns a type as one of the types above it, with the arguments that it has there; or null if
   * it is none.
   */
  public static Type as(Type type, Class<?> above) {
    Class<?> raw = raw(type);
    if (raw == above) {
      return type;
    }
    if (!above.isAssignableFrom(raw)) {
      return null;
    }
    Map<TypeVariable<?>, Type> variables = variables(type);
    for (Type parent : parents(raw)) {
      Type found = as(resolve(parent, variables), above);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  private static List<Type> parents(Class<?> type) {
    List<Type> parents = new ArrayList<>(Arrays.asList(type.getGenericInterfaces()));
    if (type.getGenericSuperclass() != null) {
      parents.add(type.getGenericSuperclass());
    }
    return parents;
  }

  /**
   * Returns an argument that a type has as one of the types above it; Object if it has none, or is
   * a class whose arguments are not given.
   */
  public static Type argument(Type type, Class<?> above, int index) {
    Type whole = type;
    if (type instanceof Class<?> raw && raw.getTypeParameters().length > 0) {
      whole = new Generic(raw, Collections.nCopies(raw.getTypeParameters().length, Object.class));
    }
    return as(whole, above) instanceof ParameterizedType generic
        ? generic.getActualTypeArguments()[index]
        : Object.class;
  }

  /** Returns a class below a type with the arguments that follow from those of the type. */
  public static Type below(Class<?> sub, Type type) {
    TypeVariable<?>[] names = sub.getTypeParameters();
    if (names.length == 0) {
      return sub;
    }
    Map<TypeVariable<?>, Type> variables = new HashMap<>();
    Type open = new Generic(sub, List.of((Type[]) names));
    if (as(open, raw(type)) instanceof ParameterizedType pattern
        && type instanceof ParameterizedType actual) {
      Type[] from = pattern.getActualTypeArguments();
      for (int i = 0; i < from.length; i++) {
        bind(from[i], actual.getActualTypeArguments()[i], variables);
      }
    }
    return resolve(open, variables);
  }

  /** Finds the values of variables by which one type becomes another. */
  private static void bind(Type pattern, Type actual, Map<TypeVariable<?>, Type> variables) {
    if (pattern instanceof TypeVariable<?> variable) {
      variables.putIfAbsent(variable, actual);
    } else if (pattern instanceof ParameterizedType from
        && actual instanceof ParameterizedType to) {
      Type[] ofFrom = from.getActualTypeArguments();
      Type[] ofTo = to.getActualTypeArguments();
      for (int i = 0; i < ofFrom.length && i < ofTo.length; i++) {
        bind(ofFrom[i], ofTo[i], variables);
      }
    }
  }
}
