package varvel.schema

import java.util as ju
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test
import scala.collection.immutable.VectorMap
import scala.util.{Failure, Random, Success}
import varvel.*

/** What codecs write is valid by the schema, and so is what they read. */
class AgreementTest extends Validating {
  import SchemaTypes.*

  /** Values of several kinds, as Codec.any has them. */
  private val atoms: List[Any] = List(null, true, 0, 1, -1, 3, 127, 128, 40000, 3000000000L, BigInt(2).pow(70), 1.5, BigDecimal("1e400"), "", "x",
    "y", "one", "xy", "Red", "light blue", "point", "Mon", "DAYS", "1", "-0", "01", "1.5", "2026-01-31", "00000000-0000-0001-0000-000000000002",
    "AQ", "AQ==", "A Q=", Nil, List(1), List("a", "a"), List(1, "a"), VectorMap(), VectorMap("_hint" -> "point"), VectorMap("id" -> 1))

  /** Returns documents that differ from one in a place. */
  private def changed(value: Any, random: Random): List[Any] = {
    val here = random.shuffle(atoms).take(8)
    val inside = value match {
      case map: Map[?, ?] =>
        val members = map.asInstanceOf[Map[String, Any]]
        members.keys.toList.flatMap(key => (members - key) :: changed(members(key), random).map(members.updated(key, _))) ++
          List("_hint", "x", "more").map(key => members.updated(key, random.shuffle(atoms).head)) ++
          members.keys.map(key => (members - key).updated(random.shuffle(List("1", "x", "true", "q", "Gone")).head, members(key)))
      case items: List[?] =>
        items.indices.toList.flatMap(i => items.patch(i, Nil, 1) :: changed(items(i), random).map(items.updated(i, _))) ++
          List(items ++ items, items :+ random.shuffle(atoms).head)
      case _ => Nil
    }
    here ++ inside
  }

  /** Checks values, and texts that are nearly theirs. */
  private def agree[A](schema: JsonSchema, values: A*)(using Codec[A]): Unit = {
    valid(schema, values*)
    val random = Random(7)
    val texts = values.flatMap(value => changed(json.read[Any](value.toJson)(using Codec.any), random)).map(json.write[Any](_)(using Codec.any))
    val read = readIsValid(schema, texts)
    assertTrue(read < texts.size, "each changed text was read")
  }

  private val random = Random(1)
  private def text(): String = random.nextString(random.nextInt(5)).filterNot(_.isSurrogate)
  private def some[T](make: => T): Option[T] = Option.when(random.nextBoolean())(make)
  private def several[T](make: => T): List[T] = List.fill(random.nextInt(4))(make)
  private def line(): Line = Line(text(), random.nextInt(), some(text()))
  private def tree(deep: Int): Tree =
    Tree(random.nextInt().toShort, if deep == 0 then Nil else several(tree(deep - 1)), if deep == 0 then None else some(tree(deep - 1)))
  private def shape(deep: Int): Shape = random.nextInt(3) match {
    case 0 if deep > 0 => Group(several(shape(deep - 1)), some(text()))
    case 1             => Circle(random.nextGaussian())
    case _             => Point
  }
  private def box[A](deep: Int, make: => A): Box[A] = Box(make, if deep == 0 then Nil else several(box(deep - 1, make)))
  private def everything(): Everything = Everything(
    Color.fromOrdinal(random.nextInt(3)), Days(random.nextInt(2)), ju.concurrent.TimeUnit.values()(random.nextInt(7)), tree(2), shape(2),
    Meters(random.nextDouble()), box(1, random.nextInt()), box(1, some(text())), several(text() -> line()).toMap
  )

  @Test def scalars(): Unit = {
    given Codec[Scalars] = Codec.derived
    val values = List(
      Scalars(Byte.MinValue, Short.MaxValue, Int.MinValue, Long.MaxValue, Float.MaxValue, Double.MinPositiveValue, 'ä', true, "𝒳", BigInt(2).pow(80), BigDecimal("1e-30"), ()),
      Scalars(1, 2, 3, 4, 0.1f, 5, 'a', false, "", -1, 0, ())
    )
    agree(JsonSchema.of[Scalars], values*)
    given Codec[Boxed] = Codec.derived
    agree(JsonSchema.of[Boxed], Boxed(1L, 2, ju.OptionalInt.of(3), ju.OptionalDouble.empty, ju.Optional.of("x"), java.math.BigDecimal("2.50")),
      Boxed(1L, 2, ju.OptionalInt.empty, ju.OptionalDouble.of(2), ju.Optional.empty, java.math.BigDecimal.TEN))
    val asText: Codec[Scalars] = Codec.of(Config.withNumbersAsText)
    agree(JsonSchema.of[Scalars](using Config.withNumbersAsText), values*)(using asText)
  }

