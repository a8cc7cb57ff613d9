package dev.varvel;

import dev.varvel.internal.Rfc3339;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.MonthDay;
import java.time.OffsetDateTime;
import java.time.OffsetTime;
import java.time.Period;
import java.time.Year;
import java.time.YearMonth;
import java.time.ZoneId;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.time.format.ResolverStyle;
import java.time.format.SignStyle;
import java.time.temporal.ChronoField;
import java.util.function.Function;

/**
 * The texts of java.time, which are those of ISO 8601. Each is written as {@code toString} has it,
 * and a year beyond 9999 with its sign. Nothing is rounded when one is read, and no day or hour is
 * moved to one that exists.
 */
final class TimeTexts {
  private static final DateTimeFormatter YEAR =
      new DateTimeFormatterBuilder()
          .appendValue(ChronoField.YEAR, 4, 10, SignStyle.EXCEEDS_PAD)
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private static final DateTimeFormatter YEAR_MONTH =
      new DateTimeFormatterBuilder()
          .append(YEAR)
          .appendLiteral('-')
          .appendValue(ChronoField.MONTH_OF_YEAR, 2)
          .toFormatter()
          .withResolverStyle(ResolverStyle.STRICT);

  private TimeTexts() {}

  static Instant instant(String text) {
    return Rfc3339.parse(text);
  }

  static String print(Instant instant) {
    if (!Rfc3339.has(instant.getEpochSecond())) {
      throw VarvelException.of(ErrorKind.UNREPRESENTABLE)
          .expected("a point in time in the years 0 to 9999")
          .found(instant.toString())
          .build();
    }
    return Rfc3339.text(instant.getEpochSecond(), instant.getNano());
  }

  static LocalDate date(String text) {
    return LocalDate.parse(text);
  }

  static LocalTime time(String text) {
    return whole(text, LocalTime::parse);
  }

  static LocalDateTime dateTime(String text) {
    return whole(text, LocalDateTime::parse);
  }

  static OffsetDateTime offsetDateTime(String text) {
    return whole(text, OffsetDateTime::parse);
  }

  static OffsetTime offsetTime(String text) {
    return whole(text, OffsetTime::parse);
  }

  /**
   * Reads a time with its offset, and the zone in brackets. Java's own parser moves a time to
   * another hour where the zone does not have the offset; here that is another form.
   */
  static ZonedDateTime zonedDateTime(String text) {
    int bracket = text.indexOf('[');
    if (bracket < 0) {
      return offsetDateTime(text).toZonedDateTime();
    }
    if (text.charAt(text.length() - 1) != ']') {
      throw new DateTimeException("no bracket closes the zone");
    }
    OffsetDateTime time = offsetDateTime(text.substring(0, bracket));
    ZoneId zone = ZoneId.of(text.substring(bracket + 1, text.length() - 1));
    return ZonedDateTime.ofStrict(time.toLocalDateTime(), time.getOffset(), zone);
  }

  static Duration duration(String text) {
    return whole(text, Duration::parse);
  }

  static Period period(String text) {
    return Period.parse(text);
  }

  static MonthDay monthDay(String text) {
    return MonthDay.parse(text);
  }

  static Year year(String text) {
    return Year.parse(text, YEAR);
  }

  static String print(Year year) {
    return YEAR.format(year);
  }

  static YearMonth yearMonth(String text) {
    return YearMonth.parse(text, YEAR_MONTH);
  }

  static String print(YearMonth month) {
    return YEAR_MONTH.format(month);
  }

  /** Reads a text whose decimal points have a digit after them, which Java does not ask for. */
  private static <T> T whole(String text, Function<CharSequence, T> parse) {
    T value = parse.apply(text);
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '.' || c == ',') {
        char next = i + 1 < text.length() ? text.charAt(i + 1) : 0;
        if (next < '0' || next > '9') {
          throw new DateTimeException("no digit after the decimal point");
        }
      }
    }
    return value;
  }
}
