package readme

import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.util.matching.Regex

import varvel.{Codec, json, toJson}

case class Customer(name: String, phone: Option[String]) derives Codec
case class Order(id: Long, customer: Customer, tags: List[String] = Nil) derives Codec

import dev.varvel.{Reader, Writer}
import java.util.UUID

given Codec[UUID] = new Codec[UUID] {
  def read(reader: Reader): UUID = {
    val at = reader.offset()
    try UUID.fromString(reader.readString())
    catch { case _: IllegalArgumentException => throw reader.refused("a UUID", at) }
  }
  def write(id: UUID, writer: Writer): Unit = writer.writeString(id.toString)
}

case class Ticket(id: UUID, seat: Option[String]) derives Codec

import varvel.{JsonSchema, description, maxLength, minItems, minimum}

case class Parcel(
    @minimum(1) grams: Int,
    @maxLength(40) @description("for the courier") note: Option[String],
    @minItems(1) to: List[String]
) derives Codec

given JsonSchema.Of[UUID] = JsonSchema.Of("""{"type": "string", "format": "uuid"}""")

case class Line(id: Long, quantity: Option[Int]) derives Codec
case class Lines(orders: List[Line]) derives Codec

/** The examples of the README, as they are written there. */
class ReadmeTest {
  @Test def case_classes(): Unit = {
    val order = json.read[Order]("""{"id": 9007199254740993, "customer": {"name": "Zoë"}}""")
    assertEquals("""{"id":9007199254740993,"customer":{"name":"Zoë"},"tags":[]}""", order.toJson)
  }

  @Test def other_types(): Unit = {
    val text = """{"id":"00000000-0000-0001-0000-000000000002"}"""
    assertEquals(Ticket(UUID(1, 2), None), json.read[Ticket](text))
    assertEquals(text, Ticket(UUID(1, 2), None).toJson)
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Ticket]("""{"id": "x"}"""))
    assertEquals("value refused: expected a UUID, at $.id, at byte 7, line 1, column 8", error.getMessage)
  }

  @Test def schemas(): Unit = {
    val schema = JsonSchema.of[Parcel].toJson(2) // or toJson, or raw to put it into another document
    assertEquals(List(schema + "\n"), blocks("json"))
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Parcel]("""{"grams": 0, "to": ["x"]}"""))
    assertEquals("value refused: expected an integer of at least 1, at $.grams, at byte 10, line 1, column 11", error.getMessage)
    assertTrue(JsonSchema.of[Ticket].toJson.contains(""""id":{"type":"string","format":"uuid"}"""))
  }

  /** The blocks of a language in the page. */
  private def blocks(language: String): List[String] =
    Regex(s"(?s)```$language\n(.*?)```").findAllMatchIn(Files.readString(Path.of("../README.md"))).map(_.group(1)).toList

  @Test def the_error_has_the_text_of_the_page(): Unit = {
    val text = "{\"orders\": [\n  {\"id\": 1}, {\"id\": 2, \"quantity\": \"3\"}\n]}"
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Lines](text))
    assertEquals(List(error.report + "\n"), blocks("text"))
  }

  @Test def the_examples_are_those_of_the_page(): Unit = {
    val tested = Files.readString(Path.of("src/test/scala/varvel/ReadmeTest.scala"))
    // The line of sbt is no example of code.
    val lines = blocks("scala").filterNot(_.startsWith("libraryDependencies")).flatMap(_.linesIterator)
    assertTrue(lines.size > 10)
    for line <- lines do {
      val code = if line.startsWith("order.toJson") then "order.toJson" else line.strip
      assertTrue(tested.contains(code), line)
    }
  }
}
