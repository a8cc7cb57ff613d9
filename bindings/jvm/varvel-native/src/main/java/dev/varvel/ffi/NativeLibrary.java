package dev.varvel.ffi;

import java.nio.file.Path;

/**
 * The C library of Varvel: where it comes from, and whether it can be used.
 *
 * <p>The first call of anything in this package looks for it, in this order:
 *
 * <ol>
 *   <li>the file that the system property {@code varvel.library} names, and no other place then
 *   <li>a resource such as {@code META-INF/varvel/linux-x86_64/libvarvel.so}, in a jar of its own
 *   <li>the folders of {@code java.library.path}
 *   <li>where the system looks for libraries
 * </ol>
 *
 * <p>It stays until the end of the program.
 */
public final class NativeLibrary {
  private static volatile Engine engine;

  /** The reason why the library cannot be used, or null if nobody looked for it yet. */
  private static String reason;

  private NativeLibrary() {}

  /** Returns whether the library can be used. Looks for it, if nobody did yet. */
  public static boolean isAvailable() {
    return problem().isEmpty();
  }

  /** Returns why the library cannot be used, with the way out; empty if it can. */
  public static String problem() {
    try {
      engine();
      return "";
    } catch (UnsupportedOperationException error) {
      return error.getMessage();
    }
  }

  /**
   * Opens the library in a file. Must come before all else in this package; a program that has no
   * influence on that sets the system property {@code varvel.library}.
   *
   * @throws UnsupportedOperationException with the reason, if that is not possible
   * @throws IllegalStateException if another library was opened before
   */
  public static void load(Path file) {
    synchronized (NativeLibrary.class) {
      if (engine != null) {
        throw new IllegalStateException("the library of Varvel was opened before " + file);
      }
      engine = LibrarySearch.opener().open(file);
    }
  }

  /**
   * Returns the version of the library, such as "0.1.0".
   *
   * @throws UnsupportedOperationException if it cannot be used
   */
  public static String version() {
    return engine().version();
  }

  /** Returns the library, which is looked for once. */
  static Engine engine() {
    Engine found = engine;
    return found != null ? found : find();
  }

  private static synchronized Engine find() {
    if (engine == null && reason == null) {
      try {
        engine = LibrarySearch.ofSystem().find();
      } catch (UnsupportedOperationException error) {
        reason = error.getMessage();
      }
    }
    if (engine == null) {
      throw new UnsupportedOperationException(reason);
    }
    return engine;
  }
}
