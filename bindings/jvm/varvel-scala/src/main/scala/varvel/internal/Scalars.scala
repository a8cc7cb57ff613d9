package varvel.internal

import dev.varvel.{Reader, Writer}
import scala.quoted.*

/** Types for which readers and writers have methods. */
private abstract class Scalars(q: Quotes, options: Settings) extends Parts(q, options) {
  import quotes.reflect.*

  /** A type for which there are a method that reads and one that writes. */
  final class Scalar[T: Type](
      override val kinds: Set[Token],
      reading: Quotes ?=> Expr[Reader] => Expr[T],
      writing: Quotes ?=> (Expr[T], Expr[Writer]) => Expr[Unit]
  ) extends Shape(TypeRepr.of[T]) {
    override def read(reader: Expr[Reader])(using Quotes): Expr[T] = reading(reader)
    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = writing(value.asExprOf[T], writer)
  }

  /** A type whose name is part of the methods' names. */
  final class Plain(tpe: TypeRepr, name: String, override val kinds: Set[Token]) extends Shape(tpe) {
    private val reading = method("dev.varvel.Reader", s"read$name")
    private val writing = method("dev.varvel.Writer", s"write$name")
    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = call(reader, reading).asExpr
    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      call(writer, writing, value).asExprOf[Unit]
  }

  private val integers = Set(Token.Integer)
  val numbers: Set[Token] = Set(Token.Integer, Token.Number)

  /** Returns the shape of a type that readers and writers know. */
  def scalar(tpe: TypeRepr)(using Quotes): Option[Shape] = known(tpe).filter(_.tpe =:= tpe)

  // These patterns match types below as well.
  private def known(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe.asType match {
    case '[Int]     => Some(Plain(TypeRepr.of[Int], "Int", integers))
    case '[Long]    => Some(Plain(TypeRepr.of[Long], "Long", integers))
    case '[Double]  => Some(Plain(TypeRepr.of[Double], "Double", numbers))
    case '[Float]   => Some(Plain(TypeRepr.of[Float], "Float", numbers))
    case '[Boolean] => Some(Plain(TypeRepr.of[Boolean], "Boolean", Set(Token.Bool)))
    case '[String]  => Some(Plain(TypeRepr.of[String], "String", Set(Token.Text)))
    case '[Byte]    => Some(Scalar[Byte](integers, r => '{ Values.readByte($r) }, (v, w) => '{ $w.writeInt($v.toInt) }))
    case '[Short]   => Some(Scalar[Short](integers, r => '{ Values.readShort($r) }, (v, w) => '{ $w.writeInt($v.toInt) }))
    case '[Char]    => Some(Scalar[Char](Set(Token.Text), r => '{ Values.readChar($r) }, (v, w) => '{ Values.writeChar($v, $w) }))
    case '[BigInt] =>
      Some(Scalar[BigInt](integers, r => '{ BigInt($r.readBigInteger()) }, (v, w) => '{ Values.writeBigInt($v, $w) }))
    case '[BigDecimal] =>
      Some(Scalar[BigDecimal](numbers, r => '{ Values.readBigDecimal($r) }, (v, w) => '{ Values.writeBigDecimal($v, $w) }))
    case '[Array[Byte]] => Some(Scalar[Array[Byte]](Set(Token.Text), r => '{ $r.readBytes() }, (v, w) => '{ $w.writeBytes($v) }))
    case '[Unit] => Some(Scalar[Unit](Set(Token.Object), r => '{ Values.readUnit($r) }, (v, w) => '{ Values.writeUnit($w) }))
    case _       => None
  }

  /** Numbers as strings. */
  final class AsText(val number: Shape) extends Shape(number.tpe) {
    override def bare: Shape = number.bare
    override def bareValue(value: Expr[Any])(using Quotes): Expr[Any] = number.bareValue(value)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] => '{ Values.readText[t]($reader, inner => ${ number.read('inner).asExprOf[t] }) }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      '{ Values.writeText($writer, inner => ${ number.write(value, 'inner) }) }

    override def kinds: Set[Token] = Set(Token.Text)
  }

  /** A literal type, of which there is one value. */
  final class Exactly(tpe: TypeRepr, val constant: Constant) extends Shape(tpe) {
    val value: Term = Literal(constant)
    val inner: Shape = outside(scalar(tpe.widen)).getOrElse(refused(s"no codec can be made of ${shown(tpe)}"))

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (tpe.asType, tpe.widen.asType) match {
      case ('[t], '[w]) =>
        '{
          val begin = $reader.offset()
          if ${ inner.read(reader).asExprOf[w] } != ${ value.asExpr } then
            throw $reader.refused(${ Expr(shown(tpe)) }, begin)
          ${ value.asExpr }.asInstanceOf[t]
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = inner.write(this.value.asExpr, writer)
    override def kinds: Set[Token] = inner.kinds
  }
}
