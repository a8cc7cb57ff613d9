package varvel.derivation

import dev.varvel.{Reader, Writer}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import varvel.*

object UnionKeysTest {
  // Each reads the objects of the next one, since it skips what it does not know.
  case class One(a: Int)
  case class Two(a: Int, b: Int)
  case class Three(a: Int, b: Int, c: Option[String] = None)
  object Plain {
    given Codec[One] = Codec.derived
    given Codec[Two] = Codec.derived
    given Codec[Three] = Codec.derived
  }
  object Renamed {
    given Codec[One] = Codec.of(Config.withNames(name => s"_$name"))
    given Codec[Two] = Codec.of(Config.withNames(name => s"_$name"))
  }
  object Custom {
    given Codec[One] = new Codec[One] {
      def read(reader: Reader): One = One(Codec[List[Int]].read(reader).head)
      def write(value: One, writer: Writer): Unit = Codec[List[Int]].write(List(value.a), writer)
    }
    given Codec[Two] = Codec.derived
  }

  // Codecs that need each other.
  case class Left1(next: Option[Left1 | Right1])
  case class Right1(next: Option[Left1 | Right1], more: Int)
  object Circle {
    given Codec[Left1] = Codec.derived
    given Codec[Right1] = Codec.derived
  }
}

/** Classes of a union are told by their keys, however their codecs are given. */
class UnionKeysTest extends Testing {
  import UnionKeysTest.*

  @Test def codecs_that_are_given(): Unit = {
    import Plain.given
    given Codec[One | Two | Three] = Codec.derived
    both[One | Two | Three](One(1), """{"a":1}""")
    both[One | Two | Three](Two(1, 2), """{"a":1,"b":2}""")
    both[One | Two | Three](Three(1, 2, Some("x")), """{"a":1,"b":2,"c":"x"}""")
    refused[One | Two | Three]("""{"b":2}""", "$", "an object of One or Two or Three")
    given Codec[List[One | Two | String]] = Codec.derived
    both[List[One | Two | String]](List(Two(1, 2), "x", One(3)), """[{"a":1,"b":2},"x",{"a":3}]""")
  }

  @Test def keys_of_their_own_configuration(): Unit = {
    import Renamed.given
    given Codec[One | Two] = Codec.derived
    both[One | Two](Two(1, 2), """{"_a":1,"_b":2}""")
    both[One | Two](One(1), """{"_a":1}""")
  }

  @Test def codecs_without_keys_are_tried(): Unit = {
    import Custom.given
    given Codec[One | Two] = Codec.derived
    both[One | Two](One(1), "[1]")
    both[One | Two](Two(1, 2), """{"a":1,"b":2}""")
  }

  @Test def codecs_that_need_each_other(): Unit = {
    import Circle.given
    given Codec[Left1 | Right1] = Codec.derived
    both[Left1 | Right1](Right1(Some(Left1(Some(Right1(None, 1)))), 2), """{"next":{"next":{"more":1}},"more":2}""")
    both(Left1(Some(Right1(None, 1))), """{"next":{"more":1}}""")
  }
}
