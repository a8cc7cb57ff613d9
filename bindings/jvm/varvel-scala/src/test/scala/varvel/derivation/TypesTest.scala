package varvel.derivation

import java.util as ju
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals}
import org.junit.jupiter.api.Test
import scala.collection.immutable.{BitSet, ListMap, Queue, SeqMap, SortedMap, SortedSet, TreeMap, VectorMap}
import scala.collection.mutable
import scala.util.{Failure, Success, Try}
import varvel.*

object TypesTest {
  object Ids {
    opaque type Id = Long
    object Id {
      def make(value: Long): Either[String, Id] = if value > 0 then Right(value) else Left("not positive")
    }
    opaque type Name = String
    opaque type Many[A] = List[A]
    def id(value: Long): Id = value
    def name(value: String): Name = value
    def many[A](items: A*): Many[A] = items.toList
  }
  case class Opaques(id: Ids.Id, name: Ids.Name, many: Ids.Many[Int], keys: Map[Ids.Name, Ids.Id]) derives Codec
  case class Cat(name: String, lives: Int)
  case class Dog(name: String, breed: String, tail: Option[Int])
  case class Fish(fins: Int)
  case class Pet(pet: Cat | Dog | Fish | String) derives Codec
  case class Mixed(value: String | Int | List[String] | Null, exact: "x" | "y", number: 3 | 4) derives Codec
  case class Sides(value: Either[Int, String]) derives Codec
  case class Tried(value: Try[Int]) derives Codec
  case class Anything(value: Any) derives Codec
  case class Raw(value: RawJson, n: Int) derives Codec
  case class Point(x: Int, y: Int)
  case class Named(name: String) derives Codec
  case class Aged(name: String, age: Int) derives Codec
  case class Empty() derives Codec
  case class Unions(one: Named | Aged | Empty, more: List[Aged | Named], plain: Named) derives Codec
  case class Literals(text: "x", long: 1L, char: 'c', double: 1.5, isTrue: true) derives Codec
  case class MaybeNull(point: Point | Null, points: List[Point | Null], plain: Point, all: List[Point], text: String | Null, named: Named | Null)
      derives Codec
}

class TypesTest extends Testing {
  import TypesTest.*

  @Test def scalars(): Unit = {
    both[(Byte, Short, Char, Boolean, Float)]((-128, 32767, 'ä', true, 0.1f), """[-128,32767,"ä",true,0.1]""")
    refused[List[Byte]]("[1,128]", "$[1]", "an integer that fits i8, 128")
    refused[List[Short]]("[-32769]", "$[0]", "an integer that fits i16, -32769")
    refused[List[Char]]("""["ab"]""", "$[0]", "a string of one character, \"ab\"")
    val big = "123456789012345678901234567890"
    val numbers = (BigInt(big), BigDecimal(s"$big.50"))
    both(numbers, s"[$big,$big.50]")
    both[ju.UUID](ju.UUID(1, 2), "\"00000000-0000-0001-0000-000000000002\"")
    both(Map(true -> 1), """{"true":1}""")
  }

  @Test def bytes_are_base64(): Unit = {
    assertEquals("\"AQID\"", Array[Byte](1, 2, 3).toJson)
    assertArrayEquals(Array[Byte](1, 2, 3), json.read[Array[Byte]]("\"AQID\""))
  }

  @Test def collections(): Unit = {
    both(Vector(1, 2), "[1,2]")
    both[Seq[Int]](Seq(1, 2), "[1,2]")
    both(Set("a"), """["a"]""")
    both(SortedSet(2, 1), "[1,2]")
    both(BitSet(1, 64), "[1,64]")
    both(Queue(1), "[1]")
    both(mutable.ArrayBuffer(1, 2), "[1,2]")
    both(List(Vector(Set(1)), Vector()), "[[[1]],[]]")
    both(Vector.empty[List[Int]], "[]")
    both(ju.ArrayList(ju.List.of(1, 2)), "[1,2]")
    both(ju.LinkedHashSet(ju.List.of("x")), """["x"]""")
    both[ju.List[String]](ju.List.of("x"), """["x"]""")
    both[ju.NavigableSet[String]](ju.TreeSet(ju.List.of("b", "a")), """["a","b"]""")
    assertEquals("[3,4]", json.read[ju.concurrent.BlockingQueue[Int]]("[3,4]").toJson)
  }

