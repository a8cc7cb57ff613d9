package dev.varvel.cbor;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.BinaryReader;
import dev.varvel.internal.BinaryScan;

/** Finds faults of CBOR, and paths. */
final class CborScan extends BinaryScan {
  CborScan(byte[] bytes, int begin, int start, int end, Limits limits, Place place) {
    super(bytes, begin, start, end, limits, place);
  }

  @Override
  protected String aValue() {
    return "a data item";
  }

  @Override
  protected boolean isBreak(int at) {
    return (bytes[at] & 0xFF) == Codes.BREAK;
  }

  @Override
  protected BinaryReader reader(int at) {
    return new CborReader(bytes, at, end, CborOptions.DEFAULT, Place.KEY);
  }

  @Override
  protected int string(int at) {
    return (bytes[at] & Codes.MAJOR) == Codes.TEXT ? string(at, Codes.TEXT) : -1;
  }

  /** Returns the place behind the head at a place, which must have an argument. */
  private int head(int at) {
    int first = bytes[at] & 0xFF;
    int width = Codes.width(first);
    if (width < 0) {
      boolean indefinite = Codes.isIndefinite(first);
      String what = indefinite ? ", a head without an argument" : ", which is reserved";
      throw error(ErrorKind.SYNTAX, at, aValue(), String.format("the byte 0x%02X", first) + what);
    }
    return block(at + 1, width);
  }

  /** Returns the place behind a string of a major type. */
  private int string(int at, int major) {
    if (!Codes.isIndefinite(bytes[at])) {
      int inside = head(at);
      long length = Codes.argument(bytes, at);
      return major == Codes.TEXT ? text(inside, length) : block(inside, length);
    }
    int p = at + 1;
    while (true) {
      block(p, 1);
      if (isBreak(p)) {
        return p + 1;
      }
      if ((bytes[p] & Codes.MAJOR) != major || Codes.isIndefinite(bytes[p])) {
        String string = major == Codes.TEXT ? "a text string" : "a byte string";
        String expected = string + " of definite length, or a break (0xFF)";
        throw error(ErrorKind.SYNTAX, p, expected, "");
      }
      p = string(p, major);
    }
  }

  @Override
  protected int value(int at) {
    int first = bytes[at] & 0xFF;
    switch (first & Codes.MAJOR) {
      case Codes.UNSIGNED, Codes.NEGATIVE -> {
        return head(at);
      }
      case Codes.BYTES, Codes.TEXT -> {
        return string(at, first & Codes.MAJOR);
      }
      case Codes.ARRAY, Codes.MAP -> {
        boolean map = (first & Codes.MAJOR) == Codes.MAP;
        if (Codes.isIndefinite(first)) {
          enterIndefinite(at, map);
          return at + 1;
        }
        int inside = head(at);
        enter(at, map, Codes.argument(bytes, at), inside);
        return inside;
      }
      case Codes.TAG -> {
        Meaning meaning = Meaning.at(bytes, at, end);
        return meaning != null ? meaning.behind() : tagged(at);
      }
      default -> {
        return simple(at, first);
      }
    }
  }

  private int tagged(int at) {
    int behind = head(at);
    VarvelException wrong = wrongContent(at, behind);
    if (wrong != null) {
      throw wrong;
    }
    tag(at);
    return behind;
  }

  /** Returns the error of a tag before a value that its definition does not allow, or null. */
  VarvelException wrongContent(int at, int behind) {
    String expected = wrongContent(bytes, at, behind, end);
    return expected == null ? null : error(ErrorKind.SYNTAX, at, expected, "");
  }

  /**
   * Returns what should be behind the whole head of a tag, or null if that is there. RFC 8949
   * restricts the tags of dates: text behind the tag 0, a number behind the tag 1.
   */
  static String wrongContent(byte[] bytes, int at, int behind, int end) {
    long number = Codes.argument(bytes, at);
    if (number < 0 || number > Codes.EPOCH_TIME || behind >= end) {
      return null;
    }
    int first = bytes[behind] & 0xFF;
    if (number == Codes.TEXT_TIME) {
      return (first & Codes.MAJOR) == Codes.TEXT ? null : "a text string behind the tag 0";
    }
    return first < Codes.BYTES || Codes.isFloat(first) ? null : "a number behind the tag 1";
  }

  private int simple(int at, int first) {
    if (Codes.isFloat(first)) {
      return head(at);
    }
    if (first >= Codes.FALSE && first <= Codes.NULL) {
      return at + 1;
    }
    if (first == Codes.BREAK) {
      throw error(ErrorKind.SYNTAX, at, aValue(), "a break (0xFF)");
    }
    int behind = head(at);
    if (first == Codes.SIMPLE_8 && (bytes[at + 1] & 0xFF) < 32) {
      String expected = "a simple value from 32 on in the second byte";
      throw error(ErrorKind.SYNTAX, at, expected, "");
    }
    // It stands for a null behind a number.
    checkDepth(at);
    count(behind);
    return behind;
  }
}
