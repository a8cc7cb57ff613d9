package dev.varvel.msgpack;

import dev.varvel.internal.BigEndian;
import dev.varvel.internal.BinaryReader;
import dev.varvel.internal.BinaryScan.Place;
import dev.varvel.internal.BinaryStream;
import dev.varvel.internal.Extent;
import dev.varvel.internal.InputWindow;
import java.io.InputStream;

/**
 * Reads values from a stream one after the other, in memory for the largest of them: values in a
 * row, or the items of one array.
 *
 * <pre>{@code
 * try (MessagePackStream values = MessagePackStream.values(input, MessagePackOptions.DEFAULT)) {
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
public final class MessagePackStream extends BinaryStream {
  private final MessagePackOptions options;

  private MessagePackStream(InputWindow window, MessagePackOptions options, boolean items) {
    super(window, options.limits(), items, new Heads(0));
    this.options = options;
  }

  /** Reads values in a row, with nothing between them. */
  public static MessagePackStream values(InputStream input, MessagePackOptions options) {
    return new MessagePackStream(new InputWindow(input), options, false);
  }

  /** Reads values in a row from an array, which is not copied. */
  public static MessagePackStream values(byte[] bytes, MessagePackOptions options) {
    return new MessagePackStream(new InputWindow(bytes), options, false);
  }

  /** Reads the items of the array that is the one value of a stream. */
  public static MessagePackStream items(InputStream input, MessagePackOptions options) {
    return new MessagePackStream(new InputWindow(input), options, true);
  }

  @Override
  protected BinaryReader reader(byte[] bytes, int from, int to, Place place) {
    return new MessagePackReader(bytes, from, to, options, place);
  }

  @Override
  protected long passArray(InputWindow window) {
    int first = window.byteAt(0);
    boolean wide = first == Codes.ARRAY_16 || first == Codes.ARRAY_32;
    int width = wide ? Codes.width(first) : 0;
    if (!wide && (first & 0xF0) != Codes.FIX_ARRAY || window.byteAt(width) < 0) {
      return INDEFINITE - 1;
    }
    long count =
        wide ? BigEndian.get(window.bytes(), window.start() + 1, width) : first & Codes.FIX_COUNT;
    window.pass(1 + width);
    return count;
  }

  /** The heads of values. */
  private static final class Heads extends Extent {
    Heads(int depth) {
      super(depth);
    }

    @Override
    protected boolean isBreak(byte[] bytes, int at) {
      return false;
    }

    @Override
    protected boolean head(byte[] bytes, int at, int end) {
      int first = bytes[at] & 0xFF;
      int width = Codes.width(first);
      if (width >= end - at) {
        return false;
      }
      long number = width == 0 ? 0 : BigEndian.get(bytes, at + 1, width);
      length = 1 + width;
      inside = 0;
      if (Codes.isFixString(first)) {
        length += first & Codes.FIX_LENGTH;
      } else if (first >= Codes.FIX_MAP && first < Codes.FIX_STR) {
        int count = first & Codes.FIX_COUNT;
        inside = first < Codes.FIX_ARRAY ? 2 * count : count;
      } else if (first >= Codes.ARRAY_16 && first <= Codes.MAP_32) {
        inside = first >= Codes.MAP_16 ? 2 * number : number;
      } else if (first >= Codes.FIX_EXT_1 && first <= Codes.FIX_EXT_16) {
        length += 1 + (1 << first - Codes.FIX_EXT_1);
      } else if (Codes.isExtension(first)) {
        length += 1 + number;
      } else if (first >= Codes.BIN_8 && first <= Codes.BIN_32 || Codes.isString(first)) {
        length += number;
      }
      return true;
    }
  }
}
