package dev.varvel.internal;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Finds the external suites and the vectors of the specification. */
public final class Suites {
  private Suites() {}

  /**
   * Returns a file or folder of the external suites: at {@code VARVEL_SUITES}, or beside the
   * checkout. Prints a line if there is none; the test passes then.
   */
  public static Optional<Path> find(String name) {
    String named = System.getenv("VARVEL_SUITES");
    Path root = named != null ? Path.of(named) : checkout().resolve("../shared/suites");
    Path path = root.resolve(name);
    if (Files.exists(path)) {
      return Optional.of(path);
    }
    System.out.println("skipped: no " + name + " at VARVEL_SUITES or ../shared/suites");
    return Optional.empty();
  }

  /** Returns a file of the vectors. */
  public static Path vectors(String name) {
    return checkout().resolve("spec/vectors").resolve(name);
  }

  /** Returns the lines of a file. */
  public static List<String> lines(Path path) {
    try {
      return Files.readAllLines(path, StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static Path checkout() {
    Path folder = Path.of("").toAbsolutePath();
    while (!Files.exists(folder.resolve("spec/vectors"))) {
      folder = folder.getParent();
    }
    return folder;
  }
}
