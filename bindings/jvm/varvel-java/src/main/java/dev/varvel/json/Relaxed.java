package dev.varvel.json;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Utf8;
import java.util.Arrays;

/**
 * A text of JSON5, or of JSON with comments, and the JSON that it is read as. So there is one
 * reader of JSON, and errors have places in the original text.
 *
 * <p>JSON5 is rewritten; no map of places is kept: for an error the text is rewritten a second
 * time. Comments alone become spaces where they stand.
 */
final class Relaxed {
  private final byte[] text;
  private final int from;
  private final int to;
  private final boolean json5;
  private final Origin origin;
  private byte[] json;
  private int length;
  private Fault fault;

  private Relaxed(byte[] text, int from, int to, boolean json5, Origin origin) {
    this.text = text;
    this.from = from;
    this.to = to;
    this.json5 = json5;
    this.origin = origin;
  }

  /** Returns whether texts are rewritten before they are read. */
  static boolean isAsked(JsonOptions options) {
    return options.json5() || options.comments();
  }

  /** Rewrites a text. Tokens that are wrong are the {@link #error}. */
  static Relaxed of(byte[] text, int from, int to, JsonOptions options, Origin origin) {
    Relaxed relaxed = new Relaxed(text, from, to, options.json5(), origin);
    if (options.json5()) {
      relaxed.rewrite();
    } else {
      relaxed.blank();
    }
    return relaxed;
  }

  /** Returns the JSON, which begins the array. */
  byte[] json() {
    return json;
  }

  /** Returns the length of the JSON. */
  int length() {
    return length;
  }

  /** Returns the error of a token that is wrong, or null. */
  VarvelException error() {
    return fault == null ? null : build(fault, length);
  }

  /** Returns the error of a fault in the JSON, with its place in the text. */
  VarvelException error(Fault inJson) {
    int place = json5 ? new RelaxedScan(text, from, to).placeOf(inJson.at()) : from + inJson.at();
    String expected = inJson.expected();
    String found = inJson.found();
    boolean wrongToken =
        inJson.kind() == ErrorKind.SYNTAX || inJson.kind() == ErrorKind.TRAILING_DATA;
    if (json5 && expected.equals(Tokens.A_KEY)) {
      expected = "a name or a string as key";
    }
    if (wrongToken && !found.isEmpty() && place < to) {
      found = new Tokens(text, from, to).found(place);
    }
    return build(new Fault(inJson.kind(), place, expected, found), inJson.pathPlace(json, length));
  }

  private VarvelException build(Fault placed, int pathPlace) {
    // A text that is not UTF-8 has no JSON, and so no paths.
    String path = json == null ? "" : PathFinder.pathAt(json, 0, length, pathPlace, origin);
    return placed.in(text, from, to, origin, path);
  }

  private void rewrite() {
    int invalid = Utf8.firstInvalid(text, from, to);
    if (invalid >= 0) {
      fault = Tokens.notUtf8(text, invalid);
      return;
    }
    RelaxedScan scan = new RelaxedScan(text, from, to);
    fault = scan.write();
    json = scan.json();
    length = scan.length();
  }

  /** Puts spaces in the place of comments. */
  private void blank() {
    json = Arrays.copyOfRange(text, from, to);
    length = json.length;
    int at = 0;
    while (at < length) {
      int next = at + 1 < length ? json[at + 1] : 0;
      if (json[at] == '"') {
        at = Math.min(PathFinder.stringEnd(json, at + 1, length) + 1, length);
      } else if (json[at] == '/' && (next == '/' || next == '*')) {
        int end = commentEnd(at, next);
        if (end < 0) {
          fault = new Fault(ErrorKind.UNEXPECTED_END, to, "the end of a comment, */");
          length = at;
          return;
        }
        Arrays.fill(json, at, end, (byte) ' ');
        at = end;
      } else {
        at++;
      }
    }
  }

  /** Returns the end of a comment, or -1 if it has none. */
  private int commentEnd(int at, int second) {
    int p = at + 2;
    if (second == '/') {
      while (p < length && json[p] != '\n' && json[p] != '\r') {
        p++;
      }
      return p;
    }
    while (p + 1 < length) {
      if (json[p] == '*' && json[p + 1] == '/') {
        return p + 2;
      }
      p++;
    }
    return -1;
  }
}
