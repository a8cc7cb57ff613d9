package varvel.internal

import dev.varvel.{Codecs, Kind, Reader, Writer}
import java.math.BigInteger
import scala.collection.immutable.VectorMap
import scala.collection.mutable
import varvel.Codec

/** Values of which the input says what they are: null, Boolean, numbers, String, List and Map. */
object AnyCodec extends Codec[Any] {

  def read(reader: Reader): Any = reader.peek() match {
    case Kind.NULL =>
      reader.readNull()
      null
    case Kind.BOOL                     => reader.readBoolean()
    case Kind.STRING                   => reader.readString()
    case Kind.BYTES                    => reader.readBytes()
    case Kind.TIMESTAMP                => reader.readInstant()
    case Kind.INT | Kind.BIG_INT | Kind.FLOAT | Kind.DECIMAL => number(Codecs.NUMBER.read(reader))
    case Kind.ARRAY =>
      val items = mutable.ListBuffer.empty[Any]
      if reader.beginArray() then {
        while {
          items += reader.read(this)
          reader.nextItem()
        } do ()
      }
      items.toList
    case _ =>
      val begin = reader.offset()
      val entries = new Entries[String, Any](isHashed = true)
      if reader.beginObject() then {
        while {
          entries.add(reader.readKey(), reader.read(this))
          reader.nextMember()
        } do ()
      }
      entries.result[VectorMap[String, Any]](reader, begin, VectorMap)
  }

  private def number(value: Number): Any = value match {
    case value: BigInteger           => BigInt(value)
    case value: java.math.BigDecimal => Values.decimal(value)
    case value                       => value
  }

  def write(value: Any, writer: Writer): Unit = value match {
    case null                            => writer.writeNull()
    case value: Boolean                  => writer.writeBoolean(value)
    case value: Byte                     => writer.writeInt(value)
    case value: Short                    => writer.writeInt(value)
    case value: Int                      => writer.writeInt(value)
    case value: Long                     => writer.writeLong(value)
    case value: Float                    => writer.writeFloat(value)
    case value: Double                   => writer.writeDouble(value)
    case value: BigInt                   => writer.writeBigInteger(value.bigInteger)
    case value: BigInteger               => writer.writeBigInteger(value)
    case value: BigDecimal               => writer.writeBigDecimal(value.bigDecimal)
    case value: java.math.BigDecimal     => writer.writeBigDecimal(value)
    case value: String                   => writer.writeString(value)
    case value: Char                     => writer.writeString(value.toString)
    case value: Array[Byte]              => writer.writeBytes(value)
    case value: java.time.Instant        => writer.writeInstant(value)
    case None                            => writer.writeNull()
    case Some(value)                     => write(value, writer)
    case value: scala.collection.Map[?, ?] =>
      writer.beginObject(value.size)
      for (key, item) <- value do {
        writer.key(if key == null then null else key.toString)
        write(item, writer)
      }
      writer.endObject()
    case value: Iterable[?] => items(value.iterator, value.knownSize, writer)
    case value: Array[?]    => items(value.iterator, value.length, writer)
    case value: Product if value.getClass.getName.startsWith("scala.Tuple") => items(value.productIterator, value.productArity, writer)
    case value => throw Values.unrepresentable(writer, "null, a boolean, a number, a string, bytes, a list or a map", value.getClass.getName)
  }

  private def items(values: Iterator[Any], size: Int, writer: Writer): Unit = {
    writer.beginArray(size)
    for value <- values do {
      writer.item()
      write(value, writer)
    }
    writer.endArray()
  }
}
