package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Codec;
import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.ProcessorTime;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Random;
import org.junit.jupiter.api.Test;

class JsonStreamTest {
  private static final JsonOptions STRICT = JsonOptions.STRICT;
  private static final JsonOptions COMMENTS = STRICT.withComments(true);

  /** Gives so many bytes at a time, and fails once before each of them if asked to. */
  private static final class Pieces extends InputStream {
    private final ByteArrayInputStream all;
    private final int most;
    private final boolean fails;
    private boolean failed;
    private boolean closed;

    Pieces(byte[] all, int most, boolean fails) {
      this.all = new ByteArrayInputStream(all);
      this.most = most;
      this.fails = fails;
    }

    @Override
    public int read() {
      throw new UnsupportedOperationException();
    }

    @Override
    public int read(byte[] to, int at, int length) throws IOException {
      if (fails) {
        failed = !failed;
        if (failed) {
          throw new IOException("the line is down");
        }
      }
      return all.read(to, at, Math.min(most, length));
    }

    @Override
    public void close() {
      closed = true;
    }
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  /** Reads all values of a stream, and adds the error that ends it. */
  private static List<String> all(JsonStream stream) {
    List<String> found = new ArrayList<>();
    try {
      while (stream.hasNext()) {
        found.add(stream.next(Copying.TEXT));
      }
    } catch (VarvelException e) {
      found.add(described(e));
    }
    return found;
  }

  private static String described(VarvelException e) {
    String place = e.offset() + " " + e.line() + ":" + e.column() + " " + e.path();
    return e.number() + " " + place + " " + e.expected();
  }

  private static void values(String text, JsonOptions options, String... wanted) {
    for (int most : new int[] {1, 2, 3, 1000}) {
      Pieces pieces = new Pieces(bytes(text), most, false);
      assertEquals(List.of(wanted), all(JsonStream.values(pieces, options)), text);
    }
  }

  private static void items(String text, JsonOptions options, String... wanted) {
    for (int most : new int[] {1, 2, 3, 1000}) {
      Pieces pieces = new Pieces(bytes(text), most, false);
      assertEquals(List.of(wanted), all(JsonStream.items(pieces, options)), text);
    }
  }

  @Test
  void valuesInARow() {
    values("", STRICT);
    values(" \n ", STRICT);
    values("\ufeff1\n", STRICT, "1");
    values(
        "{\"a\": [1, \"}\"]}\n[]\n\n1 true\tnull",
        STRICT,
        "{\"a\":[1,\"}\"]}",
        "[]",
        "1",
        "true",
        "null");
    values(
        "{}{}[]\"a\"\"\\\"é\"1\"b\"2[3]",
        STRICT,
        "{}",
        "{}",
        "[]",
        "\"a\"",
        "\"\\\"é\"",
        "1",
        "\"b\"",
        "2",
        "[3]");
    values("-1.5e+3 0.1", STRICT, "-1500.0", "0.1");
  }

  @Test
  void errorsOfValuesInARow() {
    values("1\n{\"a\": x}\n", STRICT, "1", "1 8 2:7 $.a a value");
    values("1\n{\"a\": [1", STRICT, "1", "2 10 2:9 $.a[0] `,` or `]`");
    values("1 tru", STRICT, "1", "2 5 1:6 $ the rest of `true`, `false` or `null`");
    values("1 tru ", STRICT, "1", "1 2 1:3 $ a value");
    values("1,2", STRICT, "1", "1 1 1:2 $ a value");
    values("1true", STRICT, "3 1 1:2 $ the end of input");
    values("\"é\" \"abc", STRICT, "\"é\"", "2 9 1:9 $ the closing quote of a string");
    values("1 /* two */", STRICT, "1", "1 2 1:3 $ a value");
    values("1 \ufeff2", STRICT, "1", "1 2 1:3 $ a value");
    // A byte order mark before all of them has no column.
    values("\ufeff1 x", STRICT, "1", "1 5 1:3 $ a value");
    values("\ufeff[x", STRICT, "1 4 1:2 $[0] a value");
    values("\ufeff1\n x", STRICT, "1", "1 6 2:2 $ a value");
  }

  @Test
  void itemsOfAnArray() {
    items("[]", STRICT);
    items(" [ ] ", STRICT);
    items("\ufeff[1, [2, 3] ,{\"a\":[]},\"]\"\n]\n", STRICT, "1", "[2,3]", "{\"a\":[]}", "\"]\"");
  }

