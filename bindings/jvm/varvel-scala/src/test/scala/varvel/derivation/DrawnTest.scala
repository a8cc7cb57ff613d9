package varvel.derivation

import dev.varvel.VarvelException
import dev.varvel.json.JsonOptions
import java.nio.charset.StandardCharsets.UTF_8
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.util.Random
import varvel.*

/** Derived codecs of every kind of type, on drawn values and on texts that are wrong. The environment variable
  * `VARVEL_CASES` asks for more of them.
  */
class DrawnTest {
  import Drawn.Model

  private val cases = sys.env.get("VARVEL_CASES").fold(2_000)(_.toInt)
  private val random = Random(2026)
  private val drawn = Drawn(random)

  private val plain = Codec[Model]
  private val other: Codec[Model] = Codec.of(
    Config.withNames(Config.snakeCase).withHintAsKey.withEnumsAsNumbers.withNoneAsNull.withMapsAsArrays.withNumbersAsText
      .withFailure(Failures.Throw).withDefaultsRequired.withUnknownRefused
  )
  private val short: Codec[Model] = Codec.of(Config.withHintLabel("type").withHintsWhereNeeded.withoutDefaults.withoutEmpties)
  private val codecs = List(plain, other, short)

  @Test def what_is_written_is_read(): Unit =
    for number <- 0 until cases do {
      val value = drawn.model()
      given Codec[Model] = if number % 4 == 0 then codecs(random.nextInt(3)) else plain
      val text = value.toJson
      val read = json.read[Model](text)
      assertEquals(value, read, text)
      assertEquals(text, read.toJson)
      if number % 10 == 0 then {
        val other = withoutRaw(value)
        assertEquals(other, cbor.read[Model](cbor.write(other)))
        assertEquals(other, frozen.read[Model](frozen.write(other)))
      }
    }

  /** Other formats have no text of a value. */
  private def withoutRaw(model: Model): Model =
    model.copy(others = model.others.copy(raw = RawJson("null")), next = model.next.map(withoutRaw))

  /** What may come in place of a token. */
  private val tokens = Array("null", "true", "-1", "0", "-0", "1.5", "1e400", "99999999999999999999", "\"\"", "\"x\"", "\"1\"", "\"\\ud83d\"",
    "\"2024-02-30\"", "{}", "[]", "[null]", "[[1]]", "{\"x\":1}", "{\"_hint\":\"Circle\"}", "{\"Circle\":{}}", "", ",", "\"Red\":")

  private val token = """"(?:[^"\\]|\\.)*"|-?[0-9][0-9.eE+-]*|true|false|null|[\[\]{},:]""".r

  /** Changes a text in some places. */
  private def changed(text: String): String = {
    val places = token.findAllMatchIn(text).map(found => (found.start, found.end)).toArray
    var made = text
    val chosen = Array.fill(1 + random.nextInt(2))(places(random.nextInt(places.length))).distinct.sortBy(-_._1)
    for (start, end) <- chosen do {
      val put = random.nextInt(4) match {
        case 0 => text.substring(start, end) + text.substring(start, end)
        case 1 => text.substring(start, end).patch(random.nextInt(end - start), random.nextPrintableChar().toString, 1)
        case _ => tokens(random.nextInt(tokens.length))
      }
      made = made.patch(start, put, end - start)
    }
    made
  }

  private def outcome(read: => Model): Either[VarvelException, Model] =
    try Right(read)
    catch {
      case error: VarvelException => Left(error)
      case error: Throwable       => throw new AssertionError("another exception", error)
    }

  @Test def changed_texts_give_a_value_or_an_error(): Unit = {
    var values = 0
    for round <- 0 until cases / 50 do {
      given codec: Codec[Model] = codecs(round % 3)
      val text = drawn.model().toJson
      for _ <- 0 until 50 do {
        val wrong = changed(text)
        val read = outcome(json.read[Model](wrong))
        if read.isRight then values += 1
        val all =
          try json.tryRead[Model](wrong)
          catch { case error: Throwable => throw new AssertionError(wrong, error) }
        read match {
          // Not by ==: a Failure holds an error.
          case Right(value) => assertEquals(Right(value).toString, all.toString, wrong)
          case Left(error)  => assertTrue(all.left.exists(_.nonEmpty), wrong)
        }
      }
    }
    assertTrue(values > 0)
  }

  @Test def every_cut_text_is_refused(): Unit =
    for codec <- codecs do {
      val bytes = drawn.model().toJson(using codec).getBytes(UTF_8)
      for length <- bytes.indices do {
        val read = outcome(json.read[Model](bytes.take(length))(using codec))
        assertTrue(read.left.exists(error => error.offset <= length), read.toString)
      }
    }

  @Test def deep_texts_are_refused(): Unit =
    for codec <- codecs; deep <- List("{\"next\":", "{\"others\":{\"any\":[", "{\"others\":{\"raw\":[", "{\"x\":[", "[") do {
      val text = deep + (if deep.endsWith("[") then "[" else deep) * 100_000
      assertThrows(classOf[VarvelException], () => json.read[Model](text)(using codec))
    }
}
