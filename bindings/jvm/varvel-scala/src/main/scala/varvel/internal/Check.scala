package varvel.internal

import dev.varvel.{Reader, VarvelException}
import dev.varvel.json.{JsonOptions, JsonReader, JsonWriter}
import java.math.{BigDecimal => Decimal, BigInteger}
import java.util.regex.Pattern
import scala.collection.mutable

/** A constraint of a member. It is public since the code of codecs calls it.
  *
  * @param expected
  *   says what values fit, with an article
  */
abstract class Check(expected: String) {

  /** Returns whether a value fits, which is not null. */
  protected def fits(value: Any): Boolean
  protected def fits(value: Long): Boolean = fits(value: Any)
  protected def fits(value: Double): Boolean = fits(value: Any)

  /** Refuses a value that does not fit, and begins at an offset. Returns whether it fits. */
  final def apply(value: Any, reader: Reader, begin: Long): Boolean = value != null && fits(value) || refuse(reader, begin)
  final def apply(value: Long, reader: Reader, begin: Long): Boolean = fits(value) || refuse(reader, begin)
  final def apply(value: Double, reader: Reader, begin: Long): Boolean = fits(value) || refuse(reader, begin)

  private def refuse(reader: Reader, begin: Long): Boolean = {
    if isWhole(reader, begin) then reader.report(reader.refused(expected, begin))
    false
  }

  /** Returns whether a value is what the input has. It is not where a reader collects errors, and has found one in it. */
  private def isWhole(reader: Reader, begin: Long): Boolean =
    try {
      reader.complete(begin)
      true
    } catch {
      case _: VarvelException => false
    }
}

object Check {

  /** Makes the check of a keyword of JSON Schema. */
  def of(keyword: String, argument: String, expected: String): Check = keyword match {
    case "minimum"          => new Bound(new Decimal(argument), expected, _ >= 0)
    case "maximum"          => new Bound(new Decimal(argument), expected, _ <= 0)
    case "exclusiveMinimum" => new Bound(new Decimal(argument), expected, _ > 0)
    case "exclusiveMaximum" => new Bound(new Decimal(argument), expected, _ < 0)
    case "multipleOf"       => new Multiple(new Decimal(argument), expected)
    case "minLength"        => new Length(expected, least = argument.toInt)
    case "maxLength"        => new Length(expected, most = argument.toInt)
    case "pattern"          => new Matches(Pattern.compile(argument), expected)
    case "minItems"         => new Size(expected, _ >= argument.toInt)
    case "maxItems"         => new Size(expected, _ <= argument.toInt)
    case "uniqueItems"      => new Unique(expected)
  }

  /** Returns a float as the decimal with the fewest digits that gives it. */
  private def decimal(value: Double): Decimal = shortest(_.writeDouble(value))
  private def decimal(value: Float): Decimal = shortest(_.writeFloat(value))

  private def shortest(write: JsonWriter => Unit): Decimal = {
    val writer = new JsonWriter()
    write(writer)
    new Decimal(writer.toString)
  }

  /** Returns a number of any type as a decimal. */
  private def decimal(value: Any): Decimal = value match {
    case value: Decimal    => value
    case value: BigDecimal => value.bigDecimal
    case value: BigInt     => new Decimal(value.bigInteger)
    case value: BigInteger => new Decimal(value)
    case value: Float      => decimal(value)
    case value: Double     => decimal(value)
    case value: Number     => Decimal.valueOf(value.longValue)
    case value             => throw new MatchError(value)
  }

  /** A limit of numbers.
    *
    * @param admits
    *   returns whether a number fits, of which it is given whether it is below, at or above the limit: -1, 0 or 1
    */
  private final class Bound(limit: Decimal, expected: String, admits: Int => Boolean) extends Check(expected) {
    private val double = limit.doubleValue
    private val float = limit.floatValue

    /** On which side of the limit the nearest double and float are, as they are written. */
    private val doubleSide = if double.isInfinite then 0 else decimal(double).compareTo(limit)
    private val floatSide = if float.isInfinite then 0 else decimal(float).compareTo(limit)
    private val isLong = limit.compareTo(Decimal.valueOf(limit.longValue)) == 0
    private val long = limit.longValue

