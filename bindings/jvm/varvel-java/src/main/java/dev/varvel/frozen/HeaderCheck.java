package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;

/** Validates the header, the checksum, and that the head of the tables fits. */
final class HeaderCheck {
  private HeaderCheck() {}

  /** Returns the error of bytes that are not what was expected at a place. */
  static VarvelException invalid(long at, String expected) {
    return VarvelException.of(ErrorKind.INVALID_FROZEN).offset(at).expected(expected).build();
  }

  /** Returns the error of another version. */
  static VarvelException otherVersion(long at, int version) {
    return VarvelException.of(ErrorKind.UNSUPPORTED_VERSION)
        .offset(at)
        .expected("version " + Layout.VERSION)
        .found("version " + (version & 0xFF))
        .build();
  }

  /** Returns whether four bytes are those of the text. */
  static boolean isMagic(byte[] bytes, int at, String magic) {
    if (bytes.length - at < magic.length()) {
      return false;
    }
    for (int i = 0; i < magic.length(); i++) {
      if (bytes[at + i] != magic.charAt(i)) {
        return false;
      }
    }
    return true;
  }

  /** Validates the parts in the order in which every language does. */
  static Frozen open(byte[] bytes, Limits limits) {
    if (bytes.length > limits.bytes()) {
      throw VarvelException.of(ErrorKind.SIZE_LIMIT).offset(0).build();
    }
    checkHead(bytes);
    int end = bytes.length;
    if ((bytes[Layout.FLAGS_AT] & Layout.FLAG_CHECKSUM) != 0) {
      end = checkSum(bytes);
    }
    long tables = Wire.number(bytes, Layout.TREE_END_AT, 3);
    int last = end - Layout.TABLES_LEN;
    if (last < Layout.HEADER_LEN || tables < Layout.HEADER_LEN || tables > last) {
      throw invalid(Layout.TREE_END_AT, "the end of the tree inside the buffer");
    }
    checkTablesFit(bytes, end, (int) tables);
    return new Frozen(bytes, end, (int) tables);
  }

  private static void checkHead(byte[] bytes) {
    if (!isMagic(bytes, 0, Layout.MAGIC)) {
      throw invalid(0, "the bytes \"" + Layout.MAGIC + '"');
    }
    if (bytes.length <= Layout.VERSION_AT) {
      throw invalid(Layout.VERSION_AT, "a version");
    }
    if (bytes[Layout.VERSION_AT] != Layout.VERSION) {
      throw otherVersion(Layout.VERSION_AT, bytes[Layout.VERSION_AT]);
    }
    if (bytes.length < Layout.LENGTH_AT
        || (bytes[Layout.FLAGS_AT] & ~Layout.FLAG_CHECKSUM) != 0
        || bytes[Layout.FLAGS_AT + 1] != 0
        || bytes[Layout.FLAGS_AT + 2] != 0) {
      throw invalid(Layout.FLAGS_AT, "known flags, then two zero bytes");
    }
    if (bytes.length < Layout.HEADER_LEN
        || Wire.number(bytes, Layout.LENGTH_AT, 3) != bytes.length) {
      throw invalid(Layout.LENGTH_AT, "the length of the buffer");
    }
  }

  /** Compares the checksum, and returns where it begins. */
  private static int checkSum(byte[] bytes) {
    int at = bytes.length - Layout.CHECKSUM_LEN;
    if (Xxh3.hash(bytes, at) != Wire.number(bytes, at, 3)) {
      throw VarvelException.of(ErrorKind.CHECKSUM_MISMATCH)
          .offset(at)
          .expected("the checksum of all bytes before it")
          .build();
    }
    return at;
  }

  private static void checkTablesFit(byte[] bytes, int end, int tables) {
    long shapes = Wire.u32(bytes, tables);
    long texts = Wire.u32(bytes, tables + 4);
    long records = Wire.u32(bytes, tables + 8);
    long shared = Wire.u32(bytes, tables + 12);
    long begin = Layout.TABLES_LEN + 4 * (shapes + shared);
    if (begin > records || records > end - tables) {
      throw invalid(
          tables, "an entry for each shape and each shared string, then texts, then shapes");
    }
    if (texts > records - begin) {
      throw invalid(tables + 4, "the number of keys");
    }
  }
}
