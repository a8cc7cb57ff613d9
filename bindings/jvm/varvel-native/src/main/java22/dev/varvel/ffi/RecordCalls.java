package dev.varvel.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedByInterruptException;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicReference;

/**
 * The functions that the library calls while it converts records.
 *
 * <p>Threads of the library call them, each function by one thread at a time. An exception must not
 * reach the library, which would end the process: it is kept, the function returns that it failed,
 * and the call throws it at the end.
 */
@SuppressWarnings("restricted")
final class RecordCalls {
  private static final long READ_FAILED = -1;
  private static final int ARRAY = 1;
  private static final int PROMPT = 2;

  private final ReadableByteChannel input;
  private final WritableByteChannel output;
  private final RecordOptions options;
  private final Thread caller = Thread.currentThread();

  /** The first exception of a function. */
  private final AtomicReference<Throwable> thrown = new AtomicReference<>();

  RecordCalls(ReadableByteChannel input, WritableByteChannel output, RecordOptions options) {
    this.input = input;
    this.output = output;
    this.options = options;
  }

  /** Converts the records. */
  Progress run(ForeignEngine engine, Functions functions, Format from, Format to) {
    // Shared, since other threads read what is in it.
    try (Arena arena = Arena.ofShared()) {
      MemorySegment how = records(arena);
      MemorySegment reader = callback("read", arena, JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG);
      MemorySegment writer = callback("write", arena, JAVA_BOOLEAN, ADDRESS, ADDRESS, JAVA_LONG);
      MemorySegment done = arena.allocate(Layouts.PROGRESS);
      MemorySegment error = arena.allocate(ADDRESS);
      int code =
          functions.recordsConvert.code(
              from.number(),
              pair(arena, reader),
              to == null ? 0 : to.number(),
              pair(arena, writer),
              how,
              done,
              error);
      try {
        engine.check(code, error);
      } catch (RuntimeException failure) {
        throw cause(failure);
      }
      return progress(done);
    }
  }

  /** Returns the exception of a function if there was one, or else the error of the library. */
  private RuntimeException cause(RuntimeException failure) {
    Throwable first = thrown.get();
    if (first instanceof Error error) {
      throw error;
    }
    if (first instanceof ClosedByInterruptException) {
      RuntimeException cancelled = new CancellationException("the thread was interrupted");
      cancelled.initCause(first);
      return cancelled;
    }
    if (first instanceof IOException) {
      return VarvelException.of(ErrorKind.IO).cause(first).build();
    }
    return first instanceof RuntimeException own ? own : failure;
  }

  private MemorySegment records(Arena arena) {
    StructLayout layout = Layouts.RECORDS_OPTIONS;
    MemorySegment of = arena.allocate(layout);
    Memory.set(of, layout, "size", layout.byteSize());
    of.set(ADDRESS, Layouts.at(layout, "options"), Memory.options(options.each(), arena));
    of.set(JAVA_INT, Layouts.at(layout, "threads"), options.threads());
    int flags = (options.array() ? ARRAY : 0) | (options.prompt() ? PROMPT : 0);
    of.set(JAVA_INT, Layouts.at(layout, "flags"), flags);
    Memory.set(of, layout, "block_bytes", options.blockBytes());
    MemorySegment progress = callback("progress", arena, JAVA_BOOLEAN, ADDRESS, ADDRESS);
    of.set(ADDRESS, Layouts.at(layout, "progress"), progress);
    if (options.bad() != null) {
      MemorySegment bad = callback("bad", arena, JAVA_BOOLEAN, ADDRESS, ADDRESS);
      of.set(ADDRESS, Layouts.at(layout, "bad"), bad);
    }
    return of;
  }

  private static MemorySegment pair(Arena arena, MemorySegment function) {
    MemorySegment pair = arena.allocate(Layouts.CALLBACK);
    pair.set(ADDRESS, 0, function);
    return pair;
  }

  /** Makes a function for the library of a method of this class. */
  private MemorySegment callback(
      String method, Arena arena, ValueLayout result, ValueLayout... arguments) {
    FunctionDescriptor type = FunctionDescriptor.of(result, arguments);
    try {
      MethodHandle handle = MethodHandles.lookup().bind(this, method, type.toMethodType());
      return Linker.nativeLinker().upcallStub(handle, type, arena);
    } catch (NoSuchMethodException | IllegalAccessException error) {
      throw new IllegalStateException(error);
    }
  }

  /** Reads at least one byte, unless the input has ended. */
  long read(MemorySegment context, MemorySegment to, long room) {
    try {
      ByteBuffer into = Memory.lent(to, Math.min(room, Integer.MAX_VALUE)).asByteBuffer();
      int count = 0;
      while (count == 0 && into.hasRemaining()) {
        count = input.read(into);
      }
      return Math.max(count, 0);
    } catch (Throwable error) {
      thrown.compareAndSet(null, error);
      return READ_FAILED;
    }
  }

  /** Writes all bytes. */
  boolean write(MemorySegment context, MemorySegment data, long length) {
    try {
      for (long from = 0; from < length; ) {
        long part = Math.min(length - from, Integer.MAX_VALUE);
        ByteBuffer bytes = Memory.lent(data, length).asSlice(from, part).asByteBuffer();
        while (bytes.hasRemaining()) {
          output.write(bytes);
        }
        from += part;
      }
      return true;
    } catch (Throwable error) {
      thrown.compareAndSet(null, error);
      return false;
    }
  }

  /** Tells the program how far it is. Returns whether to go on. */
  boolean progress(MemorySegment context, MemorySegment progress) {
    try {
      return !caller.isInterrupted()
          && (options.progress() == null || options.progress().test(progress(progress)));
    } catch (Throwable error) {
      thrown.compareAndSet(null, error);
      return false;
    }
  }

  private static Progress progress(MemorySegment lent) {
    StructLayout layout = Layouts.PROGRESS;
    MemorySegment of = Memory.lent(lent, layout.byteSize());
    return new Progress(
        Memory.number(of, layout, "bytes_in"),
        Memory.number(of, layout, "bytes_out"),
        Memory.number(of, layout, "records"),
        Memory.number(of, layout, "bad"));
  }

  /** Gives the program a record that is bad. Returns whether to go on. */
  boolean bad(MemorySegment context, MemorySegment lent) {
    try {
      StructLayout layout = Layouts.BAD_RECORD;
      MemorySegment of = Memory.lent(lent, layout.byteSize());
      BadRecord record =
          new BadRecord(
              Memory.number(of, layout, "number"),
              Memory.number(of, layout, "offset"),
              Memory.number(of, layout, "error_offset"),
              Memory.pair(of.asSlice(Layouts.at(layout, "bytes"), Layouts.PAIR)),
              Failure.kind(of.get(JAVA_INT, Layouts.at(layout, "code"))),
              new String(
                  Memory.pair(of.asSlice(Layouts.at(layout, "message"), Layouts.PAIR)),
                  StandardCharsets.UTF_8));
      return options.bad().test(record);
    } catch (Throwable error) {
      thrown.compareAndSet(null, error);
      return false;
    }
  }
}
