package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Lossy;
import dev.varvel.internal.TextPlace;
import java.io.IOException;
import java.io.InputStream;

/**
 * The bytes of a stream that were read and not passed yet. It grows with what is not passed, and
 * knows where in the stream it is.
 */
final class Window {
  private static final int SMALL = 1 << 15;
  private static final int LARGEST = JsonReader.LARGEST;

  private final InputStream input;
  private byte[] bytes = new byte[SMALL];
  private int start;
  private int end;
  private boolean ended;

  /** The offset of the first byte, its line and its column. */
  private long offset;

  private int line = 1;
  private int column = 1;

  Window(InputStream input) {
    this.input = input;
  }

  byte[] bytes() {
    return bytes;
  }

  /** Returns the place of the first byte in the array. */
  int start() {
    return start;
  }

  /** Returns the end of the bytes in the array. */
  int end() {
    return end;
  }

  int length() {
    return end - start;
  }

  /** Returns whether the stream has no more bytes than these. */
  boolean isEnded() {
    return ended;
  }

  long offset() {
    return offset;
  }

  /** Returns the place of the first byte, which belongs to an item of an array, or -1. */
  Origin origin(long item) {
    return new Origin(offset, line, column, item);
  }

  /** Returns the byte behind so many others without a sign, or -1 at the end of the stream. */
  int byteAt(int place) {
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
  boolean fill() {
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
      throw failed(e);
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
        throw new Fault(ErrorKind.SIZE_LIMIT, start, "at most 2 GB for one value")
            .in(bytes, start, start, origin(-1), "");
      }
      byte[] larger = new byte[(int) Math.min(2L * bytes.length, LARGEST)];
      System.arraycopy(bytes, start, larger, 0, length);
      bytes = larger;
    }
    start = 0;
    end = length;
  }

  private VarvelException failed(IOException cause) {
    TextPlace place = new TextPlace(bytes, start, end, end, line, column);
    return VarvelException.of(ErrorKind.IO)
        .offset(offset + length())
        .position(place.line(), place.column())
        .cause(cause)
        .build();
  }

  /** Passes bytes. */
  void pass(int count) {
    int to = start + count;
    int lineStart = start;
    for (int i = start; i < to; i++) {
      if (bytes[i] == '\n') {
        line++;
        column = 1;
        lineStart = i + 1;
      }
    }
    column += Lossy.characters(bytes, lineStart, to);
    offset += count;
    start = to;
  }

  void close() throws IOException {
    input.close();
  }
}
