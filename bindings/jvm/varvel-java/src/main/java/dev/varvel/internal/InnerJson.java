package dev.varvel.internal;

import dev.varvel.VarvelException;
import dev.varvel.Writer;
import dev.varvel.json.JsonWriter;
import java.util.function.Consumer;

/** A value as JSON inside of another document: a key, or a string. */
public final class InnerJson {
  private InnerJson() {}

  /**
   * Returns the JSON that some code writes.
   *
   * @param around the writer of the document: its limit of depth goes on, and errors have its path
   */
  public static String of(Writer around, Consumer<Writer> write) {
    JsonWriter inner = new JsonWriter();
    inner.setDepthLimit(Math.max(0, around.depthLimit() - around.depth()));
    try {
      write.accept(inner);
    } catch (VarvelException e) {
      throw around.error(e.kind(), e.expected(), e.found());
    }
    return inner.toString();
  }
}
