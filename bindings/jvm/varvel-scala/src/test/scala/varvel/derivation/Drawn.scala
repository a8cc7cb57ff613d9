package varvel.derivation

import java.time.*
import java.util as ju
import java.util.concurrent.TimeUnit
import scala.collection.immutable.{ArraySeq, BitSet, ListMap, Queue, SortedSet, TreeMap, VectorMap}
import scala.collection.mutable
import scala.util.{Random, Success, Try}
import varvel.*

/** A model with every kind of type, and drawn values of it. */
object Drawn {
  object Ids {
    opaque type Id = Long
    object Id {
      def make(value: Long): Either[String, Id] = if value > 0 then Right(value) else Left("not positive")
    }
    opaque type Name = String
    def id(value: Long): Id = value
    def name(value: String): Name = value
  }
  enum Color { case Red, Green, Blue }
  object Days extends Enumeration { val Mon, Tue, Wed = Value }
  sealed trait Shape
  case class Circle(radius: Double) extends Shape
  case class Square(side: Int, corner: Option[String] = None) extends Shape
  case object Point extends Shape
  case class Cat(lives: Int)
  case class Dog(name: String, tail: Option[Int])
  case class Place(x: Int, y: Int)
  case class Meters(value: Double) extends AnyVal
  case class Box[A](item: A, more: Vector[A])

  case class Scalars(byte: Byte, short: Short, int: Int, long: Long, float: Float, double: Double, char: Char, boolean: Boolean,
      text: String, bigInt: BigInt, decimal: BigDecimal, boxed: Integer, number: Number, uuid: ju.UUID)
  case class Times(instant: Instant, date: LocalDate, time: LocalTime, dateTime: LocalDateTime, offset: OffsetDateTime,
      offsetTime: OffsetTime, zoned: ZonedDateTime, duration: Duration, period: Period, monthDay: MonthDay, year: Year,
      yearMonth: YearMonth, zone: ZoneId, day: DayOfWeek)
  case class Rows(vector: Vector[Int], lists: List[List[Option[Int]]], set: Set[String], sorted: SortedSet[Long], bits: BitSet,
      queue: Queue[Boolean], array: ArraySeq[Double], buffer: mutable.ArrayBuffer[Place], javaList: ju.List[String],
      javaSet: ju.TreeSet[String])
  case class Maps(plain: Map[String, Int], byInt: Map[Int, String], byUuid: Map[ju.UUID, Double], ordered: VectorMap[String, Place],
      listed: ListMap[Long, Boolean], sorted: TreeMap[Double, String], mutables: mutable.LinkedHashMap[Char, Int],
      byPlace: Map[Place, String], byColor: Map[Color, Days.Value], byDate: Map[LocalDate, Int], byText: Map[Option[String], Int],
      javaMap: ju.TreeMap[String, Int])
  case class Choices(shape: Shape, shapes: List[Shape], color: Color, day: Days.Value, unit: TimeUnit,
      union: Int | String | List[String] | Boolean | Null, pet: Cat | Dog, maybe: Cat | Null, literal: "a" | "b", twice: Option[Option[Int]],
      either: Either[Int, String], tried: Try[Int], id: Ids.Id, name: Ids.Name, meters: Meters)
  case class Others(pair: (Int, String), one: Tuple1[Option[Double]], many: (Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, Int,
      Int, Int, Int, Int, Int, Int, Int, Int, Int, Int, String), box: Box[Box[String]], any: Any, raw: RawJson, unit: Unit)
  case class Model(scalars: Scalars, times: Times, rows: Rows, maps: Maps, choices: Choices, others: Others, note: String = "none",
      next: Option[Model] = None) derives Codec
}

/** Draws values, the same ones in each run. */
final class Drawn(random: Random) {
  import Drawn.*

  def text(): String =
    Seq.fill(random.nextInt(8))(random.nextInt(8) match {
      case 0 => "\ud83d\ude00"
      case 1 => "é"
      case 2 => random.nextInt(32).toChar.toString
      case _ => (32 + random.nextInt(95)).toChar.toString
    }).mkString

  private def int(): Int = random.nextInt() >> random.nextInt(32)
  private def long(): Long = random.nextLong() >> random.nextInt(64)
  private def double(): Double = {
    val any = java.lang.Double.longBitsToDouble(random.nextLong())
    if any.isNaN || any.isInfinite then 0.5 else if random.nextBoolean() then any else random.nextInt(1000) / 8.0
  }
  private def bigInt(): BigInt = BigInt(random.nextInt(200), random) * (if random.nextBoolean() then 1 else -1)
  private def decimal(): BigDecimal = internal.Values.decimal(java.math.BigDecimal(bigInt().bigInteger, random.nextInt(60) - 20))
  private def maybe[A](value: => A): Option[A] = if random.nextBoolean() then Some(value) else None
  private def some[A](value: => A): List[A] = List.fill(random.nextInt(4))(value)
  private def one[A](values: A*): A = values(random.nextInt(values.size))

