package varvel.derivation

import dev.varvel.{ErrorKind, VarvelException, Writer}
import dev.varvel.frozen.FrozenWriter
import dev.varvel.cbor.CborWriter
import dev.varvel.json.JsonWriter
import dev.varvel.msgpack.MessagePackWriter
import java.util.UUID
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test
import scala.util.{Failure, Success, Try}
import varvel.*

object NotWrittenTest {
  opaque type Name = String
  object Name { def apply(text: String): Name = text }
  enum Color { case Red, Green }
  enum Shape {
    case Dot
    case Circle(radius: Int)
  }
  case class Point(x: Int, y: Int)

  case class All(
      text: String = "",
      big: BigInt = 0,
      decimal: BigDecimal = 0,
      bytes: Array[Byte] = Array(),
      array: Array[Int] = Array(),
      list: List[String] = Nil,
      vector: Vector[Int] = Vector(),
      map: Map[String, Int] = Map(),
      javaList: java.util.List[Integer] = new java.util.ArrayList,
      javaMap: java.util.Map[String, Integer] = new java.util.HashMap,
      option: Option[Int] = None,
      either: Either[Int, String] = Left(1),
      attempt: Try[Int] = Success(1),
      tuple: (Int, String) = (1, ""),
      color: Color = Color.Red,
      shape: Shape = Shape.Dot,
      point: Point = Point(0, 0),
      union: Int | String = 1,
      id: UUID = new UUID(0, 0),
      boxed: Integer = 1,
      raw: RawJson = RawJson("1"),
      name: Name = Name(""),
      day: java.time.DayOfWeek = java.time.DayOfWeek.MONDAY,
      keys: Map[UUID, Int] = Map(),
      nullable: String | Null = "",
      any: Any = 1
  ) derives Codec

  case class Chain(next: Option[Chain]) derives Codec
  case class Tree(children: List[Tree]) derives Codec
  enum Expression derives Codec {
    case Value(value: Int)
    case Not(inner: Expression)
  }
  case class Keyed(map: Map[Keyed, Int]) derives Codec

  case class Emptied(a: Int, b: List[Int])

  def nested[A](inner: A, depth: Int)(outer: A => A): A = (1 to depth).foldLeft(inner)((value, _) => outer(value))
}

/** Values that cannot be written are errors with a path, in every format. */
class NotWrittenTest extends Testing {
  import NotWrittenTest.*

  private given Codec[Any] = Codec.any

  private def writers = List[Writer](new JsonWriter(), new MessagePackWriter(true), new CborWriter(), new FrozenWriter())

  private def refused[A: Codec](value: A, kind: ErrorKind, path: String, expected: String, found: String): Unit =
    writers.foreach { writer =>
      val error = assertThrows(classOf[VarvelException], () => Codec[A].write(value, writer), () => writer.getClass.getName)
      assertEquals((kind, path, expected, found), (error.kind, error.path, error.expected, error.found), s"${writer.getClass}: ${error.getMessage}")
    }

  private def isNull[A: Codec](value: A, path: String): Unit =
    refused(value, ErrorKind.UNREPRESENTABLE, path, "a value other than null", "null")

  @Test def null_members(): Unit = {
    isNull(All(text = null), "$.text")
    isNull(All(big = null), "$.big")
    isNull(All(decimal = null), "$.decimal")
    isNull(All(bytes = null), "$.bytes")
    isNull(All(array = null), "$.array")
    isNull(All(list = null), "$.list")
    isNull(All(vector = null), "$.vector")
    isNull(All(map = null), "$.map")
    isNull(All(javaList = null), "$.javaList")
    isNull(All(javaMap = null), "$.javaMap")
    isNull(All(option = null), "$.option")
    isNull(All(either = null), "$.either")
    isNull(All(attempt = null), "$.attempt")
    isNull(All(tuple = null), "$.tuple")
    isNull(All(color = null), "$.color")
    isNull(All(point = null), "$.point")
    isNull(All(id = null), "$.id")
    isNull(All(boxed = null), "$.boxed")
    isNull(All(raw = null), "$.raw")
    isNull(All(name = Name(null)), "$.name")
    isNull(All(day = null), "$.day")
    isNull[All](null, "$")
    refused(All(shape = null), ErrorKind.UNREPRESENTABLE, "$.shape", "Shape", "null")
    refused(All(union = null.asInstanceOf[String]), ErrorKind.UNREPRESENTABLE, "$.union", "Int | String", "null")
  }

