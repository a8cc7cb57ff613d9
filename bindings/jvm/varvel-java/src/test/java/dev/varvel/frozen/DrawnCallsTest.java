package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Duplicates;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * What a writer finishes is valid, whatever calls it gets, and nothing else is thrown than its own
 * errors. {@code VARVEL_DRAWN} is the number of documents, 5,000 by default.
 */
class DrawnCallsTest {
  private static final String[] TEXTS = {
    "", "a", "b", "ab", "abc", "g\u00f6\u00dfe", "\ud83d\ude00", "x".repeat(128), "y".repeat(257)
  };

  private static final long[] INTEGERS = {
    0, 1, -1, 127, 128, 2047, 2048, -2049, 70_000, 1L << 31, -1L << 31, Long.MAX_VALUE
  };

  private static final Limits DEEP = Limits.DEFAULT.withDepth(Integer.MAX_VALUE);

  private final Random random = new Random(1);

  private String text() {
    return TEXTS[random.nextInt(TEXTS.length)];
  }

  private long integer() {
    return INTEGERS[random.nextInt(INTEGERS.length)];
  }

  /** Writes a value; rarely a call comes that cannot come there. */
  private void value(FrozenWriter writer, int depth) {
    if (random.nextInt(500) == 0) {
      wrong(writer);
    }
    switch (depth > 4 ? 9 : random.nextInt(12)) {
      case 0, 1 -> array(writer, depth);
      case 2, 3 -> object(writer, depth);
      case 4, 5 -> map(writer, depth);
      case 6 -> {
        writer.beginTag(integer());
        value(writer, depth + 1);
      }
      case 7 -> {
        writer.beginExtension((int) integer() & 0x7F);
        value(writer, depth + 1);
      }
      default -> scalar(writer);
    }
  }

  private void array(FrozenWriter writer, int depth) {
    writer.beginArray(Writer.UNKNOWN);
    boolean isOfNumbers = random.nextInt(3) == 0;
    for (int i = random.nextInt(10); i > 0; i--) {
      if (isOfNumbers) {
        writer.writeLong(integer());
      } else {
        value(writer, depth + 1);
      }
    }
    writer.endArray();
  }

  private void object(FrozenWriter writer, int depth) {
    writer.beginObject(Writer.UNKNOWN);
    for (int i = random.nextInt(random.nextInt(10) == 0 ? 40 : 5); i > 0; i--) {
      writer.key(random.nextInt(4) == 0 ? text() : "key" + random.nextInt(1000));
      value(writer, depth + 1);
    }
    writer.endObject();
  }

  private void map(FrozenWriter writer, int depth) {
    writer.beginMap(Writer.UNKNOWN);
    boolean isOfStrings = random.nextInt(4) == 0;
    for (int i = random.nextInt(5); i > 0; i--) {
      if (isOfStrings) {
        writer.writeString(text());
      } else {
        value(writer, depth + 1);
      }
      value(writer, depth + 1);
    }
    if (random.nextBoolean()) {
      writer.endMap();
    } else {
      writer.endUnsortedMap();
    }
  }

  private void wrong(FrozenWriter writer) {
    switch (random.nextInt(7)) {
      case 0 -> writer.beginArray(Writer.UNKNOWN);
      case 1 -> writer.endArray();
      case 2 -> writer.endObject();
      case 3 -> writer.endMap();
      case 4 -> writer.key(text());
      case 5 -> writer.beginTag(1);
      default -> scalar(writer);
    }
  }

  private void scalar(FrozenWriter writer) {
    switch (random.nextInt(16)) {
      case 0 -> writer.writeNull();
      case 1 -> writer.writeBoolean(random.nextBoolean());
      case 2, 3, 4 -> writer.writeLong(integer());
      case 5 -> writer.writeUnsignedLong(random.nextLong());
      case 6 -> writer.writeBigInteger(BigInteger.valueOf(integer()).pow(3));
      case 7 -> writer.writeFloat(random.nextFloat());
      case 8 -> writer.writeDouble(Double.longBitsToDouble(random.nextLong()));
      case 9 -> writer.writeBigDecimal(BigDecimal.valueOf(integer(), random.nextInt(9)));
      case 10 -> writer.writeBytes(new byte[random.nextInt(4)]);
      case 11 -> writer.writeTimestamp(integer(), random.nextInt(1_000_000_000));
      case 12 -> writer.writeSimple(random.nextInt(256));
      default -> writer.writeString(text());
    }
  }

  private FreezeOptions options() {
    Duplicates policy = Duplicates.values()[random.nextInt(3)];
    Limits limits = random.nextInt(4) == 0 ? Limits.DEFAULT.withNodes(random.nextInt(20)) : DEEP;
    return new FreezeOptions(
        limits, policy, random.nextInt(4) == 0, random.nextBoolean(), random.nextBoolean());
  }

  private Frozen drawn() {
    FrozenWriter writer = new FrozenWriter(options());
    try {
      value(writer, 0);
    } catch (VarvelException e) {
      // What comes after an error finishes no document.
      assertThrows(VarvelException.class, writer::finish);
      return null;
    }
    try {
      return writer.finish();
    } catch (VarvelException e) {
      return null;
    }
  }

  @Test
  void finishedDocumentsAreValid() {
    String count = System.getenv("VARVEL_DRAWN");
    int documents = count == null ? 5_000 : Integer.parseInt(count);
    int finished = 0;
    for (int i = 0; i < documents; i++) {
      Frozen document = drawn();
      if (document == null) {
        continue;
      }
      finished++;
      Frozen read = Frozen.open(document.bytes(), DEEP);
      byte[] canonical = read.root().canonical().bytes();
      FreezeOptions shared = FreezeOptions.DEFAULT.withLimits(DEEP).withSharedStrings(true);
      Frozen copy = Frozen.open(Frozen.freeze(read, shared).bytes(), DEEP);
      assertArrayEquals(canonical, copy.root().canonical().bytes());
    }
    assertTrue(finished > documents / 4, finished + " of " + documents);
  }
}
