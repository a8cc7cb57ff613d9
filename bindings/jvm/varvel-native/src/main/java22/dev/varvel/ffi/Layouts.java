package dev.varvel.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemoryLayout.PathElement;
import java.lang.foreign.SequenceLayout;
import java.lang.foreign.StructLayout;

/**
 * The structures of {@code varvel.h} that this module uses, on machines of 64 bits: {@code size_t}
 * is a long.
 */
final class Layouts {
  private Layouts() {}

  /** {@code vv_str}, {@code vv_bytes}, and with other names {@code vv_input}, {@code vv_output}. */
  static final StructLayout PAIR =
      MemoryLayout.structLayout(ADDRESS.withName("data"), JAVA_LONG.withName("len"));

  /** {@code vv_input} and {@code vv_output}. */
  static final StructLayout CALLBACK =
      MemoryLayout.structLayout(ADDRESS.withName("function"), ADDRESS.withName("context"));

  private static final SequenceLayout NODE_WORDS = MemoryLayout.sequenceLayout(4, JAVA_LONG);

  static final StructLayout NODE = MemoryLayout.structLayout(NODE_WORDS.withName("reserved"));

  /** The union at the end is as long as a node, its longest part. */
  static final StructLayout ANY =
      MemoryLayout.structLayout(
          JAVA_INT.withName("form"),
          JAVA_INT.withName("nanos"),
          JAVA_LONG.withName("len"),
          NODE_WORDS.withName("data"));

  static final StructLayout BUFFER =
      MemoryLayout.structLayout(
          ADDRESS.withName("data"), JAVA_LONG.withName("len"), JAVA_LONG.withName("room"));

  static final StructLayout OPTIONS =
      MemoryLayout.structLayout(
          JAVA_LONG.withName("size"),
          JAVA_INT.withName("flags"),
          JAVA_INT.withName("duplicates"),
          JAVA_LONG.withName("depth"),
          JAVA_LONG.withName("nodes"),
          JAVA_LONG.withName("bytes"),
          JAVA_LONG.withName("replay"));

  static final StructLayout RECORDS_OPTIONS =
      MemoryLayout.structLayout(
          JAVA_LONG.withName("size"),
          ADDRESS.withName("options"),
          JAVA_INT.withName("threads"),
          JAVA_INT.withName("flags"),
          JAVA_LONG.withName("block_bytes"),
          ADDRESS.withName("context"),
          ADDRESS.withName("progress"),
          ADDRESS.withName("bad"));

  static final StructLayout PROGRESS =
      MemoryLayout.structLayout(
          JAVA_LONG.withName("bytes_in"),
          JAVA_LONG.withName("bytes_out"),
          JAVA_LONG.withName("records"),
          JAVA_LONG.withName("bad"));

  static final StructLayout BAD_RECORD =
      MemoryLayout.structLayout(
          JAVA_LONG.withName("number"),
          JAVA_LONG.withName("offset"),
          JAVA_LONG.withName("error_offset"),
          PAIR.withName("bytes"),
          JAVA_INT.withName("code"),
          MemoryLayout.paddingLayout(4),
          PAIR.withName("message"));

  static final StructLayout SPAN =
      MemoryLayout.structLayout(JAVA_LONG.withName("start"), JAVA_LONG.withName("end"));

  /** Returns where a field of a structure is. */
  static long at(StructLayout of, String field) {
    return of.byteOffset(PathElement.groupElement(field));
  }
}
