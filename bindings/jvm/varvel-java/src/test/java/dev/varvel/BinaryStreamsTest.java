package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.cbor.CborOptions;
import dev.varvel.cbor.CborStream;
import dev.varvel.cbor.CborWriter;
import dev.varvel.internal.BinaryStream;
import dev.varvel.internal.BinaryWriter;
import dev.varvel.msgpack.MessagePackOptions;
import dev.varvel.msgpack.MessagePackStream;
import dev.varvel.msgpack.MessagePackWriter;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NoSuchElementException;
import org.junit.jupiter.api.Test;

/** Streams of MessagePack and CBOR, in pieces of any length. */
class BinaryStreamsTest {
  /** Gives so many bytes at a time. */
  private static final class Pieces extends ByteArrayInputStream {
    private final int most;

    Pieces(byte[] all, int most) {
      super(all);
      this.most = most;
    }

    @Override
    public int read(byte[] to, int at, int length) {
      return super.read(to, at, Math.min(most, length));
    }
  }

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

  private static final List<String> VALUES =
      List.of("1", "[[],{\"a\":[1,2]}]", "\"" + "x".repeat(300) + "\"", "{}", "null", "-300");

  private static byte[] row(BinaryWriter writer) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    for (String value : VALUES) {
      writer.reset();
      writer.writeJson(value);
      writer.writeTo(out);
    }
    return out.toByteArray();
  }

  private static byte[] array(BinaryWriter writer) {
    writer.reset();
    writer.writeJson("[" + String.join(",", VALUES) + "]");
    return writer.toByteArray();
  }

  private static BinaryStream open(boolean cbor, boolean items, InputStream input) {
    if (cbor) {
      return items
          ? CborStream.items(input, CborOptions.DEFAULT)
          : CborStream.values(input, CborOptions.DEFAULT);
    }
    return items
        ? MessagePackStream.items(input, MessagePackOptions.DEFAULT)
        : MessagePackStream.values(input, MessagePackOptions.DEFAULT);
  }

  private static List<String> read(BinaryStream stream) {
    List<String> found = new ArrayList<>();
    while (stream.hasNext()) {
      found.add(stream.next(TEXT));
      assertEquals(found.size(), stream.count());
    }
    assertThrows(NoSuchElementException.class, () -> stream.next(TEXT));
    return found;
  }

  @Test
  void valuesComeInPieces() throws IOException {
    for (int most : new int[] {1, 2, 7, 1000}) {
      for (boolean cbor : new boolean[] {false, true}) {
        BinaryWriter writer = cbor ? new CborWriter() : new MessagePackWriter();
        byte[] row = row(writer);
        byte[] array = array(writer);
        assertEquals(VALUES, read(open(cbor, false, new Pieces(row, most))));
        assertEquals(VALUES, read(open(cbor, true, new Pieces(array, most))));
      }
    }
    assertEquals(
        VALUES,
        read(MessagePackStream.values(row(new MessagePackWriter()), MessagePackOptions.DEFAULT)));
    assertEquals(VALUES, read(CborStream.values(row(new CborWriter()), CborOptions.DEFAULT)));
  }

  @Test
  void everyTruncationIsAnError() throws IOException {
    for (boolean cbor : new boolean[] {false, true}) {
      BinaryWriter writer = cbor ? new CborWriter() : new MessagePackWriter();
      byte[] array = array(writer);
      for (int length = 0; length < array.length; length++) {
        byte[] cut = Arrays.copyOf(array, length);
        BinaryStream stream = open(cbor, true, new Pieces(cut, 5));
        var error = assertThrows(VarvelException.class, () -> read(stream));
        assertEquals(ErrorKind.UNEXPECTED_END, error.kind());
        // A head that announces too much is the place of its error.
        assertTrue(error.offset() <= length);
      }
    }
  }

  @Test
  void arraysOfIndefiniteLengthEndAtTheirMark() {
    byte[] array = HexFormat.of().parseHex("9f019f0203ff7f61616162fff6ff");
    List<String> expected = List.of("1", "[2,3]", "\"ab\"", "null");
    assertEquals(expected, read(open(true, true, new Pieces(array, 1))));
    byte[] behind = Arrays.copyOf(array, array.length + 1);
    BinaryStream stream = open(true, true, new Pieces(behind, 1));
    var error = assertThrows(VarvelException.class, () -> read(stream));
    assertEquals(
        "data after the document: expected the end of the input, at byte 14", error.getMessage());
    byte[] marked = HexFormat.of().parseHex("d9d9f78101");
    assertEquals(List.of("1"), read(open(true, true, new Pieces(marked, 1))));
    assertEquals(List.of("[1]"), read(open(true, false, new Pieces(marked, 1))));
  }

  @Test
  void aRefusedValueIsPassed() {
    byte[] bytes = HexFormat.of().parseHex("9301a161c3");
    BinaryStream stream = open(false, true, new Pieces(bytes, 1));
    Codec<Integer> integers =
        new Codec<>() {
          @Override
          public Integer read(Reader reader) {
            return reader.readInt();
          }

          @Override
          public void write(Integer value, Writer writer) {
            writer.writeInt(value);
          }
        };
    assertEquals(1, stream.next(integers));
    var error = assertThrows(VarvelException.class, () -> stream.next(integers));
    assertEquals(
        "wrong kind of value: expected an integer, found a string, at $[1], at byte 2",
        error.getMessage());
    assertEquals("true", stream.next(TEXT));
    assertFalse(stream.hasNext());
  }

  @Test
  void onlyAnArrayHasItems() {
    BinaryStream stream = open(false, true, new Pieces(new byte[] {(byte) 0xA1, 'a'}, 1));
    var error = assertThrows(VarvelException.class, stream::hasNext);
    assertEquals(
        "wrong kind of value: expected an array, found a string, at $, at byte 0",
        error.getMessage());
    assertThrows(VarvelException.class, stream::hasNext);
  }

  @Test
  void lengthsAreNotTrusted() {
    byte[] large = HexFormat.of().parseHex("dbfffffff000");
    BinaryStream stream = open(false, false, new Pieces(large, 1));
    var error = assertThrows(VarvelException.class, () -> stream.next(TEXT));
    assertEquals(ErrorKind.UNEXPECTED_END, error.kind());
    Limits few = Limits.DEFAULT.withBytes(100);
    BinaryStream limited =
        MessagePackStream.values(new Pieces(large, 1), MessagePackOptions.DEFAULT.withLimits(few));
    error = assertThrows(VarvelException.class, () -> limited.next(TEXT));
    assertEquals(ErrorKind.SIZE_LIMIT, error.kind());
    assertEquals(100, error.offset());
    byte[] deep = new byte[1000];
    Arrays.fill(deep, (byte) 0x9F);
    BinaryStream cbor = open(true, false, new Pieces(deep, 100));
    error = assertThrows(VarvelException.class, () -> cbor.next(TEXT));
    assertEquals(ErrorKind.DEPTH_LIMIT, error.kind());
    assertTrue(error.path().startsWith("$"));
  }
}
