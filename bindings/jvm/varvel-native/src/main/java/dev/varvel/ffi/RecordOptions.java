package dev.varvel.ffi;

import java.util.Objects;
import java.util.function.Predicate;

/** How records are converted. */
public final class RecordOptions {
  /**
   * All processors are used, the first bad record ends the conversion, and no progress is reported.
   */
  public static final RecordOptions DEFAULT = new RecordOptions();

  private Options each = Options.DEFAULT;
  private int threads;
  private boolean array;
  private boolean prompt;
  private int blockBytes;
  private Predicate<Progress> progress;
  private Predicate<BadRecord> bad;

  private RecordOptions() {}

  private RecordOptions copy() {
    RecordOptions copy = new RecordOptions();
    copy.each = each;
    copy.threads = threads;
    copy.array = array;
    copy.prompt = prompt;
    copy.blockBytes = blockBytes;
    copy.progress = progress;
    copy.bad = bad;
    return copy;
  }

  /** Returns these options with others for each record. */
  public RecordOptions withEach(Options options) {
    RecordOptions copy = copy();
    copy.each = Objects.requireNonNull(options);
    return copy;
  }

  /** Says how many threads work at most; 0 for as many as the machine runs at once. */
  public RecordOptions withThreads(int most) {
    RecordOptions copy = copy();
    copy.threads = notNegative(most);
    return copy;
  }

  /** Says whether the input is one document, an array whose items are the records. */
  public RecordOptions withArray(boolean wanted) {
    RecordOptions copy = copy();
    copy.array = wanted;
    return copy;
  }

  /** Says whether records are written as soon as they have come, for an input that comes slowly. */
  public RecordOptions withPrompt(boolean wanted) {
    RecordOptions copy = copy();
    copy.prompt = wanted;
    return copy;
  }

  /** Says about how many bytes of input are one piece of work; 0 for the default of 256 KiB. */
  public RecordOptions withBlockBytes(int bytes) {
    RecordOptions copy = copy();
    copy.blockBytes = notNegative(bytes);
    return copy;
  }

  /**
   * Calls a function about each block of input; false ends the conversion. It is called by threads
   * of the library, by one at a time. An exception of the function ends the conversion and is
   * thrown by it.
   */
  public RecordOptions withProgress(Predicate<Progress> watch) {
    RecordOptions copy = copy();
    copy.progress = watch;
    return copy;
  }

  /**
   * Gives each bad record to a function, and goes on with the next one; false ends the conversion.
   * It is called as that of {@link #withProgress} is. Without it the first bad record is an error.
   */
  public RecordOptions withBad(Predicate<BadRecord> take) {
    RecordOptions copy = copy();
    copy.bad = take;
    return copy;
  }

  private static int notNegative(int number) {
    if (number < 0) {
      throw new IllegalArgumentException("a negative number: " + number);
    }
    return number;
  }

  Options each() {
    return each;
  }

  int threads() {
    return threads;
  }

  boolean array() {
    return array;
  }

  boolean prompt() {
    return prompt;
  }

  int blockBytes() {
    return blockBytes;
  }

  /** Returns the function that gets the progress, or null. */
  Predicate<Progress> progress() {
    return progress;
  }

  /** Returns the function that takes bad records, or null. */
  Predicate<BadRecord> bad() {
    return bad;
  }
}
