package dev.varvel.json;

import dev.varvel.Codec;
import dev.varvel.Kind;
import dev.varvel.Reader;
import dev.varvel.Writer;

/** Copies values of any kind from a reader to a writer. */
final class Copying {
  /** Reads a value as its text without white space. */
  static final Codec<String> TEXT =
      new Codec<>() {
        @Override
        public String read(Reader reader) {
          JsonWriter writer = new JsonWriter();
          // The reader has a limit of its own.
          writer.setDepthLimit(Integer.MAX_VALUE);
          copy((JsonReader) reader, writer);
          return writer.toString();
        }

        @Override
        public void write(String text, Writer writer) {
          throw new UnsupportedOperationException();
        }
      };

  private Copying() {}

  /** Copies a value. It calls itself as deep as the limit allows. */
  static void copy(JsonReader reader, JsonWriter writer) {
    Kind kind = reader.peek();
    switch (kind) {
      case NULL -> {
        reader.readNull();
        writer.writeNull();
      }
      case BOOL -> writer.writeBoolean(reader.readBoolean());
      case INT, BIG_INT -> writer.writeBigInteger(reader.readBigInteger());
      case FLOAT -> writer.writeDouble(reader.readDouble());
      case DECIMAL -> writer.writeNumberText(reader.readNumberText());
      case STRING -> writer.writeString(reader.readString());
      case ARRAY -> copyArray(reader, writer);
      case OBJECT -> copyObject(reader, writer);
      default -> throw new AssertionError("JSON has no " + kind);
    }
  }

  private static void copyArray(JsonReader reader, JsonWriter writer) {
    writer.beginArray(Writer.UNKNOWN);
    if (reader.beginArray()) {
      do {
        writer.item();
        copy(reader, writer);
      } while (reader.nextItem());
    }
    writer.endArray();
  }

  private static void copyObject(JsonReader reader, JsonWriter writer) {
    writer.beginObject(Writer.UNKNOWN);
    if (reader.beginObject()) {
      do {
        writer.key(reader.readKey());
        copy(reader, writer);
      } while (reader.nextMember());
    }
    writer.endObject();
  }
}
