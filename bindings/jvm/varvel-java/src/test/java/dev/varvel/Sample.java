package dev.varvel;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;

/** A value with members of all types, and its codec. */
public record Sample(
    int id,
    long size,
    String name,
    double score,
    float ratio,
    boolean active,
    BigInteger large,
    BigDecimal price,
    byte[] data,
    Instant time,
    List<Sample> children) {
  private static final Fields FIELDS =
      Fields.of(
          "id",
          "size",
          "name",
          "score",
          "ratio",
          "active",
          "large",
          "price",
          "data",
          "time",
          "children");

  /** Draws nothing: a value for a number. */
  public static Sample of(int number, int depth) {
    List<Sample> children = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      children.add(of(number * 10 + i, depth - 1));
    }
    return new Sample(
        number - 5,
        (long) number << 33,
        number % 2 == 0 ? "name " + number : "Zoë 😀 " + number,
        number / 3.0,
        number / 7f,
        number % 3 == 0,
        BigInteger.valueOf(number).shiftLeft(number % 60),
        new BigDecimal(BigInteger.valueOf(number * 10L + 1), 2),
        new byte[] {1, (byte) number, -1},
        Instant.ofEpochSecond(number, number % 2 * 1000),
        children);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Sample that
        && id == that.id
        && size == that.size
        && name.equals(that.name)
        && score == that.score
        && ratio == that.ratio
        && active == that.active
        && large.equals(that.large)
        && price.equals(that.price)
        && Arrays.equals(data, that.data)
        && time.equals(that.time)
        && children.equals(that.children);
  }

  @Override
  public int hashCode() {
    return Objects.hash(id, name);
  }

  /** The codec. */
  public static final Codec<Sample> CODEC =
      new Codec<>() {
        @Override
        public Sample read(Reader reader) {
          long begin = reader.offset();
          Object[] values = new Object[FIELDS.size()];
          int next = reader.beginObject(FIELDS);
          while (next != Reader.END) {
            if (next < 0) {
              throw reader.unknown(FIELDS);
            }
            if (values[next] != null && !reader.again(FIELDS, next)) {
              reader.skip();
            } else {
              values[next] = member(reader, next);
            }
            next = reader.nextField(FIELDS, next + 1);
          }
          for (int i = 0; i < values.length; i++) {
            if (values[i] == null) {
              throw reader.missing(FIELDS, i, begin);
            }
          }
          @SuppressWarnings("unchecked") // The last member is read as such a list.
          List<Sample> children = (List<Sample>) values[10];
          return new Sample(
              (int) values[0],
              (long) values[1],
              (String) values[2],
              (double) values[3],
              (float) values[4],
              (boolean) values[5],
              (BigInteger) values[6],
              (BigDecimal) values[7],
              (byte[]) values[8],
              (Instant) values[9],
              children);
        }

        private Object member(Reader reader, int index) {
          return switch (index) {
            case 0 -> reader.readInt();
            case 1 -> reader.readLong();
            case 2 -> reader.readString();
            case 3 -> reader.readDouble();
            case 4 -> reader.readFloat();
            case 5 -> reader.readBoolean();
            case 6 -> reader.readBigInteger();
            case 7 -> reader.readBigDecimal();
            case 8 -> reader.readBytes();
            case 9 -> reader.readInstant();
            default -> {
              List<Sample> children = new ArrayList<>();
              if (reader.beginArray()) {
                do {
                  children.add(reader.read(this));
                } while (reader.nextItem());
              }
              yield children;
            }
          };
        }

        @Override
        public void write(Sample value, Writer writer) {
          writer.beginObject(FIELDS.size());
          writer.field(FIELDS, 0);
          writer.writeInt(value.id);
          writer.field(FIELDS, 1);
          writer.writeLong(value.size);
          writer.field(FIELDS, 2);
          writer.writeString(value.name);
          writer.field(FIELDS, 3);
          writer.writeDouble(value.score);
          writer.field(FIELDS, 4);
          writer.writeFloat(value.ratio);
          writer.field(FIELDS, 5);
          writer.writeBoolean(value.active);
          writer.field(FIELDS, 6);
          writer.writeBigInteger(value.large);
          writer.field(FIELDS, 7);
          writer.writeBigDecimal(value.price);
          writer.field(FIELDS, 8);
          writer.writeBytes(value.data);
          writer.field(FIELDS, 9);
          writer.writeInstant(value.time);
          writer.field(FIELDS, 10);
          writer.beginArray(value.children.size());
          for (Sample child : value.children) {
            writer.item();
            write(child, writer);
          }
          writer.endArray();
          writer.endObject();
        }
      };
}
