package dev.varvel.internal;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class Utf8Test {
  private final CharsetDecoder decoder = StandardCharsets.UTF_8.newDecoder();
  private final CharBuffer out = CharBuffer.allocate(64);

  /** Returns where the decoder of Java stops, or -1. */
  private int reference(byte[] bytes, int from, int to) {
    ByteBuffer in = ByteBuffer.wrap(bytes, from, to - from);
    decoder.reset();
    out.clear();
    boolean isValid = !decoder.decode(in, out, true).isError();
    return isValid ? -1 : in.position();
  }

  private void check(byte[] bytes, int from, int to) {
    assertEquals(
        reference(bytes, from, to),
        Utf8.firstInvalid(bytes, from, to),
        () -> Arrays.toString(Arrays.copyOfRange(bytes, from, to)));
  }

  @Test
  void allSequencesOfThreeBytesAreJudgedAsJavaDoes() {
    byte[] bytes = {'a', 0, 0, 0, 'b'};
    for (int i = 0; i < 1 << 24; i += i < 0xC00000 ? 97 : 1) {
      bytes[1] = (byte) (i >> 16);
      bytes[2] = (byte) (i >> 8);
      bytes[3] = (byte) i;
      check(bytes, 0, 5);
    }
  }

  @Test
  void sequencesOfFourBytesAreJudgedAsJavaDoes() {
    byte[] bytes = new byte[4];
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 2_000_000; i++) {
      bytes[0] = (byte) random.nextInt(0xEF, 0xF6);
      bytes[1] = (byte) random.nextInt(0x7F, 0xC1);
      bytes[2] = (byte) random.nextInt(0x7F, 0xC1);
      bytes[3] = (byte) random.nextInt(0x7F, 0xC1);
      check(bytes, 0, random.nextInt(5));
    }
  }

  @Test
  void placesAreFoundInLongTexts() {
    byte[] text = "plain text, é, €, \ud83d\ude00 and so on".getBytes(StandardCharsets.UTF_8);
    for (int from = 0; from < text.length; from++) {
      for (int to = from; to <= text.length; to++) {
        check(text, from, to);
      }
    }
  }
}
