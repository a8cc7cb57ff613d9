package dev.varvel;

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
  private final String path;
  private final String expected;
  private final String found;
  private final String excerpt;

  private VarvelException(Builder of) {
    super(text(of), of.cause);
    kind = of.kind;
    offset = of.offset;
    line = of.line;
    column = of.column;
    path = of.path;
    expected = of.expected;
    found = of.found;
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
    return path;
  }

  /** Returns what should have come; empty if that is not known. */
  public String expected() {
    return expected;
  }

  /** Returns what came instead; empty if that is not known. */
  public String found() {
    return found;
  }

  /** Returns the line of the text around the error; empty if there is none. */
  public String excerpt() {
    return excerpt;
  }

  /**
   * Returns the message, and below it the line of the text with a mark under the place, if there is
   * a text.
   */
  public String report() {
    if (excerpt.isEmpty()) {
      return getMessage();
    }
    return getMessage() + "\n" + excerpt;
  }

  private static String text(Builder of) {
    StringBuilder text = new StringBuilder(of.kind.phrase());
    String separator = ": ";
    if (!of.expected.isEmpty()) {
      text.append(": expected ").append(of.expected);
      separator = ", ";
    }
    if (!of.found.isEmpty()) {
      text.append(separator).append("found ").append(of.found);
    }
    if (!of.path.isEmpty()) {
      text.append(", at ").append(of.path);
    }
    if (of.offset >= 0) {
      text.append(", at byte ").append(of.offset);
    }
    if (of.line > 0) {
      text.append(", line ").append(of.line).append(", column ").append(of.column);
    }
    if (of.cause != null && of.cause.getMessage() != null) {
      text.append(": ").append(of.cause.getMessage());
    }
    return text.toString();
  }

  /** Puts an error together. */
  public static final class Builder {
    private final ErrorKind kind;
    private long offset = -1;
    private int line;
    private int column;
    private String path = "";
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
