package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.json.Json;
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
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Times as texts. */
class TimesTest {
  private static final int DRAWN = 20_000;

  private static final List<ZoneId> ZONES =
      ZoneId.getAvailableZoneIds().stream().sorted().map(ZoneId::of).toList();

  /** Draws values, and reads what is written, as values and as keys. */
  private static <T> void drawn(Codec<T> codec, Function<Random, T> draw, List<T> ends) {
    Random random = new Random(7);
    List<T> values = new ArrayList<>(ends);
    for (int i = 0; i < DRAWN; i++) {
      values.add(draw.apply(random));
    }
    Codec<Map<T, Integer>> keys = Codecs.map(KeyCodec.of(codec), Codecs.INT);
    for (T value : values) {
      String json = Json.writeString(value, codec);
      assertEquals(value, Json.read(json, codec), json);
      String key = Json.writeString(Map.of(value, 1), keys);
      assertEquals(Map.of(value, 1), Json.read(key, keys), key);
    }
  }

  private static int year(Random random) {
    return switch (random.nextInt(3)) {
      case 0 -> random.nextInt(10_000);
      case 1 -> random.nextInt(40_000) - 20_000;
      default -> random.nextInt(Year.MIN_VALUE, Year.MAX_VALUE + 1);
    };
  }

  private static LocalDate date(Random random) {
    int year = year(random);
    return LocalDate.ofYearDay(year, 1 + random.nextInt(Year.isLeap(year) ? 366 : 365));
  }

