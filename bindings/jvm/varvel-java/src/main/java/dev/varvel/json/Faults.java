package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;

/** Finds what is wrong with a text, after a reader came upon a wrong byte. */
final class Faults {
  private final byte[] text;
  private final int begin;
  private final int end;
  private final JsonOptions options;

  Faults(byte[] text, int begin, int end, JsonOptions options) {
    this.text = text;
    this.begin = begin;
    this.end = end;
    this.options = options;
  }

  /** Returns whether a text begins with a byte order mark. */
  static boolean hasMark(byte[] text, int at) {
    return text[at] == (byte) 0xEF && text[at + 1] == (byte) 0xBB && text[at + 2] == (byte) 0xBF;
  }

  VarvelException of(ErrorKind kind, int at, String expected) {
    return of(kind, at, expected, "");
  }

  VarvelException of(ErrorKind kind, int at, String expected, String found) {
    return VarvelException.of(kind).offset(at - begin).expected(expected).found(found).build();
  }

  /** Returns the error of the text at a wrong byte. */
  VarvelException at(int at) {
    return of(ErrorKind.SYNTAX, at, "");
  }

  VarvelException trailing(int at) {
    return of(ErrorKind.TRAILING_DATA, at, "the end of input");
  }

  VarvelException depth(int at) {
    return of(ErrorKind.DEPTH_LIMIT, at, "at most " + options.limits().depth() + " containers");
  }

  VarvelException wrongKind(int at, String expected) {
    return of(at == end ? ErrorKind.UNEXPECTED_END : ErrorKind.TYPE_MISMATCH, at, expected);
  }

  VarvelException integer(int at, String type) {
    return of(ErrorKind.NUMBER_OUT_OF_RANGE, at, "an integer that fits " + type);
  }

  VarvelException tooLarge(int at, int bits) {
    return of(
        ErrorKind.NUMBER_OUT_OF_RANGE, at, "a number that a " + bits + "-bit float can hold");
  }

  static String quoted(String key) {
    return '"' + key + '"';
  }
}
