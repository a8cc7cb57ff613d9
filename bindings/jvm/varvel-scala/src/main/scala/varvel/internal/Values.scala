package varvel.internal

import dev.varvel.{ErrorKind, Fields, Kind, Reader, VarvelException, Writer}
import dev.varvel.internal.InnerJson
import dev.varvel.json.{JsonOptions, JsonReader}
import scala.util.{Failure, Success, Try}

/** What the code of codecs calls. It is public since that code is in packages of users. */
object Values {

  def readByte(reader: Reader): Byte = {
    val begin = reader.offset()
    val value = reader.readInt()
    reader.complete(begin)
    if value.toByte != value then throw reader.outOfRange("i8", value, begin)
    value.toByte
  }

  def readShort(reader: Reader): Short = {
    val begin = reader.offset()
    val value = reader.readInt()
    reader.complete(begin)
    if value.toShort != value then throw reader.outOfRange("i16", value, begin)
    value.toShort
  }

  def readChar(reader: Reader): Char = {
    val begin = reader.offset()
    val text = reader.readString()
    reader.complete(begin)
    if text.length != 1 then throw reader.otherForm("a string of one character", text, begin)
    text.charAt(0)
  }

  def writeChar(value: Char, writer: Writer): Unit = writer.writeString(value.toString)

  def writeBigInt(value: BigInt, writer: Writer): Unit = writer.writeBigInteger(present(value, writer).bigInteger)

  def writeBigDecimal(value: BigDecimal, writer: Writer): Unit = writer.writeBigDecimal(present(value, writer).bigDecimal)

  /** Reads a decimal with all its digits. */
  def readBigDecimal(reader: Reader): BigDecimal = decimal(reader.readBigDecimal())

  /** Returns a decimal of Scala that keeps all digits, also when it is calculated with. */
  def decimal(value: java.math.BigDecimal): BigDecimal = new BigDecimal(value, java.math.MathContext.UNLIMITED)

  def readUnit(reader: Reader): Unit = if reader.beginObject() then {
    while {
      reader.readKey()
      reader.skip()
      reader.nextMember()
    } do ()
  }

  def writeUnit(writer: Writer): Unit = {
    writer.beginObject(0)
    writer.endObject()
  }

  /** Reads a number that stands in a string, or as it is. */
  def readText[T](reader: Reader, read: Reader => T): T =
    if reader.peek() != Kind.STRING then read(reader)
    else {
      val begin = reader.offset()
      val text = reader.readString()
      reader.complete(begin)
      try {
        val inner = JsonReader.of(text, JsonOptions.STRICT)
        val value = read(inner)
        inner.finish()
        if text.headOption.exists(_.isWhitespace) || text.lastOption.exists(_.isWhitespace) then
          throw reader.otherForm("a number as text", text, begin)
        value
      } catch {
        case _: VarvelException => throw reader.otherForm("a number as text", text, begin)
      }
    }

  /** Writes a number as a string. */
  def writeText(writer: Writer, write: Writer => Unit): Unit = writer.writeString(InnerJson.of(writer, inner => write(inner)))

  /** Says of an object that it lacks members, whose bits these are. */
  def missing(reader: Reader, names: Fields, first: Int, bits: Long, begin: Long): Unit = {
    var left = bits
    while left != 0 do {
      reader.report(reader.missing(names, first + java.lang.Long.numberOfTrailingZeros(left), begin))
      left &= left - 1
    }
  }

  /** Returns the error of a value that a constructor does not take. */
  def refused(reader: Reader, name: String, error: IllegalArgumentException, begin: Long): VarvelException = {
    val says = error.getMessage
    reader.refused(s"a valid $name" + (if says == null then "" else s" ($says)"), begin)
  }

  /** Returns the error of a value that documents cannot have. */
  def unrepresentable(writer: Writer, expected: String, found: String): VarvelException =
    writer.error(ErrorKind.UNREPRESENTABLE, expected, found)

  /** Returns a value that is not null, or throws the error of it. */
  def present[T](value: T, writer: Writer): T = if value == null then throw writer.nullError() else value

  /** Makes a value to write of another, by a function that may not know null. */
  def made[A, B](value: B, writer: Writer, make: B => A): A =
    try make(value)
    catch { case error: NullPointerException => throw if value == null then writer.nullError() else error }

  /** Returns what an error says, or else its class. */
  def message(error: Throwable): String = if error.getMessage == null then error.toString else error.getMessage

  def isEmpty(items: Iterable[?]): Boolean = items != null && items.isEmpty
  def isEmpty(items: java.util.Collection[?]): Boolean = items != null && items.isEmpty
  def isEmpty(map: java.util.Map[?, ?]): Boolean = map != null && map.isEmpty
  def isEmptyArray(items: Array[?]): Boolean = items != null && items.length == 0

  /** Returns an array of twice the length. */
  def longer[E](items: Array[E]): Array[E] = cut(items, 2 * items.length)

