package dev.varvel.ffi;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.frozen.Frozen;
import java.lang.ref.Cleaner;
import java.lang.ref.Reference;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * A text of JSON or YAML that is edited. An edit changes what it names and leaves comments,
 * spacing, quotes and order as they are; one that fails changes nothing.
 *
 * <pre>{@code
 * try (EditableText config = EditableText.parse(file, Syntax.YAML)) {
 *   config.set("server.port", 8443);
 *   Files.write(path, config.bytes());
 * }
 * }</pre>
 *
 * <p>A place is a path such as {@code servers[0].port} or a JSON Pointer such as {@code
 * /servers/0/port}. A value is what {@link Frozen#freeze(Object)} takes: records, maps, lists,
 * numbers, strings, a {@link Frozen} and others.
 *
 * <p>Several threads may use a text; each call waits for the one before. The memory of a text that
 * is not closed is freed when the collector finds it. A text that was closed throws {@link
 * IllegalStateException}.
 */
public final class EditableText implements AutoCloseable {
  private static final Cleaner CLEANER = Cleaner.create();

  private final Handle handle;
  private final Cleaner.Cleanable cleanable;

  EditableText(Engine.Text text) {
    handle = new Handle(text);
    cleanable = CLEANER.register(this, handle);
  }

  /** Frees a text once. Must not refer to the object that it is registered for. */
  private static final class Handle implements Runnable {
    private Engine.Text text;

    Handle(Engine.Text text) {
      this.text = text;
    }

    @Override
    public void run() {
      text.free();
      text = null;
    }
  }

  /**
   * Reads a text in UTF-8 and copies it. Keys that come twice are refused.
   *
   * @throws VarvelException with what is wrong and where
   */
  public static EditableText parse(byte[] text, Syntax syntax) {
    return parse(text, syntax, Options.DEFAULT);
  }

  /**
   * Reads a text in UTF-8 and copies it. Only the limits of the options are used.
   *
   * @throws VarvelException with what is wrong and where
   */
  public static EditableText parse(byte[] text, Syntax syntax, Options options) {
    return new EditableText(NativeLibrary.engine().text(syntax.number(), text, options));
  }

  /**
   * Reads a text and copies it.
   *
   * @throws VarvelException with what is wrong and where: offsets are those of the text in UTF-8
   */
  public static EditableText parse(String text, Syntax syntax) {
    return parse(utf8(text), syntax);
  }

  /**
   * Lets edits change what aliases of YAML refer to: the node that has the anchor, and with it the
   * value in all places. Paths then lead through aliases. Without this, or with {@code false}, such
   * an edit is refused.
   */
  public EditableText throughAliases(boolean through) {
    return edit(text -> text.throughAliases(through));
  }

  /**
   * Puts a value at a path, in place of what was there, and makes the objects and arrays that are
   * missing on the way.
   *
   * @throws VarvelException of the kind {@code INVALID_PATH} or {@code NOT_FOUND}; {@code REFUSED}
   *     where the edit would change something else, such as below an alias of YAML (see {@link
   *     #throughAliases}); {@code UNREPRESENTABLE} for a value that the syntax does not have
   */
  public EditableText set(String path, Object value) {
    byte[] frozen = Frozen.freeze(value).bytes();
    return edit(text -> text.set(utf8(path), frozen));
  }

  /**
   * Puts a value beside others: before the item that the path leads to, after the last one ({@code
   * /list/-}), or as a member that the object does not have yet.
   *
   * @throws VarvelException as {@link #set} does, and of the kind {@code DUPLICATE_KEY}
   */
  public EditableText insert(String path, Object value) {
    byte[] frozen = Frozen.freeze(value).bytes();
    return edit(text -> text.insert(utf8(path), frozen));
  }

  /**
   * Gives the member at a path another key. It stays where it is.
   *
   * @throws VarvelException as {@link #set} does, and of the kind {@code DUPLICATE_KEY}
   */
  public EditableText rename(String path, String key) {
    return edit(text -> text.rename(utf8(path), utf8(key)));
  }

  /**
   * Takes the node at a path away, with its key and the comment on its line.
   *
   * @throws VarvelException as {@link #set} does
   */
  public EditableText remove(String path) {
    return edit(text -> text.remove(utf8(path)));
  }

  /** Returns the text in UTF-8. */
  public byte[] bytes() {
    return call(Engine.Text::bytes);
  }

  /** Returns the text. */
  @Override
  public String toString() {
    return new String(bytes(), StandardCharsets.UTF_8);
  }

  /** Returns what the text means now, as a document that later edits do not change. */
  public Frozen value() {
    return Formats.opened(call(Engine.Text::frozen));
  }

  /** Returns the comments of the text in order, with their marks. */
  public List<String> comments() {
    return call(
        text -> {
          byte[] all = text.bytes();
          long[] spans = text.comments();
          List<String> comments = new ArrayList<>();
          for (int i = 0; i < spans.length; i += 2) {
            int start = (int) spans[i];
            int length = (int) spans[i + 1] - start;
            comments.add(new String(all, start, length, StandardCharsets.UTF_8));
          }
          return comments;
        });
  }

  /**
   * Returns the text of YAML with its lines indented anew. All else stays.
   *
   * @throws VarvelException of the kind {@code REFUSED} for a text that is no YAML
   */
  public byte[] indented() {
    return call(Engine.Text::indented);
  }

  /** Frees the memory of the text. A second call does nothing. */
  @Override
  public synchronized void close() {
    cleanable.clean();
  }

  private interface Edit {
    void run(Engine.Text text);
  }

  private EditableText edit(Edit edit) {
    return call(
        text -> {
          edit.run(text);
          return this;
        });
  }

  private synchronized <T> T call(Function<Engine.Text, T> call) {
    try {
      if (handle.text == null) {
        throw new IllegalStateException("the text was closed");
      }
      return call.apply(handle.text);
    } finally {
      // The collector must not free the text meanwhile.
      Reference.reachabilityFence(this);
    }
  }

  private static byte[] utf8(String text) {
    try {
      ByteBuffer encoded = StandardCharsets.UTF_8.newEncoder().encode(CharBuffer.wrap(text));
      byte[] bytes = new byte[encoded.remaining()];
      encoded.get(bytes);
      return bytes;
    } catch (CharacterCodingException error) {
      throw VarvelException.of(ErrorKind.LONE_SURROGATE).build();
    }
  }
}
