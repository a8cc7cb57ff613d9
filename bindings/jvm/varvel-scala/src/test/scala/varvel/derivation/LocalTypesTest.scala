package varvel.derivation

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import varvel.*

/** Types that are declared in a method or in a class. */
class LocalTypesTest extends Testing {

  @Test def enums(): Unit = {
    enum Color derives Codec { case Red, Green }
    enum Shape derives Codec {
      case Circle(radius: Int, color: Color = Color.Red)
      case Square(side: Int)
      case Dot
      case Group(all: List[Shape])
    }
    both[Shape](
      Shape.Group(List(Shape.Circle(1), Shape.Dot, Shape.Square(2))),
      """{"_hint":"Group","all":[{"_hint":"Circle","radius":1,"color":"Red"},"Dot",{"_hint":"Square","side":2}]}"""
    )
    assertEquals(Shape.Circle(1), json.read[Shape]("""{"_hint":"Circle","radius":1}"""))
  }

  @Test def enums_with_a_given_codec(): Unit = {
    enum Tree[+A] {
      case Leaf
      case Node(value: A, left: Tree[A], right: Tree[A])
    }
    given Codec[Tree[Int]] = Codec.derived
    both[Tree[Int]](Tree.Node(1, Tree.Leaf, Tree.Leaf), """{"_hint":"Node","value":1,"left":"Leaf","right":"Leaf"}""")
    enum Planet(val mass: Double) derives Codec {
      case Earth extends Planet(1.0)
      case Mars extends Planet(0.1)
    }
    both(List(Planet.Mars, Planet.Earth), """["Mars","Earth"]""")
  }

  @Test def sealed_types_and_classes(): Unit = {
    sealed trait Shape
    case class Square(side: Int = 7) extends Shape
    case object Dot extends Shape
    object Inner { case class Circle(radius: Int) extends Shape }
    given Codec[Shape] = Codec.derived
    both[Shape](Square(1), """{"_hint":"Square","side":1}""")
    both[Shape](Dot, "\"Dot\"")
    both[Shape](Inner.Circle(2), """{"_hint":"Circle","radius":2}""")
    assertEquals(Square(), json.read[Shape]("""{"_hint":"Square"}"""))
    enum Level { case Low, High }
    case class Alarm(level: Level = Level.High, dot: Dot.type = Dot) derives Codec
    both(Alarm(Level.Low), """{"level":"Low","dot":"Dot"}""")
    assertEquals(Alarm(), json.read[Alarm]("{}"))
  }

  final class Holder(default: Int) {
    enum Inner derives Codec {
      case A
      case B(x: Int = default)
    }
    object Deep {
      enum Letter { case X, Y }
      sealed trait Part
      object End extends Part
      case class Middle(letter: Letter) extends Part
    }
    given Codec[Deep.Part] = Codec.derived
    def texts: List[String] = List(List[Inner](Inner.A, Inner.B()).toJson, List[Deep.Part](Deep.End, Deep.Middle(Deep.Letter.Y)).toJson)
    def defaulted: Boolean = json.read[Inner]("""{"_hint":"B"}""") == Inner.B(default)
  }

  @Test def types_in_classes(): Unit = {
    assertEquals(List("""["A",{"_hint":"B","x":3}]""", """["End",{"_hint":"Middle","letter":"Y"}]"""), Holder(3).texts)
    assertEquals(true, Holder(3).defaulted)
  }
}
