package varvel.internal

import dev.varvel.{Fields, Reader, Writer}
import scala.collection.mutable.ListBuffer
import scala.quoted.*
import varvel.Codec

/** Makes codecs at compile time. */
object Derive {

  def codec[A: Type](using Quotes): Expr[Codec[A]] = new Derive().codec[A]
}

private final class Derive(using val quotes: Quotes) {
  import quotes.reflect.*

  /** A member of a case class. */
  private class Field(val symbol: Symbol, val index: Int, val tpe: TypeRepr, val default: Option[Term]) {
    def name: String = symbol.name
    def isOption: Boolean = tpe <:< TypeRepr.of[Option[Any]]
    def isRequired: Boolean = default.isEmpty && !isOption
  }

  def codec[A: Type]: Expr[Codec[A]] = {
    val tpe = TypeRepr.of[A]
    val symbol = tpe.typeSymbol
    if !symbol.isClassDef || !symbol.flags.is(Flags.Case) || symbol.flags.is(Flags.Abstract) then
      report.errorAndAbort(s"no codec can be made of ${tpe.show}: it is no case class")
    val all = fields(tpe)
    val names = Expr.ofSeq(all.map(field => Expr(field.name)))
    '{
      new Codec[A] {
        private val fields: Fields = Fields.of($names*)
        def read(reader: Reader): A = ${ readObject[A]('reader, 'fields, all) }
        def write(value: A, writer: Writer): Unit = ${ writeObject[A]('value, 'writer, 'fields, all) }
      }
    }
  }

  private def fields(tpe: TypeRepr): List[Field] = {
    val companion = tpe.typeSymbol.companionModule
    tpe.typeSymbol.caseFields.zipWithIndex.map { (symbol, index) =>
      val method = companion.methodMember(s"$$lessinit$$greater$$default$$${index + 1}").headOption
      val default = method.map { method =>
        val call = Ref(companion).select(method)
        if tpe.typeArgs.isEmpty then call else call.appliedToTypes(tpe.typeArgs)
      }
      Field(symbol, index, tpe.memberType(symbol).widen, default)
    }
  }

  // Reading

  private def readObject[A: Type](
      reader: Expr[Reader],
      names: Expr[Fields],
      all: List[Field]
  ): Expr[A] = {
    val owner = Symbol.spliceOwner
    val values = all.map { field =>
      Symbol.newVal(owner, "_" + field.name, field.tpe, Flags.Mutable, Symbol.noSymbol)
    }
    val masks = (0 until (all.size + 63) / 64).toList.map { number =>
      Symbol.newVal(owner, s"seen$number", TypeRepr.of[Long], Flags.Mutable, Symbol.noSymbol)
    }
    def mask(field: Field): Symbol = masks(field.index / 64)
    def bit(field: Field): Long = 1L << field.index % 64

    val declared = values.zip(all).map((value, field) => ValDef(value, Some(first(field)))) ++
      masks.map(mask => ValDef(mask, Some(Literal(LongConstant(0)))))

    def take(field: Field): Term = {
      val seen = Ref(mask(field)).asExprOf[Long]
      val one = Expr(bit(field))
      val index = Expr(field.index)
      val mark = Assign(Ref(mask(field)), '{ $seen | $one }.asTerm)
      val read = Assign(Ref(values(field.index)), readValue(field.tpe, reader))
      val taken = Block(List(mark), read).asExprOf[Unit]
      '{ if ($seen & $one) != 0 && !$reader.again($names, $index) then $reader.skip() else $taken }.asTerm
    }

    val body = '{
      val begin = $reader.offset()
      var expected = 0
      var next = $reader.beginObject($names)
      while next != Reader.END do {
        if next >= 0 then expected = next + 1
        ${
          val cases = all.map { field =>
            CaseDef(Literal(IntConstant(field.index)), None, take(field))
          }
          val other = CaseDef(Wildcard(), None, '{ $reader.skip() }.asTerm)
          Match('next.asTerm, cases :+ other).asExprOf[Unit]
        }
        next = $reader.nextField($names, expected)
      }
      ${
        val checks = masks.zipWithIndex.map { (mask, number) =>
          val needed = all.filter(field => field.isRequired && field.index / 64 == number).map(bit)
          val wanted = Expr(needed.foldLeft(0L)(_ | _))
          val seen = Ref(mask).asExprOf[Long]
          val from = Expr(number * 64)
          '{
            if ($seen & $wanted) != $wanted then
              throw $reader.missing($names, $from + java.lang.Long.numberOfTrailingZeros($wanted & ~$seen), begin)
          }
        }
        Expr.block(checks, '{ () })
      }
    }
    val made = {
      val constructor = Select(New(Inferred(TypeRepr.of[A])), TypeRepr.of[A].typeSymbol.primaryConstructor)
      val typed = TypeRepr.of[A].typeArgs match {
        case Nil  => constructor
        case args => constructor.appliedToTypes(args)
      }
      typed.appliedToArgs(values.map(Ref(_)))
    }
    Block(declared :+ body.asTerm, made).asExprOf[A]
  }

  /** The value of a member that does not come; of one that must come, any value. */
  private def first(field: Field): Term = field.default.getOrElse {
    if field.isOption then '{ None }.asTerm else zero(field.tpe)
  }

  private def zero(tpe: TypeRepr): Term = tpe.asType match {
    case '[Int]     => Literal(IntConstant(0))
    case '[Long]    => Literal(LongConstant(0))
    case '[Double]  => Literal(DoubleConstant(0))
    case '[Float]   => Literal(FloatConstant(0))
    case '[Boolean] => Literal(BooleanConstant(false))
    case '[t]       => '{ null.asInstanceOf[t] }.asTerm
  }

  private def readValue(tpe: TypeRepr, reader: Expr[Reader]): Term =
    tpe.asType match {
      case '[Int]     => '{ $reader.readInt() }.asTerm
      case '[Long]    => '{ $reader.readLong() }.asTerm
      case '[Double]  => '{ $reader.readDouble() }.asTerm
      case '[Float]   => '{ $reader.readFloat() }.asTerm
      case '[Boolean] => '{ $reader.readBoolean() }.asTerm
      case '[String]  => '{ $reader.readString() }.asTerm
      case '[Option[t]] =>
        '{ if $reader.readNull() then None else Some(${ readValue(TypeRepr.of[t], reader).asExprOf[t] }) }
          .asTerm
      case '[List[t]] =>
        '{
          if !$reader.beginArray() then Nil
          else {
            val items = new ListBuffer[t]
            while {
              items.addOne(${ readValue(TypeRepr.of[t], reader).asExprOf[t] })
              $reader.nextItem()
            } do ()
            items.toList
          }
        }.asTerm
      case '[t] => '{ ${ summoned[t] }.read($reader) }.asTerm
    }

  private def summoned[T: Type]: Expr[Codec[T]] = Expr.summon[Codec[T]].getOrElse {
    report.errorAndAbort(
      s"there is no Codec of ${Type.show[T]}: add `derives Codec` to it, or give one"
    )
  }

  // Writing

  private def writeObject[A: Type](
      value: Expr[A],
      writer: Expr[Writer],
      names: Expr[Fields],
      all: List[Field]
  ): Expr[Unit] = {
    val size = if all.exists(_.isOption) then '{ Writer.UNKNOWN } else Expr(all.size)
    val members = all.map { field =>
      val index = Expr(field.index)
      val member = value.asTerm.select(field.symbol)
      field.tpe.asType match {
        case '[Option[t]] =>
          '{
            ${ member.asExprOf[Option[t]] } match {
              case Some(inner) =>
                $writer.field($names, $index)
                ${ writeValue('inner, writer) }
              case None => ${ writeNone(field, names, writer) }
            }
          }
        case '[t] =>
          '{
            $writer.field($names, $index)
            ${ writeValue(member.asExprOf[t], writer) }
          }
      }
    }
    '{
      $writer.beginObject($size)
      ${ Expr.block(members, '{ () }) }
      $writer.endObject()
    }
  }

  /** Leaves None out, unless a reader would take a default for it. */
  private def writeNone(field: Field, names: Expr[Fields], writer: Expr[Writer]): Expr[Unit] =
    field.default match {
      case None => '{ () }
      case Some(default) =>
        '{
          if ${ default.asExprOf[Option[Any]] }.isDefined then {
            $writer.field($names, ${ Expr(field.index) })
            $writer.writeNull()
          }
        }
    }

  private def writeValue[T: Type](value: Expr[T], writer: Expr[Writer]): Expr[Unit] =
    value match {
      case '{ $v: Int }     => '{ $writer.writeInt($v) }
      case '{ $v: Long }    => '{ $writer.writeLong($v) }
      case '{ $v: Double }  => '{ $writer.writeDouble($v) }
      case '{ $v: Float }   => '{ $writer.writeFloat($v) }
      case '{ $v: Boolean } => '{ $writer.writeBoolean($v) }
      case '{ $v: String }  => '{ $writer.writeString($v) }
      case '{ $v: Option[t] } =>
        '{
          $v match {
            case Some(inner) => ${ writeValue('inner, writer) }
            case None        => $writer.writeNull()
          }
        }
      case '{ $v: List[t] } =>
        '{
          $writer.beginArray(Writer.UNKNOWN)
          var rest: List[t] = $v
          while rest.nonEmpty do {
            $writer.item()
            val item = rest.head
            ${ writeValue('item, writer) }
            rest = rest.tail
          }
          $writer.endArray()
        }
      case _ => '{ ${ summoned[T] }.write($value, $writer) }
    }
}
