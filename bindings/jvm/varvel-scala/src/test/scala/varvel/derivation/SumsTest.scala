package varvel.derivation

import dev.varvel.{Reader, Writer}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import varvel.*

object SumsTest {
  enum Color { case Red, Green, Blue }
  object Days extends Enumeration { val Mon, Tue = Value }

  sealed trait Shape
  case class Circle(radius: Double) extends Shape
  case class Square(side: Double = 2) extends Shape
  case object Point extends Shape
  case class Drawing(shape: Shape, color: Color, more: List[Shape]) derives Codec

  sealed trait Term
  case class Number(n: Int) extends Term
  case class Sum(left: Term, right: Term) extends Term
  object Term { given Codec[Term] = Codec.derived }

  enum Result[+A] derives Codec {
    case Good(value: A)
    case Bad(why: String)
    case Unknown
  }

  sealed trait Animal
  sealed trait Mammal extends Animal
  case class Dog(name: String) extends Mammal
  @key("cat") case class Cat(lives: Int) extends Mammal
  case class Bird(wings: Int) extends Animal

  sealed trait Event
  case class Made(id: Int, by: String) extends Event
  case class Gone(id: Int) extends Event
  case class Moved(to: String, why: Option[String]) extends Event

  trait Named
  sealed trait Aged
  case class Both(x: Int) extends Named, Aged
  case class Only(y: Int) extends Aged
  case class Crossed(value: Named & Aged) derives Codec

  sealed trait Money
  case class Cash(cents: Int) extends Money
  case class Card(number: String) extends Money
  object Card {
    given Codec[Card] = Codec[Card]((reader: Reader) =>
      var number = ""
      if reader.beginObject() then
        while {
          if reader.readKey() == "card" then number = reader.readString() else reader.skip()
          reader.nextMember()
        } do ()
      Card(number)
    )((card: Card, writer: Writer) =>
      writer.beginObject(1)
      writer.key("card")
      writer.writeString(card.number)
      writer.endObject()
    )
  }
}

class SumsTest extends Testing {
  import SumsTest.*

  @Test def enums_are_names(): Unit = {
    given Codec[Color] = Codec.derived
    both(List(Color.Red, Color.Blue), """["Red","Blue"]""")
    refused[List[Color]]("""["Red","Pink"]""", "$[1]", "one of `Red`, `Green`, `Blue`, \"Pink\"")
    refused[List[Color]]("[1]", "$[0]", "a string, an integer")
    both(Map(Color.Green -> 1), """{"Green":1}""")
    given Codec[Days.Value] = Codec.derived
    both(List(Days.Tue), """["Tue"]""")
    refused[List[Days.Value]]("""["Wed"]""", "$[0]", "one of `Mon`, `Tue`, \"Wed\"")
    given Codec[java.util.concurrent.TimeUnit] = Codec.derived
    both(java.util.concurrent.TimeUnit.DAYS, "\"DAYS\"")
  }

  @Test def enums_as_numbers(): Unit = {
    val colors: Codec[List[Color]] = Codec.of(Config.withEnumsAsNumbers)
    both(List(Color.Red, Color.Blue), "[0,2]")(using colors)
    refused("[3]", "$[0]", "an integer from 0 to 2")(using colors)
    val units: Codec[java.util.concurrent.TimeUnit] = Codec.of(Config.withEnumsAsNumbers)
    both(java.util.concurrent.TimeUnit.DAYS, "6")(using units)
    val days: Codec[Days.Value] = Codec.of(Config.withEnumsAsNumbers)
    both(Days.Tue, "1")(using days)
  }

  @Test def a_hint_says_which_type_a_value_has(): Unit = {
    val text =
      """{"shape":{"_hint":"Circle","radius":1.0},"color":"Green","more":[{"_hint":"Square","side":2.0},"Point"]}"""
    both(Drawing(Circle(1), Color.Green, List(Square(), Point)), text)
    val late = """{"shape":{"radius":1,"x":[{"_hint":"Square"}],"_hint":"Circle"},"color":"Red","more":[{"_hint":"Point"}]}"""
    assertEquals(Drawing(Circle(1), Color.Red, List(Point)), json.read[Drawing](late))
    refused[Drawing](late.replace("Circle", "Cirle"), "$.shape._hint", "one of `Circle`, `Square`, `Point`, \"Cirle\"")
    refused[Drawing]("""{"shape":{"radius":1},"color":"Red","more":[]}""", "$.shape", "a member `_hint`")
    refused[Drawing]("""{"shape":1,"color":"Red","more":[]}""", "$.shape", "an object, an integer")
    refused[Drawing]("""{"shape":{"_hint":1},"color":"Red","more":[]}""", "$.shape._hint", "a string, an integer")
  }

