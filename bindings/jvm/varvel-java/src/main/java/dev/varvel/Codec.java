package dev.varvel;

import java.lang.invoke.MethodHandles;

/**
 * Reads and writes values of one type, in every format that has a {@link Reader} and a {@link
 * Writer}.
 *
 * @param <T> the type
 */
public interface Codec<T> {
  /**
   * Reads one value.
   *
   * @throws VarvelException if the input has none
   */
  T read(Reader reader);

  /**
   * Writes one value.
   *
   * @throws VarvelException if the format has no such value
   */
  void write(T value, Writer writer);

  /**
   * Makes the codec of a class: a record, a sealed type, an enum, a bean, or a type of the JDK,
   * with all that it holds. It takes a while, and is meant for constants.
   *
   * <p>Members may come in any order; unknown ones are skipped, except in classes that are {@link
   * dev.varvel.annotation.Strict}. All have to be there, except those of type {@code Optional} and
   * those with {@link dev.varvel.annotation.Nullable} or {@link dev.varvel.annotation.Default}. A
   * bean is a class with a constructor without parameters, and a getter and a setter for each
   * member, or a public field; a member that is missing keeps the value that the constructor gave
   * it, unless that is null.
   *
   * @throws IllegalArgumentException if none can be made; the message says of what, and why
   */
  static <T> Codec<T> of(Class<T> type) {
    return Codecs.builder().build().of(type);
  }

  /**
   * Makes the codec of a class whose module is not open to this library.
   *
   * @param lookup {@code MethodHandles.lookup()} of a class of that module
   * @throws IllegalArgumentException if none can be made; the message says of what, and why
   */
  static <T> Codec<T> of(Class<T> type, MethodHandles.Lookup lookup) {
    return Codecs.builder().lookup(lookup).build().of(type);
  }

  /**
   * Makes the codec of a type with arguments: {@code Codec.of(new TypeRef<List<Order>>() {})}.
   *
   * @throws IllegalArgumentException if none can be made; the message says of what, and why
   */
  static <T> Codec<T> of(TypeRef<T> type) {
    return Codecs.builder().build().of(type);
  }
}
