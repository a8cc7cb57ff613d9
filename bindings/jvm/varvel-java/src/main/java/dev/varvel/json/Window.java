package dev.varvel.json;

import dev.varvel.VarvelException;
import dev.varvel.internal.InputWindow;
import dev.varvel.internal.Lossy;
import dev.varvel.internal.TextPlace;
import java.io.InputStream;

/** The bytes of a text that were read and not passed yet, with their line and column. */
final class Window extends InputWindow {
  private int line = 1;
  private int column = 1;

  Window(InputStream input) {
    super(input);
  }

  /** Returns the place of the first byte, which belongs to an item of an array, or -1. */
  Origin origin(long item) {
    return new Origin(offset(), line, column, item);
  }

  @Override
  protected VarvelException.Builder placed(VarvelException.Builder error, int at) {
    TextPlace place = new TextPlace(bytes(), start(), end(), at, line, column);
    return super.placed(error, at).position(place.line(), place.column());
  }

  @Override
  public void pass(int count) {
    byte[] bytes = bytes();
    int to = start() + count;
    int lineStart = start();
    if (offset() == 0 && TextPlace.hasMark(bytes, lineStart, to)) {
      lineStart += 3;
    }
    for (int i = lineStart; i < to; i++) {
      if (bytes[i] == '\n') {
        line++;
        column = 1;
        lineStart = i + 1;
      }
    }
    column += Lossy.characters(bytes, lineStart, to);
    super.pass(count);
  }
}
