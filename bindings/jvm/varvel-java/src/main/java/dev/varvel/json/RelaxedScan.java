package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Lossy;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Rewrites JSON5 as JSON, token by token. A reader of JSON finds tokens in a wrong order. It also
 * finds the place in the text that a byte of the JSON comes from: then it counts what it would
 * write.
 *
 * <p>NaN and the infinities stay words. The text must be UTF-8. Source: <a
 * href="https://spec.json5.org">the JSON5 specification</a> 1.0.0.
 */
final class RelaxedScan {
  /** How many hexadecimal digits an integer has at most. */
  private static final int HEX_DIGITS = 32;

  /** No such token waits. */
  private static final int NONE = -1;

  private final byte[] text;
  private final int end;

  /** Tells what stands at a place of the text. */
  private final Tokens tokens;

  private int at;

  /** The JSON, or null if a place is searched for. */
  private byte[] out;

  /** The length of the JSON so far. */
  private int written;

  /** The place in the JSON that is searched for. */
  private int wanted = NONE;

  /** The place in the text of what is wanted. */
  private int found;

  /** The place of a comma that is left out before a closing bracket. */
  private int comma = NONE;

  /** A word that is a name if a colon follows, otherwise a value. */
  private int word = NONE;

  private int wordEnd;

  /** The begin of white space that is not written yet. */
  private int space = NONE;

  /** Whether the last token ended a value. */
  private boolean ended;

  RelaxedScan(byte[] text, int from, int to) {
    this.text = text;
    end = to;
    at = from;
    tokens = new Tokens(text, from, to);
  }

  /** Writes JSON up to the first fault, and returns that fault or null. */
  Fault write() {
    out = new byte[Math.max(end - at, 16)];
    Fault fault = run();
    if (fault != null) {
      // A comma may wait, behind which the path goes on.
      settle(' ');
    }
    return fault;
  }

  byte[] json() {
    return out;
  }

  int length() {
    return written;
  }

  /** Returns the place in the text that a byte of the JSON comes from. */
  int placeOf(int byteOfJson) {
    wanted = byteOfJson;
    found = end;
    run();
    return found;
  }

  private Fault run() {
    while (at < end) {
      int begin = at;
      Fault fault = spaces();
      if (fault == null && at == begin) {
        fault = settle(text[at]);
        if (fault == null) {
          fault = token(text[at]);
        }
      }
      if (fault != null) {
        return fault;
      }
    }
    return settle(' ');
  }

  private Fault token(int first) {
    switch (first) {
      case '{', '[', ':' -> mark(false);
      case '}', ']' -> mark(true);
      case ',' -> {
        if (ended) {
          comma = at++;
          ended = false;
        } else {
          mark(false);
        }
      }
      case '"', '\'' -> {
        return string(first);
      }
      default -> {
        boolean number = first == '+' || first == '-' || first == '.' || Tokens.isDigit(first);
        return number ? number() : name();
      }
    }
    return null;
  }

  /** Takes a token of one byte. */
  private void mark(boolean ends) {
    at++;
    ended = ends;
    copy(at - 1);
  }

  private int byteAt(int place) {
    return place < end ? text[place] & 0xFF : -1;
  }

  private int character() {
    return Lossy.codePointAt(text, at, end);
  }

