package dev.varvel.frozen;

import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Paths;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The containers of a document that is being made whose end has not come: what may come in them,
 * which keys they have, and where an error is.
 */
final class OpenContainers {
  private static final class Open {
    byte event;

    /** Where it begins among the events. */
    int at;

    /** The items so far, or keys and values of a map. */
    long count;

    /** Where its members begin among those of all open objects. */
    int members;

    /** How many of them do not count. */
    int dropped;

    /** Whether a key came whose value has not. */
    boolean isWaiting;

    boolean hasLong;

    /** The number of the key of the member that is written, or -1. */
    int key;

    /** Where the key of the member of a map begins that is written. */
    int mapKey;

    /** How many keys of a map are strings. */
    long strings;
  }

  private final Recording recording;
  private final Limits limits;

  /** How many containers may be open at once. */
  private int limit;

  private final Duplicates duplicates;

  private Open[] open = new Open[8];
  private int depth;

  /** Where the keys of the members of open objects are among the events. */
  private int[] members = new int[32];

  /** What {@link #last} had for the key of each of them before. */
  private int[] before = new int[32];

  private int memberCount;

  /** For each key the number of open members up to the last one that has it, or zero. */
  private int[] last = new int[32];

  /** Whether an event is being added. It stays so after an error, when nothing else may come. */
  private boolean isBusy;

  private long values;

  /** The slots of all containers that have ended. */
  private long slots;

  OpenContainers(Recording recording, Limits limits, Duplicates duplicates) {
    this.recording = recording;
    this.limits = limits;
    limit = limits.depth();
    this.duplicates = duplicates;
  }

  /** Begins to add an event. */
  private void enter() {
    if (isBusy) {
      throw outOfOrder("no call after an error");
    }
    isBusy = true;
  }

  /** Checks that the document is whole. */
  void finish() {
    enter();
    if (depth != 0 || recording.size() == 0) {
      throw outOfOrder("a whole document");
    }
  }

  int depth() {
    return depth;
  }

  int limit() {
    return limit;
  }

  void limit(int most) {
    limit = most;
  }

  /** Comes before an error of the value that would come next. */
  void beginError() {
    if (isBusy) {
      return;
    }
    Open top = depth == 0 ? null : open[depth - 1];
    if (top != null && top.event == Event.OBJECT && !top.isWaiting) {
      // No key has come.
      top.key = -1;
      isBusy = true;
    } else {
      begin();
    }
  }

  long values() {
    return values;
  }

  long slots() {
    return slots;
  }

  /** Comes before each value. */
  void begin() {
    enter();
    values++;
    if (depth == 0) {
      if (recording.size() != 0) {
        throw outOfOrder("the end of the document");
      }
      return;
    }
    Open top = open[depth - 1];
    if (top.event == Event.OBJECT) {
      if (!top.isWaiting) {
        throw outOfOrder("a key or the end of an object");
      }
      top.isWaiting = false;
      return;
    }
    if (top.event == Event.MAP && (top.count & 1) == 0) {
      top.mapKey = recording.size();
    }
    top.count++;
  }

  /** Comes behind each value. */
  void ended() {
    while (depth != 0 && Event.isTag(open[depth - 1].event)) {
      depth--;
      count(1);
    }
    Open top = depth == 0 ? null : open[depth - 1];
    if (top != null && top.event == Event.MAP && (top.count & 1) != 0) {
      top.strings += recording.event(top.mapKey) == Event.STRING ? 1 : 0;
    }
    isBusy = false;
  }

