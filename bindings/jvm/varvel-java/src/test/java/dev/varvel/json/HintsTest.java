package dev.varvel.json;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.varvel.Limits;
import dev.varvel.VarvelException;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HintsTest {
  private static VarvelException refused(String text, JsonOptions options) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    return assertThrows(
        VarvelException.class,
        () -> {
          JsonReader reader = new JsonReader(bytes, 0, bytes.length, options);
          reader.skip();
          reader.finish();
        });
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "[1,2,]      | JSON allows no comma after the last element; `JsonOptions.JSON5` does",
        "[1 // one   | JSON has no comments; `JsonOptions.withComments` takes those of // and /*",
        "{a: 1}      | keys take double quotes in JSON; `JsonOptions.JSON5` takes them without",
        "['a']       | JSON strings and keys take double quotes",
        "[+1]        | a positive number has no sign in JSON",
        "[.5]        | a digit stands before the point: 0.5, not .5",
        "[1.]        | a digit stands behind the point: 1.0, not 1.",
        "[0x10]      | JSON numbers are decimal",
        "[1_000]     | JSON numbers have no separators between digits",
        "[NaN]       | JSON has no NaN and no infinities",
        "[True]      | JSON writes true, false and null in lower case",
        "[None]      | JSON writes null for no value",
        "[yes]       | a string takes double quotes; the only words are true, false and null",
        "[1; 2]      | members and items have commas between them",
        "<html>      | this looks like HTML or XML",
        "[\"a\"b\"]  | a double quote inside a string is written \\\"",
        "[\"\\x41\"] | write \\x41 as \\u0041",
        "[\"\\d\"]   | a backslash itself is written \\\\",
        "1 2         | a JSON document is one value; `JsonStream` reads several in a row",
        "[]]         | nothing is open that this would close",
      })
  void each_guess_has_its_hint(String text, String hint) {
    assertEquals(hint, refused(text, JsonOptions.STRICT).hint());
  }

  @Test
  void white_space_and_ends() {
    assertEquals("the input is empty", refused("", JsonOptions.STRICT).hint());
    assertEquals("there is nothing but white space", refused(" \n", JsonOptions.STRICT).hint());
    assertEquals("", refused("[1", JsonOptions.STRICT).hint());
    assertEquals("write it as \\t", refused("[\"a\tb\"]", JsonOptions.STRICT).hint());
    assertEquals("write it as \\u0001", refused("[\"\u0001\"]", JsonOptions.STRICT).hint());
  }

  @Test
  void limits_name_what_raises_them() {
    JsonOptions shallow = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withDepth(1));
    VarvelException error = refused("[[]]", shallow);
    assertEquals("raise the limit with `Limits.withDepth` if the input is trusted", error.hint());
    assertTrue(error.report().endsWith("\nhint: " + error.hint()));
  }
}
