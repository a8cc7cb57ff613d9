package dev.varvel.frozen;

import dev.varvel.internal.Paths;
import java.util.ArrayList;
import java.util.List;

/** Finds the path of a value, from the root of its document on. */
final class PathSearch {
  /** Any form. */
  private static final int ANY = -1;

  /** Where the target is. */
  private final int place;

  private final int form;
  private final List<String> steps = new ArrayList<>();

  private PathSearch(int place, int form) {
    this.place = place;
    this.form = form;
  }

  /** Returns the path of a node: see {@link Node#path}. */
  static String path(Node node) {
    if (node.doc() == null) {
      return "";
    }
    Node parent = node.parent();
    return new PathSearch(parent.at(), parent.form()).from(node.doc());
  }

  /** Returns the path of the outermost value that begins at a place. */
  static String path(Frozen doc, int place) {
    return new PathSearch(place, ANY).from(doc);
  }

  private String from(Frozen doc) {
    Node at = doc.root();
    while (at != null && !(at.at() == place && (form == ANY || at.form() == form))) {
      at = towards(at);
    }
    return Paths.text(steps);
  }

  /** Returns the last byte that belongs to a value or to a value in its slots. */
  private static int last(Node node) {
    Container container = new Container(node);
    if (container.count == 0) {
      return node.at();
    }
    return container.slots + (container.slotCount() << container.width) - 1;
  }

  /** Adds the step to the value in a container that holds the target, and returns that value. */
  private Node towards(Node node) {
    Container container = new Container(node);
    if (container.count == 0) {
      return null;
    }
    int slot = slotTowards(container, last(node));
    if (slot < 0) {
      return null;
    }
    Node next = container.item(slot);
    switch (container.form) {
      case Form.TAGGED, Form.EXTENSION, Form.SIMPLE -> {}
      case Form.OBJECT -> steps.add(member(container.key(slot)));
      case Form.PAIRS, Form.MAP -> {
        if (slot % 2 == 0) {
          // The place of a key, and of what is in it, is that of its object.
          return null;
        }
        steps.add(member(container.item(slot - 1)));
      }
      default -> steps.add(Paths.indexStep(slot));
    }
    return next;
  }

  private static String member(Node key) {
    return Paths.keyStep(NodeText.key(key));
  }

  /** Returns the number of the slot that leads to the target, or -1. */
  private int slotTowards(Container container, int last) {
    int at = place;
    if (at >= container.slots && at <= last) {
      int slot = at - container.slots >> container.width;
      return container.columns != 0 ? slot / container.columns : slot;
    }
    if (!Form.hasSlots(container.form)) {
      return -1;
    }
    for (int i = 0; i < container.slotCount(); i++) {
      Node item = container.item(i);
      if (item.at() < container.base && last(item) >= at) {
        return i;
      }
    }
    return -1;
  }
}
