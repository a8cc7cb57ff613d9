package dev.varvel.frozen;

import dev.varvel.Duplicates;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.json.JsonOptions;
import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Makes documents of texts of JSON and of other documents, from standard input, and compares them
 * with those that Rust made. Says on standard error where they differ. To standard output it writes
 * each document that it made, and its canonical form, with the length of each before it in 4 bytes:
 * other readers must take them. A test in Rust, conformance/tests/all/frozen_readers/writers.rs,
 * writes this input. Each case is a head of 40 bytes, then the path of the error, the canonical
 * form of the document, and the text or the document itself. The head, with numbers in
 * little-endian order, of which 4294967295 is none:
 *
 * <pre>
 * 1  1 for a document, 0 for a text
 * 1  what happens with keys that come twice; plus 4 where decimals are kept
 * 1  the expected number of the error, 0 for none
 * 1  zero
 * 4  the limit of depth
 * 4  the limit of nodes
 * 4  the offset of the error
 * 4  its line
 * 4  its column
 * 4  the length of the document that Rust made, which is not canonical
 * 4  the length of the path
 * 4  the length of the canonical form
 * 4  the length of the text or the document
 * </pre>
 */
final class Writers {
  /** How many bytes a document may be longer than a tenth more than that of Rust. */
  private static final int ALLOWANCE = 16;

  private static final Limits DEEP = Limits.DEFAULT.withDepth(Integer.MAX_VALUE);

  private final Tally tally = new Tally(System.err);
  private final DataInputStream in =
      new DataInputStream(new BufferedInputStream(System.in, 1 << 20));
  private final DataOutputStream made =
      new DataOutputStream(new BufferedOutputStream(System.out, 1 << 20));

  private Writers() {}

  /** Judges all cases. */
  public static void main(String[] arguments) throws IOException {
    Writers writers = new Writers();
    while (writers.next()) {
      writers.tally.next();
    }
    writers.made.flush();
    writers.tally.close();
  }

  /** A case. */
  private record Case(
      int flags, Limits limits, String verdict, int length, byte[] canonical, byte[] given) {}

  private boolean next() throws IOException {
    int isDocument;
    try {
      isDocument = in.readUnsignedByte();
    } catch (EOFException e) {
      return false;
    }
    int flags = in.readUnsignedByte();
    int error = in.readUnsignedByte();
    in.readByte();
    Limits limits = Limits.DEFAULT.withDepth(Tally.limit(in)).withNodes(Tally.limit(in));
    int offset = Tally.number(in);
    String place = Tally.number(in) + ":" + Tally.number(in);
    int length = Tally.number(in);
    byte[] path = new byte[Tally.number(in)];
    byte[] canonical = new byte[Tally.number(in)];
    byte[] given = new byte[Tally.number(in)];
    in.readFully(path);
    in.readFully(canonical);
    in.readFully(given);
    String verdict =
        error == 0
            ? "none"
            : verdict(error, offset, place, new String(path, StandardCharsets.UTF_8));
    Case one = new Case(flags, limits, verdict, length, canonical, given);
    try {
      if (isDocument == 1) {
        copy(one);
      } else {
        text(one);
      }
    } catch (RuntimeException | StackOverflowError e) {
      tally.differ("exception", "one of ours", e);
    }
    return true;
  }

  private static String verdict(int error, long offset, String place, String path) {
    return error + " at " + offset + ", " + place + ", " + path;
  }

  private void text(Case one) throws IOException {
    JsonOptions json =
        JsonOptions.STRICT
            .withLimits(one.limits)
            .withDuplicates(Duplicates.values()[one.flags & 3])
            .withExactDecimals((one.flags & 4) != 0);
    Frozen document;
    try {
      document = Frozen.fromJson(one.given, json, FreezeOptions.DEFAULT);
    } catch (VarvelException e) {
      String place = e.line() + ":" + e.column();
      String own = verdict(e.number(), e.offset(), place, e.path());
      if (!own.equals(one.verdict)) {
        tally.differ("error", one.verdict, own);
      }
      return;
    }
    if (!one.verdict.equals("none")) {
      tally.differ("error", one.verdict, "none");
      return;
    }
    made(one, document);
    Frozen canonical =
        Frozen.fromJson(new ByteArrayInputStream(one.given), json, FreezeOptions.CANONICAL);
    canonical(one, canonical);
  }

  private void copy(Case one) throws IOException {
    Frozen document = Frozen.open(one.given, DEEP);
    FreezeOptions options = FreezeOptions.DEFAULT.withLimits(DEEP);
    Frozen copy = Frozen.freeze(document, options);
    if (!copy.toString().equals(document.toString())) {
      tally.differ("a copy", document, copy);
    }
    made(one, copy);
    Frozen other = Frozen.freeze(document, options.withSharedStrings(true).withChecksum(true));
    if (!Frozen.open(other.bytes(), DEEP).toString().equals(document.toString())) {
      tally.differ("a copy with shared strings", document, other);
    }
    canonical(one, other.root().canonical());
    if (document.sharedCount() != 0) {
      // Rust has shared strings, too.
      length(one.given.length + Layout.CHECKSUM_LEN, other);
    }
  }

  private void length(int rust, Frozen document) {
    int length = document.bytes().length;
    if (length > rust + rust / 10 + ALLOWANCE) {
      tally.differ("length", rust, length);
    }
  }

  /** Judges a document that was made. */
  private void made(Case one, Frozen document) throws IOException {
    Frozen.open(document.bytes(), DEEP);
    canonical(one, document.root().canonical());
    length(one.length, document);
    for (byte[] part : new byte[][] {document.bytes(), one.canonical}) {
      made.writeInt(Integer.reverseBytes(part.length));
      made.write(part);
    }
  }

  private void canonical(Case one, Frozen document) {
    int at = Arrays.mismatch(document.bytes(), one.canonical);
    if (at >= 0) {
      String expected = one.canonical.length + " bytes";
      tally.differ("canonical form at byte " + at, expected, document.bytes().length + " bytes");
    }
  }
}
