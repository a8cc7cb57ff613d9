package dev.varvel.frozen;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.function.Executable;

/** The test vectors by which every reader is judged: spec/vectors. */
final class Vectors {
  static final ObjectMapper JSON = new ObjectMapper();
  private static final Path FOLDER = Path.of("../../../spec/vectors");

  private Vectors() {}

  /** Returns the bytes of a file of the vectors. */
  static byte[] file(String name) {
    try {
      return Files.readAllBytes(FOLDER.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the text of a file of the vectors. */
  static String text(String name) {
    return new String(file(name), StandardCharsets.UTF_8);
  }

  /** Returns the rows of the table of frozen documents and streams. */
  static List<JsonNode> index() {
    return rows("INDEX.json", "vectors");
  }

  /** Returns the rows of a table. */
  static List<JsonNode> rows(String file, String name) {
    try {
      List<JsonNode> rows = new ArrayList<>();
      JSON.readTree(file(file)).get(name).forEach(rows::add);
      return rows;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  static boolean isStream(JsonNode row) {
    return row.get("file").asText().contains("/stream-");
  }

  static boolean isValid(JsonNode row) {
    return row.get("verdict").asText().equals("valid");
  }

  /** Returns the text that a row of a valid vector expects. */
  static String expectedText(JsonNode row) {
    return row.has("text") ? row.get("text").asText() : text(row.get("text_file").asText());
  }

  /** Returns the bytes of all vectors of documents, or of streams. */
  static List<byte[]> all(boolean streams) {
    return index().stream()
        .filter(row -> isStream(row) == streams)
        .map(row -> file(row.get("file").asText()))
        .toList();
  }

  /**
   * Makes a test of a case of a set. Where VARVEL_CONFORMANCE names a folder, the result is noted
   * there as a line of JSON, for {@code cargo xtask conformance}.
   */
  static DynamicTest judged(String set, String name, Executable judge) {
    return DynamicTest.dynamicTest(
        name,
        () -> {
          String result = "wrong";
          try {
            judge.execute();
            result = "right";
          } finally {
            note(set, name, result);
          }
        });
  }

  private static void note(String set, String name, String result) throws IOException {
    String folder = System.getenv("VARVEL_CONFORMANCE");
    if (folder == null || folder.isEmpty()) {
      return;
    }
    Map<String, String> line =
        Map.of("language", "java", "set", set, "case", name, "result", result);
    Files.writeString(
        Path.of(folder, "java-" + set + ".jsonl"),
        JSON.writeValueAsString(line) + "\n",
        StandardOpenOption.CREATE,
        StandardOpenOption.APPEND);
  }
}
