package dev.varvel.ffi;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermission;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CancellationException;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Records of files and streams. */
@NeedsLibrary
class RecordsTest {
  private static final int COUNT = 100_000;

  @TempDir Path folder;

  private static String line(int i) {
    return "{\"id\":" + i + ",\"name\":\"record " + i + "\"}\n";
  }

  private Path lines() throws IOException {
    StringBuilder text = new StringBuilder();
    for (int i = 0; i < COUNT; i++) {
      text.append(line(i));
    }
    return Files.writeString(folder.resolve("lines.jsonl"), text);
  }

  private List<String> files() throws IOException {
    try (var all = Files.list(folder)) {
      return all.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  @Test
  void aFileIsConvertedThereAndBack() throws IOException {
    Path lines = lines();
    Path cbor = folder.resolve("records.cbor");
    Path back = folder.resolve("back.jsonl");
    AtomicLong calls = new AtomicLong();
    AtomicLong last = new AtomicLong();
    RecordOptions watched =
        RecordOptions.DEFAULT
            .withThreads(2)
            .withProgress(
                progress -> {
                  calls.incrementAndGet();
                  assertTrue(progress.bytesIn() >= last.getAndSet(progress.bytesIn()));
                  return true;
                });
    Progress done = Records.convert(lines, Format.JSON, cbor, Format.CBOR, watched);
    assertEquals(new Progress(Files.size(lines), Files.size(cbor), COUNT, 0), done);
    assertTrue(calls.get() >= Files.size(lines) / (1 << 18), "calls: " + calls);
    assertEquals(Files.size(lines), last.get());
    Records.convert(cbor, Format.CBOR, back, Format.JSON);
    assertEquals(-1, Files.mismatch(lines, back));
    Progress checked = Records.check(cbor, Format.CBOR, RecordOptions.DEFAULT);
    assertEquals(COUNT, checked.records());
    // The input may be the output.
    Records.convert(back, Format.JSON, back, Format.MSGPACK);
    Records.convert(back, Format.MSGPACK, back, Format.JSON);
    assertEquals(-1, Files.mismatch(lines, back));
    assertEquals(List.of("back.jsonl", "lines.jsonl", "records.cbor"), files());
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void linksPermissionsAndDevicesStay() throws IOException {
    Path lines = Files.writeString(folder.resolve("lines.jsonl"), "[1]\n");
    Path to = Files.writeString(folder.resolve("to.cbor"), "before");
    Set<PosixFilePermission> own = PosixFilePermissions.fromString("rw-------");
    Files.setPosixFilePermissions(to, own);
    Path link = Files.createSymbolicLink(folder.resolve("link"), to);
    Records.convert(lines, Format.JSON, link, Format.CBOR);
    assertTrue(Files.isSymbolicLink(link));
    assertArrayEquals(new byte[] {(byte) 0x81, 1}, Files.readAllBytes(to));
    assertEquals(own, Files.getPosixFilePermissions(to));
    Records.convert(lines, Format.JSON, Path.of("/dev/null"), Format.CBOR);
    assertFalse(Files.isRegularFile(Path.of("/dev/null")));
  }

  @Test
  void aConversionCanBeEnded() throws IOException {
    Path lines = lines();
    Path to = folder.resolve("records.cbor");
    RecordOptions stop =
        RecordOptions.DEFAULT.withProgress(progress -> progress.records() < 10_000);
    assertThrows(
        CancellationException.class,
        () -> Records.convert(lines, Format.JSON, to, Format.CBOR, stop));
    assertEquals(List.of("lines.jsonl"), files());
    Thread.currentThread().interrupt();
    assertThrows(
        CancellationException.class,
        () ->
            Records.convert(
                new ByteArrayInputStream(Files.readAllBytes(lines)),
                Format.JSON,
                OutputStream.nullOutputStream(),
                Format.CBOR,
                RecordOptions.DEFAULT));
    assertTrue(Thread.interrupted());
  }

  @Test
  void anExceptionOfAFunctionEndsIt() throws IOException {
    Path lines = lines();
    Path to = folder.resolve("records.cbor");
    RuntimeException own = new IllegalStateException("own");
    RecordOptions throwing =
        RecordOptions.DEFAULT.withProgress(
            progress -> {
              throw own;
            });
    assertSame(
        own,
        assertThrows(
            IllegalStateException.class,
            () -> Records.convert(lines, Format.JSON, to, Format.CBOR, throwing)));
    assertFalse(Files.exists(to));
  }

  @Test
  void theFirstBadRecordIsAnError() {
    byte[] text = "{\"a\":1}\n{\"a\":tru}\n{\"a\":3}\n".getBytes(UTF_8);
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    VarvelException error =
        assertThrows(
            VarvelException.class,
            () ->
                Records.convert(
                    new ByteArrayInputStream(text),
                    Format.JSON,
                    to,
                    Format.JSON,
                    RecordOptions.DEFAULT));
    assertEquals(ErrorKind.SYNTAX, error.kind());
    assertEquals(2, error.line());
    assertEquals(6, error.column());
    assertEquals(13, error.offset());
    assertEquals("$.a", error.path());
    assertFalse(error.excerpt().isEmpty());
    assertEquals("{\"a\":1}\n", to.toString(UTF_8));
  }

  @Test
  void badRecordsAreTaken() {
    byte[] text = "{\"a\":1}\n{\"a\":tru}\n{\"a\":3}\nx\n".getBytes(UTF_8);
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    List<BadRecord> bad = new ArrayList<>();
    Progress done =
        Records.convert(
            new ByteArrayInputStream(text),
            Format.JSON,
            to,
            Format.JSON,
            RecordOptions.DEFAULT.withBad(bad::add));
    assertEquals("{\"a\":1}\n{\"a\":3}\n", to.toString(UTF_8));
    assertEquals(new Progress(text.length, 16, 2, 2), done);
    assertEquals(2, bad.size());
    BadRecord first = bad.get(0);
    assertEquals(2, first.number());
    assertEquals(8, first.offset());
    assertEquals(13, first.errorOffset());
    assertEquals(ErrorKind.SYNTAX, first.kind());
    assertArrayEquals("{\"a\":tru}\n".getBytes(UTF_8), first.bytes());
    assertTrue(first.message().startsWith("line 2, column 6: invalid syntax"), first.message());
  }

  @Test
  void channelsThatFailAreTheCause() {
    IOException broken = new IOException("broken");
    InputStream input =
        new InputStream() {
          @Override
          public int read() throws IOException {
            throw broken;
          }
        };
    VarvelException error =
        assertThrows(
            VarvelException.class,
            () ->
                Records.convert(
                    input,
                    Format.JSON,
                    OutputStream.nullOutputStream(),
                    Format.CBOR,
                    RecordOptions.DEFAULT));
    assertEquals(ErrorKind.IO, error.kind());
    assertSame(broken, error.getCause());
    Path none = folder.resolve("none");
    assertEquals(
        ErrorKind.IO,
        assertThrows(
                VarvelException.class, () -> Records.convert(none, Format.JSON, none, Format.CBOR))
            .kind());
  }

  @Test
  void anArrayIsRecords() {
    ByteArrayOutputStream to = new ByteArrayOutputStream();
    Progress done =
        Records.convert(
            new ByteArrayInputStream("[1, [2], {\"a\": 3}]".getBytes(UTF_8)),
            Format.JSON,
            to,
            Format.JSON,
            RecordOptions.DEFAULT.withArray(true));
    assertEquals("1\n[2]\n{\"a\":3}\n", to.toString(UTF_8));
    assertEquals(3, done.records());
  }

  @Test
  void yamlHasNoRecords() {
    IllegalArgumentException error =
        assertThrows(
            IllegalArgumentException.class,
            () -> Records.check(lines(), Format.YAML, RecordOptions.DEFAULT));
    assertEquals("this format has no records", error.getMessage());
  }
}
