package dev.varvel.ffi;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.condition.EnabledIf;

/**
 * Tests that call the library. They run if the property {@code varvel.library} is given and Java is
 * new enough; {@code check.sh} says if they do not.
 */
@Target({ElementType.TYPE, ElementType.METHOD})
@Retention(RetentionPolicy.RUNTIME)
@EnabledIf(
    value = "dev.varvel.ffi.NeedsLibrary$Given#isGiven",
    disabledReason = "no property varvel.library, or a Java before 22")
@interface NeedsLibrary {
  /** Says whether the tests run. A library that was given and cannot be used fails them. */
  final class Given {
    private Given() {}

    static boolean isGiven() {
      return Runtime.version().feature() >= 22
          && System.getProperty(LibrarySearch.PROPERTY) != null;
    }
  }
}
