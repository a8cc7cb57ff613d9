package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.internal.Escapes;
import dev.varvel.internal.Names;
import dev.varvel.internal.NumberWriter;
import dev.varvel.internal.Rfc3339;
import dev.varvel.internal.Utf8;
import dev.varvel.internal.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Objects;

/**
 * Writes JSON into memory, as UTF-8.
 *
 * <p>A writer can be used again after {@link #reset}, and keeps its memory. One writer belongs to
 * one thread.
 */
public final class JsonWriter extends Writer {
  /** How many bytes a number takes at most. */
  private static final int NUMBER = 32;

  /** How many characters of a string are copied before the memory is looked at again. */
  private static final int PART = 1 << 12;

  private final int indent;
  private final boolean ascii;

  private byte[] bytes;
  private int length;

  /** Whether a comma comes before the next item or key. */
  private boolean comma;

  /** Whether a byte beyond ASCII was written. */
  private boolean wide;

  private int depth;

  /** Makes a writer without white space. */
  public JsonWriter() {
    this(0, false);
  }

  /**
   * Makes a writer.
   *
   * @param indent the spaces of a level; 0 writes no white space at all
   * @param ascii whether characters beyond ASCII are written as escapes
   */
  public JsonWriter(int indent, boolean ascii) {
    if (indent < 0 || indent > 1024) {
      throw new IllegalArgumentException("an indentation of " + indent + " spaces");
    }
    this.indent = indent;
    this.ascii = ascii;
    bytes = new byte[512];
  }

  /** Forgets what was written. */
  public void reset() {
    length = 0;
    depth = 0;
    comma = false;
    wide = false;
  }

  @Override
  public int depth() {
    return depth;
  }

  @Override
  public VarvelException error(ErrorKind kind, String expected, String found) {
    return VarvelException.of(kind)
        .expected(expected)
        .found(found)
        .path(PathFinder.pathAt(bytes, 0, length, length, Origin.WHOLE))
        .build();
  }

  /** Returns how many bytes have been written. */
  public int length() {
    return length;
  }

  /** Returns how many bytes fit without more memory. */
  public int capacity() {
    return bytes.length;
  }

  /** Returns a copy of what was written. */
  public byte[] toByteArray() {
    return Arrays.copyOf(bytes, length);
  }

  /** Returns what was written. */
  @Override
  @SuppressWarnings("deprecation") // The one constructor that copies bytes without looking at them.
  public String toString() {
    return wide
        ? new String(bytes, 0, length, StandardCharsets.UTF_8)
        : new String(bytes, 0, 0, length);
  }

  /**
   * Gives what was written to a stream.
   *
   * @throws IOException if the stream fails
   */
  public void writeTo(OutputStream out) throws IOException {
    out.write(bytes, 0, length);
  }

  /** Makes room for so many bytes more. */
  private byte[] room(long more) {
    return bytes.length - length < more ? grown(more) : bytes;
  }

