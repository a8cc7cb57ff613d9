package dev.varvel.json;

import dev.varvel.Duplicates;
import dev.varvel.Limits;
import dev.varvel.LineJudge;
import dev.varvel.VarvelException;
import java.io.IOException;
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
  private static final int WORDS = 8;

  private Judge() {}

  /** Judges all cases. */
  public static void main(String[] arguments) throws IOException {
    LineJudge.run(WORDS, Judge::verdict, String::equals);
  }

  private static String verdict(String[] words) {
    boolean json5 = words[0].equals("json5");
    Limits limits = LineJudge.limits(words[3], words[4], words[5]);
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
