package dev.varvel;

import java.net.MalformedURLException;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystems;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Date;
import java.util.IllformedLocaleException;
import java.util.Locale;
import java.util.UUID;

/** The texts of types of the JDK that are neither numbers nor times. */
final class OtherTexts {
  private OtherTexts() {}

  /** Reads 36 characters. Java's own parser takes groups of fewer digits as well. */
  static UUID uuid(String text) {
    if (text.length() != 36) {
      throw new IllegalArgumentException("another length");
    }
    for (int i = 0; i < 36; i++) {
      boolean dash = i == 8 || i == 13 || i == 18 || i == 23;
      char c = text.charAt(i);
      boolean digit = c >= '0' && c <= '9' || (c | 0x20) >= 'a' && (c | 0x20) <= 'f' && c < 0x80;
      if (dash ? c != '-' : !digit) {
        throw new IllegalArgumentException("no digit");
      }
    }
    return UUID.fromString(text);
  }

  static URI uri(String text) {
    try {
      return new URI(text);
    } catch (URISyntaxException e) {
      throw new IllegalArgumentException(e);
    }
  }

  static URL url(String text) {
    try {
      return uri(text).toURL();
    } catch (MalformedURLException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns the text of a URL, if it can be read again. */
  static String print(URL url) {
    String text = url.toExternalForm();
    try {
      if (url(text).toExternalForm().equals(text)) {
        return text;
      }
    } catch (IllegalArgumentException e) {
      // The error is made below.
    }
    throw unrepresentable("a URL that is a URI", text);
  }

  /** Reads a tag of BCP 47. Java's own method drops what it does not know. */
  static Locale locale(String text) {
    try {
      return new Locale.Builder().setLanguageTag(text).build();
    } catch (IllformedLocaleException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Returns the tag of a locale, if it can be read again. */
  static String print(Locale locale) {
    String tag = locale.toLanguageTag();
    if (locale(tag).equals(locale)) {
      return tag;
    }
    throw unrepresentable("a locale that has a tag of BCP 47", locale.toString());
  }

  static Date date(Instant instant) {
    if (instant.getNano() % 1_000_000 != 0) {
      throw new IllegalArgumentException("less than a millisecond");
    }
    return Date.from(instant);
  }

  static String print(Path path) {
    if (path.getFileSystem() != FileSystems.getDefault()) {
      throw unrepresentable("a path of the default file system", path.toString());
    }
    return path.toString();
  }

  private static VarvelException unrepresentable(String expected, String found) {
    return VarvelException.of(ErrorKind.UNREPRESENTABLE).expected(expected).found(found).build();
  }
}
