package varvel.guide

import java.util as ju
import org.junit.jupiter.api.Assertions.{assertEquals, assertNull, assertThrows}
import org.junit.jupiter.api.Test
import scala.beans.BeanProperty
import scala.collection.{immutable, mutable}
import varvel.*
import varvel.derivation.Testing

object ScalaJackTest {
  class Account {
    @BeanProperty var owner: String = ""
    @BeanProperty var cents: Long = 0
  }
  class Counter(val start: Int) {
    private var steps = 0
    var label: String = "none"
    def count: Int = steps
    def count_=(value: Int): Unit = steps = value
  }

  sealed trait Pet
  case class Dog(name: String) extends Pet
  case class Cat(lives: Int) extends Pet

  enum Color { case Red, Green }
  object Color { given Codec[Color] = Codec.of(Config.withEnumsAsNumbers) }
  enum Size { case Small, Large }
  object Days extends Enumeration { val Mon, Tue = Value }
  case class Shirt(color: Color, size: Size) derives Codec

  type Names = List[String]
  case class Family(names: Names) derives Codec

  final case class Even private (n: Int)
  object Even {
    def of(n: Int): Either[String, Even] = if n % 2 == 0 then Right(new Even(n)) else Left(s"$n is odd")
    given Codec[Even] = Codec.checked("Even")(of)(_.n)
  }
  case class Pair(even: Even) derives Codec

  case class Limits(most: Int = 3, names: List[String] = List("a"), note: Option[String] = None) derives Codec
  case class Tagged(tag: String | List[String]) derives Codec
  case class Noted(id: Int, note: Option[String]) derives Codec
  case class Tickets(items: List[Option[Int]], named: Map[String, Option[Int]]) derives Codec
  case class Meters(value: Int) extends AnyVal
  case class Person(name: String)
  case class Owner(person: Person) derives Codec
  case class Empty(person: Person | Null) derives Codec
}

/** Rows of the guide for users of ScalaJack: classes and collections. */
class ScalaJackTest extends Testing {
  import ScalaJackTest.*

  @Test def getters_and_setters(): Unit = {
    given Codec[Counter] = Codec.of(Config.withVariables)
    val counter = Counter(1)
    counter.count = 5
    assertEquals("""{"start":1,"label":"none","count":5}""", counter.toJson)
    val read = json.read[Counter]("""{"count":7,"start":2,"label":"x"}""")
    assertEquals((2, 7, "x"), (read.start, read.count, read.label))
    refused[Counter]("""{"start":1,"count":"7"}""", "$.count", "an integer, a string")
  }

  @Test def java_beans(): Unit = {
    given Codec[Account] = Codec.ofJava[Account]
    val text = """{"cents":5,"owner":"o"}"""
    val account = json.read[Account](text)
    assertEquals(("o", 5L), (account.owner, account.cents))
    assertEquals(ju.Set.of("cents", "owner"), json.read[ju.Map[String, Any]](account.toJson)(using Codec.derived).keySet)
    refused[List[Account]]("""[{"cents":5.5,"owner":"o"}]""", "$[0].cents", "an integer, a float")
  }

  @Test def scrambled_hints(): Unit = {
    given Codec[Pet] = Codec.of(Config.withHintNames(name => f"${name.hashCode}%08x"))
    both[List[Pet]](List(Dog("d"), Cat(9)), """[{"_hint":"00010d1c","name":"d"},{"_hint":"000107b6","lives":9}]""")
    refused[Pet]("""{"_hint":"Dog","name":"d"}""", "$._hint", "one of `00010d1c`, `000107b6`, \"Dog\"")
  }

  @Test def enums_as_ids_for_one_type(): Unit = {
    both(Shirt(Color.Green, Size.Large), """{"color":1,"size":"Large"}""")
    refused[Shirt]("""{"color":"Green","size":"Large"}""", "$.color", "an integer, a string")
    refused[Shirt]("""{"color":1,"size":1}""", "$.size", "a string, an integer")
  }

  @Test def aliases(): Unit = {
    both(Family(List("a")), """{"names":["a"]}""")
    refused[Family]("""{"names":[1]}""", "$.names[0]", "a string, an integer")
  }

  @Test def validated_types(): Unit = {
    both(Pair(Even.of(4).toOption.get), """{"even":4}""")
    refused[Pair]("""{"even": 3}""", "$.even", "a valid Even (3 is odd)")
    val error = assertThrows(classOf[dev.varvel.VarvelException], () => json.read[Pair]("""{"even": 3}"""))
    assertEquals(9L, error.offset)
  }

  @Test def defaults(): Unit = {
    assertEquals(Limits(), json.read[Limits]("{}"))
    both(Limits(4, Nil, Some("n")), """{"most":4,"names":[],"note":"n"}""")
    refused[Limits]("""{"most":null}""", "$.most", "an integer, null")
  }

