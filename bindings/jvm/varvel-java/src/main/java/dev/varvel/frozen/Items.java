package dev.varvel.frozen;

import dev.varvel.Kind;
import java.util.Iterator;
import java.util.NoSuchElementException;

/** The items of an array, one after the other. */
final class Items implements Iterator<Node> {
  private final Node array;
  private final int count;
  private int next;

  Items(Node array) {
    this.array = new Node().moveTo(array);
    count = array.is(Kind.ARRAY) ? array.size() : 0;
  }

  @Override
  public boolean hasNext() {
    return next < count;
  }

  @Override
  public Node next() {
    if (next == count) {
      throw new NoSuchElementException();
    }
    return array.at(next++);
  }
}
