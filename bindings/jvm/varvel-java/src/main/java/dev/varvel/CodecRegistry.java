package dev.varvel;

import dev.varvel.internal.Types;
import java.lang.invoke.MethodHandles.Lookup;
import java.lang.reflect.Type;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/**
 * Makes codecs of classes, with the codecs and rules that a program gives: see {@link
 * Codecs#builder}.
 */
public final class CodecRegistry {
  private final Map<Type, Codec<?>> codecs;
  private final Map<Type, KeyCodec<?>> keys;
  private final UnaryOperator<String> names;
  private final String hint;
  private final boolean strict;
  private final Lookup lookup;

  private CodecRegistry(Builder of) {
    codecs = Map.copyOf(of.codecs);
    keys = Map.copyOf(of.keys);
    names = of.names;
    hint = of.hint;
    strict = of.strict;
    lookup = of.lookup;
  }

  /**
   * Makes the codec of a class, as {@link Codec#of(Class)} does.
   *
   * @throws IllegalArgumentException if none can be made; the message says of what, and why
   */
  @SuppressWarnings("unchecked") // The codec is made of the class.
  public <T> Codec<T> of(Class<T> type) {
    return (Codec<T>) new CodecMaker(this).checked(type);
  }

  /**
   * Makes the codec of a type with arguments, as {@link Codec#of(TypeRef)} does.
   *
   * @throws IllegalArgumentException if none can be made; the message says of what, and why
   */
  @SuppressWarnings("unchecked") // The codec is made of the type.
  public <T> Codec<T> of(TypeRef<T> type) {
    return (Codec<T>) new CodecMaker(this).checked(Types.resolve(type.type(), Map.of()));
  }

  /** Returns the codec that was given for a type, or null. */
  Codec<?> codec(Type type) {
    return codecs.get(type);
  }

  /** Returns the codec of keys that was given for a type, or null. */
  KeyCodec<?> keys(Type type) {
    return keys.get(type);
  }

  UnaryOperator<String> names() {
    return names;
  }

  String hint() {
    return hint;
  }

  boolean isStrict() {
    return strict;
  }

  Lookup lookup() {
    return lookup;
  }

  /** Takes codecs and rules. */
  public static final class Builder {
    private final Map<Type, Codec<?>> codecs = new HashMap<>();
    private final Map<Type, KeyCodec<?>> keys = new HashMap<>();
    private UnaryOperator<String> names = UnaryOperator.identity();
    private String hint = "_hint";
    private boolean strict;
    private Lookup lookup;

    Builder() {}

    /** Gives the codec of a class, wherever it comes. It goes before all other rules. */
    public <T> Builder with(Class<T> type, Codec<T> codec) {
      codecs.put(type, Objects.requireNonNull(codec));
      return this;
    }

    /** Gives the codec of a type with arguments, wherever it comes. */
    public <T> Builder with(TypeRef<T> type, Codec<T> codec) {
      codecs.put(Types.resolve(type.type(), Map.of()), Objects.requireNonNull(codec));
      return this;
    }

    /** Gives the codec of the keys of maps that are of a class. */
    public <K> Builder withKeys(Class<K> type, KeyCodec<K> codec) {
      keys.put(type, Objects.requireNonNull(codec));
      return this;
    }

    /**
     * Says how the name of a member in documents is made of that in Java, without {@code @Name}.
     */
    public Builder names(UnaryOperator<String> names) {
      this.names = Objects.requireNonNull(names);
      return this;
    }

    /** Says which member holds the name of a class under a sealed type, without {@code @Hint}. */
    public Builder hint(String key) {
      hint = Objects.requireNonNull(key);
      return this;
    }

    /** Makes unknown members an error in all classes, as {@code @Strict} does in one. */
    public Builder strict() {
      strict = true;
      return this;
    }

    /** Gives the rights of a program, for classes whose module is not open to this library. */
    public Builder lookup(Lookup lookup) {
      this.lookup = Objects.requireNonNull(lookup);
      return this;
    }

    /** Returns what makes codecs by these rules. */
    public CodecRegistry build() {
      return new CodecRegistry(this);
    }
  }
}
