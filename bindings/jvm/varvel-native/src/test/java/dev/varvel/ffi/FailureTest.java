package dev.varvel.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;

import dev.varvel.ErrorKind;
import dev.varvel.VarvelException;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.Test;

/** Errors of the library as exceptions. */
class FailureTest {
  private static VarvelException error(int code, long offset, String message, String path) {
    Failure failure = new Failure(code, offset, 0, 0, message, path, "", "");
    return assertInstanceOf(VarvelException.class, failure.exception());
  }

  @Test
  void theWordsAreTakenOutOfTheMessage() {
    VarvelException error =
        error(
            15,
            48,
            "wrong kind of value: expected an integer, found a string, at $.a[1] (byte 48)",
            "$.a[1]");
    assertEquals(ErrorKind.TYPE_MISMATCH, error.kind());
    assertEquals("an integer", error.expected());
    assertEquals("a string", error.found());
    assertEquals("$.a[1]", error.path());
    assertEquals(48, error.offset());
    assertEquals(
        "wrong kind of value: expected an integer, found a string, at $.a[1], at byte 48",
        error.getMessage());
  }

  @Test
  void wordsThatQuoteTheInputStayWhole() {
    VarvelException error =
        error(20, -1, "not found: expected a key, found `x, found y, at $.z`, at $.z", "$.z");
    assertEquals("a key", error.expected());
    assertEquals("`x, found y, at $.z`", error.found());
  }

  @Test
  void partsMayBeMissing() {
    assertEquals("", error(13, 3, "too many nodes (byte 3)", "").found());
    assertEquals("5 nodes", error(13, -1, "too many nodes, found 5 nodes", "").found());
    assertEquals("a port", error(20, -1, "not found: expected a port", "").expected());
    assertEquals("a reason", error(25, -1, "value refused: a reason", "").found());
    assertEquals(
        "value refused: a reason", error(25, -1, "value refused: a reason", "").getMessage());
  }

  @Test
  void recordsAreNamedBeforeTheKind() {
    VarvelException error =
        error(1, 12, "line 2, column 3: invalid syntax: expected a value, found `x` (byte 12)", "");
    assertEquals("a value", error.expected());
    assertEquals("`x`", error.found());
  }

  @Test
  void aKindThatIsNotKnownKeepsItsMessage() {
    VarvelException error = error(77, -1, "a new kind: expected what is new", "");
    assertEquals(ErrorKind.REFUSED, error.kind());
    assertEquals("a new kind: expected what is new", error.found());
  }

  @Test
  void errorsOfTheCallAreOfJava() {
    assertInstanceOf(
        IllegalStateException.class, new Failure(1000, -1, 0, 0, "f", "", "", "").exception());
    assertInstanceOf(
        IllegalArgumentException.class, new Failure(1001, -1, 0, 0, "f", "", "", "").exception());
    assertInstanceOf(
        CancellationException.class, new Failure(1002, -1, 0, 0, "f", "", "", "").exception());
  }

  @Test
  void theLineAndItsMarkAreTakenOutOfTheExcerpt() {
    String excerpt = "message\n  --> line 2, column 3, at $.a\n2 | a: x\n  |    ^\nhint: none";
    assertEquals("2 | a: x\n  |    ^", Failure.marked(excerpt));
    assertEquals("", Failure.marked("message"));
    assertEquals("", Failure.marked(""));
  }
}
