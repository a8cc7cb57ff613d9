package varvel.newer

import dev.varvel.VarvelException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test
import scala.compiletime.testing.typeCheckErrors
import varvel.*
import varvel.derivation.Testing

object NamedTuplesTest {
  type Person = (name: String, age: Int)
  given Codec[Person] = Codec.derived

  case class Team(lead: Person, members: List[(name: String, phone: Option[String])]) derives Codec
  case class Pair[A](both: (left: A, right: A))
  enum Shape {
    case Circle(at: (x: Double, y: Double), radius: Double)
    case Dot(at: (x: Double, y: Double))
  }
  case class Node(value: Int, sides: (left: Option[Node], right: Option[Node])) derives Codec
  case class City(name: String, size: Long)

  type Many = (
    a1: Int, a2: Int, a3: Int, a4: Int, a5: Int, a6: Int, a7: Int, a8: Int, a9: Int, a10: Int, a11: Int, a12: Int,
    a13: Int, a14: Int, a15: Int, a16: Int, a17: Int, a18: Int, a19: Int, a20: Int, a21: Int, a22: String, a23: Int
  )
}

/** Named tuples, which are objects. The test of newer compilers compiles and runs this class. */
class NamedTuplesTest extends Testing {
  import NamedTuplesTest.{*, given}

  @Test def an_object(): Unit = {
    both[Person]((name = "Zoë", age = 7), """{"name":"Zoë","age":7}""")
    assertEquals(7, json.read[Person](""" {"age": 7, "name": "Zoë", "more": [1]} """).age)
    refused[Person]("""{"name":"Zoë"}""", "$", "a member `age`")
    refused[Person]("""{"name":"Zoë","age":"7"}""", "$.age", "an integer, a string")
    refused[Person]("""["Zoë",7]""", "$", "an object, an array")
    refused[Person]("""{"name":"Zoë","age":7,"age":8}""", "$.age", "each key once, \"age\" again")
  }

  @Test def inside_of_other_types(): Unit = {
    both(
      Team((name = "Zoë", age = 7), List((name = "Bo", phone = None), (name = "Al", phone = Some("1")))),
      """{"lead":{"name":"Zoë","age":7},"members":[{"name":"Bo"},{"name":"Al","phone":"1"}]}"""
    )
    refused[Team]("""{"lead":{"name":"Zoë","age":7},"members":[{"name":1}]}""", "$.members[0].name", "a string, an integer")
    given Codec[Pair[Person]] = Codec.derived
    both(
      Pair[Person]((left = (name = "a", age = 1), right = (name = "b", age = 2))),
      """{"both":{"left":{"name":"a","age":1},"right":{"name":"b","age":2}}}"""
    )
    given Codec[Shape] = Codec.derived
    both[Shape](Shape.Circle((x = 1.5, y = 2.5), 3.5), """{"_hint":"Circle","at":{"x":1.5,"y":2.5},"radius":3.5}""")
    both(List((a = 1), (a = 2)), """[{"a":1},{"a":2}]""")
    both(Map(("k", (a = 1, b = (c = "x")))), """{"k":{"a":1,"b":{"c":"x"}}}""")
    val leaf = Node(2, (left = None, right = None))
    both(Node(1, (left = Some(leaf), right = None)), """{"value":1,"sides":{"left":{"value":2,"sides":{}}}}""")
  }

  @Test def sizes(): Unit = {
    given Codec[NamedTuple.Empty] = Codec.derived
    both[NamedTuple.Empty](NamedTuple.Empty, "{}")
    given Codec[(one: Int)] = Codec.derived
    both[(one: Int)]((one = 1), """{"one":1}""")
    given Codec[Many] = Codec.derived
    val text = (1 to 21).map(i => s"\"a$i\":$i").mkString("{", ",", ",\"a22\":\"x\",\"a23\":23}")
    assertEquals(text, json.read[Many](text).toJson)
    assertEquals("x", msgpack.read[Many](msgpack.write(json.read[Many](text))).a22)
  }

  @Test def types_that_compute_one(): Unit = {
    given Codec[NamedTuple.From[City]] = Codec.derived
    both[NamedTuple.From[City]]((name = "Ulm", size = 9L), """{"name":"Ulm","size":9}""")
    given Codec[NamedTuple.Map[Person, Option]] = Codec.derived
    both[NamedTuple.Map[Person, Option]]((name = Some("Zoë"), age = None), """{"name":"Zoë"}""")
    given Codec[NamedTuple.Concat[Person, (id: Int)]] = Codec.derived
    both[NamedTuple.Concat[Person, (id: Int)]]((name = "Zoë", age = 7, id = 1), """{"name":"Zoë","age":7,"id":1}""")
  }

  @Test def configurations(): Unit = {
    val snake: Codec[(firstName: String, lastName: Option[String])] = Codec.of(Config.withNames(Config.snakeCase).withUnknownRefused.withNoneAsNull)
    inJson[(firstName: String, lastName: Option[String])]((firstName = "Zoë", lastName = None), """{"first_name":"Zoë","last_name":null}""")(using snake)
    refused[(firstName: String, lastName: Option[String])]("""{"first_name":"Zoë","x":1}""", "$.x", "one of `first_name`, `last_name`, \"x\"")(using snake)
    given Codec[(a: Int) | (b: Int, c: Int)] = Codec.derived
    both[(a: Int) | (b: Int, c: Int)]((b = 1, c = 2), """{"b":1,"c":2}""")
    both[(a: Int) | (b: Int, c: Int)]((a = 1), """{"a":1}""")
  }

  @Test def schemas(): Unit = assertEquals(
    """{"$schema":"https://json-schema.org/draft/2020-12/schema","title":"name_String_age_Int","type":"object","properties":{"name":{"type":"string"},"age":{"type":"integer","minimum":-2147483648,"maximum":2147483647}},"required":["name","age"]}""",
    JsonSchema.of[Person].toJson
  )

  @Test def refused_by_the_compiler(): Unit = assertEquals(
    List("no codec can be made of Thread: give a Codec of it; for classes of Java there is Codec.ofJava (the member (thread: Thread).thread)"),
    typeCheckErrors("Codec.derived[(thread: Thread)]").map(_.message)
  )
}