  @Test
  void errorsOfItems() {
    items("", STRICT, "2 0 1:1 $ a value");
    items("x", STRICT, "1 0 1:1 $ a value");
    items("\n{}", STRICT, "15 1 2:1 $ an array");
    items("[", STRICT, "2 1 1:2 $[0] a value");
    items("[1,", STRICT, "1", "2 3 1:4 $[1] a value");
    items("[1,]", STRICT, "1", "1 3 1:4 $[1] a value");
    items("[1", STRICT, "1", "2 2 1:3 $[0] `,` or `]`");
    items("[1 2]", STRICT, "1", "1 3 1:4 $[0] `,` or `]`");
    items("[1}", STRICT, "1", "1 2 1:3 $[0] `,` or `]`");
    items("[1,\n{\"é\": [0, tru]}]", STRICT, "1", "1 15 2:11 $[1].é[1] a value");
    items("[1] 2", STRICT, "1", "3 4 1:5 $ the end of input");
    items("[{}, {\"a\":1]", STRICT, "{}", "1 11 1:12 $[1].a `,` or `}`");
  }

  private static JsonReader whole(String text, JsonOptions options) {
    return new JsonReader(bytes(text), 0, bytes(text).length, options);
  }

  @Test
  void errorsBeforeAndBehindTheArray() {
    for (String text : new String[] {"Infinity", "-Infinity", "NaN", ".5", "+1", "{", "tru"}) {
      String before = "/**/" + text;
      VarvelException error =
          assertThrows(VarvelException.class, () -> whole(before, JsonOptions.JSON5).beginArray());
      items(before, JsonOptions.JSON5, described(error));
    }
    // The stream asks for the array before it reads the string.
    items("/**/'[", JsonOptions.JSON5, "15 4 1:5 $ an array");
    items("/* [", COMMENTS, "2 4 1:5 $ the end of a comment, */");
    items("[1] /* ]", COMMENTS, "1", "2 8 1:9 $ the end of a comment, */");
    items("[ /* ]", COMMENTS, "2 6 1:7 $[0] the end of a comment, */");
  }

  @Test
  void aRefusedValueTakesTimeForItself() {
    // The first value makes the window large, and the last one is in it from then on.
    String large = '"' + "a".repeat(8_000_000) + '"';
    String text = large + "x ".repeat(20_000) + large;
    JsonStream stream = JsonStream.values(new Pieces(bytes(text), 1 << 25, false), STRICT);
    stream.next(SKIPPED);
    ProcessorTime.within(
        Duration.ofSeconds(10),
        () -> {
          for (int i = 0; i < 20_000; i++) {
            VarvelException error = assertThrows(VarvelException.class, () -> stream.next(LONG));
            assertEquals(ErrorKind.SYNTAX, error.kind());
          }
        });
    assertTrue(stream.next(SKIPPED));
  }

  @Test
  void aStreamThatGivesNothingIsAnError() {
    InputStream nothing =
        new InputStream() {
          @Override
          public int read() {
            throw new UnsupportedOperationException();
          }

          @Override
          public int read(byte[] to, int at, int length) {
            return 0;
          }
        };
    JsonStream stream = JsonStream.values(nothing, STRICT);
    VarvelException error = assertThrows(VarvelException.class, stream::hasNext);
    assertEquals(
        "input/output error, at byte 0, line 1, column 1: no bytes were read", error.getMessage());
  }

  @Test
  void limits() {
    JsonOptions deep = STRICT.withLimits(Limits.DEFAULT.withDepth(2));
    items("[[[]]]", deep, "11 2 1:3 $[0][0] at most 2 containers inside each other");
    items("[[1],[2]]", deep, "[1]", "[2]");
    values("[[1]]\n[[[1", deep, "[[1]]", "11 8 2:3 $[0][0] at most 2 containers inside each other");
    items(
        "[]",
        STRICT.withLimits(Limits.DEFAULT.withDepth(0)),
        "11 0 1:1 $ at most 0 containers inside each other");
    JsonOptions short4 = STRICT.withLimits(Limits.DEFAULT.withBytes(4));
    values("1234 \"ab\" [1,2,", short4, "1234", "\"ab\"", "12 14 1:15 $[1] at most 4 bytes");
    items("[1234, 12345", short4, "1234", "12 11 1:12 $[1] at most 4 bytes");
    values(" ".repeat(9) + "1", short4, "1");
  }

