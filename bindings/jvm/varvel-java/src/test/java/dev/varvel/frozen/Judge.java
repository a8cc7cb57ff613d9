package dev.varvel.frozen;

import dev.varvel.Kind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Paths;
import java.io.BufferedInputStream;
import java.io.ByteArrayInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;

/**
 * Reads documents and streams from standard input, each with the expected verdict and text, and
 * prints where its own differ. A test in Rust, conformance/tests/all/frozen_readers, writes this
 * input. Each case is a head of 22 bytes, then the text (of a stream a line for each record), then
 * the bytes. The head, with numbers in little-endian order:
 *
 * <pre>
 * 1  1 for a stream, 0 for a document
 * 1  the expected number of the error, 0 for none
 * 4  the limit of depth; 4294967295 is no limit
 * 4  the limit of nodes; 4294967295 is no limit
 * 4  the length of the text
 * 4  the length of the bytes
 * 4  the expected offset of the error
 * </pre>
 */
final class Judge {
  private static final int DEPTH = 6;

  private final Tally tally = new Tally(System.out);

  private Judge() {}

  /** Judges all cases. */
  public static void main(String[] arguments) throws IOException {
    Judge judge = new Judge();
    DataInputStream in = new DataInputStream(new BufferedInputStream(System.in, 1 << 20));
    while (judge.next(in)) {
      judge.tally.next();
    }
    judge.tally.close();
  }

  private boolean next(DataInputStream in) throws IOException {
    int isStream;
    try {
      isStream = in.readUnsignedByte();
    } catch (EOFException e) {
      return false;
    }
    int error = in.readUnsignedByte();
    Limits limits = Limits.DEFAULT.withDepth(Tally.limit(in)).withNodes(Tally.limit(in));
    byte[] text = new byte[Tally.number(in)];
    byte[] given = new byte[Tally.number(in)];
    int offset = Tally.number(in);
    in.readFully(text);
    in.readFully(given);
    try {
      judge(
          isStream == 1,
          new Verdict(error, offset, new String(text, StandardCharsets.UTF_8)),
          given,
          limits);
    } catch (RuntimeException | StackOverflowError e) {
      tally.differ("exception", "one of ours", e);
    }
    return true;
  }

  /** A verdict: the number and the offset of an error, or zero, and the text. */
  private record Verdict(int error, long offset, String text) {}

  private void judge(boolean isStream, Verdict expected, byte[] given, Limits limits) {
    Verdict own;
    try {
      own = new Verdict(0, 0, isStream ? readStream(given, limits) : readDocument(given, limits));
    } catch (VarvelException e) {
      own = new Verdict(e.number(), e.offset(), "");
    }
    if (isStream) {
      readForward(given, limits, own.error);
    }
    if (own.error != expected.error) {
      tally.differ("error", expected.error, own);
    } else if (own.offset != expected.offset) {
      tally.differ("offset of error " + own.error, expected.offset, own.offset);
    } else if (!own.text.equals(expected.text)) {
      tally.differ("text", expected.text, own.text);
    }
  }

  private String readDocument(byte[] given, Limits limits) {
    Node root = Frozen.open(given, limits).root();
    lookUp(root, 0);
    return root.toString();
  }

  private static String readStream(byte[] given, Limits limits) {
    FrozenStream stream = FrozenStream.open(given, limits);
    stream.validate();
    StringBuilder lines = new StringBuilder();
    stream.records().forEach(record -> lines.append(record).append('\n'));
    return lines.toString();
  }

  /** Reading from the front must come to the same end. */
  private void readForward(byte[] given, Limits limits, int expected) {
    int found = 0;
    try {
      new FrozenStreamReader(new ByteArrayInputStream(given), limits)
          .records()
          .forEach(Node::exists);
    } catch (VarvelException e) {
      found = e.number();
    }
    if ((found == 0) != (expected == 0)) {
      tally.differ("from the front", expected, found);
    }
  }

  /**
   * Checks that each member is found by its key, each item by its number, and that the path of each
   * is one. It may lead elsewhere: two keys of a map may have one text.
   */
  private void lookUp(Node node, int depth) {
    String path = node.path();
    if (!path.contains(Paths.ELLIPSIS)) {
      node.document().root().find(path);
    }
    if (depth == DEPTH) {
      return;
    }
    int i = 0;
    for (Node item : node.items()) {
      if (!node.at(i++).isAt(item)) {
        tally.differ("an item", item, node.at(i - 1));
      }
      lookUp(item, depth + 1);
    }
    for (Member member : node.members()) {
      if (member.key().is(Kind.STRING)) {
        lookUpMember(node, member);
      }
      lookUp(member.value(), depth + 1);
    }
  }

  private void lookUpMember(Node node, Member member) {
    Node found = node.get(member.name());
    if (!found.isAt(member.value())) {
      tally.differ("the member " + member.name(), member.value(), found);
    }
    if (node.get(member.name() + "\u007f").exists()) {
      tally.differ("no member like " + member.name(), "none", "one");
    }
  }
}
