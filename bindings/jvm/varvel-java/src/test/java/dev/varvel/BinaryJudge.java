package dev.varvel;

import dev.varvel.cbor.Cbor;
import dev.varvel.cbor.CborOptions;
import dev.varvel.msgpack.MessagePack;
import dev.varvel.msgpack.MessagePackOptions;
import java.io.IOException;
import java.util.HexFormat;

/**
 * Reads documents of MessagePack and CBOR from standard input, each with Rust's verdict, and prints
 * where its own differ. A test in Rust, conformance/tests/all/java_binary, writes this input. Each
 * case is a line of words:
 *
 * <pre>
 * msgpack, cbor or dcbor
 * the limits of depth, nodes and bytes; `-` is no limit
 * the document in hexadecimal digits, behind an x
 * the verdict: `taken`, or the error: its number and offset, path, what was expected and found,
 *   each with a bar before it; a question mark is anything
 * </pre>
 */
final class BinaryJudge {
  private static final int WORDS = 6;

  private BinaryJudge() {}

  /** Judges all cases. */
  public static void main(String[] arguments) throws IOException {
    LineJudge.run(WORDS, BinaryJudge::verdict, BinaryJudge::matches);
  }

  /** Compares the parts of verdicts; a part that is a question mark is anything. */
  private static boolean matches(String expected, String found) {
    String[] wanted = expected.split(" \\| ", -1);
    String[] given = found.split(" \\| ", -1);
    boolean same = wanted.length == given.length;
    for (int i = 0; same && i < wanted.length; i++) {
      same = wanted[i].equals("?") || wanted[i].equals(given[i]);
    }
    return same;
  }

  private static String verdict(String[] words) {
    Limits limits = LineJudge.limits(words[1], words[2], words[3]);
    byte[] bytes = HexFormat.of().parseHex(words[4].substring(1));
    try {
      if (words[0].equals("msgpack")) {
        MessagePack.validate(bytes, MessagePackOptions.DEFAULT.withLimits(limits));
      } else {
        boolean dcbor = words[0].equals("dcbor");
        Cbor.validate(bytes, CborOptions.DEFAULT.withLimits(limits).withDcbor(dcbor));
      }
      return "taken";
    } catch (VarvelException e) {
      return e.number()
          + " "
          + e.offset()
          + " | "
          + e.path()
          + " | "
          + e.expected()
          + " | "
          + e.found();
    }
  }
}
