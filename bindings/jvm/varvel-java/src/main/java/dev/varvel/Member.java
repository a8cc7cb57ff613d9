package dev.varvel;

import dev.varvel.json.Json;
import java.lang.invoke.MethodHandle;
import java.util.List;
import java.util.Map;

/** A member of a class that {@link Codec#of} handles. */
final class Member {
  /** Stands for null where null stands for no value. */
  static final Object NULL = new Object();

  /** The types that a method of readers and writers is called for. */
  private enum Form {
    STRING,
    LONG,
    INT,
    DOUBLE,
    BOOLEAN,
    OTHER
  }

  private static final Map<Codec<?>, Form> FORMS =
      Map.of(
          Codecs.STRING, Form.STRING,
          Codecs.LONG, Form.LONG,
          Codecs.INT, Form.INT,
          Codecs.DOUBLE, Form.DOUBLE,
          Codecs.BOOLEAN, Form.BOOLEAN);

  private final Form form;

  final String name;
  final List<String> aliases;
  final Class<?> raw;

  /** The codec; null for a member that is in no document. */
  final Codec<Object> codec;

  /** The value of a missing member as JSON, or null if there is none. */
  private final String defaultJson;

  /** Returns the member of an object. */
  final MethodHandle getter;

  /** Sets the member of an object; null for a component of a record. */
  final MethodHandle setter;

  Member(MemberSource source, Codec<Object> codec, MethodHandle getter, MethodHandle setter) {
    name = source.name();
    aliases = source.aliases();
    raw = source.raw();
    defaultJson = source.defaultJson();
    this.codec = codec;
    form = codec == null ? Form.OTHER : FORMS.getOrDefault(codec, Form.OTHER);
    this.getter = getter;
    this.setter = setter;
  }

  /** Returns whether the member is left out of documents where it has no value. */
  boolean mayBeLeftOut() {
    return codec instanceof NullCodec && defaultJson == null;
  }

  /** Reads the value; {@link #NULL} stands for null. */
  Object read(Reader reader) {
    Object value =
        switch (form) {
          case STRING -> reader.readString();
          case LONG -> reader.readLong();
          case INT -> reader.readInt();
          case DOUBLE -> reader.readDouble();
          case BOOLEAN -> reader.readBoolean();
          case OTHER -> reader.read(codec);
        };
    return value == null ? NULL : value;
  }

  /** Returns whether a value is given for where the member is missing. */
  boolean hasDefault() {
    return defaultJson != null;
  }

  /** Returns the value of a member that is missing, or null if it has to be there. */
  Object absent() {
    if (defaultJson != null && codec != null) {
      return orNull(Json.read(defaultJson, codec));
    }
    if (codec instanceof NullCodec<?, ?> nullable) {
      return orNull(nullable.empty());
    }
    return codec == null ? orNull(JdkTypes.zero(raw)) : null;
  }

  private static Object orNull(Object value) {
    return value == null ? NULL : value;
  }

  /** Returns the value of the member of an object. */
  Object get(Object owner) {
    try {
      return (Object) getter.invokeExact(owner);
    } catch (RuntimeException | Error e) {
      throw e;
    } catch (Throwable e) {
      throw VarvelException.of(ErrorKind.REFUSED)
          .expected("a value of the member `" + name + "`")
          .cause(e)
          .build();
    }
  }

  /** Returns whether a value is not written. */
  boolean isLeftOut(Object value) {
    return mayBeLeftOut() && ((NullCodec<?, ?>) codec).isEmpty(value);
  }

  /** Writes a value. */
  void write(Object value, Writer writer) {
    if (value == null && mayBeNull()) {
      writer.writeNull();
      return;
    }
    if (value == null) {
      String expected = "a value of the member `" + name + "`, which is not @Nullable";
      throw writer.error(ErrorKind.UNREPRESENTABLE, expected, "null");
    }
    switch (form) {
      case STRING -> writer.writeString((String) value);
      case LONG -> writer.writeLong((Long) value);
      case INT -> writer.writeInt((Integer) value);
      case DOUBLE -> writer.writeDouble((Double) value);
      case BOOLEAN -> writer.writeBoolean((Boolean) value);
      case OTHER -> codec.write(value, writer);
    }
  }

  /** Returns whether null is a value of the member in Java. */
  private boolean mayBeNull() {
    return codec == AnyCodec.ANY
        || codec instanceof NullCodec<?, ?> nullable && nullable.empty() == null;
  }
}
