package dev.varvel.frozen;

import static dev.varvel.frozen.HeaderCheck.invalid;

import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;

/**
 * Reads a frozen stream from its front, segment by segment, for inputs that cannot seek.
 *
 * <p>A stream that was cut off is known to be so only at its end: the records before it were read
 * by then.
 */
public final class FrozenStreamReader {
  private final Block.Input input;
  private final Limits limits;

  /** The segments since the last index. */
  private final List<Block.Entry> unlisted = new ArrayList<>();

  /** Where the whole blocks end. */
  private long at;

  private long records;
  private boolean isComplete;
  private VarvelException failed;

  /** Makes a reader of a stream with the limits that hold everywhere. It does not close it. */
  public FrozenStreamReader(InputStream input) {
    this(input, Limits.DEFAULT);
  }

  /**
   * Makes a reader of a stream. It does not close it.
   *
   * @param limits how long a block may be, how many nodes a segment may have, and how deep a record
   *     may be
   */
  public FrozenStreamReader(InputStream input, Limits limits) {
    this((Block.Input) input::read, limits);
  }

  FrozenStreamReader(Block.Input input, Limits limits) {
    this.input = input;
    this.limits = limits;
  }

  /** Returns how many bytes of the stream are whole blocks, as far as it was read. */
  public long offset() {
    return at;
  }

  /** Returns how many records were in the segments so far. */
  long recordCount() {
    return records;
  }

  /**
   * Reads and validates the next segment: an array of records. It has memory of its own.
   *
   * @return the segment, or null after the last of a whole stream
   * @throws VarvelException of the kind {@code IO} with the exception of the input as its cause, or
   *     of those of {@link Frozen#open(byte[], Limits)} with an offset in the stream; then {@link
   *     #offset} is where the whole blocks end. All further calls throw it again.
   */
  public Frozen nextSegment() {
    if (failed != null) {
      throw failed;
    }
    try {
      return read();
    } catch (VarvelException e) {
      failed = e;
      throw e;
    }
  }

  /**
   * Returns the records that were not read, once. The iterator throws as {@link #nextSegment} does.
   */
  public Iterable<Node> records() {
    return Records::new;
  }

  private final class Records implements Iterator<Node> {
    private Iterator<Node> segment = Collections.emptyIterator();

    @Override
    public boolean hasNext() {
      if (segment.hasNext()) {
        return true;
      }
      Frozen next = nextSegment();
      if (next == null) {
        return false;
      }
      segment = next.root().items().iterator();
      return true;
    }

    @Override
    public Node next() {
      if (!hasNext()) {
        throw new NoSuchElementException();
      }
      return segment.next();
    }
  }

  /** Returns the next segment, or null. Indexes are checked and passed over. */
  private Frozen read() {
    while (true) {
      byte[] block = readBlock();
      if (block == null) {
        if (!isComplete) {
          throw invalid(at, "an index that ends here");
        }
        return null;
      }
      if (HeaderCheck.isMagic(block, 0, Layout.MAGIC)) {
        long length = Wire.number(block, Layout.LENGTH_AT, 3);
        Frozen segment = Block.openSegment(block, at, length, limits);
        int count = segment.root().size();
        unlisted.add(new Block.Entry(length, count));
        records += count;
        at += block.length;
        isComplete = false;
        return segment;
      }
      pass(block);
    }
  }

  /** Reads the next block with its padding, or returns null at the end of the input. */
  private byte[] readBlock() {
    byte[] head = new byte[Block.HEAD];
    byte[] first = Block.readFirst(input, head, at);
    if (first == null) {
      return null;
    }
    long length = Block.checkHead(head, at).length();
    Block.checkLength(limits, at, length);
    long whole = Block.padded(length);
    if (whole < 0) {
      throw invalid(at + Layout.LENGTH_AT, "the length of a block");
    }
    return Block.readFull(input, head, whole, at);
  }

  /** Validates an index: it must list the segments since the index before it. */
  private void pass(byte[] block) {
    Block.Index index = Block.parseIndex(block, at);
    if (index.total() != records || !Arrays.asList(index.entries()).equals(unlisted)) {
      throw invalid(at, "an index of the segments before it");
    }
    unlisted.clear();
    isComplete = true;
    at += block.length;
  }
}