  @Test
  void commentsAndJson5() {
    items(
        "/* [ */ [1, // , 2\n '\\'],', {a: \"//\", /*]*/},\u00a0]//",
        JsonOptions.JSON5,
        "1",
        "\"'],\"",
        "{\"a\":\"//\"}");
    values(
        "1/**/2 // \u2028 +3\u00a0.5 {a: '}'}'b'/*/*/",
        JsonOptions.JSON5,
        "1",
        "2",
        "3",
        "0.5",
        "{\"a\":\"}\"}",
        "\"b\"");
    values("[1 // ]\u2028, 2]", JsonOptions.JSON5, "[1,2]");
    values("1 // é\n[2, /* ] */ 3] // [", COMMENTS, "1", "[2,3]");
    items("[1, /* é", COMMENTS, "1", "2 9 1:9 $[1] the end of a comment, */");
    values("1\n{a: b}", JsonOptions.JSON5, "1", "1 6 2:5 $.a a value");
    items("[1,\n {a: [0x10 2]}]", JsonOptions.JSON5, "1", "1 15 2:12 $[1].a[0] `,` or `]`");
    values("'a", COMMENTS, "1 0 1:1 $ a value");
  }

  @Test
  void aRefusedValueHasBeenPassed() {
    JsonStream stream = JsonStream.items(new Pieces(bytes("[1, \"x\", 3]"), 1, false), STRICT);
    assertEquals(1L, stream.next(LONG));
    VarvelException error = assertThrows(VarvelException.class, () -> stream.next(LONG));
    assertEquals("15 4 1:5 $[1] an integer", described(error));
    assertEquals("1 | \"x\"\n  | ^", error.excerpt());
    assertEquals(3L, stream.next(LONG));
    assertEquals(3, stream.count());
    assertFalse(stream.hasNext());
    assertThrows(NoSuchElementException.class, () -> stream.next(LONG));
  }

  private static final Codec<Long> LONG =
      new Codec<>() {
        @Override
        public Long read(Reader reader) {
          return reader.readLong();
        }

        @Override
        public void write(Long value, Writer writer) {
          writer.writeLong(value);
        }
      };

  @Test
  void errorsOfTheTextComeAgain() {
    JsonStream stream = JsonStream.items(new Pieces(bytes("[1 2]"), 9, false), STRICT);
    stream.next(LONG);
    VarvelException first = assertThrows(VarvelException.class, stream::hasNext);
    assertSame(first, assertThrows(VarvelException.class, () -> stream.next(LONG)));
  }

  @Test
  void theStreamIsClosed() throws IOException {
    Pieces pieces = new Pieces(bytes("1"), 1, false);
    try (JsonStream stream = JsonStream.values(pieces, STRICT)) {
      assertEquals("1", stream.next(Copying.TEXT));
    }
    assertTrue(pieces.closed);
  }

  @Test
  void afterAFailureOfTheStreamNothingIsLostOrReadTwice() {
    String text = "\ufeff [1, {\"é\": [2, 3]}, /* six\n */ \"x\\\"y\" , 12345 ] // end";
    for (JsonOptions options : new JsonOptions[] {COMMENTS, JsonOptions.JSON5}) {
      for (int most : new int[] {1, 3, 7}) {
        JsonStream stream = JsonStream.items(new Pieces(bytes(text), most, true), options);
        List<String> found = new ArrayList<>();
        int failures = 0;
        boolean more = true;
        while (more) {
          try {
            more = stream.hasNext();
            if (more) {
              found.add(stream.next(Copying.TEXT));
            }
          } catch (VarvelException e) {
            assertEquals(ErrorKind.IO, e.kind());
            assertEquals("the line is down", e.getCause().getMessage());
            assertEquals(Math.min((long) failures * most, bytes(text).length), e.offset());
            failures++;
          }
        }
        assertEquals(List.of("1", "{\"é\":[2,3]}", "\"x\\\"y\"", "12345"), found);
        assertEquals((bytes(text).length + most - 1) / most + 1, failures);
      }
    }
  }

  @Test
  void aFailureHasItsPlace() {
    InputStream input =
        new InputStream() {
          private int at;

          @Override
          public int read() throws IOException {
            if (at == 8) {
              throw new IOException("gone");
            }
            return bytes("1\n[\"é\",x")[at++] & 0xFF;
          }
        };
    JsonStream stream = JsonStream.values(input, STRICT);
    assertEquals("1", stream.next(Copying.TEXT));
    VarvelException error = assertThrows(VarvelException.class, () -> stream.next(Copying.TEXT));
    assertEquals("input/output error, at byte 8, line 2, column 6: gone", error.getMessage());
  }

