package dev.varvel.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.ProcessorTime;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import java.util.Random;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class DecimalsTest {
  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.ISO_8859_1);
  }

  /** Reads a text between other bytes. */
  private static double asDouble(String text) {
    return Decimals.parseDouble(bytes("7" + text + "7"), 1, text.length() + 1);
  }

  private static float asFloat(String text) {
    return Decimals.parseFloat(bytes("7" + text + "7"), 1, text.length() + 1);
  }

  private static void check(String text, double wanted, float single) {
    assertEquals(
        Double.doubleToRawLongBits(wanted), Double.doubleToRawLongBits(asDouble(text)), text);
    assertEquals(Float.floatToRawIntBits(single), Float.floatToRawIntBits(asFloat(text)), text);
  }

  private static void check(String text) {
    check(text, Double.parseDouble(text), Float.parseFloat(text));
  }

  @Test
  void edges() {
    for (String text :
        new String[] {
          "0",
          "-0",
          "-0.0",
          "0e999",
          "1",
          "-1.5",
          "1e22",
          "1e23",
          "9007199254740993",
          "5e-324",
          "2.4703282292062327e-324",
          "2.4703282292062328e-324",
          "2.2250738585072011e-308",
          "1.7976931348623158e308",
          "1.7976931348623159e308",
          "1e309",
          "-1e999999999999999999999",
          "1e-999999999999999999999",
          "16777217",
          "16777219",
          "3.4028236e38",
          "3.4028235e38",
          "7e-46",
          "1e-45",
          "18446744073709551615",
          "18446744073709551616",
          "9007199254740992.99999999999999999999999999999",
          "0.000000000000000000000000000000001"
        }) {
      check(text);
    }
  }

  @Test
  void aLongRowOfDigitsAndALargeExponentMeet() {
    check("1" + "0".repeat(1000) + "e-1000", 1, 1);
    check("0." + "0".repeat(999) + "1e1000", 1, 1);
    check("0." + "0".repeat(5000) + "e5000", 0, 0);
    // The digits far behind decide: half of a unit, and a little more.
    String half = "1.00000000000000011102230246251565404236316680908203125";
    check(half, 1, 1);
    check(half + "0".repeat(2000) + "1", Math.nextUp(1.0), 1);
    // A float is rounded once: through a double this would be a tie, and even.
    check("1.00000005960464484", 1.0000000596046448, Math.nextUp(1f));
  }

  @Test
  void drawnTextsAreReadAsTheJdkReadsThem() {
    Random random = new Random(7);
    for (int i = 0; i < 300_000; i++) {
      StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
      int digits = 1 + random.nextInt(random.nextInt(10) == 0 ? 60 : 20);
      text.append(1 + random.nextInt(9));
      int point = random.nextInt(digits + 1);
      for (int j = 1; j < digits; j++) {
        if (j == point) {
          text.append('.');
        }
        text.append(random.nextInt(10));
      }
      if (random.nextInt(3) != 0) {
        text.append(random.nextBoolean() ? "e" : "E+", 0, 1);
        text.append(
            random.nextInt(random.nextBoolean() ? 700 : 60) - (random.nextBoolean() ? 350 : 30));
      }
      check(text.toString());
    }
  }

  @Test
  void everyFloatIsReadBackFromTheDigitsOfItsDouble() {
    Random random = new Random(8);
    for (int i = 0; i < 300_000; i++) {
      float value = Float.intBitsToFloat(random.nextInt());
      if (!Float.isNaN(value) && !Float.isInfinite(value)) {
        String exact = new BigDecimal(value).toString();
        assertEquals(value, asFloat(exact), exact);
      }
    }
  }

  @Test
  void suiteOfNumberParsing() throws IOException {
    Path folder = Suites.find("number-parsing/parse-number-fxx/data").orElse(null);
    if (folder == null) {
      return;
    }
    int cases = 0;
    try (DirectoryStream<Path> files = Files.newDirectoryStream(folder)) {
      for (Path file : files) {
        for (String line : Suites.lines(file)) {
          String[] columns = line.split(" ");
          int single = Integer.parseUnsignedInt(columns[1], 16);
          long wanted = Long.parseUnsignedLong(columns[2], 16);
          check(columns[3], Double.longBitsToDouble(wanted), Float.intBitsToFloat(single));
          cases++;
        }
      }
    }
    System.out.println("number-parsing: " + cases + " cases");
    assertTrue(cases > 50_000);
  }

  @Test
  void suitesOfTextsWithoutAnAnswer() {
    for (String name : new String[] {"cpython_ibm_floating_points.txt", "go_testfp.txt"}) {
      Path path = Suites.find("number-parsing/" + name).orElse(null);
      if (path == null) {
        continue;
      }
      int cases = 0;
      for (String line : Suites.lines(path)) {
        for (String text : line.trim().split("\\s+")) {
          if (text.matches("[-+]?[0-9]+(\\.[0-9]*)?([eE][-+]?[0-9]+)?")) {
            String signless = text.toLowerCase(Locale.ROOT).replaceFirst("^\\+", "");
            check(signless);
            cases++;
          }
        }
      }
      assertTrue(cases > 100, name);
    }
  }

  @Test
  void bigIntegers() {
    Random random = new Random(9);
    for (int length : new int[] {1, 19, 20, 511, 512, 513, 1024, 1025, 4097, 30_000}) {
      StringBuilder text = new StringBuilder("-9");
      for (int i = 1; i < length; i++) {
        text.append(random.nextInt(10));
      }
      byte[] signed = bytes(text.toString());
      BigInteger wanted = new BigInteger(text.toString());
      assertEquals(wanted, Decimals.parseBigInteger(signed, 0, signed.length));
      assertEquals(wanted.negate(), Decimals.parseBigInteger(signed, 1, signed.length));
    }
  }

  @Test
  void aBigIntegerOfAMillionDigitsTakesNoQuadraticTime() {
    byte[] text = bytes("9".repeat(1_000_000));
    AtomicReference<BigInteger> value = new AtomicReference<>();
    ProcessorTime.within(
        Duration.ofSeconds(10), () -> value.set(Decimals.parseBigInteger(text, 0, text.length)));
    assertEquals(BigInteger.TEN.pow(1_000_000).subtract(BigInteger.ONE), value.get());
  }

  private static BigDecimal asDecimal(String text) {
    return Decimals.parseBigDecimal(bytes(text), 0, text.length());
  }

  @Test
  void decimalsKeepTheirDigits() {
    for (String text : new String[] {"0", "-0.00", "1.50", "1e3", "-12.5E-7", "1.5e+6144"}) {
      assertEquals(new BigDecimal(text), asDecimal(text), text);
    }
    String digits = "0." + "0".repeat(10_000) + "1";
    assertEquals(new BigDecimal(digits), asDecimal(digits));
  }

  @Test
  void decimalsOfAHugeExponentAreRefused() {
    for (String text :
        new String[] {"1e6145", "1e-6145", "1e999999999", "0e99999999999999999999"}) {
      assertNull(asDecimal(text), text);
    }
  }
}
