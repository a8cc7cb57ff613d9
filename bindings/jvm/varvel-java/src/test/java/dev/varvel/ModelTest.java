package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.annotation.Default;
import dev.varvel.annotation.Nullable;
import dev.varvel.annotation.Strict;
import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.LocalDate;
import java.time.Month;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Drawn values of a model, and documents of it that were damaged. */
class ModelTest {
  sealed interface Event permits Created, Moved, Closed {}

  @Strict
  record Created(UUID id, String name, Optional<LocalDate> day) implements Event {
    Created {
      if (name.length() > 100) {
        throw new IllegalArgumentException("a long name");
      }
    }
  }

  record Moved(int x, long y, double z, @Nullable Short w, List<Event> causes) implements Event {
    Moved {
      // Null would be no list.
      causes = List.copyOf(causes);
    }
  }

  record Closed(@Default("true") boolean fully, char mark, Month month) implements Event {}

  record Log(
      String name,
      List<Event> events,
      Map<Integer, BigDecimal> prices,
      Set<Duration> spans,
      TreeMap<Month, BigInteger> months,
      int[][] numbers,
      Map<Point, String> points,
      Object any) {
    /** Arrays are equal by their items here. */
    @Override
    public boolean equals(Object other) {
      return other instanceof Log log
          && Json.writeString(this, LOG).equals(Json.writeString(log, LOG));
    }

    @Override
    public int hashCode() {
      return name.hashCode();
    }
  }

  record Point(byte x, float y) {}

  private static final Codec<Log> LOG = Codec.of(Log.class);

  private static String string(Random random) {
    StringBuilder text = new StringBuilder();
    for (int i = random.nextInt(8); i > 0; i--) {
      int[] from = {'a', '"', '\\', '?', 'é', '山', 0x1F600, 1};
      text.appendCodePoint(from[random.nextInt(from.length)]);
    }
    return text.toString();
  }

  private static Event event(Random random, int depth) {
    return switch (random.nextInt(3)) {
      case 0 ->
          new Created(
              new UUID(random.nextLong(), random.nextLong()),
              string(random),
              random.nextBoolean()
                  ? Optional.empty()
                  : Optional.of(LocalDate.ofEpochDay(random.nextInt())));
      case 1 ->
          new Moved(
              random.nextInt() >> random.nextInt(32),
              random.nextLong() >> random.nextInt(64),
              random.nextGaussian(),
              random.nextBoolean() ? null : (short) random.nextInt(),
              events(random, depth + 1));
      default ->
          new Closed(
              random.nextBoolean(),
              (char) (' ' + random.nextInt(90)),
              Month.of(1 + random.nextInt(12)));
    };
  }

  private static List<Event> events(Random random, int depth) {
    List<Event> events = new ArrayList<>();
    for (int i = depth > 4 ? 0 : random.nextInt(4); i > 0; i--) {
      events.add(event(random, depth));
    }
    return events;
  }

