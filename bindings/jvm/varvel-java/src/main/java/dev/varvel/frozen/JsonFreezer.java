package dev.varvel.frozen;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import dev.varvel.json.Json;
import dev.varvel.json.JsonOptions;
import dev.varvel.json.JsonReader;
import java.io.IOException;
import java.io.InputStream;

/** Makes documents of texts of JSON. */
final class JsonFreezer {
  private JsonFreezer() {}

  /** Returns all bytes of a stream, or one more than a text may have. */
  static byte[] read(InputStream in, JsonOptions options) {
    long most = Math.min(options.limits().bytes(), Output.MOST - 1);
    try {
      return in.readNBytes((int) most + 1);
    } catch (IOException e) {
      throw VarvelException.of(ErrorKind.IO).cause(e).build();
    }
  }

  /**
   * Returns the document of a text: see {@link Frozen#fromJson(byte[], JsonOptions,
   * FreezeOptions)}.
   */
  static Frozen freeze(byte[] text, JsonOptions json, FreezeOptions options) {
    FrozenWriter writer =
        new FrozenWriter(options.withLimits(json.limits()).withDuplicates(json.duplicates()));
    try {
      JsonReader reader = new JsonReader(text, 0, text.length, json);
      reader.copyTo(writer);
      reader.finish();
    } catch (VarvelException e) {
      // Reading stopped at some error. The text says which one is the first, and where.
      Json.validate(text, json);
      throw e;
    }
    if (writer.values() > json.limits().nodes()) {
      Json.validate(text, json);
    }
    return writer.finish();
  }
}
