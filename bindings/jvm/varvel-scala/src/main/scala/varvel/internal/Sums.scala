package varvel.internal

import dev.varvel.{Fields, Kind, Reader, Writer}
import scala.quoted.*
import varvel.{Codec, key}

/** Sealed types and enums. */
private abstract class Sums(q: Quotes, options: Settings) extends Overlaps(q, options) {
  import quotes.reflect.*

  /** One of the types of a sealed type. */
  final class Variant(val tpe: TypeRepr, val symbol: Symbol, val name: Expr[String], val constant: String)

  /** Returns the types of a sealed type that are not sealed themselves, in their order. */
  def variants(tpe: TypeRepr, sealedClass: Symbol)(using Quotes): List[Variant] = {
    def leaves(symbol: Symbol): List[Symbol] = symbol.children.flatMap { child =>
      val isSealed = child.isType && (child.flags.is(Flags.Sealed) || child.flags.is(Flags.Enum) && child.flags.is(Flags.Abstract)) &&
        (child.flags.is(Flags.Abstract) || child.flags.is(Flags.Trait))
      if isSealed then leaves(child) else List(child)
    }
    val found = leaves(sealedClass).distinct.flatMap { child =>
      typeOf(child, tpe).map { childType =>
        val name = names[key](child).headOption
        val simple = if settings.fullHintNames then child.fullName.replace("$.", ".").stripSuffix("$") else child.name.stripSuffix("$")
        Variant(childType, child, name.map(Expr(_)).getOrElse(changed(simple, settings.hintNames)), name.getOrElse(simple))
      }
    }
    if found.isEmpty then refused(s"no codec can be made of ${shown(tpe)}: it has no types below it")
    val twice = found.groupBy(_.constant).collectFirst { case (name, several) if several.size > 1 => name }
    twice.foreach { name =>
      refused(s"no codec can be made of ${shown(tpe)}: two of its types are named $name, give one a name by @key or use withFullHintNames")
    }
    found
  }

  /** Returns the type of a child of a sealed type, if one conforms to it. */
  private def typeOf(child: Symbol, parent: TypeRepr)(using Quotes): Option[TypeRepr] =
    if child.isTerm then Some(child.termRef)
    else if child.flags.is(Flags.Module) then Some(child.companionModule.termRef)
    else {
      val parameters = child.primaryConstructor.paramSymss.flatten.filter(_.isTypeParam)
      if parameters.isEmpty then Some(child.typeRef).filter(_ <:< parent)
      else {
        // The parameters of the child are told by those of the parent where they are passed on.
        val declared = child.typeMembers.filter(_.isTypeParam)
        val base = child.typeRef.appliedTo(declared.map(_.typeRef)).baseType(parent.typeSymbol)
        val known = base.typeArgs.zip(parent.dealias.typeArgs).collect {
          case (argument, actual) if declared.contains(argument.typeSymbol) => argument.typeSymbol -> actual
        }.toMap
        val arguments = declared.map(parameter => known.getOrElse(parameter, TypeRepr.of[Nothing]))
        val made = child.typeRef.appliedTo(arguments)
        if arguments.exists(_ =:= TypeRepr.of[Nothing]) && declared.exists(parameter => !known.contains(parameter)) then
          refused(s"no codec can be made of ${shown(parent)}: the parameters of ${child.name} do not follow from it")
        Some(made).filter(_ <:< parent)
      }
    }