  @Test def null_inside_of_others(): Unit = {
    isNull(All(list = List("", null)), "$.list[1]")
    isNull(All(tuple = (1, null)), "$.tuple[1]")
    isNull(All(either = Right(null)), "$.either")
    isNull(All(javaList = java.util.Arrays.asList(1, 2, null)), "$.javaList[2]")
    isNull(All(javaMap = java.util.Collections.singletonMap("a b", null)), "$.javaMap[\"a b\"]")
    isNull(All(map = Map((null, 1))), "$.map")
    isNull(All(keys = Map((null, 1))), "$.keys")
    isNull(List(Point(1, 2), null), "$[1]")
    isNull(Array[Option[Int]](Some(1), null), "$[1]")
    isNull(Map("a" -> Vector(Seq("x"), null)), "$.a[1]")
    isNull(Option(All(text = null)), "$.text")
  }

  @Test def null_where_it_is_a_value(): Unit = {
    val text = json.write(All(nullable = null, any = null))(using Codec.of[All](Config.withoutDefaults))
    assertEquals(List("null", "null"), List("nullable", "any").map(name => text.split(s"\"$name\":")(1).take(4)))
    assertEquals("[null]", List[Any](null).toJson)
    given Codec[List[Try[Int]]] = Codec.of(Config.withFailure(Failures.Message))
    assertEquals("""[1,"java.lang.RuntimeException"]""", List[Try[Int]](Success(1), Failure(new RuntimeException)).toJson)
    given Codec[Emptied] = Codec.of(Config.withoutEmpties)
    assertEquals("""{"a":1}""", Emptied(1, Nil).toJson)
    isNull(Emptied(1, null), "$.b")
  }

  @Test def other_values(): Unit = {
    val error = assertThrows(classOf[VarvelException], () => List(1.0, Double.NaN).toJson)
    assertEquals("value cannot be represented: expected a number that JSON has, found NaN, at $[1]", error.getMessage)
    val half = assertThrows(classOf[VarvelException], () => Map("k" -> List("a", "b\uD800")).toJson)
    assertEquals("lone surrogate: expected both halves of a surrogate pair, found one half, as character 1 of a string, at $.k[1]", half.getMessage)
    refused[Any](List(Map("a" -> new Object)), ErrorKind.UNREPRESENTABLE, "$[0].a",
      "null, a boolean, a number, a string, bytes, a list or a map", "java.lang.Object")
  }

  private def tooDeep[A: Codec](value: A, path: String): Unit =
    refused(value, ErrorKind.DEPTH_LIMIT, path, "at most 128 containers inside each other", "")

  @Test def depth(): Unit = {
    val deep = 50000
    tooDeep(nested(Chain(None), deep)(inner => Chain(Some(inner))), "$" + ".next" * 7 + "…" + ".next" * 4)
    tooDeep(nested(Tree(Nil), deep)(inner => Tree(List(inner))), "$" + ".children[0]" * 3 + ".children…" + ".children[0]" * 2)
    tooDeep(nested[Expression](Expression.Value(1), deep)(Expression.Not(_)), "$" + ".inner" * 7 + "…" + ".inner" * 4)
    tooDeep(nested[Any](1, deep)(List(_)), "$" + "[0]" * 7 + "…" + "[0]" * 4)
    tooDeep(nested[Any](1, deep)(inner => Map("a" -> inner)), "$" + ".a" * 7 + "…" + ".a" * 4)
    tooDeep(nested[Any](1, deep)(Array[Any](_)), "$" + "[0]" * 7 + "…" + "[0]" * 4)
    assertEquals("1", nested[Any](1, deep)(Some(_)).toJson)
  }

  @Test def keys_inside_of_keys(): Unit = {
    val error = assertThrows(classOf[VarvelException], () => nested(Keyed(Map()), 50000)(inner => Keyed(Map(inner -> 1))).toJson)
    assertEquals(ErrorKind.DEPTH_LIMIT, error.kind)
  }

  @Test def as_deep_as_is_allowed(): Unit = {
    val most = nested(Chain(None), 127)(inner => Chain(Some(inner)))
    assertEquals(most, json.read[Chain](most.toJson))
    val more = Chain(Some(most))
    assertThrows(classOf[VarvelException], () => more.toJson)
    writers.foreach { writer =>
      writer.setDepthLimit(129)
      Codec[Chain].write(more, writer)
      assertEquals(0, writer.depth)
    }
  }
}
