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
  sealed trait Same
  object One { case class Twin(a: Int) extends Same }
  object Two { case class Twin(b: Int) extends Same }
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

  @Test def configurations(): Unit = {
    says(
      typeCheckErrors("val label = readLine(); Codec.of[Unsorted](Config.withHintLabel(label))").takeRight(1),
      "a configuration has to be readable by the compiler: write it as a chain of calls that begins with Config," +
        " here or as an `inline given`"
    )
  }

  private def readLine(): String = "x"
}
