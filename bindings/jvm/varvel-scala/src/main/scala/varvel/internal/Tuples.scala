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
    private def isSmall = parts.nonEmpty && parts.size <= 22

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        '{
          val begin = $reader.offset()
          var more = $reader.beginArray()
          val tuple = ${
            val items = if isSmall then readSmall[t] else readLarge[t]
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
      val types = parts.map(part => Inferred(part.tpe))
      val made = defn.TupleClass(parts.size)
      val constructor = Select(New(Applied(Inferred(made.typeRef), types)), made.primaryConstructor)
      val tuple = Apply(TypeApply(constructor, types), symbols.map(Ref(_)))
      Block(items, tuple).asExpr match { case made => '{ $made.asInstanceOf[T] } }
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
          val tuple = ${ value.asExprOf[t] }
          $writer.beginArray($size)
          ${
            val writes = parts.zipWithIndex.map { (part, index) =>
              part.tpe.asType match {
                case '[p] =>
                  '{
                    $writer.item()
                    val item = ${ itemOf[p]('tuple, index) }
                    ${ part.write('item, writer) }
                  }
              }
            }
            Expr.block(writes, '{ () })
          }
          $writer.endArray()
        }
    }

    private def itemOf[P: Type](tuple: Expr[Any], index: Int)(using Quotes): Expr[P] =
      if isSmall then {
        val types = parts.map(part => part.tpe)
        defn.TupleClass(parts.size).typeRef.appliedTo(types).asType match {
          case '[t] => Select.unique('{ $tuple.asInstanceOf[t] }.term, s"_${index + 1}").asExprOf[P]
        }
      } else '{ $tuple.asInstanceOf[Product].productElement(${ Expr(index) }).asInstanceOf[P] }
  }

  /** Returns the types of a tuple. */
  def items(tpe: TypeRepr)(using Quotes): List[TypeRepr] = tpe.asType match {
    case '[EmptyTuple] => Nil
    case '[h *: t]     => TypeRepr.of[h] :: items(TypeRepr.of[t])
    case _             => refused(s"no codec can be made of ${shown(tpe)}: its length is not known")
  }
}
