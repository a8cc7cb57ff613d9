package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.Kind;
import dev.varvel.VarvelException;
import dev.varvel.internal.Paths;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * A path of a value, in the form in which errors show paths, or a JSON Pointer (RFC 6901) if it
 * begins with a slash. A program makes it once and looks it up in any number of values.
 *
 * <pre>
 * users[3].name       members and items; $.users[3].name is the same
 * stock.CH-0417       keys of any characters except . [ and …
 * ["a \\"key\\"."]      any key: as a string of JSON, or 'as it is'
 * /users/3/name       a JSON Pointer: ~1 stands for /, ~0 for ~
 * $                   the value itself, and so is the empty path
 * </pre>
 */
public final class NodePath {
  /**
   * A step: an item, a member, or, in a pointer, one or the other.
   *
   * @param key the key of a member, or null
   * @param item the number of an item, or -1
   */
  private record Step(Key key, int item) {}

  private final String text;
  private final List<Step> steps = new ArrayList<>();

  private NodePath(String text) {
    this.text = text;
  }

  /**
   * Reads a path or a JSON Pointer.
   *
   * @throws VarvelException of the kind {@link ErrorKind#INVALID_PATH} if the text is neither, with
   *     the offset in its UTF-8, and of the kind {@link ErrorKind#LONE_SURROGATE} if a key has half
   *     of a surrogate pair
   */
  public static NodePath of(String text) {
    NodePath path = new NodePath(text);
    if (text.startsWith("/")) {
      path.readPointer();
    } else {
      path.readPath();
    }
    return path;
  }

  /** Returns the text of the path. */
  @Override
  public String toString() {
    return text;
  }

  /** Returns whether another path has the same text. */
  @Override
  public boolean equals(Object other) {
    return other instanceof NodePath path && path.text.equals(text);
  }

  /** Returns a hash of the text. */
  @Override
  public int hashCode() {
    return text.hashCode();
  }

  /** Moves a node along the path, and returns it. */
  Node follow(Node node) {
    for (int i = 0; i < steps.size(); i++) {
      Step step = steps.get(i);
      while (Form.isTag(node.form())) {
        node.inner(node);
      }
      if (step.item >= 0 && (step.key == null || node.is(Kind.ARRAY))) {
        node.at(step.item, node);
      } else if (node.is(Kind.ARRAY)) {
        node.miss(node, step.key.text());
      } else {
        member(node, step.key);
      }
    }
    return node;
  }

  /** Moves to the member with a string key, otherwise to that of a key with this text. */
  private static void member(Node node, Key key) {
    if (node.form() != Form.MAP || node.find(key) >= 0) {
      node.get(key, node);
      return;
    }
    Node own = new Node();
    for (int i = 0; i < node.size(); i++) {
      node.keyAt(i, own);
      if (!own.is(Kind.STRING) && NodeText.key(own).equals(key.text())) {
        node.valueAt(i, node);
        return;
      }
    }
    node.miss(node, key.text());
  }

  private VarvelException wrong(int at, String expected) {
    int offset = text.substring(0, at).getBytes(StandardCharsets.UTF_8).length;
    return VarvelException.of(ErrorKind.INVALID_PATH).offset(offset).expected(expected).build();
  }

  private void readPointer() {
    for (int at = text.indexOf('~'); at >= 0; at = text.indexOf('~', at + 1)) {
      char escape = at + 1 < text.length() ? text.charAt(at + 1) : 0;
      if (escape != '0' && escape != '1') {
        throw wrong(at, "`~0` (for `~`) or `~1` (for `/`)");
      }
    }
    for (String token : text.substring(1).split("/", -1)) {
      String key = token.replace("~1", "/").replace("~0", "~");
      steps.add(new Step(Key.of(key), itemOf(token)));
    }
  }

  /** Reads a number from 0 up, without leading zeros; -1 if it is none. */
  private static int itemOf(String digits) {
    if (digits.isEmpty() || digits.length() > 1 && digits.charAt(0) == '0') {
      return -1;
    }
    long index = 0;
    for (int i = 0; i < digits.length(); i++) {
      int digit = digits.charAt(i) - '0';
      if (digit < 0 || digit > 9 || index > (Long.MAX_VALUE - 9) / 10) {
        return -1;
      }
      index = 10 * index + digit;
    }
    return (int) Math.min(index, Integer.MAX_VALUE);
  }

  private void readPath() {
    int at = text.startsWith("$") ? 1 : 0;
    while (at < text.length()) {
      at = text.charAt(at) == '[' ? readBracket(at) : readName(at);
    }
  }

  /** Reads a key after a point, or at the beginning, and returns where it ends. */
  private int readName(int at) {
    int start = at;
    if (text.charAt(at) == '.') {
      start++;
    } else if (at != 0) {
      boolean isShortened = text.startsWith(Paths.ELLIPSIS, at);
      throw wrong(at, isShortened ? "a whole path" : "`.` or `[`");
    }
    int end = start;
    while (end < text.length() && ".[…".indexOf(text.charAt(end)) < 0) {
      end++;
    }
    if (text.startsWith(Paths.ELLIPSIS, end)) {
      throw wrong(end, "a whole path");
    }
    if (end == start) {
      throw wrong(at, "a key after `.`");
    }
    steps.add(new Step(Key.of(text.substring(start, end)), -1));
    return end;
  }

  /** Reads what stands in brackets, and returns where it ends. */
  private int readBracket(int at) {
    int body = at + 1;
    int end;
    if (text.startsWith("'", body)) {
      end = text.indexOf('\'', body + 1);
      if (end < 0) {
        throw wrong(at, "a closing quote");
      }
      steps.add(new Step(Key.of(text.substring(body + 1, end)), -1));
      end++;
    } else if (text.startsWith("\"", body)) {
      end = readQuoted(at);
    } else {
      end = text.indexOf(']', body);
      if (end < 0) {
        throw wrong(at, "`]`");
      }
      int item = itemOf(text.substring(body, end));
      if (item < 0) {
        throw wrong(at, "a number from 0 up, or a key in quotes, between `[` and `]`");
      }
      steps.add(new Step(null, item));
    }
    if (!text.startsWith("]", end)) {
      throw wrong(at, "`]`");
    }
    return end + 1;
  }

  /** Reads a string of JSON after the bracket that is here, and returns where it ends. */
  private int readQuoted(int bracket) {
    StringBuilder key = new StringBuilder();
    int at = bracket + 2;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '"') {
        steps.add(new Step(Key.of(key.toString()), -1));
        return at + 1;
      }
      if (text.startsWith(Paths.ELLIPSIS, at)) {
        throw wrong(at, "a whole path");
      }
      int size = c == '\\' ? unescape(at, key) : 1;
      if (size == 0 || c < ' ') {
        throw wrong(bracket, "a key as JSON writes strings");
      }
      if (c != '\\') {
        key.append(c);
      }
      at += size;
    }
    throw wrong(bracket, "a closing quote");
  }

  /** Appends the character of an escape, and returns the length of that, or 0 if it is none. */
  private int unescape(int at, StringBuilder key) {
    int letter = at + 1 < text.length() ? "\"\\/bfnrt".indexOf(text.charAt(at + 1)) : -1;
    if (letter >= 0) {
      key.append("\"\\/\b\f\n\r\t".charAt(letter));
      return 2;
    }
    int unit = unit(at);
    if (unit < 0 || Character.isLowSurrogate((char) unit)) {
      return 0;
    }
    key.append((char) unit);
    if (!Character.isHighSurrogate((char) unit)) {
      return 6;
    }
    int low = unit(at + 6);
    key.append((char) low);
    return low >= 0 && Character.isLowSurrogate((char) low) ? 12 : 0;
  }

  /** Returns the unit of UTF-16 whose escape is here, or -1. */
  private int unit(int at) {
    if (!text.startsWith("\\u", at) || at + 6 > text.length()) {
      return -1;
    }
    int unit = 0;
    for (int i = at + 2; i < at + 6; i++) {
      char c = text.charAt(i);
      int digit = c < 0x80 ? Character.digit(c, 16) : -1;
      if (digit < 0) {
        return -1;
      }
      unit = unit << 4 | digit;
    }
    return unit;
  }
}
