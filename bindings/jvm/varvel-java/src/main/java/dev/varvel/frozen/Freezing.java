package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.Writer;
import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Iterator;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;

/** Writes objects of Java: see {@link Frozen#freeze(Object)}. Nothing recurses. */
final class Freezing {
  /** How deep a value is before it is looked for inside of itself. */
  private static final int UNCHECKED = 32;

  /** A container whose parts are being written. */
  private interface Parts {
    /** Writes what comes before the next part. Returns false, after the end, if there is none. */
    boolean next(FrozenWriter to);

    /** Returns the part. */
    Object part(FrozenWriter to);
  }

  /** A container, and what it is made of. */
  private record Open(Parts parts, Object of) {}

  private final FrozenWriter to;
  private final ArrayDeque<Open> stack = new ArrayDeque<>();

  /** The containers that the value is inside of, except the first ones. */
  private final Set<Object> inside = Collections.newSetFromMap(new IdentityHashMap<>());

  private Freezing(FrozenWriter to) {
    this.to = to;
  }

  /** Writes a value. */
  static void write(Object value, FrozenWriter to) {
    Freezing freezing = new Freezing(to);
    freezing.begin(value);
    while (!freezing.stack.isEmpty()) {
      Open top = freezing.stack.peek();
      if (top.parts.next(to)) {
        freezing.begin(top.parts.part(to));
      } else {
        freezing.stack.pop();
        freezing.inside.remove(top.of);
      }
    }
  }

  /** Returns what is in an optional, or null; any other value as it is. */
  private static Object unwrapped(Object value) {
    Object inner = value;
    while (inner instanceof Optional<?> optional) {
      inner = optional.orElse(null);
    }
    if (inner instanceof OptionalInt optional) {
      return optional.isPresent() ? optional.getAsInt() : null;
    }
    if (inner instanceof OptionalLong optional) {
      return optional.isPresent() ? optional.getAsLong() : null;
    }
    if (inner instanceof OptionalDouble optional) {
      return optional.isPresent() ? optional.getAsDouble() : null;
    }
    return inner;
  }

  /** Writes a value that holds no others, or begins a container. */
  private void begin(Object wrapped) {
    Object value = unwrapped(wrapped);
    if (value == null) {
      to.writeNull();
    } else if (value instanceof CharSequence || value instanceof Character) {
      to.writeString(value.toString());
    } else if (value instanceof Number number) {
      number(number);
    } else if (value instanceof Boolean truth) {
      to.writeBoolean(truth);
    } else if (value instanceof Enum<?> constant) {
      to.writeString(constant.name());
    } else if (value instanceof byte[] bytes) {
      to.writeBytes(bytes);
    } else if (value instanceof Instant instant) {
      to.writeInstant(instant);
    } else if (value instanceof Key key) {
      to.writeString(key.text());
    } else if (value instanceof Node node) {
      to.writeNode(node);
    } else if (value instanceof Frozen document) {
      to.writeNode(document.root());
    } else {
      container(value);
    }
  }

  private void number(Number number) {
    if (number instanceof Integer
        || number instanceof Long
        || number instanceof Short
        || number instanceof Byte
        || number instanceof AtomicInteger
        || number instanceof AtomicLong) {
      to.writeLong(number.longValue());
    } else if (number instanceof Double value) {
      to.writeDouble(value);
    } else if (number instanceof Float value) {
      to.writeFloat(value);
    } else if (number instanceof BigInteger value) {
      to.writeBigInteger(value);
    } else if (number instanceof BigDecimal value) {
      to.writeBigDecimal(value);
    } else {
      throw unknown(number);
    }
  }

  private VarvelException unknown(Object value) {
    String found = value.getClass().getName();
    return to.refused(ErrorKind.TYPE_MISMATCH, "a type that documents have", found, null);
  }

