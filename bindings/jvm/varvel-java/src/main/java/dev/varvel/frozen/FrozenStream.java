package dev.varvel.frozen;

import static dev.varvel.frozen.HeaderCheck.invalid;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A frozen stream that is read by the numbers of its records. Any number of threads may read it.
 *
 * <p>A segment is validated when a record in it is read for the first time, as a copy of its bytes.
 * Of a stream in memory all segments that were read are kept, of a file one.
 */
public final class FrozenStream {
  /** The bytes of a stream. */
  private interface Source {
    /** Reads so many bytes at a place. All of them were there when the stream was opened. */
    byte[] read(long at, long size);
  }

  /**
   * Where a segment is.
   *
   * @param at where it begins
   * @param length its length without padding
   * @param first the number of its first record
   */
  private record Segment(long at, long length, long first) {}

  /**
   * A segment that was validated.
   *
   * @param index its number
   * @param document the array of its records
   */
  private record Kept(int index, Frozen document) {}

  private final Source source;
  private final Limits limits;
  private final boolean keepsAll;
  private final List<Segment> segments = new ArrayList<>();

  /** The segments that are kept: all, or the one that was read last. */
  private AtomicReferenceArray<Kept> kept;

  private long records;
  private long end;

  private FrozenStream(Source source, Limits limits, boolean keepsAll, long end) {
    this.source = source;
    this.limits = limits;
    this.keepsAll = keepsAll;
    this.end = end;
  }

  /** Opens a stream in memory with the limits that hold everywhere. */
  public static FrozenStream open(byte[] bytes) {
    return open(bytes, Limits.DEFAULT);
  }

  /**
   * Opens a stream in memory by the indexes in it. The bytes must not change as long as it is used.
   *
   * @param limits how long a block may be, how many nodes a segment may have, and how deep a record
   *     may be
   * @throws VarvelException of the kinds {@code INVALID_FROZEN}, {@code UNSUPPORTED_VERSION} and
   *     {@code SIZE_LIMIT}
   */
  public static FrozenStream open(byte[] bytes, Limits limits) {
    FrozenStream stream = new FrozenStream(memory(bytes), limits, true, bytes.length);
    stream.readIndexes();
    return stream;
  }

  /**
   * Opens a stream that is a file. It reads only the indexes, and later the segments that are asked
   * for. The channel must stay open as long as the stream is used; its position is not changed.
   *
   * @throws VarvelException as {@link #open(byte[], Limits)} does, and of the kind {@code IO}
   */
  public static FrozenStream open(FileChannel file, Limits limits) {
    long size;
    try {
      size = file.size();
    } catch (IOException e) {
      throw VarvelException.of(ErrorKind.IO).offset(0).cause(e).build();
    }
    Source source =
        (at, count) -> {
          long[] place = {at};
          Block.Input input =
              (into, from, most) -> {
                int came = file.read(ByteBuffer.wrap(into, from, most), place[0]);
                place[0] += Math.max(came, 0);
                return came;
              };
          return Block.readFull(input, new byte[0], count, at);
        };
    FrozenStream stream = new FrozenStream(source, limits, false, size);
    stream.readIndexes();
    return stream;
  }

  private static Source memory(byte[] bytes) {
    return (at, size) -> Arrays.copyOfRange(bytes, (int) at, (int) (at + size));
  }

  /**
   * Opens what is whole of a stream whose end is missing: the blocks from the front up to the first
   * that is damaged. It validates all segments. {@link #end} is where it stopped.
   *
   * @throws VarvelException of other kinds than {@code INVALID_FROZEN}, as {@link #open(byte[],
   *     Limits)} does
   */
  public static FrozenStream recover(byte[] bytes, Limits limits) {
    FrozenStream stream = new FrozenStream(memory(bytes), limits, true, 0);
    int[] place = {0};
    Block.Input input =
        (into, from, most) -> {
          int count = Math.min(most, bytes.length - place[0]);
          System.arraycopy(bytes, place[0], into, from, count);
          place[0] += count;
          return count == 0 && most != 0 ? -1 : count;
        };
    FrozenStreamReader reader = new FrozenStreamReader(input, limits);
    List<Kept> documents = new ArrayList<>();
    try {
      while (true) {
        long first = reader.recordCount();
        Frozen document = reader.nextSegment();
        if (document == null) {
          break;
        }
        int length = document.bytes().length;
        long at = reader.offset() - Block.padded(length);
        stream.segments.add(new Segment(at, length, first));
        documents.add(new Kept(documents.size(), document));
      }
    } catch (VarvelException e) {
      if (e.kind() != ErrorKind.INVALID_FROZEN) {
        throw e;
      }
    }
    stream.end = reader.offset();
    stream.records = reader.recordCount();
    stream.kept = new AtomicReferenceArray<>(documents.toArray(new Kept[0]));
    return stream;
  }

