package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Suites;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/**
 * A reader that copies a text, one that skips it, and the search for faults agree about each text:
 * they take it, or give the same error at the same place.
 */
class ReadersAgreeTest {
  private static final String[] TEXTS = {
    "{\"a\":[1,2,{\"b\":null,\"cé\":\"x\\ud83d\\ude00\"}],\"d\":-1.5e3,\"e\":true,\"f\":[[[]]]}",
    "[{\"id\":1,\"name\":\"A\\n\"},\n  {\"id\":2, \"name\": \"日本\"}, {}, [ ], false, \"\"]",
    "[0.1, -0, 12345678901234567890, 1E+2, 9223372036854775807, \"\\u00e9\\\\\", \"\ud83d\ude00\"]",
    "\ufeff [\"a long string that is more than one word of eight bytes\", \"\\b\\f\\n\\r\\t\\/\"] "
  };

  private static final byte[] BYTES =
      "{}[]:,\"\\ \n\t0123456789.eE+-truefalsn/*'x_u\0\u0001\u007f"
          .getBytes(StandardCharsets.UTF_8);

  private static String outcome(byte[] text, JsonOptions options, Consumer<JsonReader> reading) {
    try {
      JsonReader reader = new JsonReader(text, 0, text.length, options);
      reading.accept(reader);
      reader.finish();
      return "taken";
    } catch (VarvelException e) {
      return described(e);
    }
  }

  private static String described(VarvelException e) {
    return e == null ? "taken" : e.getMessage();
  }

  private static void check(byte[] text, JsonOptions options) {
    String wanted = described(FaultFinder.findInText(text, 0, text.length, options));
    String shown = new String(text, StandardCharsets.UTF_8);
    assertEquals(wanted, outcome(text, options, JsonReader::skip), shown);
    String copied = outcome(text, options, Copying.TEXT::read);
    String given = outcome(text, options, reader -> reader.copyTo(new JsonWriter()));
    // A copy knows the byte of what the writer refuses.
    boolean refused = copied.startsWith(ErrorKind.UNREPRESENTABLE.phrase());
    assertTrue(refused ? given.startsWith(copied + ", at byte") : given.equals(copied), shown);
    // A copy needs floats, and text of JSON need not have any.
    if (!copied.startsWith(ErrorKind.NUMBER_OUT_OF_RANGE.phrase())
        && !copied.startsWith(ErrorKind.UNREPRESENTABLE.phrase())) {
      assertEquals(wanted, copied, shown);
    }
  }

  private static List<byte[]> texts() throws IOException {
    List<byte[]> texts = new ArrayList<>();
    for (String text : TEXTS) {
      texts.add(text.getBytes(StandardCharsets.UTF_8));
    }
    texts.addAll(Suites.textsOfJson(2000));
    return texts;
  }

  @Test
  void everyTruncation() throws IOException {
    int count = 0;
    for (byte[] text : texts()) {
      for (int length = 0; length <= text.length; length++) {
        byte[] part = Arrays.copyOf(text, length);
        check(part, JsonOptions.STRICT);
        check(part, JsonOptions.JSON5);
        check(part, JsonOptions.STRICT.withComments(true));
        count++;
      }
    }
    assertTrue(count > 300);
  }

  @Test
  void drawnChanges() throws IOException {
    List<byte[]> texts = texts();
    Random random = new Random(31);
    for (int i = 0; i < 40_000; i++) {
      byte[] text = texts.get(random.nextInt(texts.size()));
      for (int j = random.nextInt(3); j >= 0; j--) {
        text = changed(text, random);
      }
      check(text, random.nextInt(4) == 0 ? JsonOptions.JSON5 : JsonOptions.STRICT);
    }
  }

  private static byte[] changed(byte[] text, Random random) {
    int at = random.nextInt(text.length + 1);
    int cut = Math.min(random.nextInt(3), text.length - at);
    int more = random.nextInt(3);
    byte[] out = new byte[text.length - cut + more];
    System.arraycopy(text, 0, out, 0, at);
    for (int i = 0; i < more; i++) {
      boolean any = random.nextInt(8) == 0;
      out[at + i] = any ? (byte) random.nextInt() : BYTES[random.nextInt(BYTES.length)];
    }
    System.arraycopy(text, at + cut, out, at + more, text.length - at - cut);
    return out;
  }
}
