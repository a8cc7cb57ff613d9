package dev.varvel.frozen;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class Xxh3Test {
  /** Lengths, and what the implementation in Go returns for them. */
  private static final long[][] CASES = {
    {17, 0xF34C3C9CF5A112D1L},
    {32, 0x99CB9AD0F1A11FBEL},
    {33, 0xC077B45492D29CDEL},
    {64, 0x6EFB76FF16F37561L},
    {100, 0x6DBB812CF19D012EL},
    {128, 0x65F3C2C00FA93185L},
    {129, 0x28065C6EC25F5B25L},
    {200, 0x7C64F3B17285E96AL},
    {240, 0x4917A75C0EF8EED7L},
    {241, 0x541B19226F0052E8L},
    {512, 0xE0410EB388A9C9FAL},
    {1024, 0x71BEE625238ADDB4L},
    {1025, 0xD9B414F4E1BBF7ADL},
    {1088, 0xB74E423E955E509DL},
    {2049, 0x922549B11C04C2EBL},
    {5000, 0xED0146266D138BD8L},
  };

  @Test
  void hashesAreThoseOfOtherLanguages() {
    assertEquals(16, CASES.length);
    byte[] bytes = new byte[5000];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = (byte) (i * 7 + (i >> 8));
    }
    for (long[] one : CASES) {
      assertEquals(one[1], Xxh3.hash(bytes, (int) one[0]), () -> one[0] + " bytes");
    }
  }
}
