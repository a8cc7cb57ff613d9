package varvel.derivation

import dev.varvel.VarvelException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import varvel.{cbor, frozen, json, msgpack, toJson, Codec}

/** What the tests of derivation share. */
trait Testing {

  /** Checks what a value is written as in JSON, and that it is read again in every format. */
  def both[A](value: A, text: String)(using Codec[A]): Unit = {
    inJson(value, text)
    assertEquals(value, msgpack.read[A](msgpack.write(value)))
    assertEquals(value, cbor.read[A](cbor.write(value)))
    assertEquals(value, frozen.read[A](frozen.write(value)))
  }

  /** Checks what a value is written as in JSON, and that it is read again. */
  def inJson[A](value: A, text: String)(using Codec[A]): Unit = {
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
