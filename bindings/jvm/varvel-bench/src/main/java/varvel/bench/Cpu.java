package varvel.bench;

import java.lang.management.ManagementFactory;
import java.util.Arrays;
import java.util.Locale;

/**
 * Measures one operation of one library by the processor's time of this thread, which other programs
 * do not disturb as they do a clock.
 *
 * <p>Arguments: the library, the operation, the file of documents, and the milliseconds to warm up
 * and of a window. Prints the least and the median time of an operation in nanoseconds, and the bytes
 * that it allocates.
 */
public final class Cpu {
  private static final int WINDOWS = 5;
  private static final int BATCH = 1000;

  private static final com.sun.management.ThreadMXBean THREADS =
      (com.sun.management.ThreadMXBean) ManagementFactory.getThreadMXBean();

  /** Keeps results in use. */
  static volatile Object sink;

  private Cpu() {}

  /** Measures. */
  public static void main(String[] arguments) throws Exception {
    Documents documents = new Documents(arguments[0], arguments[2]);
    String operation = arguments[1];
    long warm = Long.parseLong(arguments[3]) * 1_000_000;
    long window = Long.parseLong(arguments[4]) * 1_000_000;
    measure(documents, operation, warm);
    double[] times = new double[WINDOWS];
    long allocated = THREADS.getCurrentThreadAllocatedBytes();
    long count = 0;
    for (int i = 0; i < WINDOWS; i++) {
      long start = THREADS.getCurrentThreadCpuTime();
      long done = measure(documents, operation, window);
      times[i] = (double) (THREADS.getCurrentThreadCpuTime() - start) / done;
      count += done;
    }
    allocated = (THREADS.getCurrentThreadAllocatedBytes() - allocated) / count;
    Arrays.sort(times);
    System.out.printf(Locale.ROOT, "%.1f %.1f %d%n", times[0], times[WINDOWS / 2], allocated);
  }

  /** Repeats an operation for so many nanoseconds, and returns how often. */
  private static long measure(Documents documents, String operation, long nanoseconds) {
    long start = THREADS.getCurrentThreadCpuTime();
    long done = 0;
    do {
      switch (operation) {
        case "read":
          for (int i = 0; i < BATCH; i++) {
            sink = documents.subject.read(documents.texts[i & documents.texts.length - 1]);
          }
          break;
        case "read_string":
          for (int i = 0; i < BATCH; i++) {
            sink = documents.subject.readString(documents.strings[i & documents.strings.length - 1]);
          }
          break;
        case "write":
          for (int i = 0; i < BATCH; i++) {
            sink = documents.subject.write(documents.values[i & documents.values.length - 1]);
          }
          break;
        default:
          for (int i = 0; i < BATCH; i++) {
            sink = documents.subject.writeString(documents.values[i & documents.values.length - 1]);
          }
      }
      done += BATCH;
    } while (THREADS.getCurrentThreadCpuTime() - start < nanoseconds);
    return done;
  }
}
