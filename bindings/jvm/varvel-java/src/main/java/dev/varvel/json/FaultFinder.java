package dev.varvel.json;

import dev.varvel.Duplicates;
import dev.varvel.ErrorKind;
import dev.varvel.Limits;
import dev.varvel.VarvelException;
import dev.varvel.internal.Decimals;
import dev.varvel.internal.KeyTable;
import dev.varvel.internal.Paths;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Reads a text strictly from its beginning, and returns what is wrong with it: the error that
 * Varvel gives for it in every language. Nothing recurses; time and memory are linear.
 *
 * <p>A reader that comes upon a wrong byte asks this class for the error, so that it needs to know
 * nothing but what is right.
 */
final class FaultFinder {
  private final byte[] text;
  private final int to;
  private final Tokens tokens;
  private final Limits limits;
  private final boolean exact;

  /** Whether NaN and the infinities are numbers, as in rewritten JSON5. */
  private final boolean nonFinite;

  /** Whether values are looked at too: floats out of range, keys that come twice, all nodes. */
  private final boolean values;

  private final Duplicates duplicates;
  private final KeyTable keys = new KeyTable();

  /** The containers that have not ended. */
  private Open[] open = new Open[8];

  private int depth;

  /** How many values have begun. */
  private long begun;

  /** How many items and members the containers have that have ended. */
  private long slots;

  /** A container that has not ended. */
  private static final class Open {
    int at;
    boolean object;

    /** The members or items so far. */
    int count;

    /** Where its members begin among those of all open objects. */
    int members;

    /** Whether it has a long key. Then its keys are compared when it ends. */
    boolean isLong;

    /** A key that came twice behind a long one. */
    String twice;
  }

  /** The greatest length of a key that shares a table with others, in bytes. */
  private static final int LONG_KEY = 256;

  private FaultFinder(byte[] text, int from, int to, JsonOptions options, boolean values) {
    this.text = text;
    this.to = to;
    this.values = values;
    tokens = new Tokens(text, from, to);
    limits = options.limits();
    exact = options.exactDecimals();
    nonFinite = options.json5();
    duplicates = options.duplicates();
  }

  /**
   * Returns the error of a document, or null if it has none: also of a float that is out of range
   * and of a key that comes twice.
   */
  static VarvelException find(byte[] text, int from, int to, JsonOptions options) {
    return find(text, from, to, options, true);
  }

  /**
   * Returns the error of the text of a document, or null if it has none. Numbers are of any size,
   * and keys may come twice.
   */
  static VarvelException findInText(byte[] text, int from, int to, JsonOptions options) {
    return find(text, from, to, options, false);
  }

  private static VarvelException find(
      byte[] text, int from, int to, JsonOptions options, boolean values) {
    if (to - from > options.limits().bytes()) {
      return Faults.tooLarge(to - from, options.limits().bytes());
    }
    if (!Relaxed.isAsked(options)) {
      Fault fault = fault(text, from, to, options, values);
      return fault == null ? null : fault.in(text, from, to, Origin.WHOLE);
    }
    Relaxed relaxed = Relaxed.of(text, from, to, options, Origin.WHOLE);
    if (relaxed.error() != null) {
      return relaxed.error();
    }
    Fault fault = fault(relaxed.json(), 0, relaxed.length(), options, values);
    return fault == null ? null : relaxed.error(fault);
  }

  /** Returns what is wrong with a text of JSON, which may have been rewritten, or null. */
  static Fault fault(byte[] json, int from, int to, JsonOptions options, boolean values) {
    return new FaultFinder(json, from, to, options, values).document();
  }

  private Fault document() {
    tokens.passMark();
    do {
      Fault fault = value();
      if (fault == null) {
        fault = behindValue();
      }
      if (fault != null) {
        return fault;
      }
    } while (depth != 0);
    if (begun > limits.nodes()) {
      return tooManyNodes(tokens.at);
    }
    tokens.peek();
    if (tokens.at == to) {
      return null;
    }
    return new Fault(
        ErrorKind.TRAILING_DATA, tokens.at, "the end of input", tokens.found(tokens.at));
  }

  private Fault tooManyNodes(int at) {
    return new Fault(ErrorKind.NODE_LIMIT, at, "at most " + limits.nodes() + " nodes");
  }

  /**
   * Reads a value that holds no others, or the opening of a container and what comes before the
   * first value in it. An empty container is read whole.
   */
  private Fault value() {
    while (true) {
      int c = tokens.peek();
      begun++;
      if (exact && begun > limits.nodes() && mayBegin(c)) {
        // Where decimals are kept, all of Varvel counts each value when it begins.
        return tooManyNodes(tokens.at);
      }
      if (c == '"') {
        return tokens.string();
      }
      if (c != '{' && c != '[') {
        return scalar(c);
      }
      Fault fault = begin(c == '{');
      if (fault != null) {
        return fault;
      }
      if (tokens.peek() == (c == '{' ? '}' : ']')) {
        return end();
      }
      fault = c == '{' ? key() : null;
      if (fault != null) {
        return fault;
      }
    }
  }

