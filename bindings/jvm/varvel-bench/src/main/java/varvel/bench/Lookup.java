package varvel.bench;

import dev.varvel.frozen.Frozen;
import dev.varvel.frozen.Key;
import dev.varvel.frozen.Node;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Looks up the keys of a frozen object of integers. */
final class Lookup {
  private final Node root;
  private final Key[] keys;
  private final Node found = new Node();

  /** Reads the document. */
  Lookup(String file) throws IOException {
    root = Frozen.open(Files.readAllBytes(Path.of(file))).root();
    keys = new Key[root.size()];
    for (int i = 0; i < keys.length; i++) {
      keys[i] = Key.of(root.keyAt((i * 37 + 11) % keys.length).asString());
    }
  }

  /** Looks so many keys up, and returns the sum of their integers. */
  long sum(int times) {
    long sum = 0;
    for (int i = 0; i < times; i++) {
      sum += root.get(keys[i % keys.length], found).asLong();
    }
    return sum;
  }
}
