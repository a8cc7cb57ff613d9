package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.io.TempDir;

/** Streams of spec/vectors, by the numbers of records, from the front, and recovered. */
class StreamVectorsTest {
  @TempDir Path folder;

  @TestFactory
  List<DynamicTest> streams() {
    List<DynamicTest> tests =
        Vectors.index().stream()
            .filter(Vectors::isStream)
            .map(row -> Vectors.judged("frozen", row.get("file").asText(), () -> judge(row)))
            .toList();
    assertTrue(tests.size() > 40);
    return tests;
  }

  private static String lines(Iterable<Node> records) {
    StringBuilder lines = new StringBuilder();
    records.forEach(record -> lines.append(record).append('\n'));
    return lines.toString();
  }

  private void judge(JsonNode row) throws IOException {
    byte[] bytes = Vectors.file(row.get("file").asText());
    checkForward(row, bytes);
    if (!Vectors.isValid(row)) {
      VarvelException error =
          assertThrows(VarvelException.class, () -> FrozenStream.open(bytes).validate());
      String found = error.number() + " at " + error.offset();
      assertEquals(row.get("kind_number") + " at " + row.get("offset"), found, error::getMessage);
      return;
    }
    FrozenStream stream = FrozenStream.open(bytes);
    stream.validate();
    assertEquals(Vectors.text(row.get("text_file").asText()), lines(stream.records()));
    checkFile(bytes, stream);
  }

  /** Reading from the front comes to the same end, and recovery to where it stopped. */
  private static void checkForward(JsonNode row, byte[] bytes) {
    FrozenStreamReader reader = new FrozenStreamReader(oneByOne(bytes));
    StringBuilder lines = new StringBuilder();
    VarvelException failed = null;
    try {
      reader.records().forEach(record -> lines.append(record).append('\n'));
    } catch (VarvelException e) {
      failed = e;
    }
    if (Vectors.isValid(row)) {
      assertNull(failed);
      assertNull(reader.nextSegment());
      assertEquals(bytes.length, reader.offset());
      assertEquals(Vectors.text(row.get("text_file").asText()), lines.toString());
    } else {
      assertSame(failed, assertThrows(VarvelException.class, reader::nextSegment));
    }
    if (failed == null || failed.kind() == ErrorKind.INVALID_FROZEN) {
      FrozenStream recovered = FrozenStream.recover(bytes, Limits.DEFAULT);
      assertEquals(reader.offset(), recovered.end());
      assertEquals(lines.toString(), lines(recovered.records()));
    } else {
      assertThrows(VarvelException.class, () -> FrozenStream.recover(bytes, Limits.DEFAULT));
    }
  }

  private static InputStream oneByOne(byte[] bytes) {
    return new ByteArrayInputStream(bytes) {
      @Override
      public synchronized int read(byte[] into, int at, int count) {
        return super.read(into, at, Math.min(count, 1));
      }
    };
  }

  private void checkFile(byte[] bytes, FrozenStream inMemory) throws IOException {
    Path path = Files.write(folder.resolve("stream"), bytes);
    try (FileChannel channel = FileChannel.open(path)) {
      FrozenStream file = FrozenStream.open(channel, Limits.DEFAULT);
      assertEquals(inMemory.size(), file.size());
      assertEquals(inMemory.segmentCount(), file.segmentCount());
      for (long i = file.size() - 1; i >= 0; i--) {
        assertEquals(inMemory.record(i), file.record(i));
      }
      assertNotFound(() -> file.record(file.size()));
      assertNotFound(() -> file.record(-1));
      assertNotFound(() -> file.segment(file.segmentCount()));
    }
  }

  private static void assertNotFound(org.junit.jupiter.api.function.Executable call) {
    assertEquals(ErrorKind.NOT_FOUND, assertThrows(VarvelException.class, call).kind());
  }

  @Test
  void theExceptionOfAnInputIsTheCause() {
    byte[] bytes = Vectors.file("v1/stream-good/segments.varvel");
    IOException broken = new IOException("broken");
    InputStream rest =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw broken;
          }
        };
    InputStream first = new ByteArrayInputStream(Arrays.copyOf(bytes, 100));
    FrozenStreamReader reader = new FrozenStreamReader(new SequenceInputStream(first, rest));
    VarvelException error =
        assertThrows(VarvelException.class, () -> reader.records().forEach(Node::toString));
    assertEquals(ErrorKind.IO, error.kind());
    assertEquals(100, error.offset());
    assertSame(broken, error.getCause());
  }

  @Test
  void memoryIsNotTakenByALengthThatIsClaimed() {
    byte[] bytes = Vectors.file("v1/stream-good/segments.varvel");
    bytes[8 + 3] = 0x7F; // two billions
    long before = Allocations.ofThisThread();
    FrozenStreamReader reader = new FrozenStreamReader(new ByteArrayInputStream(bytes));
    VarvelException error = assertThrows(VarvelException.class, reader::nextSegment);
    assertEquals(ErrorKind.INVALID_FROZEN, error.kind());
    assertTrue(Allocations.ofThisThread() - before < 1_000_000);
    Limits limits = Limits.DEFAULT.withBytes(10);
    error = assertThrows(VarvelException.class, () -> FrozenStream.open(bytes, limits));
    assertEquals(ErrorKind.SIZE_LIMIT, error.kind());
  }
}
