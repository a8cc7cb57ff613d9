package dev.varvel;

import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;

/**
 * A type with its arguments, which a {@link Class} has not: {@code new TypeRef<List<Order>>() {}}.
 *
 * @param <T> the type
 */
public abstract class TypeRef<T> {
  private final Type type;

  /** Takes the type from the class that extends this one. */
  protected TypeRef() {
    if (!(getClass().getGenericSuperclass() instanceof ParameterizedType parent)
        || parent.getRawType() != TypeRef.class) {
      throw new IllegalArgumentException(
          "a TypeRef is made as `new TypeRef<List<Order>>() {}`, with its type");
    }
    type = parent.getActualTypeArguments()[0];
  }

  /** Returns the type. */
  public final Type type() {
    return type;
  }

  /** Returns the name of the type. */
  @Override
  public final String toString() {
    return type.getTypeName();
  }
}