    override protected def fits(value: Long): Boolean =
      admits(if isLong then java.lang.Long.compare(value, long) else Decimal.valueOf(value).compareTo(limit))

    // Rounding keeps the order, so only a value that is the nearest one is compared in decimal.
    override protected def fits(value: Double): Boolean =
      !value.isNaN && admits(if value < double then -1 else if value > double then 1 else doubleSide)

    override protected def fits(value: Any): Boolean = value match {
      case value: Float => !value.isNaN && admits(if value < float then -1 else if value > float then 1 else floatSide)
      case value: Double                         => fits(value)
      case value: (Byte | Short | Int | Long)    => fits(value.asInstanceOf[Number].longValue)
      case value                                 => admits(decimal(value).compareTo(limit))
    }
  }

  /** Multiples of a decimal. Nothing is made of the size that the exponent of a number has. */
  private final class Multiple(step: Decimal, expected: String) extends Check(expected) {
    private val isLong = step.compareTo(Decimal.valueOf(step.longValue)) == 0
    private val long = step.longValue
    private val digits = step.unscaledValue

    override protected def fits(value: Long): Boolean = if isLong then value % long == 0 else isMultiple(Decimal.valueOf(value))
    override protected def fits(value: Double): Boolean = !value.isNaN && !value.isInfinite && isMultiple(decimal(value))
    override protected def fits(value: Any): Boolean = value match {
      case value: Float                       => !value.isNaN && !value.isInfinite && isMultiple(decimal(value))
      case value: Double                      => fits(value)
      case value: (Byte | Short | Int | Long) => fits(value.asInstanceOf[Number].longValue)
      case value                              => isMultiple(decimal(value))
    }

    private def isMultiple(value: Decimal): Boolean = {
      val shift = step.scale.toLong - value.scale
      val own = value.unscaledValue
      if own.signum == 0 then true
      else if shift >= 0 then own.mod(digits).multiply(BigInteger.TEN.modPow(BigInteger.valueOf(shift), digits)).mod(digits).signum == 0
      else if -shift > value.precision then false
      else own.remainder(digits.multiply(BigInteger.TEN.pow((-shift).toInt))).signum == 0
    }
  }

  /** Lengths of strings in code points. */
  private final class Length(expected: String, least: Int = 0, most: Int = Int.MaxValue) extends Check(expected) {
    override protected def fits(value: Any): Boolean = {
      val text = value.asInstanceOf[String]
      // A code point has one or two chars.
      if text.length < least || (text.length + 1) / 2 > most then false
      else if text.length <= most && (text.length + 1) / 2 >= least then true
      else {
        val length = text.codePointCount(0, text.length)
        length >= least && length <= most
      }
    }
  }

  private final class Matches(pattern: Pattern, expected: String) extends Check(expected) {
    override protected def fits(value: Any): Boolean =
      try pattern.matcher(value.asInstanceOf[String]).find()
      catch { case _: StackOverflowError => false }
  }

  private final class Size(expected: String, admits: Int => Boolean) extends Check(expected) {
    override protected def fits(value: Any): Boolean = admits(value match {
      case items: scala.collection.Iterable[?] => items.size
      case items: java.util.Collection[?]      => items.size
      case map: java.util.Map[?, ?]            => map.size
      case items: Array[?]                     => items.length
      case value                               => throw new MatchError(value)
    })
  }

  private final class Unique(expected: String) extends Check(expected) {
    override protected def fits(value: Any): Boolean = value match {
      case items: scala.collection.Set[?]      => true
      case items: java.util.Set[?]             => true
      case items: scala.collection.Iterable[?] => differ(items.iterator)
      case items: java.util.Collection[?]      => differ(scala.jdk.CollectionConverters.IteratorHasAsScala(items.iterator).asScala)
      case items: Array[?]                     => differ(items.iterator)
      case value                               => throw new MatchError(value)
    }

    private def differ(items: Iterator[Any]): Boolean = {
      val all = items.map {
        case item: Decimal => BigDecimal(item)
        case item          => item
      }.toArray[Any]
      if Hashes.areSpread(all.asInstanceOf[Array[Object]], all.length) then {
        val seen = new mutable.HashSet[Any]
        all.forall(seen.add)
      } else false
    }
  }
}
