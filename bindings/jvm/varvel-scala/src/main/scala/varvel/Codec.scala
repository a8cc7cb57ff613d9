package varvel

import dev.varvel.{Reader, Writer}
import scala.collection.mutable.ListBuffer

/** Reads and writes values of one type, in every format.
  *
  * A codec of a case class is made at compile time:
  * {{{
  * case class Point(x: Int, y: Int) derives Codec
  * }}}
  */
trait Codec[A] extends dev.varvel.Codec[A]

object Codec {

  /** Returns the codec of a type that is given. */
  inline def apply[A](using codec: Codec[A]): Codec[A] = codec

  /** Makes the codec of a case class. */
  inline def derived[A]: Codec[A] = ${ internal.Derive.codec[A] }

  /** The codec of a document that is a list. */
  given list[A](using item: Codec[A]): Codec[List[A]] = new Codec[List[A]] {

    def read(reader: Reader): List[A] = {
      val items = new ListBuffer[A]
      if reader.beginArray() then {
        while {
          items.addOne(item.read(reader))
          reader.nextItem()
        } do ()
      }
      items.toList
    }

    def write(value: List[A], writer: Writer): Unit = {
      writer.beginArray(value.size)
      value.foreach { one =>
        writer.item()
        item.write(one, writer)
      }
      writer.endArray()
    }
  }
}