  private static LocalTime time(Random random) {
    return switch (random.nextInt(4)) {
      case 0 -> LocalTime.of(random.nextInt(24), random.nextInt(60));
      case 1 -> LocalTime.ofSecondOfDay(random.nextInt(86_400));
      case 2 -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000) * 1_000_000);
      default -> LocalTime.ofNanoOfDay(random.nextLong(86_400_000_000_000L));
    };
  }

  private static LocalDateTime dateTime(Random random) {
    return LocalDateTime.of(date(random), time(random));
  }

  private static ZoneOffset offset(Random random) {
    int hour = 3600;
    return switch (random.nextInt(3)) {
      case 0 -> ZoneOffset.ofTotalSeconds((random.nextInt(37) - 18) * hour);
      case 1 -> ZoneOffset.ofTotalSeconds((random.nextInt(2161) - 1080) * 60);
      default -> ZoneOffset.ofTotalSeconds(random.nextInt(36 * hour + 1) - 18 * hour);
    };
  }

  @Test
  void datesAndTimes() {
    drawn(Codecs.LOCAL_DATE, TimesTest::date, List.of(LocalDate.MIN, LocalDate.MAX));
    drawn(
        Codecs.LOCAL_TIME, TimesTest::time, List.of(LocalTime.MIN, LocalTime.MAX, LocalTime.NOON));
    drawn(
        Codecs.LOCAL_DATE_TIME, TimesTest::dateTime, List.of(LocalDateTime.MIN, LocalDateTime.MAX));
    drawn(
        Codecs.OFFSET_DATE_TIME,
        random -> OffsetDateTime.of(dateTime(random), offset(random)),
        List.of(OffsetDateTime.MIN, OffsetDateTime.MAX));
    drawn(
        Codecs.OFFSET_TIME,
        random -> OffsetTime.of(time(random), offset(random)),
        List.of(OffsetTime.MIN, OffsetTime.MAX));
    drawn(
        Codecs.INSTANT,
        random ->
            Instant.ofEpochSecond(
                random.nextLong(-62_167_219_200L, 253_402_300_800L), random.nextInt(1_000_000_000)),
        List.of(Instant.EPOCH));
  }

  @Test
  void zones() {
    drawn(
        Codecs.ZONED_DATE_TIME,
        random -> {
          ZoneId zone =
              random.nextInt(8) == 0 ? offset(random) : ZONES.get(random.nextInt(ZONES.size()));
          return dateTime(random).atZone(zone);
        },
        List.of(
            ZonedDateTime.of(LocalDateTime.MIN, ZoneOffset.MAX),
            ZonedDateTime.of(LocalDateTime.MAX, ZoneOffset.MIN)));
    drawn(Codecs.ZONE_OFFSET, TimesTest::offset, List.of(ZoneOffset.MIN, ZoneOffset.MAX));
    drawn(
        Codecs.ZONE_ID,
        random -> ZONES.get(random.nextInt(ZONES.size())),
        List.of(ZoneId.of("Z"), ZoneId.of("UTC+01:30"), ZoneId.of("GMT0"), ZoneOffset.MAX));
  }

  @Test
  void anOverlapKeepsItsOffset() {
    String first = "\"2026-10-25T02:30+02:00[Europe/Berlin]\"";
    String second = "\"2026-10-25T02:30+01:00[Europe/Berlin]\"";
    ZonedDateTime one = Json.read(first, Codecs.ZONED_DATE_TIME);
    ZonedDateTime other = Json.read(second, Codecs.ZONED_DATE_TIME);
    assertEquals(Duration.ofHours(1), Duration.between(one, other));
    assertEquals(first, Json.writeString(one, Codecs.ZONED_DATE_TIME));
    assertEquals(second, Json.writeString(other, Codecs.ZONED_DATE_TIME));
  }

  @Test
  void spans() {
    drawn(
        Codecs.DURATION,
        random ->
            Duration.ofSeconds(
                random.nextLong() >> random.nextInt(64),
                random.nextBoolean() ? 0 : random.nextInt(1_000_000_000)),
        List.of(
            Duration.ZERO,
            Duration.ofSeconds(Long.MIN_VALUE),
            Duration.ofSeconds(Long.MIN_VALUE, 1),
            Duration.ofNanos(-1),
            Duration.ofMillis(-1500),
            Duration.ofSeconds(Long.MAX_VALUE, 999_999_999)));
    drawn(
        Codecs.PERIOD,
        random ->
            Period.of(
                random.nextInt() >> random.nextInt(32),
                random.nextInt() >> random.nextInt(32),
                random.nextInt() >> random.nextInt(32)),
        List.of(
            Period.ZERO,
            Period.of(Integer.MIN_VALUE, Integer.MIN_VALUE, Integer.MIN_VALUE),
            Period.of(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE)));
  }

  @Test
  void partsOfDates() {
    drawn(
        Codecs.YEAR,
        random -> Year.of(year(random)),
        List.of(Year.of(Year.MIN_VALUE), Year.of(Year.MAX_VALUE), Year.of(0)));
    drawn(
        Codecs.YEAR_MONTH,
        random -> YearMonth.of(year(random), 1 + random.nextInt(12)),
        List.of(YearMonth.of(Year.MIN_VALUE, 1), YearMonth.of(Year.MAX_VALUE, 12)));
    drawn(
        Codecs.MONTH_DAY,
        random -> MonthDay.from(date(random)),
        List.of(MonthDay.of(2, 29), MonthDay.of(12, 31)));
    drawn(Codecs.MONTH, random -> Month.of(1 + random.nextInt(12)), List.of());
    assertEquals("\"+12345-01\"", Json.writeString(YearMonth.of(12_345, 1), Codecs.YEAR_MONTH));
    assertEquals("-44", Json.writeString(Year.of(-44), Codecs.YEAR));
  }

  private static void refused(Codec<?> codec, String... texts) {
    for (String text : texts) {
      VarvelException error = CodecsTest.error("[ \"" + text + "\"]", Codecs.list(codec));
      assertEquals(ErrorKind.TYPE_MISMATCH, error.kind(), text);
      assertEquals(2, error.offset(), text);
      assertEquals("$[0]", error.path(), text);
    }
  }

  @Test
  void nothingIsRoundedOrMoved() {
    refused(
        Codecs.LOCAL_DATE,
        "2026-02-30",
        "2026-2-3",
        "2026-13-01",
        "12026-01-01",
        "+2026-01-01",
        "-0000-01-01",
        "20260101",
        "2026-01-01 ",
        "+1000000000-01-01",
        "２０２６-01-01",
        "");
    refused(
        Codecs.LOCAL_TIME,
        "24:00",
        "24:00:00",
        "12:60",
        "12:00:60",
        "12:00:00.",
        "12:00:00.1234567890",
        "12",
        "1:00",
        "12:00:00,5");
    refused(
        Codecs.LOCAL_DATE_TIME,
        "2026-02-30T00:00",
        "2026-01-01T24:00",
        "2026-01-01 00:00",
        "2026-01-01",
        "2026-01-01T00:00:00.",
        "2026-01-01T00:00Z");
    refused(
        Codecs.OFFSET_DATE_TIME,
        "2026-01-01T00:00",
        "2026-01-01T00:00:00.Z",
        "2026-01-01T00:00+19:00",
        "2026-01-01T00:00+18:01",
        "2026-01-01T00:00+0100",
        "2026-01-01T00:00Z[UTC]");
    refused(Codecs.OFFSET_TIME, "12:00", "24:00Z", "12:00:00.Z");
    refused(
        Codecs.ZONED_DATE_TIME,
        "2026-01-01T00:00[Europe/Berlin]",
        "2026-01-01T00:00+05:00[Europe/Berlin]",
        "2026-03-29T02:30+01:00[Europe/Berlin]",
        "2026-01-01T00:00Z[Nowhere/Atlantis]",
        "2026-01-01T00:00Z[UTC",
        "2026-01-01T00:00Z[UTC]]",
        "[",
        "[]",
        "");
    refused(
        Codecs.DURATION,
        "PT",
        "P",
        "PT1.S",
        "PT0.1234567891S",
        "P1M",
        "1S",
        "PT9223372036854775808S",
        "PT2562047788015216H");
    refused(Codecs.PERIOD, "P", "P1", "PT1H", "P2147483648D", "P1.5D");
    refused(Codecs.MONTH_DAY, "--02-30", "02-03", "--13-01", "--2-3");
    refused(Codecs.YEAR_MONTH, "2026-13", "2026-00", "12026-01", "2026-1", "+2026-01", "2026");
    refused(Codecs.ZONE_ID, "", "europe/berlin", "Nowhere/Atlantis", "+19:00");
    refused(Codecs.ZONE_OFFSET, "", "UTC", "+18:01", "01:00");
    refused(Codecs.INSTANT, "2026-01-01T00:00:00", "2026-02-30T00:00:00Z");
    VarvelException year = CodecsTest.error("1000000000", Codecs.YEAR);
    assertEquals(ErrorKind.REFUSED, year.kind());
    assertEquals("a year from -999999999 to 999999999", year.expected());
    assertEquals(ErrorKind.TYPE_MISMATCH, CodecsTest.error("\"2026\"", Codecs.YEAR).kind());
  }

  @Test
  void longTextsTakeNoTime() {
    int many = 1_000_000;
    String digits = "1".repeat(many);
    List<String> texts =
        List.of(
            digits,
            "P" + digits,
            "PT" + digits + "X",
            "PT1." + digits + "S",
            "P1Y".repeat(many / 3),
            "2026-01-01T00:00:00." + digits,
            "2026-01-01T00:00Z[" + digits + "]",
            "2026-01-01T00:00Z" + "[".repeat(many),
            "a" + "-abcde".repeat(many / 6),
            "a-u" + "-ab-cde".repeat(many / 7),
            "a-x" + "-abcde".repeat(many / 6),
            "http:" + "/".repeat(many),
            "http://[" + ":1".repeat(many / 2) + "]",
            "%41".repeat(many / 3));
    List<Codec<?>> codecs =
        List.of(
            Codecs.LOCAL_DATE,
            Codecs.LOCAL_TIME,
            Codecs.LOCAL_DATE_TIME,
            Codecs.OFFSET_DATE_TIME,
            Codecs.OFFSET_TIME,
            Codecs.ZONED_DATE_TIME,
            Codecs.DURATION,
            Codecs.PERIOD,
            Codecs.MONTH_DAY,
            Codecs.YEAR_MONTH,
            Codecs.ZONE_ID,
            Codecs.ZONE_OFFSET,
            Codecs.INSTANT,
            Codecs.LOCALE,
            Codecs.CURRENCY,
            Codecs.URI,
            Codecs.URL,
            Codecs.PATH,
            Codecs.UUID,
            Codecs.CHAR,
            Codecs.MONTH);
    for (Codec<?> codec : codecs) {
      for (String text : texts) {
        ProcessorTime.within(
            Duration.ofSeconds(5),
            text.substring(0, 20) + " by " + codecs.indexOf(codec),
            () -> Json.tryRead('"' + text + '"', codec));
      }
    }
  }

  @Test
  void aPointInTimeBeyondRfc3339IsNotWritten() {
    for (Instant instant : List.of(Instant.MIN, Instant.MAX)) {
      Codec<Map<Instant, Integer>> keys = Codecs.map(KeyCodec.of(Codecs.INSTANT), Codecs.INT);
      assertEquals(
          ErrorKind.UNREPRESENTABLE,
          assertThrows(VarvelException.class, () -> Json.write(instant, Codecs.INSTANT)).kind());
      assertEquals(
          ErrorKind.UNREPRESENTABLE,
          assertThrows(VarvelException.class, () -> Json.write(Map.of(instant, 1), keys)).kind());
    }
  }
}
