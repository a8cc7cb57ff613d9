package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.time.Duration;

/** Bounds the time of the processor. A clock would also count what else runs on the machine. */
public final class ProcessorTime {
  private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

  private ProcessorTime() {}

  /** Runs the work, and fails if this thread took the processor longer than {@code most}. */
  public static void within(Duration most, String what, Runnable work) {
    long before = THREADS.getCurrentThreadCpuTime();
    work.run();
    long taken = THREADS.getCurrentThreadCpuTime() - before;
    assertTrue(taken <= most.toNanos(), () -> taken / 1_000_000 + " ms: " + what);
  }

  /** Runs the work, and fails if this thread took the processor longer than {@code most}. */
  public static void within(Duration most, Runnable work) {
    within(most, "the work", work);
  }
}