  static Log log(Random random) {
    Map<Integer, BigDecimal> prices = new HashMap<>();
    Set<Duration> spans = new LinkedHashSet<>();
    TreeMap<Month, BigInteger> months = new TreeMap<>();
    Map<Point, String> points = new HashMap<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      prices.put(random.nextInt(), BigDecimal.valueOf(random.nextInt(), random.nextInt(40) - 20));
      spans.add(Duration.ofNanos(random.nextLong()));
      months.put(Month.of(1 + random.nextInt(12)), new BigInteger(100, random));
      points.put(new Point((byte) random.nextInt(), random.nextFloat()), string(random));
    }
    int[][] numbers = {random.ints(random.nextInt(40)).toArray(), {}};
    Object any = List.of(1, "a", true, Map.of("k", 0.25));
    return new Log(string(random), events(random, 0), prices, spans, months, numbers, points, any);
  }

  @Test
  void whatIsWrittenIsReadAgain() {
    Random random = new Random(11);
    for (int i = 0; i < 3000; i++) {
      Log log = log(random);
      byte[] json = Json.write(log, LOG);
      Log again = Json.read(json, LOG);
      assertEquals(log, again);
      assertEquals(log.events(), again.events());
      assertEquals(log.prices(), again.prices());
      assertEquals(log.points(), again.points());
      assertTrue(Json.tryRead(json, LOG).isValid());
    }
  }

  /** Integers that are members, or items of an array of them. */
  private static final Pattern INTEGERS =
      Pattern.compile("(?<!\\\\)\"[xy]\":(-?\\d+)|(?<=[\\[,])(-?\\d+)(?=[,\\]])");

  @Test
  void everyWrongValueIsFound() {
    Random random = new Random(13);
    int planted = 0;
    for (int i = 0; i < 3000; i++) {
      String json = Json.writeString(log(random), LOG);
      // Everything may be in a value of any kind.
      int typed = json.indexOf(",\"any\"");
      StringBuilder wrong = new StringBuilder();
      List<Long> offsets = new ArrayList<>();
      int from = 0;
      Matcher integers = INTEGERS.matcher(json).region(0, typed);
      while (integers.find() && offsets.size() < 100) {
        int group = integers.group(1) != null ? 1 : 2;
        if (random.nextInt(3) == 0) {
          wrong.append(json, from, integers.start(group));
          String before = wrong.toString();
          offsets.add((long) before.getBytes(StandardCharsets.UTF_8).length);
          wrong.append(PARTS[random.nextInt(2) + 7]);
          from = integers.end(group);
        }
      }
      wrong.append(json, from, json.length());
      planted += offsets.size();
      Validated<Log> all = Json.tryRead(wrong.toString(), LOG);
      List<Long> found = all.errors().stream().map(VarvelException::offset).toList();
      assertEquals(offsets, found, wrong.toString());
    }
    assertTrue(planted > 10_000);
  }

  private static final String[] PARTS = {
    "null",
    "true",
    "0",
    "-1",
    "1.5",
    "1e400",
    "99999999999",
    "\"\"",
    "\"x\"",
    "[]",
    "{}",
    "[null]",
    "{\"a\":1}",
    "[[1],2]",
    "{\"_hint\":\"Moved\"}",
    "{\"_hint\":1}",
    ",",
    ":",
    "}",
    "]",
    "\"",
    "01"
  };

  /** Puts another value, or some bytes, in the place of some. */
  private static String damaged(String json, Random random) {
    StringBuilder text = new StringBuilder(json);
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      int at = random.nextInt(text.length());
      if (random.nextInt(3) != 0) {
        // A value or a name is replaced as a whole.
        while (at > 0 && ":,[".indexOf(text.charAt(at - 1)) < 0) {
          at--;
        }
        int end = at;
        while (end < text.length() && ":,]}".indexOf(text.charAt(end)) < 0) {
          end++;
        }
        text.replace(at, end, PARTS[random.nextInt(random.nextInt(8) == 0 ? PARTS.length : 16)]);
      } else if (random.nextInt(3) == 0) {
        text.setLength(at);
      } else {
        text.replace(at, Math.min(at + random.nextInt(3), text.length()), "");
      }
      if (text.length() == 0) {
        break;
      }
    }
    return text.toString();
  }

  private static VarvelException plain(byte[] json, JsonOptions options) {
    try {
      Json.read(json, LOG, options);
      return null;
    } catch (VarvelException e) {
      return e;
    }
  }

  /** Returns whether an error is one of the type, and not of the text. */
  private static boolean isOfType(VarvelException error) {
    return switch (error.kind()) {
      case TYPE_MISMATCH,
          NUMBER_OUT_OF_RANGE,
          MISSING_FIELD,
          REFUSED,
          UNKNOWN_MEMBER,
          UNKNOWN_VARIANT,
          DUPLICATE_KEY ->
          true;
      default -> false;
    };
  }

  @Test
  void damageIsAnErrorAndTheFirstOneIsThatOfPlainReading() {
    Random random = new Random(12);
    AtomicInteger taken = new AtomicInteger();
    int more = 0;
    int wrong = 0;
    for (int i = 0; i < 100_000; i++) {
      String json = damaged(Json.writeString(log(random), LOG), random);
      byte[] bytes = json.getBytes(StandardCharsets.UTF_8);
      JsonOptions syntax = random.nextInt(4) == 0 ? JsonOptions.JSON5 : JsonOptions.STRICT;
      JsonOptions options = syntax.withDuplicates(Duplicates.values()[random.nextInt(3)]);
      VarvelException plain = plain(bytes, options);
      Validated<Log> all = Json.tryRead(bytes, LOG, options, 100);
      if (plain == null) {
        taken.incrementAndGet();
        assertTrue(all.isValid(), json);
        continue;
      }
      List<VarvelException> errors = all.errors();
      assertEquals(plain.getMessage(), errors.get(0).getMessage(), json);
      for (VarvelException error : errors.subList(0, errors.size() - 1)) {
        assertTrue(isOfType(error), () -> json + "\n" + all);
      }
      VarvelException last = errors.get(errors.size() - 1);
      wrong += isOfType(last) ? 0 : 1;
      more += errors.size() > 1 ? 1 : 0;
      long different =
          errors.stream().map(e -> e.kind() + " " + e.offset() + e.expected()).distinct().count();
      assertEquals(errors.size(), different, () -> json + "\n" + all);
    }
    System.out.printf(
        "damaged documents: 100000, %d taken, %d with an error of syntax, %d with more than one%n",
        taken.get(), wrong, more);
    assertTrue(taken.get() > 1000 && wrong > 1000 && more > 1000);
  }
}
