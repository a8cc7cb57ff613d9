package dev.varvel.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.function.Executable;
import org.junit.jupiter.api.io.TempDir;

/** Tests where the library is looked for, and the errors if it cannot be used. */
class LibrarySearchTest {
  private static final ClassLoader NOTHING = new URLClassLoader(new URL[0], null);

  @TempDir Path folder;

  private static LibrarySearch search(
      Path property, ClassLoader resources, Path folder, String name) {
    return new LibrarySearch(
        property == null ? null : property.toString(), resources, folder.toString(), name);
  }

  private static String refused(LibrarySearch search) {
    return assertThrows(UnsupportedOperationException.class, search::find).getMessage();
  }

  /** Skips a test where the classes for Java 22 were not compiled. */
  private static void needClasses() {
    assumeTrue(
        LibrarySearchTest.class.getResource("ForeignOpener.class") != null,
        "the classes for Java 22 were not compiled");
  }

  @Test
  @EnabledForJreRange(max = JRE.JAVA_21)
  void anOlderJavaIsTheReason() {
    String reason =
        "the library of Varvel needs Java 22 or later, and this is Java "
            + Runtime.version().feature();
    assertEquals(reason, NativeLibrary.problem());
    assertFalse(NativeLibrary.isAvailable());
    byte[] text = "a: 1".getBytes(StandardCharsets.UTF_8);
    for (Executable call :
        new Executable[] {
          () -> Yaml.toJson(text),
          () -> Yaml.freeze(text),
          () -> EditableText.parse(text, Syntax.YAML),
          () -> Records.convert(folder, Format.JSON, folder, Format.CBOR),
          () -> Records.check(folder, Format.JSON, RecordOptions.DEFAULT),
          () -> NativeLibrary.load(folder),
          NativeLibrary::version
        }) {
      assertEquals(reason, assertThrows(UnsupportedOperationException.class, call).getMessage());
    }
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void aMissingLibraryIsNoLinkageError() {
    needClasses();
    assertTrue(
        refused(search(null, NOTHING, folder, "varvel-of-nobody"))
            .startsWith("the library of Varvel was not found: build it by `cargo xtask c"));
  }

  @Test
  @EnabledForJreRange(min = JRE.JAVA_22)
  void aWrongFileIsTheReason() throws IOException {
    needClasses();
    Path file = folder.resolve("libvarvel.so");
    assertEquals(
        file + " cannot be opened as the library of Varvel: there is no such file",
        refused(search(file, NOTHING, folder, "varvel")));
    Files.writeString(file, "no library");
    assertEquals(
        file + " cannot be opened as the library of Varvel: it is no library of this system",
        refused(search(file, NOTHING, folder, "varvel")));
    Path other = Path.of(System.getProperty("java.home"), "lib", System.mapLibraryName("zip"));
    assumeTrue(Files.exists(other));
    assertEquals(
        other + " cannot be used as the library of Varvel: it has no function called vv_version",
        refused(search(other, NOTHING, folder, "varvel")));
  }

  @Test
  void aLibraryOfAnotherVersionIsRefused() {
    LibrarySearch.checkVersion("a", "0.1.7");
    for (String version : new String[] {"0.2.0", "1.0.0", "0.10.0"}) {
      UnsupportedOperationException error =
          assertThrows(
              UnsupportedOperationException.class,
              () -> LibrarySearch.checkVersion("lib", version));
      assertEquals(
          "lib is version " + version + " of the library of Varvel, and this module calls 0.1.x",
          error.getMessage());
    }
  }

  private static Path given() {
    return Path.of(System.getProperty(LibrarySearch.PROPERTY));
  }

  @Test
  @NeedsLibrary
  void theLibraryIsFoundInFolders() throws IOException {
    Files.copy(given(), folder.resolve(System.mapLibraryName("varvel")));
    String folders = folder.resolve("none") + File.pathSeparator + folder;
    assertTrue(
        new LibrarySearch(null, NOTHING, folders, "varvel").find().version().startsWith("0.1."));
  }

  @Test
  @NeedsLibrary
  void theLibraryIsFoundInAJar() throws IOException {
    Path inside = folder.resolve("META-INF/varvel/" + LibrarySearch.platform());
    Files.createDirectories(inside);
    Files.copy(given(), inside.resolve(System.mapLibraryName("varvel")));
    try (URLClassLoader loader = new URLClassLoader(new URL[] {folder.toUri().toURL()}, null)) {
      assertTrue(
          search(null, loader, folder.resolve("none"), "varvel")
              .find()
              .version()
              .startsWith("0.1."));
    }
  }

  @Test
  @NeedsLibrary
  void theLibraryIsOpenedOnce() {
    assertEquals("", NativeLibrary.problem());
    assertTrue(NativeLibrary.isAvailable());
    assertTrue(NativeLibrary.version().startsWith("0.1."));
    assertThrows(IllegalStateException.class, () -> NativeLibrary.load(given()));
  }
}
