package varvel.schema

import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test
import scala.compiletime.testing.{typeCheckErrors, Error}
import varvel.*
import varvel.derivation.{CodeSizes, Testing}

object ConstraintsTest {
  object Ids {
    opaque type Id = Long
    object Id { def make(value: Long): Either[String, Id] = if value != 7 then Right(value) else Left("seven") }
    def id(value: Long): Id = value
  }
  case class Meters(value: Double) extends AnyVal
  case class Exact(
      @maximum(9007199254740992L) a: Long = 0,
      @maximum("36893488147419103232") b: BigInt = 0,
      @minimum("0.1000000000000000000000001") c: BigDecimal = 1,
      @maximum(0.1) d: Double = 0,
      @exclusiveMaximum(0.1) e: Float = 0,
      @multipleOf(0.1) f: Double = 0,
      @multipleOf("0.001") g: BigDecimal = 0,
      @multipleOf(3) h: Short = 0,
      @exclusiveMinimum(-1) i: java.lang.Long = 0L,
      @multipleOf("1e5") j: java.math.BigDecimal = java.math.BigDecimal.ZERO
  ) derives Codec
  case class Strings(@minLength(2) @maxLength(3) a: String = "ab", @pattern("b+$") b: Option[String] = None, @maxLength(1) c: Option[Option[String]] = None) derives Codec
  case class Lists(
      @minItems(1) a: List[Int] = List(1),
      @maxItems(1) b: Set[Int] = Set(),
      @uniqueItems c: Array[Double] = Array(),
      @maxItems(1) d: java.util.Map[String, Int] = java.util.Map.of(),
      @uniqueItems e: java.util.List[java.math.BigDecimal] = java.util.List.of(),
      @uniqueItems @maxItems(3) f: Option[Vector[Any]] = None,
      @uniqueItems g: List[String] = Nil
  ) derives Codec
  case class Others(@minimum(1) id: Ids.Id, @maximum(10) @alias("size") length: Meters, @text @minimum(2) n: Option[Int], @text @minimum(3) m: Int)
  case class Hostile(@pattern("(a|b)*c") a: String = "c", @maxLength(100) @pattern("^(a+)+$") b: String = "a") derives Codec
  case class Errors(@minimum(1) a: Int, @minLength(1) b: String, @minItems(1) c: List[Int], d: Int) derives Codec

  case class BadType(@minimum(1) a: String)
  case class BadLength(@maxLength(1) a: List[Int])
  case class BadItems(@minItems(1) a: Int)
  case class BadClass(@minItems(1) a: Errors)
  case class BadRange(@maximum(200) a: Option[Byte])
  case class BadFraction(@minimum(0.5) a: Int)
  case class BadStep(@multipleOf(0) a: Double)
  case class BadNumber(@minimum("x") a: Double)
  case class BadPattern(@pattern("(") a: String)
  case class BadCount(@minLength(-1) a: String)
  case class BadArrays(@uniqueItems a: List[Array[Int]])
  case class BadFormat(@format("email") a: Int)

  case class Plain(a: Int, b: String, @ignore c: Int = 1)
  val plain: Codec[Plain] = Codec.derived

  class Variables(val a: Int) { @maximum(9) var b: Int = 1 }

  // A class of more than 64 members is read into an array.
  case class Big(@minimum(1) a0: Int = 1, a1: Int = 1, a2: Int = 1, a3: Int = 1, a4: Int = 1, a5: Int = 1, a6: Int = 1, a7: Int = 1, a8: Int = 1,
      a9: Int = 1, b0: Int = 1, b1: Int = 1, b2: Int = 1, b3: Int = 1, b4: Int = 1, b5: Int = 1, b6: Int = 1, b7: Int = 1, b8: Int = 1, b9: Int = 1,
      c0: Int = 1, c1: Int = 1, c2: Int = 1, c3: Int = 1, c4: Int = 1, c5: Int = 1, c6: Int = 1, c7: Int = 1, c8: Int = 1, c9: Int = 1, d0: Int = 1,
      d1: Int = 1, d2: Int = 1, d3: Int = 1, d4: Int = 1, d5: Int = 1, d6: Int = 1, d7: Int = 1, d8: Int = 1, d9: Int = 1, e0: Int = 1, e1: Int = 1,
      e2: Int = 1, e3: Int = 1, e4: Int = 1, e5: Int = 1, e6: Int = 1, e7: Int = 1, e8: Int = 1, e9: Int = 1, f0: Int = 1, f1: Int = 1, f2: Int = 1,
      f3: Int = 1, f4: Int = 1, f5: Int = 1, f6: Int = 1, f7: Int = 1, f8: Int = 1, f9: Int = 1, g0: Int = 1, g1: Int = 1, g2: Int = 1, g3: Int = 1,
      g4: Int = 1, @maxLength(2) g5: String = "") derives Codec
}

