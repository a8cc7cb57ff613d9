package dev.varvel.frozen;

import static dev.varvel.frozen.HeaderCheck.invalid;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.CRC32;

/**
 * The blocks of a stream: segments and indexes, as spec/stream.md has them. A block begins at the
 * end of the one before, and an index lists the lengths of the blocks before it. So the place of
 * each follows from lengths, and nothing overlaps.
 */
final class Block {
  static final String INDEX_MAGIC = "VRVI";
  static final int HEAD = 16;
  static final int INDEX_FOOT = 16;
  static final int SHORT_INDEX = 40;
  private static final int ALIGN = 8;
  private static final int INDEX_HEAD = 24;
  private static final int ENTRY = 16;
  private static final int SHORT_SEGMENT = Layout.HEADER_LEN + Layout.TABLES_LEN;

  /** The most bytes of an array that every virtual machine makes. */
  private static final int MOST = Integer.MAX_VALUE - 8;

  private static final int STEP = 1 << 16;

  /** Where bytes of a stream come from, in order. */
  interface Input {
    /** Reads at most so many bytes; -1 says that there are no more. */
    int read(byte[] into, int at, int count) throws IOException;
  }

  /**
   * The head of a block.
   *
   * @param isIndex whether it is an index, and no segment
   * @param length the length without padding, unsigned
   */
  record Head(boolean isIndex, long length) {}

  /**
   * The length of a segment, and the number of its records.
   *
   * @param length the length without padding
   * @param records how many records there are
   */
  record Entry(long length, long records) {}

  /**
   * An index: the segments between the index before it and itself.
   *
   * @param entries the segments
   * @param start where the first segment begins
   * @param before the records before it
   * @param total the records up to here
   */
  record Index(Entry[] entries, long start, long before, long total) {}

  private Block() {}

  /** Returns a length with its padding, or -1 if that does not fit. */
  static long padded(long length) {
    return length < 0 || length > Long.MAX_VALUE - ALIGN ? -1 : length + ALIGN - 1 & -ALIGN;
  }

  /** Validates the first bytes of the block at a place of the stream. */
  static Head checkHead(byte[] bytes, long at) {
    boolean isIndex = HeaderCheck.isMagic(bytes, 0, INDEX_MAGIC);
    if (!isIndex && !HeaderCheck.isMagic(bytes, 0, Layout.MAGIC)) {
      throw invalid(at, "a segment or an index");
    }
    // The version first: another one may give the bytes after it a meaning.
    if (bytes.length > Layout.VERSION_AT && bytes[Layout.VERSION_AT] != Layout.VERSION) {
      throw HeaderCheck.otherVersion(at + Layout.VERSION_AT, bytes[Layout.VERSION_AT]);
    }
    if (bytes.length < HEAD || bytes[5] != 0 || bytes[6] != 0 || bytes[7] != 0) {
      throw invalid(at, "the head of a segment or an index");
    }
    long length = Wire.number(bytes, Layout.LENGTH_AT, 3);
    if (Long.compareUnsigned(length, isIndex ? SHORT_INDEX : SHORT_SEGMENT) < 0) {
      throw invalid(at + Layout.LENGTH_AT, "the length of a block");
    }
    return new Head(isIndex, length);
  }

