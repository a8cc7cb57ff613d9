package dev.varvel.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.StructLayout;

/** Memory that goes to the library and comes from it. */
final class Memory {
  /** The longest array that all virtual machines make. */
  private static final long LONGEST = Integer.MAX_VALUE - 8;

  private Memory() {}

  /** Copies bytes out of the heap. */
  static MemorySegment of(byte[] bytes, Arena arena) {
    return arena.allocateFrom(JAVA_BYTE, bytes);
  }

  /** Copies memory that the library lends; {@code pointer} may be null if the length is zero. */
  static byte[] bytes(MemorySegment pointer, long length) {
    if (length > LONGEST) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT)
          .expected("at most " + LONGEST + " bytes, which an array can have")
          .found(length + " bytes")
          .hint("convert records, or parts of the document")
          .build();
    }
    return lent(pointer, length).toArray(JAVA_BYTE);
  }

  /** Returns memory that the library lends, by a pointer to it. */
  @SuppressWarnings("restricted")
  static MemorySegment lent(MemorySegment pointer, long length) {
    return pointer.reinterpret(length);
  }

  /** Returns the bytes of a {@code vv_str} or {@code vv_bytes}. */
  static byte[] pair(MemorySegment pair) {
    return bytes(pair.get(ADDRESS, 0), pair.get(JAVA_LONG, Layouts.at(Layouts.PAIR, "len")));
  }

  /** Returns a text that ends with a NUL; empty for a null pointer. */
  static String text(MemorySegment pointer) {
    return pointer.address() == 0 ? "" : lent(pointer, Long.MAX_VALUE).getString(0);
  }

  /** Returns a field of a structure. */
  static long number(MemorySegment of, StructLayout layout, String field) {
    return of.get(JAVA_LONG, Layouts.at(layout, field));
  }

  /** Stores options as the library has them. */
  static MemorySegment options(Options options, Arena arena) {
    Limits limits = options.limits();
    MemorySegment of = arena.allocate(Layouts.OPTIONS);
    set(of, Layouts.OPTIONS, "size", Layouts.OPTIONS.byteSize());
    of.set(JAVA_INT, Layouts.at(Layouts.OPTIONS, "flags"), options.flags());
    int policy =
        switch (options.duplicates()) {
          case ERROR -> 0;
          case FIRST -> 1;
          case LAST -> 2;
        };
    of.set(JAVA_INT, Layouts.at(Layouts.OPTIONS, "duplicates"), policy);
    set(of, Layouts.OPTIONS, "depth", limits.depth());
    set(of, Layouts.OPTIONS, "nodes", limits.nodes());
    set(of, Layouts.OPTIONS, "bytes", limits.bytes());
    set(of, Layouts.OPTIONS, "replay", limits.replay());
    return of;
  }

  /** Stores a field of a structure. */
  static void set(MemorySegment of, StructLayout layout, String field, long number) {
    of.set(JAVA_LONG, Layouts.at(layout, field), number);
  }
}
