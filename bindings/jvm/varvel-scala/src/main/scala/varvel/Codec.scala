package varvel

import dev.varvel.{Reader, Writer}
import scala.annotation.implicitNotFound
import scala.reflect.ClassTag

/** Reads and writes values of one type, in every format.
  *
  * A codec of a case class is made at compile time:
  * {{{
  * case class Point(x: Int, y: Int) derives Codec
  * }}}
  */
@implicitNotFound("no Codec of ${A} is given: add `derives Codec` to the type, or `given Codec[${A}] = Codec.derived` here")
trait Codec[A] extends dev.varvel.Codec[A] {

  /** Makes the codec of a type whose values are those of this one at a time. An `IllegalArgumentException` of `to`
    * is an error at the value.
    */
  def map[B](to: A => B)(from: B => A): Codec[B] = {
    val inner = this
    new Codec[B] {
      def read(reader: Reader): B = {
        val begin = reader.offset()
        val value = inner.read(reader)
        reader.complete(begin)
        try to(value)
        catch { case error: IllegalArgumentException => throw internal.Values.refused(reader, "value", error, begin) }
      }
      def write(value: B, writer: Writer): Unit = inner.write(internal.Values.made(value, writer, from), writer)
    }
  }
}

object Codec extends Givens {

  /** Returns the codec of a type that is given. */
  def apply[A](using codec: Codec[A]): Codec[A] = codec

  /** Makes the codec of a type, with the configuration that is given. */
  inline def derived[A](using inline config: Config): Codec[A] = ${ internal.Derive.codec[A]('config) }

  /** Makes the codec of a type with a configuration. */
  inline def of[A](inline config: Config): Codec[A] = ${ internal.Derive.codec[A]('config) }

  /** The codec of values of which the input says what they are: null, Boolean, Int, Long, BigInt, Double (BigDecimal
    * where a Double has not all digits), String, List and Map.
    */
  val any: Codec[Any] = internal.AnyCodec

  /** Makes a codec of one of Java. */
  def wrap[A](codec: dev.varvel.Codec[A]): Codec[A] = new Codec[A] {
    def read(reader: Reader): A = codec.read(reader)
    def write(value: A, writer: Writer): Unit = codec.write(value, writer)
  }

  /** Makes the codec of a class of Java: a record, a bean, a sealed interface or an enum. */
  def ofJava[A](using tag: ClassTag[A]): Codec[A] = wrap(dev.varvel.Codec.of(tag.runtimeClass.asInstanceOf[Class[A]]))

  /** Makes a codec of two functions. */
  def apply[A](read: Reader => A)(write: (A, Writer) => Unit): Codec[A] = {
    val (reading, writing) = (read, write)
    new Codec[A] {
      def read(reader: Reader): A = reading(reader)
      def write(value: A, writer: Writer): Unit = writing(value, writer)
    }
  }

  /** Makes the codec of a type whose values are those of another that pass a check.
    *
    * @param make
    *   returns the value, or what is wrong
    */
  def checked[A, B](name: String)(make: A => Either[String, B])(value: B => A)(using codec: Codec[A]): Codec[B] = new Codec[B] {
    def read(reader: Reader): B = {
      val begin = reader.offset()
      val value = reader.read(codec)
      reader.complete(begin)
      internal.Values.checked(reader, make(value), name, begin)
    }
    def write(one: B, writer: Writer): Unit = codec.write(internal.Values.made(one, writer, value), writer)
  }
}
