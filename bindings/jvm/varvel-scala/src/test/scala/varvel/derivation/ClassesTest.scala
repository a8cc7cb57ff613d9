package varvel.derivation

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test
import varvel.*

object ClassesTest {
  case class Inner(a: Int, b: Option[String])
  case class Outer(x: Inner, xs: Vector[Inner], m: Map[String, Inner]) derives Codec
  case class Tree(value: Int, children: List[Tree]) derives Codec
  case class Left1(right: Option[Right1])
  case class Right1(left: Option[Left1], name: String)
  case class Box[A](item: A, more: List[A]) derives Codec
  case class Positive(n: Int) derives Codec { require(n > 0, "n has to be positive") }
  class Plain(val a: Int, val b: String = "b")
  class Variables(val a: Int) {
    var b = "b"
    private var hidden = 1
    def c: Int = hidden
    def c_=(value: Int): Unit = hidden = value
  }
  case class Meters(value: Double) extends AnyVal
  case class Noted(@key("a-b") a: Int, @alias("q", "r") b: String, @ignore c: Int = 3, @text n: Long = 5) derives Codec
  case class Twice(o: Option[Option[Int]]) derives Codec
  case class WithDefault(o: Option[Option[Int]] = Some(None)) derives Codec
  case class Empty() derives Codec
  case class Fresh(id: Int = Fresh.next()) derives Codec
  object Fresh {
    var count = 0
    def next(): Int = {
      count += 1
      count
    }
  }
}

class ClassesTest extends Testing {
  import ClassesTest.*

  @Test def classes_inside_need_no_codec_of_their_own(): Unit =
    both(
      Outer(Inner(1, None), Vector(Inner(2, Some("x"))), Map("k" -> Inner(3, None))),
      """{"x":{"a":1},"xs":[{"a":2,"b":"x"}],"m":{"k":{"a":3}}}"""
    )

  @Test def classes_may_hold_themselves_and_each_other(): Unit = {
    both(Tree(1, List(Tree(2, Nil))), """{"value":1,"children":[{"value":2,"children":[]}]}""")
    given Codec[Left1] = Codec.derived
    both(Left1(Some(Right1(Some(Left1(None)), "r"))), """{"right":{"left":{},"name":"r"}}""")
  }

  @Test def parameters_of_types_have_codecs(): Unit = {
    both(Box(1, List(2)), """{"item":1,"more":[2]}""")
    both(Box("a", Nil), """{"item":"a","more":[]}""")
    both(Box(Box(true, Nil), Nil), """{"item":{"item":true,"more":[]},"more":[]}""")
  }

  @Test def a_constructor_may_refuse(): Unit = {
    both(Positive(1), """{"n":1}""")
    refused[List[Positive]]("""[{"n":1},{"n":0}]""", "$[1]", "a valid Positive (requirement failed: n has to be positive)")
  }

  @Test def plain_classes_and_their_variables(): Unit = {
    given Codec[Plain] = Codec.derived
    assertEquals("""{"a":1,"b":"b"}""", Plain(1).toJson)
    assertEquals("c", json.read[Plain]("""{"a":1,"b":"c"}""").b)
    given Codec[Variables] = Codec.of(Config.withVariables)
    val value = Variables(1)
    value.c = 7
    assertEquals("""{"a":1,"b":"b","c":7}""", value.toJson)
    val read = json.read[Variables]("""{"c":8,"a":2}""")
    assertEquals((2, "b", 8), (read.a, read.b, read.c))
  }

  @Test def value_classes_are_their_values(): Unit = {
    given Codec[Meters] = Codec.derived
    both(Meters(2), "2.0")
    both(List(Meters(1.5)), "[1.5]")
  }

  @Test def annotations(): Unit = {
    assertEquals("""{"a-b":1,"b":"x","n":"5"}""", Noted(1, "x", 4).toJson)
    val read = Noted(1, "t", 3, 17)
    for text <- List("""{"a-b":1,"r":"t","n":"17"}""", """{"q":"t","c":9,"a-b":1,"n":17}""") do
      assertEquals(read, json.read[Noted](text))
    refused[Noted]("""{"a-b":1,"q":"t","r":"t"}""", "$.r", "each key once, \"r\" again")
    refused[Noted]("""{"a-b":1,"q":"t","n":"x"}""", "$.n", "a number as text, \"x\"")
    refused[Noted]("""{"a":1,"q":"t"}""", "$", "a member `a-b`")
  }

  @Test def missing_is_not_null(): Unit = {
    both(Twice(None), "{}")
    both(Twice(Some(None)), """{"o":null}""")
    both(Twice(Some(Some(1))), """{"o":1}""")
    both(WithDefault(Some(Some(1))), """{"o":1}""")
    assertEquals(WithDefault(), json.read[WithDefault]("{}"))
    // Nothing would be read as this None.
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => WithDefault(None).toJson)
    assertEquals("Some in the member o, which has a default", error.expected)
  }

  @Test def a_default_is_made_only_where_it_is_needed(): Unit = {
    both(Empty(), "{}")
    val before = Fresh.count
    assertEquals(9, json.read[Fresh]("""{"id":9}""").id)
    assertEquals(before, Fresh.count)
    assertEquals(before + 1, json.read[Fresh]("{}").id)
  }
}
