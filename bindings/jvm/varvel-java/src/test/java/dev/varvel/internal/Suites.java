package dev.varvel.internal;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

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

  /** Returns the texts of JSONTestSuite that are shorter than so many bytes, in order. */
  public static List<byte[]> textsOfJson(int shorter) throws IOException {
    List<byte[]> texts = new ArrayList<>();
    Path folder = find("JSONTestSuite/test_parsing").orElse(null);
    if (folder == null) {
      return texts;
    }
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.sorted().toList()) {
        byte[] text = Files.readAllBytes(file);
        if (text.length < shorter) {
          texts.add(text);
        }
      }
    }
    return texts;
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

  /**
   * Judges a case of a set of vectors. Where {@code VARVEL_CONFORMANCE} names a folder, the result
   * is noted there as a line of JSON, for {@code cargo xtask conformance}.
   */
  public static void judged(String set, String name, Runnable judge) {
    boolean right = false;
    try {
      judge.run();
      right = true;
    } finally {
      note(set, name, right);
    }
  }

  private static void note(String set, String name, boolean right) {
    String folder = System.getenv("VARVEL_CONFORMANCE");
    if (folder == null || folder.isEmpty()) {
      return;
    }
    Map<String, String> line = new LinkedHashMap<>();
    line.put("language", "java");
    line.put("set", set);
    line.put("case", name);
    line.put("result", right ? "right" : "wrong");
    try {
      Files.writeString(
          Path.of(folder).resolve("java-" + set + ".jsonl"),
          new ObjectMapper().writeValueAsString(line) + "\n",
          StandardOpenOption.CREATE,
          StandardOpenOption.APPEND);
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
