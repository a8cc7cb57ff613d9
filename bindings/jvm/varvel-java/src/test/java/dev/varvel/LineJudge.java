package dev.varvel;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.util.function.BiPredicate;
import java.util.function.Function;

/** Judges cases that come on standard input, a line each, whose last word is Rust's verdict. */
public final class LineJudge {
  /** How many differences are printed. */
  private static final int SHOWN = 20;

  private LineJudge() {}

  /**
   * Judges all cases, and prints where verdicts differ.
   *
   * @param words how many words a line has; the last one may hold spaces
   * @param verdict returns the verdict of Java
   * @param matches compares Rust's verdict with it
   */
  public static void run(
      int words, Function<String[], String> verdict, BiPredicate<String, String> matches)
      throws IOException {
    int number = 0;
    int differences = 0;
    InputStreamReader reader = new InputStreamReader(System.in, StandardCharsets.UTF_8);
    BufferedReader in = new BufferedReader(reader, 1 << 20);
    for (String line = in.readLine(); line != null; line = in.readLine()) {
      String[] parts = line.split(" ", words);
      String found;
      try {
        found = verdict.apply(parts);
      } catch (RuntimeException | StackOverflowError e) {
        found = e.toString();
      }
      number++;
      if (!matches.test(parts[words - 1], found) && ++differences <= SHOWN) {
        System.out.println(line + "\n  found " + found);
      }
    }
    System.out.println(number + " judged, " + differences + " differ");
  }

  /** Returns limits of words, where `-` is no limit. */
  public static Limits limits(String depth, String nodes, String bytes) {
    return Limits.DEFAULT
        .withDepth(Integer.parseInt(depth))
        .withNodes(limit(nodes))
        .withBytes(limit(bytes));
  }

  private static long limit(String word) {
    return word.equals("-") ? Long.MAX_VALUE : Long.parseLong(word);
  }
}