class ConstraintsTest extends Testing {
  import ConstraintsTest.*

  @Test def limits_of_numbers_are_exact(): Unit = {
    json.read[Exact]("""{"a":9007199254740992}""")
    refused[Exact]("""{"a":9007199254740993}""", "$.a", "an integer of at most 9007199254740992")
    json.read[Exact]("""{"b":36893488147419103232}""")
    refused[Exact]("""{"b":36893488147419103233}""", "$.b", "an integer of at most 36893488147419103232")
    json.read[Exact]("""{"c":0.1000000000000000000000001}""")
    refused[Exact]("""{"c":0.1}""", "$.c", "a number of at least 0.1000000000000000000000001")
    json.read[Exact]("""{"d":0.1}""")
    refused[Exact]("""{"d":0.10000000000000002}""", "$.d", "a number of at most 0.1")
    json.read[Exact]("""{"e":0.099999994}""")
    refused[Exact]("""{"e":0.1}""", "$.e", "a number less than 0.1")
    for value <- List("0.3", "-0.7", "1e10", "0", "1e300") do json.read[Exact](s"""{"f":$value}""")
    refused[Exact]("""{"f":0.35}""", "$.f", "a multiple of 0.1")
    for value <- List("0.123", "-5", "1e6144", "0e-6000", "0.1230000") do json.read[Exact](s"""{"g":$value}""")
    for value <- List("0.1234", "1e-6000") do refused[Exact](s"""{"g":$value}""", "$.g", "a multiple of 0.001")
    json.read[Exact]("""{"h":-9,"i":0,"j":300000}""")
    refused[Exact]("""{"h":10}""", "$.h", "a multiple of 3")
    refused[Exact]("""{"i":-1}""", "$.i", "an integer greater than -1")
    refused[Exact]("""{"j":10000}""", "$.j", "a multiple of 100000")
  }

  @Test def lengths_count_code_points(): Unit = {
    for text <- List("ab", "äöü", "𝒳𝒳", "𝒳𝒳𝒳", "a𝒳") do json.read[Strings](s"""{"a":"$text"}""")
    for text <- List("", "a", "𝒳") do refused[Strings](s"""{"a":"$text"}""", "$.a", "a string of at least 2 characters")
    for text <- List("abcd", "𝒳𝒳𝒳𝒳", "aaa𝒳") do refused[Strings](s"""{"a":"$text"}""", "$.a", "a string of at most 3 characters")
    json.read[Strings]("""{"b":null,"c":null}""")
    json.read[Strings]("""{"b":"abb","c":"𝒳"}""")
    refused[Strings]("""{"b":"ba"}""", "$.b", "a string that matches b+$")
    refused[Strings]("""{"c":"cc"}""", "$.c", "a string of at most 1 character")
  }

  @Test def collections_are_counted_and_compared(): Unit = {
    refused[Lists]("""{"a":[]}""", "$.a", "an array of at least 1 item")
    json.read[Lists]("""{"b":[1,1]}""")
    refused[Lists]("""{"b":[1,2]}""", "$.b", "an array of at most 1 item")
    json.read[Lists]("""{"c":[1,2],"d":{"a":1},"e":[1,2],"f":[1,"1",[1]]}""")
    refused[Lists]("""{"c":[1,1.0]}""", "$.c", "an array whose items differ")
    refused[Lists]("""{"d":{"a":1,"b":2}}""", "$.d", "an object of at most 1 member")
    refused[Lists]("""{"e":[1.0,1.00]}""", "$.e", "an array whose items differ")
    refused[Lists]("""{"f":[[1],[1.0]]}""", "$.f", "an array whose items differ")
    refused[Lists]("""{"f":[1,2,3,4]}""", "$.f", "an array of at most 3 items")
    json.read[Lists]((0 until 1000).mkString("{\"g\":[\"", "\",\"", "\"]}"))
  }

  /** Strings of one hash, from pairs of two letters that have the same. */
  private def alike(pairs: Int): Seq[String] = (0 until 1 << pairs).map(bits => (0 until pairs).map(i => if (bits >> i & 1) == 0 then "Aa" else "BB").mkString)

  @Test def items_of_one_hash_take_no_quadratic_time(): Unit =
    refused[Lists](alike(14).mkString("{\"g\":[\"", "\",\"", "\"]}"), "$.g", "an array whose items differ")

  @Test def types_that_stand_for_others(): Unit = {
    given Codec[Others] = Codec.derived
    val text = """{"id":1,"length":10.0,"n":2,"m":"3"}"""
    assertEquals(Others(Ids.id(1), Meters(10), Some(2), 3), json.read[Others](text))
    json.read[Others](text.replace("length", "size"))
    refused[Others](text.replace("1,", "0,"), "$.id", "an integer of at least 1")
    refused[Others](text.replace("1,", "7,"), "$.id", "a valid Id (seven)")
    refused[Others](text.replace("10.0", "10.5"), "$.length", "a number of at most 10")
    refused[Others](text.replace("10.0", "10.5").replace("length", "size"), "$.size", "a number of at most 10")
    refused[Others](text.replace("2", "1"), "$.n", "an integer of at least 2")
    refused[Others](text.replace("\"3\"", "\"2\""), "$.m", "an integer of at least 3")
  }