  @Test def times_and_others(): Unit = {
    import java.time.*
    given Codec[Times] = Codec.derived
    agree(JsonSchema.of[Times],
      Times(Instant.ofEpochSecond(1, 500), LocalDate.of(2026, 1, 31), LocalTime.of(12, 0), Duration.ofMillis(-1500), OffsetDateTime.of(2026, 1, 31, 12, 0, 0, 0, ZoneOffset.UTC),
        Year.of(-3), DayOfWeek.MONDAY, Period.ofDays(-2)),
      Times(Instant.EPOCH, LocalDate.of(1, 1, 1), LocalTime.MIN.plusNanos(1), Duration.ZERO, OffsetDateTime.of(2026, 1, 31, 12, 0, 0, 1, ZoneOffset.ofHours(2)), Year.of(2026),
        DayOfWeek.SUNDAY, Period.ZERO))
    given Codec[Others] = Codec.derived
    agree(JsonSchema.of[Others],
      Others(ju.UUID(1, 2), java.net.URI("a/b?c#d"), ju.Currency.getInstance("EUR"), java.net.URI("https://example.com/a").toURL, ju.Locale.GERMANY, RawJson("[1]"), List(1)),
      Others(ju.UUID.randomUUID, java.net.URI("mailto:a@b.de"), ju.Currency.getInstance("JPY"), java.net.URI("file:///x").toURL, ju.Locale.ROOT, RawJson("null"), null))
  }

  @Test def collections_tuples_and_maps(): Unit = {
    given Codec[Lists] = Codec.derived
    agree(JsonSchema.of[Lists], Lists(List(1), Set("a", "b"), Array(1L), ju.List.of(true), Vector(None, Some(1)), IArray(1.5)),
      Lists(Nil, Set(), Array(), ju.List.of(), Vector(), IArray()))
    given Codec[Bytes] = Codec.derived
    for length <- 0 to 4 do agree(JsonSchema.of[Bytes], Bytes(random.nextBytes(length)))
    assertEquals(3, readIsValid[Bytes](JsonSchema.of[Bytes], List("""{"a":"AQ"}""", """{"a":"AQI"}""", """{"a":"AR=="}""", """{"a":""}""", """{"a":"AQ="}""")))
    given Codec[Tuples] = Codec.derived
    agree(JsonSchema.of[Tuples], Tuples((1, "a"), EmptyTuple, Tuple1(None)))
    val maps = Maps(Map("a" -> 1), Map(1 -> "x", -2 -> "y"), Map(ju.UUID(1, 2) -> 1), Map(Color.Red -> 1), Map(BigDecimal("1e9") -> 1, BigDecimal("-2.50") -> 2),
      Map(true -> 1), ju.Map.of(3L, List(1)), Map("x" -> 2), Map(line() -> 1), Map(java.time.LocalDate.EPOCH -> 1))
    given Codec[Maps] = Codec.derived
    agree(JsonSchema.of[Maps], maps)
    val pairs: Codec[Maps] = Codec.of(Config.withMapsAsArrays)
    agree(JsonSchema.of[Maps](using Config.withMapsAsArrays), maps)(using pairs)
    val both: Codec[Maps] = Codec.of(Config.withEnumsAsNumbers)
    agree(JsonSchema.of[Maps](using Config.withEnumsAsNumbers), maps)(using both)
  }

  @Test def unions_and_sides(): Unit = {
    given Codec[Unions] = Codec.derived
    agree(JsonSchema.of[Unions], Unions("a", "x", 3, 1, line()), Unions(1, "y", 4, "one", Gone(1)), Unions(List("a"), "x", 3, true, Gone(1)), Unions(null, "x", 3, 1, Gone(2)))
    given Codec[Sides] = Codec.of(Config.withFailure(Failures.Throw))
    agree(JsonSchema.of[Sides](using Config.withFailure(Failures.Throw)), Sides(Left(1), Success(1)), Sides(Right("x"), Success(2)))
    val nulls: Codec[Sides] = Codec.of(Config.withLeft(Failures.Null))
    valid(JsonSchema.of[Sides](using Config.withLeft(Failures.Null)), Sides(Left(1), Failure(RuntimeException("m"))), Sides(Right("x"), Success(2)))(using nulls)
    val messages: Codec[Sides] = Codec.of(Config.withLeft(Failures.Message).withFailure(Failures.Message))
    valid(JsonSchema.of[Sides](using Config.withLeft(Failures.Message).withFailure(Failures.Message)),
      Sides(Left(1), Failure(RuntimeException("m"))), Sides(Right("x"), Success(2)))(using messages)
  }

