package dev.varvel.frozen;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;

/** Counts what is allocated. */
final class Allocations {
  private static final ThreadMXBean THREADS = (ThreadMXBean) ManagementFactory.getThreadMXBean();

  private Allocations() {}

  /** Returns how many bytes this thread has allocated. The call itself allocates none. */
  static long ofThisThread() {
    return THREADS.getCurrentThreadAllocatedBytes();
  }
}
