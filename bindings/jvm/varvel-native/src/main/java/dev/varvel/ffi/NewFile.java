package dev.varvel.ffi;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.Set;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A file that takes the place of another when it is complete. What is no plain file, such as a
 * pipe, is written where it is.
 */
final class NewFile implements AutoCloseable {
  private static final Set<StandardOpenOption> NEW =
      Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE);

  private final Path target;

  /** The file that is written, beside the target so that it can be moved there in one step. */
  private final Path part;

  private final FileChannel channel;

  private NewFile(Path target, Path part, FileChannel channel) {
    this.target = target;
    this.part = part;
    this.channel = channel;
  }

  /** Begins a file. A link is followed, and the permissions of a file that exists are kept. */
  static NewFile open(Path file) throws IOException {
    boolean exists = Files.exists(file);
    Path target = exists ? file.toRealPath() : file;
    if (exists && !Files.isRegularFile(target)) {
      return new NewFile(target, target, FileChannel.open(target, StandardOpenOption.WRITE));
    }
    String random = Long.toHexString(ThreadLocalRandom.current().nextLong());
    Path part = target.resolveSibling("." + target.getFileName() + "." + random + ".part");
    NewFile begun = new NewFile(target, part, FileChannel.open(part, NEW));
    try {
      if (exists) {
        Files.setPosixFilePermissions(part, Files.getPosixFilePermissions(target));
      }
    } catch (UnsupportedOperationException ignored) {
      // The system has no such permissions.
    } catch (IOException error) {
      begun.close();
      throw error;
    }
    return begun;
  }

  FileChannel channel() {
    return channel;
  }

  /** Puts the file in its place. */
  void complete() throws IOException {
    channel.close();
    if (!part.equals(target)) {
      Files.move(part, target, StandardCopyOption.REPLACE_EXISTING);
    }
  }

  /** Closes the file, and removes it if it did not come to its place. */
  @Override
  public void close() throws IOException {
    channel.close();
    if (!part.equals(target)) {
      Files.deleteIfExists(part);
    }
  }
}
