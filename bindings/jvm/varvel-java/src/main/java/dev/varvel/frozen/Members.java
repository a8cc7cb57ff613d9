package dev.varvel.frozen;

import java.util.Iterator;
import java.util.NoSuchElementException;

/** The members of an object or a map, one after the other. */
final class Members implements Iterator<Member> {
  private final Node object;
  private final int count;
  private int next;

  Members(Node object) {
    this.object = new Node().moveTo(object);
    count = Form.hasMembers(object.form()) ? object.size() : 0;
  }

  @Override
  public boolean hasNext() {
    return next < count;
  }

  @Override
  public Member next() {
    if (next == count) {
      throw new NoSuchElementException();
    }
    int i = next++;
    return new Member(object.keyAt(i), object.valueAt(i));
  }
}
