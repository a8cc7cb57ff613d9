package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.Fields;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.Lossy;
import dev.varvel.internal.Messages;
import dev.varvel.internal.Paths;

/** The errors of typed reading, with their places. A reader makes it when something is wrong. */
final class Faults {
  /** How many characters of a document an error keeps. */
  private static final int CONTENT = 200;

  private final byte[] text;
  private final int begin;
  private final int end;
  private final JsonOptions options;
  private final Relaxed relaxed;
  private final Origin origin;

  /**
   * Makes the errors of a text.
   *
   * @param relaxed the text that was rewritten as this JSON, or null
   */
  Faults(byte[] text, int begin, int end, JsonOptions options, Relaxed relaxed, Origin origin) {
    this.text = text;
    this.begin = begin;
    this.end = end;
    this.options = options;
    this.relaxed = relaxed;
    this.origin = origin;
  }

  /** Returns the error of a text that is too long. */
  static VarvelException tooLarge(int length, long most) {
    return VarvelException.of(ErrorKind.SIZE_LIMIT)
        .expected("at most " + most + " bytes")
        .found(Integer.toString(length))
        .offset(most)
        .build();
  }

  VarvelException of(ErrorKind kind, int at, String expected, String found) {
    return error(new Fault(kind, at, expected, found));
  }

  /** Returns the error of a fault. */
  VarvelException error(Fault fault) {
    return relaxed != null ? relaxed.error(fault) : fault.in(text, begin, end, origin);
  }

  /** Returns the error of the text, of which a byte is wrong. */
  VarvelException at(int at) {
    Fault fault = FaultFinder.fault(text, begin, end, options, false);
    if (fault == null) {
      fault = new Tokens(text, at, end).unexpected("a value");
    }
    return error(fault);
  }

  /** Returns the error of a value of another kind than what is expected, or of no value. */
  VarvelException wrongKind(int at, String expected) {
    Kind kind = kindAt(at);
    if (kind == null) {
      return error(new Tokens(text, at, end).noValue());
    }
    return of(ErrorKind.TYPE_MISMATCH, at, expected, kind.phrase());
  }

  /** Returns the error of a value that is no number, or a wrong one. */
  VarvelException noNumber(int at, String expected) {
    Tokens number = new Tokens(text, at, end);
    Kind kind = kindAt(at);
    boolean word = options.json5() && number.takeNonFinite();
    if (!word && (kind == Kind.INT || kind == Kind.FLOAT)) {
      Fault fault = number.number();
      if (fault != null) {
        return error(fault);
      }
      if (kind == Kind.FLOAT && Double.isInfinite(Decimals.parseDouble(text, at, number.at))) {
        // What is wanted is no float, so its size is not what is wrong.
        return of(ErrorKind.NUMBER_OUT_OF_RANGE, at, expected, content(at, number.at));
      }
    }
    return wrongKind(at, expected);
  }

  /** Returns the kind of the value that begins at a byte, or null if none does. */
  private Kind kindAt(int at) {
    switch (at < end ? text[at] : 0) {
      case '"':
        return Kind.STRING;
      case '\'':
        return options.json5() ? Kind.STRING : null;
      case '{':
        return Kind.OBJECT;
      case '[':
        return Kind.ARRAY;
      case 't', 'f':
        return Kind.BOOL;
      case 'n':
        return Kind.NULL;
      default:
        break;
    }
    Tokens tokens = new Tokens(text, at, end);
    if (options.json5() && tokens.takeNonFinite()) {
      return Kind.FLOAT;
    }
    if (at >= end || text[at] != '-' && !Tokens.isDigit(text[at])) {
      return null;
    }
    int p = text[at] == '-' ? at + 1 : at;
    int first = p;
    while (p < end && Tokens.isDigit(text[p])) {
      p++;
    }
    int next = p < end ? text[p] : 0;
    boolean zero = first > at && p == first + 1 && text[first] == '0';
    boolean isFloat = zero || next == '.' || (next | 0x20) == 'e' || p == first && next == 'I';
    return isFloat ? Kind.FLOAT : Kind.INT;
  }

  /** Returns the error of a number that is no integer of a type. */
  VarvelException integer(int at, String type) {
    if (kindAt(at) != Kind.INT) {
      return noNumber(at, "an integer");
    }
    Tokens number = new Tokens(text, at, end);
    Fault fault = number.number();
    if (fault != null) {
      return error(fault);
    }
    boolean fits = Numbers.fitsLong(text, at, number.at);
    String expected = "an integer that fits " + (fits ? type : "i64");
    return of(ErrorKind.NUMBER_OUT_OF_RANGE, at, expected, content(at, number.at));
  }

  /** Returns the error of a number that is too large for a float. */
  VarvelException tooLarge(int at, int bits) {
    Tokens number = new Tokens(text, at, end);
    number.number();
    if (bits == Double.SIZE || Double.isInfinite(Decimals.parseDouble(text, at, number.at))) {
      return beyondDouble(at);
    }
    String expected = "a number that a 32-bit float can hold";
    return of(ErrorKind.NUMBER_OUT_OF_RANGE, at, expected, content(at, number.at));
  }

  private VarvelException beyondDouble(int at) {
    String expected = "a number that a 64-bit float can hold";
    return of(ErrorKind.NUMBER_OUT_OF_RANGE, at, expected, "");
  }

  /** Returns the error of a number that has too many digits, or whose exponent is too large. */
  VarvelException beyond(int at, String expected) {
    Tokens number = new Tokens(text, at, end);
    number.number();
    return of(ErrorKind.NUMBER_OUT_OF_RANGE, at, expected, content(at, number.at));
  }

  /** Returns a part of the text, cut off if it is long. */
  private String content(int from, int to) {
    boolean whole = to - from <= CONTENT;
    return Lossy.text(text, from, whole ? to : from + CONTENT) + (whole ? "" : "…");
  }

  /** Returns the error of other text than what is expected. */
  VarvelException other(int at, String expected) {
    return error(new Tokens(text, at, end).unexpected(expected));
  }

  VarvelException trailing(int at) {
    String found = new Tokens(text, at, end).found(at);
    Fault fault = FaultFinder.fault(text, begin, end, options, false);
    return error(
        fault != null ? fault : new Fault(ErrorKind.TRAILING_DATA, at, "the end of input", found));
  }

  VarvelException depth(int at) {
    String most = "at most " + options.limits().depth() + " containers inside each other";
    return of(ErrorKind.DEPTH_LIMIT, at, most, "");
  }

  /**
   * Throws if a text has more values than the limit. Programs that ask for this limit pay for one
   * look ahead, so that others need not count.
   */
  void checkNodes() {
    Fault fault = FaultFinder.fault(text, begin, end, options, false);
    if (fault != null && fault.kind() == ErrorKind.NODE_LIMIT) {
      throw error(fault);
    }
  }

  VarvelException duplicate(int at, String key) {
    return of(ErrorKind.DUPLICATE_KEY, at, "each key once", Paths.quoted(key) + " again");
  }

  /** Returns the error of a key that is none of some names. */
  VarvelException unknown(int at, Fields fields) {
    Tokens key = new Tokens(text, at, end);
    String found = key.string() == null ? Paths.quoted(key.decoded()) : "";
    return of(ErrorKind.UNKNOWN_MEMBER, at, Messages.listed(fields), found);
  }

  VarvelException missing(int at, String name) {
    return of(ErrorKind.MISSING_FIELD, at, "a member `" + name + "`", "");
  }
}