  @Test def arrays(): Unit = {
    val numbers = Array.range(0, 100)
    assertArrayEquals(numbers, json.read[Array[Int]](numbers.toJson))
    assertArrayEquals(Array(1.5, -2), json.read[Array[Double]]("[1.5,-2]"), 0)
    assertArrayEquals(Array[AnyRef]("a"), json.read[Array[String]]("""["a"]""").asInstanceOf[Array[AnyRef]])
    assertEquals("[[1],[]]", Array(Array(1L), Array[Long]()).toJson)
    assertEquals("""["a","b"]""", json.read[IArray[String]]("""["a","b"]""").toJson)
    assertEquals("[true]", json.read[Array[Boolean]]("[true]").toJson)
  }

  @Test def maps(): Unit = {
    both(Map("a" -> 1), """{"a":1}""")
    both(ListMap("b" -> 1, "a" -> 2), """{"b":1,"a":2}""")
    both[SeqMap[String, Int]](SeqMap("b" -> 1, "a" -> 2, "d" -> 3, "c" -> 4, "e" -> 5), """{"b":1,"a":2,"d":3,"c":4,"e":5}""")
    both(VectorMap(2 -> "x", 1 -> "y"), """{"2":"x","1":"y"}""")
    both(TreeMap(2L -> "x", 1L -> "y"), """{"1":"y","2":"x"}""")
    both(mutable.LinkedHashMap(ju.UUID(0, 1) -> 1), """{"00000000-0000-0000-0000-000000000001":1}""")
    both(Map[3 | 4, "x"](3 -> "x"), """{"3":"x"}""")
    both(Map["a" | "b", Int]("a" -> 1), """{"a":1}""")
    refused[Map["a" | "b", Int]]("""{"c":1}""", "$.c", "\"a\" or \"b\", \"c\"")
    both(Map(BigDecimal("1.50") -> 1), """{"1.50":1}""")
    both(ju.TreeMap(ju.Map.of("a", 1)), """{"a":1}""")
    both[ju.concurrent.ConcurrentMap[Int, Int]](ju.concurrent.ConcurrentHashMap(ju.Map.of(1, 2)), """{"1":2}""")
    refused[Map[Int, Int]]("""{"1":1,"x":2}""", "$.x", "an integer that fits i64, \"x\"")
    refused[Map[Int, Int]]("""{"3000000000":2}""", "$[\"3000000000\"]", "an integer that fits i32, \"3000000000\"")
    refused[Map[String, Int]]("""{"a":1,"b":2,"a":3}""", "$.a", "each key once, \"a\" again")
  }

  @Test def keys_of_any_type_and_maps_as_arrays(): Unit = {
    given Codec[Point] = Codec.derived
    both(Map(Point(1, 2) -> "a"), """{"{\"x\":1,\"y\":2}":"a"}""")
    val codec: Codec[Map[Point, String]] = Codec.of(Config.withMapsAsArrays)
    both(Map(Point(1, 2) -> "a"), """[[{"x":1,"y":2},"a"]]""")(using codec)
    refused("""[[{"x":1,"y":2}]]""", "$[0]", "an array of 2 items")(using codec)
    refused("""[[{"x":1,"y":2},"a",1]]""", "$[0]", "an array of 2 items")(using codec)
  }

