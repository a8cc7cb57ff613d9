package dev.varvel;

import dev.varvel.annotation.Hint;
import dev.varvel.annotation.Id;
import dev.varvel.annotation.Name;
import dev.varvel.annotation.Strict;
import dev.varvel.internal.Types;
import java.lang.annotation.Annotation;
import java.lang.invoke.MethodHandle;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Modifier;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;

/** Makes the codecs of types: see {@link Codec#of}. */
@SuppressWarnings({"unchecked", "rawtypes"}) // Types are looked at while the program runs.
final class CodecMaker {
  /** Arguments inside of each other beyond this are taken for some that grow without end. */
  private static final int MOST_NESTING = 20;

  private static final Object[] NOTHING = {};

  private final CodecRegistry registry;
  private final ClassAccess access;
  private final ClassMembers classMembers;

  /** The codecs that have been made, or are being made. */
  private final Map<Type, Codec<Object>> made = new HashMap<>();

  private final List<ObjectCodec> objects = new ArrayList<>();

  CodecMaker(CodecRegistry registry) {
    this.registry = registry;
    access = new ClassAccess(registry.lookup());
    classMembers = new ClassMembers(access, registry.names());
  }

  /** Returns the codec of a type whose variables have their values, after all has been checked. */
  Codec<Object> checked(Type type) {
    Codec<Object> codec = of(type);
    for (ObjectCodec object : objects) {
      object.checkDefaults();
    }
    return codec;
  }

  private Codec<Object> of(Type type) {
    Codec<?> known = registry.codec(type);
    if (known == null && type instanceof Class<?> simple) {
      known = JdkTypes.codec(simple);
    }
    if (known == null) {
      known = made.get(type);
    }
    if (known != null) {
      return (Codec<Object>) known;
    }
    if (Types.nesting(type) > MOST_NESTING) {
      throw no(type, "its arguments grow without end");
    }
    Class<?> raw = Types.raw(type);
    // A type that holds itself finds its codec when that is first used. An optional one does not
    // hold itself except by another type, and its codec has to be known at once.
    if (raw != Optional.class) {
      made.put(type, (Codec<Object>) (Codec<?>) Codecs.lazy(() -> made.get(type)));
    }
    Codec<Object> codec = make(type, raw);
    made.put(type, codec);
    return codec;
  }

  private Codec<Object> make(Type type, Class<?> raw) {
    if (type instanceof TypeVariable<?> variable) {
      throw no(
          type,
          "it is a type variable of "
              + (variable.getGenericDeclaration() instanceof Class<?> owner
                  ? owner.getName()
                  : "a method")
              + "; give its value by a TypeRef");
    }
    if (raw.isArray()) {
      return array(type, raw.getComponentType());
    }
    if (raw == Optional.class) {
      return cast(Codecs.optional(of(Types.argument(type, Optional.class, 0))));
    }
    if (Iterable.class == raw || Collection.class.isAssignableFrom(raw)) {
      return collection(type, raw);
    }
    if (Map.class.isAssignableFrom(raw)) {
      return map(type, raw);
    }
    if (raw.isEnum()) {
      return constants((Class) raw);
    }
    if (raw.isSealed() && (raw.isInterface() || Modifier.isAbstract(raw.getModifiers()))) {
      return variants(type, raw);
    }
    return object(type, raw, null, null);
  }

  static IllegalArgumentException no(Type type, String why) {
    return new IllegalArgumentException("no codec of " + type.getTypeName() + ": " + why);
  }

  private static Codec<Object> cast(Codec<?> codec) {
    return (Codec<Object>) codec;
  }

  // Arrays, collections and maps

  private Codec<Object> array(Type type, Class<?> item) {
    Type itemType =
        type instanceof GenericArrayType generic ? generic.getGenericComponentType() : item;
    Codec<Object> codec = of(itemType);
    return item.isPrimitive()
        ? new PrimitiveArrayCodec(item, codec)
        : cast(new ArrayCodec<>((Class<Object>) item, codec));
  }

  private Codec<Object> collection(Type type, Class<?> raw) {
    Type item = Types.argument(type, Iterable.class, 0);
    Supplier<?> empty =
        raw == EnumSet.class ? () -> EnumSet.noneOf((Class) Types.raw(item)) : empty(type, raw);
    return cast(new CollectionCodec(of(item), empty));
  }

  private Codec<Object> map(Type type, Class<?> raw) {
    Type key = Types.argument(type, Map.class, 0);
    Supplier<?> empty =
        raw == EnumMap.class ? () -> new EnumMap((Class) Types.raw(key)) : empty(type, raw);
    return cast(new MapCodec(keys(key), of(Types.argument(type, Map.class, 1)), empty));
  }

  private KeyCodec<Object> keys(Type type) {
    KeyCodec<?> known = registry.keys(type);
    if (known == null && type == Object.class) {
      known = KeyCodec.STRING;
    }
    if (known == null) {
      Codec<Object> codec = of(type);
      known = KeyCodecs.find(codec);
      known = known == null ? KeyCodec.json(codec) : known;
    }
    return (KeyCodec<Object>) known;
  }

