package dev.varvel;

import dev.varvel.annotation.Alias;
import dev.varvel.annotation.Default;
import dev.varvel.annotation.Ignore;
import dev.varvel.annotation.Name;
import dev.varvel.annotation.Nullable;
import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Type;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * A member of a class as its source has it.
 *
 * @param javaName the name in Java
 * @param name the name in documents
 * @param raw the class of the member
 * @param type the type, whose variables have their values
 * @param places where annotations may be
 */
record MemberSource(
    String javaName, String name, Class<?> raw, Type type, List<AnnotatedElement> places) {
  static MemberSource of(
      String javaName,
      Class<?> raw,
      Type type,
      List<AnnotatedElement> places,
      UnaryOperator<String> names) {
    MemberSource unnamed = new MemberSource(javaName, javaName, raw, type, places);
    Name name = unnamed.annotation(Name.class);
    String inDocuments = name == null ? names.apply(javaName) : name.value();
    return new MemberSource(javaName, inDocuments, raw, type, places);
  }

  private <A extends Annotation> A annotation(Class<A> type) {
    for (AnnotatedElement place : places) {
      A found = place.getAnnotation(type);
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  boolean isIgnored() {
    return annotation(Ignore.class) != null;
  }

  boolean isNullable() {
    return annotation(Nullable.class) != null;
  }

  List<String> aliases() {
    Alias alias = annotation(Alias.class);
    return alias == null ? List.of() : List.of(alias.value());
  }

  /** Returns the value of a missing member as JSON, or null. */
  String defaultJson() {
    Default value = annotation(Default.class);
    return value == null ? null : value.value();
  }
}
