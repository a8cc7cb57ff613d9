package dev.varvel.ffi;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.lang.reflect.Constructor;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/**
 * Looks for the library in the places that {@link NativeLibrary} names.
 *
 * @param property the value of {@code varvel.library}, or null
 * @param resources where resources are looked for
 * @param folders the value of {@code java.library.path}
 * @param name the name of the library, without what the system adds to it
 */
record LibrarySearch(String property, ClassLoader resources, String folders, String name) {
  /** The system property that names the file of the library. */
  static final String PROPERTY = "varvel.library";

  /** The versions of the library that this module calls begin so. */
  static final String VERSION = "0.1.";

  /** The oldest Java with the foreign function interface. */
  private static final int JAVA = 22;

  /** Returns the search of this program. */
  static LibrarySearch ofSystem() {
    return new LibrarySearch(
        System.getProperty(PROPERTY),
        NativeLibrary.class.getClassLoader(),
        System.getProperty("java.library.path", ""),
        "varvel");
  }

  /**
   * Opens the library.
   *
   * @throws UnsupportedOperationException with the reason, if that is not possible
   */
  Engine find() {
    Engine.Opener opener = opener();
    if (property != null) {
      return opener.open(Path.of(property));
    }
    String file = System.mapLibraryName(name);
    URL resource = resources.getResource("META-INF/varvel/" + platform() + "/" + file);
    if (resource != null) {
      return opener.open(unpacked(resource, file));
    }
    for (String folder : folders.split(File.pathSeparator)) {
      Path inside = Path.of(folder, file);
      if (!folder.isEmpty() && Files.exists(inside)) {
        return opener.open(inside);
      }
    }
    Engine found = opener.openByName(versioned(file));
    if (found == null) {
      throw new UnsupportedOperationException(
          "the library of Varvel was not found: build it by `cargo xtask c --prefix DIR`, and name"
              + " its file by the system property varvel.library or by NativeLibrary.load");
    }
    return found;
  }

  /**
   * Returns what opens the library.
   *
   * @throws UnsupportedOperationException if this Java or this jar has no such class
   */
  static Engine.Opener opener() {
    int java = Runtime.version().feature();
    if (java < JAVA) {
      throw new UnsupportedOperationException(
          "the library of Varvel needs Java " + JAVA + " or later, and this is Java " + java);
    }
    try {
      Constructor<?> opener =
          Class.forName("dev.varvel.ffi.ForeignOpener").getDeclaredConstructor();
      return (Engine.Opener) opener.newInstance();
    } catch (ReflectiveOperationException error) {
      throw new UnsupportedOperationException(
          "this varvel-native has no classes for Java 22: it was built without a JDK that makes"
              + " them, or was copied into a jar that is not Multi-Release",
          error);
    }
  }

  /**
   * Compares the version of a library with the one that this module calls.
   *
   * @throws UnsupportedOperationException if they do not fit
   */
  static void checkVersion(String name, String version) {
    if (!version.startsWith(VERSION)) {
      throw new UnsupportedOperationException(
          name
              + " is version "
              + version
              + " of the library of Varvel, and this module calls "
              + VERSION
              + "x");
    }
  }

  /** Returns the name of the system and the processor, as folders of resources have it. */
  static String platform() {
    String system = System.getProperty("os.name").toLowerCase(Locale.ROOT);
    String processor = System.getProperty("os.arch").toLowerCase(Locale.ROOT);
    String shortName =
        system.startsWith("mac") ? "macos" : system.startsWith("windows") ? "windows" : system;
    return shortName
        + "-"
        + switch (processor) {
          case "amd64", "x86_64" -> "x86_64";
          case "arm64", "aarch64" -> "aarch64";
          default -> processor;
        };
  }

  /** Returns the name of a library with the version of its interface, as programs are linked. */
  private static String versioned(String file) {
    if (file.endsWith(".so")) {
      return file + ".0";
    }
    return file.endsWith(".dylib") ? file.replace(".dylib", ".0.dylib") : file;
  }

  /** Copies the library out of a jar, for as long as the program runs. */
  private static Path unpacked(URL resource, String name) {
    try (InputStream from = resource.openStream()) {
      Path folder = Files.createTempDirectory("varvel");
      folder.toFile().deleteOnExit();
      Path file = folder.resolve(name);
      // Files are deleted in the reverse of this order.
      file.toFile().deleteOnExit();
      Files.copy(from, file);
      return file;
    } catch (IOException error) {
      throw new UnsupportedOperationException(resource + " cannot be copied: " + error, error);
    }
  }
}
