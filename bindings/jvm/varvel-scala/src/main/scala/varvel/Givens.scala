package varvel

import dev.varvel.{Codecs, Reader, Writer}
import java.math.{BigDecimal => JavaDecimal, BigInteger}
import java.net.{URI, URL}
import java.nio.file.Path
import java.time.*
import java.util.{Currency, Locale, OptionalDouble, OptionalInt, OptionalLong, UUID}

/** The codecs of types that are there without being asked for. A codec that is given elsewhere comes first. */
// Values, not givens: those would be lazy, and each access would look whether they are there.
trait Givens {
  implicit val boolean: Codec[Boolean] = Codec.wrap(Codecs.BOOLEAN.asInstanceOf[dev.varvel.Codec[Boolean]])
  implicit val byte: Codec[Byte] = Codec.wrap(Codecs.BYTE.asInstanceOf[dev.varvel.Codec[Byte]])
  implicit val short: Codec[Short] = Codec.wrap(Codecs.SHORT.asInstanceOf[dev.varvel.Codec[Short]])
  implicit val int: Codec[Int] = Codec.wrap(Codecs.INT.asInstanceOf[dev.varvel.Codec[Int]])
  implicit val long: Codec[Long] = Codec.wrap(Codecs.LONG.asInstanceOf[dev.varvel.Codec[Long]])
  implicit val float: Codec[Float] = Codec.wrap(Codecs.FLOAT.asInstanceOf[dev.varvel.Codec[Float]])
  implicit val double: Codec[Double] = Codec.wrap(Codecs.DOUBLE.asInstanceOf[dev.varvel.Codec[Double]])
  implicit val char: Codec[Char] = Codec.wrap(Codecs.CHAR.asInstanceOf[dev.varvel.Codec[Char]])
  implicit val string: Codec[String] = Codec.wrap(Codecs.STRING)
  implicit val bigInt: Codec[BigInt] = Codec.wrap(Codecs.BIG_INTEGER).map(BigInt(_))(_.bigInteger)
  implicit val bigDecimal: Codec[BigDecimal] = Codec.wrap(Codecs.BIG_DECIMAL).map(internal.Values.decimal)(_.bigDecimal)
  implicit val bytes: Codec[Array[Byte]] = Codec.wrap(Codecs.BYTES)

  implicit val boxedBoolean: Codec[java.lang.Boolean] = Codec.wrap(Codecs.BOOLEAN)
  implicit val boxedByte: Codec[java.lang.Byte] = Codec.wrap(Codecs.BYTE)
  implicit val boxedShort: Codec[java.lang.Short] = Codec.wrap(Codecs.SHORT)
  implicit val boxedInt: Codec[Integer] = Codec.wrap(Codecs.INT)
  implicit val boxedLong: Codec[java.lang.Long] = Codec.wrap(Codecs.LONG)
  implicit val boxedFloat: Codec[java.lang.Float] = Codec.wrap(Codecs.FLOAT)
  implicit val boxedDouble: Codec[java.lang.Double] = Codec.wrap(Codecs.DOUBLE)
  implicit val boxedChar: Codec[Character] = Codec.wrap(Codecs.CHAR)
  implicit val bigInteger: Codec[BigInteger] = Codec.wrap(Codecs.BIG_INTEGER)
  implicit val javaDecimal: Codec[JavaDecimal] = Codec.wrap(Codecs.BIG_DECIMAL)
  implicit val optionalInt: Codec[OptionalInt] = Codec.wrap(Codecs.OPTIONAL_INT)
  implicit val optionalLong: Codec[OptionalLong] = Codec.wrap(Codecs.OPTIONAL_LONG)
  implicit val optionalDouble: Codec[OptionalDouble] = Codec.wrap(Codecs.OPTIONAL_DOUBLE)
  given optional[A](using codec: Codec[A]): Codec[java.util.Optional[A]] = Codec.wrap(Codecs.optional(codec))

  implicit val uUID: Codec[UUID] = Codec.wrap(Codecs.UUID)
  implicit val uRI: Codec[URI] = Codec.wrap(Codecs.URI)
  implicit val uRL: Codec[URL] = Codec.wrap(Codecs.URL)
  implicit val path: Codec[Path] = Codec.wrap(Codecs.PATH)
  implicit val locale: Codec[Locale] = Codec.wrap(Codecs.LOCALE)
  implicit val currency: Codec[Currency] = Codec.wrap(Codecs.CURRENCY)

  implicit val instant: Codec[Instant] = Codec.wrap(Codecs.INSTANT)
  implicit val localDate: Codec[LocalDate] = Codec.wrap(Codecs.LOCAL_DATE)
  implicit val localTime: Codec[LocalTime] = Codec.wrap(Codecs.LOCAL_TIME)
  implicit val localDateTime: Codec[LocalDateTime] = Codec.wrap(Codecs.LOCAL_DATE_TIME)
  implicit val offsetDateTime: Codec[OffsetDateTime] = Codec.wrap(Codecs.OFFSET_DATE_TIME)
  implicit val offsetTime: Codec[OffsetTime] = Codec.wrap(Codecs.OFFSET_TIME)
  implicit val zonedDateTime: Codec[ZonedDateTime] = Codec.wrap(Codecs.ZONED_DATE_TIME)
  implicit val duration: Codec[Duration] = Codec.wrap(Codecs.DURATION)
  implicit val period: Codec[Period] = Codec.wrap(Codecs.PERIOD)
  implicit val monthDay: Codec[MonthDay] = Codec.wrap(Codecs.MONTH_DAY)
  implicit val year: Codec[Year] = Codec.wrap(Codecs.YEAR)
  implicit val yearMonth: Codec[YearMonth] = Codec.wrap(Codecs.YEAR_MONTH)
  implicit val zoneId: Codec[ZoneId] = Codec.wrap(Codecs.ZONE_ID)
  implicit val zoneOffset: Codec[ZoneOffset] = Codec.wrap(Codecs.ZONE_OFFSET)
  implicit val dayOfWeek: Codec[DayOfWeek] = Codec.wrap(Codecs.DAY_OF_WEEK)
  implicit val month: Codec[Month] = Codec.wrap(Codecs.MONTH)

  implicit val rawJson: Codec[RawJson] = RawJson.codec

  /** The codecs of collections, arrays, tuples, options and the like, made where they are used.
    *
    * Input cannot make them slow or large: maps and sets by hashes refuse more than 1,024 keys that have the same hash as
    * 512 others on average, and the numbers of a set of bits have to be below 65,536, or below 1,024 for each item.
    */
  inline given structure[A <: Structure](using inline config: Config): Codec[A] = ${ internal.Derive.structure[A]('config) }

  inline given immutableArray[A](using inline config: Config): Codec[IArray[A]] = ${ internal.Derive.structure[IArray[A]]('config) }

  /** The types that are made of others. */
  type Structure = Iterable[?] | Array[?] | Tuple | Option[?] | Either[?, ?] | scala.util.Try[?] |
    java.util.Collection[?] | java.util.Map[?, ?]
}
