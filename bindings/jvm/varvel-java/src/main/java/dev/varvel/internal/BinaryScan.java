package dev.varvel.internal;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.frozen.FrozenWriter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Supplier;

/**
 * Reads a document of a binary format from its beginning, to find its first fault, or the path to a
 * place. It takes linear time, recurses nowhere, and is meant for errors, and for what is checked
 * before anything is read.
 *
 * <p>All open containers together announce no more values than the document has bytes: that is
 * checked at each head.
 */
public abstract class BinaryScan {
  private static final int NO_KEY = -1;

  /** An open container. */
  private static final class Frame {
    /** Where its head is. */
    final int head;

    final boolean map;
    final boolean indefinite;

    /** How many items or members have not begun. */
    long left;

    long begun;

    /** Where the last key begins. */
    int key = NO_KEY;

    /** Whether a key comes that is not a string. */
    boolean inKey;

    /** How many values are to come in the containers around it. */
    final long around;

    /** How many tags are before it. */
    final int tags;

    Frame(int head, boolean map, boolean indefinite, long count, long around, int tags) {
      this.head = head;
      this.map = map;
      this.indefinite = indefinite;
      left = count;
      this.around = around;
      this.tags = tags;
    }

    long owed() {
      return map ? 2 * left : left;
    }
  }

  protected final byte[] bytes;
  protected final int begin;
  protected final int end;

  /** Where the value begins. */
  private final int start;

  private final Place place;
  private final Limits limits;
  private final ArrayList<Frame> open = new ArrayList<>();
  private long nodes;
  private int tags;
  private int outerTags;

  /** The place at which the scan stops. */
  private int stop = Integer.MAX_VALUE;

  /** The place of a document in a longer input. */
  public record Place(long offset, long item) {
    /** The place of a document that is whole. */
    public static final Place WHOLE = new Place(0, -1);

    /** The place of a key that is read for the path of an error, so that its own need none. */
    public static final Place KEY = new Place(0, -2);

    /** Returns whether the document is whole, or one of those in a row. */
    public boolean isDocument() {
      return item == -1;
    }

    /** Returns how many containers are open around the document. */
    public int depth() {
      return item < 0 ? 0 : 1;
    }
  }

  /** Makes a scan of the value at a place of a document, which is a part of an array. */
  protected BinaryScan(byte[] bytes, int begin, int start, int end, Limits limits, Place place) {
    this.bytes = bytes;
    this.begin = begin;
    this.start = start;
    this.end = end;
    this.limits = limits;
    this.place = place;
  }

  /**
   * Reads the value at a place, which was counted: a leaf, or the head of a container or a tag.
   *
   * @return the place behind it
   */
  protected abstract int value(int at);

  /** Returns the place behind the string at a place, or -1 if something else is there. */
  protected abstract int string(int at);

  /** Returns whether the mark of an end is at a place. */
  protected abstract boolean isBreak(int at);

  /** Returns a reader of the value at a place. */
  protected abstract BinaryReader reader(int at);

  /** Returns what errors call a value. */
  protected abstract String aValue();

  /** Returns the first fault, or null if there is none. Bytes may follow. */
  public VarvelException fault() {
    try {
      run();
      return null;
    } catch (VarvelException e) {
      return e;
    }
  }

  /** Returns the place behind the value, or throws another error than that of the scan. */
  public int runOr(Supplier<VarvelException> error) {
    try {
      return run();
    } catch (VarvelException e) {
      throw error.get();
    }
  }

  /** Returns the place behind the value. */
  public int run() {
    int at = start;
    while (at < stop) {
      int before = open.size();
      int tagged = tags;
      count(at);
      need(at);
      at = value(at);
      if (tags != tagged && open.size() == before) {
        continue;
      }
      tags = 0;
      if (at > stop) {
        break;
      }
      at = next(at);
      if (open.isEmpty()) {
        break;
      }
    }
    return at;
  }

  /** Moves to the next value, and leaves the containers that end here. */
  private int next(int at) {
    while (!open.isEmpty()) {
      Frame frame = open.get(open.size() - 1);
      if (frame.inKey) {
        frame.inKey = false;
        return at;
      }
      if (frame.indefinite) {
        need(at);
      }
      if (frame.indefinite ? isBreak(at) : frame.left == 0) {
        at += frame.indefinite ? 1 : 0;
        open.remove(open.size() - 1);
        outerTags -= frame.tags;
        continue;
      }
      frame.left -= frame.indefinite ? 0 : 1;
      frame.begun++;
      return frame.map ? key(frame, at) : at;
    }
    return at;
  }

  private int key(Frame frame, int at) {
    frame.key = at;
    if (at >= stop) {
      return at;
    }
    need(at);
    int behind = string(at);
    frame.inKey = behind < 0;
    return behind < 0 ? at : behind;
  }

  private void need(int at) {
    if (at >= end) {
      throw cutOff(aValue());
    }
  }

  /** Counts a value. */
  protected final void count(int at) {
    nodes++;
    if (nodes > limits.nodes()) {
      throw error(ErrorKind.NODE_LIMIT, at, "at most " + limits.nodes() + " nodes", "");
    }
  }

