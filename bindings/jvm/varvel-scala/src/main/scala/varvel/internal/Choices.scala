package varvel.internal

import dev.varvel.{Kind, Reader, Writer}
import scala.quoted.*
import scala.util.{Failure, Success}
import varvel.Failures

/** Types of which a value is one of several: options, Either, Try and unions. */
private abstract class Choices(q: Quotes, options: Settings) extends Collections(q, options) {
  import quotes.reflect.*

  /** An option, which is null where it is None. */
  final class OptionOf(tpe: TypeRepr, val item: Shape) extends Shape(tpe) {
    override def absent(using Quotes): Option[Expr[Any]] = Some('{ None })
    override def kinds: Set[Token] = item.kinds + Token.Null
    override def parts: List[Shape] = List(item)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = item.tpe.asType match {
      case '[t] => '{ if $reader.readNull() then None else Some(${ item.read(reader).asExprOf[t] }) }
    }

    /** Returns code that reads an option of an option as a member: null is the inner None. */
    def readMember(reader: Expr[Reader])(using Quotes): Expr[Any] = item match {
      case inner: OptionOf => inner.tpe.asType match {
          case '[t] => '{ Some[t](${ inner.read(reader).asExprOf[t] }) }
        }
      case _ => read(reader)
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[t] =>
        '{
          ${ value.asExprOf[Option[t]] } match {
            case Some(inner) => ${ item.write('inner, writer) }
            case None        => $writer.writeNull()
          }
        }
    }
  }

  /** Either: a value of the right side, or what the configuration says. */
  final class EitherOf(tpe: TypeRepr, left: Shape, right: Shape) extends Shape(tpe) {
    override def kinds: Set[Token] = settings.left match {
      case Failures.Value   => left.kinds ++ right.kinds
      case Failures.Null    => right.kinds + Token.Null
      case Failures.Message => right.kinds + Token.Text
      case Failures.Throw   => right.kinds
    }
    override def parts: List[Shape] = if settings.left == Failures.Value then List(left, right) else List(right)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (left.tpe.asType, right.tpe.asType) match {
      case ('[l], '[r]) =>
        val rightFirst = '{ Right[l, r](${ right.read(reader).asExprOf[r] }): Either[l, r] }
        settings.left match {
          case Failures.Value => oneOf[Either[l, r]](reader, List(
              right -> (reader => '{ Right[l, r](${ right.read(reader).asExprOf[r] }) }),
              left -> (reader => '{ Left[l, r](${ left.read(reader).asExprOf[l] }) })
            ))
          case _ => rightFirst
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = (left.tpe.asType, right.tpe.asType) match {
      case ('[l], '[r]) =>
        '{
          ${ value.asExprOf[Either[l, r]] } match {
            case Right(right) => ${ this.right.write('right, writer) }
            case Left(left) =>
              ${
                settings.left match {
                  case Failures.Value   => this.left.write('left, writer)
                  case Failures.Null    => '{ $writer.writeNull() }
                  case Failures.Message => '{ $writer.writeString(left.toString) }
                  case Failures.Throw   => '{ throw Values.unrepresentable("a Right", s"Left($left)") }
                }
              }
          }
        }
    }
  }

  /** Try: the value of Success, or what the configuration says. */
  final class TryOf(tpe: TypeRepr, item: Shape) extends Shape(tpe) {
    override def kinds: Set[Token] = item.kinds
    override def parts: List[Shape] = List(item)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = item.tpe.asType match {
      case '[t] if settings.failure == Failures.Throw => '{ Success(${ item.read(reader).asExprOf[t] }) }
      case '[t] => '{ Values.attempt[t]($reader, inner => ${ item.read('inner).asExprOf[t] }) }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[t] =>
        '{
          ${ value.asExprOf[scala.util.Try[t]] } match {
            case Success(item) => ${ this.item.write('item, writer) }
            case Failure(error) =>
              ${
                settings.failure match {
                  case Failures.Message => '{ $writer.writeString(error.getMessage) }
                  case Failures.Throw   => '{ throw error }
                  case _                => '{ $writer.writeNull() }
                }
              }
          }
        }
    }
  }

  /** A union, of which the value at hand is told by its kind, or else by trying. */
  final class Union(tpe: TypeRepr, choices: List[Shape]) extends Shape(tpe) {
    override def kinds: Set[Token] = choices.flatMap(_.kinds).toSet
    override def parts: List[Shape] = choices

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        oneOf[t](reader, choices.map { choice =>
          choice -> (reader => '{ ${ choice.read(reader) }.asInstanceOf[t] })
        })
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = tpe.asType match {
      case '[t] =>
        '{
          val choice: Any = ${ value.asExprOf[t] }
          ${ test(choices, 'choice, writer) }
        }
    }

    private def test(rest: List[Shape], value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = rest match {
      case Nil         => '{ throw Values.unrepresentable(${ Expr(shown(tpe)) }, $value.getClass.getName) }
      case head :: tail =>
        head.tpe.asType match {
          case '[h] =>
            '{ if ${ isOf[h](head.tpe, value) } then ${ head.write('{ $value.asInstanceOf[h] }, writer) } else ${ test(tail, value, writer) } }
        }
    }

    private def isOf[H: Type](tpe: TypeRepr, value: Expr[Any])(using Quotes): Expr[Boolean] = tpe match {
      case ConstantType(constant) => '{ $value == ${ Literal(constant).asExpr } }
      case _ if tpe =:= TypeRepr.of[Null] => '{ $value == null }
      case _ => '{ $value.isInstanceOf[H] }
    }
  }

  /** Makes code that reads a value of one type. */
  private type Reads[T] = Expr[Reader] => Quotes ?=> Expr[T]

  /** Returns code that reads the first of some types that the value at hand may be. */
  private def oneOf[T: Type](
      reader: Expr[Reader],
      choices: List[(Shape, Reads[T])]
  )(using Quotes): Expr[T] = {
    val unclear = choices.combinations(2).exists {
      case List((one, _), (other, _)) => one.kinds.isEmpty || other.kinds.isEmpty || one.kinds.exists(other.kinds)
      case _                          => false
    }
    if unclear then {
      val tried = choices.map((_, read) => '{ (inner: Reader) => ${ read('inner) } })
      '{ Values.firstOf[T]($reader, ${ Expr.ofSeq(tried) }*) }
    } else {
      val expected = Expr(shownChoices(choices.map(_._1)))
      '{
        val token = Values.token($reader)
        ${
          choices.foldRight('{ throw Values.noneOf($reader, $expected) }: Expr[T]) { case ((shape, read), other) =>
            val mask = Expr(shape.kinds.map(kind => 1 << kind.ordinal).sum)
            '{ if (token & $mask) != 0 then ${ read(reader) } else $other }
          }
        }
      }
    }
  }

  private def shownChoices(choices: List[Shape])(using Quotes): String = choices.map(choice => shown(choice.tpe)).mkString(" or ")

  /** Returns the shape of an option, Either, Try or a union. */
  def choice(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe.dealias match {
    case OrType(_, _) => Some(Union(tpe, alternatives(tpe).map(itemShape)))
    case _ =>
      tpe.asType match {
        case '[Option[Option[Option[t]]]] => refused(s"no codec can be made of ${shown(tpe)}: null can be only one of its Nones")
        case '[Option[t]] if is[Option[?]](tpe) => Some(OptionOf(tpe, shape(TypeRepr.of[t])))
        case '[Either[l, r]] if is[Either[?, ?]](tpe) => Some(EitherOf(tpe, itemShape(TypeRepr.of[l]), itemShape(TypeRepr.of[r])))
        case '[scala.util.Try[t]] if is[scala.util.Try[?]](tpe) => Some(TryOf(tpe, itemShape(TypeRepr.of[t])))
        case _               => None
      }
  }

  private def alternatives(tpe: TypeRepr): List[TypeRepr] = tpe.dealias match {
    case OrType(left, right) => alternatives(left) ++ alternatives(right)
    case other               => List(other)
  }
}
