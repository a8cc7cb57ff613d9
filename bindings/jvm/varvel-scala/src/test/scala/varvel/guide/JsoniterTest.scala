package varvel.guide

import dev.varvel.VarvelException
import dev.varvel.json.{JsonOptions, JsonReader, JsonStream, JsonWriter}
import java.io.{ByteArrayInputStream, ByteArrayOutputStream}
import java.nio.ByteBuffer
import java.nio.charset.StandardCharsets.UTF_8
import java.util.HexFormat
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.collection.{immutable, mutable}
import varvel.*
import varvel.derivation.Testing

object JsoniterTest {
  case class Point(x: Int, y: Int) derives Codec
  case class Text(text: String) derives Codec
  case class Blob(data: Array[Byte]) derives Codec
  case class Hex(data: Array[Byte])
  object Hex {
    private given Codec[Array[Byte]] = Codec.string.map(HexFormat.of.parseHex(_))(HexFormat.of.formatHex(_))
    given Codec[Hex] = Codec.derived
  }

  enum Shape {
    case Circle(radius: Int)
    case Dot
  }
  case class Amounts(count: Int, price: BigDecimal, byId: Map[Long, Int], all: List[Option[Double]], boxed: Integer)
  case class Sparse(id: Int, note: Option[String] = None, tags: List[String] = Nil, named: Map[String, Int] = Map(), level: Int = 1)
  case class Kinds(exact: "a" | 2 | true, bits: immutable.BitSet, more: mutable.BitSet, fixed: IArray[Int]) derives Codec
  case class Wide(
      values: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, String)
  ) derives Codec
}

/** Rows of the guide for users of jsoniter-scala. */
class JsoniterTest extends Testing {
  import JsoniterTest.*
  private val text = """{"x":1,"y":2}"""
  private val point = Point(1, 2)

  @Test def inputs(): Unit = {
    val bytes = text.getBytes(UTF_8)
    assertEquals(point, json.read[Point](text))
    assertEquals(point, json.read[Point](bytes))
    val around = s"[$text]".getBytes(UTF_8)
    val part = JsonReader(around, 1, around.length - 1, JsonOptions.STRICT)
    assertEquals(point, Codec[Point].read(part))
    part.finish()
    val buffer = ByteBuffer.wrap(around, 1, bytes.length)
    val inBuffer = JsonReader(buffer.array, buffer.arrayOffset + buffer.position, buffer.arrayOffset + buffer.limit, JsonOptions.STRICT)
    assertEquals(point, Codec[Point].read(inBuffer))
    val stream = JsonStream.values(ByteArrayInputStream(bytes), JsonOptions.STRICT)
    assertEquals(point, stream.next(Codec[Point]))
    assertTrue(!stream.hasNext)
    refused[Point]("""{"x":1,"y":true}""", "$.y", "an integer, a boolean")
  }

  @Test def streams(): Unit = {
    val count = 10_000
    def sum(stream: JsonStream): Int = {
      var sum = 0
      while stream.hasNext do sum += stream.next(Codec[Point]).y
      sum
    }
    val lines = (text + "\n") * count
    assertEquals(2 * count, sum(JsonStream.values(ByteArrayInputStream(lines.getBytes(UTF_8)), JsonOptions.STRICT)))
    val items = List.fill(count)(text).mkString("[", ",", "]")
    assertEquals(2 * count, sum(JsonStream.items(ByteArrayInputStream(items.getBytes(UTF_8)), JsonOptions.STRICT)))
    val wrong = JsonStream.values(ByteArrayInputStream(s"$text\n{\"x\":1}".getBytes(UTF_8)), JsonOptions.STRICT)
    val error = assertThrows(classOf[VarvelException], () => sum(wrong))
    assertEquals(("a member `y`", 14L), (error.expected, error.offset))
  }

  @Test def outputs(): Unit = {
    val out = ByteArrayOutputStream()
    val writer = JsonWriter()
    Codec[Point].write(point, writer)
    writer.writeTo(out)
    assertEquals(text, out.toString(UTF_8))
    assertArrayEquals(out.toByteArray, point.toJsonBytes)
  }

  @Test def indentation_and_ascii(): Unit = {
    def written(writer: JsonWriter): String = {
      Codec[Text].write(Text("é😀"), writer)
      writer.toString
    }
    assertEquals("{\n    \"text\": \"é😀\"\n}", written(JsonWriter(4, false)))
    assertEquals("""{"text":"\u00e9\ud83d\ude00"}""", written(JsonWriter(0, true)))
    assertEquals(Text("é😀"), json.read[Text]("""{"text":"\u00e9\ud83d\ude00"}"""))
    refused[Text]("""{"text":"\ud83d"}""", "$.text", "both halves of a surrogate pair")
  }