  /** Checks that a container may be entered that has nothing in it. */
  protected final void checkDepth(int at) {
    if (open.size() + tags + outerTags + place.depth() >= limits.depth()) {
      String most = "at most " + limits.depth() + " containers inside each other";
      throw error(ErrorKind.DEPTH_LIMIT, at, most, "");
    }
  }

  /** Counts a tag. Its value comes next. */
  protected final void tag(int at) {
    checkDepth(at);
    tags++;
  }

  /** Enters a container, whose content begins at {@code inside}, unless it is empty. */
  protected final void enter(int at, boolean map, long count, int inside) {
    checkDepth(at);
    long left = Math.max(end - inside - owed(), 0);
    if (Long.compareUnsigned(count, map ? left / 2 : left) > 0) {
      String expected = Long.toUnsignedString(count) + " items or members";
      throw error(ErrorKind.UNEXPECTED_END, at, expected, left + " bytes");
    }
    if (count != 0) {
      push(new Frame(at, map, false, count, owed(), tags));
    }
  }

  /** Enters a container whose end is marked. */
  protected final void enterIndefinite(int at, boolean map) {
    checkDepth(at);
    push(new Frame(at, map, true, 0, owed(), tags));
  }

  /** Returns how many values are to come in the open containers. */
  private long owed() {
    return open.isEmpty() ? 0 : last().around + last().owed();
  }

  private void push(Frame frame) {
    open.add(frame);
    outerTags += tags;
    tags = 0;
  }

  private Frame last() {
    return open.get(open.size() - 1);
  }

  /** Returns the place behind so many bytes of a value. */
  protected final int block(int at, long length) {
    if (length < 0 || length > end - at) {
      throw cutOff("the rest of " + aValue());
    }
    return at + (int) length;
  }

  /** Returns the place behind so many bytes in UTF-8. */
  protected final int text(int at, long length) {
    int behind = block(at, length);
    int invalid = Utf8.firstInvalid(bytes, at, behind);
    if (invalid >= 0) {
      String found = String.format("byte 0x%02X", bytes[invalid]);
      throw error(ErrorKind.INVALID_UTF8, invalid, "text in UTF-8", found);
    }
    return behind;
  }

  /** Returns the error of a document that ends too early. */
  protected final VarvelException cutOff(String expected) {
    return error(ErrorKind.UNEXPECTED_END, end, expected, "");
  }

  /** Returns an error at a place that the scan has come to. */
  public final VarvelException error(ErrorKind kind, int at, String expected, String found) {
    return VarvelException.of(kind)
        .expected(expected)
        .found(found)
        .offset(place.offset() + at - begin)
        .path(path(at))
        .build();
  }

  /** Returns an error at a place before which there is no fault. */
  public final VarvelException errorAt(ErrorKind kind, int at, String expected, String found) {
    stop = at;
    VarvelException fault = fault();
    return fault != null && fault.offset() - place.offset() + begin < at
        ? fault
        : error(kind, at, expected, found);
  }

  /**
   * Returns an error at a place that is found before the document is read. There may be a fault
   * before it.
   */
  public final VarvelException errorBefore(ErrorKind kind, int at, String expected, String found) {
    stop = at;
    fault();
    return error(kind, at, expected, found);
  }

  private String path(int at) {
    if (place == Place.KEY) {
      return "";
    }
    List<String> steps = new ArrayList<>();
    if (place.item() >= 0) {
      steps.add(Paths.indexStep(place.item()));
    }
    for (int i = 0; i < open.size(); i++) {
      Frame frame = open.get(i);
      if (!frame.map && frame.begun > 0) {
        steps.add(Paths.indexStep(frame.begun - 1));
      } else if (frame.map && frame.key != NO_KEY) {
        Key key = keyAt(frame.key);
        if (key != null) {
          steps.add(key.step());
        }
        // A place inside of a key has the path of the key.
        boolean isKey = i + 1 < open.size() && open.get(i + 1).head == frame.key;
        if (isKey || key != null && at >= frame.key && at < key.end()) {
          break;
        }
      }
    }
    return Paths.text(steps);
  }

  /** A key: its step in a path, and the place behind it. */
  record Key(String step, int end) {}

  /** Returns the key at a place, or null if it cannot be read. */
  final Key keyAt(int at) {
    try {
      BinaryReader key = reader(at);
      FrozenWriter writer = new FrozenWriter();
      writer.beginMap(1);
      key.copyTo(writer);
      writer.writeNull();
      writer.endMap();
      String step = writer.finish().root().valueAt(0).path().substring(1);
      return new Key(step, key.at);
    } catch (VarvelException e) {
      return null;
    }
  }

  /** Returns the bytes of a number, the highest first. */
  protected final long number(int at, int width) {
    block(at, width);
    return BigEndian.get(bytes, at, width);
  }

  /** Returns a copy of some bytes. */
  protected final byte[] copy(int from, int to) {
    return Arrays.copyOfRange(bytes, from, to);
  }
}
