package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.frozen.FrozenWriter;
import dev.varvel.internal.BinaryReader;
import java.util.Arrays;
import java.util.Collection;
import java.util.function.Function;

/** Reads damaged documents: each ends in a value, or in an error of ours. */
@SuppressWarnings("exports") // Tests are in the module.
public final class Damage {
  private final Function<byte[], BinaryReader> open;
  private final Codec<?> codec;
  private int taken;
  private int refused;

  private Damage(Function<byte[], BinaryReader> open, Codec<?> codec) {
    this.open = open;
    this.codec = codec;
  }

  /** Reads every truncation and every change of a byte of some documents. */
  public static void check(
      Collection<byte[]> documents, Function<byte[], BinaryReader> open, Codec<?> codec) {
    Damage damage = new Damage(open, codec);
    for (byte[] document : documents) {
      for (int length = 0; length < document.length; length++) {
        damage.read(Arrays.copyOf(document, length));
      }
      byte[] changed = document.clone();
      int step = document.length > 300 ? 128 : document.length > 60 ? 37 : 1;
      for (int i = 0; i < Math.min(document.length, 400); i++) {
        for (int value = 0; value < 256; value += step) {
          changed[i] = (byte) value;
          damage.read(changed);
        }
        changed[i] = document[i];
      }
    }
    assertTrue(damage.taken > 0 && damage.refused > 0);
    System.out.println("damaged: " + damage.taken + " taken, " + damage.refused + " refused");
  }

  private void read(byte[] bytes) {
    VarvelException expected = null;
    try {
      open.apply(bytes).validate();
      taken++;
    } catch (VarvelException e) {
      refused++;
      expected = e;
    }
    skip(bytes, expected);
    VarvelException copied = copy(bytes);
    boolean doubled = copied != null && copied.kind() == ErrorKind.DUPLICATE_KEY;
    if (expected != null && expected.kind() != ErrorKind.DUPLICATE_KEY && !doubled) {
      assertEquals(expected.getMessage(), copied == null ? "taken" : copied.getMessage());
    }
    try {
      BinaryReader reader = open.apply(bytes);
      codec.read(reader);
      reader.finish();
    } catch (VarvelException e) {
      assertTrue(e.getMessage().length() > 10);
    }
  }

  private void skip(byte[] bytes, VarvelException expected) {
    try {
      BinaryReader reader = open.apply(bytes);
      reader.skip();
      reader.finish();
      assertTrue(expected == null || expected.kind() == ErrorKind.DUPLICATE_KEY);
    } catch (VarvelException e) {
      assertEquals(expected == null ? "taken" : expected.getMessage(), e.getMessage());
    }
  }

  private VarvelException copy(byte[] bytes) {
    try {
      BinaryReader reader = open.apply(bytes);
      FrozenWriter writer = new FrozenWriter();
      reader.copyTo(writer);
      reader.finish();
      writer.finish();
      return null;
    } catch (VarvelException e) {
      return e;
    }
  }
}
