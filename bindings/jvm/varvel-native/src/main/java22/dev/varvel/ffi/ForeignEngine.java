package dev.varvel.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.charset.StandardCharsets;

/**
 * The calls of the library. Each has an arena of its own for its arguments, and frees what the
 * library gave it before it returns.
 */
final class ForeignEngine implements Engine {
  /** No error, the number {@code VV_OK}. */
  static final int OK = 0;

  private final Functions functions;

  ForeignEngine(Functions functions) {
    this.functions = functions;
  }

  @Override
  public String version() {
    return Memory.text(functions.version.segment());
  }

  @Override
  public byte[] convert(int from, byte[] data, int to, Options options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment input = Memory.of(data, arena);
      MemorySegment how = Memory.options(options, arena);
      return filled(
          arena,
          (buffer, error) ->
              functions.convert.code(from, input, input.byteSize(), to, how, buffer, error));
    }
  }

  @Override
  public void validate(int format, byte[] data, Options options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment input = Memory.of(data, arena);
      MemorySegment how = Memory.options(options, arena);
      MemorySegment error = arena.allocate(ADDRESS);
      check(functions.validate.code(format, input, input.byteSize(), how, error), error);
    }
  }

  /**
   * Makes an error about the node at the path, by asking it for what it is not, and lets the
   * library find its place.
   */
  @Override
  public Place locate(int format, byte[] data, Options options, String path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment input = Memory.of(data, arena);
      MemorySegment how = Memory.options(options, arena);
      MemorySegment steps = Memory.of(path.getBytes(StandardCharsets.UTF_8), arena);
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment error = arena.allocate(ADDRESS);
      check(functions.freeze.code(format, input, input.byteSize(), how, out, error), error);
      MemorySegment frozen = out.get(ADDRESS, 0);
      try {
        MemorySegment root = functions.frozenRoot.segment(arena, frozen);
        MemorySegment node = functions.getPath.segment(arena, root, steps, steps.byteSize());
        MemorySegment unused = arena.allocate(Layouts.PAIR);
        int code = functions.bool.code(node, unused, error);
        if (code == OK) {
          functions.string.code(node, unused, error);
        }
      } finally {
        functions.frozenFree.call(frozen);
      }
      MemorySegment made = error.get(ADDRESS, 0);
      try {
        boolean found =
            functions.errorLocate.code(made, format, input, input.byteSize(), how) == OK;
        Failure failure = failure(made);
        return found
            ? new Place(
                failure.offset(),
                (int) failure.line(),
                (int) failure.column(),
                Failure.marked(failure.excerpt()))
            : null;
      } finally {
        functions.errorFree.call(made);
      }
    }
  }

  @Override
  public Text text(int syntax, byte[] text, Options options) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment input = Memory.of(text, arena);
      MemorySegment how = Memory.options(options, arena);
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment error = arena.allocate(ADDRESS);
      check(functions.textNew.code(syntax, input, input.byteSize(), how, out, error), error);
      return new ForeignText(this, functions, out.get(ADDRESS, 0));
    }
  }

  @Override
  public Progress records(
      Format from,
      ReadableByteChannel input,
      Format to,
      WritableByteChannel output,
      RecordOptions options) {
    return new RecordCalls(input, output, options).run(this, functions, from, to);
  }

  /** A function of the library that writes into a buffer. */
  interface Fill {
    int into(MemorySegment buffer, MemorySegment error);
  }

  /** Returns what a function writes into a buffer. */
  byte[] filled(Arena arena, Fill fill) {
    MemorySegment buffer = arena.allocate(Layouts.BUFFER);
    MemorySegment error = arena.allocate(ADDRESS);
    try {
      check(fill.into(buffer, error), error);
      return Memory.pair(buffer);
    } finally {
      functions.bufferFree.call(buffer);
    }
  }

  /**
   * Throws the error of a function that failed, and frees it.
   *
   * @param error where the function stored it
   */
  void check(int code, MemorySegment error) {
    if (code == OK) {
      return;
    }
    MemorySegment made = error.get(ADDRESS, 0);
    RuntimeException thrown;
    try {
      thrown = failure(made).exception();
    } finally {
      functions.errorFree.call(made);
    }
    throw thrown;
  }

  private Failure failure(MemorySegment error) {
    return new Failure(
        functions.errorCode.code(error),
        // The largest number stands for none, and is -1 here.
        functions.errorOffset.number(error),
        functions.errorLine.number(error),
        functions.errorColumn.number(error),
        Memory.text(functions.errorMessage.segment(error)),
        Memory.text(functions.errorPath.segment(error)),
        Memory.text(functions.errorHint.segment(error)),
        Memory.text(functions.errorExcerpt.segment(error)));
  }
}
