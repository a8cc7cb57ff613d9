package dev.varvel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Draws calls of a writer that make a value which a format has. */
public final class Values {
  /** A call. */
  public interface Call {
    /** Calls a writer. */
    void to(Writer writer);
  }

  private final Random random;
  private final boolean cbor;
  private final boolean messagePack;
  private final List<Call> calls = new ArrayList<>();

  private Values(long seed, boolean cbor, boolean messagePack) {
    random = new Random(seed);
    this.cbor = cbor;
    this.messagePack = messagePack;
  }

  /** Returns the calls of a value of JSON, or of more kinds. */
  public static Call draw(long seed, boolean cbor, boolean messagePack) {
    Values values = new Values(seed, cbor, messagePack);
    values.value(4);
    return writer -> values.calls.forEach(call -> call.to(writer));
  }

  private int size() {
    int most = random.nextInt(8) == 0 ? 300 : 4;
    return random.nextInt(most);
  }

  private void value(int depth) {
    int kinds = cbor || messagePack ? 12 : 8;
    switch (random.nextInt(depth == 0 ? kinds - 2 : kinds)) {
      case 0 -> calls.add(Writer::writeNull);
      case 1 -> {
        boolean value = random.nextBoolean();
        calls.add(writer -> writer.writeBoolean(value));
      }
      case 2, 3 -> number();
      case 4, 5 -> {
        String text = text();
        calls.add(writer -> writer.writeString(text));
      }
      case 6 -> {
        if (cbor || messagePack) {
          byte[] bytes = new byte[size()];
          random.nextBytes(bytes);
          calls.add(writer -> writer.writeBytes(bytes));
        } else {
          array(depth);
        }
      }
      case 7 -> {
        if (cbor || messagePack) {
          long seconds = integer() >> 24;
          int nanos = random.nextBoolean() ? 0 : random.nextInt(1_000_000_000);
          calls.add(writer -> writer.writeTimestamp(seconds, nanos));
        } else {
          object(depth);
        }
      }
      case 8 -> special(depth);
      case 9 -> {
        double value = Double.longBitsToDouble(random.nextLong());
        calls.add(writer -> writer.writeDouble(value != value ? Double.NaN : value));
      }
      case 10 -> array(depth);
      default -> {
        if (random.nextInt(4) == 0) {
          map(depth);
        } else {
          object(depth);
        }
      }
    }
  }

  private void special(int depth) {
    if (cbor && random.nextBoolean()) {
      int number = 32 + random.nextInt(224);
      calls.add(writer -> writer.writeSimple(number));
    } else if (cbor && depth > 0) {
      long tag = 100 + (random.nextLong() >>> random.nextInt(64) & Long.MAX_VALUE / 2);
      calls.add(writer -> writer.beginTag(tag));
      value(depth - 1);
    } else if (messagePack) {
      int type = random.nextInt(255) - 128;
      byte[] bytes = new byte[random.nextInt(20)];
      calls.add(writer -> writer.beginExtension(type == -1 ? 5 : type));
      calls.add(writer -> writer.writeBytes(bytes));
    } else {
      number();
    }
  }

  private long integer() {
    return random.nextLong() >> random.nextInt(64);
  }

  private void number() {
    switch (random.nextInt(cbor ? 7 : 4)) {
      case 0 -> {
        int value = random.nextInt(400) - 200;
        calls.add(writer -> writer.writeInt(value));
      }
      case 1 -> {
        long value = random.nextLong() | Long.MIN_VALUE;
        calls.add(writer -> writer.writeUnsignedLong(value));
      }
      case 2 -> {
        double value = random.nextInt(1000) / 8.0 + 0.0625;
        calls.add(writer -> writer.writeDouble(value));
      }
      case 3 -> {
        long value = integer();
        calls.add(writer -> writer.writeLong(value));
      }
      case 4, 5 -> {
        BigInteger value = new BigInteger(random.nextInt(900), random);
        BigInteger signed = random.nextBoolean() ? value : value.negate();
        calls.add(writer -> writer.writeBigInteger(signed));
      }
      default -> {
        // Other ones have more texts than one.
        BigInteger digits = new BigInteger(random.nextInt(200), random).setBit(30);
        BigDecimal value = new BigDecimal(digits, 1 + random.nextInt(6));
        calls.add(writer -> writer.writeBigDecimal(value));
      }
    }
  }

  private String text() {
    StringBuilder text = new StringBuilder();
    for (int i = size(); i > 0; i--) {
      text.appendCodePoint(
          random.nextInt(6) > 0 ? 'a' + random.nextInt(26) : 1 + random.nextInt(0xD000));
    }
    return text.toString();
  }

  private int said(int size) {
    return random.nextBoolean() ? size : Writer.UNKNOWN;
  }

  private void array(int depth) {
    int size = size();
    int said = said(size);
    calls.add(writer -> writer.beginArray(said));
    for (int i = 0; i < size; i++) {
      calls.add(Writer::item);
      value(Math.max(depth - 1, 0));
    }
    calls.add(Writer::endArray);
  }

  private void object(int depth) {
    int size = size();
    int said = said(size);
    calls.add(writer -> writer.beginObject(said));
    for (int i = 0; i < size; i++) {
      String key = i + text();
      calls.add(writer -> writer.key(key));
      value(Math.max(depth - 1, 0));
    }
    calls.add(Writer::endObject);
  }

  private void map(int depth) {
    int size = size();
    int said = said(size);
    calls.add(writer -> writer.beginMap(said));
    for (int i = 0; i < size; i++) {
      int number = i;
      switch (random.nextInt(3)) {
        case 0 -> calls.add(writer -> writer.writeInt(number));
        case 1 -> calls.add(writer -> writer.writeInstant(Instant.ofEpochSecond(number)));
        default -> {
          calls.add(writer -> writer.beginArray(1));
          calls.add(Writer::item);
          calls.add(writer -> writer.writeInt(number));
          calls.add(Writer::endArray);
        }
      }
      value(Math.max(depth - 1, 0));
    }
    calls.add(Writer::endMap);
  }
}
