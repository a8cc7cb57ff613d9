package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Suites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The vectors of the specification and JSONTestSuite, as far as they are about errors. */
class FaultSuitesTest {
  private static byte[] input(JsonNode row) {
    return row.has("hex")
        ? HexFormat.of().parseHex(row.get("hex").asText())
        : row.get("text").asText().getBytes(StandardCharsets.UTF_8);
  }

  private static JsonOptions options(JsonNode row) {
    JsonOptions options = JsonOptions.STRICT;
    if (row.get("format").asText().equals("json5")) {
      options = JsonOptions.JSON5;
    }
    for (JsonNode name : row.path("options")) {
      assertEquals("exact_decimals", name.asText());
      options = options.withExactDecimals(true);
    }
    return options;
  }

  private static int judge(String set, String format) throws IOException {
    JsonNode table = new ObjectMapper().readTree(Suites.vectors(set + ".json").toFile());
    int cases = 0;
    for (JsonNode row : table.get("cases")) {
      if (!row.get("format").asText().equals(format)) {
        continue;
      }
      byte[] input = input(row);
      VarvelException found = FaultFinder.find(input, 0, input.length, options(row));
      String name = row.get("name").asText();
      JsonNode wanted = row.get("error");
      cases++;
      if (wanted == null) {
        assertNull(found, name);
        continue;
      }
      assertNotNull(found, name);
      assertEquals(wanted.get("number").asInt(), found.number(), name);
      assertEquals(wanted.get("offset").asLong(), found.offset(), name);
      assertEquals(wanted.get("line").asInt(), found.line(), name);
      assertEquals(wanted.get("column").asInt(), found.column(), name);
      assertEquals(wanted.get("path").asText(), found.path(), name);
    }
    return cases;
  }

  @Test
  void vectorsOfJson() throws IOException {
    assertTrue(judge("json", "json") > 60);
    assertTrue(judge("numbers", "json") > 30);
    assertTrue(judge("errors", "json") > 10);
  }

  @Test
  void vectorsOfJson5() throws IOException {
    assertTrue(judge("json5", "json5") > 40);
  }

  /** The documents that the suite leaves open and that Varvel takes; it refuses the others. */
  private static final String TAKEN =
      "i_number_(double_huge_neg_exp|real_underflow|too_big_neg_int|too_big_pos_int"
          + "|very_big_negative_int)|i_structure_UTF-8_BOM_empty_object";

  @Test
  void suiteOfJsonTexts() throws IOException {
    Path folder = Suites.find("JSONTestSuite/test_parsing").orElse(null);
    if (folder == null) {
      return;
    }
    int cases = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        String name = file.getFileName().toString().replaceFirst("\\.json$", "");
        byte[] text = Files.readAllBytes(file);
        VarvelException found =
            FaultFinder.find(
                text, 0, text.length, JsonOptions.STRICT.withDuplicates(Duplicates.LAST));
        if (name.startsWith("y_") || name.matches(TAKEN)) {
          assertNull(found, name);
        } else {
          assertNotNull(found, name);
          checkKind(name, found);
        }
        cases++;
      }
    }
    System.out.println("JSONTestSuite: " + cases + " cases");
    assertEquals(318, cases);
  }

  private static void checkKind(String name, VarvelException found) {
    if (name.startsWith("i_number")) {
      assertEquals(ErrorKind.NUMBER_OUT_OF_RANGE, found.kind(), name);
    } else if (name.matches("i_(string|object).*surrog.*") && !name.contains("UTF8")) {
      assertEquals(ErrorKind.LONE_SURROGATE, found.kind(), name);
    } else if (name.matches("i_string_(utf16|UTF-16).*")) {
      assertEquals(ErrorKind.SYNTAX, found.kind(), name);
    } else if (name.startsWith("i_string") && !name.contains("lone_second")) {
      assertEquals(ErrorKind.INVALID_UTF8, found.kind(), name);
    } else if (name.startsWith("i_structure")) {
      assertEquals(ErrorKind.DEPTH_LIMIT, found.kind(), name);
    }
  }

  /** Files of JSON and of JSON5 are taken; those of JavaScript and plain text are refused. */
  @Test
  void suiteOfJson5() throws IOException {
    Path folder = Suites.find("json5-tests").orElse(null);
    if (folder == null) {
      return;
    }
    JsonOptions json5 = JsonOptions.JSON5.withDuplicates(Duplicates.LAST);
    int cases = 0;
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        String name = folder.relativize(file).toString();
        if (name.matches("[^/]*|\\..*|.*\\.(md|yml|errorSpec)")) {
          continue;
        }
        byte[] text = Files.readAllBytes(file);
        VarvelException found = FaultFinder.find(text, 0, text.length, json5);
        assertEquals(name.matches(".*\\.json5?"), found == null, name);
        if (name.endsWith(".json5")) {
          assertNotNull(FaultFinder.find(text, 0, text.length, JsonOptions.STRICT), name);
        }
        cases++;
      }
    }
    System.out.println("json5-tests: " + cases + " cases");
    assertTrue(cases > 100);
  }
}