  private void container(Object value) {
    if (stack.size() >= UNCHECKED && !inside.add(value)) {
      String found = value.getClass().getName();
      String expected = "a value that does not contain itself";
      throw to.refused(ErrorKind.UNREPRESENTABLE, expected, found, null);
    }
    Parts parts;
    if (value instanceof Map<?, ?> map) {
      parts = FreezingMaps.isObject(map) ? object(map) : map(map);
    } else if (value instanceof Iterable<?> list) {
      to.beginArray(Writer.UNKNOWN);
      parts = new Items(list.iterator());
    } else if (value.getClass().isArray()) {
      to.beginArray(Writer.UNKNOWN);
      parts = new Items(new ArrayItems(value));
    } else if (value instanceof Record) {
      RecordPlan plan = RecordPlan.of(value.getClass());
      if (!plan.isOpen()) {
        String found = value.getClass().getName();
        String expected = "a record that is open to the module dev.varvel";
        throw to.refused(ErrorKind.TYPE_MISMATCH, expected, found, null);
      }
      to.beginObject(plan.size());
      parts = new Components(value, plan);
    } else {
      throw unknown(value);
    }
    stack.push(new Open(parts, value));
  }

  private Parts object(Map<?, ?> map) {
    to.beginObject(Writer.UNKNOWN);
    return new Members(FreezingMaps.members(map));
  }

  private Parts map(Map<?, ?> map) {
    to.beginMap(Writer.UNKNOWN);
    return new Pairs(map.entrySet().iterator(), !FreezingMaps.keepsOrder(map));
  }

  private record Items(Iterator<?> items) implements Parts {
    @Override
    public boolean next(FrozenWriter to) {
      if (items.hasNext()) {
        return true;
      }
      to.endArray();
      return false;
    }

    @Override
    public Object part(FrozenWriter to) {
      return items.next();
    }
  }

  private static final class ArrayItems implements Iterator<Object> {
    private final Object array;
    private final int length;
    private int next;

    ArrayItems(Object array) {
      this.array = array;
      length = Array.getLength(array);
    }

    @Override
    public boolean hasNext() {
      return next < length;
    }

    @Override
    public Object next() {
      return Array.get(array, next++);
    }
  }

  private static final class Members implements Parts {
    private final Iterator<? extends Map.Entry<String, ?>> members;
    private Object value;

    Members(Iterator<? extends Map.Entry<String, ?>> members) {
      this.members = members;
    }

    @Override
    public boolean next(FrozenWriter to) {
      if (!members.hasNext()) {
        to.endObject();
        return false;
      }
      Map.Entry<String, ?> member = members.next();
      to.key(member.getKey());
      value = member.getValue();
      return true;
    }

    @Override
    public Object part(FrozenWriter to) {
      return value;
    }
  }

  private static final class Pairs implements Parts {
    private final Iterator<? extends Map.Entry<?, ?>> members;
    private final boolean isUnsorted;
    private Object value;
    private boolean isValue;

    Pairs(Iterator<? extends Map.Entry<?, ?>> members, boolean isUnsorted) {
      this.members = members;
      this.isUnsorted = isUnsorted;
    }

    @Override
    public boolean next(FrozenWriter to) {
      if (isValue || members.hasNext()) {
        return true;
      }
      if (isUnsorted) {
        to.endUnsortedMap();
      } else {
        to.endMap();
      }
      return false;
    }

    @Override
    public Object part(FrozenWriter to) {
      if (isValue) {
        isValue = false;
        return value;
      }
      Map.Entry<?, ?> member = members.next();
      value = member.getValue();
      isValue = true;
      return member.getKey();
    }
  }

  private static final class Components implements Parts {
    private final Object of;
    private final RecordPlan plan;
    private int next;

    Components(Object of, RecordPlan plan) {
      this.of = of;
      this.plan = plan;
    }

    @Override
    public boolean next(FrozenWriter to) {
      if (next == plan.size()) {
        to.endObject();
        return false;
      }
      to.key(plan.name(next++));
      return true;
    }

    @Override
    public Object part(FrozenWriter to) {
      return plan.value(of, next - 1, to);
    }
  }
}
