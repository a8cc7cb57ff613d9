package dev.varvel;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;

/**
 * A value, or all errors that were found where one should have been.
 *
 * <p>The errors are in the order in which reading comes across them: a member that is missing is
 * noticed at the end of its object. The first is the one that reading alone throws. An error of the
 * text's syntax is the last one, since nothing is known of what follows it.
 *
 * @param <T> the type of the value
 */
public final class Validated<T> {
  /** How many errors are collected where a program says nothing else. */
  public static final int MOST_ERRORS = 100;

  private final T value;
  private final List<VarvelException> errors;

  private Validated(T value, List<VarvelException> errors) {
    this.value = value;
    this.errors = errors;
  }

  /**
   * Reads a document. If that fails, it is read once more, and values that are wrong are passed.
   * Other exceptions than {@link VarvelException} that a codec throws of itself are not caught.
   *
   * @param open makes a reader at the beginning of the document
   * @param finish throws if something follows the document
   * @param most how many errors are collected at most; at least one
   * @param <R> the type of the reader, of which its forks are too
   */
  public static <T, R extends Reader> Validated<T> read(
      Supplier<R> open, Codec<T> codec, Consumer<R> finish, int most) {
    if (most < 1) {
      throw new IllegalArgumentException("at most " + most + " errors");
    }
    VarvelException first;
    try {
      R reader = open.get();
      T value = codec.read(reader);
      finish.accept(reader);
      return new Validated<>(value, List.of());
    } catch (VarvelException e) {
      first = e;
    }
    List<VarvelException> errors = new ArrayList<>();
    try {
      CollectingReader reader = new CollectingReader(open.get(), errors, most);
      reader.read(codec);
      reader.finish(finish);
    } catch (VarvelException e) {
      // It is the last one in the list, except where no reader can be made.
    }
    return new Validated<>(null, errors.isEmpty() ? List.of(first) : List.copyOf(errors));
  }

  /** Returns whether there is a value, and no error. */
  public boolean isValid() {
    return errors.isEmpty();
  }

  /**
   * Returns the value.
   *
   * @throws VarvelException the first error, if there is one
   */
  public T get() {
    if (!errors.isEmpty()) {
      throw errors.get(0);
    }
    return value;
  }

  /** Returns the errors; none if there is a value. */
  public List<VarvelException> errors() {
    return errors;
  }

  /** Returns the reports of all errors, each on lines of its own; empty if there is a value. */
  public String report() {
    return errors.stream().map(VarvelException::report).collect(Collectors.joining("\n"));
  }

  /** Returns the value, or the messages of the errors, each on a line. */
  @Override
  public String toString() {
    return errors.isEmpty()
        ? Objects.toString(value)
        : errors.stream().map(VarvelException::getMessage).collect(Collectors.joining("\n"));
  }
}
