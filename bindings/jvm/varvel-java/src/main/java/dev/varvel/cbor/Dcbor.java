package dev.varvel.cbor;

import dev.varvel.ErrorKind;
import dev.varvel.internal.Utf8;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Arrays;

/**
 * The check of dCBOR (draft-mcnally-deterministic-cbor): each item has only one form.
 *
 * <p>It looks at heads, keys and texts only, and recurses nowhere. It ends at bytes that are not
 * CBOR: reading them finds the fault.
 */
final class Dcbor {
  private static final String SHORTEST = "the shortest form";

  /** An open container or tag. */
  private static final class Frame {
    long left;
    final boolean map;
    int key;
    int beforeFrom;
    int beforeTo;

    Frame(long left, boolean map, int at) {
      this.left = left;
      this.map = map;
      key = at;
      beforeFrom = at;
      beforeTo = at;
    }
  }

  /** Takes what is wrong. */
  interface Faults {
    void at(ErrorKind kind, int at, String expected, String found);
  }

  private final byte[] bytes;
  private final int end;
  private final Faults faults;
  private final ArrayList<Frame> open = new ArrayList<>();
  private int at;

  Dcbor(byte[] bytes, int at, int end, Faults faults) {
    this.bytes = bytes;
    this.at = at;
    this.end = end;
    this.faults = faults;
  }

  /** Checks a document in which so many containers may be open. */
  void check(int depth) {
    while (at < end) {
      int first = bytes[at] & 0xFF;
      if (Codes.isIndefinite(first) && first >= Codes.BYTES && first < Codes.TAG) {
        other(at, "a definite length", "a string, array or map of indefinite length");
      }
      int width = Codes.width(first);
      if (width < 0 || width >= end - at) {
        return;
      }
      long argument = Codes.argument(bytes, at);
      checkHead(first, argument, width);
      at += 1 + width;
      long inside = inside(first & Codes.MAJOR, argument);
      if (inside < 0) {
        return;
      }
      if (inside > 0) {
        if (open.size() >= depth) {
          return;
        }
        open.add(new Frame(inside, (first & Codes.MAJOR) == Codes.MAP, at));
      } else if (!next()) {
        return;
      }
    }
  }

  /** Passes a string, and returns how many items are in another item; -1 if it is cut off. */
  private long inside(int major, long argument) {
    switch (major) {
      case Codes.BYTES, Codes.TEXT -> {
        if (argument < 0 || argument > end - at) {
          return -1;
        }
        if (major == Codes.TEXT) {
          checkText((int) argument);
        }
        at += (int) argument;
        return 0;
      }
      case Codes.ARRAY, Codes.MAP -> {
        // More items than bytes are cut off. Twice a number of 64 bits is the largest, which is
        // odd.
        if (argument < 0) {
          return Long.MAX_VALUE;
        }
        long count = Math.min(argument, Long.MAX_VALUE / 4);
        return major == Codes.MAP ? 2 * count : count;
      }
      default -> {
        return major == Codes.TAG ? 1 : 0;
      }
    }
  }

  /** Comes behind an item, and leaves the containers that end there. Returns false at the end. */
  private boolean next() {
    while (!open.isEmpty()) {
      Frame frame = open.get(open.size() - 1);
      frame.left--;
      if (frame.map && frame.left % 2 == 0) {
        frame.key = at;
      } else if (frame.map) {
        checkOrder(frame);
        frame.beforeFrom = frame.key;
        frame.beforeTo = at;
      }
      if (frame.left > 0) {
        return true;
      }
      open.remove(open.size() - 1);
    }
    return false;
  }

  private void checkHead(int first, long argument, int width) {
    int major = first & Codes.MAJOR;
    if (major == Codes.SIMPLE) {
      checkSimple(first, argument, width);
      return;
    }
    if (Codes.headLength(argument) != 1 + width) {
      other(at, SHORTEST, "a longer one");
    }
    if (major == Codes.NEGATIVE && argument < 0) {
      String expected = "an integer from -9223372036854775808 to 18446744073709551615";
      other(at, expected, "a smaller one that is no bignum");
    }
    if (major == Codes.TAG
        && (argument == Codes.BIG_UNSIGNED || argument == Codes.BIG_NEGATIVE)
        && !isBig(at + 1 + width, argument == Codes.BIG_NEGATIVE)) {
      String expected = "a bignum without zeros before it, and only beyond the other integers";
      other(at, expected, "another one");
    }
  }

  /** Returns whether a string behind the tag of a bignum fits no integer without a tag. */
  private boolean isBig(int from, boolean negative) {
    int first = from < end ? bytes[from] & 0xFF : 0;
    int width = Codes.width(first);
    if ((first & Codes.MAJOR) != Codes.BYTES || width < 0 || width >= end - from) {
      return true;
    }
    long length = Codes.argument(bytes, from);
    int inside = from + 1 + width;
    if (length < 0 || length > end - inside) {
      return true;
    }
    int least = negative ? 8 : 9;
    int highest = length == 0 ? 0 : bytes[inside] & 0xFF;
    return highest != 0 && (length > 8 || length == least && highest >= 0x80);
  }

  private void checkText(int length) {
    String text = new String(bytes, at, length, StandardCharsets.UTF_8);
    // Bytes that are not UTF-8 are found when they are read.
    if (Utf8.firstInvalid(bytes, at, at + length) < 0
        && !Normalizer.isNormalized(text, Normalizer.Form.NFC)) {
      other(at, "text in Unicode's normal form C", "text in another form");
    }
  }

  private void checkSimple(int first, long argument, int width) {
    if (first >= Codes.FALSE && first <= Codes.NULL) {
      return;
    }
    if (!Codes.isFloat(first)) {
      // Reading finds simple values that are broken.
      if (first != Codes.SIMPLE_8 || argument >= 32) {
        other(at, "no simple value but false, true and null", "another one");
      }
      return;
    }
    long bits = Codes.floating(bytes, at);
    double value = Double.longBitsToDouble(bits);
    if (value != value) {
      if (first != Codes.FLOAT_16 || argument != 0x7E00) {
        other(at, "the NaN 0xF97E00", "another NaN");
      }
      return;
    }
    if (value >= -0x1p63 && value < 0x1p64 && value == Math.rint(value)) {
      other(at, "an integer where a number is one", "a float without a fraction");
    }
    if (Codes.float64(bits, new byte[16], 0) != 1 + width) {
      other(at, "the shortest float that is exact", "a longer one");
    }
  }

  /** Checks that a key sorts behind the key before it, which is empty for the first key. */
  private void checkOrder(Frame frame) {
    int order =
        Arrays.compareUnsigned(bytes, frame.beforeFrom, frame.beforeTo, bytes, frame.key, at);
    if (order == 0) {
      faults.at(ErrorKind.DUPLICATE_KEY, frame.key, "each key once", "the key before again");
    } else if (order > 0) {
      other(frame.key, "keys in the order of their bytes", "one that belongs before the last");
    }
  }

  private void other(int at, String expected, String found) {
    faults.at(ErrorKind.SYNTAX, at, expected, found);
  }
}
