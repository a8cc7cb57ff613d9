package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Limits;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import java.nio.charset.StandardCharsets;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Errors of readers that know what they want. */
class TypedErrorsTest {
  private static final Fields FIELDS = Fields.of("id", "na\"me");

  private static VarvelException error(String text, JsonOptions options, Consumer<Reader> item) {
    byte[] bytes = ("x" + text + "x").getBytes(StandardCharsets.UTF_8);
    return assertThrows(
        VarvelException.class,
        () -> {
          JsonReader reader = new JsonReader(bytes, 1, bytes.length - 1, options);
          if (reader.beginArray()) {
            do {
              item.accept(reader);
            } while (reader.nextItem());
          }
          reader.finish();
        },
        text);
  }

  private static void message(String text, Consumer<Reader> item, String wanted) {
    assertEquals(wanted, error(text, JsonOptions.STRICT, item).getMessage(), text);
  }

  @Test
  void integers() {
    message(
        "[0,1.5]",
        Reader::readInt,
        "wrong kind of value: expected an integer, found a float, at $[1], at byte 3, line 1,"
            + " column 4");
    message(
        "[0,-0]",
        Reader::readLong,
        "wrong kind of value: expected an integer, found a float, at $[1], at byte 3, line 1,"
            + " column 4");
    // The number and the place are those of other languages, as for a float beyond 64 bits.
    message(
        "[0,1e400]",
        Reader::readInt,
        "number out of range: expected an integer, found 1e400, at $[1], at byte 3, line 1,"
            + " column 4");
    message(
        "[0,-1e400]",
        Reader::readBigInteger,
        "number out of range: expected an integer, found -1e400, at $[1], at byte 3, line 1,"
            + " column 4");
    message(
        "[0,2147483648]",
        Reader::readInt,
        "number out of range: expected an integer that fits i32, found 2147483648, at $[1], at byte"
            + " 3, line 1, column 4");
    message(
        "[0,-9223372036854775809]",
        Reader::readInt,
        "number out of range: expected an integer that fits i64, found -9223372036854775809, at"
            + " $[1], at byte 3, line 1, column 4");
    message(
        "[-]",
        Reader::readInt,
        "invalid number: expected a digit, found `]`, at $[0], at byte 2, line 1, column 3");
    message(
        "[01]",
        Reader::readLong,
        "invalid number: expected no digit after a leading zero, at $[0], at byte 1, line 1,"
            + " column 2");
    message(
        "[1.5]",
        Reader::readBigInteger,
        "wrong kind of value: expected an integer, found a float, at $[0], at byte 1, line 1,"
            + " column 2");
  }

  @Test
  void floats() {
    message(
        "[0,\n 1e400]",
        Reader::readDouble,
        "number out of range: expected a number that a 64-bit float can hold, at $[1], at byte 5,"
            + " line 2, column 2");
    message(
        "[1e39]",
        Reader::readFloat,
        "number out of range: expected a number that a 32-bit float can hold, found 1e39, at $[0],"
            + " at byte 1, line 1, column 2");
    message(
        "[true]",
        Reader::readFloat,
        "wrong kind of value: expected a number, found a boolean, at $[0], at byte 1, line 1,"
            + " column 2");
    message(
        "[1e6145]",
        Reader::readBigDecimal,
        "number out of range: expected a decimal whose exponent is at most 6144, found 1e6145, at"
            + " $[0], at byte 1, line 1, column 2");
    String digits = "1".repeat(1000) + "e9999";
    String found = error("[" + digits + "]", JsonOptions.STRICT, Reader::readBigDecimal).found();
    assertEquals("1".repeat(200) + "…", found);
  }

  @Test
  void otherKinds() {
    message(
        "[{}]",
        Reader::readString,
        "wrong kind of value: expected a string, found an object, at $[0], at byte 1, line 1,"
            + " column 2");
    message(
        "[\"a\",]",
        Reader::readString,
        "invalid syntax: expected a value, found `]`, at $[1], at byte 5, line 1, column 6");
    message(
        "[\"a\",",
        Reader::readString,
        "unexpected end of input: expected a value, at $[1], at byte 5, line 1, column 6");
    message(
        "[null]",
        Reader::beginArray,
        "wrong kind of value: expected an array, found null, at $[0], at byte 1, line 1, column 2");
    message(
        "[1, tru]",
        Reader::skip,
        "invalid syntax: expected a value, found `tru`, at $[1], at byte 4, line 1, column 5");
    message(
        "[1 2]",
        Reader::skip,
        "invalid syntax: expected `,` or `]`, found `2`, at $[0], at byte 3, line 1, column 4");
    message(
        "[1] 2",
        Reader::skip,
        "data after the document: expected the end of input, found `2`, at $, at byte 4, line 1,"
            + " column 5");
  }