  /** Opens a container. */
  void open(byte event, long bits) {
    begin();
    if (depth >= limit) {
      String most = "at most " + limit + " containers inside each other";
      throw error(ErrorKind.DEPTH_LIMIT, most, "", null);
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, Output.grown(depth, depth + 1L));
    }
    Open top = open[depth];
    if (top == null) {
      top = new Open();
      open[depth] = top;
    }
    depth++;
    top.event = event;
    top.at = recording.add(event, bits);
    top.count = 0;
    top.members = memberCount;
    top.dropped = 0;
    top.isWaiting = false;
    top.hasLong = false;
    top.key = -1;
    top.strings = 0;
    isBusy = false;
  }

  /** Comes before an item. */
  void item() {
    check(Event.ARRAY);
    isBusy = false;
  }

  /** Begins to add an event to the innermost container, which must be one of some event. */
  private Open check(byte event) {
    enter();
    Open top = depth == 0 ? null : open[depth - 1];
    if (top == null || top.event != event || top.isWaiting) {
      throw outOfOrder(top == null ? "a value" : expectedIn(top));
    }
    return top;
  }

  private static String expectedIn(Open top) {
    return switch (top.event) {
      case Event.ARRAY -> "an item or the end of an array";
      case Event.MAP -> "a key, a value or the end of a map";
      case Event.OBJECT -> top.isWaiting ? "a value" : "a key or the end of an object";
      default -> "the value of a tag";
    };
  }

  private void count(long more) {
    slots += more;
    if (slots > limits.nodes()) {
      throw error(ErrorKind.NODE_LIMIT, "at most " + limits.nodes() + " nodes", "", null);
    }
  }

  void endArray() {
    Open top = check(Event.ARRAY);
    recording.end(top.at);
    depth--;
    count(top.count);
    ended();
  }

  /** Adds the key of the next member. */
  void key(String key) {
    Open top = check(Event.OBJECT);
    int number = recording.keys.number(key);
    if (number < 0) {
      throw lone();
    }
    top.key = number;
    member(top, number, recording.add(Event.KEY, number));
    top.isWaiting = true;
    isBusy = false;
  }

  /** Adds a member whose key is an event. */
  private void member(Open top, int key, int at) {
    top.hasLong |= recording.keys.text(key).length > Layout.MAX_SHAPE_KEY;
    if (key >= last.length) {
      last = Arrays.copyOf(last, Output.grown(last.length, key + 1L));
    }
    int previous = last[key];
    if (previous > top.members) {
      switch (duplicates) {
        case ERROR -> throw twice(recording.keys.name(key));
        case FIRST -> {
          top.dropped++;
          recording.set(at, Event.DROPPED, key);
          return;
        }
        case LAST -> {
          top.dropped++;
          recording.set(members[previous - 1], Event.DROPPED, key);
        }
      }
    }
    if (memberCount == members.length) {
      members = Arrays.copyOf(members, Output.grown(memberCount, memberCount + 1L));
      before = Arrays.copyOf(before, members.length);
    }
    members[memberCount] = at;
    before[memberCount] = previous;
    last[key] = ++memberCount;
  }

  void endObject() {
    endObject(check(Event.OBJECT));
  }

  private void endObject(Open top) {
    for (int i = memberCount - 1; i >= top.members; i--) {
      last[(int) recording.bits(members[i])] = before[i];
    }
    int end = top.members;
    for (int i = top.members; i < memberCount; i++) {
      if (recording.event(members[i]) == Event.KEY) {
        members[end++] = members[i];
      }
    }
    recording.endObject(top.at, members, top.members, end, !top.hasLong);
    long size = end - top.members;
    memberCount = top.members;
    depth--;
    count(top.hasLong ? 2 * size : size);
    ended();
  }

  /** Ends a map, which becomes an object if all keys are strings. */
  void endMap(byte event) {
    Open top = check(Event.MAP);
    if ((top.count & 1) != 0) {
      throw outOfOrder("the value of a key");
    }
    int[] keys = Sorting.keysOfMap(recording, top.at, recording.size());
    if (top.strings == keys.length) {
      become(top, keys);
      return;
    }
    for (int key : keys) {
      if (recording.event(key) == Event.STRING) {
        recording.set(key, Event.MAP_KEY, recording.bits(key));
      }
    }
    depth--;
    checkKeys(keys);
    recording.set(top.at, event, recording.size());
    count(top.count);
    ended();
  }

  /** Makes an object of a map whose keys are strings. */
  private void become(Open top, int[] keys) {
    top.event = Event.OBJECT;
    recording.set(top.at, Event.OBJECT, 0);
    for (int at : keys) {
      int key = recording.keys.number(recording.text(at));
      recording.set(at, Event.KEY, key);
      top.key = key;
      member(top, key, at);
    }
    endObject(top);
  }

  /** Checks that the keys of a map differ. */
  private void checkKeys(int[] keys) {
    byte[][] sortKeys = Sorting.sortKeys(recording, keys);
    Arrays.sort(sortKeys, Arrays::compareUnsigned);
    for (int i = 1; i < sortKeys.length; i++) {
      if (Arrays.equals(sortKeys[i], sortKeys[i - 1])) {
        throw error(ErrorKind.DUPLICATE_KEY, "keys of a map that differ", "", null);
      }
    }
  }

  private VarvelException twice(String key) {
    return error(ErrorKind.DUPLICATE_KEY, "each key once", Paths.quoted(key) + " again", null);
  }

  VarvelException lone() {
    return error(ErrorKind.LONE_SURROGATE, "both halves of a surrogate pair", "", null);
  }

  private VarvelException outOfOrder(String expected) {
    return error(ErrorKind.INVALID_EVENTS, expected, "", null);
  }

  /** Returns an error at the value that is being written. */
  VarvelException error(ErrorKind kind, String expected, String found, Throwable cause) {
    return VarvelException.of(kind)
        .expected(expected)
        .found(found)
        .path(Paths.text(steps()))
        .cause(cause)
        .build();
  }

  private List<String> steps() {
    List<String> steps = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      Open container = open[i];
      if (container.event == Event.ARRAY && container.count != 0) {
        steps.add(Paths.indexStep(container.count - 1));
      } else if (container.event == Event.OBJECT && container.key >= 0) {
        steps.add(Paths.keyStep(recording.keys.name(container.key)));
      } else if (container.event == Event.MAP && container.count != 0) {
        mapStep(container, steps);
      }
    }
    return steps;
  }

  private void mapStep(Open map, List<String> steps) {
    if ((map.count & 1) == 0 && recording.event(map.mapKey) == Event.INT) {
      steps.add(Paths.keyStep(Long.toString(recording.bits(map.mapKey))));
    } else if ((map.count & 1) == 0 && recording.event(map.mapKey) == Event.STRING) {
      steps.add(Paths.keyStep(recording.text(map.mapKey)));
    }
  }
}
