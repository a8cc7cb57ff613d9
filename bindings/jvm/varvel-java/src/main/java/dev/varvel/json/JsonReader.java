package dev.varvel.json;

import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.Reader;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.Names;
import dev.varvel.internal.Paths;
import dev.varvel.internal.Rfc3339;
import dev.varvel.internal.TextPlace;
import dev.varvel.internal.Utf8;
import dev.varvel.internal.Words;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.Objects;

/**
 * Reads JSON from bytes in UTF-8.
 *
 * <p>Only what is right is fast: at the first wrong byte the text is read again from its beginning
 * to find what is wrong with it, and where. One reader belongs to one thread.
 */
public final class JsonReader extends Reader {
  /** Where a text ends at the latest. So there is no overflow where some bytes are looked ahead. */
  static final int LARGEST = Integer.MAX_VALUE - 64;

  /** How many bytes of any text may be read again for nothing. */
  private static final int FREE_REPLAY = 1 << 20;

  private final byte[] text;
  private final int begin;
  private final int end;
  private final JsonOptions options;

  /** The text that was rewritten as this JSON; null for strict JSON. */
  private final Relaxed relaxed;

  private final Origin origin;

  /** The string that the text was made of, until each question mark was looked at; or null. */
  private String source;

  /** A question mark eight times while there is a source, else a quote. */
  private long also = Words.all('"');

  /** The place of the next byte. */
  private int at;

  /** How many more containers may be open. */
  private int depth;

  /** The place of the last key of known names. */
  private int keyAt;