  /** Returns an array of a length; the same one if it has it. */
  def cut[E](items: Array[E], length: Int): Array[E] = if items.length == length then items else {
    val copy: Any = items.asInstanceOf[Any] match {
      case ints: Array[Int]                        => java.util.Arrays.copyOf(ints, length)
      case longs: Array[Long]                      => java.util.Arrays.copyOf(longs, length)
      case doubles: Array[Double]                  => java.util.Arrays.copyOf(doubles, length)
      case floats: Array[Float]                    => java.util.Arrays.copyOf(floats, length)
      case booleans: Array[Boolean]                => java.util.Arrays.copyOf(booleans, length)
      case bytes: Array[Byte]                      => java.util.Arrays.copyOf(bytes, length)
      case shorts: Array[Short]                    => java.util.Arrays.copyOf(shorts, length)
      case chars: Array[Char]                      => java.util.Arrays.copyOf(chars, length)
      case others: Array[AnyRef]                   => java.util.Arrays.copyOf(others, length)
    }
    copy.asInstanceOf[Array[E]]
  }

  /** Returns the error of an array that is no tuple of a length. */
  def wrongLength(reader: Reader, length: Int, begin: Long): VarvelException =
    reader.refused(s"an array of $length " + (if length == 1 then "item" else "items"), begin)

  /** Returns what the next value begins with, as a bit. */
  def token(reader: Reader): Int = {
    val token = reader.peek() match {
      case Kind.NULL                                           => Token.Null
      case Kind.BOOL                                           => Token.Bool
      case Kind.INT | Kind.BIG_INT                             => Token.Integer
      case Kind.FLOAT | Kind.DECIMAL                           => Token.Number
      case Kind.STRING | Kind.BYTES | Kind.TIMESTAMP           => Token.Text
      case Kind.ARRAY                                          => Token.Array
      case _                                                   => Token.Object
    }
    1 << token.ordinal
  }

  /** Returns the error of a value that is none of a union. */
  def noneOf(reader: Reader, expected: String): VarvelException = {
    val begin = reader.offset()
    val found = reader.peek().phrase
    reader.refused(s"a value of $expected, which $found is not", begin)
  }

  /** Reads the first of some types that the value is. Of the errors of all of them the one furthest in the input is
    * thrown.
    */
  def firstOf[T](reader: Reader, choices: (Reader => T)*): T = {
    var furthest: VarvelException = null
    val each = choices.iterator
    while each.hasNext do {
      val ahead = reader.attempt()
      try {
        val value = each.next()(ahead)
        reader.skip()
        return value
      } catch {
        case error: VarvelException => if furthest == null || error.offset > furthest.offset then furthest = error
      }
    }
    throw furthest
  }

  /** Reads a value, or makes a Failure of what is wrong with its type. */
  def attempt[T](reader: Reader, read: Reader => T): Try[T] = {
    val ahead = reader.fork()
    // An error of the text itself is thrown here.
    reader.skip()
    try Success(read(ahead))
    catch { case error: VarvelException => Failure(error) }
  }

  def readNull(reader: Reader): Null =
    if reader.readNull() then null else throw reader.refused("null", reader.offset())

  /** Returns a value that a check has let pass. */
  def checked[T](reader: Reader, result: Either[Any, T], name: String, begin: Long): T = result match {
    case Right(value) => value
    case Left(says) =>
      reader.report(reader.refused(s"a valid $name ($says)", begin))
      null.asInstanceOf[T]
  }

  /** Reads the name of an enum case, and returns its number. */
  def readName(reader: Reader, names: Fields): Int = {
    val begin = reader.offset()
    val name = reader.readString()
    reader.complete(begin)
    val number = names.indexOf(name)
    if number < 0 then throw reader.unknownVariant(names.names, name, begin)
    number
  }

  /** Reads a value of Scala's old Enumeration. */
  def readOldEnum(reader: Reader, all: Enumeration, numbers: Boolean): Enumeration#Value = {
    val begin = reader.offset()
    val values = all.values.iterator
    if numbers then {
      val id = reader.readInt()
      reader.complete(begin)
      values.find(_.id == id).getOrElse(throw reader.refused(all.values.map(_.id).mkString("one of ", ", ", ""), begin))
    } else {
      val name = reader.readString()
      reader.complete(begin)
      values.find(_.toString == name).getOrElse {
        throw reader.unknownVariant(java.util.List.of(all.values.toSeq.map(_.toString)*), name, begin)
      }
    }
  }

  /** Reads a value of an enum of Java. */
  def readJavaEnum(reader: Reader, all: Class[?], numbers: Boolean): Any = {
    val begin = reader.offset()
    val values = all.getEnumConstants.map(_.asInstanceOf[java.lang.Enum[?]])
    if numbers then {
      val number = reader.readInt()
      reader.complete(begin)
      if number < 0 || number >= values.length then throw reader.refused(s"an integer from 0 to ${values.length - 1}", begin)
      values(number)
    } else {
      val name = reader.readString()
      reader.complete(begin)
      values.find(_.name == name).getOrElse {
        throw reader.unknownVariant(java.util.List.of(values.map(_.name)*), name, begin)
      }
    }
  }

  /** Reads the ordinal of an enum case. */
  def readOrdinal(reader: Reader, names: Fields): Int = {
    val begin = reader.offset()
    val number = reader.readInt()
    reader.complete(begin)
    if number < 0 || number >= names.size then throw reader.refused(s"an integer from 0 to ${names.size - 1}", begin)
    number
  }
}
