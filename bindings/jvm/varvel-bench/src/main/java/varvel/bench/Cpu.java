package varvel.bench;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;
import java.util.function.IntFunction;

/**
 * Measures one operation of one library by the processor's time of this thread, which other
 * programs do not disturb as they do a clock.
 *
 * <p>Arguments: the library, the operation, the file of documents, and the milliseconds to warm up
 * and of a window. Prints the least and the median time of an operation in nanoseconds, and the
 * bytes that it allocates.
 */
public final class Cpu {
  private static final int WINDOWS = 5;
  private static final int BATCH = 1024;

  /**
   * How many characters a document has at least that is read once between two looks at the clock.
   */
  private static final int LARGE = 100_000;

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Keeps results in use. */
  static volatile Object sink;

  /** Keeps sums in use. */
  static volatile long sum;

  private Cpu() {}

  /** Measures. */
  public static void main(String[] arguments) throws Exception {
    long warm = Long.parseLong(arguments[3]) * 1_000_000;
    long window = Long.parseLong(arguments[4]) * 1_000_000;
    Work work = work(arguments[0], arguments[1], arguments[2]);
    measure(work, warm);
    double[] times = new double[WINDOWS];
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    long count = 0;
    for (int i = 0; i < WINDOWS; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      long done = measure(work, window);
      times[i] = (double) (THREADS.getCurrentThreadCpuTime() - start) / done;
      count += done;
    }
    allocated = (THREADS.getCurrentThreadAllocatedBytes() - allocated) / count;
    Arrays.sort(times);
    System.out.printf(Locale.ROOT, "%.1f %.1f %d%n", times[0], times[WINDOWS / 2], allocated);
  }

  /** Repeats an operation, and returns how often. */
  private interface Work {
    int repeat();
  }

  private static Work work(String library, String operation, String file) throws IOException {
    if (operation.equals("lookup")) {
      Lookup lookup = new Lookup(file);
      return () -> {
        sum += lookup.sum(BATCH);
        return BATCH;
      };
    }
    Documents all = new Documents(library, file);
    int mask = all.texts.length - 1;
    // A process has one operation, so this call is taken apart like any other.
    IntFunction<Object> one =
        switch (operation) {
          case "read" -> i -> all.subject.read(all.texts[i]);
          case "read_string" -> i -> all.subject.readString(all.strings[i]);
          case "write" -> i -> all.subject.write(all.values[i]);
          case "write_string" -> i -> all.subject.writeString(all.values[i]);
          default -> throw new IllegalArgumentException(operation);
        };
    // The clock is dear, but a large document dearer.
    int times = all.strings[0].length() > LARGE ? 1 : BATCH;
    return () -> {
      for (int i = 0; i < times; i++) {
        sink = one.apply(i & mask);
      }
      return times;
    };
  }

  /** Repeats an operation for so many nanoseconds, and returns how often. */
  private static long measure(Work work, long nanoseconds) {
    long start = THREADS.getCurrentThreadCpuTime();
    long done = 0;
    do {
      done += work.repeat();
    } while (THREADS.getCurrentThreadCpuTime() - start < nanoseconds);
    return done;
  }
}
