package dev.varvel.ffi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.VarvelException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Memory of the library is freed, and threads do not disturb each other. */
@NeedsLibrary
class MemoryTest {
  private static final int CALLS = 100_000;

  /** Much less than any call would hold after so many calls if it freed nothing. */
  private static final long GROWTH = 32L << 20;

  private static final byte[] YAML =
      ("list:\n" + "  - {name: some name, value: 12345}\n".repeat(8)).getBytes(UTF_8);

  /** Returns how many bytes of the process are in memory. */
  private static long resident() throws IOException {
    String status = Files.readString(Path.of("/proc/self/status"));
    String line = status.lines().filter(one -> one.startsWith("VmRSS:")).findFirst().orElseThrow();
    return Long.parseLong(line.replaceAll("\\D", "")) << 10;
  }

  private static void holds(Runnable call) throws IOException {
    for (int i = 0; i < CALLS / 10; i++) {
      call.run();
    }
    System.gc();
    long grown = GROWTH;
    // The heap of a large machine grows, too, but only until it is large enough.
    for (int round = 0; round < 5 && grown >= GROWTH; round++) {
      long before = resident();
      for (int i = 0; i < CALLS; i++) {
        call.run();
      }
      System.gc();
      grown = resident() - before;
    }
    assertTrue(grown < GROWTH, "grown by " + (grown >> 10) + " KiB");
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void conversionsHoldNothing() throws IOException {
    holds(() -> Yaml.toJson(YAML));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void errorsHoldNothing() throws IOException {
    byte[] wrong = ("- " + "x".repeat(500) + "\n- [1\n").getBytes(UTF_8);
    holds(() -> assertThrows(VarvelException.class, () -> Yaml.toJson(wrong)));
  }

  @Test
  @EnabledOnOs(OS.LINUX)
  void textsHoldNothing() throws IOException {
    byte[] json = ("{\"a\": 1, \"b\": \"" + "x".repeat(500) + "\"} // c").getBytes(UTF_8);
    holds(
        () -> {
          try (EditableText text = EditableText.parse(json, Syntax.JSONC)) {
            text.set("a", 2);
            assertEquals(1, text.comments().size());
            text.value();
          }
        });
  }

  @Test
  void threadsCallAtOnce() throws InterruptedException, ExecutionException {
    byte[] expected = Yaml.toJson(YAML);
    EditableText shared = EditableText.parse("[]", Syntax.JSON);
    ExecutorService threads = Executors.newFixedThreadPool(4);
    List<Future<?>> running = new ArrayList<>();
    for (int thread = 0; thread < 4; thread++) {
      running.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 500; i++) {
                  assertArrayEquals(expected, Yaml.toJson(YAML));
                  shared.insert("/-", 1);
                  assertThrows(VarvelException.class, () -> Yaml.toJson("[".getBytes(UTF_8)));
                }
              }));
    }
    for (Future<?> one : running) {
      one.get();
    }
    threads.shutdown();
    assertEquals(2000, shared.value().root().size());
    shared.close();
  }
}
