package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.varvel.cbor.Cbor;
import dev.varvel.cbor.CborReader;
import dev.varvel.cbor.CborWriter;
import dev.varvel.json.Json;
import dev.varvel.msgpack.MessagePack;
import dev.varvel.msgpack.MessagePackReader;
import dev.varvel.msgpack.MessagePackWriter;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** JSON that is put into MessagePack and CBOR: numbers are exact, or refused. */
class JsonInBinaryTest {
  private static final Codec<String> TEXT =
      new Codec<>() {
        @Override
        public String read(Reader reader) {
          return reader.readJson();
        }

        @Override
        public void write(String value, Writer writer) {
          writer.writeJson(value);
        }
      };

  private static final String[] DOUBLES = {
    "0.1",
    "1.5",
    "-2.5e-300",
    "1e300",
    "123456789.123456",
    "5e-324",
    "-0.0",
    "1.7976931348623157e308"
  };

  private static final String[] OTHERS = {
    "0.1234567890123456789012345",
    "9007199254740993.0",
    "3.141592653589793238462643383279",
    "1e400",
    "1e-400",
    "-1e99999"
  };

  @Test
  void doublesOfMessagePack() {
    for (String number : DOUBLES) {
      MessagePackWriter writer = new MessagePackWriter();
      writer.writeJson(number);
      double value = new MessagePackReader(writer.toByteArray()).readDouble();
      assertEquals(
          Double.doubleToLongBits(Double.parseDouble(number)), Double.doubleToLongBits(value));
    }
    // All digits of the double nearest to 0.1.
    MessagePackWriter writer = new MessagePackWriter();
    writer.writeJson(new BigDecimal(0.1).toString());
    assertEquals(0.1, new MessagePackReader(writer.toByteArray()).readDouble());
    writer.reset();
    writer.writeJson("-0");
    assertEquals("-0.0", Double.toString(new MessagePackReader(writer.toByteArray()).readDouble()));
  }

  @Test
  void otherNumbersOfMessagePack() {
    for (String number : OTHERS) {
      MessagePackWriter writer = new MessagePackWriter();
      VarvelException error =
          assertThrows(
              VarvelException.class, () -> writer.writeJson("{\"a\":[1," + number + "]}"), number);
      assertEquals(ErrorKind.UNREPRESENTABLE, error.kind());
      assertEquals("$.a[1]", error.path());
      assertEquals("a decimal", error.found());
      assertEquals("\"" + number + "\"", MessagePack.read(MessagePack.write(number, TEXT), TEXT));
    }
    assertThrows(
        VarvelException.class, () -> new MessagePackWriter().writeJson("18446744073709551616"));
    // Decimals of a program are none of JSON, before and after it.
    MessagePackWriter writer = new MessagePackWriter();
    writer.writeJson("1.5");
    writer.reset();
    assertThrows(VarvelException.class, () -> writer.writeNumberText("1.5"));
  }

  @Test
  void numbersOfCbor() {
    for (String[] numbers : new String[][] {DOUBLES, OTHERS}) {
      for (String number : numbers) {
        if (number.contains("99999")) {
          assertThrows(VarvelException.class, () -> Cbor.write(number, TEXT));
        } else {
          String read = Cbor.read(Cbor.write(number, TEXT), TEXT);
          assertEquals(0, new BigDecimal(number).compareTo(new BigDecimal(read)), read);
        }
      }
    }
    CborWriter writer = new CborWriter();
    writer.writeJson("-0.0");
    assertEquals("-0.0", Double.toString(new CborReader(writer.toByteArray()).readDouble()));
  }

  @Test
  void drawnNumbers() {
    Random random = new Random(7);
    for (int i = 0; i < 20_000; i++) {
      double value = Double.longBitsToDouble(random.nextLong());
      if (Double.isFinite(value) && value != 0) {
        String shortest = Json.writeString(value, Codecs.DOUBLE);
        BigDecimal exact = new BigDecimal(value);
        String digits = exact.round(new MathContext(17 + random.nextInt(10))).toString();
        for (String text : List.of(shortest, digits, exact.toString())) {
          MessagePackWriter writer = new MessagePackWriter();
          writer.writeJson(fraction(text));
          assertEquals(value, new MessagePackReader(writer.toByteArray()).readDouble());
        }
        // One more in the last of 25 digits is another number.
        BigDecimal rounded = exact.round(new MathContext(25));
        BigDecimal longer = rounded.setScale(rounded.scale() + 25 - rounded.precision());
        String other = longer.add(BigDecimal.ONE.scaleByPowerOfTen(-longer.scale())).toString();
        assertThrows(
            VarvelException.class, () -> new MessagePackWriter().writeJson(fraction(other)), other);
      }
    }
  }

  /** Returns a number that is no integer to JSON. */
  private static String fraction(String number) {
    return number.matches("-?[0-9]+") ? number + "e0" : number;
  }
}
