package dev.varvel.internal;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a stream that were read and not passed yet. It grows with what is not passed, and
 * knows where in the stream it is.
 */
public class InputWindow {
  private static final int SMALL = 1 << 15;
  private static final int LARGEST = Integer.MAX_VALUE - 64;

  private final InputStream input;
  private byte[] bytes;
  private int start;
  private int end;
  private boolean ended;

  /** The offset of the first byte. */
  private long offset;

  /** Makes a window on a stream. */
  public InputWindow(InputStream input) {
    this.input = input;
    bytes = new byte[SMALL];
  }

  /** Makes a window on all of an array, which is not copied. */
  public InputWindow(byte[] bytes) {
    input = InputStream.nullInputStream();
    this.bytes = bytes;
    end = bytes.length;
    ended = true;
  }

  /** Returns the array that the bytes are in. */
  public final byte[] bytes() {
    return bytes;
  }

  /** Returns the place of the first byte in the array. */
  public final int start() {
    return start;
  }

  /** Returns the end of the bytes in the array. */
  public final int end() {
    return end;
  }

  /** Returns how many bytes there are. */
  public final int length() {
    return end - start;
  }

  /** Returns whether the stream has no more bytes than these. */
  public final boolean isEnded() {
    return ended;
  }

  /** Returns the offset of the first byte in the stream. */
  public final long offset() {
    return offset;
  }

  /** Returns the byte behind so many others without a sign, or -1 at the end of the stream. */
  public final int byteAt(int place) {
    while (place >= length()) {
      if (!fill()) {
        return -1;
      }
    }
    return bytes[start + place] & 0xFF;
  }

  /**
   * Reads more bytes, and returns false at the end of the stream. After an error the bytes that
   * were read before are still there, and it can be called again.
   */
  public final boolean fill() {
    if (ended) {
      return false;
    }
    makeRoom();
    try {
      int read = input.read(bytes, end, bytes.length - end);
      if (read == 0) {
        // No stream may do that, and asking again might take forever.
        throw new IOException("no bytes were read");
      }
      ended = read < 0;
      end += Math.max(read, 0);
    } catch (IOException e) {
      throw placed(VarvelException.of(ErrorKind.IO), end).cause(e).build();
    }
    return !ended;
  }

  private void makeRoom() {
    if (end < bytes.length) {
      return;
    }
    int length = length();
    if (start >= bytes.length / 2) {
      System.arraycopy(bytes, start, bytes, 0, length);
    } else {
      if (length >= LARGEST) {
        String most = "at most 2 GB for one value";
        throw placed(VarvelException.of(ErrorKind.SIZE_LIMIT).expected(most), start).build();
      }
      byte[] larger = new byte[(int) Math.min(2L * bytes.length, LARGEST)];
      System.arraycopy(bytes, start, larger, 0, length);
      bytes = larger;
    }
    start = 0;
    end = length;
  }

  /** Adds the place of a byte to an error. */
  protected VarvelException.Builder placed(VarvelException.Builder error, int at) {
    return error.offset(offset + at - start);
  }

  /** Passes bytes. */
  public void pass(int count) {
    offset += count;
    start += count;
  }

  /** Closes the stream. */
  public final void close() throws IOException {
    input.close();
  }
}
