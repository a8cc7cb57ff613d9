package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.VarvelException;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

/** Reading allocates nothing, counted by the virtual machine. */
class AllocationTest {
  private static final int ROUNDS = 20;
  private static final int CALLS = 1_000;

  private static void countNothing(LongSupplier reading) {
    long first = reading.getAsLong();
    long least = Long.MAX_VALUE;
    // The virtual machine itself allocates for the first rounds: it loads and compiles classes.
    for (int round = 0; round < ROUNDS; round++) {
      long before = Allocations.ofThisThread();
      boolean isSame = true;
      for (int i = 0; i < CALLS; i++) {
        isSame &= reading.getAsLong() == first;
      }
      least = Math.min(least, Allocations.ofThisThread() - before);
      assertTrue(isSame);
    }
    assertEquals(0, least, "bytes allocated");
  }

  @Test
  void lookUpsWithPreparedKeysAllocateNothing() {
    Node root = Frozen.open(Vectors.file("v1/good/config.varvel")).root();
    Node node = new Node();
    Key port = Key.of("port");
    Key tls = Key.of("tls");
    Key versions = Key.of("versions");
    Key none = Key.of("none");
    Key text = Key.of("gateway");
    countNothing(
        () ->
            root.get(port, node).asLong()
                + root.get(tls, node).get(versions, node).size()
                + (root.get(none, node).at(7, node).exists() ? 1 : 0)
                + (root.valueAt(0, node).isText(text) ? 1 : 0));
  }

  @Test
  void pathsAllocateNothing() {
    Node root = Frozen.open(Vectors.file("v1/good/config.varvel")).root();
    Node node = new Node();
    NodePath path = NodePath.of("weights[2]");
    NodePath pointer = NodePath.of("/tls/versions/1");
    countNothing(() -> root.find(path, node).asLong() + root.find(pointer, node).byteLength());
  }

  @Test
  void walksAllocateNothing() {
    Node root = Frozen.open(Vectors.file("v1/good/config.varvel")).root();
    Node key = new Node();
    Node value = new Node();
    countNothing(
        () -> {
          long sum = 0;
          for (int i = 0; i < root.size(); i++) {
            sum += root.keyAt(i, key).byteLength() + root.valueAt(i, value).kind().ordinal();
          }
          return sum;
        });
  }

  @Test
  void columnsAllocateOnlyTheirCursor() {
    Frozen document = Frozen.open(Vectors.file("v1/good/records.varvel"));
    Key key = Key.of(document.root().at(0).keyAt(0).asString());
    Column[] columns = new Column[ROUNDS * CALLS + 1];
    for (int i = 0; i < columns.length; i++) {
      columns[i] = document.root().column(key);
    }
    int[] next = {0};
    countNothing(
        () -> {
          Column column = columns[next[0]++];
          long sum = 0;
          while (column.next()) {
            sum += column.value().kind().ordinal();
          }
          return sum;
        });
  }

  @Test
  void numbersAreReadInPlace() {
    Numbers packed = Frozen.open(Vectors.file("v1/good/packed-floats.varvel")).root().numbers();
    Numbers narrow = Frozen.open(Vectors.file("v1/good/packed-8-bits.varvel")).root().numbers();
    countNothing(() -> (long) packed.doubleAt(0) + narrow.longAt(narrow.size() - 1));
  }

  @Test
  void wideObjectsAllocateNothing() {
    for (byte[] bytes : Vectors.all(false)) {
      Frozen document;
      try {
        document = Frozen.open(bytes);
      } catch (VarvelException e) {
        continue;
      }
      Node root = document.root();
      if (root.size() > 16 && Form.hasMembers(root.form()) && root.keyAt(9).textSpan() >= 0) {
        Key key = Key.of(root.keyAt(9).asString());
        Node node = new Node();
        countNothing(() -> root.get(key, node).kind().ordinal());
      }
    }
  }
}
