package dev.varvel.internal;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;

/** Points in time as text in the form of RFC 3339, in the years 0 to 9999. */
public final class Rfc3339 {
  private static final long FIRST = -62_167_219_200L;
  private static final long LAST = 253_402_300_799L;
  private static final int DAY = 86_400;

  /** How long a text is up to the seconds. */
  private static final int SECONDS = 19;

  private Rfc3339() {}

  /** Returns whether RFC 3339 has a point in time. */
  public static boolean has(long seconds) {
    return seconds >= FIRST && seconds <= LAST;
  }

  /** Returns a point in time in UTC, with no more digits of a second than are needed. */
  public static String text(long seconds, int nanoseconds) {
    LocalDateTime time = LocalDateTime.ofEpochSecond(seconds, 0, ZoneOffset.UTC);
    StringBuilder text = new StringBuilder(32);
    digits(text, time.getYear(), 4).append('-');
    digits(text, time.getMonthValue(), 2).append('-');
    digits(text, time.getDayOfMonth(), 2).append('T');
    digits(text, time.getHour(), 2).append(':');
    digits(text, time.getMinute(), 2).append(':');
    digits(text, time.getSecond(), 2);
    if (nanoseconds != 0) {
      digits(text.append('.'), nanoseconds, 9);
      int end = text.length();
      while (text.charAt(end - 1) == '0') {
        end--;
      }
      text.setLength(end);
    }
    return text.append('Z').toString();
  }

  private static StringBuilder digits(StringBuilder text, int value, int count) {
    String digits = Integer.toString(value);
    return text.append("0".repeat(count - digits.length())).append(digits);
  }

  /**
   * Returns the point in time that a text has, or null if it has another form, or more than
   * nanoseconds. A leap second is the second after it, as POSIX counts.
   */
  public static Instant parse(String text) {
    int end = text.length();
    if (end <= SECONDS || "Tt ".indexOf(text.charAt(10)) < 0 || !isDate(text)) {
      return null;
    }
    int p = SECONDS;
    int nanoseconds = 0;
    if (text.charAt(p) == '.') {
      int first = ++p;
      for (; p < end && isDigit(text, p); p++) {
        if (p - first < 9) {
          nanoseconds = nanoseconds * 10 + text.charAt(p) - '0';
        } else if (text.charAt(p) != '0') {
          return null;
        }
      }
      if (p == first) {
        return null;
      }
      for (int i = p - first; i < 9; i++) {
        nanoseconds *= 10;
      }
    }
    int offset = offset(text, p);
    return offset == NONE ? null : instant(text, nanoseconds, offset);
  }

  private static Instant instant(String text, int nanoseconds, int offset) {
    int second = number(text, 17, 2);
    boolean leap = second == 60;
    try {
      LocalDateTime time =
          LocalDateTime.of(
              number(text, 0, 4),
              number(text, 5, 2),
              number(text, 8, 2),
              number(text, 11, 2),
              number(text, 14, 2),
              leap ? 59 : second);
      long seconds = time.toEpochSecond(ZoneOffset.UTC) - offset + (leap ? 1 : 0);
      // A leap second is the last of a day in UTC.
      return leap && Math.floorMod(seconds, DAY) != 0
          ? null
          : Instant.ofEpochSecond(seconds, nanoseconds);
    } catch (DateTimeException e) {
      return null;
    }
  }

  /** Returns whether a text has digits where a date and a time have them. */
  private static boolean isDate(String text) {
    for (int i = 0; i < SECONDS; i++) {
      boolean right =
          switch (i) {
            case 4, 7 -> text.charAt(i) == '-';
            case 10 -> true;
            case 13, 16 -> text.charAt(i) == ':';
            default -> isDigit(text, i);
          };
      if (!right) {
        return false;
      }
    }
    return true;
  }

  private static boolean isDigit(String text, int at) {
    return text.charAt(at) >= '0' && text.charAt(at) <= '9';
  }

  private static int number(String text, int at, int count) {
    int value = 0;
    for (int i = at; i < at + count; i++) {
      value = value * 10 + text.charAt(i) - '0';
    }
    return value;
  }

  private static final int NONE = Integer.MIN_VALUE;

  /** Returns the seconds that a time is ahead of UTC, or {@link #NONE} if the text has none. */
  private static int offset(String text, int at) {
    int length = text.length() - at;
    char first = length > 0 ? text.charAt(at) : 0;
    if (length == 1 && (first == 'Z' || first == 'z')) {
      return 0;
    }
    if (length != 6 || first != '+' && first != '-' || text.charAt(at + 3) != ':') {
      return NONE;
    }
    for (int i : new int[] {1, 2, 4, 5}) {
      if (!isDigit(text, at + i)) {
        return NONE;
      }
    }
    int hours = number(text, at + 1, 2);
    int minutes = number(text, at + 4, 2);
    if (hours > 23 || minutes > 59) {
      return NONE;
    }
    int seconds = hours * 3600 + minutes * 60;
    return first == '+' ? seconds : -seconds;
  }
}
