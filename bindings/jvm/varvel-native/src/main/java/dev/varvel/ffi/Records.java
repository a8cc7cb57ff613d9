package dev.varvel.ffi;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Objects;
import java.util.concurrent.CancellationException;

/**
 * Records that follow one another in an input of any length: lines of JSON, each with one document
 * or several; documents of JSON5 on any lines; values of MessagePack or CBOR; or a frozen stream.
 * They are converted on all processors, in bounded memory and in their order.
 *
 * <p>All methods throw {@link UnsupportedOperationException} if the library cannot be used, and
 * {@link IllegalArgumentException} for a format that has no records. {@link CancellationException}
 * ends a conversion if a function of the options returned false, or if the thread that called was
 * interrupted; it stays so. Interrupts are seen after each block of input.
 */
public final class Records {
  /** How many bytes of a stream are moved at once. */
  private static final int PART = 1 << 16;

  private Records() {}

  /**
   * Converts the records of a file: see {@link #convert(Path, Format, Path, Format,
   * RecordOptions)}.
   */
  public static Progress convert(Path from, Format fromFormat, Path to, Format toFormat) {
    return convert(from, fromFormat, to, toFormat, RecordOptions.DEFAULT);
  }

  /**
   * Converts the records of a file into another file, which may be the same. The new file takes its
   * place when it is complete; after an error or an end before that, nothing has changed. A link is
   * followed, permissions are kept, and a pipe or a device is written where it is.
   *
   * @return what was done
   * @throws VarvelException about the first bad record, unless the options take it; of the kind
   *     {@code IO} if a file cannot be read or written
   */
  public static Progress convert(
      Path from, Format fromFormat, Path to, Format toFormat, RecordOptions options) {
    NativeLibrary.engine();
    try (FileChannel input = FileChannel.open(from, StandardOpenOption.READ);
        NewFile output = NewFile.open(to)) {
      Progress done = convert(input, fromFormat, output.channel(), toFormat, options);
      output.complete();
      return done;
    } catch (IOException error) {
      throw VarvelException.of(ErrorKind.IO).cause(error).build();
    }
  }

  /**
   * Converts the records of a channel into another one. Neither is closed, except by an interrupt
   * of a thread that is using it, as channels are. What came before an error was written. A channel
   * must wait for its bytes.
   *
   * @return what was done
   * @throws VarvelException about the first bad record, unless the options take it; of the kind
   *     {@code IO} if a channel cannot be read or written
   */
  public static Progress convert(
      ReadableByteChannel from,
      Format fromFormat,
      WritableByteChannel to,
      Format toFormat,
      RecordOptions options) {
    Objects.requireNonNull(to);
    return NativeLibrary.engine().records(fromFormat, from, toFormat, to, options);
  }

  /** Converts the records of a stream into another one, as channels are. Neither is closed. */
  public static Progress convert(
      InputStream from,
      Format fromFormat,
      OutputStream to,
      Format toFormat,
      RecordOptions options) {
    return convert(new StreamInput(from), fromFormat, new StreamOutput(to), toFormat, options);
  }

  /**
   * Checks and counts the records of a file.
   *
   * @return how many there are
   * @throws VarvelException as {@link #convert(Path, Format, Path, Format, RecordOptions)} does
   */
  public static Progress check(Path from, Format format, RecordOptions options) {
    Engine engine = NativeLibrary.engine();
    try (FileChannel input = FileChannel.open(from, StandardOpenOption.READ)) {
      return engine.records(format, input, null, null, options);
    } catch (IOException error) {
      throw VarvelException.of(ErrorKind.IO).cause(error).build();
    }
  }

  /** Reads a stream. Unlike the channels of the JDK it is not closed by an interrupt. */
  private static final class StreamInput implements ReadableByteChannel {
    private final InputStream stream;
    private final byte[] part = new byte[PART];

    StreamInput(InputStream stream) {
      this.stream = Objects.requireNonNull(stream);
    }

    @Override
    public int read(ByteBuffer to) throws IOException {
      int count = stream.read(part, 0, Math.min(part.length, to.remaining()));
      if (count > 0) {
        to.put(part, 0, count);
      }
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }

  /** Writes a stream. Unlike the channels of the JDK it is not closed by an interrupt. */
  private static final class StreamOutput implements WritableByteChannel {
    private final OutputStream stream;
    private final byte[] part = new byte[PART];

    StreamOutput(OutputStream stream) {
      this.stream = Objects.requireNonNull(stream);
    }

    @Override
    public int write(ByteBuffer from) throws IOException {
      int count = Math.min(part.length, from.remaining());
      from.get(part, 0, count);
      stream.write(part, 0, count);
      return count;
    }

    @Override
    public boolean isOpen() {
      return true;
    }

    @Override
    public void close() {}
  }
}
