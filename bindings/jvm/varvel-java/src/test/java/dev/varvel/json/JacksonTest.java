package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.StreamReadConstraints;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.varvel.Kind;
import dev.varvel.Writer;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

/**
 * Jackson reads what this library writes, and the other way round, and both have equal values. The
 * environment variable {@code VARVEL_CASES} asks for more drawn values.
 */
class JacksonTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

  private static final ObjectMapper PLAIN = mapper(false);
  private static final ObjectMapper ASCII = mapper(true);

  private static ObjectMapper mapper(boolean ascii) {
    ObjectMapper mapper =
        JsonMapper.builder().configure(JsonWriteFeature.ESCAPE_NON_ASCII, ascii).build();
    mapper
        .getFactory()
        .setStreamReadConstraints(
            StreamReadConstraints.builder().maxNumberLength(Integer.MAX_VALUE).build());
    return mapper;
  }

  private final SplittableRandom random = new SplittableRandom(2026);

  private static int asked(int few) {
    String cases = System.getenv("VARVEL_CASES");
    return cases == null ? few : Integer.parseInt(cases);
  }

  /** Draws a value of any kind; one that is deep has fewer containers. */
  private JsonNode value(int depth) {
    switch (random.nextInt(depth > 4 ? 8 : 12)) {
      case 0:
        return NODES.nullNode();
      case 1:
        return NODES.booleanNode(random.nextBoolean());
      case 2:
        return NODES.numberNode((int) random.nextLong() >> random.nextInt(32));
      case 3:
        return NODES.numberNode(random.nextLong() >> random.nextInt(64));
      case 4:
        return NODES.numberNode(integer());
      case 5:
        return NODES.numberNode(finite());
      case 6:
        return NODES.numberNode((double) (float) finite());
      case 7:
        return NODES.textNode(text());
      case 8, 9:
        ArrayNode array = NODES.arrayNode();
        for (int left = size(); left > 0; left--) {
          array.add(value(depth + 1));
        }
        return array;
      default:
        ObjectNode object = NODES.objectNode();
        for (int left = size(); left > 0; left--) {
          object.set(text(), value(depth + 1));
        }
        return object;
    }
  }

  private int size() {
    return random.nextInt(16) == 0 ? random.nextInt(200) / 4 : random.nextInt(4);
  }

  private BigInteger integer() {
    byte[] bytes = new byte[1 + random.nextInt(40)];
    random.nextBytes(bytes);
    return new BigInteger(bytes);
  }

  private double finite() {
    double drawn =
        switch (random.nextInt(4)) {
          case 0 -> random.nextInt(2000) / 8.0 - 100;
          case 1 -> random.nextInt(100_000) / 1000.0;
          case 2 -> Double.longBitsToDouble(random.nextLong(1L << 53));
          default -> Double.longBitsToDouble(random.nextLong());
        };
    return Double.isFinite(drawn) ? drawn : -0.0;
  }

  private BigDecimal decimal() {
    return new BigDecimal(integer(), random.nextInt(-3000, 3000));
  }

  /** Draws characters of every plane, runs of ASCII, and those that are escaped. */
  private String text() {
    StringBuilder text = new StringBuilder();
    for (int left = random.nextInt(random.nextInt(8) == 0 ? 60 : 12); left > 0; left--) {
      int code =
          switch (random.nextInt(12)) {
            case 0 -> random.nextInt(0x20);
            case 1 -> "\"\\/\u007f\u0080\u2028\ufeff\uffff".charAt(random.nextInt(8));
            case 2 -> random.nextInt(0x80, 0x800);
            case 3 -> random.nextInt(0x800, 0xD800);
            case 4 -> random.nextInt(0xE000, 0x10000);
            case 5 -> random.nextInt(0x10000, 0x110000);
            default -> random.nextInt(0x20, 0x7F);
          };
      text.appendCodePoint(code);
    }
    return text.toString();
  }

  private static void write(JsonNode value, JsonWriter writer) {
    if (value instanceof ObjectNode object) {
      writer.beginObject(object.size());
      for (Map.Entry<String, JsonNode> member : object.properties()) {
        writer.key(member.getKey());
        write(member.getValue(), writer);
      }
      writer.endObject();
    } else if (value instanceof ArrayNode array) {
      writer.beginArray(Writer.UNKNOWN);
      for (JsonNode item : array) {
        writer.item();
        write(item, writer);
      }
      writer.endArray();
    } else {
      writeScalar(value, writer);
    }
  }

  private static void writeScalar(JsonNode value, JsonWriter writer) {
    switch (value.numberType() == null ? JsonParser.NumberType.INT : value.numberType()) {
      case LONG -> writer.writeLong(value.longValue());
      case BIG_INTEGER -> writer.writeBigInteger(value.bigIntegerValue());
      case DOUBLE -> writer.writeDouble(value.doubleValue());
      case BIG_DECIMAL -> writer.writeBigDecimal(value.decimalValue());
      default -> {
        if (value.isNull()) {
          writer.writeNull();
        } else if (value.isBoolean()) {
          writer.writeBoolean(value.booleanValue());
        } else if (value.isTextual()) {
          writer.writeString(value.textValue());
        } else {
          writer.writeInt(value.intValue());
        }
      }
    }
  }

  private static JsonNode read(JsonReader reader) {
    Kind kind = reader.peek();
    switch (kind) {
      case NULL:
        assertTrue(reader.readNull());
        return NODES.nullNode();
      case BOOL:
        return NODES.booleanNode(reader.readBoolean());
      case INT, BIG_INT:
        return integer(reader.readBigInteger());
      case FLOAT:
        return NODES.numberNode(reader.readDouble());
      case DECIMAL:
        return NODES.numberNode(reader.readBigDecimal());
      case STRING:
        return NODES.textNode(reader.readString());
      case ARRAY:
        ArrayNode array = NODES.arrayNode();
        if (reader.beginArray()) {
          do {
            array.add(read(reader));
          } while (reader.nextItem());
        }
        return array;
      default:
        ObjectNode object = NODES.objectNode();
        if (reader.beginObject()) {
          do {
            object.set(reader.readKey(), read(reader));
          } while (reader.nextMember());
        }
        return object;
    }
  }

  /** Returns the node that Jackson makes of an integer: the smallest type that holds it. */
  private static JsonNode integer(BigInteger value) {
    int bits = value.bitLength();
    return bits < 32
        ? NODES.numberNode(value.intValue())
        : bits < 64 ? NODES.numberNode(value.longValue()) : NODES.numberNode(value);
  }

  private static JsonNode read(byte[] text, JsonOptions options) {
    JsonReader reader = new JsonReader(text, 0, text.length, options);
    JsonNode value = read(reader);
    reader.finish();
    return value;
  }

  @Test
  void valuesGoBothWays() throws IOException {
    JsonWriter[] writers = {
      new JsonWriter(), new JsonWriter(0, true), new JsonWriter(2, false), new JsonWriter(1, true)
    };
    for (int left = asked(5_000); left > 0; left--) {
      // Jackson's own reading makes the drawn integers nodes of the smallest type.
      JsonNode value = PLAIN.readTree(PLAIN.writeValueAsBytes(value(0)));
      JsonWriter writer = writers[random.nextInt(writers.length)];
      writer.reset();
      write(value, writer);
      byte[] ours = writer.toByteArray();
      assertEquals(value, PLAIN.readTree(ours), writer.toString());
      assertEquals(value, read(ours, JsonOptions.STRICT), writer.toString());
      assertEquals(new String(ours, StandardCharsets.UTF_8), writer.toString());
      ObjectMapper mapper = random.nextBoolean() ? PLAIN : ASCII;
      byte[] theirs =
          random.nextBoolean()
              ? mapper.writeValueAsBytes(value)
              : mapper.writerWithDefaultPrettyPrinter().writeValueAsBytes(value);
      assertEquals(value, read(theirs, JsonOptions.STRICT));
      assertEquals(value, read(theirs, JsonOptions.JSON5));
    }
  }

  @Test
  void decimalsKeepTheirDigits() throws IOException {
    for (int left = asked(5_000); left > 0; left--) {
      BigDecimal value = decimal();
      JsonWriter writer = new JsonWriter();
      writer.writeBigDecimal(value);
      byte[] ours = writer.toByteArray();
      assertEquals(value, PLAIN.readValue(ours, BigDecimal.class), writer.toString());
      assertEquals(value, new JsonReader(ours).readBigDecimal(), writer.toString());
      byte[] theirs = PLAIN.writeValueAsBytes(value);
      assertEquals(value, new JsonReader(theirs).readBigDecimal());
    }
  }

  /** Draws a number in any form that JSON has. */
  private String number() {
    StringBuilder text = new StringBuilder(random.nextBoolean() ? "-" : "");
    text.append(random.nextInt(3) == 0 ? "0" : 1 + random.nextInt(9) + digits());
    if (random.nextBoolean()) {
      text.append('.').append(random.nextInt(10)).append(digits());
    }
    if (random.nextBoolean()) {
      text.append(random.nextBoolean() ? 'e' : 'E');
      text.append(new String[] {"", "+", "-"}[random.nextInt(3)]);
      text.append("0".repeat(random.nextInt(3))).append(random.nextInt(400));
    }
    return text.toString();
  }

  private String digits() {
    StringBuilder digits = new StringBuilder();
    for (int left = random.nextInt(random.nextInt(9) == 0 ? 800 : 20); left > 0; left--) {
      digits.append(random.nextInt(10));
    }
    return digits.toString();
  }

  @Test
  void numbersOfEveryForm() throws IOException {
    for (int left = asked(20_000); left > 0; left--) {
      String text = number();
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      assertEquals(new BigDecimal(text), new JsonReader(bytes).readBigDecimal(), text);
      double wanted = Double.parseDouble(text);
      if (Double.isInfinite(wanted)) {
        continue;
      }
      assertEquals(wanted, new JsonReader(bytes).readDouble(), text);
      JsonNode theirs = PLAIN.readTree(bytes);
      JsonNode ours = read(bytes, JsonOptions.STRICT);
      // Jackson takes -0 for an integer, and loses the sign.
      if (!text.equals("-0")) {
        assertEquals(theirs, ours, text);
      }
    }
  }
}