  /** What a reader of the whole array finds: the items and the error. */
  private static List<String> whole(byte[] text) {
    List<String> found = new ArrayList<>();
    try {
      JsonReader reader = new JsonReader(text);
      if (reader.beginArray()) {
        do {
          found.add(Copying.TEXT.read(reader));
        } while (reader.nextItem());
      }
      reader.finish();
    } catch (VarvelException e) {
      found.add(described(e));
    }
    return found;
  }

  @Test
  void itemsAreWhatAReaderOfTheWholeFinds() {
    String[] parts = {
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      "\"a\"",
      "\"é\\n\"",
      "1",
      "-2.5",
      "true",
      "null",
      " ",
      "\n",
      "\"",
      "\\",
      "x",
      "tru",
      "1e",
      "0",
      "{\"k\":",
      "[1,2],",
      "{\"a\":[true]},",
      "\ud83d\ude00"
    };
    Random random = new Random(21);
    for (int i = 0; i < 30_000; i++) {
      StringBuilder text = new StringBuilder("[");
      for (int j = random.nextInt(8); j > 0; j--) {
        text.append(
            random.nextInt(3) == 0 ? parts[random.nextInt(parts.length)] : "[1, {\"b\": 2}],");
      }
      if (random.nextBoolean()) {
        text.append("0]");
      }
      byte[] bytes = bytes(text.toString());
      Pieces pieces = new Pieces(bytes, 1 + random.nextInt(9), false);
      List<String> whole = whole(bytes);
      List<String> found = all(JsonStream.items(pieces, STRICT));
      // Of `1x` a reader of the whole gives the number before it finds the letter.
      if (found.size() < whole.size()) {
        whole.remove(whole.size() - 2);
      }
      assertEquals(whole, found, text.toString());
    }
  }

  /** Repeats a text without end. */
  private static InputStream endless(String text, long most) {
    byte[] bytes = bytes(text);
    return new InputStream() {
      private long at;

      @Override
      public int read() {
        return at == most ? -1 : bytes[(int) (at++ % bytes.length)] & 0xFF;
      }
    };
  }

  @Test
  void memoryIsThatOfTheLargestValue() {
    long most = 10_000_000;
    String[] texts = {
      "[1, {\"a\": \"some text that is longer\"}]\n",
      " ".repeat(1000),
      "/* a long comment // with stars *** and so on é \n",
    };
    for (String text : texts) {
      JsonStream stream = JsonStream.values(endless(text, most), JsonOptions.JSON5);
      all(stream);
      assertEquals(most, stream.offset() + stream.held());
      assertTrue(stream.capacity() <= 1 << 16, text);
    }
  }

  @Test
  void hostileStreamsTakeLinearTime() {
    int n = 200_000;
    String[] texts = {
      "[".repeat(n),
      "{\"a\":".repeat(n),
      "\"" + "\\\"".repeat(n),
      "1".repeat(n),
      "1 ".repeat(n),
      "[" + "1,".repeat(n),
      "[" + "\"a\",".repeat(n),
      "/*".repeat(n),
      "[" + "//\n".repeat(n),
      "[\"" + "x".repeat(n)
    };
    JsonOptions deep = COMMENTS.withLimits(Limits.DEFAULT.withDepth(Integer.MAX_VALUE));
    for (String text : texts) {
      for (int most : new int[] {1, 1 << 20}) {
        ProcessorTime.within(
            Duration.ofSeconds(10),
            () -> {
              JsonStream values = JsonStream.values(new Pieces(bytes(text), most, false), deep);
              passAll(values);
              JsonStream items = JsonStream.items(new Pieces(bytes(text), most, false), deep);
              passAll(items);
            });
      }
    }
  }

  private static void passAll(JsonStream stream) {
    try {
      while (stream.hasNext()) {
        stream.next(SKIPPED);
      }
    } catch (VarvelException e) {
      assertTrue(e.offset() >= 0);
    }
  }

  private static final Codec<Boolean> SKIPPED =
      new Codec<>() {
        @Override
        public Boolean read(Reader reader) {
          reader.skip();
          return true;
        }

        @Override
        public void write(Boolean value, Writer writer) {
          throw new UnsupportedOperationException();
        }
      };
}