  @Test def base64_and_base16(): Unit = {
    assertEquals("""{"data":"AQL/"}""", Blob(Array(1, 2, -1)).toJson)
    assertArrayEquals(Array[Byte](1, 2, -1), json.read[Blob]("""{"data":"AQL/"}""").data)
    refused[Blob]("""{"data":"A"}""", "$.data", "bytes as Base64 text, \"A\"")
    assertEquals("""{"data":"0102ff"}""", Hex(Array(1, 2, -1)).toJson)
    assertArrayEquals(Array[Byte](1, 2, -1), json.read[Hex]("""{"data":"0102ff"}""").data)
    val error = assertThrows(classOf[VarvelException], () => json.read[Hex]("""{"data":"0102f"}"""))
    assertEquals("$.data", error.path)
  }

  @Test def hints(): Unit = {
    val hinted: Codec[List[Shape]] = Codec.of(Config.withHintLabel("type"))
    both(List(Shape.Circle(1), Shape.Dot), """[{"type":"Circle","radius":1},"Dot"]""")(using hinted)
    val wrapped: Codec[List[Shape]] = Codec.of(Config.withHintAsKey)
    both(List(Shape.Circle(1), Shape.Dot), """[{"Circle":{"radius":1}},"Dot"]""")(using wrapped)
    // As circe writes types without members.
    assertEquals(List(Shape.Dot), json.read("""[{"Dot":{}}]""")(using wrapped))
    refused("""[{"Circle":{"radius":1},"Dot":{}}]""", "$[0]", "an object of one member")(using wrapped)
    refused("""["Dat"]""", "$[0]", "one of `Circle`, `Dot`, \"Dat\"")(using wrapped)
  }

  @Test def a_late_hint(): Unit = {
    given Codec[Shape] = Codec.of(Config.withHintLabel("type"))
    assertEquals(Shape.Circle(1), json.read[Shape]("""{"radius":1,"x":{"type":"Dot"},"type":"Circle"}"""))
    refused[Shape]("""{"radius":1,"type":"Square"}""", "$.type", "one of `Circle`, `Dot`, \"Square\"")
  }

  @Test def numbers_as_text(): Unit = {
    given Codec[Amounts] = Codec.of(Config.withNumbersAsText)
    both(
      Amounts(1, BigDecimal("2.50"), Map(3L -> 4), List(Some(0.5), None), 6),
      """{"count":"1","price":"2.50","byId":{"3":"4"},"all":["0.5",null],"boxed":"6"}"""
    )
    refused[Amounts]("""{"count":"1.5"}""", "$.count", "a number as text, \"1.5\"")
  }

  @Test def left_out(): Unit = {
    val sparse = Sparse(1)
    both(sparse, """{"id":1}""")(using Codec.of(Config.withoutDefaults))
    both(sparse, """{"id":1,"level":1}""")(using Codec.of(Config.withoutEmpties))
    both(sparse.copy(tags = List("t")), """{"id":1,"tags":["t"]}""")(using Codec.of(Config.withoutDefaults.withoutEmpties))
    refused("""{"id":1,"tags":null}""", "$.tags", "an array, null")(using Codec.of[Sparse](Config.withoutEmpties))
  }

  @Test def code_is_printed(): Unit = {
    // The compiler prints it; here it has only to be the same codec.
    assertEquals(Nil, scala.compiletime.testing.typeCheckErrors("Codec.of[Sparse](Config.withCodePrinted)"))
  }

  @Test def types(): Unit = {
    val text = """{"exact":2,"bits":[1,64],"more":[3],"fixed":[1,2]}"""
    val kinds = json.read[Kinds](text)
    assertEquals((2, immutable.BitSet(1, 64), mutable.BitSet(3), List(1, 2)), (kinds.exact, kinds.bits, kinds.more, kinds.fixed.toList))
    assertEquals(text, kinds.toJson)
    val numbers = (1 to 23).mkString("[", ",", ",\"24\"]")
    assertEquals(s"""{"values":$numbers}""", json.read[Wide](s"""{"values":$numbers}""").toJson)
    refused[Kinds]("""{"exact":3}""", "$.exact", "2")
    refused[Wide]("""{"values":[1,2]}""", "$.values", "an array of 24 items")
  }

  @Test def maps_without_boxes(): Unit = {
    both(mutable.LongMap(3L -> "a"), """{"3":"a"}""")
    both(immutable.LongMap(3L -> "a"), """{"3":"a"}""")
    both(immutable.IntMap(3 -> "a"), """{"3":"a"}""")
    assertEquals("[1,2]", json.read[immutable.ArraySeq[Int]]("[1,2]").toJson)
    assertArrayEquals(Array(1L, 2L), json.read[Array[Long]]("[1,2]"))
    refused[mutable.LongMap[Int]]("""{"x":1}""", "$.x", "an integer that fits i64, \"x\"")
  }
}