  /** Throws if a block is longer than the limit. */
  static void checkLength(Limits limits, long at, long length) {
    if (length < 0 && limits.bytes() != Long.MAX_VALUE || length > limits.bytes()) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT).offset(at).build();
    }
  }

  /**
   * Validates the segment at a place of the stream.
   *
   * @param bytes the segment with its padding
   */
  static Frozen openSegment(byte[] bytes, long at, long length, Limits limits) {
    if (length < 0 || length > bytes.length) {
      throw invalid(at, "a whole segment");
    }
    for (int i = (int) length; i < bytes.length; i++) {
      if (bytes[i] != 0) {
        throw invalid(at + i, "zeros behind the segment");
      }
    }
    byte[] segment = length == bytes.length ? bytes : Arrays.copyOf(bytes, (int) length);
    if (checkHead(segment, at).isIndex) {
      throw invalid(at, "a segment");
    }
    Frozen document = open(segment, at, limits);
    if (document.root().size() == 0 || Form.hasMembers(document.root().form())) {
      throw invalid(at, "an array of records");
    }
    return document;
  }

  private static Frozen open(byte[] segment, long at, Limits limits) {
    // The limit of depth is that of a record, without the array around it.
    int depth = limits.depth() == Integer.MAX_VALUE ? limits.depth() : limits.depth() + 1;
    try {
      return Frozen.open(segment, limits.withDepth(depth));
    } catch (VarvelException e) {
      throw VarvelException.of(e.kind())
          .offset(at + e.offset())
          .expected(e.expected())
          .found(e.found())
          .build();
    }
  }

  /** Validates the index at a place of the stream. */
  static Index parseIndex(byte[] bytes, long at) {
    Head head = checkHead(bytes, at);
    if (!head.isIndex) {
      throw invalid(at, "an index");
    }
    int size = bytes.length;
    if (size < SHORT_INDEX || head.length != size || (size - SHORT_INDEX) % ENTRY != 0) {
      throw invalid(at + Layout.LENGTH_AT, "the length of the index");
    }
    int foot = size - INDEX_FOOT;
    if (Wire.number(bytes, foot, 3) != head.length) {
      throw invalid(at + foot, "the length of the index again");
    }
    if (!HeaderCheck.isMagic(bytes, foot + 12, INDEX_MAGIC)) {
      throw invalid(at + foot + 12, "the bytes \"" + INDEX_MAGIC + '"');
    }
    CRC32 checksum = new CRC32();
    checksum.update(bytes, 0, foot + 8);
    if (Wire.u32(bytes, foot + 8) != checksum.getValue()) {
      throw invalid(at + foot + 8, "the checksum of the index");
    }
    return readEntries(bytes, at, foot);
  }

  private static Index readEntries(byte[] bytes, long at, int foot) {
    long total = Wire.number(bytes, HEAD, 3);
    Entry[] entries = new Entry[(foot - INDEX_HEAD) / ENTRY];
    long start = at;
    long before = total;
    for (int i = 0; i < entries.length; i++) {
      int place = INDEX_HEAD + i * ENTRY;
      long length = Wire.number(bytes, place, 3);
      long records = Wire.number(bytes, place + 8, 3);
      long whole = padded(length);
      if (whole < 0 || length < SHORT_SEGMENT || whole > start) {
        throw invalid(at + place, "the length of a segment before the index");
      }
      start -= whole;
      boolean isMore = Long.compareUnsigned(records, before) > 0;
      if (records <= 0 || records > length || isMore) {
        throw invalid(at + place + 8, "the number of records of a segment");
      }
      before -= records;
      entries[i] = new Entry(length, records);
    }
    if (start == 0 && before != 0) {
      throw invalid(at + HEAD, "the number of all records");
    }
    return new Index(entries, start, before, total);
  }

  /**
   * Fills the head of a block, or returns null if the input is at its end.
   *
   * @param at the place in the stream
   */
  static byte[] readFirst(Input input, byte[] head, long at) {
    int length = 0;
    while (length < head.length) {
      int came = readSome(input, head, length, at);
      if (came < 0 && length == 0) {
        return null;
      }
      if (came < 0) {
        throw invalid(at + length, "the rest of a block");
      }
      length += came;
    }
    return head;
  }

  private static int readSome(Input input, byte[] into, int length, long at) {
    try {
      return input.read(into, length, into.length - length);
    } catch (IOException e) {
      throw VarvelException.of(ErrorKind.IO).offset(at + length).cause(e).build();
    }
  }

  /**
   * Reads on until there are so many bytes of a block, which begins at a place of the stream. It
   * takes no more memory than twice the bytes that come.
   *
   * @param head the bytes of the block that were read
   */
  static byte[] readFull(Input input, byte[] head, long size, long at) {
    if (size > MOST) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT).offset(at).build();
    }
    byte[] bytes = head;
    int length = head.length;
    while (length < size) {
      if (length == bytes.length) {
        long room = Math.min(size, Math.max(STEP, 2L * length));
        bytes = Arrays.copyOf(bytes, (int) room);
      }
      int came = readSome(input, bytes, length, at);
      if (came < 0) {
        throw invalid(at + length, "the rest of a block");
      }
      length += came;
    }
    return bytes;
  }
}
