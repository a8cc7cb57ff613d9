package dev.varvel;

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
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Currency;
import java.util.Date;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;
import java.util.UUID;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Codecs of types of the JDK, and of collections and maps of what has a codec.
 *
 * <p>Times are texts of ISO 8601 as {@code java.time} writes them, except {@link #INSTANT} in
 * formats that have points in time and {@link #YEAR}, which is a number. Nothing is rounded or
 * repaired: February 30, 24:00 and a tenth digit of a second are errors.
 *
 * <p>No codec takes null, except those of {@link #nullable} and {@link #ANY}.
 */
public final class Codecs {
  /** Truth values. */
  public static final Codec<Boolean> BOOLEAN =
      scalar(Reader::readBoolean, (v, to) -> to.writeBoolean(v), () -> KeyCodec.BOOLEAN);

  /** Integers of 8 bits. */
  public static final Codec<Byte> BYTE =
      scalar(
          reader -> (byte) small(reader, Byte.MIN_VALUE, Byte.MAX_VALUE, "i8"),
          (v, to) -> to.writeInt(v),
          () -> KeyCodec.BYTE);

  /** Integers of 16 bits. */
  public static final Codec<Short> SHORT =
      scalar(
          reader -> (short) small(reader, Short.MIN_VALUE, Short.MAX_VALUE, "i16"),
          (v, to) -> to.writeInt(v),
          () -> KeyCodec.SHORT);

  /** Integers of 32 bits. */
  public static final Codec<Integer> INT =
      scalar(Reader::readInt, (v, to) -> to.writeInt(v), () -> KeyCodec.INT);

  /** Integers of 64 bits. */
  public static final Codec<Long> LONG =
      scalar(Reader::readLong, (v, to) -> to.writeLong(v), () -> KeyCodec.LONG);

  /** Floats of 32 bits: the one nearest to a number. */
  public static final Codec<Float> FLOAT =
      scalar(Reader::readFloat, (v, to) -> to.writeFloat(v), () -> KeyCodec.FLOAT);

  /** Floats of 64 bits: the one nearest to a number. */
  public static final Codec<Double> DOUBLE =
      scalar(Reader::readDouble, (v, to) -> to.writeDouble(v), () -> KeyCodec.DOUBLE);

  /** Strings of one character, which is a single {@code char} and no half of a pair. */
  public static final Codec<Character> CHAR =
      text("a string of one character", KeyCodecs::character, Object::toString);

  /** Strings. */
  public static final Codec<String> STRING =
      scalar(Reader::readString, (v, to) -> to.writeString(v), () -> KeyCodec.STRING);

  /** Integers of any size. Many digits take less than quadratic time. */
  public static final Codec<BigInteger> BIG_INTEGER =
      scalar(Reader::readBigInteger, (v, to) -> to.writeBigInteger(v), () -> KeyCodec.BIG_INTEGER);

  /** Decimals with all their digits, and exponents of at most 6144 either way. */
  public static final Codec<BigDecimal> BIG_DECIMAL =
      scalar(Reader::readBigDecimal, (v, to) -> to.writeBigDecimal(v), () -> KeyCodec.BIG_DECIMAL);

  /**
   * Numbers of the smallest type that holds them exactly: {@code Integer}, {@code Long}, {@code
   * BigInteger}; with a fraction or an exponent {@code Double} if it is written as the same number,
   * or else {@code BigDecimal}. All types of numbers of {@code java.lang} and {@code java.math} are
   * written.
   */
  public static final Codec<Number> NUMBER = scalar(AnyNumber::read, AnyNumber::write, () -> null);

  /**
   * Values of any kind: null, {@code Boolean}, numbers as {@link #NUMBER} has them, {@code String},
   * {@code byte[]}, {@code Instant}, {@code List} and {@code Map} with strings as keys.
   */
  public static final Codec<Object> ANY = AnyCodec.ANY;

  /** Bytes. Formats that have none of their own have them as a string of Base64. */
  public static final Codec<byte[]> BYTES =
      scalar(Reader::readBytes, (v, to) -> to.writeBytes(v), () -> null);

  /** UUIDs in their form of 36 characters. */
  public static final Codec<UUID> UUID = text("a UUID", OtherTexts::uuid, Object::toString);

  /** URIs. */
  public static final Codec<URI> URI = text("a URI", OtherTexts::uri, Object::toString);

  /** URLs that are URIs, with a protocol that Java knows. */
  public static final Codec<URL> URL = text("a URL", OtherTexts::url, OtherTexts::print);

  /** Paths of the default file system. */
  public static final Codec<Path> PATH = text("a path of a file", Path::of, OtherTexts::print);

  /** Locales by their tag of BCP 47, such as {@code pt-BR}. */
  public static final Codec<Locale> LOCALE =
      text("a language tag as pt-BR", OtherTexts::locale, OtherTexts::print);

  /** Currencies by their code of ISO 4217. */
  public static final Codec<Currency> CURRENCY =
      text("a currency as EUR", Currency::getInstance, Currency::getCurrencyCode);

  /** Points in time. Formats that have none of their own have a text of RFC 3339. */
  public static final Codec<Instant> INSTANT =
      scalar(
          Reader::readInstant,
          (v, to) -> to.writeInstant(v),
          () ->
              KeyCodec.text(
                  "a point in time in the form of RFC 3339", TimeTexts::instant, TimeTexts::print));

  /** Points in time of whole milliseconds. Others are refused, since nothing is rounded. */
  public static final Codec<Date> DATE =
      mapped(INSTANT, OtherTexts::date, Date::toInstant, "a point in time in whole milliseconds");

  /** Dates: {@code 2026-01-31}. */
  public static final Codec<LocalDate> LOCAL_DATE =
      text("a date as 2026-01-31", TimeTexts::date, Object::toString);

  /** Times of a day: {@code 12:00:00.5}. */
  public static final Codec<LocalTime> LOCAL_TIME =
      text("a time as 12:00:00", TimeTexts::time, Object::toString);

  /** Dates with times: {@code 2026-01-31T12:00:00}. */
  public static final Codec<LocalDateTime> LOCAL_DATE_TIME =
      text("a date and time as 2026-01-31T12:00:00", TimeTexts::dateTime, Object::toString);

  /** Dates with times and offsets: {@code 2026-01-31T12:00:00+01:00}. */
  public static final Codec<OffsetDateTime> OFFSET_DATE_TIME =
      text(
          "a date and time with its offset as 2026-01-31T12:00:00+01:00",
          TimeTexts::offsetDateTime,
          Object::toString);

  /** Times of a day with offsets: {@code 12:00:00+01:00}. */
  public static final Codec<OffsetTime> OFFSET_TIME =
      text("a time with its offset as 12:00:00+01:00", TimeTexts::offsetTime, Object::toString);

  /**
   * Dates with times, offsets and zones: {@code 2026-01-31T12:00:00+01:00[Europe/Berlin]}. The
   * offset has to be one that the zone has at that time.
   */
  public static final Codec<ZonedDateTime> ZONED_DATE_TIME =
      text(
          "a time with its zone as 2026-01-31T12:00:00+01:00[Europe/Berlin]",
          TimeTexts::zonedDateTime,
          Object::toString);

  /** Durations: {@code PT4H5M6.5S}. */
  public static final Codec<Duration> DURATION =
      text("a duration as PT4H5M6S", TimeTexts::duration, Object::toString);

  /** Periods: {@code P1Y2M3D}. */
  public static final Codec<Period> PERIOD =
      text("a period as P1Y2M3D", TimeTexts::period, Object::toString);

  /** Days of a month: {@code --12-31}. */
  public static final Codec<MonthDay> MONTH_DAY =
      text("a day of a month as --12-31", TimeTexts::monthDay, Object::toString);

  /** Years, as numbers. */
  public static final Codec<Year> YEAR =
      scalar(
          Codecs::year,
          (v, to) -> to.writeInt(v.getValue()),
          () -> KeyCodec.text("a year as 2026", TimeTexts::year, TimeTexts::print));

  /** Months of a year: {@code 2026-01}. */
  public static final Codec<YearMonth> YEAR_MONTH =
      text("a month of a year as 2026-01", TimeTexts::yearMonth, TimeTexts::print);

  /** Zones: {@code Europe/Berlin}, {@code Z} or {@code +01:00}. */
  public static final Codec<ZoneId> ZONE_ID =
      text("a time zone as Europe/Berlin", ZoneId::of, ZoneId::getId);

  /** Offsets: {@code Z} or {@code +01:00}. */
  public static final Codec<ZoneOffset> ZONE_OFFSET =
      text("an offset as +01:00", ZoneOffset::of, ZoneOffset::getId);

  /** Days of a week by their names: {@code MONDAY}. */
  public static final Codec<DayOfWeek> DAY_OF_WEEK = enumOf(DayOfWeek.class);

  /** Months by their names: {@code JANUARY}. */
  public static final Codec<Month> MONTH = enumOf(Month.class);

  /** Integers of 32 bits, or null. */
  public static final Codec<OptionalInt> OPTIONAL_INT =
      new NullCodec<>(
          INT,
          OptionalInt.empty(),
          OptionalInt::of,
          value -> value.isPresent() ? value.getAsInt() : null);

  /** Integers of 64 bits, or null. */
  public static final Codec<OptionalLong> OPTIONAL_LONG =
      new NullCodec<>(
          LONG,
          OptionalLong.empty(),
          OptionalLong::of,
          value -> value.isPresent() ? value.getAsLong() : null);

  /** Floats of 64 bits, or null. */
  public static final Codec<OptionalDouble> OPTIONAL_DOUBLE =
      new NullCodec<>(
          DOUBLE,
          OptionalDouble.empty(),
          OptionalDouble::of,
          value -> value.isPresent() ? value.getAsDouble() : null);

  private Codecs() {}

  private static <T> Codec<T> scalar(
      Function<Reader, T> read, BiConsumer<T, Writer> write, Supplier<KeyCodec<T>> keys) {
    return new ScalarCodec<>(read, write, keys);
  }

  private static long small(Reader reader, long least, long most, String type) {
    long begin = reader.offset();
    long value = reader.readLong();
    if (value < least || value > most) {
      reader.report(Placed.outOfRange(reader, type, value, begin));
      return 0;
    }
    return value;
  }

  private static Year year(Reader reader) {
    long begin = reader.offset();
    int year = reader.readInt();
    if (year < Year.MIN_VALUE || year > Year.MAX_VALUE) {
      reader.report(reader.refused("a year from -999999999 to 999999999", begin));
      return Year.of(0);
    }
    return Year.of(year);
  }

  /** Returns a builder of what makes codecs of classes, with codecs and rules of a program. */
  public static CodecRegistry.Builder builder() {
    return new CodecRegistry.Builder();
  }

  /**
   * Returns the codec of values that are strings of some form.
   *
   * @param expected what should have come, with its article, as in "a UUID"
   * @param from makes a value of its text; it throws {@link IllegalArgumentException} or {@link
   *     java.time.DateTimeException}, or returns null, if the text has another form
   * @param to returns the text of a value
   */
  public static <T> Codec<T> text(
      String expected, Function<String, ? extends T> from, Function<? super T, String> to) {
    return new TextCodec<T>(expected, from, to);
  }

  /** Returns the codec of an enum, whose constants are strings of their names. */
  public static <E extends Enum<E>> Codec<E> enumOf(Class<E> type) {
    E[] constants = type.getEnumConstants();
    return new EnumCodec<>(
        constants, Arrays.stream(constants).map(Enum::name).toArray(String[]::new));
  }

  /**
   * Returns the codec of a type whose values are made of those of another.
   *
   * @param from makes a value; where it throws {@link IllegalArgumentException} or {@link
   *     java.time.DateTimeException}, the error is that the value is refused
   * @param to returns the other value of one
   * @param expected what should have come, with its article, as in "a positive number"
   */
  public static <A, B> Codec<B> mapped(
      Codec<A> codec,
      Function<? super A, ? extends B> from,
      Function<? super B, ? extends A> to,
      String expected) {
    return new MappedCodec<A, B>(codec, from, to, expected);
  }

  /** Returns a codec that is looked for when it is first used, for a type that holds itself. */
  public static <T> Codec<T> lazy(Supplier<Codec<T>> supplier) {
    return new LazyCodec<>(supplier);
  }

  /**
   * Returns the codec of a value that may be null in a document, and is then an empty optional.
   *
   * @throws IllegalArgumentException if the other codec has such values itself
   */
  public static <T> Codec<Optional<T>> optional(Codec<T> codec) {
    return new NullCodec<>(codec, Optional.empty(), Optional::of, value -> value.orElse(null));
  }

  /**
   * Returns the codec of a value that may be null.
   *
   * @throws IllegalArgumentException if the other codec has such values itself
   */
  public static <T> Codec<T> nullable(Codec<T> codec) {
    return new NullCodec<>(codec, null, Function.identity(), Function.identity());
  }

  /** Returns the codec of lists. One that is read is an {@link ArrayList}. */
  public static <T> Codec<List<T>> list(Codec<T> codec) {
    return collection(codec, ArrayList::new);
  }

  /** Returns the codec of sets. One that is read is a {@link LinkedHashSet}. */
  public static <T> Codec<Set<T>> set(Codec<T> codec) {
    return collection(codec, LinkedHashSet::new);
  }

  /**
   * Returns the codec of collections.
   *
   * @param empty makes an empty collection, to which items are added
   */
  public static <T, C extends Collection<T>> Codec<C> collection(
      Codec<T> codec, Supplier<? extends C> empty) {
    return new CollectionCodec<T, C>(codec, empty);
  }

  /** Returns the codec of arrays. */
  public static <T> Codec<T[]> array(Class<T> type, Codec<T> codec) {
    return new ArrayCodec<>(type, codec);
  }

  /** Returns the codec of maps with strings as keys. One that is read is a LinkedHashMap. */
  public static <V> Codec<Map<String, V>> map(Codec<V> values) {
    return map(KeyCodec.STRING, values);
  }

  /** Returns the codec of maps. One that is read is a {@link LinkedHashMap}. */
  public static <K, V> Codec<Map<K, V>> map(KeyCodec<K> keys, Codec<V> values) {
    return map(keys, values, LinkedHashMap::new);
  }

  /**
   * Returns the codec of maps. A key that comes twice is an error, or what the options of the
   * reader say.
   *
   * <p>A hash map of Java takes linear time for each key where strangers choose many keys of one
   * hash, unless the keys are {@link Comparable}, as strings, numbers and times are. The like goes
   * for sets.
   *
   * @param empty makes an empty map, into which members are put
   */
  public static <K, V, M extends Map<K, V>> Codec<M> map(
      KeyCodec<K> keys, Codec<V> values, Supplier<? extends M> empty) {
    return new MapCodec<K, V, M>(keys, values, empty);
  }

  /**
   * Returns the codec of maps as arrays of pairs, each an array of a key and its value. So keys may
   * be of any type. A key that comes twice is an error.
   */
  public static <K, V> Codec<Map<K, V>> mapAsArray(Codec<K> keys, Codec<V> values) {
    return mapAsArray(keys, values, LinkedHashMap::new);
  }

  /**
   * Returns the codec of maps as arrays of pairs, each an array of a key and its value. So keys may
   * be of any type. A key that comes twice is an error.
   *
   * @param empty makes an empty map, into which pairs are put
   */
  public static <K, V, M extends Map<K, V>> Codec<M> mapAsArray(
      Codec<K> keys, Codec<V> values, Supplier<? extends M> empty) {
    return new PairsCodec<K, V, M>(Objects.requireNonNull(keys), values, empty);
  }
}
