package varvel.derivation

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test
import scala.compiletime.testing.{typeCheckErrors, Error}
import varvel.*

object RefusedTest {
  trait Open
  sealed trait Nobody
  case class HasOpen(a: Open)
  class Hidden(a: Int)
  class Closed private (val a: Int)
  class Lists(val a: Int)(val b: Int)
  case class Unsorted(a: Int)
  case class Ignoring(@ignore a: Int)
  case class Renamed(a: Long)
  case class Broad(a: Int, b: String)
  case class HasSides(sides: Either[Broad, Unsorted])
  case class Chain1(next: Option[Chain1])
  case class Chain2(next: Option[Chain2])
  sealed trait Same
  object One { case class Twin(a: Int) extends Same }
  object Two { case class Twin(b: Int) extends Same }
}

object DerivationIds {
  opaque type Id = Long
  object Id { def make(value: Long): Either[String, Id] = if value > 0 then Right(value) else Left("not positive") }
}

/** Each thing that cannot be done is refused by one line, with the way out. */
class RefusedTest {
  import RefusedTest.*

  // Found by the compiler: the errors are there before the test runs.
  private def says(errors: List[Error], text: String): Unit = assertEquals(List(text), errors.map(_.message))

  @Test def types_without_a_codec(): Unit = {
    says(
      typeCheckErrors("Codec.derived[HasOpen]"),
      "no codec can be made of Open: it is not sealed, so seal it or give a Codec of it (the member HasOpen.a)"
    )
    says(typeCheckErrors("Codec.derived[Nobody]"), "no codec can be made of Nobody: it has no types below it")
    says(
      typeCheckErrors("def of[A]: Codec[List[A]] = Codec.derived"),
      "no codec can be made of A: add `: Codec` to the type parameter A"
    )
    says(
      typeCheckErrors("Codec.derived[Thread]"),
      "no codec can be made of Thread: give a Codec of it; for classes of Java there is Codec.ofJava"
    )
    val missing = typeCheckErrors("json.write(null: Hidden)").map(_.message).mkString
    assertTrue(missing.startsWith(
      "no Codec of varvel.derivation.RefusedTest.Hidden is given: add `derives Codec` to the type," +
        " or `given Codec[varvel.derivation.RefusedTest.Hidden] = Codec.derived` here"
    ), missing)
  }

  @Test def classes(): Unit = {
    says(typeCheckErrors("Codec.derived[Hidden]"), "no codec can be made of Hidden: its parameter a cannot be read, make it a val")
    says(typeCheckErrors("Codec.derived[Closed]"), "no codec can be made of Closed: its constructor is not public, give a Codec")
    says(
      typeCheckErrors("Codec.derived[Lists]"),
      "no codec can be made of Lists: its constructor has several lists of parameters, give a Codec"
    )
    says(typeCheckErrors("Codec.derived[Ignoring]"), "the member a of Ignoring is ignored, so it needs a default")
    says(
      typeCheckErrors("Codec.derived[Same]"),
      "no codec can be made of Same: two of its types are named Twin, give one a name by @key or use withFullHintNames"
    )
  }

  @Test def collections_and_options(): Unit = {
    says(
      typeCheckErrors("Codec.derived[java.util.TreeSet[Unsorted]]"),
      "no codec can be made of TreeSet[Unsorted]: its items have no order of their own, give a Codec"
    )
    says(
      typeCheckErrors("Codec.derived[List[Option[Option[Int]]]]"),
      "no codec can be made of Option[Option[Int]] but as a member, where None is left out and Some(None) is null"
    )
    says(
      typeCheckErrors("Codec.derived[List[Int] | List[String]]"),
      "no codec can be made of List[Int] | List[String]: values of List[Int] and List[String] cannot be told apart when they are written"
    )
  }

  private inline def either(inline code: String): List[String] = typeCheckErrors(code).map(_.message)
  private def alike(sides: String, place: String = ""): List[String] = List(
    s"no codec can be made of Either[$sides]: a Right reads all that is written of a Left," +
      s" so choose another form of Left by Config.withLeft, or put a side into a class$place"
  )

  @Test def sides_that_are_alike(): Unit = {
    assertEquals(alike("Int, Int"), either("Codec.derived[Either[Int, Int]]"))
    assertEquals(alike("Int, Long"), either("Codec.derived[Either[Int, Long]]"))
    assertEquals(alike("Char, String"), either("Codec.derived[Either[Char, String]]"))
    assertEquals(alike("String, Any"), either("Codec.derived[List[Either[String, Any]]]"))
    assertEquals(alike("List[Int], Vector[BigDecimal]"), either("Codec.derived[Either[List[Int], Vector[BigDecimal]]]"))
    assertEquals(alike("Tuple2[Int, Int], List[Int]"), either("Codec.derived[Either[(Int, Int), List[Int]]]"))
    assertEquals(alike("Map[String, Int], Map[String, Long]"), either("Codec.derived[Either[Map[String, Int], Map[String, Long]]]"))
    assertEquals(alike("Unsorted, Renamed"), either("Codec.derived[Either[Unsorted, Renamed]]"))
    assertEquals(alike("Broad, Unsorted", " (the member HasSides.sides)"), either("Codec.derived[HasSides]"))
    assertEquals(alike("Chain1, Chain2"), either("Codec.derived[Either[Chain1, Chain2]]"))
  }

  @Test def sides_that_differ(): Unit = {
    assertEquals(Nil, either("Codec.derived[Either[String, Int]]"))
    assertEquals(Nil, either("Codec.derived[Either[String, Char]]"))
    assertEquals(Nil, either("Codec.derived[Either[Long, Int]]"))
    assertEquals(Nil, either("Codec.derived[Either[Double, Int]]"))
    assertEquals(Nil, either("Codec.derived[Either[Unsorted, Broad]]"))
    assertEquals(Nil, either("Codec.derived[Either[List[String], List[Int]]]"))
    assertEquals(Nil, either("Codec.derived[Either[Long, DerivationIds.Id]]"))
    assertEquals(Nil, either("Codec.of[Either[Broad, Unsorted]](Config.withUnknownRefused)"))
    assertEquals(Nil, either("Codec.of[Either[Int, Int]](Config.withLeft(Failures.Null))"))
    assertEquals(Nil, either("Codec.of[Either[String, String]](Config.withLeft(Failures.Throw))"))
  }

  @Test def configurations(): Unit = {
    says(
      typeCheckErrors("val label = readLine(); Codec.of[Unsorted](Config.withHintLabel(label))").takeRight(1),
      "a configuration has to be readable by the compiler: write it as a chain of calls that begins with Config," +
        " here or as an `inline given`"
    )
  }

  private def readLine(): String = "x"
}
