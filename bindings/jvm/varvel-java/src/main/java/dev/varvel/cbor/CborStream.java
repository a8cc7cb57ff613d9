package dev.varvel.cbor;

import dev.varvel.internal.BinaryReader;
import dev.varvel.internal.BinaryScan.Place;
import dev.varvel.internal.BinaryStream;
import dev.varvel.internal.Extent;
import dev.varvel.internal.InputWindow;
import java.io.InputStream;

/**
 * Reads values from a stream one after the other, in memory for the largest of them: values in a
 * row (a CBOR sequence, RFC 8742), or the items of one array.
 *
 * <pre>{@code
 * try (CborStream values = CborStream.values(input, CborOptions.DEFAULT)) {
 *   while (values.hasNext()) {
 *     Order order = values.next(codec);
 *   }
 * }
 * }</pre>
 *
 * <p>Offsets of errors are those in the stream. The limit of bytes holds for each value; the array
 * around items counts in the limit of depth. A value that its codec refuses has been passed, and
 * the next one can be read. If the stream fails, the error has the kind {@link
 * dev.varvel.ErrorKind#IO} and its cause; what was read before is kept, and the same call can be
 * made again.
 *
 * <p>Nothing is read ahead of what one call of {@link InputStream#read(byte[], int, int)} returns.
 * One stream belongs to one thread.
 */
@SuppressWarnings("exports") // The binary formats share what programs never name.
public final class CborStream extends BinaryStream {
  private final CborOptions options;

  private CborStream(InputWindow window, CborOptions options, boolean items) {
    super(window, options.limits(), items, new Heads(options.limits().depth()));
    this.options = options;
  }

  /** Reads values in a row, with nothing between them. */
  public static CborStream values(InputStream input, CborOptions options) {
    return new CborStream(new InputWindow(input), options, false);
  }

  /** Reads values in a row from an array, which is not copied. */
  public static CborStream values(byte[] bytes, CborOptions options) {
    return new CborStream(new InputWindow(bytes), options, false);
  }

  /** Reads the items of the array that is the one value of a stream. */
  public static CborStream items(InputStream input, CborOptions options) {
    return new CborStream(new InputWindow(input), options, true);
  }

  @Override
  protected BinaryReader reader(byte[] bytes, int from, int to, Place place) {
    return new CborReader(bytes, from, to, options, place);
  }

  @Override
  protected void passMark(InputWindow window) {
    // An array has other bytes.
    if (window.byteAt(0) == 0xD9
        && window.byteAt(2) >= 0
        && Codes.hasSignature(window.bytes(), window.start(), window.end())) {
      window.pass(3);
    }
  }

  @Override
  protected boolean isBreak(InputWindow window) {
    return window.byteAt(0) == Codes.BREAK;
  }

  @Override
  protected long passArray(InputWindow window) {
    int first = window.byteAt(0);
    if (first == (Codes.ARRAY | Codes.INDEFINITE)) {
      window.pass(1);
      return INDEFINITE;
    }
    int width = Codes.width(first);
    if ((first & Codes.MAJOR) != Codes.ARRAY || width < 0 || window.byteAt(width) < 0) {
      return INDEFINITE - 1;
    }
    long count = Codes.argument(window.bytes(), window.start());
    window.pass(1 + width);
    // No stream has as many.
    return count < 0 ? Long.MAX_VALUE : count;
  }

  /** The heads of data items. */
  private static final class Heads extends Extent {
    Heads(int depth) {
      super(depth);
    }

    @Override
    protected boolean isBreak(byte[] bytes, int at) {
      return (bytes[at] & 0xFF) == Codes.BREAK;
    }

    @Override
    protected boolean head(byte[] bytes, int at, int end) {
      int first = bytes[at] & 0xFF;
      int width = Codes.width(first);
      length = 1;
      inside = 0;
      isOpen = false;
      if (width < 0) {
        // Some are no heads: the reader refuses them.
        isOpen = Codes.isIndefinite(first) && first >= Codes.BYTES && first < Codes.TAG;
        return true;
      }
      if (width >= end - at) {
        return false;
      }
      long argument = Codes.argument(bytes, at);
      boolean endless = argument < 0 || argument > Long.MAX_VALUE / 4;
      long count = endless ? Long.MAX_VALUE / 4 : argument;
      length += width;
      switch (first & Codes.MAJOR) {
        case Codes.BYTES, Codes.TEXT -> length += count;
        case Codes.ARRAY -> inside = count;
        case Codes.MAP -> inside = 2 * count;
        case Codes.TAG -> inside = 1;
        default -> {
          // It holds no items.
        }
      }
      return true;
    }
  }
}
