package varvel

import dev.varvel.{Reader, Writer}

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
}
