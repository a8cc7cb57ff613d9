package dev.varvel.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Codec;
import dev.varvel.Reader;
import dev.varvel.Writer;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The examples of the section about this module in the README, as they are written there. */
class ReadmeTest {
  @TempDir Path folder;

  /** Stands for the type of that name in the README, which the test of varvel-java has. */
  record Point(long x) {
    static final Codec<Point> CODEC =
        new Codec<>() {
          @Override
          public Point read(Reader reader) {
            reader.beginObject();
            reader.readKey();
            Point point = new Point(reader.readLong());
            reader.nextMember();
            return point;
          }

          @Override
          public void write(Point point, Writer writer) {
            throw new AssertionError();
          }
        };
  }

  @Test
  @NeedsLibrary
  void formats() {
    byte[] yaml = "x: 7 # seven".getBytes(StandardCharsets.UTF_8);
    byte[] json = Yaml.toJson(yaml); // or fromJson, freeze, write(value, codec)
    Point point = Yaml.read(yaml, Point.CODEC); // errors have their place in the YAML
    byte[] cbor = Formats.convert(Format.YAML, yaml, Format.CBOR);
    assertEquals("{\"x\":7}", new String(json, StandardCharsets.UTF_8));
    assertEquals(new Point(7), point);
    assertEquals(4, cbor.length);
  }

  @Test
  @NeedsLibrary
  void edits() throws IOException {
    Path file = folder.resolve("config.yaml");
    String text = "server: {port: 80} # ours\nusers:\n  - {name: Li}\n  - {name: Bo} # new\n";
    try (EditableText config = EditableText.parse(text, Syntax.YAML)) {
      config.set("server.port", 8443).remove("users[0]");
      config.insert("/users/-", Map.of("name", "Zoë"));
      Files.write(file, config.bytes());
    }
    assertEquals(
        "server: {port: 8443} # ours\nusers:\n  - {name: Bo} # new\n  - name: Zoë\n",
        Files.readString(file));
  }

  @Test
  @NeedsLibrary
  void records() throws IOException {
    Path lines = Files.writeString(folder.resolve("lines.jsonl"), "{\"a\":1}\n{\"a\":\n[2]\n");
    Path packed = folder.resolve("records.msgpack");
    long limit = 1000;
    List<String> rejected = new ArrayList<>();
    RecordOptions options =
        RecordOptions.DEFAULT
            .withProgress(progress -> progress.bytesIn() < limit)
            .withBad(bad -> rejected.add(bad.message()));
    Progress done = Records.convert(lines, Format.JSON, packed, Format.MSGPACK, options);
    assertEquals(2, done.records());
    assertEquals(1, rejected.size());
    assertEquals(6, Files.size(packed));
  }

  /** Lines without the white space at both ends of each, and with single spaces in them. */
  private static String lines(String text) {
    return text.strip().replaceAll("(?m)^\\s+|[ \\t]+$", "").replaceAll("[ \\t]+", " ");
  }

  @Test
  void theExamplesAreThoseOfThePage() throws IOException {
    String source = "src/test/java/" + ReadmeTest.class.getName().replace('.', '/') + ".java";
    String tested = lines(Files.readString(Path.of(source)));
    String section =
        Files.readString(Path.of("../README.md")).split("\n## YAML, edits")[1].split("\n## ")[0];
    List<String> examples =
        Pattern.compile("```java\n(.*?)```", Pattern.DOTALL)
            .matcher(section)
            .results()
            .map(found -> lines(found.group(1)))
            .toList();
    assertEquals(3, examples.size());
    for (String example : examples) {
      assertTrue(tested.contains(example), example);
    }
  }
}
