package dev.varvel.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;

/** A {@code vv_text} of the library. */
final class ForeignText implements Engine.Text {
  private final ForeignEngine engine;
  private final Functions functions;
  private final MemorySegment text;

  ForeignText(ForeignEngine engine, Functions functions, MemorySegment text) {
    this.engine = engine;
    this.functions = functions;
    this.text = text;
  }

  @Override
  public void throughAliases(boolean through) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment error = arena.allocate(ADDRESS);
      engine.check(functions.textThroughAliases.code(text, through, error), error);
    }
  }

  @Override
  public void set(byte[] path, byte[] frozen) {
    put(functions.textSet, path, frozen);
  }

  @Override
  public void insert(byte[] path, byte[] frozen) {
    put(functions.textInsert, path, frozen);
  }

  private void put(NativeCall how, byte[] path, byte[] frozen) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment at = Memory.of(path, arena);
      // Frozen bytes are read where they are, in words of 8 bytes.
      MemorySegment bytes =
          arena.allocate(frozen.length, 8).copyFrom(MemorySegment.ofArray(frozen));
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment error = arena.allocate(ADDRESS);
      MemorySegment none = MemorySegment.NULL;
      engine.check(
          functions.frozenAdopt.code(bytes, bytes.byteSize(), none, none, none, out, error), error);
      MemorySegment document = out.get(ADDRESS, 0);
      try {
        MemorySegment root = functions.frozenRoot.segment(arena, document);
        MemorySegment value = functions.ofNode.segment(arena, root);
        engine.check(how.code(text, at, at.byteSize(), value, error), error);
      } finally {
        functions.frozenFree.call(document);
      }
    }
  }

  @Override
  public void rename(byte[] path, byte[] key) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment at = Memory.of(path, arena);
      MemorySegment to = Memory.of(key, arena);
      MemorySegment error = arena.allocate(ADDRESS);
      engine.check(
          functions.textRename.code(text, at, at.byteSize(), to, to.byteSize(), error), error);
    }
  }

  @Override
  public void remove(byte[] path) {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment at = Memory.of(path, arena);
      MemorySegment error = arena.allocate(ADDRESS);
      engine.check(functions.textRemove.code(text, at, at.byteSize(), error), error);
    }
  }

  @Override
  public byte[] bytes() {
    try (Arena arena = Arena.ofConfined()) {
      return Memory.pair(functions.textGet.segment(arena, text));
    }
  }

  @Override
  public byte[] frozen() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment node = functions.textNode.segment(arena, text);
      MemorySegment out = arena.allocate(ADDRESS);
      MemorySegment error = arena.allocate(ADDRESS);
      engine.check(functions.freezeNode.code(node, MemorySegment.NULL, out, error), error);
      MemorySegment document = out.get(ADDRESS, 0);
      try {
        return Memory.pair(functions.frozenBytes.segment(arena, document));
      } finally {
        functions.frozenFree.call(document);
      }
    }
  }

  @Override
  public long[] comments() {
    try (Arena arena = Arena.ofConfined()) {
      MemorySegment count = arena.allocate(JAVA_LONG);
      MemorySegment error = arena.allocate(ADDRESS);
      MemorySegment none = MemorySegment.NULL;
      engine.check(functions.textComments.code(text, none, 0L, count, error), error);
      long room = count.get(JAVA_LONG, 0);
      MemorySegment spans = arena.allocate(Layouts.SPAN, room);
      engine.check(functions.textComments.code(text, spans, room, count, error), error);
      return spans.toArray(JAVA_LONG);
    }
  }

  @Override
  public byte[] indented() {
    try (Arena arena = Arena.ofConfined()) {
      return engine.filled(
          arena, (buffer, error) -> functions.textIndent.code(text, buffer, error));
    }
  }

  @Override
  public void free() {
    functions.textFree.call(text);
  }
}
