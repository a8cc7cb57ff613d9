package dev.varvel.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** A text is freed once: when it is closed, or when nobody has it any more. */
class CleanerTest {
  private final AtomicInteger freed = new AtomicInteger();

  /** A text that counts how often it is freed. */
  private Engine.Text counting() {
    return (Engine.Text)
        Proxy.newProxyInstance(
            Engine.class.getClassLoader(),
            new Class<?>[] {Engine.Text.class},
            (proxy, method, arguments) -> {
              assertEquals("free", method.getName());
              freed.incrementAndGet();
              return null;
            });
  }

  @Test
  void aTextIsFreedByClosing() {
    EditableText text = new EditableText(counting());
    text.close();
    text.close();
    assertEquals(1, freed.get());
  }

  @Test
  void aTextThatNobodyClosesIsFreedByTheCollector() throws InterruptedException {
    new EditableText(counting());
    for (int i = 0; i < 10_000 && freed.get() == 0; i++) {
      System.gc();
      Thread.sleep(10);
    }
    assertEquals(1, freed.get());
  }
}