  @Test def hostile_strings_end(): Unit = {
    refused[Hostile](s"""{"a":"${"ab" * 200000}"}""", "$.a", "a string that matches (a|b)*c")
    refused[Hostile](s"""{"b":"${"a" * 200}b"}""", "$.b", "a string of at most 100 characters")
    assertEquals(
      List("a string of at most 100 characters"),
      json.tryRead[Hostile](s"""{"b":"${"a" * 200}b"}""").left.getOrElse(Nil).map(_.expected)
    )
  }

  @Test def all_errors_are_found(): Unit = {
    def found(text: String) = json.tryRead[Errors](text).left.getOrElse(Nil).map(error => s"${error.path}: ${error.expected}")
    assertEquals(
      List("$.a: an integer of at least 1", "$.b: a string of at least 1 character", "$.c: an array of at least 1 item", "$.d: an integer"),
      found("""{"a":0,"b":"","c":[],"d":"x"}""")
    )
    // A value that is wrong is not checked.
    assertEquals(List("$.a: an integer", "$.b: a string", "$.d: an integer", "$.c: an array"), found("""{"a":"x","b":1,"d":"x","c":1}"""))
    assertEquals(List("$.c[0]: an integer"), found("""{"a":1,"b":"x","c":["x"],"d":1}"""))
  }

  @Test def variables_and_classes_of_many_members(): Unit = {
    given Codec[Variables] = Codec.of(Config.withVariables)
    assertEquals(9, json.read[Variables]("""{"a":1,"b":9}""").b)
    refused[Variables]("""{"a":1,"b":10}""", "$.b", "an integer of at most 9")
    assertEquals("ab", json.read[Big]("""{"g5":"ab"}""").g5)
    refused[Big]("""{"a0":0}""", "$.a0", "an integer of at least 1")
    refused[Big]("""{"g5":"abc"}""", "$.g5", "a string of at most 2 characters")
  }

  @Test def values_are_written_unchecked(): Unit = assertEquals("""{"a":0,"b":"","c":[],"d":1}""", Errors(0, "", Nil, 1).toJson)

  private def says(errors: List[Error], text: String): Unit = assertEquals(List(text), errors.map(_.message))

  @Test def what_does_not_fit_is_refused_by_the_compiler(): Unit = {
    says(typeCheckErrors("Codec.derived[BadType]"), "@minimum(1) does not fit String: it is for numbers (the member BadType.a)")
    says(typeCheckErrors("Codec.derived[BadLength]"), "@maxLength(1) does not fit List[Int]: it is for strings (the member BadLength.a)")
    says(typeCheckErrors("Codec.derived[BadItems]"), "@minItems(1) does not fit Int: it is for collections (the member BadItems.a)")
    says(typeCheckErrors("Codec.derived[BadClass]"), "@minItems(1) does not fit Errors: it is for collections (the member BadClass.a)")
    says(typeCheckErrors("Codec.derived[BadRange]"), "@maximum(200) does not fit Byte: its values are from -128 to 127 (the member BadRange.a)")
    says(typeCheckErrors("Codec.derived[BadFraction]"), "@minimum(0.5) does not fit Int: its values are integers (the member BadFraction.a)")
    says(typeCheckErrors("Codec.derived[BadStep]"), "@multipleOf(0) does not fit Double: a step is above zero (the member BadStep.a)")
    says(typeCheckErrors("Codec.derived[BadNumber]"), "@minimum(\"x\") does not fit Double: its argument is no number (the member BadNumber.a)")
    says(typeCheckErrors("Codec.derived[BadPattern]"), "@pattern(\"(\") does not fit String: it is no expression (Unclosed group) (the member BadPattern.a)")
    says(typeCheckErrors("Codec.derived[BadCount]"), "@minLength(-1) does not fit String: a length is not below zero (the member BadCount.a)")
    says(typeCheckErrors("Codec.derived[BadArrays]"), "@uniqueItems does not fit List[Array[Int]]: arrays in it are not equal by what they hold (the member BadArrays.a)")
    says(typeCheckErrors("Codec.derived[BadFormat]"), "@format(\"email\") does not fit Int: it is for strings (the member BadFormat.a)")
  }

  @Test def codecs_without_constraints_have_no_checks(): Unit = {
    def fields(codec: Codec[?]) = codec.getClass.getDeclaredFields.map(_.getType.getSimpleName).toSet
    assertEquals(Set("Fields"), fields(plain))
    assertTrue(fields(summon[Codec[Strings]]).contains("Check[]"))
  }
}
