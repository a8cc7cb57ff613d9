package dev.varvel;

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
}