  /** A value of Scala's old Enumeration. */
  final class OldEnum(tpe: TypeRepr, val all: Term) extends Shape(tpe) {
    override def kinds: Set[Token] = Set(if settings.enumsAsNumbers then Token.Integer else Token.Text)
    private def values(using Quotes): Expr[Enumeration] = all.asExprOf[Enumeration]

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        val numbers = Expr(settings.enumsAsNumbers)
        '{ Values.readOldEnum($reader, $values, $numbers).asInstanceOf[t] }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      if settings.enumsAsNumbers then '{ $writer.writeInt(Values.present($value.asInstanceOf[Enumeration#Value], $writer).id) }
      else '{ $writer.writeString(Values.present($value, $writer).toString) }
  }

  /** An enum of Java. */
  final class JavaEnum(tpe: TypeRepr) extends Shape(tpe) {
    override def kinds: Set[Token] = Set(if settings.enumsAsNumbers then Token.Integer else Token.Text)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        val all = Literal(ClassOfConstant(tpe)).asExprOf[Class[?]]
        val numbers = Expr(settings.enumsAsNumbers)
        '{ Values.readJavaEnum($reader, $all, $numbers).asInstanceOf[t] }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      if settings.enumsAsNumbers then '{ $writer.writeInt(Values.present(${ value.asExprOf[java.lang.Enum[?]] }, $writer).ordinal) }
      else '{ $writer.writeString(Values.present(${ value.asExprOf[java.lang.Enum[?]] }, $writer).name) }
  }

  /** Returns the shape of an enum of Java, or of a value of an Enumeration. */
  def enumeration(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe match {
    case TypeRef(prefix: TermRef, _) if tpe <:< TypeRepr.of[Enumeration#Value] => Some(OldEnum(tpe, Ref.term(prefix)))
    case _ if tpe <:< TypeRepr.of[java.lang.Enum[?]] && tpe.typeSymbol.flags.is(Flags.JavaDefined) => Some(JavaEnum(tpe))
    case _                                                                     => None
  }

  private def valueOf[T: Type](variant: Variant)(using Quotes): Expr[T] =
    '{ ${ valueOf(variant.tpe.asInstanceOf[TermRef]).asExpr }.asInstanceOf[T] }

  def isSingleton(variant: Variant): Boolean = variant.symbol.isTerm || variant.symbol.flags.is(Flags.Module)

  /** Types of one value each: strings, or numbers. */
  final class EnumBody(tpe: TypeRepr, val all: List[Variant]) extends Body(tpe) {
    override def names(using Quotes): List[Expr[String]] = all.map(_.name)
    override def parts: List[Shape] = Nil
    override def kinds: Set[Token] = if settings.enumsAsNumbers then Set(Token.Integer) else Set(Token.Text)

    override def read(reader: Expr[Reader], names: Expr[Fields])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        val index =
          if settings.enumsAsNumbers then '{ Values.readOrdinal($reader, $names) } else '{ Values.readName($reader, $names) }
        chosen[t](index, all.map(valueOf[t]))
    }

    override def write(value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit] =
      if settings.enumsAsNumbers then '{ $writer.writeInt(${ numberOf(tpe, all, value, writer) }) }
      else '{ $writer.writeString($names.name(${ numberOf(tpe, all, value, writer) })) }
  }

  /** Returns code of the number of the type that a value has. */
  private def numberOf(tpe: TypeRepr, all: List[Variant], value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Int] =
    if isWholeEnum(tpe) && all.forall(isSingleton) then '{ Values.present(${ value.asExprOf[scala.reflect.Enum] }, $writer).ordinal }
    else
      all.zipWithIndex.foldRight('{ throw Values.unrepresentable($writer, ${ Expr(shown(tpe)) }, String.valueOf($value)) }: Expr[Int]) {
        case ((variant, number), rest) => '{ if ${ isOf(variant, value) } then ${ Expr(number) } else $rest }
      }

  /** Returns whether a type is an enum, and not one case of it. */
  private def isWholeEnum(tpe: TypeRepr): Boolean = tpe match {
    case _: TermRef => false
    case _          => tpe.typeSymbol.flags.is(Flags.Enum)
  }

  private def isOf(variant: Variant, value: Expr[Any])(using Quotes): Expr[Boolean] =
    if isSingleton(variant) then '{ $value == ${ valueOf(variant.tpe.asInstanceOf[TermRef]).asExpr } }
    else variant.tpe.asType match { case '[v] => '{ $value.isInstanceOf[v] } }

  /** Types of which some have members: objects with a hint, and strings for the others. */
  final class SumBody(tpe: TypeRepr, val all: List[Variant], val codecs: Map[Variant, Shape], bodies: Map[Variant, ClassBody])
      extends Body(tpe) {
    val singletons: List[Variant] = all.filter(isSingleton)
    private val label = settings.hintLabel

    override def names(using Quotes): List[Expr[String]] = all.map(_.name)
    override def parts: List[Shape] = codecs.values.toList

    /** Where the codec has the keys by which types without a hint are told. */
    private var keys: Option[Expr[KeySets]] = None

    override def kept(using Quotes): Option[Kept[?]] =
      if bodies.isEmpty || settings.hintAsKey then None
      else Some(Kept(keySetsOf(bodies.toList.map((variant, body) => all.indexOf(variant) -> body)), sets => keys = Some(sets)))

    override def kinds: Set[Token] = Set(Token.Object) ++ (if singletons.nonEmpty then Some(Token.Text) else None)

    override def read(reader: Expr[Reader], names: Expr[Fields])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        if settings.hintAsKey then readKeyed[t](reader, names)
        else {
          val bare = Expr(singletons.nonEmpty)
          val sets = keys.getOrElse('{ null })
          val index = '{ Hints.find($reader, $names, ${ Expr(label) }, $bare, $sets) }
          '{
            val number = $index
            ${ chosen[t]('number, all.map(readVariant[t](_, reader))) }
          }
        }
    }

    private def readVariant[T: Type](variant: Variant, reader: Expr[Reader])(using Quotes): Expr[T] = codecs.get(variant) match {
      case Some(shape) => shape.read(reader).asExprOf[T]
      case None =>
        val known = Expr(if settings.hintAsKey then Nil else List(label))
        '{
          Hints.passSingleton($reader, ${ Expr(settings.unknownRefused) }, $known*)
          ${ valueOf[T](variant) }
        }
    }

    /** Returns code of the value whose name came as a string: it has no members. */
    private def bare[T: Type](number: Expr[Int], error: Expr[Throwable])(using Quotes): Expr[T] = {
      val cases = all.zipWithIndex.filter((variant, _) => isSingleton(variant)).map { (variant, index) =>
        CaseDef(Literal(IntConstant(index)), None, valueOf[T](variant).term)
      }
      Match(number.term, cases :+ CaseDef(Wildcard(), None, '{ throw $error }.term)).asExprOf[T]
    }

    private def readKeyed[T: Type](reader: Expr[Reader], names: Expr[Fields])(using Quotes): Expr[T] = '{
      val begin = $reader.offset()
      val number = Hints.enterKey($reader, $names, ${ Expr(singletons.nonEmpty) })
      if number < 0 then ${ bare[T]('{ -1 - number }, '{ $reader.refused("an object of one member", begin) }) }
      else {
        val value = ${ chosen[T]('number, all.map(readVariant[T](_, reader))) }
        Hints.leaveKey($reader, begin)
        value
      }
    }

    override def write(value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit] =
      all.zipWithIndex.foldRight('{ throw Values.unrepresentable($writer, ${ Expr(shown(tpe)) }, String.valueOf($value)) }: Expr[Unit]) {
        case ((variant, number), rest) =>
          val index = Expr(number)
          val written = codecs.get(variant) match {
            case None => '{ $writer.writeString($names.name($index)) }
            case Some(shape) =>
              variant.tpe.asType match {
                case '[v] =>
                  val inner = shape.write('{ $value.asInstanceOf[v] }, writer)
                  if settings.hintAsKey then '{
                    $writer.beginObject(1)
                    $writer.field($names, $index)
                    $inner
                    $writer.endObject()
                  }
                  else inner
              }
          }
          '{ if ${ isOf(variant, value) } then $written else $rest }
      }
  }
}