  /** Returns whether a value may begin with a byte. */
  private boolean mayBegin(int c) {
    return c > 0 && "\"{[ntf-0123456789".indexOf(c) >= 0 || nonFinite && (c == 'N' || c == 'I');
  }

  /** Reads a number or a word. */
  private Fault scalar(int c) {
    if (nonFinite && tokens.takeNonFinite()) {
      return null;
    }
    if (c == '-' || Tokens.isDigit(c)) {
      return number();
    }
    if (tokens.takeWord()) {
      return null;
    }
    String word = tokens.word();
    if (depth == 0 && begun > limits.nodes() && word != null) {
      // All of Varvel reads a word and counts it before it looks how the word goes on.
      return tooManyNodes(tokens.at + word.length());
    }
    return tokens.noValue();
  }

  private Fault number() {
    int start = tokens.at;
    Fault fault = tokens.number();
    if (fault != null || exact || !values) {
      return fault;
    }
    boolean integer = true;
    for (int i = start; i < tokens.at; i++) {
      integer &= text[i] == '-' || Tokens.isDigit(text[i]);
    }
    if (!integer && Double.isInfinite(Decimals.parseDouble(text, start, tokens.at))) {
      return new Fault(
          ErrorKind.NUMBER_OUT_OF_RANGE, start, "a number that a 64-bit float can hold");
    }
    return null;
  }

  private Fault begin(boolean object) {
    if (depth >= limits.depth()) {
      String most = "at most " + limits.depth() + " containers inside each other";
      return new Fault(ErrorKind.DEPTH_LIMIT, tokens.at, most);
    }
    if (begun > limits.nodes()) {
      return tooManyNodes(tokens.at);
    }
    if (depth == open.length) {
      open = Arrays.copyOf(open, 2 * depth);
    }
    Open container = new Open();
    container.at = tokens.at;
    container.object = object;
    container.members = keys.size();
    open[depth++] = container;
    tokens.at++;
    return null;
  }

  /** Passes the closing bracket of the innermost container. */
  private Fault end() {
    Open container = open[--depth];
    tokens.at++;
    keys.end(container.members);
    if (container.twice != null) {
      return twice(container.at, container.twice);
    }
    slots += container.isLong ? 2L * container.count : container.count;
    return values && slots > limits.nodes() ? tooManyNodes(container.at) : null;
  }

  private static Fault twice(int at, String key) {
    return new Fault(ErrorKind.DUPLICATE_KEY, at, "each key once", Paths.quoted(key) + " again");
  }

  /** Passes what stands between two values, and the ends of containers. */
  private Fault behindValue() {
    while (depth != 0) {
      Open top = open[depth - 1];
      top.count += top.object ? 0 : 1;
      int c = tokens.peek();
      if (c == ',') {
        tokens.at++;
        return top.object ? key() : null;
      }
      if (c != (top.object ? '}' : ']')) {
        return tokens.unexpected(top.object ? "`,` or `}`" : "`,` or `]`");
      }
      Fault fault = end();
      if (fault != null) {
        return fault;
      }
    }
    return null;
  }

  /** Reads a key and the colon behind it. */
  private Fault key() {
    if (tokens.peek() != '"') {
      return tokens.unexpected(Tokens.A_KEY);
    }
    int start = tokens.at;
    Fault fault = tokens.string();
    if (fault != null) {
      return fault;
    }
    if (exact) {
      // Where decimals are kept, all of Varvel looks for the colon first.
      fault = colon();
    }
    if (fault == null && values) {
      fault = member(start);
    }
    return fault != null || exact ? fault : colon();
  }

  /** Adds the key of the last string to the innermost object. */
  private Fault member(int start) {
    byte[] key = text;
    int begin = tokens.from;
    int end = tokens.close;
    if (tokens.escaped) {
      key = tokens.decoded().getBytes(StandardCharsets.UTF_8);
      begin = 0;
      end = key.length;
    }
    Open top = open[depth - 1];
    top.isLong |= end - begin > LONG_KEY;
    if (!keys.add(key, begin, end, top.members)) {
      top.count++;
    } else if (duplicates == Duplicates.ERROR) {
      if (!top.isLong) {
        return twice(start, tokens.decoded());
      }
      if (top.twice == null) {
        // All of Varvel compares the keys of such an object when it ends. So an error that comes
        // before is the first one.
        top.twice = tokens.decoded();
      }
    }
    return null;
  }

  private Fault colon() {
    if (tokens.peek() != ':') {
      return tokens.unexpected("`:` after the key");
    }
    tokens.at++;
    return null;
  }
}
