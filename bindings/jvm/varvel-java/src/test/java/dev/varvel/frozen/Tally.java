package dev.varvel.frozen;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.PrintStream;

/** Counts the cases that a program judges, and prints where they differ from what is expected. */
final class Tally {
  /** How many differences are printed. */
  private static final int SHOWN = 20;

  /** How much of a value is printed: the test reads lines. */
  private static final int SHOWN_CHARACTERS = 200;

  private final PrintStream out;
  private int number;
  private int differences;

  Tally(PrintStream out) {
    this.out = out;
  }

  /** Goes on to the next case. */
  void next() {
    number++;
  }

  void differ(String what, Object expected, Object found) {
    differences++;
    if (differences <= SHOWN) {
      out.println(number + " " + what + ": " + cut(expected) + " expected, found " + cut(found));
    }
  }

  /** Prints how many cases there were. */
  void close() {
    out.println(number + " judged, " + differences + " differ");
  }

  private static String cut(Object value) {
    String text = String.valueOf(value);
    String line = text.substring(0, Math.min(text.length(), SHOWN_CHARACTERS));
    return line.replace('\n', ' ');
  }

  /** Reads four bytes, the lowest first. */
  static int number(DataInputStream in) throws IOException {
    return Integer.reverseBytes(in.readInt());
  }

  /** Reads a limit, of which 4294967295 is none. */
  static int limit(DataInputStream in) throws IOException {
    int limit = number(in);
    return limit < 0 ? Integer.MAX_VALUE : limit;
  }
}
