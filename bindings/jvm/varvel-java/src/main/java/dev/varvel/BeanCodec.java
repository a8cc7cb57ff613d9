package dev.varvel;

import java.lang.invoke.MethodHandle;

/**
 * Objects with a constructor without parameters, and setters. A member that is missing keeps the
 * value that the constructor gave it, if that is not null.
 */
final class BeanCodec extends ObjectCodec {
  private static final Object[] NOTHING = {};

  private final MethodHandle constructor;

  BeanCodec(Class<?> type, MethodHandle constructor, boolean strict, String hintKey, String hint) {
    super(type, strict, hintKey, hint);
    this.constructor = constructor;
  }

  @Override
  Object make(Reader reader, long begin, Object[] values) {
    Object made;
    try {
      made = (Object) constructor.invokeExact(NOTHING);
      for (int i = 0; i < values.length; i++) {
        Member member = members()[i];
        if (values[i] == null && (member.hasDefault() || member.get(made) == null)) {
          values[i] = member.absent();
          if (values[i] == null) {
            missing(reader, i, begin);
          }
        }
      }
    } catch (Throwable e) {
      throw refused(reader, e, begin);
    }
    reader.complete(begin);
    for (int i = 0; i < values.length; i++) {
      if (values[i] != null) {
        set(reader, begin, members()[i], made, values[i] == Member.NULL ? null : values[i]);
      }
    }
    return made;
  }

  private void set(Reader reader, long begin, Member member, Object made, Object value) {
    try {
      member.setter.invokeExact(made, value);
    } catch (Throwable e) {
      throw refused(reader, e, begin);
    }
  }
}