  private def scalars(): Scalars = {
    val float = java.lang.Float.intBitsToFloat(random.nextInt())
    Scalars(
      int().toByte, int().toShort, int(), long(), if float.isNaN || float.isInfinite then 1 else float, double(),
      one('a', '"', '\u0000', 'é', '\ufffe'), random.nextBoolean(), text(), bigInt(), decimal(), int(),
      one[Number](int(), Long.MaxValue, 0.5, BigInt("9" * 30).bigInteger), ju.UUID(random.nextLong(), random.nextLong())
    )
  }

  private def times(): Times = {
    val seconds = random.nextInt().toLong * 20
    val instant = Instant.ofEpochSecond(seconds, one(0, 1000, random.nextInt(1_000_000_000)))
    val zone = one(ZoneId.of("Europe/Vienna"), ZoneId.of("UTC"), ZoneOffset.ofHoursMinutes(-3, -30))
    val zoned = instant.atZone(zone)
    val local = zoned.toLocalDateTime
    Times(
      instant, local.toLocalDate, local.toLocalTime, local, zoned.toOffsetDateTime, zoned.toOffsetDateTime.toOffsetTime, zoned,
      Duration.ofSeconds(seconds, random.nextInt(1_000_000_000)), Period.of(int(), int(), int()), MonthDay.from(local), Year.from(local),
      YearMonth.from(local), zone, local.getDayOfWeek
    )
  }

  private def place(): Place = Place(int(), int())

  private def rows(): Rows = Rows(
    some(int()).toVector, some(some(maybe(int()))), some(text()).toSet, some(long()).to(SortedSet), some(random.nextInt(5000)).to(BitSet),
    some(random.nextBoolean()).to(Queue), some(double()).to(ArraySeq), some(place()).to(mutable.ArrayBuffer),
    ju.ArrayList(ju.List.of(some(text())*)), ju.TreeSet(ju.List.of(some(text())*))
  )

  private def maps(): Maps = Maps(
    some(text() -> int()).toMap, some(int() -> text()).toMap, some(ju.UUID(random.nextLong(), 1) -> double()).toMap,
    some(text() -> place()).to(VectorMap), some(long() -> random.nextBoolean()).to(ListMap), some(double() -> text()).to(TreeMap),
    some(one('a', '"', 'é') -> int()).to(mutable.LinkedHashMap), some(place() -> text()).toMap,
    some(one(Color.values*) -> one(Days.values.toSeq*)).toMap, some(LocalDate.ofEpochDay(random.nextInt(1_000_000)) -> int()).toMap,
    some(Option(text()) -> int()).toMap, ju.TreeMap(ju.Map.of(text(), int()))
  )

  private def shape(): Shape = one(Circle(double()), Square(int(), maybe(text())), Point)

  private def choices(): Choices = Choices(
    shape(), some(shape()), one(Color.values*), one(Days.values.toSeq*), one(TimeUnit.values*),
    one[Int | String | List[String] | Boolean | Null](int(), text(), some(text()), true, null), one(Cat(int()), Dog(text(), maybe(int()))),
    one[Cat | Null](Cat(int()), null), one("a", "b"), maybe(maybe(int())), one(Left(int()), Right(text())), Success(int()),
    Ids.id(random.nextInt(1000) + 1), Ids.name(text()), Meters(double())
  )

  private def any(depth: Int): Any = random.nextInt(if depth > 2 then 5 else 7) match {
    case 0 => null
    case 1 => random.nextBoolean()
    case 2 => int()
    case 3 => text()
    case 4 => one(3_000_000_000L, BigInt("9" * 25), 0.5, 1e300, BigDecimal("0.1000000000000000000000001"))
    case 5 => some(any(depth + 1))
    case _ => some(text() -> any(depth + 1)).to(VectorMap)
  }

  private def others(): Others = Others(
    (int(), text()), Tuple1(maybe(double())),
    (1, int(), 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, text()),
    Box(Box(text(), some(text()).toVector), Vector.empty), any(0), one(RawJson("[1.50, null]"), RawJson("\"\\u0041\"")), ()
  )

  def model(depth: Int = 0): Model = Model(
    scalars(), times(), rows(), maps(), choices(), others(), one("none", text()),
    if depth < 2 && random.nextInt(4) == 0 then Some(model(depth + 1)) else None
  )
}
