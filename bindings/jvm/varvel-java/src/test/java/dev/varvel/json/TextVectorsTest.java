package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assertions.fail;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Suites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.TestFactory;

/** Judges the vectors that are texts of JSON and JSON5, each case by its name. */
class TextVectorsTest {
  @TestFactory
  Stream<DynamicTest> json() throws IOException {
    return cases("json", 60);
  }

  @TestFactory
  Stream<DynamicTest> json5() throws IOException {
    return cases("json5", 40);
  }

  @TestFactory
  Stream<DynamicTest> numbers() throws IOException {
    return cases("numbers", 30);
  }

  /** The errors of JSON alone: there are no other formats of documents here. */
  @TestFactory
  Stream<DynamicTest> errors() throws IOException {
    return cases("errors", 10);
  }

  private static Stream<DynamicTest> cases(String set, int least) throws IOException {
    JsonNode table = new ObjectMapper().readTree(Suites.vectors(set + ".json").toFile());
    List<DynamicTest> tests = new ArrayList<>();
    for (JsonNode row : table.get("cases")) {
      if (row.get("format").asText().startsWith("json")) {
        String name = row.get("name").asText();
        tests.add(DynamicTest.dynamicTest(name, () -> Suites.judged(set, name, () -> judge(row))));
      }
    }
    assertTrue(tests.size() >= least, set);
    return tests.stream();
  }

  private static JsonOptions options(JsonNode row) {
    boolean json5 = row.get("format").asText().equals("json5");
    JsonOptions options = json5 ? JsonOptions.JSON5 : JsonOptions.STRICT;
    for (JsonNode name : row.path("options")) {
      switch (name.asText()) {
        // <spec:options> Made by `cargo xtask spec`.
        case "exact_decimals" -> options = options.withExactDecimals(true);
        // </spec:options>
        default -> fail("no option has the name " + name);
      }
    }
    return options;
  }

  private static void judge(JsonNode row) {
    JsonOptions options = options(row);
    byte[] input =
        row.has("hex")
            ? HexFormat.of().parseHex(row.get("hex").asText())
            : row.get("text").asText().getBytes(StandardCharsets.UTF_8);
    VarvelException found = FaultFinder.find(input, 0, input.length, options);
    if (row.has("error")) {
      JsonNode wanted = row.get("error");
      checkError(wanted, found);
      // A copy does not look for keys that come twice, and does not need all floats.
      if (found.kind() != ErrorKind.DUPLICATE_KEY) {
        checkError(wanted, assertThrows(VarvelException.class, () -> copy(input, options)));
      }
      return;
    }
    assertNull(found);
    if (row.has("unwritable")) {
      VarvelException error = assertThrows(VarvelException.class, () -> copy(input, options));
      assertEquals(row.get("unwritable").asInt(), error.number());
      return;
    }
    assertEquals(row.get("written").asText(), copy(input, options));
    JsonReader skipping = new JsonReader(input, 0, input.length, options);
    skipping.skip();
    skipping.finish();
    if (row.has("kind")) {
      checkNumber(row, new JsonReader(input, 0, input.length, options));
    }
  }

  private static void checkError(JsonNode wanted, VarvelException found) {
    assertEquals(wanted.get("number").asInt(), found.number());
    assertEquals(wanted.get("offset").asLong(), found.offset());
    assertEquals(wanted.get("line").asInt(), found.line());
    assertEquals(wanted.get("column").asInt(), found.column());
    assertEquals(wanted.get("path").asText(), found.path());
  }

  private static void checkNumber(JsonNode row, JsonReader reader) {
    // An integer of any size is one kind in the vectors.
    boolean isFloat = row.get("kind").asText().equals(Kind.FLOAT.phrase());
    assertEquals(isFloat, reader.peek() == Kind.FLOAT);
    if (row.has("bits")) {
      long bits = Long.parseUnsignedLong(row.get("bits").asText(), 16);
      assertEquals(bits, Double.doubleToRawLongBits(reader.readDouble()));
    }
  }

  private static String copy(byte[] input, JsonOptions options) {
    JsonReader reader = new JsonReader(input, 0, input.length, options);
    JsonWriter writer = new JsonWriter();
    writer.setDepthLimit(Integer.MAX_VALUE);
    Copying.copy(reader, writer);
    reader.finish();
    return writer.toString();
  }
}
