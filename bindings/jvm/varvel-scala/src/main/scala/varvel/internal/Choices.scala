package varvel.internal

import dev.varvel.{Kind, Reader, Writer}
import scala.quoted.*
import scala.util.{Failure, Success}
import varvel.Failures

/** Types of which a value is one of several: options, Either and Try. */
private abstract class Choices(q: Quotes, options: Settings) extends Maps(q, options) {
  import quotes.reflect.*

  /** Returns whether a shape surely reads all that another one writes. */
  protected def readsAll(reader: Shape, written: Shape): Boolean

  /** Returns the kinds of two types; none if those of one are not known. */
  private def all(one: Set[Token], other: Set[Token]): Set[Token] = if one.isEmpty || other.isEmpty then Set.empty else one ++ other

  /** An option, which is null where it is None. */
  final class OptionOf(tpe: TypeRepr, val item: Shape) extends Shape(tpe) {
    override def absent(using Quotes): Option[Expr[Any]] = Some('{ None })
    override def kinds: Set[Token] = all(item.kinds, Set(Token.Null))
    override def parts: List[Shape] = List(item)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = item.tpe.asType match {
      case '[t] => 
        '{
          if $reader.readNull() then None
          else {
            val inner = ${ item.read(reader).asExprOf[t] }
            Some(inner)
          }
        }
    }

    /** Returns code that reads an option of an option as a member: null is the inner None. */
    def readMember(reader: Expr[Reader])(using Quotes): Expr[Any] = item match {
      case inner: OptionOf => inner.tpe.asType match {
          case '[t] => '{ val option = ${ inner.read(reader).asExprOf[t] } ; Some(option) }
        }
      case _ => read(reader)
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[t] =>
        '{
          val option = Values.present(${ value.asExprOf[Option[t]] }, $writer)
          // No match: the compiler would warn of values that are none of the type, where that is one value.
          if option.isEmpty then $writer.writeNull()
          else {
            val inner = option.get
            ${ item.write('inner, writer) }
          }
        }
    }
  }

  /** Either: a value of the right side, or what the configuration says. */
  final class EitherOf(tpe: TypeRepr, val left: Shape, val right: Shape) extends Shape(tpe) {
    private val refuse = refusal

    /** Refuses sides of which a reader never finds the left one. It waits until the shapes of all types are there. */
    private def check(): Unit =
      if settings.left == Failures.Value && readsAll(right, left) then
        refuse(s"no codec can be made of ${shown(tpe)}: a Right reads all that is written of a Left, so choose another form of Left by Config.withLeft, or put a side into a class")

