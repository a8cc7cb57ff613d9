package varvel.derivation

import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.compiletime.testing.typeCheckErrors
import varvel.*

opaque type Never = Long
object Never {
  def make(value: Long): Either[String, Never] = if value > 0 then Right(value) else Left("never")
}
case class HasNever(value: Never, more: List[Never]) derives Codec

object FoundTest {
  opaque type Email = String
  object Email {
    def make(value: String): Either[String, Email] = if value.contains('@') then Right(value) else Left("no @")
  }
  case class User(email: Email, name: String, more: Map[Email, String] = Map()) derives Codec
  case object Only
  enum Color { case Red, Green }
  case class Singles(only: Only.type, red: Color.Red.type, green: Option[Color.Green.type] = None) derives Codec
  sealed trait Event derives Codec
  case class Added(n: Int) extends Event
  case class Removed(n: Int) extends Event
  case class Several(name: String, xs: Int*) derives Codec
  case class Aliased(@alias("a") @alias("b", "c") x: Int) derives Codec
  case class Endless[A](a: A, next: Option[Endless[List[A]]])
  val changing: String = "x"
  case class Renamed(@key(changing) x: Int)
  case class Clashing(@key("b") a: Int, b: Int)
}

/** What users found. */
class FoundTest extends Testing {
  import FoundTest.*

  @Test def checks_of_opaque_types_are_made_wherever_they_are(): Unit = {
    assertEquals("""{"value":1,"more":[2]}""", json.read[HasNever]("""{"value":1,"more":[2]}""").toJson)
    refused[HasNever]("""{"value":0,"more":[]}""", "$.value", "a valid Never (never)")
    refused[HasNever]("""{"value":1,"more":[0]}""", "$.more[0]", "a valid Never (never)")
    refused[Map[Never, Int]]("""{"0":1}""", "$[\"0\"]", "a valid Never (never), \"0\"")
    refused[User]("""{"email":"x","name":"x"}""", "$.email", "a valid Email (no @)")
    assertEquals("x", json.read[User]("""{"email":"a@b","name":"x"}""").name)
    refused[User]("""{"email":"a@b","name":"x","more":{"y":"z"}}""", "$.more.y", "a valid Email (no @), \"y\"")
    val errors = json.tryRead[HasNever]("""{"value":0,"more":[1,0]}""").left.getOrElse(Nil)
    assertEquals(List("$.value", "$.more[1]"), errors.map(_.path))
  }

  @Test def keys_that_hold_strings_are_read_again(): Unit = {
    both(Map((1, "a") -> 2), """{"[1,\"a\"]":2}""")
    both(Map(List("x") -> 2), """{"[\"x\"]":2}""")
  }

  @Test def a_hint_may_not_come_twice(): Unit =
    refused[Event]("""{"_hint":"Added","n":1,"_hint":"Removed"}""", "$._hint", "each key once, \"_hint\" again")

  @Test def objects_and_enum_cases_are_types(): Unit = {
    both(Singles(Only, Color.Red), """{"only":"Only","red":"Red"}""")
    both(Singles(Only, Color.Red, Some(Color.Green)), """{"only":"Only","red":"Red","green":"Green"}""")
    refused[Singles]("""{"only":"Only","red":"Green"}""", "$.red", "`Red`, \"Green\"")
  }

  @Test def repeated_parameters(): Unit = both(Several("a", 1, 2), """{"name":"a","xs":[1,2]}""")

  @Test def several_aliases(): Unit = for name <- List("x", "a", "b", "c") do assertEquals(Aliased(1), json.read[Aliased](s"{\"$name\":1}"))

  @Test def bits_that_belong_to_no_byte(): Unit = refused[Array[Byte]]("\"AR==\"", "$", "bytes as Base64 text, \"AR==\"")

  @Test def mistakes_are_found_by_the_compiler(): Unit = {
    assertTrue(typeCheckErrors("Codec.derived[Endless[Int]]").map(_.message).mkString.startsWith("the types inside of Endless[Int] have no end"))
    assertEquals(
      List("@key of x needs a constant: a literal, or a `final val` without a type"),
      typeCheckErrors("Codec.derived[Renamed]").map(_.message)
    )
    assertEquals(List("no codec can be made of Clashing: the name b comes twice"), typeCheckErrors("Codec.derived[Clashing]").map(_.message))
  }
}
