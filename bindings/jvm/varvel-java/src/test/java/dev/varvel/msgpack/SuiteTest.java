package dev.varvel.msgpack;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Damage;
import dev.varvel.Kind;
import dev.varvel.Sample;
import dev.varvel.frozen.Frozen;
import dev.varvel.frozen.FrozenWriter;
import dev.varvel.frozen.Member;
import dev.varvel.frozen.Node;
import dev.varvel.internal.Suites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

/** msgpack-test-suite: each encoding of each value is read as the value, and written again. */
class SuiteTest {
  private static Node document() throws IOException {
    Path folder = Suites.find("msgpack-test-suite").orElse(null);
    return folder == null
        ? null
        : Frozen.fromJson(Files.readAllBytes(folder.resolve("dist/msgpack-test-suite.json")))
            .root();
  }

  private static byte[] bytes(Node hex) {
    return HexFormat.of().parseHex(hex.asString().replace("-", ""));
  }

  private static Frozen read(byte[] encoded) {
    MessagePack.validate(encoded, MessagePackOptions.DEFAULT);
    FrozenWriter writer = new FrozenWriter();
    MessagePackReader reader = new MessagePackReader(encoded);
    reader.copyTo(writer);
    reader.finish();
    return writer.finish();
  }

  private static double number(Node node) {
    return node.is(Kind.STRING)
        ? Double.parseDouble(node.asString())
        : node.asBigDecimal().doubleValue();
  }

  private static void is(Node found, String kind, Node wanted) {
    switch (kind) {
      case "number", "bignum" -> assertEquals(number(wanted), number(found));
      case "binary" -> assertArrayEquals(bytes(wanted), found.asBytes());
      case "timestamp" -> {
        assertEquals(wanted.at(0).asLong(), found.seconds());
        assertEquals(wanted.at(1).asInt(), found.nanoseconds());
      }
      case "ext" -> {
        assertEquals(Kind.EXTENSION, found.kind());
        assertEquals(wanted.at(0).asLong(), found.tag());
        assertArrayEquals(bytes(wanted.at(1)), found.inner().asBytes());
      }
      default -> assertEquals(wanted, found);
    }
  }

  private static boolean isFloat(byte[] encoded) {
    return (encoded[0] & 0xFE) == 0xCA;
  }

  @Test
  void everyEncodingIsTheValue() throws IOException {
    Node document = document();
    if (document == null) {
      return;
    }
    int count = 0;
    for (Member file : document.members()) {
      for (Node value : file.value().items()) {
        int own = value.keyAt(0).asString().equals("msgpack") ? 1 : 0;
        String kind = value.keyAt(own).asString();
        Node big = value.get("bignum");
        Node wanted = big.exists() ? big : value.valueAt(own);
        List<byte[]> encodings = new ArrayList<>();
        value.get("msgpack").items().forEach(hex -> encodings.add(bytes(hex)));
        int shortest = Integer.MAX_VALUE;
        for (byte[] encoded : encodings) {
          shortest = isFloat(encoded) ? shortest : Math.min(shortest, encoded.length);
        }
        for (byte[] encoded : encodings) {
          Frozen read = read(encoded);
          is(read.root(), kind, wanted);
          MessagePackWriter writer = new MessagePackWriter();
          read.root().writeTo(writer);
          byte[] again = writer.toByteArray();
          assertEquals(read, read(again));
          if (isFloat(encoded)) {
            assertArrayEquals(encoded, again);
          } else {
            assertEquals(shortest, again.length);
          }
          count++;
        }
      }
    }
    System.out.println("msgpack-test-suite: " + count + " cases");
    assertEquals(233, count);
  }

  @Test
  void damagedDocumentsAreAnswered() throws IOException {
    List<byte[]> documents = new ArrayList<>();
    Node document = document();
    if (document != null) {
      for (Member file : document.members()) {
        for (Node value : file.value().items()) {
          value.get("msgpack").items().forEach(hex -> documents.add(bytes(hex)));
        }
      }
      assertTrue(documents.size() > 200);
    }
    MessagePackWriter writer = new MessagePackWriter(true);
    Sample.CODEC.write(Sample.of(3, 1), writer);
    documents.add(writer.toByteArray());
    Damage.check(documents, MessagePackReader::new, Sample.CODEC);
  }
}