  private val members = List(Members(1, "x", 3, 5, None, Nil), Members(1, "y", 3, 6, Some(None), List(1)), Members(1, "z", 3, 7, Some(Some(2)), List(1), 2.5))

  @Test def members_by_configuration(): Unit = {
    agree(JsonSchema.of[Members], members*)(using Codec.derived)
    agree(JsonSchema.of[Members](using Config.withUnknownRefused), members*)(using Codec.of(Config.withUnknownRefused))
    agree(JsonSchema.of[Members](using Config.withNoneAsNull), members*)(using Codec.of(Config.withNoneAsNull))
    agree(JsonSchema.of[Members](using Config.withDefaultsRequired), members*)(using Codec.of(Config.withDefaultsRequired))
    agree(JsonSchema.of[Members](using Config.withoutDefaults), members*)(using Codec.of(Config.withoutDefaults))
    agree(JsonSchema.of[Members](using Config.withoutEmpties), members*)(using Codec.of(Config.withoutEmpties))
    agree(JsonSchema.of[Members](using Config.withMissingAsEmpty), members*)(using Codec.of(Config.withMissingAsEmpty))
    agree(JsonSchema.of[Members](using Config.withNames(name => "x_" + name)), members*)(using Codec.of(Config.withNames(name => "x_" + name)))
  }

  @Test def hints(): Unit = {
    val events = List(Made(1, "b"), Gone(2), Moved("u", None), Moved("u", Some("w")))
    agree[Event](JsonSchema.of[Event], events*)(using Codec.derived)
    agree[Event](JsonSchema.of[Event](using Config.withHintLabel("x").withHintNames(_.toLowerCase)), events*)(using
      Codec.of(Config.withHintLabel("x").withHintNames(_.toLowerCase)))
    agree[Event](JsonSchema.of[Event](using Config.withHintAsKey), events*)(using Codec.of(Config.withHintAsKey))
    agree[Event](JsonSchema.of[Event](using Config.withHintsWhereNeeded), events*)(using Codec.of(Config.withHintsWhereNeeded))
    agree[Event](JsonSchema.of[Event](using Config.withUnknownRefused), events*)(using Codec.of(Config.withUnknownRefused))
    val shapes = List(Point, Circle(1), Group(List(Point, Circle(2), Group(Nil, None)), Some("n")))
    agree[Shape](JsonSchema.of[Shape], shapes*)(using Codec.derived)
    agree[Shape](JsonSchema.of[Shape](using Config.withHintAsKey), shapes*)(using Codec.of(Config.withHintAsKey))
    agree[Shape](JsonSchema.of[Shape](using Config.withHintsWhereNeeded.withUnknownRefused), shapes*)(using
      Codec.of(Config.withHintsWhereNeeded.withUnknownRefused))
  }

  @Test def drawn_values(): Unit = {
    val values = List.fill(30)(everything())
    agree(JsonSchema.of[Everything], values*)(using Codec.derived)
    agree(JsonSchema.of[Everything](using Config.withEnumsAsNumbers.withNames(Config.constantCase)), values*)(using
      Codec.of(Config.withEnumsAsNumbers.withNames(Config.constantCase)))
  }

  @Test def constraints(): Unit = {
    given Codec[Limited] = Codec.derived
    val values = List(
      Limited(1, None, BigDecimal("0.15"), "ab", List("a"), Map("a" -> 1)),
      Limited(10, Some(999.5), BigDecimal("-1e2"), "𝒳𝒳𝒳𝒳", List("a", "b"), Map("a" -> 1, "b" -> 2), 99)
    )
    agree(JsonSchema.of[Limited], values*)
    val text = values.head.toJson
    def in(member: String, value: String) = text.replaceFirst(s"\"$member\":(\\[[^\\]]*\\]|\\{[^}]*\\}|[^,}]*)", s"\"$member\":${java.util.regex.Matcher.quoteReplacement(value)}")
    refusedByBoth[Limited](JsonSchema.of[Limited], in("id", "0"), in("id", "11"), in("price", "0.16"), in("name", "\"a\""), in("name", "\"𝒳\""), in("name", "\"abcde\""),
      in("name", "\"AB\""), in("tags", "[]"), in("tags", """["a","a"]"""), in("tags", """["a","b","c"]"""), in("by", "{}"), in("n", "100"),
      text.dropRight(1) + ""","ratio":0.1}""", text.dropRight(1) + ""","ratio":1000}""")
  }
}
