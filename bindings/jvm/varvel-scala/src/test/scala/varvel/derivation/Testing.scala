package varvel.derivation

import dev.varvel.VarvelException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import varvel.{Codec, json, toJson}

/** What the tests of derivation share. */
trait Testing {

  /** Checks what a value is written as, and that it is read again. */
  def both[A](value: A, text: String)(using Codec[A]): Unit = {
    assertEquals(text, value.toJson)
    assertEquals(value, json.read[A](text))
  }

  /** Checks that a text is refused at a path, with some words. */
  def refused[A](text: String, path: String, says: String)(using Codec[A]): Unit = {
    val error = assertThrows(classOf[VarvelException], () => json.read[A](text))
    val words = if error.found.isEmpty then error.expected else s"${error.expected}, ${error.found}"
    assertEquals((path, says), (error.path, words), error.getMessage)
  }
}
