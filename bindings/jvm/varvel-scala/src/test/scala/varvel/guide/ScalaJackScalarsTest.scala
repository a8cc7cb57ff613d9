package varvel.guide

import java.net.{URI, URL}
import java.time.*
import java.util.UUID
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import varvel.*
import varvel.derivation.Testing

object ScalaJackScalarsTest {
  case class Boxes(
      int: Integer,
      long: java.lang.Long,
      double: java.lang.Double,
      float: java.lang.Float,
      short: java.lang.Short,
      byte: java.lang.Byte,
      char: Character,
      boolean: java.lang.Boolean
  ) derives Codec
  case class Big(int: BigInt, decimal: BigDecimal, javaInt: java.math.BigInteger, javaDecimal: java.math.BigDecimal) derives Codec
  case class Counted(numbers: List[Number]) derives Codec
  case class Moments(
      instant: Instant,
      date: LocalDate,
      time: LocalTime,
      dateTime: LocalDateTime,
      offset: OffsetDateTime,
      offsetTime: OffsetTime,
      zoned: ZonedDateTime,
      duration: Duration,
      period: Period
  ) derives Codec
  case class Parts(monthDay: MonthDay, year: Year, yearMonth: YearMonth, zone: ZoneId, offset: ZoneOffset) derives Codec
  case class Places(id: UUID, url: URL, uri: URI) derives Codec
}

/** Rows of the guide for users of ScalaJack: scalars. */
class ScalaJackScalarsTest extends Testing {
  import ScalaJackScalarsTest.*

  @Test def boxed_numbers(): Unit = {
    both(
      Boxes(1, 2L, 1.5, 0.25f, 3.toShort, 4.toByte, 'c', true),
      """{"int":1,"long":2,"double":1.5,"float":0.25,"short":3,"byte":4,"char":"c","boolean":true}"""
    )
    refused[Boxes]("""{"int":2147483648}""", "$.int", "an integer that fits i32, 2147483648")
    refused[Boxes]("""{"int":null}""", "$.int", "an integer, null")
  }

  @Test def big_numbers(): Unit = {
    val (int, decimal) = ("-123456789012345678901234567890", "0.1234567890123456789012345678901234567890")
    inJson(
      Big(BigInt(int), BigDecimal(decimal, java.math.MathContext.UNLIMITED), java.math.BigInteger(int), java.math.BigDecimal(decimal)),
      s"""{"int":$int,"decimal":$decimal,"javaInt":$int,"javaDecimal":$decimal}"""
    )
    refused[Big]("""{"int":1.5}""", "$.int", "an integer, a float")
  }

  @Test def numbers(): Unit = {
    val numbers = json.read[Counted]("""{"numbers":[1,3000000000,123456789012345678901234567890,1.5,1.00000000000000000000001]}""").numbers
    assertEquals(
      List(classOf[Integer], classOf[java.lang.Long], classOf[java.math.BigInteger], classOf[java.lang.Double], classOf[java.math.BigDecimal]),
      numbers.map(_.getClass)
    )
    assertEquals("""{"numbers":[1,3000000000,123456789012345678901234567890,1.5,1.00000000000000000000001]}""", Counted(numbers).toJson)
    refused[Counted]("""{"numbers":["1"]}""", "$.numbers[0]", "a number, a string")
  }

  @Test def times(): Unit = {
    val text =
      """{"instant":"2026-11-29T10:15:30.123456789Z","date":"2024-02-29","time":"10:15:30","dateTime":"2024-02-29T10:15:30",""" +
        """"offset":"2024-02-29T10:15:30+01:00","offsetTime":"10:15:30+01:00","zoned":"2024-02-29T10:15:30+01:00[Europe/Vienna]",""" +
        """"duration":"PT1H30M","period":"P1Y2M3D"}"""
    val offset = ZoneOffset.ofHours(1)
    val dateTime = LocalDateTime.of(2024, 2, 29, 10, 15, 30)
    both(
      Moments(
        Instant.parse("2026-11-29T10:15:30.123456789Z"),
        dateTime.toLocalDate,
        dateTime.toLocalTime,
        dateTime,
        dateTime.atOffset(offset),
        dateTime.toLocalTime.atOffset(offset),
        dateTime.atZone(ZoneId.of("Europe/Vienna")),
        Duration.ofMinutes(90),
        Period.of(1, 2, 3)
      ),
      text
    )
    both(Map(dateTime.toLocalDate -> 1), """{"2024-02-29":1}""")
    refused[Moments](text.replace("\"date\":\"2024", "\"date\":\"2023"), "$.date", "a date as 2026-01-31, \"2023-02-29\"")
  }

  @Test def parts_of_dates_and_zones(): Unit = {
    val text = """{"monthDay":"--02-29","year":2024,"yearMonth":"2024-02","zone":"Europe/Vienna","offset":"+01:00"}"""
    both(Parts(MonthDay.of(2, 29), Year.of(2024), YearMonth.of(2024, 2), ZoneId.of("Europe/Vienna"), ZoneOffset.ofHours(1)), text)
    refused[Parts](text.replace("Vienna", "Wien"), "$.zone", "a time zone as Europe/Berlin, \"Europe/Wien\"")
  }

  @Test def ids_and_addresses(): Unit = {
    val text = """{"id":"00000000-0000-0001-0000-000000000002","url":"https://example.com/a?b=c","uri":"urn:isbn:1"}"""
    both(Places(UUID(1, 2), URI("https://example.com/a?b=c").toURL, URI("urn:isbn:1")), text)
    refused[Places](text.replace("000000000002", "2"), "$.id", "a UUID, \"00000000-0000-0001-0000-2\"")
    refused[Places](text.replace("urn:", "a b:"), "$.uri", "a URI, \"a b:isbn:1\"")
  }
}
