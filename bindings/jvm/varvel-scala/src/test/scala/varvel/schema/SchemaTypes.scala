package varvel.schema

import java.util as ju
import scala.util.Try
import varvel.*

/** The types whose schemas are tested. */
object SchemaTypes {
  enum Color { case Red, Green; @key("light blue") case Blue }
  object Days extends Enumeration { val Mon, Tue = Value }

  case class Line(article: String, count: Int, note: Option[String] = None) derives Codec
  case class Tree(value: Short, children: List[Tree] = Nil, up: Option[Tree] = None)

  sealed trait Shape
  case class Circle(radius: Double) extends Shape
  case class Group(all: List[Shape], name: Option[String]) extends Shape
  @key("point") case object Point extends Shape

  sealed trait Event
  case class Made(id: Int, by: String) extends Event
  case class Gone(id: Int) extends Event
  case class Moved(to: String, why: Option[String]) extends Event

  case class Scalars(a: Byte, b: Short, c: Int, d: Long, e: Float, f: Double, g: Char, h: Boolean, i: String, j: BigInt, k: BigDecimal, l: Unit)
  case class Boxed(a: java.lang.Long, b: Integer, c: ju.OptionalInt, d: ju.OptionalDouble, e: ju.Optional[String], f: java.math.BigDecimal)
  case class Times(a: java.time.Instant, b: java.time.LocalDate, c: java.time.LocalTime, d: java.time.Duration, e: java.time.OffsetDateTime,
      f: java.time.Year, g: java.time.DayOfWeek, h: java.time.Period)
  case class Others(a: ju.UUID, b: java.net.URI, c: ju.Currency, d: java.net.URL, e: ju.Locale, f: RawJson, g: Any)
  case class Lists(a: List[Int], b: Set[String], c: Array[Long], d: ju.List[Boolean], e: Vector[Option[Int]], f: IArray[Double])
  case class Bytes(a: Array[Byte])
  case class Tuples(a: (Int, String), b: EmptyTuple, c: Tuple1[Option[Boolean]])
  case class Maps(a: Map[String, Int], b: Map[Int, String], c: Map[ju.UUID, Int], d: Map[Color, Int], e: Map[BigDecimal, Int], f: Map[Boolean, Int],
      g: ju.Map[Long, List[Int]], h: Map["x" | "y", Int], i: Map[Line, Int], j: Map[java.time.LocalDate, Int])
  case class Unions(a: String | Int | List[String] | Null, b: "x" | "y", c: 3 | 4, d: 1 | "one" | Boolean, e: Line | Gone)
  case class Sides(a: Either[Int, String], b: Try[Int])
  case class Members(@key("a-b") a: Int, @alias("q", "r") b: String, @ignore c: Int = 3, @text n: Long = 5, o: Option[Option[Int]], list: List[Int], @text d: Double = 1)
  case class Meters(value: Double) extends AnyVal
  case class Box[A](item: A, more: List[Box[A]])
  case class Everything(color: Color, day: Days.Value, unit: ju.concurrent.TimeUnit, tree: Tree, shape: Shape, meters: Meters, ints: Box[Int],
      texts: Box[Option[String]], lines: Map[String, Line])
  case class Limited(
      @minimum(1) @maximum(10) id: Int,
      @exclusiveMinimum(0.1) @exclusiveMaximum("1e3") ratio: Option[Double],
      @multipleOf(0.05) price: BigDecimal,
      @minLength(2) @maxLength(4) @pattern("^[a-zäö𝒳]*$") name: String,
      @minItems(1) @maxItems(2) @uniqueItems tags: List[String],
      @minItems(1) by: Map[String, Int],
      @text @maximum(99) n: Long = 0,
      @title("mail") @description("where to write") mail: String = "a@b.de"
  )
}
