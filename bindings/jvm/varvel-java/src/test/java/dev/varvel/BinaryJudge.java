package dev.varvel;

import dev.varvel.cbor.Cbor;
import dev.varvel.cbor.CborOptions;
import dev.varvel.msgpack.MessagePack;
import dev.varvel.msgpack.MessagePackOptions;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
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
  /** How many differences are printed. */
  private static final int SHOWN = 20;

  private static final int WORDS = 6;

  private BinaryJudge() {}

  /** Judges all cases. */
  public static void main(String[] arguments) throws IOException {
    int number = 0;
    int differences = 0;
    InputStreamReader reader = new InputStreamReader(System.in, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(reader, 1 << 20);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] words = line.split(" ", WORDS);
      String found;
      try {
        found = verdict(words);
      } catch (RuntimeException | StackOverflowError e) {
        found = e.toString();
      }
      number++;
      if (!matches(words[WORDS - 1], found) && ++differences <= SHOWN) {
        System.out.println(line + "\n  found " + found);
      }
    }
    System.out.println(number + " judged, " + differences + " differ");
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

  private static long limit(String word) {
    return word.equals("-") ? Long.MAX_VALUE : Long.parseLong(word);
  }

  private static String verdict(String[] words) {
    Limits limits =
        Limits.DEFAULT
            .withDepth(Integer.parseInt(words[1]))
            .withNodes(limit(words[2]))
            .withBytes(limit(words[3]));
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
