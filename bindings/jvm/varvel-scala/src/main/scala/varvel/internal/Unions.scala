package varvel.internal

import dev.varvel.{Fields, Reader, Writer}
import scala.quoted.*

/** Unions: types of which the value at hand is told by what it begins with, by its keys, or by trying. */
private abstract class Unions(q: Quotes, options: Settings) extends Classes(q, options) {
  import quotes.reflect.*

  /** Returns code that makes the keys of a class. */
  def keySetOf(number: Expr[Int], body: ClassBody)(using Quotes): Expr[KeySet] = {
    def names(members: List[Member]): Expr[Fields] = '{ Fields.of(${ Expr.ofSeq(members.map(_.key)) }*) }
    '{ new KeySet($number, ${ names(body.required) }, ${ names(body.known) }) }
  }

  /** Returns code that prepares the keys of classes, each with its number. */
  def keySetsOf(bodies: List[(Int, ClassBody)])(using Quotes): Expr[KeySets] =
    prepared(bodies.map((number, body) => keySetOf(Expr(number), body)))

  private def prepared(sets: List[Expr[KeySet]])(using Quotes): Expr[KeySets] = '{ new KeySets(${ Expr.ofSeq(sets) }) }

  /** Returns the codec of a class that is given, whose keys are known when it is there. */
  protected def givenOfClass(shape: Shape): Option[Term]

  /** Classes of a union, which are told apart by their keys. */
  private final class ByKeys(tpe: TypeRepr, classes: List[Shape], keys: Expr[KeySets]) extends Shape(tpe) {
    private val expected = classes.map(one => shown(one.tpe)).mkString(" or ")

    override def kinds: Set[Token] = Set(Token.Object)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = {
      val byKeys = chosen[Any]('{ $keys.choose($reader, ${ Expr(expected) }) }, classes.map(_.read(reader)))
      if classes.forall(givenOfClass(_).isEmpty) then byKeys
      else '{ if $keys.isComplete then $byKeys else ${ firstOf[Any](reader, classes.map(one => (one, one.read(_)))) } }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = refused("a choice of classes is not written")
  }

  final class UnionBody(tpe: TypeRepr, override val parts: List[Shape]) extends Body(tpe) {
    override def names(using Quotes): List[Expr[String]] = Nil
    override def kinds: Set[Token] = if parts.exists(_.kinds.isEmpty) then Set.empty else parts.flatMap(_.kinds).toSet

    /** The classes among the types, if these are the only objects, and there are several. */
    private lazy val classes: List[Shape] = {
      val objects = parts.filter(part => part.kinds.isEmpty || part.kinds(Token.Object))
      val found = objects.filter(part => bodyOf(part).isDefined || givenOfClass(part).isDefined)
      if found.size == objects.size && found.size > 1 then found else Nil
    }

    private def bodyOf(part: Shape): Option[ClassBody] = part match {
      case local: Local => Some(local.body).collect { case body: ClassBody => body }
      case _            => None
    }

    private def keySet(part: Shape, number: Int)(using Quotes): Expr[KeySet] = bodyOf(part) match {
      case Some(body) => keySetOf(Expr(number), body)
      case None       => '{ KeySet.of(${ Expr(number) }, ${ givenOfClass(part).get.asExprOf[dev.varvel.Codec[?]] }) }
    }

    /** Where the codec has the keys of the classes. */
    private var keys: Option[Expr[KeySets]] = None

    override def kept(using Quotes): Option[Kept[?]] =
      if classes.isEmpty then None
      else Some(Kept(prepared(classes.zipWithIndex.map(keySet)), sets => keys = Some(sets)))

    override def read(reader: Expr[Reader], names: Expr[Fields])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        val literals = parts.collect { case literal: Exactly => literal }
        if literals.size == parts.size && literals.map(_.kinds).distinct.size == 1 then readLiteral[t](reader, literals)
        else {
          val grouped = keys.map(ByKeys(tpe, classes, _)).toList
          val choices = parts.filterNot(classes.contains) ++ grouped
          oneOf[t](reader, choices.map(choice => (choice, reads[t](choice))))
        }
    }

    private def reads[T: Type](choice: Shape): Reads[T] = reader => '{ ${ choice.read(reader) }.asInstanceOf[T] }

    private def readLiteral[T: Type](reader: Expr[Reader], literals: List[Exactly])(using Quotes): Expr[T] = '{
      val begin = $reader.offset()
      val value: Any = ${ literals.head.inner.read(reader) }
      if ${ literals.map(literal => '{ value == ${ literal.value.asExpr } }).reduce((a, b) => '{ $a || $b }) } then value.asInstanceOf[T]
      else throw $reader.refused(${ Expr(parts.map(part => shown(part.tpe)).mkString(" or ")) }, begin)
    }

    override def write(value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit] = tpe.asType match {
      case '[t] =>
        '{
          val choice: Any = ${ value.asExprOf[t] }
          ${ test(mostSpecificFirst, 'choice, writer) }
        }
    }

    /** The types, each before those above it. */
    private def mostSpecificFirst: List[Shape] = {
      val classes = parts.filterNot(_.isInstanceOf[Exactly]).groupBy(part => erased(part.tpe)).values
      classes.find(_.size > 1).foreach { several =>
        refused(s"no codec can be made of ${shown(tpe)}: values of ${several.map(part => shown(part.tpe)).mkString(" and ")} cannot be told apart when they are written")
      }
      parts.foldLeft(List.empty[Shape]) { (before, part) =>
        val (below, others) = before.span(other => !(part.tpe <:< other.tpe))
        below ++ (part :: others)
      }
    }

    /** Returns the class that values of a type have at run time. */
    private def erased(tpe: TypeRepr): Symbol = below(tpe.dealias).fold(tpe.dealias.typeSymbol)(erased)

    private def test(rest: List[Shape], value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = rest match {
      case Nil => '{ throw Values.unrepresentable($writer, ${ Expr(shown(tpe)) }, String.valueOf($value)) }
      case head :: tail =>
        head.tpe.asType match {
          case '[h] =>
            '{
              if ${ isOf[h](head.tpe, value) } then ${ head.write('{ $value.asInstanceOf[h] }, writer) }
              else ${ test(tail, value, writer) }
            }
        }
    }

    private def isOf[H: Type](tpe: TypeRepr, value: Expr[Any])(using Quotes): Expr[Boolean] = tpe match {
      case ConstantType(NullConstant())   => '{ $value == null }
      case ConstantType(constant)         => '{ $value == ${ Literal(constant).asExpr } }
      case _ if tpe =:= TypeRepr.of[Null] => '{ $value == null }
      case _                              => '{ $value.isInstanceOf[H @unchecked] }
    }
  }
}
