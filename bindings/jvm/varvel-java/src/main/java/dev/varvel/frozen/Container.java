package dev.varvel.frozen;

/**
 * A container of any kind with its head read, for work on whole trees. Look-ups do without: see
 * {@link Node}.
 */
final class Container {
  final Frozen doc;
  final int form;

  /** Where the node is. */
  final int base;

  /** Where its slots or numbers are. */
  int slots;

  /** How many items, members, rows or numbers there are; 1 in a tag, 0 in other values. */
  int count;

  /** The shape of an object, or the number of a tag. */
  long number;

  /** Where the record of an object's shape is, or 0. */
  int record;

  /** Where the places of the shape's keys are. */
  private int places;

  /** The columns of a matrix, or 0. */
  int columns;

  Element element;

  /** The base-2 logarithm of the bytes of a slot or a number. */
  int width;

  Container(Node node) {
    doc = node.doc();
    form = node.form();
    base = node.at();
    if (Form.hasSlots(form)) {
      readSlots();
    } else if (form == Form.PACKED) {
      readPacked();
    } else if (form == Form.ROW) {
      slots = base;
      element = Element.of(node.bits());
      width = element.width;
      count = (int) (node.bits() >>> 3);
    }
  }

  private void readSlots() {
    byte[] bytes = doc.raw();
    int head = form >= Form.OTHER ? base + 1 : base;
    int widths = bytes[head];
    int numberWidth = widths >> 2 & 3;
    width = (widths & 3) + 1;
    number = Wire.number(bytes, head + 1, numberWidth);
    slots = head + 1 + (1 << numberWidth);
    if (form == Form.OBJECT) {
      record = doc.record(number);
      count = doc.shapeSize(record);
      places = doc.shapePlaces(record);
    } else {
      count = Form.isTag(form) ? 1 : (int) number;
    }
  }

  private void readPacked() {
    byte[] bytes = doc.raw();
    int head = bytes[base];
    int countWidth = head >> 4 & 3;
    element = Element.of(head);
    width = element.width;
    count = (int) Wire.number(bytes, base + 1, countWidth);
    slots = base + 1 + (1 << countWidth);
    if ((head & Layout.PACKED_MATRIX) != 0) {
      columns = (int) Wire.number(bytes, slots, countWidth);
      slots += 1 << countWidth;
    }
  }

  /** Returns an item of an array, or a slot of another container. */
  Node item(int i) {
    Node node = new Node();
    if (form != Form.PACKED && form != Form.ROW) {
      return node.moveToSlot(doc, slots + (i << width), width, base);
    }
    if (columns == 0) {
      return node.moveTo(doc, slots + (i << width), 0, Form.ELEMENT + element.ordinal());
    }
    int at = slots + (i * columns << width);
    return node.moveTo(doc, at, (long) columns << 3 | element.ordinal(), Form.ROW);
  }

  /** Returns a key of an object or a map. */
  Node key(int i) {
    if (record == 0) {
      return item(2 * i);
    }
    return new Node().moveToKey(doc, places + 4 * i);
  }

  /** Returns a value of an object or a map. */
  Node value(int i) {
    return item(record == 0 ? 2 * i + 1 : i);
  }

  /** Returns whether this has keys. */
  boolean hasMembers() {
    return Form.hasMembers(form);
  }

  /** Returns how many slots or numbers there are. */
  int slotCount() {
    if (columns != 0) {
      return count * columns;
    }
    return form == Form.MAP || form == Form.PAIRS ? 2 * count : count;
  }
}
