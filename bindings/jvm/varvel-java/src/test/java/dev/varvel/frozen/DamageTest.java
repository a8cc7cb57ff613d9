package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Words;
import java.io.ByteArrayInputStream;
import java.util.Arrays;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/** Damaged bytes are refused or read, with our own exception, and with memory by their length. */
class DamageTest {
  private static final long SEED = 42;

  /** How many bytes of a vector are changed, each to a few others. */
  private static final int PLACES = 400;

  /** What a document may cost: for each of its bytes, and for an exception with its trace. */
  private static final int BYTES_PER_BYTE = 64;

  private static final int BYTES_AT_LEAST = 200_000;

  private static final List<Limits> LIMITS =
      List.of(Limits.DEFAULT, Limits.DEFAULT.withDepth(1), Limits.DEFAULT.withNodes(3));

  /** Opens a document, and reads all of one that is valid. Returns whether it is. */
  private static boolean read(byte[] bytes, Limits limits) {
    long before = Allocations.ofThisThread();
    Frozen document;
    try {
      document = Frozen.open(bytes, limits);
    } catch (VarvelException e) {
      assertTrue(e.offset() >= 0 && e.offset() <= bytes.length, e::getMessage);
      return false;
    } finally {
      long taken = Allocations.ofThisThread() - before;
      assertTrue(taken < BYTES_AT_LEAST + BYTES_PER_BYTE * (long) bytes.length);
    }
    document.toString();
    FrozenVectorsTest.Walk.check(document.root());
    return true;
  }

  /** Reads a stream by numbers and from the front, which agree. */
  private static boolean readStream(byte[] bytes, Limits limits) {
    boolean byNumbers = takes(() -> FrozenStream.open(bytes, limits).validate());
    FrozenStreamReader reader = new FrozenStreamReader(new ByteArrayInputStream(bytes), limits);
    boolean fromTheFront = takes(() -> reader.records().forEach(Node::toString));
    assertTrue(byNumbers == fromTheFront);
    takes(() -> FrozenStream.recover(bytes, limits).validate());
    return byNumbers;
  }

  private static boolean takes(Runnable reading) {
    try {
      reading.run();
      return true;
    } catch (VarvelException e) {
      assertTrue(e.offset() >= 0, e::getMessage);
      return false;
    }
  }

  @Test
  void everyTruncationIsRefused() {
    for (byte[] bytes : Vectors.all(false)) {
      // A document with bytes after its end is whole without them.
      boolean mayBeWhole = !takes(() -> Frozen.open(bytes));
      for (int end = 0; end < bytes.length; end += step(bytes, end)) {
        assertTrue(!read(Arrays.copyOf(bytes, end), Limits.DEFAULT) || mayBeWhole);
      }
    }
    for (byte[] bytes : Vectors.all(true)) {
      for (int end = 0; end < bytes.length; end += step(bytes, end)) {
        readStream(Arrays.copyOf(bytes, end), Limits.DEFAULT);
      }
    }
  }

  /** Every length but for the middle of long vectors, which the header refuses alike. */
  private static int step(byte[] bytes, int at) {
    return at > 2000 && at < bytes.length - 2000 ? 97 : 1;
  }

  /** The lengths in the header are made true, so that the end of what follows is noticed. */
  @Test
  void truncationsWithATrueHeaderAreRefusedOrRead() {
    for (byte[] bytes : Vectors.all(false)) {
      for (int end = Layout.HEADER_LEN; end < bytes.length; end += step(bytes, end)) {
        byte[] cut = Arrays.copyOf(bytes, end);
        cut[Layout.FLAGS_AT] = 0;
        Words.put(cut, Layout.LENGTH_AT, end);
        read(cut, Limits.DEFAULT);
      }
    }
  }

  @Test
  void everyChangeOfAByteIsRefusedOrRead() {
    SplittableRandom random = new SplittableRandom(SEED);
    int taken = 0;
    int judged = 0;
    for (byte[] original : Vectors.all(false)) {
      byte[] bytes = original.clone();
      if (bytes.length > Layout.FLAGS_AT) {
        bytes[Layout.FLAGS_AT] = 0; // a checksum would hide all that comes after it
      }
      for (int i = 0; i < Math.min(PLACES, bytes.length); i++) {
        int at = bytes.length <= PLACES ? i : random.nextInt(bytes.length);
        for (int change : new int[] {1 << random.nextInt(8), random.nextInt(1, 256), 0xFF}) {
          byte before = bytes[at];
          bytes[at] ^= (byte) change;
          taken += read(bytes, LIMITS.get(judged++ % LIMITS.size())) ? 1 : 0;
          bytes[at] = before;
        }
      }
    }
    System.out.println("single bytes changed: " + judged + ", " + taken + " taken");
    assertTrue(taken > judged / 100);
  }

  @Test
  void everyChangeOfAStreamIsRefusedOrRead() {
    SplittableRandom random = new SplittableRandom(SEED);
    for (byte[] original : Vectors.all(true)) {
      byte[] bytes = original.clone();
      for (int at = 0; at < bytes.length; at += bytes.length > 2000 ? 13 : 1) {
        byte before = bytes[at];
        bytes[at] ^= (byte) random.nextInt(1, 256);
        readStream(bytes, LIMITS.get(at % LIMITS.size()));
        bytes[at] = before;
      }
    }
  }
}
