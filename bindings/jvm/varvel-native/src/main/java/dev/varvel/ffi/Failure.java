package dev.varvel.ffi;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.CancellationException;

/**
 * An error of the library, as its functions return it.
 *
 * @param code its number
 * @param offset in bytes, or -1
 * @param line from 1 on, or 0
 * @param column from 1 on, or 0
 * @param message one line, whose parts stand in this order: kind, what was expected and found, path
 *     and offset
 * @param path the path, or empty
 * @param hint what may help, in the words of C, or empty
 * @param excerpt the message, the line and a mark below it, or empty
 */
record Failure(
    int code,
    long offset,
    long line,
    long column,
    String message,
    String path,
    String hint,
    String excerpt) {
  private static final int INTERNAL = 1000;
  private static final int INVALID_ARGUMENT = 1001;
  private static final int CANCELLED = 1002;

  private static final Map<Integer, ErrorKind> KINDS = new HashMap<>();

  static {
    for (ErrorKind kind : ErrorKind.values()) {
      KINDS.put(kind.number(), kind);
    }
  }

  /** Parts of hints, and the words for them here. */
  private static final String[][] WORDS = {
    {
      "VV_BYTES_AS_TEXT and the flags beside it write such values as text (C++: all_as_text())",
      "`Options.withAllAsText` writes such values as text"
    },
    {"set the flag VV_MERGE_KEYS (C++: merge_keys())", "set `Options.withMergeKeys`"},
    {
      "read it as VV_SYNTAX_TOLERANT_YAML or with the flag VV_TOLERANT (C++: tolerant_yaml,"
          + " tolerant())",
      "read it as `Syntax.TOLERANT_YAML` or with `Options.withTolerant`"
    },
    {"raise the limit `depth`", "raise the limit with `Limits.withDepth`"},
    {"raise the limit `nodes`", "raise the limit with `Limits.withNodes`"},
    {"raise the limit `bytes`", "raise the limit with `Limits.withBytes`"},
    {"set the duplicates policy to first or last", "set the policy to `Duplicates.FIRST` or `LAST`"}
  };

  /** Returns the kind of a number; {@code REFUSED} for one that is not known here. */
  static ErrorKind kind(int code) {
    return KINDS.getOrDefault(code, ErrorKind.REFUSED);
  }

  /** Returns the exception of the error. */
  RuntimeException exception() {
    return switch (code) {
      case INTERNAL -> new IllegalStateException("a fault of the library: " + message);
      case INVALID_ARGUMENT -> new IllegalArgumentException(message);
      case CANCELLED -> new CancellationException(message);
      default -> varvelException();
    };
  }

  private VarvelException varvelException() {
    VarvelException.Builder error =
        VarvelException.of(kind(code))
            .offset(offset)
            .position((int) line, (int) column)
            .hint(hintHere())
            .excerpt(marked(excerpt));
    if (!path.isEmpty()) {
      error.path(path);
    }
    return words(error).build();
  }

  /** Takes what was expected and found out of the message. */
  private VarvelException.Builder words(VarvelException.Builder error) {
    String phrase = kind(code).phrase();
    int begin = message.indexOf(phrase);
    if (begin < 0 || !KINDS.containsKey(code)) {
      return error.found(message);
    }
    String words = message.substring(begin + phrase.length());
    words = without(words, " (byte " + offset + ")");
    words = without(words, ", at " + path);
    String expected = ": expected ";
    String found = ", found ";
    if (words.startsWith(expected)) {
      int end = words.indexOf(found);
      error.expected(words.substring(expected.length(), end < 0 ? words.length() : end));
      return end < 0 ? error : error.found(words.substring(end + found.length()));
    }
    if (words.startsWith(found)) {
      return error.found(words.substring(found.length()));
    }
    return words.startsWith(": ") ? error.found(words.substring(2)) : error;
  }

  private static String without(String text, String end) {
    return text.endsWith(end) ? text.substring(0, text.length() - end.length()) : text;
  }

  private String hintHere() {
    String here = hint;
    for (String[] pair : WORDS) {
      here = here.replace(pair[0], pair[1]);
    }
    return here;
  }

  /** Returns the line and the mark below it of an excerpt, without the lines around them. */
  static String marked(String excerpt) {
    String[] lines = excerpt.split("\n", -1);
    for (int i = 0; i + 2 < lines.length; i++) {
      if (lines[i].startsWith("  --> ") && lines[i + 2].endsWith("^")) {
        return lines[i + 1] + '\n' + lines[i + 2];
      }
    }
    return "";
  }
}