  private byte[] grown(long more) {
    long least = length + more;
    if (least > JsonReader.LARGEST) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT).expected("at most 2 GB of text").build();
    }
    long wanted = Math.max(2L * bytes.length, least);
    bytes = Arrays.copyOf(bytes, (int) Math.min(wanted, JsonReader.LARGEST));
    return bytes;
  }

  @Override
  public void writeNull() {
    Words.putInt(room(4), length, 0x6C6C756E);
    length += 4;
  }

  @Override
  public void writeBoolean(boolean value) {
    byte[] out = room(8);
    Words.put(out, length, value ? 0x65757274L : 0x65736C6166L);
    length += value ? 4 : 5;
  }

  @Override
  public void writeInt(int value) {
    length = NumberWriter.writeInt(value, room(NUMBER), length);
  }

  @Override
  public void writeLong(long value) {
    length = NumberWriter.writeLong(value, room(NUMBER), length);
  }

  @Override
  public void writeUnsignedLong(long value) {
    length = NumberWriter.writeUnsigned(value, room(NUMBER), length);
  }

  @Override
  public void writeFloat(float value) {
    if (!Float.isFinite(value)) {
      throw notFinite(value);
    }
    length = NumberWriter.writeFloat(value, room(NUMBER), length);
  }

  @Override
  public void writeDouble(double value) {
    if (!Double.isFinite(value)) {
      throw notFinite(value);
    }
    length = NumberWriter.writeDouble(value, room(NUMBER), length);
  }

  private VarvelException notFinite(double value) {
    String found = Double.isNaN(value) ? "NaN" : value < 0 ? "-Infinity" : "Infinity";
    return error(ErrorKind.UNREPRESENTABLE, "a number that JSON has", found);
  }

  @Override
  public void writeBigInteger(BigInteger value) {
    refuseNull(value);
    if (value.bitLength() < Long.SIZE) {
      writeLong(value.longValue());
    } else {
      raw(value.toString());
    }
  }

  @Override
  public void writeBigDecimal(BigDecimal value) {
    refuseNull(value);
    raw(value.toString());
  }

  @Override
  public void writeNumberText(String number) {
    refuseNull(number);
    byte[] text = number.getBytes(StandardCharsets.UTF_8);
    if (text.length == 0 || Numbers.length(text, 0, text.length) != text.length) {
      throw error(ErrorKind.INVALID_NUMBER, "a number in the grammar of JSON", "");
    }
    raw(number);
  }

  /** Writes characters of ASCII as they are. */
  @SuppressWarnings("deprecation") // Copies the low bytes of characters.
  private void raw(String text) {
    text.getBytes(0, text.length(), room(text.length()), length);
    length += text.length();
  }

  // The compiler of the JVM puts no method of more than 325 bytes of code into another: so this one
  // is compiled by itself, and its loops are better than as parts of a large method. That takes a
  // fifth of the time of a record.
  @Override
  public void writeString(String value) {
    refuseNull(value);
    int count = value.length();
    byte[] out = room(count + 2L + 8);
    int n = length;
    out[n++] = '"';
    int i = 0;
    for (int last = count - 8; i <= last; i += 8) {
      int c0 = value.charAt(i);
      int c1 = value.charAt(i + 1);
      int c2 = value.charAt(i + 2);
      int c3 = value.charAt(i + 3);
      int c4 = value.charAt(i + 4);
      int c5 = value.charAt(i + 5);
      int c6 = value.charAt(i + 6);
      int c7 = value.charAt(i + 7);
      long low = c0 | c1 << 8 | c2 << 16 | (long) c3 << 24;
      long high = c4 | c5 << 8 | c6 << 16 | (long) c7 << 24;
      long word = low | high << 32;
      // One beyond ASCII has disturbed its neighbours, and is found by its own bits.
      if ((c0 | c1 | c2 | c3 | c4 | c5 | c6 | c7) > 0x7F || Words.special(word) != 0) {
        break;
      }
      Words.put(out, n + i, word);
    }
    if (i <= count - 4) {
      int c0 = value.charAt(i);
      int c1 = value.charAt(i + 1);
      int c2 = value.charAt(i + 2);
      int c3 = value.charAt(i + 3);
      int word = c0 | c1 << 8 | c2 << 16 | c3 << 24;
      if ((c0 | c1 | c2 | c3) <= 0x7F && Words.special(word | 0x2020202000000000L) == 0) {
        Words.putInt(out, n + i, word);
        i += 4;
      }
    }
    for (; i < count; i++) {
      char c = value.charAt(i);
      if (c > 0x7F || PLAIN[c] == 0) {
        length = n + i;
        writeRest(value, i);
        return;
      }
      out[n + i] = (byte) c;
    }
    n += count;
    out[n] = '"';
    length = n + 1;
  }

  /** For each character of ASCII whether JSON has it as it is. */
  private static final byte[] PLAIN = new byte[128];

  static {
    Arrays.fill(PLAIN, ' ', 128, (byte) 1);
    PLAIN['"'] = 0;
    PLAIN['\\'] = 0;
  }

  /** Writes the characters from one on that may need more than a byte, and the closing quote. */
  private void writeRest(String value, int i) {
    int count = value.length();
    while (i < count) {
      int stop = Math.min(count, i + PART);
      // A character takes at most six bytes, and half of a pair may look one ahead.
      byte[] out = room((stop - i) * 6L + 16);
      int n = length;
      while (i < stop) {
        char c = value.charAt(i);
        if (c < 0x80) {
          n = PLAIN[c] != 0 ? put(out, n, c) : Escapes.write(c, out, n);
        } else if (Character.isSurrogate(c)) {
          if (Escapes.isLone(value, i)) {
            throw lone(i);
          }
          n = pair(out, n, c, value.charAt(i + 1));
          i++;
        } else {
          n = beyond(out, n, c);
        }
        i++;
      }
      length = n;
    }
    room(1)[length++] = '"';
  }

  private static int put(byte[] out, int n, int c) {
    out[n] = (byte) c;
    return n + 1;
  }

  /** Writes a character beyond ASCII that is no half of a pair. */
  private int beyond(byte[] out, int n, char c) {
    if (ascii) {
      return Escapes.number(c, out, n);
    }
    wide = true;
    if (c < 0x800) {
      out[n++] = (byte) (0xC0 | c >> 6);
    } else {
      out[n++] = (byte) (0xE0 | c >> 12);
      out[n++] = (byte) (0x80 | c >> 6 & 0x3F);
    }
    out[n++] = (byte) (0x80 | c & 0x3F);
    return n;
  }

  private int pair(byte[] out, int n, char high, char low) {
    if (ascii) {
      return Escapes.number(low, out, Escapes.number(high, out, n));
    }
    wide = true;
    int code = Character.toCodePoint(high, low);
    out[n++] = (byte) (0xF0 | code >> 18);
    out[n++] = (byte) (0x80 | code >> 12 & 0x3F);
    out[n++] = (byte) (0x80 | code >> 6 & 0x3F);
    out[n++] = (byte) (0x80 | code & 0x3F);
    return n;
  }

  private VarvelException lone(int at) {
    String found = "one half, as character " + at + " of a string";
    return error(ErrorKind.LONE_SURROGATE, "both halves of a surrogate pair", found);
  }

  @Override
  public void writeBytes(byte[] value) {
    refuseNull(value);
    writeString(Base64.getEncoder().encodeToString(value));
  }

  @Override
  public void writeBytes(byte[] bytes, int from, int to) {
    Objects.checkFromToIndex(from, to, bytes.length);
    writeBytes(Arrays.copyOfRange(bytes, from, to));
  }

  @Override
  public void writeTimestamp(long seconds, int nanoseconds) {
    if (!Rfc3339.has(seconds) || nanoseconds < 0 || nanoseconds > 999_999_999) {
      String found = seconds + " seconds and " + nanoseconds + " nanoseconds since 1970";
      throw error(ErrorKind.UNREPRESENTABLE, "a point in time in the years 0 to 9999", found);
    }
    writeString(Rfc3339.text(seconds, nanoseconds));
  }

  /** Writes a value that is given as JSON, character by character, its white space too. */
  @Override
  public void writeJson(String json) {
    refuseNull(json);
    byte[] text = Utf8.bytes(json);
    Json.validate(text, JsonOptions.STRICT);
    // In JSON, characters beyond ASCII are nowhere but in strings.
    if (text.length == json.length()) {
      raw(json);
    } else if (!ascii) {
      System.arraycopy(text, 0, room(text.length), length, text.length);
      length += text.length;
      wide = true;
    } else {
      for (int i = 0; i < json.length(); i++) {
        char c = json.charAt(i);
        byte[] out = room(8);
        length = c < 0x80 ? put(out, length, c) : Escapes.number(c, out, length);
      }
    }
  }

  @Override
  public void beginArray(int size) {
    begin('[');
  }

  @Override
  public void beginObject(int size) {
    begin('{');
  }

  private void begin(char bracket) {
    if (depth >= depthLimit) {
      throw tooDeep();
    }
    room(1)[length++] = (byte) bracket;
    comma = false;
    depth++;
  }

  @Override
  public void endArray() {
    end(']');
  }

  @Override
  public void endObject() {
    end('}');
  }

  private void end(char bracket) {
    depth--;
    if (indent != 0 && comma) {
      line();
    }
    room(1)[length++] = (byte) bracket;
    comma = true;
  }

  @Override
  public void item() {
    if (comma) {
      room(1)[length++] = ',';
    }
    comma = true;
    if (indent != 0) {
      line();
    }
  }

  /** Begins a line. */
  private void line() {
    long spaces = (long) depth * indent;
    if (bytes.length - length < spaces + 1) {
      grown(spaces + 1);
    }
    bytes[length++] = '\n';
    Arrays.fill(bytes, length, length + (int) spaces, (byte) ' ');
    length += (int) spaces;
  }

  @Override
  public void key(String key) {
    item();
    writeString(key);
    colon();
  }

  @Override
  public void key(long key) {
    item();
    byte[] out = room(NUMBER);
    out[length++] = '"';
    length = NumberWriter.writeLong(key, out, length);
    out[length++] = '"';
    colon();
  }

  private void colon() {
    byte[] out = room(2);
    out[length++] = ':';
    if (indent != 0) {
      out[length++] = ' ';
    }
  }

  @Override
  public void field(Fields fields, int index) {
    if (indent != 0 || ascii) {
      key(fields.name(index));
      return;
    }
    Names names = fields.prepared();
    byte[] out = room(1 + 16);
    int n = length;
    out[n] = ',';
    n += comma ? 1 : 0;
    comma = true;
    int copied = names.copy(index, out, n);
    length = n + copied;
    if (copied == 0) {
      longField(names, index);
    }
  }

  private void longField(Names names, int index) {
    byte[] name = names.written(index);
    System.arraycopy(name, 0, room(name.length), length, name.length);
    length += name.length;
    wide |= names.isWide();
  }

  @Override
  public void beginMap(int size) {
    throw lacking(Kind.MAP);
  }

  @Override
  public void endMap() {
    throw lacking(Kind.MAP);
  }

  @Override
  public void beginTag(long number) {
    throw lacking(Kind.TAGGED);
  }

  @Override
  public void beginExtension(int type) {
    throw lacking(Kind.EXTENSION);
  }

  @Override
  public void writeSimple(int number) {
    throw lacking(Kind.SIMPLE);
  }

  private VarvelException lacking(Kind kind) {
    return error(ErrorKind.UNREPRESENTABLE, VALUE, kind.phrase());
  }

  @Override
  protected String lacks(Kind kind) {
    return switch (kind) {
      case BYTES, TIMESTAMP, MAP, TAGGED, EXTENSION, SIMPLE -> VALUE;
      default -> null;
    };
  }

  private static final String VALUE = "a value that JSON has";
}
