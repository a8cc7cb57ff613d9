package dev.varvel;

import java.lang.invoke.MethodHandle;

/** Records, made by their canonical constructors. */
final class RecordCodec extends ObjectCodec {
  private final MethodHandle constructor;

  RecordCodec(
      Class<?> type, MethodHandle constructor, boolean strict, String hintKey, String hint) {
    super(type, strict, hintKey, hint);
    this.constructor = constructor;
  }

  @Override
  Object make(Reader reader, long begin, Object[] values) {
    for (int i = 0; i < values.length; i++) {
      Object value = values[i];
      if (value == null) {
        value = members()[i].absent();
        if (value == null) {
          missing(reader, i, begin);
        }
      }
      values[i] = value == Member.NULL ? null : value;
    }
    reader.complete(begin);
    try {
      return (Object) constructor.invokeExact(values);
    } catch (Throwable e) {
      throw refused(reader, e, begin);
    }
  }
}
