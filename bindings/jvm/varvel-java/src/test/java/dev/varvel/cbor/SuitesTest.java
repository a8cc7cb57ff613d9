package dev.varvel.cbor;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Damage;
import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.Sample;
import dev.varvel.VarvelException;
import dev.varvel.frozen.FreezeOptions;
import dev.varvel.frozen.Frozen;
import dev.varvel.frozen.FrozenWriter;
import dev.varvel.frozen.Node;
import dev.varvel.internal.Suites;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The vectors of CBOR: appendix A of RFC 8949 as JSON, those of the working group, and dCBOR. */
class SuitesTest {
  /** Enough depth for all vectors. */
  private static final Limits DEEP = Limits.DEFAULT.withDepth(2000);

  private static final CborOptions OPTIONS = CborOptions.DEFAULT.withLimits(DEEP);

  /** A date as text, and seconds as a float: points in time are written in one form. */
  private static final Set<String> TIMES =
      Set.of("c074323031332d30332d32315432303a30343a30305a", "c1fb41d452d9ec200000");

  private static final List<String> WORKING_GROUP =
      List.of(
          "rfc8949-appendixA/mt0",
          "rfc8949-appendixA/mt1",
          "rfc8949-appendixA/mt2",
          "rfc8949-appendixA/mt3",
          "rfc8949-appendixA/mt4",
          "rfc8949-appendixA/mt5",
          "rfc8949-appendixA/mt6",
          "rfc8949-appendixA/mt7-float",
          "rfc8949-appendixA/mt7-simple",
          "rfc8949-appendixA/streaming",
          "rfc8949/good",
          "spike/spike");

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }

  private static byte[] bytes(Node hex) {
    return HexFormat.of().parseHex(hex.asString());
  }

  private static Node read(byte[] encoded) {
    FrozenWriter writer = new FrozenWriter(FreezeOptions.DEFAULT.withLimits(DEEP));
    CborReader reader = new CborReader(encoded, 0, encoded.length, OPTIONS);
    reader.copyTo(writer);
    reader.finish();
    return writer.finish().root();
  }

  /** Reads a document and writes it again. */
  private static String again(byte[] encoded) {
    CborWriter writer = new CborWriter();
    CborReader reader = new CborReader(encoded, 0, encoded.length, OPTIONS);
    reader.copyTo(writer);
    reader.finish();
    return hex(writer.toByteArray());
  }

  @Test
  void appendixA() throws IOException {
    Path folder = Suites.find("cbor-test-vectors").orElse(null);
    if (folder == null) {
      return;
    }
    int count = 0;
    byte[] text = Files.readAllBytes(folder.resolve("appendix_a.json"));
    for (Node vector : Frozen.fromJson(text).root().items()) {
      byte[] encoded = bytes(vector.get("hex"));
      String hex = hex(encoded);
      count++;
      if (hex.equals("f818")) {
        // RFC 7049 allowed it; RFC 8949 says in section 3.3 that it is not well-formed.
        assertThrows(VarvelException.class, () -> read(encoded));
        continue;
      }
      String written = again(encoded);
      if (vector.get("roundtrip").asBoolean() && !TIMES.contains(hex)) {
        assertEquals(hex, written);
      }
      assertEquals(written, again(HexFormat.of().parseHex(written)));
      Node wanted = vector.get("decoded");
      if (wanted.exists()) {
        Node found = read(encoded);
        if (found.is(Kind.FLOAT)) {
          assertEquals(wanted.asDouble(), found.asDouble(), hex);
        } else {
          assertEquals(wanted, found, hex);
        }
      }
    }
    System.out.println("cbor-test-vectors: " + count + " cases");
    assertEquals(82, count);
  }

  private static List<Node> workingGroup(String file) throws IOException {
    List<Node> tests = new ArrayList<>();
    Path folder = Suites.find("cbor-wg-test-vectors").orElse(null);
    if (folder != null) {
      byte[] bytes = Files.readAllBytes(folder.resolve("tests").resolve(file + ".cbor"));
      read(bytes).get("tests").items().forEach(test -> tests.add(new Node().moveTo(test)));
    }
    return tests;
  }

  private static byte[] encoded(Node test) {
    return test.get("encoded").asBytes();
  }

  @Test
  void goodVectorsOfTheWorkingGroup() throws IOException {
    int count = 0;
    for (String file : WORKING_GROUP) {
      for (Node test : workingGroup(file)) {
        byte[] encoded = encoded(test);
        String name = file + " " + hex(encoded);
        Cbor.validate(encoded, OPTIONS);
        String written = again(encoded);
        Node kept = test.get("roundtrip");
        if ((!kept.exists() || kept.asBoolean()) && !TIMES.contains(hex(encoded))) {
          assertEquals(hex(encoded), written, name);
        }
        Node decoded = test.get("decoded");
        if (decoded.exists()) {
          CborWriter writer = new CborWriter();
          decoded.writeTo(writer);
          assertEquals(hex(writer.toByteArray()), written, name);
        }
        count++;
      }
    }
    System.out.println("cbor-wg-test-vectors: " + count + " good cases");
    assertTrue(count == 0 || count == 81 + 88 + 1165, count + " cases");
  }

  @Test
  void badVectorsOfTheWorkingGroup() throws IOException {
    int count = 0;
    for (Node test : workingGroup("rfc8949/bad")) {
      byte[] encoded = encoded(test);
      assertThrows(VarvelException.class, () -> read(encoded), hex(encoded));
      assertThrows(VarvelException.class, () -> Cbor.validate(encoded, OPTIONS), hex(encoded));
      count++;
    }
    assertTrue(count == 0 || count == 47, count + " cases");
  }

  @Test
  void dcbor() throws IOException {
    Path folder = Suites.find("dcbor-test-vectors").orElse(null);
    if (folder == null) {
      return;
    }
    CborOptions strict = OPTIONS.withDcbor(true);
    int count = 0;
    for (String file : new String[] {"valid.json", "invalid.json"}) {
      byte[] text = Files.readAllBytes(folder.resolve(file));
      for (Node vector : Frozen.fromJson(text).root().items()) {
        byte[] encoded = bytes(vector.get("hex"));
        count++;
        if (file.equals("invalid.json")) {
          assertThrows(VarvelException.class, () -> Cbor.validate(encoded, strict), hex(encoded));
          continue;
        }
        CborWriter writer = new CborWriter(CborWriteOptions.DEFAULT.withDeterministic(true));
        CborReader reader = new CborReader(encoded, 0, encoded.length, strict);
        reader.copyTo(writer);
        reader.finish();
        assertArrayEquals(encoded, writer.toByteArray());
      }
    }
    assertEquals(77, count);
  }

  @Test
  void damagedDocumentsAreAnswered() throws IOException {
    List<byte[]> documents = new ArrayList<>();
    for (String file : WORKING_GROUP) {
      if (!file.startsWith("spike")) {
        workingGroup(file).forEach(test -> documents.add(encoded(test)));
      }
    }
    workingGroup("rfc8949/bad").forEach(test -> documents.add(encoded(test)));
    documents.add(Cbor.write(Sample.of(3, 1), Sample.CODEC));
    Damage.check(documents, CborReader::new, Sample.CODEC);
  }
}
