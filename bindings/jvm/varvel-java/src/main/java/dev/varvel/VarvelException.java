package dev.varvel;

import java.util.function.Supplier;

/**
 * The one exception of this library: what went wrong, and where.
 *
 * <p>The number of its kind, the offset and the path are those that Varvel gives for the same input
 * in every language.
 */
public final class VarvelException extends RuntimeException {
  private static final long serialVersionUID = 1;

  private final ErrorKind kind;
  private final long offset;
  private final int line;
  private final int column;
  private final String expected;
  private final String found;
  private final String hint;
  private final String excerpt;

  /** The path, or null until it is asked for. */
  private String path;

  private transient Supplier<String> pathFinder;

  private VarvelException(Builder of) {
    super(null, of.cause);
    kind = of.kind;
    offset = of.offset;
    line = of.line;
    column = of.column;
    path = of.path;
    pathFinder = of.pathFinder;
    expected = of.expected;
    found = of.found;
    hint = of.hint.isEmpty() ? usual(of.kind) : of.hint;
    excerpt = of.excerpt;
  }

  /** Returns a builder of an error of this kind. */
  public static Builder of(ErrorKind kind) {
    return new Builder(kind);
  }

  /** Returns the kind of the error. */
  public ErrorKind kind() {
    return kind;
  }

  /** Returns the number of the kind, which is the same in every language. */
  public int number() {
    return kind.number();
  }

  /** Returns the byte at which the error was noticed, or -1 if it has no place in bytes. */
  public long offset() {
    return offset;
  }

  /** Returns the line in a text, from 1 on, or 0 if there is none. */
  public int line() {
    return line;
  }

  /** Returns the column in a text in characters, from 1 on, or 0 if there is none. */
  public int column() {
    return column;
  }

  /**
   * Returns the place of the value that the error is about, such as {@code $.users[3].name}; empty
   * if none is known.
   */
  public String path() {
    Supplier<String> finder = pathFinder;
    if (path == null && finder != null) {
      path = finder.get();
      pathFinder = null;
    }
    return path == null ? "" : path;
  }

  /** Returns what should have come; empty if that is not known. */
  public String expected() {
    return expected;
  }

  /** Returns what came instead; empty if that is not known. */
  public String found() {
    return found;
  }

  /** Returns what may help; empty if nothing is known to. */
  public String hint() {
    return hint;
  }

  /** Returns the line of the text around the error; empty if there is none. */
  public String excerpt() {
    return excerpt;
  }

  /** Returns the error on one line: its kind, what was expected and found, and the place. */
  @Override
  public String getMessage() {
    StringBuilder text = new StringBuilder(kind.phrase());
    String separator = ": ";
    if (!expected.isEmpty()) {
      text.append(": expected ").append(expected);
      separator = ", ";
    }
    if (!found.isEmpty()) {
      // A refusal that expects nothing has its whole reason there.
      boolean reason = kind == ErrorKind.REFUSED && expected.isEmpty();
      text.append(separator).append(reason ? "" : "found ").append(found);
    }
    if (!path().isEmpty()) {
      text.append(", at ").append(path());
    }
    if (offset >= 0) {
      text.append(", at byte ").append(offset);
    }
    if (line > 0) {
      text.append(", line ").append(line).append(", column ").append(column);
    }
    Throwable cause = getCause();
    if (cause != null && cause.getMessage() != null) {
      text.append(": ").append(cause.getMessage());
    }
    return text.toString();
  }

  /**
   * Returns the message; below it the line of the text with a mark under the place, if there is a
   * text; and the hint, if there is one.
   */
  public String report() {
    StringBuilder text = new StringBuilder(getMessage());
    if (!excerpt.isEmpty()) {
      text.append('\n').append(excerpt);
    }
    if (!hint.isEmpty()) {
      text.append("\nhint: ").append(hint);
    }
    return text.toString();
  }

  /** Returns what helps with most errors of a kind. */
  private static String usual(ErrorKind kind) {
    return switch (kind) {
      case DEPTH_LIMIT -> "raise the limit with `Limits.withDepth` if the input is trusted";
      case NODE_LIMIT -> "raise the limit with `Limits.withNodes` if the input is trusted";
      case SIZE_LIMIT -> "raise the limit with `Limits.withBytes` if the input is trusted";
      case REPLAY_LIMIT -> "raise the limit with `Limits.withReplay` if the input is trusted";
      case DUPLICATE_KEY -> "to keep one of them, set the policy to `Duplicates.FIRST` or `LAST`";
      case INVALID_UTF8 -> "the text may be in another encoding, such as Windows-1252";
      case LONE_SURROGATE -> "a half stands for no character, and no text in UTF-8 can hold it";
      default -> "";
    };
  }

  /** The path is found before the error is sent elsewhere. */
  private Object writeReplace() {
    path();
    return this;
  }

  /** Puts an error together. */
  public static final class Builder {
    private final ErrorKind kind;
    private long offset = -1;
    private int line;
    private int column;
    private String path;
    private Supplier<String> pathFinder;
    private String hint = "";
    private String expected = "";
    private String found = "";
    private String excerpt = "";
    private Throwable cause;

    private Builder(ErrorKind kind) {
      this.kind = kind;
    }

    /** Says at which byte the error was noticed. */
    public Builder offset(long at) {
      offset = at;
      return this;
    }

    /** Says in which line and column of a text that is, each from 1 on. */
    public Builder position(int line, int column) {
      this.line = line;
      this.column = column;
      return this;
    }

    /** Says which value the error is about. */
    public Builder path(String path) {
      this.path = path;
      return this;
    }

    /** Says how the path is found if it is asked for, for a place that takes long to find. */
    public Builder path(Supplier<String> finder) {
      this.pathFinder = finder;
      return this;
    }

    /** Says what may help. */
    public Builder hint(String hint) {
      this.hint = hint;
      return this;
    }

    /** Says what should have come. */
    public Builder expected(String expected) {
      this.expected = expected;
      return this;
    }

    /** Says what came instead. */
    public Builder found(String found) {
      this.found = found;
      return this;
    }

    /** Adds the line of the text, and a mark below the place. */
    public Builder excerpt(String excerpt) {
      this.excerpt = excerpt;
      return this;
    }

    /** Adds the exception behind the error. */
    public Builder cause(Throwable cause) {
      this.cause = cause;
      return this;
    }

    /** Returns the error. */
    public VarvelException build() {
      return new VarvelException(this);
    }
  }
}
