package dev.varvel.json;

import dev.varvel.Duplicates;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Reads texts from standard input, each with Rust's verdict, and prints where its own differ. A
 * test in Rust, conformance/tests/all/json_readers, writes this input. Each case is a line of
 * words:
 *
 * <pre>
 * json or json5
 * 1 if decimals keep their digits, else 0
 * 0, 1 or 2: keys that come twice are refused, or the first or last one counts
 * the limits of depth, nodes and bytes; `-` is no limit
 * the text in hexadecimal digits
 * the verdict: `taken`, or the error
 * </pre>
 */
final class Judge {
  /** How many differences are printed. */
  private static final int SHOWN = 20;

  private static final int WORDS = 8;

  private Judge() {}

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
      if (!found.equals(words[WORDS - 1]) && ++differences <= SHOWN) {
        System.out.println(line + "\n  found " + found);
      }
    }
    System.out.println(number + " judged, " + differences + " differ");
  }

  private static long limit(String word) {
    return word.equals("-") ? Long.MAX_VALUE : Long.parseLong(word);
  }

  private static String verdict(String[] words) {
    boolean json5 = words[0].equals("json5");
    Limits limits =
        Limits.DEFAULT
            .withDepth(Integer.parseInt(words[3]))
            .withNodes(limit(words[4]))
            .withBytes(limit(words[5]));
    JsonOptions options =
        (json5 ? JsonOptions.JSON5 : JsonOptions.STRICT)
            .withLimits(limits)
            .withDuplicates(Duplicates.values()[Integer.parseInt(words[2])])
            .withExactDecimals(words[1].equals("1"));
    byte[] text = HexFormat.of().parseHex(words[6]);
    VarvelException e = FaultFinder.find(text, 0, text.length, options);
    if (e == null) {
      return "taken";
    }
    String place = e.offset() + " " + e.line() + " " + e.column() + " " + e.path();
    return e.number() + " " + place + " | " + e.expected() + " | " + e.found();
  }
}