  @Test def keys_of_types_with_strings_and_others(): Unit = {
    both[Map[Option[String], Int]](Map(None -> 1, Some("null") -> 2, Some("né") -> 3), """{"null":1,"\"null\"":2,"\"né\"":3}""")
    both[Map[Int | String, Int]](Map(1 -> 1, "1" -> 2), """{"1":1,"\"1\"":2}""")
    both[Map[String | Null, Int]](Map((null: String | Null) -> 1, "a" -> 2), """{"null":1,"\"a\"":2}""")(using Codec.derived[Map[String | Null, Int]])
    both[Map[Option[ju.UUID], Int]](Map(None -> 1, Some(ju.UUID(0, 1)) -> 2), """{"null":1,"00000000-0000-0000-0000-000000000001":2}""")
    both[List[Option[ju.UUID] | Int]](List(Some(ju.UUID(0, 1)), None, 1), """["00000000-0000-0000-0000-000000000001",null,1]""")
    refused[Map[Option[String], Int]]("""{"né":1}""", "$.né", "a value, \"né\"")
  }

  @Test def tuples(): Unit = {
    both((1, "a"), """[1,"a"]""")
    both(Tuple1(List(1)), "[[1]]")
    both((1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, "23"), (1 to 22).mkString("[", ",", ",\"23\"]"))
    both[(Option[Int], Int)]((None, 1), "[null,1]")
    both(EmptyTuple, "[]")
    refused[(Int, Int)]("[1]", "$", "an array of 2 items")
    refused[(Int, Int)]("[1,2,3]", "$", "an array of 2 items")
    refused[(Int, Int)]("""[1,"2"]""", "$[1]", "an integer, a string")
  }

  @Test def opaque_types(): Unit = {
    val text = """{"id":4,"name":"n","many":[1,2],"keys":{"k":5}}"""
    both(Opaques(Ids.id(4), Ids.name("n"), Ids.many(1, 2), Map(Ids.name("k") -> Ids.id(5))), text)
    refused[Opaques](text.replace("4", "0"), "$.id", "a valid Id (not positive)")
    refused[Opaques](text.replace("5", "-5"), "$.keys.k", "a valid Id (not positive)")
  }

  @Test def unions(): Unit = {
    both(Pet(Cat("c", 9)), """{"pet":{"name":"c","lives":9}}""")
    both(Pet(Dog("d", "b", None)), """{"pet":{"name":"d","breed":"b"}}""")
    both(Pet("text"), """{"pet":"text"}""")
    refused[Pet]("""{"pet":{"name":"x"}}""", "$.pet", "an object of Cat or Dog or Fish")
    refused[Pet]("""{"pet":{"fins":"x"}}""", "$.pet.fins", "an integer, a string")
    for value <- List[String | Int | List[String] | Null]("a", 1, List("b"), null) do
      assertEquals(Mixed(value, "x", 3), json.read[Mixed](Mixed(value, "x", 3).toJson))
    refused[Mixed]("""{"value":true}""", "$.value", "a value of String or Int or List[String] or Null, which a boolean is not")
    refused[Mixed]("""{"exact":"z"}""", "$.exact", "\"x\" or \"y\"")
    refused[Mixed]("""{"number":5}""", "$.number", "3 or 4")
  }

  @Test def unions_of_classes_that_derive_codecs(): Unit = {
    both(Unions(Aged("a", 1), List(Named("n"), Aged("b", 2)), Named("p")), """{"one":{"name":"a","age":1},"more":[{"name":"n"},{"name":"b","age":2}],"plain":{"name":"p"}}""")
    both(Unions(Empty(), Nil, Named("p")), """{"one":{},"more":[],"plain":{"name":"p"}}""")
    refused[Unions]("""{"more":[{"age":1}]}""", "$.more[0]", "an object of Aged or Named")
  }

  @Test def literal_types_of_members(): Unit = {
    both(Literals("x", 1L, 'c', 1.5, true), """{"text":"x","long":1,"char":"c","double":1.5,"isTrue":true}""")
    refused[Literals]("""{"text":"y"}""", "$.text", "\"x\"")
    refused[Literals]("""{"long":2}""", "$.long", "1L")
  }

