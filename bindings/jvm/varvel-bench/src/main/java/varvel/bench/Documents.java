package varvel.bench;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The documents of a file, and the values that a library makes of them. */
final class Documents {
  final Subject subject;
  final byte[][] texts;
  final String[] strings;
  final Object[] values;

  /**
   * Reads a file of documents of JSON, a zero byte between each; their number is a power of two.
   */
  Documents(String library, String file) throws IOException {
    subject = Subject$.MODULE$.of(library, Path.of(file).getFileName().toString());
    strings = Files.readString(Path.of(file)).split("\0");
    if (Integer.bitCount(strings.length) != 1) {
      throw new IOException(strings.length + " documents, which is no power of two");
    }
    texts = new byte[strings.length][];
    values = new Object[strings.length];
    for (int i = 0; i < strings.length; i++) {
      texts[i] = subject.document(strings[i].getBytes(StandardCharsets.UTF_8));
      values[i] = subject.read(texts[i]);
      if (!subject.read(subject.write(values[i])).equals(values[i])
          || !subject.readString(subject.writeString(values[i])).equals(values[i])) {
        throw new IOException(library + " reads something else than it wrote");
      }
    }
  }
}
