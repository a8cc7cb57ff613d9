package dev.varvel.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Random;
import org.junit.jupiter.api.Test;

class NumberWriterTest {
  /** Only so many bytes are given, so that a byte beyond the promised room is an exception. */
  private final byte[] out = new byte[1 + NumberWriter.ROOM];

  private String text(int end) {
    return new String(out, 1, end - 1, StandardCharsets.ISO_8859_1);
  }

  private String write(double value) {
    return text(NumberWriter.writeDouble(value, out, 1));
  }

  private String write(float value) {
    return text(NumberWriter.writeFloat(value, out, 1));
  }

  @Test
  void theFormOfFloats() {
    assertEquals("0.0", write(0.0));
    assertEquals("-0.0", write(-0.0));
    assertEquals("1.0", write(1.0));
    assertEquals("0.1", write(0.1));
    assertEquals("-1.5", write(-1.5));
    assertEquals("5e-324", write(Double.MIN_VALUE));
    assertEquals("-2.2250738585072014e-308", write(-Double.MIN_NORMAL));
    assertEquals("1.7976931348623157e308", write(Double.MAX_VALUE));
    assertEquals("1e300", write(1e300));
    assertEquals("1e16", write(1e16));
    assertEquals("9007199254740994.0", write(9007199254740994.0));
    assertEquals("1000000000000000.0", write(1e15));
    assertEquals("123456789012345.0", write(123456789012345.0));
    assertEquals("0.00001", write(1e-5));
    assertEquals("1e-6", write(1e-6));
    assertEquals("1.5e-7", write(1.5e-7));
    assertEquals("null", write(Double.NaN));
    assertEquals("null", write(Double.NEGATIVE_INFINITY));
    assertEquals("2e23", write(2e23));
    assertEquals("9.5367431640625e-7", write(0x1p-20));
  }

  @Test
  void theFormOfFloatsOf32Bits() {
    assertEquals("0.1", write(0.1f));
    assertEquals("-0.0", write(-0f));
    assertEquals("16777216.0", write(16777216f));
    assertEquals("1e-45", write(Float.MIN_VALUE));
    assertEquals("3.4028235e38", write(Float.MAX_VALUE));
    assertEquals("1.1754944e-38", write(Float.MIN_NORMAL));
    assertEquals("null", write(Float.NaN));
    // Two texts are equally near, and the even one is taken.
    assertEquals("0.00024414062", write(0x1p-12f));
  }

  private void readsBack(double value) {
    String text = write(value);
    assertEquals(value, Double.parseDouble(text), text);
    // JDK 17 does not always find the shortest text, and never a shorter one.
    assertTrue(digits(text) <= digits(Double.toString(value)), text);
  }

  private void readsBack(float value) {
    String text = write(value);
    assertEquals(value, Float.parseFloat(text), text);
    assertTrue(digits(text) <= digits(Float.toString(value)), text);
  }

  private static int digits(String text) {
    return new BigDecimal(text).stripTrailingZeros().precision();
  }

