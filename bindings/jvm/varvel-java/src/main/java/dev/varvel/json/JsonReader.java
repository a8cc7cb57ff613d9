package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.Names;
import dev.varvel.internal.Words;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;

/**
 * Reads JSON from bytes in UTF-8.
 *
 * <p>Only what is right is fast: at the first wrong byte the text is read again from its beginning
 * to find what is wrong with it, and where. One reader belongs to one thread.
 */
public final class JsonReader extends Reader {
  private final byte[] text;
  private final int begin;
  private final int end;
  private final JsonOptions options;

  /** The place of the next byte. */
  private int at;

  /** How many more containers may be open. */
  private int depth;

  /** The place of the last key of known names. */
  private int keyAt;

  /** Makes a reader of strict JSON. */
  public JsonReader(byte[] text) {
    this(text, 0, text.length, JsonOptions.STRICT);
  }

  /**
   * Makes a reader of a part of an array.
   *
   * @param from the first byte
   * @param to the end, behind the last byte
   */
  public JsonReader(byte[] text, int from, int to, JsonOptions options) {
    java.util.Objects.checkFromToIndex(from, to, text.length);
    this.text = text;
    begin = from;
    end = to;
    this.options = options;
    at = from;
    depth = options.limits().depth();
    if (to - from > options.limits().bytes()) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT)
          .expected("at most " + options.limits().bytes() + " bytes")
          .build();
    }
    if (to - from >= 3 && text[from] == (byte) 0xEF && Faults.hasMark(text, from)) {
      at = from + 3;
    }
  }

  @Override
  public long offset() {
    return at - begin;
  }

  /**
   * Passes the white space behind the document.
   *
   * @throws VarvelException if anything else follows
   */
  public void finish() {
    token();
    if (at < end) {
      throw faults().trailing(at);
    }
  }

  /**
   * Passes white space, and returns the byte that follows, which stays the next one; 0 at the end.
   */
  private int token() {
    int p = at;
    if (p < end) {
      int c = text[p];
      if (c > ' ') {
        return c;
      }
      if (c == ' ' && p + 1 < end) {
        c = text[p + 1];
        if (c > ' ') {
          at = p + 1;
          return c;
        }
      }
    }
    return spaces(p);
  }

  private int spaces(int p) {
    if (p < end && text[p] == '\n') {
      p++;
    }
    while (p + 8 <= end) {
      long word = Words.get(text, p);
      int spaces = Words.spaces(word);
      p += spaces;
      if (spaces < 8) {
        break;
      }
    }
    while (p < end) {
      int c = text[p];
      if (c != ' ' && c != '\n' && c != '\r' && c != '\t') {
        at = p;
        return c;
      }
      p++;
    }
    at = p;
    return 0;
  }

  @Override
  public Kind peek() {
    int c = token();
    return switch (c) {
      case '"' -> Kind.STRING;
      case '{' -> Kind.OBJECT;
      case '[' -> Kind.ARRAY;
      case 't', 'f' -> Kind.BOOL;
      case 'n' -> Kind.NULL;
      default -> {
        if (c != '-' && (c < '0' || c > '9')) {
          throw faults().at(at);
        }
        yield Numbers.kind(text, at, end, options.exactDecimals());
      }
    };
  }

  @Override
  public boolean readNull() {
    if (token() != 'n') {
      return false;
    }
    word(NULL, 4);
    return true;
  }

  private static final int NULL = 'n' | 'u' << 8 | 'l' << 16 | 'l' << 24;
  private static final int TRUE = 't' | 'r' << 8 | 'u' << 16 | 'e' << 24;
  private static final int ALSE = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;

  /** Passes a word of which the last four letters are these. */
  private void word(int last, int length) {
    int p = at + length;
    if (p > end || Words.getInt(text, p - 4) != last || p < end && Numbers.isInWord(text[p])) {
      throw faults().at(at);
    }
    at = p;
  }

  @Override
  public boolean readBoolean() {
    int c = token();
    if (c == 't') {
      word(TRUE, 4);
      return true;
    }
    if (c == 'f') {
      word(ALSE, 5);
      return false;
    }
    throw wrong("a boolean");
  }

  @Override
  public int readInt() {
    int c = token();
    int p = at;
    boolean negative = c == '-';
    if (negative) {
      p++;
      c = p < end ? text[p] : 0;
    }
    int digit = c - '0';
    if (digit < 0 || digit > 9) {
      throw wrong("an integer");
    }
    long value = digit;
    p++;
    if (digit != 0) {
      while (p < end && (digit = text[p] - '0') >= 0 && digit <= 9 && value < 1L << 32) {
        value = value * 10 + digit;
        p++;
      }
    }
    if (negative) {
      value = -value;
    }
    if (p < end && Numbers.goesOn(text[p]) || (int) value != value || negative && value == 0) {
      throw faults().integer(at, "i32");
    }
    at = p;
    return (int) value;
  }

  @Override
  public long readLong() {
    int c = token();
    int p = at;
    boolean negative = c == '-';
    if (negative) {
      p++;
      c = p < end ? text[p] : 0;
    }
    int digit = c - '0';
    if (digit < 0 || digit > 9) {
      throw wrong("an integer");
    }
    // Counts down, since there is one more negative number.
    long value = -digit;
    p++;
    if (digit != 0) {
      // Eighteen digits always fit.
      int sure = Math.min(end, p + 17);
      while (p < sure && (digit = text[p] - '0') >= 0 && digit <= 9) {
        value = value * 10 - digit;
        p++;
      }
      if (p < end && (digit = text[p] - '0') >= 0 && digit <= 9) {
        if (value < Long.MIN_VALUE / 10 || value * 10 < Long.MIN_VALUE + digit) {
          throw faults().integer(at, "i64");
        }
        value = value * 10 - digit;
        p++;
      }
    }
    if (p < end && Numbers.goesOn(text[p])
        || (negative ? value == 0 : value == Long.MIN_VALUE)) {
      throw faults().integer(at, "i64");
    }
    at = p;
    return negative ? value : -value;
  }

  @Override
  public BigInteger readBigInteger() {
    int from = at(number("an integer"));
    int length = at - from;
    if (!Numbers.isInteger(text, from, at)) {
      at = from;
      throw wrong("an integer");
    }
    if (length <= 18) {
      return BigInteger.valueOf(Long.parseLong(latin(from, at)));
    }
    return Decimals.parseBigInteger(text, from, at);
  }

  @Override
  public double readDouble() {
    int from = at(number("a float"));
    double value = Decimals.parseDouble(text, from, at);
    if (Double.isInfinite(value)) {
      throw faults().tooLarge(from, 64);
    }
    return value;
  }

  @Override
  public float readFloat() {
    int from = at(number("a float"));
    float value = Decimals.parseFloat(text, from, at);
    if (Float.isInfinite(value)) {
      throw faults().tooLarge(from, 32);
    }
    return value;
  }

  @Override
  public BigDecimal readBigDecimal() {
    int from = at(number("a number"));
    try {
      return Decimals.parseBigDecimal(text, from, at);
    } catch (ArithmeticException beyond) {
      throw faults().of(ErrorKind.NUMBER_OUT_OF_RANGE, from, "a decimal that BigDecimal can hold");
    }
  }

  /** Passes a number, and returns how long it is. */
  private int number(String expected) {
    int c = token();
    if (c != '-' && (c < '0' || c > '9')) {
      throw wrong(expected);
    }
    int length = Numbers.length(text, at, end);
    if (length == 0) {
      throw faults().at(at);
    }
    return length;
  }

  /** Passes so many bytes, and returns where they began. */
  private int at(int length) {
    int from = at;
    at = from + length;
    return from;
  }

  @Override
  public String readString() {
    if (token() != '"') {
      throw wrong("a string");
    }
    return string(at + 1);
  }

  /** Reads a string whose first character is at {@code from}. */
  private String string(int from) {
    int p = from;
    int last = end - 8;
    while (p <= last) {
      long special = Words.special(Words.get(text, p));
      if (special != 0) {
        p += Long.numberOfTrailingZeros(special) >>> 3;
        if (text[p] == '"') {
          at = p + 1;
          return latin(from, p);
        }
        return stringSlow(from, p);
      }
      p += 8;
    }
    return stringSlow(from, p);
  }

  /** Returns bytes of ASCII as a string. */
  @SuppressWarnings("deprecation") // The one constructor that copies bytes without looking at them.
  private String latin(int from, int to) {
    return new String(text, 0, from, to - from);
  }

  /** Reads a string whose bytes up to {@code p} are plain. */
  private String stringSlow(int from, int p) {
    int close = Strings.end(text, p, end);
    if (close < 0) {
      throw faults().at(from - 1);
    }
    at = close + 1;
    String value = Strings.decode(text, from, close);
    if (value == null) {
      throw faults().at(from - 1);
    }
    return value;
  }

  @Override
  public boolean beginArray() {
    if (token() != '[') {
      throw wrong("an array");
    }
    enter();
    if (token() == ']') {
      leave();
      return false;
    }
    return true;
  }

  @Override
  public boolean nextItem() {
    int c = token();
    if (c == ',') {
      at++;
      return true;
    }
    if (c != ']') {
      throw faults().at(at);
    }
    leave();
    return false;
  }

  /** Passes an opening bracket. */
  private void enter() {
    if (depth == 0) {
      throw faults().depth(at);
    }
    depth--;
    at++;
  }

  /** Passes a closing bracket. */
  private void leave() {
    depth++;
    at++;
  }

  @Override
  public boolean beginObject() {
    if (token() != '{') {
      throw wrong("an object");
    }
    enter();
    if (token() == '}') {
      leave();
      return false;
    }
    return true;
  }

  @Override
  public boolean nextMember() {
    int c = token();
    if (c == ',') {
      at++;
      return true;
    }
    if (c != '}') {
      throw faults().at(at);
    }
    leave();
    return false;
  }

  @Override
  public String readKey() {
    if (token() != '"') {
      throw faults().at(at);
    }
    keyAt = at;
    String key = string(at + 1);
    if (token() != ':') {
      throw faults().at(at);
    }
    at++;
    return key;
  }

  @Override
  public int beginObject(Fields fields) {
    if (token() != '{') {
      throw wrong("an object");
    }
    enter();
    if (token() == '}') {
      leave();
      return END;
    }
    return field(fields, 0);
  }

  @Override
  public int nextField(Fields fields, int expected) {
    int c = token();
    if (c == ',') {
      at++;
      token();
      return field(fields, expected);
    }
    if (c != '}') {
      throw faults().at(at);
    }
    leave();
    return END;
  }

  private int field(Fields fields, int expected) {
    Names names = fields.prepared();
    if (expected >= 0 && expected < names.size()) {
      int length = names.match(expected, text, at, end);
      if (length != 0) {
        keyAt = at;
        at += length;
        return expected;
      }
    }
    return otherField(names, expected);
  }

  private int otherField(Names names, int expected) {
    if (expected >= 0 && expected + 1 < names.size()) {
      int length = names.match(expected + 1, text, at, end);
      if (length != 0) {
        keyAt = at;
        at += length;
        return expected + 1;
      }
    }
    int found = names.indexOf(readKey());
    return found < 0 ? UNKNOWN : found;
  }

  @Override
  public void skip() {
    int open = 0;
    // The kinds of open containers, an object as 1, the innermost lowest; more than 64 in others.
    long[] objects = null;
    long kinds = 0;
    for (; ; ) {
      int c = token();
      boolean entered = false;
      if (c == '"') {
        string(at + 1);
      } else if (c == '{' || c == '[') {
        enter();
        if (open != 0 && (open & 63) == 0) {
          if (objects == null || objects.length == open >> 6) {
            objects = java.util.Arrays.copyOf(objects == null ? new long[0] : objects, open >> 5);
          }
          objects[(open >> 6) - 1] = kinds;
        }
        kinds = kinds << 1 | (c == '{' ? 1 : 0);
        open++;
        entered = true;
      } else if (c == 't' || c == 'f') {
        readBoolean();
      } else if (c == 'n') {
        readNull();
      } else {
        at(number("a value"));
      }
      // What stands between two values: ends of containers, or a comma and a key.
      for (; ; ) {
        if (open == 0) {
          return;
        }
        boolean object = (kinds & 1) != 0;
        boolean more;
        if (entered) {
          more = token() != (object ? '}' : ']');
          if (!more) {
            leave();
          }
        } else {
          more = object ? nextMember() : nextItem();
        }
        entered = false;
        if (more) {
          if (object) {
            readKey();
          }
          break;
        }
        open--;
        kinds >>>= 1;
        if (open != 0 && (open & 63) == 0) {
          kinds = objects[(open >> 6) - 1];
        }
      }
    }
  }

  private Faults faults() {
    return new Faults(text, begin, end, options);
  }

  /** Returns the error of a value of another kind than what is expected. */
  private VarvelException wrong(String expected) {
    return faults().wrongKind(at, expected);
  }

  @Override
  public VarvelException duplicate(Fields fields, int index) {
    return faults()
        .of(
            ErrorKind.DUPLICATE_KEY,
            keyAt,
            "each key once",
            Faults.quoted(fields.name(index)) + " again");
  }

  @Override
  public VarvelException unknown(Fields fields) {
    return faults().of(ErrorKind.UNKNOWN_MEMBER, keyAt, "a known member");
  }

  @Override
  public VarvelException missing(Fields fields, int index, long from) {
    String expected = "a member `" + fields.name(index) + "`";
    return faults().of(ErrorKind.MISSING_FIELD, begin + (int) from, expected);
  }

  @Override
  public VarvelException refused(String expected, long from) {
    return faults().of(ErrorKind.REFUSED, begin + (int) from, expected);
  }

  /** Returns bytes of the text, for tests. */
  @Override
  public String toString() {
    return "JsonReader at byte "
        + offset()
        + " of "
        + new String(text, begin, Math.min(end - begin, 40), StandardCharsets.UTF_8);
  }
}