  /** Reads the indexes, the last one first. */
  private void readIndexes() {
    long to = end;
    Block.Index later = null;
    do {
      Block.Index index = lastIndex(to);
      if (later == null) {
        records = index.total();
      } else if (later.before() != index.total()) {
        throw invalid(to, "the number of records before here");
      }
      addFromTheLast(index);
      to = index.start();
      later = index;
    } while (to != 0);
    Collections.reverse(segments);
    kept = new AtomicReferenceArray<>(keepsAll ? segments.size() : 1);
  }

  private void addFromTheLast(Block.Index index) {
    int from = segments.size();
    long at = index.start();
    long first = index.before();
    for (Block.Entry entry : index.entries()) {
      segments.add(new Segment(at, entry.length(), first));
      at += Block.padded(entry.length());
      first += entry.records();
    }
    Collections.reverse(segments.subList(from, segments.size()));
  }

  /** Reads the index that ends at a place. */
  private Block.Index lastIndex(long to) {
    if (to < Block.SHORT_INDEX || to % 8 != 0) {
      throw invalid(to, "an index that ends here");
    }
    byte[] foot = source.read(to - Block.INDEX_FOOT, Block.INDEX_FOOT);
    long length = Wire.number(foot, 0, 3);
    if (!HeaderCheck.isMagic(foot, 12, Block.INDEX_MAGIC) || length < 0 || length > to) {
      throw invalid(to, "an index that ends here");
    }
    long at = to - length;
    Block.checkLength(limits, at, length);
    // The head first: of bytes that only end like an index no more are read.
    byte[] head = source.read(at, Math.min(length, Block.HEAD));
    if (!Block.checkHead(head, at).isIndex()) {
      throw invalid(at, "an index");
    }
    return Block.parseIndex(source.read(at, length), at);
  }

  /** Returns the number of records. */
  public long size() {
    return records;
  }

  /** Returns the number of segments. */
  public int segmentCount() {
    return segments.size();
  }

  /** Returns how many bytes are whole blocks: all of them, unless the stream was recovered. */
  public long end() {
    return end;
  }

  private static VarvelException notFound(String expected) {
    return VarvelException.of(ErrorKind.NOT_FOUND).expected(expected).build();
  }

  /**
   * Returns a segment as a document: an array of records. Reads and validates it, unless it is
   * kept.
   *
   * @throws VarvelException of the kind {@code NOT_FOUND} if there are fewer segments, or of those
   *     of {@link Frozen#open(byte[], Limits)} with an offset in the stream
   */
  public Frozen segment(int index) {
    if (index < 0 || index >= segments.size()) {
      throw notFound("one of " + segments.size() + " segments");
    }
    int place = keepsAll ? index : 0;
    Kept own = kept.get(place);
    if (own == null || own.index != index) {
      own = new Kept(index, readSegment(index));
      kept.set(place, own);
    }
    return own.document;
  }

  private Frozen readSegment(int index) {
    Segment segment = segments.get(index);
    Block.checkLength(limits, segment.at, segment.length);
    byte[] block = source.read(segment.at, Block.padded(segment.length));
    Frozen document = Block.openSegment(block, segment.at, segment.length, limits);
    long next = index + 1 < segments.size() ? segments.get(index + 1).first : records;
    if (document.root().size() != next - segment.first) {
      throw invalid(segment.at, "as many records as the index lists");
    }
    return document;
  }

  /**
   * Returns a record by its number from zero on. The first record of a segment that is read costs
   * validating it; the others take the same time for each number, except for a search among the
   * segments.
   *
   * @throws VarvelException as {@link #segment} does
   */
  public Node record(long number) {
    if (Long.compareUnsigned(number, records) >= 0) {
      throw notFound("one of " + Long.toUnsignedString(records) + " records");
    }
    int low = 0;
    int high = segments.size();
    while (high - low > 1) {
      int middle = (low + high) >>> 1;
      if (Long.compareUnsigned(segments.get(middle).first, number) > 0) {
        high = middle;
      } else {
        low = middle;
      }
    }
    return segment(low).root().at((int) (number - segments.get(low).first));
  }

  /** Returns all records. The iterator throws as {@link #segment} does if one is damaged. */
  public Iterable<Node> records() {
    return Records::new;
  }

  private final class Records implements Iterator<Node> {
    private Iterator<Node> segment = Collections.emptyIterator();
    private int next;

    @Override
    public boolean hasNext() {
      while (!segment.hasNext() && next < segmentCount()) {
        segment = segment(next++).root().items().iterator();
      }
      return segment.hasNext();
    }

    @Override
    public Node next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return segment.next();
    }
  }

  /** Reads all segments, and throws the error of the first that is damaged. */
  public void validate() {
    for (int i = 0; i < segments.size(); i++) {
      segment(i);
    }
  }
}
