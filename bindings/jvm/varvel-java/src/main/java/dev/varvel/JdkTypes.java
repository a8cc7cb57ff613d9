package dev.varvel;

import java.lang.reflect.Array;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.time.DayOfWeek;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.Month;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.time.ZonedDateTime;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Queue;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.concurrent.BlockingDeque;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentNavigableMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.LinkedBlockingDeque;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.LinkedTransferQueue;
import java.util.concurrent.TransferQueue;
import java.util.function.Supplier;

/** The types of the JDK that {@link Codec#of} knows. */
final class JdkTypes {
  private static final Map<Class<?>, Codec<?>> CODECS = new HashMap<>();
  private static final Map<Class<?>, Object> ZEROS = new HashMap<>();

  /** For each interface of collections and maps how an empty one is made. */
  private static final Map<Class<?>, Supplier<?>> EMPTY = new HashMap<>();

  private JdkTypes() {}

  static {
    primitive(boolean.class, Boolean.class, Codecs.BOOLEAN);
    primitive(byte.class, Byte.class, Codecs.BYTE);
    primitive(short.class, Short.class, Codecs.SHORT);
    primitive(int.class, Integer.class, Codecs.INT);
    primitive(long.class, Long.class, Codecs.LONG);
    primitive(float.class, Float.class, Codecs.FLOAT);
    primitive(double.class, Double.class, Codecs.DOUBLE);
    primitive(char.class, Character.class, Codecs.CHAR);
    add(String.class, Codecs.STRING);
    CODECS.put(CharSequence.class, Codecs.STRING);
    add(Object.class, Codecs.ANY);
    add(Number.class, Codecs.NUMBER);
    add(BigInteger.class, Codecs.BIG_INTEGER);
    add(BigDecimal.class, Codecs.BIG_DECIMAL);
    add(byte[].class, Codecs.BYTES);
    add(char[].class, Codecs.mapped(Codecs.STRING, String::toCharArray, String::new, "a string"));
    add(UUID.class, Codecs.UUID);
    add(URI.class, Codecs.URI);
    add(URL.class, Codecs.URL);
    add(Path.class, Codecs.PATH);
    add(Locale.class, Codecs.LOCALE);
    add(Currency.class, Codecs.CURRENCY);
    add(Instant.class, Codecs.INSTANT);
    add(LocalDate.class, Codecs.LOCAL_DATE);
    add(LocalTime.class, Codecs.LOCAL_TIME);
    add(LocalDateTime.class, Codecs.LOCAL_DATE_TIME);
    add(OffsetDateTime.class, Codecs.OFFSET_DATE_TIME);
    add(OffsetTime.class, Codecs.OFFSET_TIME);
    add(ZonedDateTime.class, Codecs.ZONED_DATE_TIME);
    add(Duration.class, Codecs.DURATION);
    add(Period.class, Codecs.PERIOD);
    add(MonthDay.class, Codecs.MONTH_DAY);
    add(Year.class, Codecs.YEAR);
    add(YearMonth.class, Codecs.YEAR_MONTH);
    add(ZoneId.class, Codecs.ZONE_ID);
    add(ZoneOffset.class, Codecs.ZONE_OFFSET);
    add(DayOfWeek.class, Codecs.DAY_OF_WEEK);
    add(Month.class, Codecs.MONTH);
    add(Date.class, Codecs.DATE);
    add(OptionalInt.class, Codecs.OPTIONAL_INT);
    add(OptionalLong.class, Codecs.OPTIONAL_LONG);
    add(OptionalDouble.class, Codecs.OPTIONAL_DOUBLE);
    ZEROS.put(Optional.class, Optional.empty());
    ZEROS.put(OptionalInt.class, OptionalInt.empty());
    ZEROS.put(OptionalLong.class, OptionalLong.empty());
    ZEROS.put(OptionalDouble.class, OptionalDouble.empty());
    for (Class<?> type : List.of(Iterable.class, Collection.class, List.class)) {
      EMPTY.put(type, ArrayList::new);
    }
    EMPTY.put(Set.class, LinkedHashSet::new);
    EMPTY.put(SortedSet.class, TreeSet::new);
    EMPTY.put(NavigableSet.class, TreeSet::new);
    EMPTY.put(Queue.class, ArrayDeque::new);
    EMPTY.put(Deque.class, ArrayDeque::new);
    EMPTY.put(BlockingQueue.class, LinkedBlockingQueue::new);
    EMPTY.put(BlockingDeque.class, LinkedBlockingDeque::new);
    EMPTY.put(TransferQueue.class, LinkedTransferQueue::new);
    EMPTY.put(Map.class, LinkedHashMap::new);
    EMPTY.put(SortedMap.class, TreeMap::new);
    EMPTY.put(NavigableMap.class, TreeMap::new);
    EMPTY.put(ConcurrentMap.class, ConcurrentHashMap::new);
    EMPTY.put(ConcurrentNavigableMap.class, ConcurrentSkipListMap::new);
  }

  private static <T> void add(Class<T> type, Codec<T> codec) {
    CODECS.put(type, codec);
  }

  private static <T> void primitive(Class<?> type, Class<T> boxed, Codec<T> codec) {
    add(boxed, codec);
    CODECS.put(type, codec);
    ZEROS.put(type, Array.get(Array.newInstance(type, 1), 0));
  }

  /** Returns the codec of a class, or null if it is not known. */
  static Codec<?> codec(Class<?> type) {
    return CODECS.get(type);
  }

  /** Returns the value that a member of a class has where it has no other; it may be null. */
  static Object zero(Class<?> type) {
    return ZEROS.get(type);
  }

  /**
   * Returns what makes an empty collection or map of an interface, or null if the interface is not
   * known.
   */
  static Supplier<?> empty(Class<?> type) {
    Supplier<?> known = EMPTY.get(type);
    if (known == null && type.getName().startsWith("java.util.Sequenced")) {
      // These came with Java 21.
      return switch (type.getSimpleName()) {
        case "SequencedCollection" -> ArrayList::new;
        case "SequencedSet" -> LinkedHashSet::new;
        case "SequencedMap" -> LinkedHashMap::new;
        default -> null;
      };
    }
    return known;
  }
}