  private boolean startsWith(String word, int place) {
    for (int i = 0; i < word.length(); i++) {
      if (byteAt(place + i) != word.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Writes the text from a place up to here. */
  private void copy(int from) {
    copy(from, at);
  }

  private void copy(int from, int to) {
    int length = to - from;
    if (wanted >= written && wanted < written + length) {
      found = from + wanted - written;
    }
    if (out != null) {
      room(length);
      System.arraycopy(text, from, out, written, length);
    }
    written += length;
  }

  /** Writes JSON that stands for the text at a place. */
  private void say(int place, String json) {
    int length = json.length();
    if (wanted >= written && wanted < written + length) {
      found = place;
    }
    if (out != null) {
      room(length);
      for (int i = 0; i < length; i++) {
        out[written + i] = (byte) json.charAt(i);
      }
    }
    written += length;
  }

  private void room(int more) {
    if (out.length - written < more) {
      long least = (long) written + more;
      if (least > JsonReader.LARGEST) {
        throw VarvelException.of(ErrorKind.SIZE_LIMIT).expected("at most 2 GB of JSON").build();
      }
      long wanted = Math.max(2L * out.length, least);
      out = Arrays.copyOf(out, (int) Math.min(wanted, JsonReader.LARGEST));
    }
  }

  /** Passes white space and comments, which become one space. */
  private Fault spaces() {
    int begin = at;
    while (at < end) {
      int c = character();
      if (c == '/') {
        Fault fault = comment();
        if (fault != null) {
          return fault;
        }
      } else if (Letters.isSpace(c)) {
        at += Lossy.length(c);
      } else {
        break;
      }
    }
    if (at > begin) {
      space = begin;
    }
    return null;
  }

  private Fault comment() {
    if (startsWith("//", at)) {
      int c = '/';
      while (c >= 0 && !Letters.isLineEnd(c)) {
        at += Lossy.length(c);
        c = character();
      }
      return null;
    }
    if (!startsWith("/*", at)) {
      return wrong(at, "a value, a name or a comment");
    }
    at += 2;
    while (at < end && !startsWith("*/", at)) {
      at++;
    }
    if (at >= end) {
      return new Fault(ErrorKind.UNEXPECTED_END, end, "the end of a comment, */");
    }
    at += 2;
    return null;
  }

  private Fault wrong(int place, String expected) {
    return new Fault(ErrorKind.SYNTAX, place, expected, tokens.found(place));
  }

  /** Writes the token whose meaning depends on the next one, which begins so. */
  private Fault settle(int next) {
    if (comma != NONE) {
      int from = comma;
      comma = NONE;
      if (next != ']' && next != '}') {
        copy(from, from + 1);
      }
    }
    if (word != NONE) {
      int from = word;
      word = NONE;
      if (next == ':') {
        say(from, "\"");
        copy(from, wordEnd);
        say(from, "\"");
      } else if (isValue(from)) {
        copy(from, wordEnd);
      } else {
        return wrong(from, "a value");
      }
    }
    if (space != NONE) {
      int from = space;
      space = NONE;
      say(from, " ");
    }
    return null;
  }

  private boolean isValue(int from) {
    String name = new String(text, from, wordEnd - from, StandardCharsets.ISO_8859_1);
    return switch (name) {
      case "true", "false", "null", "NaN", "Infinity" -> true;
      default -> false;
    };
  }

  /** Takes a name, or a value that is a word. */
  private Fault name() {
    int begin = at;
    while (at < end) {
      int c = character();
      int length = Lossy.length(c);
      if (c == '\\') {
        length = 6;
        c = startsWith("\\u", at) ? hex(at + 2, 4) : -1;
        if (!Letters.isLetter(c) && !(at > begin && Letters.isInside(c))) {
          String expected = "a letter of a name, as \\u and four hexadecimal digits";
          return new Fault(ErrorKind.INVALID_ESCAPE, at, expected, tokens.found(at + 1));
        }
      } else if (!Letters.isLetter(c) && !(at > begin && Letters.isInside(c))) {
        break;
      }
      at += length;
    }
    if (at == begin) {
      return wrong(begin, "a value, a name or a comment");
    }
    Fault fault = goesOn();
    word = fault == null ? begin : NONE;
    wordEnd = at;
    ended = true;
    return fault;
  }

  /** A sign may be left out of the JSON. Then digits would run into the word before it. */
  private Fault goesOn() {
    int c = byteAt(at);
    return c == '+' || c == '-' || c == '.' ? wrong(at, "the end of the name or word") : null;
  }

  /** Returns the number of so many hexadecimal digits, or -1. */
  private int hex(int place, int count) {
    int number = 0;
    for (int i = 0; i < count; i++) {
      int digit = place + i < end ? Character.digit((char) (text[place + i] & 0xFF), 16) : -1;
      if (digit < 0) {
        return -1;
      }
      number = number << 4 | digit;
    }
    return number;
  }

  /** Takes a number, from its sign on. */
  private Fault number() {
    int begin = at;
    int sign = byteAt(at);
    if (sign == '+' || sign == '-') {
      at++;
      if (Letters.isLetter(character())) {
        return notFinite(begin, sign);
      }
      if (sign == '-') {
        copy(begin);
      }
    }
    boolean hexadecimal = byteAt(at) == '0' && (byteAt(at + 1) | 0x20) == 'x';
    Fault fault = hexadecimal ? hexadecimal() : decimal();
    if (fault != null) {
      return fault;
    }
    int c = character();
    if (c >= 0 && ",]}:/".indexOf(c) < 0 && !Letters.isSpace(c)) {
      return new Fault(ErrorKind.INVALID_NUMBER, at, "the end of the number", tokens.found(at));
    }
    ended = true;
    return null;
  }

  /** Takes a word behind a sign. NaN has no sign in the JSON, and infinity no plus. */
  private Fault notFinite(int begin, int sign) {
    int from = at;
    int c = character();
    while (c >= 0 && (Letters.isLetter(c) || Letters.isInside(c))) {
      at += Lossy.length(c);
      c = character();
    }
    String name = new String(text, from, at - from, StandardCharsets.ISO_8859_1);
    if (!name.equals("NaN") && !name.equals("Infinity")) {
      return wrong(from, "a value");
    }
    Fault fault = goesOn();
    if (fault == null) {
      ended = true;
      copy(sign == '-' && name.equals("Infinity") ? begin : from);
    }
    return fault;
  }

  private boolean digits() {
    int begin = at;
    while (Tokens.isDigit(byteAt(at))) {
      at++;
    }
    copy(begin);
    return at > begin;
  }

  private Fault noDigit() {
    if (at >= end) {
      return new Fault(ErrorKind.UNEXPECTED_END, end, "a digit");
    }
    return new Fault(ErrorKind.INVALID_NUMBER, at, "a digit", tokens.found(at));
  }

  private Fault decimal() {
    int begin = at;
    boolean whole = digits();
    if (byteAt(at) == '.') {
      if (!whole) {
        say(begin, "0");
      }
      at++;
      copy(at - 1);
      if (!digits()) {
        if (!whole) {
          return noDigit();
        }
        say(at - 1, "0");
      }
    } else if (!whole) {
      return noDigit();
    }
    if ((byteAt(at) | 0x20) == 'e') {
      int exponent = at++;
      at += byteAt(at) == '+' || byteAt(at) == '-' ? 1 : 0;
      copy(exponent);
      if (!digits()) {
        return noDigit();
      }
    }
    return null;
  }

  private Fault hexadecimal() {
    int begin = at;
    at += 2;
    int from = at;
    while (hex(at, 1) >= 0) {
      at++;
    }
    if (at == from) {
      return noDigit();
    }
    while (from < at - 1 && text[from] == '0') {
      from++;
    }
    if (at - from > HEX_DIGITS) {
      String expected = "a hexadecimal integer of at most 128 bits";
      return new Fault(ErrorKind.NUMBER_OUT_OF_RANGE, begin, expected);
    }
    String number = new String(text, from, at - from, StandardCharsets.ISO_8859_1);
    say(begin, new BigInteger(number, 16).toString());
    return null;
  }

  /** Takes a string, from its quote on. */
  private Fault string(int quote) {
    say(at, "\"");
    at++;
    while (true) {
      int clean = at;
      while (at < end && (text[at] & 0xFF) >= ' ' && "\"'\\".indexOf(text[at]) < 0) {
        at++;
      }
      copy(clean);
      int c = byteAt(at);
      Fault fault = null;
      if (c == quote) {
        break;
      } else if (c == '"') {
        instead(1, "\\\"");
      } else if (c == '\'') {
        instead(1, "'");
      } else if (c == '\\') {
        fault = escape();
      } else if (c < 0) {
        fault = new Fault(ErrorKind.UNEXPECTED_END, end, "the closing quote of a string");
      } else if (c == '\n' || c == '\r') {
        fault = new Fault(ErrorKind.CONTROL_CHARACTER, at, "an escape", "a line break");
      } else {
        instead(1, control(c));
      }
      if (fault != null) {
        return fault;
      }
    }
    say(at, "\"");
    at++;
    ended = true;
    return null;
  }

  /** Replaces bytes of the text. */
  private void instead(int length, String json) {
    int place = at;
    at += length;
    say(place, json);
  }

  private static String control(int c) {
    return String.format("\\u%04x", c);
  }

  /** Takes an escape, from its backslash on. */
  private Fault escape() {
    int place = at;
    int letter = Lossy.codePointAt(text, at + 1, end);
    if (letter < 0) {
      return new Fault(ErrorKind.UNEXPECTED_END, end, "the closing quote of a string");
    }
    int length = 1 + Lossy.length(letter);
    if ("\"\\/bfnrt".indexOf(letter) >= 0) {
      at += length;
      copy(place);
    } else if (letter == 'u' && hex(at + 2, 4) >= 0) {
      // The reader of the JSON checks whether it is half of a character.
      at += 6;
      copy(place);
    } else if (letter == 'v') {
      instead(length, control(0x0B));
    } else if (letter == '0' && !Tokens.isDigit(byteAt(at + 2))) {
      instead(length, control(0));
    } else if (letter == 'x' && hex(at + 2, 2) >= 0) {
      instead(4, "\\u00");
      copy(place + 2, place + 4);
    } else if (letter == 'u' || letter == 'x' || Tokens.isDigit(letter)) {
      return new Fault(
          ErrorKind.INVALID_ESCAPE, at, "an escape that JSON5 has", tokens.found(at + 1));
    } else if (letter == '\r' && byteAt(at + 2) == '\n') {
      instead(3, "");
    } else if (Letters.isLineEnd(letter)) {
      instead(length, "");
    } else if (letter < ' ') {
      instead(length, control(letter));
    } else {
      // Any other character is itself.
      at += length;
      copy(place + 1);
    }
    return null;
  }
}