  /** How many bytes were read twice, by the measure of {@link #hint}. */
  private long replayed;

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
    this(text, from, checked(text, from, to, options), options, Origin.WHOLE);
    if (TextPlace.hasMark(this.text, begin, end)) {
      at = begin + 3;
    }
  }

  /**
   * Makes a reader of a string. Java puts a question mark for half of a surrogate pair. So the
   * first that is in a string of the text has the whole text looked at; that costs less than to
   * look for one beforehand.
   */
  private JsonReader(String text, JsonOptions options) {
    this(
        Relaxed.isAsked(options) ? Utf8.bytes(text) : text.getBytes(StandardCharsets.UTF_8),
        options);
    if (!Relaxed.isAsked(options)) {
      source = text;
      also = Words.all('?');
    }
  }

  /** Makes a reader of a string. Offsets of errors are those of the text in UTF-8. */
  public static JsonReader of(String text, JsonOptions options) {
    return new JsonReader(text, options);
  }

  /** Makes a reader of the place of another. */
  private JsonReader(JsonReader from) {
    relaxed = from.relaxed;
    text = from.text;
    begin = from.begin;
    end = from.end;
    options = from.options;
    origin = from.origin;
    source = from.source;
    also = from.also;
    at = from.at;
    depth = from.depth;
    keyAt = from.keyAt;
    replayed = from.replayed;
  }

  @Override
  protected Reader copy() {
    return new JsonReader(this);
  }

  /** Eight bytes that are passed twice count as one, and each call as two more, as in Rust. */
  @Override
  public String hint(String key) {
    JsonReader ahead = new JsonReader(this);
    String hint = ahead.ownHint(key);
    replayed += (ahead.at - at) / 8 + 2;
    int most = options.limits().replay();
    if (replayed > (long) most * (end - begin) + FREE_REPLAY) {
      throw faults()
          .of(ErrorKind.REPLAY_LIMIT, at, "at most " + most + " times the input read again", "");
    }
    return hint;
  }

  private JsonReader(byte[] text, JsonOptions options) {
    this(text, 0, text.length, options);
  }

  /** Makes a reader of a part of a text, which may have more bytes than the limit. */
  JsonReader(byte[] text, int from, int to, JsonOptions options, Origin origin) {
    relaxed = Relaxed.isAsked(options) ? Relaxed.of(text, from, to, options, origin) : null;
    if (relaxed != null && relaxed.error() != null) {
      throw relaxed.error();
    }
    this.text = relaxed == null ? text : relaxed.json();
    begin = relaxed == null ? from : 0;
    end = relaxed == null ? to : relaxed.length();
    this.options = options;
    this.origin = origin;
    at = begin;
    depth = options.limits().depth() - origin.depth();
    // A value has at least a byte.
    if (options.limits().nodes() < end - begin) {
      faults().checkNodes();
    }
  }

  private static int checked(byte[] text, int from, int to, JsonOptions options) {
    Objects.checkFromToIndex(from, to, text.length);
    if (to > LARGEST) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT)
          .expected("a text in the first " + LARGEST + " bytes of an array")
          .found("one that ends at " + to)
          .offset(Math.max(LARGEST - from, 0))
          .build();
    }
    if (to - from > options.limits().bytes()) {
      throw Faults.tooLarge(to - from, options.limits().bytes());
    }
    return to;
  }

  /** Returns whether only white space follows. */
  boolean isAtEnd() {
    token();
    return at >= end;
  }

  /** Returns the error of a text that goes on where something else is expected, or nothing. */
  VarvelException goesOn(String expected) {
    return expected.isEmpty() ? faults().trailing(at) : faults().other(at, expected);
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
  int token() {
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
    while (p <= end - 8) {
      int spaces = Words.spaces(Words.get(text, p));
      p += spaces;
      if (spaces < 8) {
        int c = text[p];
        if (c > ' ') {
          at = p;
          return c;
        }
        break;
      }
    }
    return lastSpaces(p);
  }

  private int lastSpaces(int p) {
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
        if (nonFinite(false) != 0) {
          yield Kind.FLOAT;
        }
        if (c != '-' && (c < '0' || c > '9')) {
          throw faults().wrongKind(at, "a value");
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
  private static final int OF_FALSE = 'a' | 'l' << 8 | 's' << 16 | 'e' << 24;

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
      word(OF_FALSE, 5);
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
      throw faults().noNumber(at, "an integer");
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
      throw faults().noNumber(at, "an integer");
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
    if (p < end && Numbers.goesOn(text[p]) || (negative ? value == 0 : value == Long.MIN_VALUE)) {
      throw faults().integer(at, "i64");
    }
    at = p;
    return negative ? value : -value;
  }

  @Override
  public BigInteger readBigInteger() {
    token();
    int length = Numbers.length(text, at, end);
    if (length == 0 || !Numbers.isInteger(text, at, at + length)) {
      throw faults().noNumber(at, "an integer");
    }
    int from = at(length);
    if (length <= 18) {
      return BigInteger.valueOf(Long.parseLong(latin(from, at)));
    }
    BigInteger value = Decimals.parseBigInteger(text, from, at);
    if (value == null) {
      throw faults().beyond(from, "an integer that BigInteger can hold");
    }
    return value;
  }

  @Override
  public double readDouble() {
    double word = nonFinite(true);
    if (word != 0) {
      return word;
    }
    double few = fewDigits();
    return few == few ? few : finite(at(number()));
  }

  /**
   * Reads a number in one pass, if it is an ordinary one: without an exponent, and of at most 19
   * digits, those in front included. Returns NaN for any other, and passes nothing.
   */
  private double fewDigits() {
    int c = token();
    int p = at;
    boolean negative = c == '-';
    if (negative) {
      p++;
    }
    int whole = p;
    long digits = 0;
    int digit;
    while (p < end && (digit = text[p] - '0') >= 0 && digit <= 9) {
      digits = 10 * digits + digit;
      p++;
    }
    int count = p - whole;
    int fraction = 0;
    if (p < end && text[p] == '.') {
      int point = ++p;
      long eight;
      while (p <= end - 8 && Words.areDigits(eight = Words.get(text, p))) {
        digits = 100_000_000 * digits + Words.ofDigits(eight);
        p += 8;
      }
      while (p < end && (digit = text[p] - '0') >= 0 && digit <= 9) {
        digits = 10 * digits + digit;
        p++;
      }
      fraction = p - point;
      if (fraction == 0) {
        return Double.NaN;
      }
    }
    boolean isZero = count > 1 && text[whole] == '0';
    if (count == 0 || isZero || count + fraction > 19 || p < end && (text[p] | 0x20) == 'e') {
      return Double.NaN;
    }
    at = p;
    double value = Decimals.doubleOf(digits, -fraction);
    return negative ? -value : value;
  }

  /** Returns the double of the number from {@code from} to the next byte. */
  private double finite(int from) {
    double value = Decimals.parseDouble(text, from, at);
    if (Double.isInfinite(value)) {
      throw faults().tooLarge(from, 64);
    }
    return value;
  }

  @Override
  public float readFloat() {
    double word = nonFinite(true);
    if (word != 0) {
      return (float) word;
    }
    int from = at(number());
    float value = Decimals.parseFloat(text, from, at);
    if (Float.isInfinite(value)) {
      throw faults().tooLarge(from, 32);
    }
    return value;
  }

  @Override
  public BigDecimal readBigDecimal() {
    int from = at(number());
    BigDecimal value = Decimals.parseBigDecimal(text, from, at);
    if (value == null) {
      String expected = "a decimal whose exponent is at most " + Decimals.MOST_EXPONENT;
      throw faults().beyond(from, expected);
    }
    return value;
  }

  /**
   * Reads a number as it is written, with all its digits. So it can be copied where {@link
   * BigDecimal} would lose the sign of zero, or the form of its exponent.
   */
  public String readNumberText() {
    int from = at(number());
    return latin(from, at);
  }

  /**
   * Returns NaN or an infinity if JSON5 is read and one of them is next, and 0 otherwise.
   *
   * @param pass whether it is passed
   */
  private double nonFinite(boolean pass) {
    if (relaxed == null || !options.json5()) {
      return 0;
    }
    int first = token();
    Tokens tokens = new Tokens(text, at, end);
    if (!tokens.takeNonFinite()) {
      return 0;
    }
    at = pass ? tokens.at : at;
    return switch (first) {
      case 'N' -> Double.NaN;
      case 'I' -> Double.POSITIVE_INFINITY;
      default -> Double.NEGATIVE_INFINITY;
    };
  }

  /** Passes a number, and returns how long it is. */
  private int number() {
    int c = token();
    int length = c != '-' && (c < '0' || c > '9') ? 0 : Numbers.length(text, at, end);
    if (length == 0) {
      throw faults().noNumber(at, "a number");
    }
    return length;
  }

  /** Returns how long the next value is, which can be nothing but a number. */
  private int lastValue() {
    int c = token();
    if (c != '-' && (c < '0' || c > '9')) {
      throw faults().wrongKind(at, "a value");
    }
    return number();
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

  /**
   * Reads a string whose first character is at {@code from}.
   *
   * <p>Sixteen bytes are looked at without a branch: how long strings are is what a processor
   * cannot predict.
   */
  // The compiler of the JVM puts no method of more than 325 bytes of code into another. This one is
  // written out to be longer than that, and so is compiled by itself: as a part of the methods of
  // classes with twenty strings, it would take a fifth more time on Java 25.
  private String string(int from) {
    byte[] text = this.text;
    long also = this.also;
    int p = from;
    for (int last = end - 32; p <= last; p += 16) {
      long w0 = Words.get(text, p);
      long w1 = Words.get(text, p + 8);
      int n0 = Words.first(Words.special(w0) | Words.mayEqual(w0, also));
      int n1 = Words.first(Words.special(w1) | Words.mayEqual(w1, also));
      int plain = n0 + (n1 & -(n0 >>> 3));
      p += plain;
      if (plain != 16) {
        break;
      }
      long w2 = Words.get(text, p);
      long w3 = Words.get(text, p + 8);
      int n2 = Words.first(Words.special(w2) | Words.mayEqual(w2, also));
      int n3 = Words.first(Words.special(w3) | Words.mayEqual(w3, also));
      plain = n2 + (n3 & -(n2 >>> 3));
      if (plain != 16) {
        p += plain;
        break;
      }
    }
    if (p > end - 32) {
      for (int n = 8; n == 8 && p <= end - 8; p += n) {
        long w = Words.get(text, p);
        n = Words.first(Words.special(w) | Words.mayEqual(w, also));
      }
    }
    if (p < end && text[p] == '"') {
      at = p + 1;
      return latin(from, p);
    }
    int close = Strings.end(text, p, end);
    if (close < 0) {
      throw faults().at(from - 1);
    }
    if (source != null && Strings.contains(text, from, close, '?')) {
      refuseHalves();
    }
    String value = Strings.decode(text, from, close);
    if (value == null) {
      throw faults().at(from - 1);
    }
    at = close + 1;
    return value;
  }

  /** Returns bytes of ASCII as a string. */
  @SuppressWarnings("deprecation") // The one constructor that copies bytes without looking at them.
  private String latin(int from, int to) {
    return new String(text, 0, from, to - from);
  }

  /** Reads bytes of a string in Base64, which has all of its padding or none. */
  @Override
  public byte[] readBytes() {
    token();
    int from = at;
    String base64 = readString();
    try {
      byte[] bytes = Base64.getDecoder().decode(base64);
      // Java takes bits in the last letter that belong to no byte.
      if (Base64.getEncoder().encodeToString(bytes).startsWith(base64)) {
        return bytes;
      }
    } catch (IllegalArgumentException e) {
      // The error is made below.
    }
    throw otherForm(from, "bytes as Base64 text", base64);
  }

  @Override
  public Instant readInstant() {
    token();
    int from = at;
    String time = readString();
    Instant instant = Rfc3339.parse(time);
    if (instant == null) {
      throw otherForm(from, "a point in time in the form of RFC 3339", time);
    }
    return instant;
  }

  private VarvelException otherForm(int from, String expected, String text) {
    String found = Paths.quoted(text);
    return faults().of(ErrorKind.TYPE_MISMATCH, from, expected, found);
  }

  @Override
  public String readJson() {
    token();
    int from = at;
    skip();
    return new String(text, from, at - from, StandardCharsets.UTF_8);
  }

  @Override
  public boolean beginArray() {
    return begin('[', "an array");
  }

  @Override
  public boolean nextItem() {
    return next(']');
  }

  @Override
  public boolean beginObject() {
    return begin('{', "an object");
  }

  @Override
  public boolean nextMember() {
    return next('}');
  }

  /** Enters a container, and returns whether anything is in it. */
  private boolean begin(char bracket, String expected) {
    if (token() != bracket) {
      throw wrong(expected);
    }
    enter();
    // In ASCII the closing bracket is the second behind the opening one.
    if (token() == bracket + 2) {
      leave();
      return false;
    }
    return true;
  }

  /** Passes a comma, or leaves the container; returns whether it was a comma. */
  private boolean next(char bracket) {
    int c = token();
    if (c == ',') {
      at++;
      return true;
    }
    if (c != bracket) {
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
  public long readLongKey() {
    String key = readKey();
    try {
      // Java takes a plus sign, digits of other scripts, and zeros in front.
      long value = Long.parseLong(key);
      if (key.equals(Long.toString(value))) {
        return value;
      }
    } catch (NumberFormatException e) {
      // The error is made below.
    }
    throw refusedKey("an integer that fits i64");
  }

  @Override
  public int beginObject(Fields fields) {
    return beginObject() ? field(fields, 0) : END;
  }

  @Override
  public int nextField(Fields fields, int expected) {
    if (!next('}')) {
      return END;
    }
    token();
    return field(fields, expected);
  }

  private int field(Fields fields, int expected) {
    Names names = fields.prepared();
    if (source != null && names.hasQuestionMark()) {
      refuseHalves();
    }
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
    Bits open = new Bits();
    for (; ; ) {
      boolean entered = skipToken(open);
      // Between two values there are ends of containers, or a comma and a key.
      for (; ; ) {
        if (open.isEmpty()) {
          return;
        }
        boolean object = open.last();
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
        open.remove();
      }
    }
  }

  /** Passes a value that holds no others, or an opening bracket; returns whether it was that. */
  private boolean skipToken(Bits open) {
    int c = token();
    if (c == '"') {
      string(at + 1);
    } else if (c == '{' || c == '[') {
      enter();
      open.add(c == '{');
      return true;
    } else if (c == 't' || c == 'f') {
      readBoolean();
    } else if (c == 'n') {
      readNull();
    } else if (nonFinite(true) == 0) {
      at(lastValue());
    }
    return false;
  }

  @Override
  public boolean beginMap() {
    throw wrong("a map");
  }

  @Override
  public long beginTag() {
    throw wrong("a tagged value");
  }

  @Override
  public int beginExtension() {
    throw wrong("an extension");
  }

  @Override
  public int readSimple() {
    throw wrong("a simple value");
  }

  @Override
  protected boolean hasMaps() {
    return false;
  }

  @Override
  protected Kind roughKind() {
    return switch (token()) {
      case '"' -> Kind.STRING;
      case '{' -> Kind.OBJECT;
      case '[' -> Kind.ARRAY;
      case 't', 'f' -> Kind.BOOL;
      case 'n' -> Kind.NULL;
      default -> Kind.FLOAT;
    };
  }

  @Override
  protected void copyNumber(Kind kind, Writer to) {
    double word = nonFinite(true);
    if (word != 0) {
      to.writeDouble(word);
      return;
    }
    int from = at(lastValue());
    if (Numbers.isInteger(text, from, at)) {
      if (at - from <= 18) {
        to.writeLong(Numbers.shortLong(text, from, at));
      } else {
        to.writeNumberText(latin(from, at));
      }
    } else if (options.exactDecimals()) {
      to.writeNumberText(latin(from, at));
    } else {
      to.writeDouble(finite(from));
    }
  }

  /** Looks at each question mark of a text that was made of a string. */
  private void refuseHalves() {
    if (source != null) {
      String whole = source;
      source = null;
      also = Words.all('"');
      Utf8.refuseHalves(whole, text);
    }
  }

  private Faults faults() {
    refuseHalves();
    return new Faults(text, begin, end, options, relaxed, origin);
  }

  /** Returns the error of a value of another kind than what is expected. */
  private VarvelException wrong(String expected) {
    return faults().wrongKind(at, expected);
  }

  @Override
  public boolean again(Fields fields, int index) {
    return switch (options.duplicates()) {
      case ERROR -> throw faults().duplicate(keyAt, fields.name(index));
      case FIRST -> false;
      case LAST -> true;
    };
  }

  @Override
  public Duplicates duplicates() {
    return options.duplicates();
  }

  @Override
  public VarvelException twice(long from, int member, String key) {
    JsonReader ahead = new JsonReader(this);
    ahead.at = begin + (int) from;
    if (ahead.peek() == Kind.ARRAY) {
      return super.twice(ahead.itemAt(member), member, key);
    }
    ahead.beginObject();
    for (int i = 0; i < member; i++) {
      ahead.readKey();
      ahead.skip();
      ahead.nextMember();
    }
    String found = ahead.readKey();
    return faults().duplicate(ahead.keyAt, found);
  }

  @Override
  protected VarvelException error(ErrorKind kind, String expected, String found, long from) {
    return faults().of(kind, valueAt(from), expected, found);
  }

  @Override
  public VarvelException unknown(Fields fields) {
    return faults().unknown(keyAt, fields);
  }

  @Override
  public VarvelException missing(Fields fields, int index, long from) {
    return faults().missing(valueAt(from), fields.name(index));
  }

  @Override
  public VarvelException refused(String expected, long from) {
    return faults().of(ErrorKind.REFUSED, valueAt(from), expected, "");
  }

  @Override
  public VarvelException otherForm(String expected, String text, long from) {
    return otherForm(valueAt(from), expected, text);
  }

  @Override
  public VarvelException refusedKey(String expected) {
    Tokens key = new Tokens(text, keyAt, end);
    String found = key.string() == null ? Paths.quoted(key.decoded()) : "";
    return faults().of(ErrorKind.REFUSED, keyAt, expected, found);
  }

  /** Returns the place of the value behind the white space at an offset. */
  private int valueAt(long from) {
    int p = begin + (int) from;
    while (p < end && (text[p] == ' ' || text[p] == '\n' || text[p] == '\r' || text[p] == '\t')) {
      p++;
    }
    return p;
  }
}
