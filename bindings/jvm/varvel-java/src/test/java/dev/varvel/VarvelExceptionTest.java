package dev.varvel;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

/** The words of messages. */
class VarvelExceptionTest {
  private static String message(ErrorKind kind, String expected, String found) {
    return VarvelException.of(kind).expected(expected).found(found).build().getMessage();
  }

  @Test
  void aRefusalMayHaveItsReasonAlone() {
    assertEquals("value refused: a reason", message(ErrorKind.REFUSED, "", "a reason"));
    assertEquals(
        "value refused: expected a port, found 7", message(ErrorKind.REFUSED, "a port", "7"));
    assertEquals("too many nodes: found 8", message(ErrorKind.NODE_LIMIT, "", "8"));
  }
}