  private static void readObject(Reader reader) {
    long begin = reader.offset();
    boolean[] seen = new boolean[FIELDS.size()];
    int next = reader.beginObject(FIELDS);
    while (next != Reader.END) {
      if (next == Reader.UNKNOWN) {
        throw reader.unknown(FIELDS);
      }
      if (seen[next]) {
        reader.again(FIELDS, next);
      }
      seen[next] = true;
      reader.skip();
      next = reader.nextField(FIELDS, next + 1);
    }
    if (!seen[0]) {
      throw reader.missing(FIELDS, 0, begin);
    }
    throw reader.refused("a better object", begin);
  }

  @Test
  void members() {
    message(
        "[{\"id\":1,\"na\\\"me\":2,\"na\\\"me\":3}]",
        TypedErrorsTest::readObject,
        "duplicate key: expected each key once, found \"na\\\"me\" again, at $[0][\"na\\\"me\"], at"
            + " byte 20, line 1, column 21");
    message(
        "[{\"id\":1, \"nam\\u0065\":2}]",
        TypedErrorsTest::readObject,
        "unknown member: expected one of `id`, `na\"me`, found \"name\", at $[0].name, at byte 10,"
            + " line 1, column 11");
    message(
        "[{}]",
        TypedErrorsTest::readObject,
        "missing member: expected a member `id`, at $[0], at byte 1, line 1, column 2");
    message(
        "[{\"id\":[]}]",
        TypedErrorsTest::readObject,
        "value refused: expected a better object, at $[0], at byte 1, line 1, column 2");
  }

  @Test
  void errorsOfObjectsAreAtTheirBrackets() {
    Consumer<Reader> second =
        reader -> {
          reader.skip();
          reader.nextItem();
          readObject(reader);
        };
    message(
        "[0,\n \t\r {}]",
        second,
        "missing member: expected a member `id`, at $[1], at byte 8, line 2, column 5");
    message(
        "[0, {\"id\":1}]",
        second,
        "value refused: expected a better object, at $[1], at byte 4, line 1, column 5");
    String commented = "[0, /* é */ {}]";
    for (JsonOptions options :
        new JsonOptions[] {JsonOptions.JSON5, JsonOptions.STRICT.withComments(true)}) {
      VarvelException error = error(commented, options, second);
      assertEquals("$[1] 13 13", error.path() + " " + error.offset() + " " + error.column());
    }
  }

  @Test
  void placesOfJson5() {
    String text = "// €\n[1,\n '\\\nx', {id: 1, id: 2}]";
    VarvelException error = error(text, JsonOptions.JSON5, Reader::readInt);
    assertEquals(
        "wrong kind of value: expected an integer, found a string, at $[1], at byte 12, line 3,"
            + " column 2\n"
            + "3 |  '\\\n"
            + "  |  ^",
        error.report());
    String objects = "[/**/ {id: 1, 'id': 2,}]";
    assertEquals(
        "duplicate key: expected each key once, found \"id\" again, at $[0].id, at byte 14, line 1,"
            + " column 15",
        error(objects, JsonOptions.JSON5, TypedErrorsTest::readObject).getMessage());
  }

  @Test
  void moreValuesThanTheLimit() {
    JsonOptions three = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withNodes(3));
    VarvelException error = error("[1, 2, 3]", three, Reader::readInt);
    assertEquals(ErrorKind.NODE_LIMIT, error.kind());
    assertEquals("at most 3 nodes", error.expected());
    assertEquals(6, error("[[1],[2]]", three, Reader::skip).offset() + 1);
    byte[] text = "[1, 2]".getBytes(StandardCharsets.UTF_8);
    new JsonReader(text, 0, text.length, three).skip();
  }

  @Test
  void wordsForNumbersAreReadInJson5Alone() {
    byte[] text = "[NaN, -Infinity, Infinity, 1]".getBytes(StandardCharsets.UTF_8);
    JsonReader reader = new JsonReader(text, 0, text.length, JsonOptions.JSON5);
    reader.beginArray();
    assertEquals(Double.NaN, reader.readDouble());
    reader.nextItem();
    assertEquals(Float.NEGATIVE_INFINITY, reader.readFloat());
    reader.nextItem();
    reader.skip();
    reader.nextItem();
    assertEquals(1, reader.readInt());
    message(
        "[-Infinity]",
        Reader::readDouble,
        "invalid number: expected a digit, found `Infinity`, at $[0], at byte 2, line 1, column 3");
  }
}