  @Test def types_may_hold_each_other_and_parameters(): Unit = {
    both(
      Sum(Number(1), Sum(Number(2), Number(3))): Term,
      """{"_hint":"Sum","left":{"_hint":"Number","n":1},"right":{"_hint":"Sum","left":{"_hint":"Number","n":2},"right":{"_hint":"Number","n":3}}}"""
    )
    both[List[Result[Int]]](
      List(Result.Good(1), Result.Bad("b"), Result.Unknown),
      """[{"_hint":"Good","value":1},{"_hint":"Bad","why":"b"},"Unknown"]"""
    )
  }

  @Test def hierarchies_are_flat(): Unit = {
    given Codec[Animal] = Codec.derived
    both[List[Animal]](
      List(Dog("d"), Cat(9), Bird(2)),
      """[{"_hint":"Dog","name":"d"},{"_hint":"cat","lives":9},{"_hint":"Bird","wings":2}]"""
    )
  }

  @Test def hints_by_configuration(): Unit = {
    val events: List[Event] = List(Made(1, "b"), Gone(2), Moved("u", None))
    val labelled: Codec[List[Event]] = Codec.of(Config.withHintLabel("kind").withHintNames(_.toLowerCase))
    both(events, """[{"kind":"made","id":1,"by":"b"},{"kind":"gone","id":2},{"kind":"moved","to":"u"}]""")(using labelled)
    val keyed: Codec[List[Event]] = Codec.of(Config.withHintAsKey)
    both(events, """[{"Made":{"id":1,"by":"b"}},{"Gone":{"id":2}},{"Moved":{"to":"u"}}]""")(using keyed)
    refused("""[{"Made":{"id":1,"by":"b"},"x":1}]""", "$[0]", "an object of one member")(using keyed)
    refused("""[{"Mode":{}}]""", "$[0].Mode", "one of `Made`, `Gone`, `Moved`, \"Mode\"")(using keyed)
    val full: Codec[Event] = Codec.of(Config.withFullHintNames)
    both(Gone(2), """{"_hint":"varvel.derivation.SumsTest.Gone","id":2}""")(using full)
  }

  @Test def types_without_members_are_names_or_objects_without_members(): Unit = {
    val keyed: Codec[List[Shape]] = Codec.of(Config.withHintAsKey)
    assertEquals(List(Point, Point), json.read("""["Point",{"Point":{"x":1}}]""")(using keyed))
    refused("""["Circle"]""", "$[0]", "an object of one member")(using keyed)
    refused("""[{"Point":1}]""", "$[0].Point", "an object, an integer")(using keyed)
    refused("""[{"Point":{}, "Circle":{}}]""", "$[0]", "an object of one member")(using keyed)
    val strict: Codec[List[Shape]] = Codec.of(Config.withHintAsKey.withUnknownRefused)
    refused("""[{"Point":{"x":1}}]""", "$[0].Point.x", "no members, \"x\"")(using strict)
    val strictHint: Codec[List[Shape]] = Codec.of(Config.withUnknownRefused)
    assertEquals(List(Point), json.read("""[{"_hint":"Point"}]""")(using strictHint))
    refused("""[{"x":1,"_hint":"Point"}]""", "$[0].x", "`_hint`, \"x\"")(using strictHint)
  }

  @Test def hints_only_where_they_are_needed(): Unit = {
    val codec: Codec[List[Event]] = Codec.of(Config.withHintsWhereNeeded)
    // An object of Made could be one of Gone, which knows no more than its id.
    both(List(Made(1, "b"), Gone(2), Moved("u", Some("w"))), """[{"_hint":"Made","id":1,"by":"b"},{"id":2},{"to":"u","why":"w"}]""")(using codec)
    assertEquals(List(Made(1, "b")), json.read("""[{"by":"b","id":1}]""")(using codec))
    refused("""[{"why":"b"}]""", "$[0]", "a member `_hint`")(using codec)
  }

  @Test def intersections_are_the_types_that_are_both(): Unit = {
    both(Crossed(Both(1)), """{"value":{"_hint":"Both","x":1}}""")
    refused[Crossed]("""{"value":{"_hint":"Only","y":1}}""", "$.value._hint", "`Both`, \"Only\"")
  }

  @Test def a_type_below_may_have_a_codec_of_its_own(): Unit = {
    given Codec[Money] = Codec.derived
    both[List[Money]](List(Cash(5), Card("1")), """[{"_hint":"Cash","cents":5},{"_hint":"Card","card":"1"}]""")
  }
}