  @Test
  void aMillionDrawnPatternsReadBack() {
    Random random = new Random(11);
    for (int i = 0; i < 1_000_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value)) {
        byte[] read = Arrays.copyOf(out, NumberWriter.writeDouble(value, out, 1));
        double back = Decimals.parseDouble(read, 1, read.length);
        assertEquals(Double.doubleToRawLongBits(value), Double.doubleToRawLongBits(back));
        if (i % 8 == 0) {
          readsBack(value);
        }
      }
      float single = Float.intBitsToFloat(random.nextInt());
      if (Float.isFinite(single)) {
        byte[] read = Arrays.copyOf(out, NumberWriter.writeFloat(single, out, 1));
        float back = Decimals.parseFloat(read, 1, read.length);
        assertEquals(Float.floatToRawIntBits(single), Float.floatToRawIntBits(back));
        if (i % 8 == 0) {
          readsBack(single);
        }
      }
    }
  }

  @Test
  void decimalsOfFewDigitsAreWrittenAsTheyWereRead() {
    Random random = new Random(14);
    for (int i = 0; i < 1_000_000; i++) {
      long digits = random.nextLong() >>> 14 + random.nextInt(50);
      String text = BigDecimal.valueOf(digits, 1 + random.nextInt(4)).toPlainString();
      if (digits < 1_000_000_000_000_000L) {
        String shortest = text.replaceFirst("(\\.[0-9]+?)0+$", "$1");
        assertEquals(shortest, write(Double.parseDouble(text)), text);
        if (digits < 1_000_000) {
          assertEquals(shortest, write(Float.parseFloat(text)), text);
        }
      }
    }
    // Halves of thousandths, and what is next to a thousandth, are none.
    for (double value = 0.001; value < 1e13; value *= 1.01) {
      double thousandth = Math.rint(value * 1000) / 1000;
      readsBack(Math.nextUp(thousandth));
      readsBack(Math.nextDown(thousandth));
      readsBack(thousandth + 0.0005);
      readsBack((float) thousandth);
      readsBack(Math.nextUp((float) thousandth));
    }
  }

  @Test
  void everyExponentWithSomeFractions() {
    Random random = new Random(12);
    for (long exponent = 0; exponent < 0x7FF; exponent++) {
      for (int i = 0; i < 40; i++) {
        long fraction = i < 4 ? i : i < 6 ? -i + 3 : random.nextLong() >>> random.nextInt(53);
        double value = Double.longBitsToDouble(exponent << 52 | fraction & (1L << 52) - 1);
        readsBack(value);
      }
    }
    for (int exponent = 0; exponent < 0xFF; exponent++) {
      for (int i = 0; i < 1000; i++) {
        int fraction = i < 4 ? i : i < 6 ? -i + 3 : random.nextInt();
        readsBack(Float.intBitsToFloat(exponent << 23 | fraction & (1 << 23) - 1));
      }
    }
  }

  /** The short way and the paper's way agree, which a reader of floats alone would not show. */
  @Test
  void suiteOfNumberPrinting() {
    int cases = 0;
    for (String name :
        new String[] {"ryu_d2s", "ryu_f2s", "zmij_boundary_bits", "gay_shortest_single"}) {
      Path path = Suites.find("number-printing/" + name + ".tsv").orElse(null);
      if (path == null) {
        return;
      }
      for (String line : Suites.lines(path)) {
        // An error of the table: its bits came through 64 bits, and were rounded twice.
        if (line.equals("15ae43fe\t7.038531E-26")) {
          continue;
        }
        String[] columns = line.split("\t");
        long bits = Long.parseUnsignedLong(columns[0], 16);
        String got =
            columns[0].length() == 8
                ? write(Float.intBitsToFloat((int) bits))
                : write(Double.longBitsToDouble(bits));
        checkPrinted(name, columns, got);
        cases++;
      }
    }
    System.out.println("number-printing: " + cases + " cases");
    assertTrue(cases > 4_000);
  }

  private static void checkPrinted(String name, String[] columns, String got) {
    if (name.startsWith("gay")) {
      int power = Integer.parseInt(columns[2]) - columns[1].length();
      BigDecimal wanted = new BigDecimal(columns[1]).scaleByPowerOfTen(power);
      assertEquals(wanted.stripTrailingZeros(), new BigDecimal(got).stripTrailingZeros(), got);
    } else if (columns[1].matches(".*[0-9].*")) {
      BigDecimal wanted = new BigDecimal(columns[1]);
      assertEquals(wanted.stripTrailingZeros(), new BigDecimal(got).stripTrailingZeros(), got);
    } else {
      assertEquals("null", got);
    }
  }

  @Test
  void vectorsOfNumbers() throws IOException {
    JsonNode set = new ObjectMapper().readTree(Suites.vectors("numbers.json").toFile());
    int cases = 0;
    for (JsonNode row : set.get("cases")) {
      if (row.has("bits")) {
        double value =
            Double.longBitsToDouble(Long.parseUnsignedLong(row.get("bits").asText(), 16));
        assertEquals(row.get("written").asText(), write(value));
        byte[] text = row.get("text").asText().getBytes(StandardCharsets.ISO_8859_1);
        double read = Decimals.parseDouble(text, 0, text.length);
        assertEquals(
            Double.doubleToRawLongBits(value),
            Double.doubleToRawLongBits(read),
            row.get("text").asText());
        cases++;
      }
    }
    assertTrue(cases > 30);
  }

  @Test
  void integers() {
    Random random = new Random(13);
    for (int i = 0; i < 1_000_000; i++) {
      long value = random.nextLong() >> random.nextInt(64);
      assertEquals(Long.toString(value), text(NumberWriter.writeLong(value, out, 1)));
      int small = (int) value;
      assertEquals(Integer.toString(small), text(NumberWriter.writeInt(small, out, 1)));
      assertEquals(Long.toUnsignedString(value), text(NumberWriter.writeUnsigned(value, out, 1)));
    }
    long power = 1;
    for (int i = 0; i < 19; i++) {
      for (long value :
          new long[] {power - 1, power, power + 1, -power, Long.MIN_VALUE, 1 - power}) {
        assertEquals(Long.toString(value), text(NumberWriter.writeLong(value, out, 1)));
        int small = (int) value;
        assertEquals(Integer.toString(small), text(NumberWriter.writeInt(small, out, 1)));
        assertEquals(Long.toUnsignedString(value), text(NumberWriter.writeUnsigned(value, out, 1)));
      }
      power *= 10;
    }
    int least = NumberWriter.writeInt(Integer.MIN_VALUE, out, 1);
    assertEquals("-2147483648", text(least));
  }
}
