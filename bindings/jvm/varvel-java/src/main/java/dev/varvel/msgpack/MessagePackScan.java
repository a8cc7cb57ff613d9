package dev.varvel.msgpack;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.internal.BinaryReader;
import dev.varvel.internal.BinaryScan;

/** Finds faults of MessagePack, and paths. */
final class MessagePackScan extends BinaryScan {
  MessagePackScan(byte[] bytes, int begin, int start, int end, Limits limits, Place place) {
    super(bytes, begin, start, end, limits, place);
  }

  @Override
  protected String aValue() {
    return "a value";
  }

  @Override
  protected boolean isBreak(int at) {
    return false;
  }

  @Override
  protected BinaryReader reader(int at) {
    return new MessagePackReader(bytes, at, end, MessagePackOptions.DEFAULT, Place.KEY);
  }

  @Override
  protected int string(int at) {
    int first = bytes[at] & 0xFF;
    if (!Codes.isString(first)) {
      return -1;
    }
    int width = Codes.width(first);
    long length = width == 0 ? first & Codes.FIX_LENGTH : number(at + 1, width);
    return text(at + 1 + width, length);
  }

  @Override
  protected int value(int at) {
    int first = bytes[at] & 0xFF;
    if (Codes.isString(first)) {
      return string(at);
    }
    int width = Codes.width(first);
    int inside = block(at + 1, width);
    if (Codes.isInteger(first) || first == Codes.FLOAT_32 || first == Codes.FLOAT_64) {
      return inside;
    }
    if (first < Codes.FIX_STR) {
      enter(at, first < Codes.FIX_ARRAY, first & Codes.FIX_COUNT, inside);
      return inside;
    }
    if (first >= Codes.ARRAY_16) {
      enter(at, first >= Codes.MAP_16, number(at + 1, width), inside);
      return inside;
    }
    if (first >= Codes.BIN_8 && first <= Codes.BIN_32) {
      return block(inside, number(at + 1, width));
    }
    if (Codes.isExtension(first)) {
      long length = width == 0 ? 1 << first - Codes.FIX_EXT_1 : number(at + 1, width);
      return extension(at, inside, length);
    }
    if (first != Codes.NIL && first != Codes.FALSE && first != Codes.TRUE) {
      String found = "the byte 0xC1, which MessagePack never uses";
      throw error(ErrorKind.SYNTAX, at, aValue(), found);
    }
    return inside;
  }

  /** Reads an extension. It counts as a container with bytes in it. */
  private int extension(int at, int typeAt, long length) {
    int inside = block(typeAt, 1);
    if (bytes[typeAt] == Codes.TIMESTAMP) {
      int behind = block(inside, length);
      if (!Codes.isTimestamp(bytes, inside, (int) length)) {
        String expected = "a timestamp: 4, 8 or 12 bytes, with less than 1,000,000,000 nanoseconds";
        throw error(ErrorKind.SYNTAX, at, expected, "");
      }
      return behind;
    }
    checkDepth(at);
    count(inside);
    return block(inside, length);
  }
}
