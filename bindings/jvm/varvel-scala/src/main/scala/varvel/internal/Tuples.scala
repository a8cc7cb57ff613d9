package varvel.internal

import dev.varvel.{Reader, Writer}
import scala.quoted.*

/** Tuples. */
private abstract class Tuples(q: Quotes, options: Settings) extends Collections(q, options) {
  import quotes.reflect.*

  /** Tuples, which are arrays of a certain length. */
  final class TupleOf(tpe: TypeRepr, override val parts: List[Shape]) extends Shape(tpe) {
    override def kinds: Set[Token] = Set(Token.Array)

    private def size(using Quotes): Expr[Int] = Expr(parts.size)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        '{
          val begin = $reader.offset()
          var more = $reader.beginArray()
          val tuple = ${
            val items = if isSmall(parts.size) then readSmall[t] else readLarge[t]
            items(reader, 'begin, 'more, next => '{ more = $next })
          }
          if more then throw Values.wrongLength($reader, $size, begin)
          tuple
        }
    }

    /** Code that sets a variable. */
    private type Setting = Expr[Boolean] => Quotes ?=> Expr[Unit]

    private type Reading[T] = (Expr[Reader], Expr[Long], Expr[Boolean], Setting) => Expr[T]

    /** Reads the items into variables, so that none is boxed. */
    private def readSmall[T: Type](using Quotes): Reading[T] = (reader, begin, more, set) => {
      val owner = spliceOwner
      val symbols = parts.zipWithIndex.map { (part, index) =>
        Symbol.newVal(owner, s"_${index + 1}", part.tpe, Flags.EmptyFlags, Symbol.noSymbol)
      }
      val items = parts.zip(symbols).map { (part, symbol) =>
        val read = part.tpe.asType match {
          case '[p] =>
            '{
              if !$more then throw Values.wrongLength($reader, $size, $begin)
              val item = ${ part.read(reader).asExprOf[p] }
              ${ set('{ $reader.nextItem() }) }
              item
            }
        }
        ValDef(symbol, Some(read.term.changeOwner(symbol)))
      }
      Block(items, small(parts.map(_.tpe), symbols.map(Ref(_)))).asExpr match { case made => '{ $made.asInstanceOf[T] } }
    }

    private def readLarge[T: Type](using Quotes): Reading[T] = (reader, begin, more, set) => '{
      val items = new Array[Object]($size)
      ${
        val reads = parts.zipWithIndex.map { (part, index) =>
          part.tpe.asType match {
            case '[p] =>
              '{
                if !$more then throw Values.wrongLength($reader, $size, $begin)
                val item = ${ part.read(reader).asExprOf[p] }
                items(${ Expr(index) }) = item.asInstanceOf[Object]
                ${ set('{ $reader.nextItem() }) }
              }
          }
        }
        Expr.block(reads, '{ () })
      }
      Tuple.fromArray(items).asInstanceOf[T]
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = tpe.asType match {
      case '[t] =>
        '{
          val tuple = Values.present(${ value.asExprOf[t] }, $writer)
          $writer.beginArray($size)
          ${
            val writes = parts.zipWithIndex.map { (part, index) =>
              part.tpe.asType match {
                case '[p] =>
                  '{
                    $writer.item()
                    val item = ${ itemOf('tuple, parts.map(_.tpe), index).asExprOf[p] }
                    ${ part.write('item, writer) }
                  }
              }
            }
            Expr.block(writes, '{ () })
          }
          $writer.endArray()
        }
    }
  }

  private def isSmall(size: Int): Boolean = size > 0 && size <= 22

  /** Returns code that makes a tuple that has a class of its own. */
  private def small(types: List[TypeRepr], items: List[Term]): Term = {
    val made = defn.TupleClass(types.size)
    val arguments = types.map(Inferred(_))
    val constructor = Select(New(Applied(Inferred(made.typeRef), arguments)), made.primaryConstructor)
    Apply(TypeApply(constructor, arguments), items)
  }

  /** Returns code that makes a tuple of its items. */
  def tupleOf(types: List[TypeRepr], items: List[Term])(using Quotes): Expr[Any] =
    if isSmall(types.size) then small(types, items).asExpr
    else '{ Tuple.fromArray(Array[Any](${ Expr.ofSeq(items.map(_.asExpr)) }*)) }

  /** Returns code of an item of a tuple. */
  def itemOf(tuple: Expr[Any], types: List[TypeRepr], index: Int)(using Quotes): Expr[Any] =
    if isSmall(types.size) then
      defn.TupleClass(types.size).typeRef.appliedTo(types).asType match {
        case '[t] => Select.unique('{ $tuple.asInstanceOf[t] }.term, s"_${index + 1}").asExpr
      }
    else types(index).asType match { case '[p] => '{ $tuple.asInstanceOf[Product].productElement(${ Expr(index) }).asInstanceOf[p] } }

  override def shown(tpe: TypeRepr): String = namedTuple(tpe) match {
    case Some((names, types)) =>
      outside(items(names).zip(items(types))).map {
        case (ConstantType(StringConstant(name)), item) => s"$name: ${shown(item)}"
        case (name, item)                               => s"${shown(name)}: ${shown(item)}"
      }.mkString("(", ", ", ")")
    case None => super.shown(tpe)
  }

  /** Returns the types of a tuple. */
  def items(tpe: TypeRepr)(using Quotes): List[TypeRepr] = tpe.asType match {
    case '[EmptyTuple] => Nil
    case '[h *: t]     => TypeRepr.of[h] :: items(TypeRepr.of[t])
    case _             => refused(s"no codec can be made of ${shown(tpe)}: its length is not known")
  }
}
