package varvel.derivation

import dev.varvel.{Codecs, Duplicates, ErrorKind, VarvelException}
import dev.varvel.json.{Json, JsonOptions, JsonStream}
import java.io.ByteArrayInputStream
import java.util.UUID
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test
import scala.collection.immutable
import varvel.*

object KeysTwiceTest {
  case class Point(x: Int, y: Int) derives Codec
  case class Outer(maps: List[Map[UUID, Int]]) derives Codec
}

/** Keys that are equal, although their texts are not: the error has the text of the second one, and its path. */
class KeysTwiceTest extends Testing {
  import KeysTwiceTest.*

  private val lower = "00000000-0000-0000-0000-00000000000a"
  private val upper = lower.toUpperCase

  /** Checks the error in JSON, and in the other formats by the path and the words. */
  private def twice[A: Codec](text: String, path: String, found: String): Unit = {
    def check(read: => Any): Unit = {
      val error = assertThrows(classOf[VarvelException], () => read)
      assertEquals((ErrorKind.DUPLICATE_KEY, path, "each key once", s"$found again"), (error.kind, error.path, error.expected, error.found))
    }
    val any: Any = json.read[Any](text)(using Codec.any)
    check(json.read[A](text))
    check(msgpack.read[A](msgpack.write(any)(using Codec.any)))
    check(cbor.read[A](cbor.write(any)(using Codec.any)))
  }

  @Test def in_objects(): Unit = {
    twice[Map[UUID, Int]](s"""{"$lower":1,"$upper":2}""", s"""$$["$upper"]""", s""""$upper"""")
    twice[Map[BigDecimal, Int]]("""{"2":0,"1.0":1,"3":0,"1.00":2,"4":0}""", "$[\"1.00\"]", "\"1.00\"")
    twice[immutable.TreeMap[BigDecimal, List[Int]]]("""{"2":[1,2],"1.0":[],"3":[],"1.00":[]}""", "$[\"1.00\"]", "\"1.00\"")
    twice[Map[Double, Int]]("""{"1":1,"1.0":2}""", "$[\"1.0\"]", "\"1.0\"")
    twice[Map[Point, Int]]("""{"{\"x\":1,\"y\":2}":1,"{\"y\":2,\"x\":1}":2}""", """$["{\"y\":2,\"x\":1}"]""", """"{\"y\":2,\"x\":1}"""")
    twice[Outer](s"""{"maps":[{},{"$lower":1,"$upper":2}]}""", s"""$$.maps[1]["$upper"]""", s""""$upper"""")
  }

  @Test def in_maps_of_java(): Unit = {
    twice[java.util.Map[UUID, Int]](s"""{"$lower":1,"$upper":2}""", s"""$$["$upper"]""", s""""$upper"""")
    twice[java.util.TreeMap[java.math.BigDecimal, Int]]("""{"2":0,"1.0":1,"1.00":2}""", "$[\"1.00\"]", "\"1.00\"")
    val codec = Codecs.map(dev.varvel.KeyCodec.UUID, Codecs.INT)
    val error = assertThrows(classOf[VarvelException], () => Json.read(s"""{"$lower":1,"$upper":2}""", codec))
    assertEquals((s"""$$["$upper"]""", s""""$lower" again"""), (error.path, error.found))
  }

  @Test def in_maps_as_arrays(): Unit = {
    given Codec[Map[UUID, Int]] = Codec.of(Config.withMapsAsArrays)
    twice[Map[UUID, Int]](s"""[["$lower",1], ["${lower.replace('a', 'b')}",1], ["$upper",2]]""", "$[2]", s""""$lower"""")
  }

  @Test def a_text_that_comes_twice(): Unit = {
    // One key comes twice in what is skipped, and another one in the map.
    case class Known(map: Map[String, Int])
    given Codec[Known] = Codec.derived
    refused[Known]("""{"skipped":{"a":1,"a":2},"map":{"b":1,"b":2}}""", "$.map.b", "each key once, \"b\" again")
    assertEquals(Map("b" -> 2), json.read[Map[String, Int]]("""{"b":1,"b":2}""", JsonOptions.STRICT.withDuplicates(Duplicates.LAST)))
  }

  @Test def in_a_stream(): Unit = {
    val text = s"""{"$lower":1} {"$lower":1,"$upper":2}"""
    val stream = JsonStream.values(new ByteArrayInputStream(text.getBytes), JsonOptions.STRICT)
    stream.next(Codec[Map[UUID, Int]])
    val error = assertThrows(classOf[VarvelException], () => stream.next(Codec[Map[UUID, Int]]))
    assertEquals((s"""$$["$upper"]""", text.lastIndexOf("\"0000").toLong), (error.path, error.offset))
  }

  @Test def among_all_errors(): Unit = {
    val found = json.tryRead[Outer](s"""{"maps":[{"$lower":"1"},{"$lower":1,"$upper":2}]}""")
    assertEquals(Left(List(s"""$$.maps[0]["$lower"]""", s"""$$.maps[1]["$upper"]""")), found.left.map(_.toList.map(_.path)))
  }
}
