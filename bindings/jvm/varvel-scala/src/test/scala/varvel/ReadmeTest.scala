package readme

import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.util.matching.Regex

import varvel.*
import java.time.Instant

enum Currency { case EUR, USD }
case class Money(amount: BigDecimal, currency: Currency)

sealed trait Event
case class Ordered(id: Long, at: Instant, total: Money) extends Event
case class Cancelled(id: Long, reason: Option[String]) extends Event

case class Customer(name: String, phone: Option[String], tags: Set[String] = Set()) derives Codec
case class Account(customer: Customer, events: Vector[Event], limits: Map[Currency, Int]) derives Codec

import varvel.{JsonSchema, description, maxLength, minItems, minimum}

case class Parcel(
    @minimum(1) grams: Int,
    @maxLength(40) @description("for the courier") note: Option[String],
    @minItems(1) to: List[String]
) derives Codec

given JsonSchema.Of[Sku] = JsonSchema.Of("""{"type": "string", "maxLength": 20}""")

case class Line(id: Long, quantity: Option[Int]) derives Codec
case class Lines(orders: List[Line]) derives Codec

import dev.varvel.{Reader, Writer}

final class Sku(val text: String)
final class Percent private (val value: Int)
object Percent {
  def of(value: Int): Either[String, Percent] = if value <= 100 then Right(Percent(value)) else Left("above 100")
}
case class Point(x: Int, y: Int)

given Codec[Sku] = Codec[String].map(text => Sku(text.trim))(_.text) // or with a check:
given Codec[Percent] = Codec.checked[Int, Percent]("percentage")(Percent.of)(_.value)

given Codec[Point] = new Codec[Point] {
  def read(reader: Reader): Point = {
    val begin = reader.offset()
    reader.readString().split(',').map(_.toIntOption) match {
      case Array(Some(x), Some(y)) => Point(x, y)
      case _                       => throw reader.refused("a point such as 1,2", begin)
    }
  }
  def write(point: Point, writer: Writer): Unit = writer.writeString(s"${point.x},${point.y}")
}

case class Sale(sku: Sku, off: Percent, at: List[Point]) derives Codec

/** The examples of the README, as they are written there. */
class ReadmeTest {
  @Test def types(): Unit = {
    val text = blocks("json").head.strip
    val account = json.read[Account](text)
    assertEquals(text, account.toJson)
    assertEquals(
      Vector(
        Ordered(9007199254740993L, Instant.parse("2026-01-31T12:00:00Z"), Money(BigDecimal("12.50"), Currency.EUR)),
        Cancelled(7, None)
      ),
      account.events
    )
    val bytes = msgpack.write(account)            // or cbor.write, frozen.write
    assertEquals(account, {
      msgpack.read[Account](bytes)
    })
    assertEquals(Right(account), {
      json.tryRead[Account](text)                   // Right(account), or Left of all errors, each with its path
    })
  }

  @Test def configuration(): Unit = {
    val strict: Codec[Account] = Codec.of[Account](
      Config.withNames(Config.snakeCase).withHintLabel("type").withUnknownRefused
    )
    val text = """{"customer":{"name":"a","tags":[]},"events":[{"type":"Cancelled","id":7}],"limits":{}}"""
    assertEquals(text, json.read[Account](text)(using strict).toJson(using strict))
    assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Account](text.replace("limits", "limit"))(using strict))
  }

  @Test def own_codecs(): Unit = {
    val text = """{"sku":"a","off":5,"at":["1,2"]}"""
    assertEquals(text, json.read[Sale](text.replace("\"a\"", "\" a\"")).toJson)
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Sale](text.replace("5", "101")))
    assertEquals("value refused: expected a valid percentage (above 100), at $.off, at byte 17, line 1, column 18", error.getMessage)
    val point = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Sale](text.replace("1,2", "1,b")))
    assertEquals("value refused: expected a point such as 1,2, at $.at[0], at byte 25, line 1, column 26", point.getMessage)
  }

  @Test def schemas(): Unit = {
    val schema = JsonSchema.of[Parcel].toJson(2) // or toJson, or raw to put it into another document
    assertEquals(schema + "\n", blocks("json")(1))
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Parcel]("""{"grams": 0, "to": ["x"]}"""))
    assertEquals("value refused: expected an integer of at least 1, at $.grams, at byte 10, line 1, column 11", error.getMessage)
    assertTrue(JsonSchema.of[Sale].toJson.contains(""""sku":{"type":"string","maxLength":20}"""))
  }

  /** The blocks of a language in the page. */
  private def blocks(language: String): List[String] =
    Regex(s"(?s)```$language\n(.*?)```").findAllMatchIn(Files.readString(Path.of("../README.md"))).map(_.group(1)).toList

  @Test def the_error_has_the_text_of_the_page(): Unit = {
    val text = "{\"orders\": [\n  {\"id\": 1}, {\"id\": 2, \"quantity\": \"3\"}\n]}"
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Lines](text))
    assertEquals(error.report + "\n", blocks("text").head)
  }

  @Test def the_examples_are_those_of_the_page(): Unit = {
    val tested = Files.readString(Path.of("src/test/scala/varvel/ReadmeTest.scala"))
    // The line of sbt is no example of code.
    val lines = blocks("scala").filterNot(_.startsWith("libraryDependencies")).flatMap(_.linesIterator)
    assertTrue(lines.size > 30)
    for line <- lines do assertTrue(tested.contains(line.strip), line)
  }
}