    override def kinds: Set[Token] = settings.left match {
      case Failures.Value   => all(left.kinds, right.kinds)
      case Failures.Null    => all(right.kinds, Set(Token.Null))
      case Failures.Message => all(right.kinds, Set(Token.Text))
      case Failures.Throw   => right.kinds
    }
    override def parts: List[Shape] = if settings.left == Failures.Value then List(left, right) else List(right)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (left.tpe.asType, right.tpe.asType) match {
      case ('[l], '[r]) =>
        check()
        val rightFirst = '{ val value = ${ right.read(reader).asExprOf[r] } ; Right[l, r](value): Either[l, r] }
        settings.left match {
          case Failures.Value => oneOf[Either[l, r]](reader, List(
              right -> (reader => '{ val value = ${ right.read(reader).asExprOf[r] } ; Right[l, r](value) }),
              left -> (reader => '{ val value = ${ left.read(reader).asExprOf[l] } ; Left[l, r](value) })
            ))
          case _ => rightFirst
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = (left.tpe.asType, right.tpe.asType) match {
      case ('[l], '[r]) =>
        '{
          Values.present(${ value.asExprOf[Either[l, r]] }, $writer) match {
            case Right(right) => ${ this.right.write('right, writer) }
            case Left(left) =>
              ${
                settings.left match {
                  case Failures.Value   => this.left.write('left, writer)
                  case Failures.Null    => '{ $writer.writeNull() }
                  case Failures.Message => '{ $writer.writeString(left.toString) }
                  case Failures.Throw   => '{ throw Values.unrepresentable($writer, "a Right", s"Left($left)") }
                }
              }
          }
        }
    }
  }

  /** Try: the value of Success, or what the configuration says. */
  final class TryOf(tpe: TypeRepr, val item: Shape) extends Shape(tpe) {
    override def kinds: Set[Token] = item.kinds
    override def parts: List[Shape] = List(item)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = item.tpe.asType match {
      case '[t] if settings.failure == Failures.Throw => '{ val value = ${ item.read(reader).asExprOf[t] } ; Success(value) }
      case '[t] => '{ Values.attempt[t]($reader, inner => ${ item.read('inner).asExprOf[t] }) }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[t] =>
        '{
          Values.present(${ value.asExprOf[scala.util.Try[t]] }, $writer) match {
            case Success(item) => ${ this.item.write('item, writer) }
            case Failure(error) =>
              ${
                settings.failure match {
                  case Failures.Message => '{ $writer.writeString(Values.message(error)) }
                  case Failures.Throw   => '{ throw error }
                  case _                => '{ $writer.writeNull() }
                }
              }
          }
        }
    }
  }

  /** Makes code that reads a value of one type. */
  type Reads[T] = Expr[Reader] => Quotes ?=> Expr[T]

  /** Returns code that reads one of some types, which is told by what the value begins with, or else by trying. */
  def oneOf[T: Type](reader: Expr[Reader], choices: List[(Shape, Reads[T])])(using Quotes): Expr[T] = {
    // Choices that begin alike are tried together.
    val groups = choices.foldLeft(List.empty[List[(Shape, Reads[T])]]) { (groups, choice) =>
      val (alike, others) = groups.partition(_.exists((shape, _) => areAlike(shape, choice._1)))
      others :+ (alike.flatten :+ choice)
    }
    groups match {
      case List(group) => firstOf(reader, group)
      case _ =>
        val expected = Expr(choices.map(choice => shown(choice._1.tpe)).mkString(" or "))
        '{
          val token = Values.token($reader)
          ${
            groups.foldRight('{ throw Values.noneOf($reader, $expected) }: Expr[T]) { (group, other) =>
              val mask = Expr(group.flatMap(_._1.kinds).distinct.map(kind => 1 << kind.ordinal).sum)
              '{ if (token & $mask) != 0 then ${ firstOf(reader, group) } else $other }
            }
          }
        }
    }
  }

  /** Returns code that reads the first of some types that fits. */
  def firstOf[T: Type](reader: Expr[Reader], group: List[(Shape, Reads[T])])(using Quotes): Expr[T] = group match {
    case List((_, read)) => read(reader)
    case _ =>
      val tried = group.map((_, read) => '{ (inner: Reader) => ${ read('inner) } })
      '{ Values.firstOf[T]($reader, ${ Expr.ofSeq(tried) }*) }
  }

  private def areAlike(one: Shape, other: Shape): Boolean =
    one.kinds.isEmpty || other.kinds.isEmpty || one.kinds.exists(other.kinds)

  /** Returns the shape of an option, Either or Try. */
  def choice(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe.asType match {
    case '[Option[Option[Option[t]]]] => refused(s"no codec can be made of ${shown(tpe)}: null can be only one of its Nones")
    case '[Option[t]] if is[Option[?]](tpe)                      => Some(OptionOf(tpe, shape(TypeRepr.of[t])))
    case '[Either[l, r]] if is[Either[?, ?]](tpe)                => Some(withText(false)(either(tpe, TypeRepr.of[l], TypeRepr.of[r])))
    case '[scala.util.Try[t]] if is[scala.util.Try[?]](tpe)      => Some(TryOf(tpe, itemShape(TypeRepr.of[t])))
    case _                                                       => None
  }

  private def either(tpe: TypeRepr, left: TypeRepr, right: TypeRepr)(using Quotes): Shape = EitherOf(tpe, itemShape(left), itemShape(right))
}