  // To the compiler Point | Null is the type Point.
  @Test def null_is_a_type_of_its_own(): Unit = {
    val point = Point(1, 2)
    val text = """{"point":null,"points":[{"x":1,"y":2},null],"plain":{"x":1,"y":2},"all":[{"x":1,"y":2}],"text":null,"named":null}"""
    both(MaybeNull(null, List(point, null), point, List(point), null, null), text)
    both[Point | Null](null, "null")(using Codec.derived[Point | Null])
    refused[MaybeNull](text.replace(""""plain":{"x":1,"y":2}""", """"plain":null"""), "$.plain", "an object, null")
    refused[MaybeNull](text.replace(""""all":[{"x":1,"y":2}]""", """"all":[null]"""), "$.all[0]", "an object, null")
  }

  @Test def either(): Unit = {
    both(Sides(Right("r")), """{"value":"r"}""")
    both(Sides(Left(1)), """{"value":1}""")
    val asNull: Codec[Sides] = Codec.of(Config.withLeft(Failures.Null))
    assertEquals("""{"value":null}""", Sides(Left(1)).toJson(using asNull))
    val message: Codec[Sides] = Codec.of(Config.withLeft(Failures.Message))
    assertEquals("""{"value":"1"}""", Sides(Left(1)).toJson(using message))
    val throws: Codec[Sides] = Codec.of(Config.withLeft(Failures.Throw))
    val error = org.junit.jupiter.api.Assertions.assertThrows(classOf[dev.varvel.VarvelException], () => Sides(Left(1)).toJson(using throws))
    assertEquals("Left(1)", error.found)
  }

  @Test def attempts(): Unit = {
    both(Tried(Success(1)), """{"value":1}""")
    json.read[Tried]("""{"value":"x"}""").value match {
      case Failure(error: dev.varvel.VarvelException) => assertEquals("$.value", error.path)
      case other                                      => throw new AssertionError(other)
    }
    assertEquals("""{"value":null}""", Tried(Failure(RuntimeException("m"))).toJson)
    val message: Codec[Tried] = Codec.of(Config.withFailure(Failures.Message))
    assertEquals("""{"value":"m"}""", Tried(Failure(RuntimeException("m"))).toJson(using message))
    val throws: Codec[Tried] = Codec.of(Config.withFailure(Failures.Throw))
    refused("""{"value":"x"}""", "$.value", "an integer, a string")(using throws)
  }

  @Test def any(): Unit = {
    val text = """{"value":[null,true,1,3000000000,123456789012345678901234567890,1.5,1.0000000000000000000001,"s",{"b":1,"a":[]}]}"""
    val value = json.read[Anything](text)
    val list = value.value.asInstanceOf[List[Any]]
    assertEquals(List(1, 3000000000L, BigInt("123456789012345678901234567890"), 1.5, BigDecimal("1.0000000000000000000001")), list.slice(2, 7))
    assertEquals(text, value.toJson)
    both(Anything(List(1e300, 0.1f.toDouble, -0.0)), """{"value":[1e300,0.10000000149011612,-0.0]}""")
    refused[Anything]("""{"value":{"a":1,"a":2}}""", "$.value.a", "each key once, \"a\" again")
  }

  @Test def given_codecs_may_be_of_structures(): Unit = {
    case class Optional(value: java.util.Optional[List[Int]])
    given Codec[Optional] = Codec.derived
    both(Optional(java.util.Optional.of(List(1))), """{"value":[1]}""")
    both(Optional(java.util.Optional.empty()), """{"value":null}""")
  }

  @Test def json_as_it_is(): Unit = {
    inJson(Raw(RawJson("""{ "a" : 2.50 }"""), 1), """{"value":{ "a" : 2.50 },"n":1}""")
    val error = org.junit.jupiter.api.Assertions.assertThrows(classOf[dev.varvel.VarvelException], () => Raw(RawJson("[1"), 1).toJson)
    assertEquals(2, error.number)
  }
}
