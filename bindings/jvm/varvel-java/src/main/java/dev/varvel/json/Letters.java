package dev.varvel.json;

/** The characters of JSON5, which are those of ECMAScript 5.1. */
final class Letters {
  /** A letter by its category that is syntax by a property, so no identifier begins with it. */
  private static final int VERTICAL_TILDE = 0x2E2F;

  private Letters() {}

  static boolean isLineEnd(int c) {
    return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029;
  }

  /** Returns whether this is white space, which includes the byte order mark, and not NEL. */
  static boolean isSpace(int c) {
    return c >= '\t' && c <= '\r' || c == 0xFEFF || Character.isSpaceChar(c);
  }

  /** Returns whether a name may begin with this character. */
  static boolean isLetter(int c) {
    if (c < 0x80) {
      return c == '$' || c == '_' || (c | 0x20) >= 'a' && (c | 0x20) <= 'z';
    }
    return Character.isUnicodeIdentifierStart(c) && c != VERTICAL_TILDE;
  }

  /** Returns whether a name may go on with this character. */
  static boolean isInside(int c) {
    if (c < 0x80) {
      return isLetter(c) || Tokens.isDigit(c);
    }
    // Names may contain joiners of letters.
    return c == 0x200C
        || c == 0x200D
        || Character.isUnicodeIdentifierPart(c)
            && !Character.isIdentifierIgnorable(c)
            && c != VERTICAL_TILDE;
  }
}
