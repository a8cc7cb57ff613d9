package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.cbor.Cbor;
import dev.varvel.cbor.CborReader;
import dev.varvel.frozen.Frozen;
import dev.varvel.frozen.FrozenReader;
import dev.varvel.frozen.FrozenWriter;
import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import dev.varvel.json.JsonReader;
import dev.varvel.msgpack.MessagePackReader;
import dev.varvel.msgpack.MessagePackWriter;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** One codec in all formats: values, and the errors of typed reading. */
class CodecsInAllFormatsTest {
  @Test
  void aValueIsTheSameInAllFormats() {
    for (int number = 0; number < 40; number++) {
      Sample value = Sample.of(number, number % 4);
      assertEquals(value, Json.read(Json.write(value, Sample.CODEC), Sample.CODEC));
      assertEquals(value, Cbor.read(Cbor.write(value, Sample.CODEC), Sample.CODEC));
      assertEquals(value, Frozen.freeze(value, Sample.CODEC).read(Sample.CODEC));
      // MessagePack has no decimals.
      MessagePackWriter writer = new MessagePackWriter(true);
      Sample.CODEC.write(value, writer);
      MessagePackReader reader = new MessagePackReader(writer.toByteArray());
      assertEquals(value, Sample.CODEC.read(reader));
      reader.finish();
    }
  }

  /** Returns readers of a document of JSON in all formats, with the type of each. */
  private static List<Function<String, Reader>> readers() {
    return List.of(
        json -> JsonReader.of(json, JsonOptions.STRICT),
        json -> {
          MessagePackWriter writer = new MessagePackWriter();
          JsonReader.of(json, JsonOptions.STRICT).copyTo(writer);
          return new MessagePackReader(writer.toByteArray());
        },
        json -> {
          var writer = new dev.varvel.cbor.CborWriter();
          JsonReader.of(json, JsonOptions.STRICT).copyTo(writer);
          return new CborReader(writer.toByteArray());
        },
        json -> {
          FrozenWriter writer = new FrozenWriter();
          JsonReader.of(json, JsonOptions.STRICT).copyTo(writer);
          return new FrozenReader(writer.finish().root());
        });
  }

  private static void fails(String json, Function<Reader, ?> read, String message) {
    for (Function<String, Reader> open : readers()) {
      Reader reader = open.apply(json);
      var error = assertThrows(VarvelException.class, () -> read.apply(reader));
      String found = error.getMessage();
      assertEquals(message, found.substring(0, found.indexOf(", at byte")), reader.toString());
    }
  }

  private static Object inside(Reader reader, Function<Reader, ?> read) {
    reader.beginObject();
    reader.readKey();
    reader.beginArray();
    reader.skip();
    reader.nextItem();
    return read.apply(reader);
  }

  @Test
  void errorsOfTypesAreTheSame() {
    fails(
        "{\"a\": [0, 4294967296]}",
        r -> inside(r, Reader::readInt),
        "number out of range: expected an integer that fits i32, found 4294967296, at $.a[1]");
    fails(
        "{\"a\": [0, 18446744073709551615]}",
        r -> inside(r, Reader::readLong),
        "number out of range: expected an integer that fits i64, found 18446744073709551615, at"
            + " $.a[1]");
    fails(
        "{\"a\": [0, 1.5]}",
        r -> inside(r, Reader::readInt),
        "wrong kind of value: expected an integer, found a float, at $.a[1]");
    fails(
        "{\"a\": [[1, {}], \"b\"]}",
        r -> inside(r, Reader::readBoolean),
        "wrong kind of value: expected a boolean, found a string, at $.a[1]");
    fails(
        "{\"a\": [0, {\"b\": 1}]}",
        r -> inside(r, Reader::beginArray),
        "wrong kind of value: expected an array, found an object, at $.a[1]");
    fails(
        "{\"a\": [0, {\"b\": 1}]}",
        r ->
            inside(
                r,
                i -> {
                  Fields fields = Fields.of("x", "y");
                  long begin = i.offset();
                  assertEquals(Reader.UNKNOWN, i.beginObject(fields));
                  throw i.unknown(fields);
                }),
        "unknown member: expected one of `x`, `y`, found \"b\", at $.a[1].b");
    fails(
        "{\"a\": [0, {\"b\": 1}]}",
        r ->
            inside(
                r,
                i -> {
                  Fields fields = Fields.of("x", "y");
                  long begin = i.offset();
                  i.beginObject(fields);
                  i.skip();
                  i.nextField(fields, 0);
                  throw i.missing(fields, 1, begin);
                }),
        "missing member: expected a member `y`, at $.a[1]");
    fails(
        "{\"a\": [0, {\"b\": 1}]}",
        r ->
            inside(
                r,
                i -> {
                  i.beginObject();
                  return i.readLongKey();
                }),
        "value refused: expected an integer that fits i64, found \"b\", at $.a[1].b");
    fails(
        "{\"a\": [0, \"x\"]}",
        r ->
            inside(
                r,
                i -> {
                  long begin = i.offset();
                  throw i.otherForm("a colour", i.readString(), begin);
                }),
        "wrong kind of value: expected a colour, found \"x\", at $.a[1]");
  }

  @Test
  void aForkReadsAhead() {
    for (Function<String, Reader> open : readers()) {
      Reader reader = open.apply("[{\"x\": [1, 2], \"kind\": \"a\"}, 5]");
      reader.beginArray();
      assertEquals("a", reader.hint("kind"));
      assertEquals("{\"x\":[1,2],\"kind\":\"a\"}", reader.readJson().replace(" ", ""));
      assertEquals(true, reader.nextItem());
      assertEquals(5, reader.readInt());
      assertEquals(false, reader.nextItem());
    }
  }
}
