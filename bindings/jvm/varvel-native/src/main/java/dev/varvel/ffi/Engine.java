package dev.varvel.ffi;

import java.nio.channels.ReadableByteChannel;
import java.nio.channels.WritableByteChannel;
import java.nio.file.Path;

/**
 * The calls of the C library that this module makes. Java 22 and later has an implementation, in
 * {@code META-INF/versions/22} of the jar.
 *
 * <p>All methods throw what {@link Failure} makes of an error of the library. Formats and syntaxes
 * are numbers of the library.
 */
interface Engine {
  /** Returns the version of the library, such as "0.1.0". */
  String version();

  /** Writes a document in another format. */
  byte[] convert(int from, byte[] data, int to, Options options);

  /** Checks a document. */
  void validate(int format, byte[] data, Options options);

  /** Finds the node at a path in a document. Returns null if there is none. */
  Place locate(int format, byte[] data, Options options, String path);

  /** Reads a text to be edited. */
  Text text(int syntax, byte[] text, Options options);

  /**
   * Converts records.
   *
   * @param output where they go; null to check and count them only
   */
  Progress records(
      Format from,
      ReadableByteChannel input,
      Format to,
      WritableByteChannel output,
      RecordOptions options);

  /**
   * Where something is in a text.
   *
   * @param offset in bytes
   * @param line from 1 on; 0 in a binary document
   * @param column from 1 on; 0 in a binary document
   * @param excerpt the line, and a mark below it
   */
  record Place(long offset, int line, int column, String excerpt) {}

  /** A text that is edited. One thread at a time may use it. */
  interface Text {
    /** Lets edits change what aliases of YAML refer to, or refuses such edits. */
    void throughAliases(boolean through);

    /** Puts a value, as a frozen document, at a path. */
    void set(byte[] path, byte[] frozen);

    /** Puts a value, as a frozen document, beside others. */
    void insert(byte[] path, byte[] frozen);

    /** Gives a member another key. */
    void rename(byte[] path, byte[] key);

    /** Takes a node away. */
    void remove(byte[] path);

    /** Returns the text. */
    byte[] bytes();

    /** Returns what the text means, as a frozen document. */
    byte[] frozen();

    /** Returns the begin and the end of each comment in turn. */
    long[] comments();

    /** Returns the text of YAML, indented anew. */
    byte[] indented();

    /** Frees the text, which must not be used any more. */
    void free();
  }

  /** Opens the library. */
  interface Opener {
    /**
     * Opens the library in a file.
     *
     * @throws UnsupportedOperationException with the reason, if that is not possible
     */
    Engine open(Path file);

    /** Opens the library that the system finds by a name, or returns null. */
    Engine openByName(String name);
  }
}
