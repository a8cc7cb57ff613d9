package dev.varvel.internal;

/** Checks that bytes are UTF-8, as RFC 3629 has it: no surrogates, no longer forms. */
public final class Utf8 {
  private static final long HIGHS = 0x8080808080808080L;

  private Utf8() {}

  /** Returns the place of the first byte that is not UTF-8, or -1 if all of them are. */
  public static int firstInvalid(byte[] bytes, int from, int to) {
    int at = from;
    while (at < to) {
      if (bytes[at] >= 0) {
        while (at <= to - 8 && (Words.get(bytes, at) & HIGHS) == 0) {
          at += 8;
        }
        while (at < to && bytes[at] >= 0) {
          at++;
        }
        continue;
      }
      int size = size(bytes, at, to);
      if (size == 0) {
        return at;
      }
      at += size;
    }
    return -1;
  }

  /** Returns the length of the character beyond ASCII that begins here, or 0 if none does. */
  private static int size(byte[] bytes, int at, int to) {
    int lead = bytes[at] & 0xFF;
    int size = lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4;
    if (lead < 0xC2 || lead > 0xF4 || to - at < size) {
      return 0;
    }
    int second = bytes[at + 1] & 0xFF;
    int least = lead == 0xE0 ? 0xA0 : lead == 0xF0 ? 0x90 : 0x80;
    int most = lead == 0xED ? 0x9F : lead == 0xF4 ? 0x8F : 0xBF;
    if (second < least || second > most) {
      return 0;
    }
    for (int i = 2; i < size; i++) {
      if ((bytes[at + i] & 0xC0) != 0x80) {
        return 0;
      }
    }
    return size;
  }
}