  @Test def unions(): Unit = {
    both(Tagged("a"), """{"tag":"a"}""")
    both(Tagged(List("a", "b")), """{"tag":["a","b"]}""")
    refused[Tagged]("""{"tag":1}""", "$.tag", "a value of String or List[String], which an integer is not")
    refused[Tagged]("""{"tag":["a",1]}""", "$.tag[1]", "a string, an integer")
  }

  @Test def none_is_left_out(): Unit = {
    both(Noted(1, None), """{"id":1}""")
    both(Noted(1, Some("n")), """{"id":1,"note":"n"}""")
    assertEquals(Noted(1, None), json.read[Noted]("""{"id":1,"note":null}"""))
    both(Tickets(List(Some(1), None), Map("a" -> None)), """{"items":[1,null],"named":{"a":null}}""")
    refused[Noted]("""{"id":1,"note":2}""", "$.note", "a string, an integer")
  }

  @Test def none_as_null(): Unit = {
    val codec: Codec[Noted] = Codec.of(Config.withNoneAsNull)
    both(Noted(1, None), """{"id":1,"note":null}""")(using codec)
    refused("""{"id":null,"note":null}""", "$.id", "an integer, null")(using codec)
  }

  @Test def collections(): Unit = {
    both[immutable.IndexedSeq[Int]](Vector(1, 2), "[1,2]")
    both[collection.Seq[Int]](Seq(1, 2), "[1,2]")
    both(LazyList(1, 2), "[1,2]")
    both(immutable.ArraySeq(1, 2), "[1,2]")
    both(immutable.HashSet(1), "[1]")
    both(immutable.ListSet(2, 1), "[2,1]")
    both(immutable.TreeSet("b", "a"), """["a","b"]""")
    both(mutable.ListBuffer(1), "[1]")
    both(mutable.ArrayDeque(1), "[1]")
    both(mutable.Queue(1), "[1]")
    both(mutable.Stack(1, 2), "[1,2]")
    both(mutable.HashSet(1), "[1]")
    both(mutable.LinkedHashSet(2, 1), "[2,1]")
    both(mutable.TreeSet(2, 1), "[1,2]")
    both(List(mutable.Buffer(Set(Vector(1)))), "[[[[1]]]]")
    refused[Vector[Set[Int]]]("""[[1],[2,"3"]]""", "$[1][1]", "an integer, a string")
  }

  @Test def keys_of_maps(): Unit = {
    both(Map(1L -> "a"), """{"1":"a"}""")
    both(Map(true -> "a"), """{"true":"a"}""")
    both(Map(ju.UUID(1, 2) -> "a"), """{"00000000-0000-0001-0000-000000000002":"a"}""")
    given Codec[Size] = Codec.derived
    both(Map(Size.Large -> 1), """{"Large":1}""")
    both(Map(Color.Green -> 1), """{"1":1}""")
    given Codec[Meters] = Codec.derived
    both(Map(Meters(3) -> "a"), """{"3":"a"}""")
    both(Map('a' -> 1.5), """{"a":1.5}""")
    refused[Map[Size, Int]]("""{"Huge":1}""", "$.Huge", "one of `Small`, `Large`, \"Huge\"")
    refused[Map[ju.UUID, Int]]("""{"1":1}""", "$[\"1\"]", "a UUID, \"1\"")
  }

  @Test def java_collections(): Unit = {
    both(ju.LinkedList(ju.List.of(1)), "[1]")
    both[ju.Set[Int]](ju.Set.of(1), "[1]")
    both[ju.SortedMap[String, Int]](ju.TreeMap(ju.Map.of("b", 2, "a", 1)), """{"a":1,"b":2}""")
    both(ju.concurrent.ConcurrentSkipListMap(ju.Map.of(1, "x")), """{"1":"x"}""")
    both(ju.concurrent.CopyOnWriteArrayList(ju.List.of("x")), """["x"]""")
    assertEquals("[1,2]", json.read[ju.Deque[Int]]("[1,2]").toJson)
    assertEquals("[1,2]", json.read[ju.concurrent.LinkedBlockingDeque[Int]]("[1,2]").toJson)
    assertEquals("[1,2]", json.read[ju.PriorityQueue[Int]]("[2,1]").toJson)
    refused[ju.Queue[Int]]("[1,null]", "$[1]", "an integer, null")
    refused[ju.NavigableMap[String, Int]]("""{"a":"1"}""", "$.a", "an integer, a string")
  }

  @Test def null_for_a_class(): Unit = {
    refused[Owner]("""{"person":null}""", "$.person", "an object, null")
    both(Empty(null), """{"person":null}""")
    both(Empty(Person("p")), """{"person":{"name":"p"}}""")
    assertNull(json.read[Empty]("""{"person":null}""").person)
    refused[Empty]("""{"person":1}""", "$.person", "a value of Person or Null, which an integer is not")
  }
}