  /** Returns what makes an empty collection or map. */
  private Supplier<?> empty(Type type, Class<?> raw) {
    Supplier<?> known = JdkTypes.empty(raw);
    if (known != null) {
      return known;
    }
    MethodHandle constructor;
    try {
      if (Modifier.isAbstract(raw.getModifiers())) {
        throw new NoSuchMethodException();
      }
      constructor = access.constructor(raw.getDeclaredConstructor());
    } catch (NoSuchMethodException e) {
      throw no(
          type,
          "it has no constructor without parameters; use an interface such as List, or give its"
              + " codec by Codecs.builder()");
    }
    return () -> {
      try {
        return (Object) constructor.invokeExact(NOTHING);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new IllegalStateException(e);
      }
    };
  }

  // Enums

  private <E extends Enum<E>> Codec<Object> constants(Class<E> type) {
    E[] constants = type.getEnumConstants();
    String[] names = new String[constants.length];
    Map<Long, E> byId = new HashMap<>();
    long[] ids = new long[constants.length];
    for (E constant : constants) {
      int number = constant.ordinal();
      Name name = annotation(constant, Name.class);
      names[number] = name == null ? constant.name() : name.value();
      Id id = annotation(constant, Id.class);
      if (id != null) {
        ids[number] = id.value();
        if (byId.put(id.value(), constant) != null) {
          throw no(type, "two constants have the @Id " + id.value());
        }
      }
    }
    if (byId.isEmpty()) {
      return cast(new EnumCodec<>(constants, names));
    }
    if (byId.size() != constants.length) {
      throw no(type, "some of its constants have an @Id, and some have not");
    }
    String expected = "the number of a constant of " + type.getSimpleName();
    return cast(
        Codecs.mapped(
            Codecs.LONG,
            id ->
                Optional.ofNullable(byId.get(id))
                    .orElseThrow(() -> new IllegalArgumentException("no constant")),
            constant -> ids[constant.ordinal()],
            expected));
  }

  private static <A extends Annotation> A annotation(Enum<?> constant, Class<A> type) {
    try {
      return constant.getDeclaringClass().getField(constant.name()).getAnnotation(type);
    } catch (NoSuchFieldException e) {
      throw new IllegalStateException(e);
    }
  }

  // Classes

  private Codec<Object> variants(Type type, Class<?> raw) {
    Hint hint = raw.getAnnotation(Hint.class);
    String hintKey = hint == null ? registry.hint() : hint.value();
    SealedCodec codec = new SealedCodec(raw, hintKey);
    for (Class<?> sub : concrete(raw)) {
      Name name = sub.getAnnotation(Name.class);
      String called = name == null ? sub.getSimpleName() : name.value();
      if (sub.isEnum()) {
        throw no(sub, "an enum has no members, and " + raw.getName() + " needs one as a hint");
      }
      Codec<Object> variant = object(Types.below(sub, type), sub, hintKey, called);
      if (!codec.add(called, sub, variant)) {
        throw no(type, "two of its classes are called `" + called + "`; rename one by @Name");
      }
    }
    return codec;
  }

  /** Returns the classes below a sealed type that have objects. */
  private static Set<Class<?>> concrete(Class<?> raw) {
    Set<Class<?>> all = new LinkedHashSet<>();
    for (Class<?> sub : raw.getPermittedSubclasses()) {
      if (!sub.isInterface() && !Modifier.isAbstract(sub.getModifiers())) {
        all.add(sub);
      }
      if (sub.isSealed()) {
        all.addAll(concrete(sub));
      } else if (!Modifier.isFinal(sub.getModifiers())) {
        throw no(raw, sub.getName() + " is not final or sealed, so that not all classes are known");
      }
    }
    return all;
  }

  /**
   * Makes the codec of a record or a bean.
   *
   * @param hintKey the member that names the class, and the name; or null
   */
  private Codec<Object> object(Type type, Class<?> raw, String hintKey, String hint) {
    boolean strict = registry.isStrict() || raw.isAnnotationPresent(Strict.class);
    if (raw.isRecord()) {
      MethodHandle constructor = classMembers.canonical(raw);
      ObjectCodec codec = new RecordCodec(raw, constructor, strict, hintKey, hint);
      objects.add(codec);
      codec.setMembers(classMembers.ofRecord(type, raw, this::member));
      return codec;
    }
    if (raw.isInterface() || Modifier.isAbstract(raw.getModifiers())) {
      String what = raw.isInterface() ? "an interface that is" : "an abstract class that is";
      throw no(type, what + " not sealed; seal it, or give its codec by Codecs.builder()");
    }
    MethodHandle constructor = classMembers.empty(raw);
    if (constructor == null || raw.getName().startsWith("java.")) {
      throw no(
          type,
          "it is neither a record nor a class with a constructor without parameters; give its"
              + " codec by Codecs.builder(), or leave the member out by @Ignore");
    }
    ObjectCodec codec = new BeanCodec(raw, constructor, strict, hintKey, hint);
    objects.add(codec);
    codec.setMembers(classMembers.ofBean(type, raw, this::member));
    return codec;
  }

  /** Returns the codec of a member, or null if it is in no document. */
  private Codec<Object> member(Class<?> owner, MemberSource source) {
    if (source.isIgnored()) {
      return null;
    }
    try {
      Codec<Object> codec = of(source.type());
      if (!source.isNullable()) {
        return codec;
      }
      if (source.raw().isPrimitive()) {
        throw new IllegalArgumentException("a primitive value is never null");
      }
      return Codecs.nullable(codec);
    } catch (IllegalArgumentException e) {
      String at = ": the member `" + source.javaName() + "` of " + owner.getName();
      throw new IllegalArgumentException(
          e.getMessage().contains(": the member `") ? e.getMessage() : e.getMessage() + at, e);
    }
  }
}
