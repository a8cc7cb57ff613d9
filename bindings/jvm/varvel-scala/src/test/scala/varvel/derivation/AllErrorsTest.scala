package varvel.derivation

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import varvel.*

object AllErrorsTest {
  enum Color { case Red, Green }
  case class Port(number: Int) { require(number < 65536, "too large") }
  case class Server(host: String, port: Port, color: Color, tags: Set[String], limits: Map[String, Int], backup: Option[Server])
  object Server { given Codec[Server] = Codec.of(Config.withUnknownRefused) }
  case class Volume(value: Double) extends AnyVal
}

class AllErrorsTest {
  import AllErrorsTest.*

  private def paths[A](text: String)(using Codec[A]): List[(Int, String)] =
    json.tryRead[A](text).fold(errors => errors.map(error => (error.number, error.path)), value => throw new AssertionError(value))

  @Test def every_error_has_its_path(): Unit = {
    val text =
      """{"host":1,"port":{"number":99999},"color":"Blue","tags":["a",2],"limits":{"a":true,"b":2,"c":null},
        |"other":1,"backup":{"host":"h","port":{},"color":3,"tags":[],"limits":{},"backup":null}}""".stripMargin
    assertEquals(
      List(
        15 -> "$.host", 25 -> "$.port", 27 -> "$.color", 15 -> "$.tags[1]", 15 -> "$.limits.a", 15 -> "$.limits.c", 26 -> "$.other",
        16 -> "$.backup.port", 15 -> "$.backup.color"
      ),
      paths[Server](text)
    )
  }

  @Test def a_document_that_is_right_has_none(): Unit =
    assertEquals(
      Right(Server("h", Port(1), Color.Red, Set("a"), Map("b" -> 1), None)),
      json.tryRead[Server]("""{"host":"h","port":{"number":1},"color":"Red","tags":["a"],"limits":{"b":1}}""")
    )

  @Test def all_members_that_are_missing_are_named(): Unit = {
    val errors = json.tryRead[Server]("{}").left.getOrElse(Nil)
    assertEquals(List("a member `host`", "a member `port`", "a member `color`", "a member `tags`", "a member `limits`"), errors.map(_.expected))
  }

  @Test def an_error_of_the_text_is_the_last(): Unit =
    assertEquals(List(15 -> "$.host", 1 -> "$.port"), paths[Server]("""{"host":1,"port":}"""))

  @Test def nothing_is_made_of_wrong_values(): Unit = {
    given Codec[Volume] = Codec.derived
    assertEquals(List(15 -> "$[0]", 15 -> "$[1]"), paths[List[Volume]]("""["x",null]"""))
  }
}
