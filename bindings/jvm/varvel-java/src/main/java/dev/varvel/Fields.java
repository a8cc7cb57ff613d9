package dev.varvel;

import dev.varvel.internal.Names;
import java.util.List;

/**
 * The names of an object's members in the order in which they are expected, prepared once for all
 * readers and writers.
 *
 * <p>A reader compares the next key with the expected name first, as words of eight bytes, and
 * looks another key up only if that differs. So members may come in any order, and cost least in
 * the expected one.
 */
public final class Fields {
  private final Names names;

  private Fields(Names names) {
    this.names = names;
  }

  /**
   * Prepares names.
   *
   * @param names the names; none may come twice
   * @throws IllegalArgumentException if a name comes twice, or has half of a surrogate pair
   */
  public static Fields of(String... names) {
    return new Fields(new Names(names));
  }

  /** Returns how many names there are. */
  public int size() {
    return names.size();
  }

  /** Returns a name by its number. */
  public String name(int index) {
    return names.name(index);
  }

  /** Returns all names. */
  public List<String> names() {
    return names.all();
  }

  /** Returns the number of a name, or -1 if it is none of them. */
  public int indexOf(String name) {
    return names.indexOf(name);
  }

  /** Returns the prepared form, for readers and writers of this library. */
  @SuppressWarnings("exports")
  public Names prepared() {
    return names;
  }
}
