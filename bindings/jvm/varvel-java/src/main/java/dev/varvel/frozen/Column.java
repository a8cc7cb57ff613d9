package dev.varvel.frozen;

import dev.varvel.Kind;

/**
 * A cursor over one member of each item of an array, in order:
 *
 * <pre>{@code
 * Column prices = orders.column(PRICE);
 * while (prices.next()) {
 *   sum += prices.value().asDouble();
 * }
 * }</pre>
 *
 * <p>Where objects follow each other that have the same keys in the same order, the key is searched
 * for once: the member is at the same place in each. Only the cursor itself is allocated.
 */
public final class Column {
  private final Node array;
  private final Key key;
  private final int count;
  private final Node item = new Node();
  private final Node value = new Node();
  private int index = -1;

  /** The shape of the last object, and where the key is in it. */
  private int record;

  private int place = -1;

  Column(Node array, Key key) {
    this.array = new Node().moveTo(array);
    this.key = key;
    count = array.is(Kind.ARRAY) ? array.size() : 0;
  }

  /** Moves to the member of the next item, and returns whether there is one more item. */
  public boolean next() {
    if (index + 1 >= count) {
      return false;
    }
    array.at(++index, item);
    int own = item.record();
    if (own == 0 || own != record) {
      record = own;
      place = item.find(key);
    }
    if (place < 0) {
      value.miss(item, key.text());
    } else {
      item.valueAt(place, value);
    }
    return true;
  }

  /** Returns the number of the item, from zero on. */
  public int index() {
    return index;
  }

  /**
   * Returns the member of the item: a missing node if the item has none, or is neither an object
   * nor a map. It is moved by {@link #next}.
   */
  public Node value() {
    return value;
  }
}
