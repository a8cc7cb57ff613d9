package varvel.internal

import dev.varvel.{Fields, Reader, Writer}
import scala.collection.mutable
import scala.quoted.*
import varvel.Codec

/** What the parts of a derivation share. */
private abstract class Parts(val quotes: Quotes, val settings: Settings) {
  import quotes.reflect.*

  /** Returns an expression as a tree. */
  extension (expr: Expr[Any])(using inner: Quotes) def term: Term = inner.reflect.asTerm(expr).asInstanceOf[Term]

  /** Returns the owner of what code is made for. */
  def spliceOwner(using inner: Quotes): Symbol = inner.reflect.Symbol.spliceOwner.asInstanceOf[Symbol]

  /** Makes code that belongs to no place in the codec. */
  def outside[T](code: Quotes ?=> T): T = code(using quotes)

  /** How values of a type are read and written. */
  abstract class Shape(val tpe: TypeRepr) {

    /** Returns code that reads a value. */
    def read(reader: Expr[Reader])(using Quotes): Expr[Any]

    /** Returns code that writes a value. */
    def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit]

    /** Returns the value of a member that does not come, if there is one without a default. */
    def absent(using Quotes): Option[Expr[Any]] = None

    /** Returns whether a value is an empty collection, if it may be one. */
    def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = None

    /** The kinds that a value may have, for a union to choose by; none if that is not known. */
    def kinds: Set[Token] = Set.empty

    /** The shapes inside of this one. */
    def parts: List[Shape] = Nil

    /** The shape that values have in documents, where this type stands for another. */
    def bare: Shape = this

    /** Returns code of the value that a value stands for. */
    def bareValue(value: Expr[Any])(using Quotes): Expr[Any] = value
  }

  /** A type that has a codec of its own in the code that is made. */
  final class Local(tpe: TypeRepr, val number: Int) extends Shape(tpe) {
    var body: Body = scala.compiletime.uninitialized
    var reference: Option[Term] = None

    private def codec[T: Type](using Quotes): Expr[Codec[T]] = reference match {
      case Some(term) => term.asExprOf[Codec[T]]
      case None       => report.errorAndAbort(s"the codec of ${tpe.show} is not there yet")
    }

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] => '{ $reader.read[t](${ codec[t] }) }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = tpe.asType match {
      case '[t] => '{ ${ codec[t] }.write(${ value.asExprOf[t] }, $writer) }
    }

    override def kinds: Set[Token] = body.kinds
  }

  /** The inside of a codec that is made. */
  abstract class Body(val tpe: TypeRepr) {

    /** Returns the names of members, if it has any. */
    def names(using Quotes): List[Expr[String]]

    def read(reader: Expr[Reader], names: Expr[Fields])(using Quotes): Expr[Any]
    def write(value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit]
    def kinds: Set[Token] = Set(Token.Object)

    /** Returns what the codec prepares once beside the names, if it does. */
    def kept(using Quotes): Option[Kept[?]] = None

    def parts: List[Shape]
  }

  /** A value that a codec prepares once.
    *
    * @param use
    *   is told where the codec has it, before the reading is made
    */
  final class Kept[T](val code: Expr[T], val use: Expr[T] => Unit)(using val tpe: Type[T])

  /** Returns how values of a type are read and written. */
  def shape(tpe: TypeRepr)(using Quotes): Shape

  /** Whether numbers are strings. */
  protected var isText: Boolean = settings.numbersAsText

  /** Makes shapes whose numbers are strings or not, also in collections and options; not in the members of classes. Where
    * types are told apart by what a value begins with, numbers have to be numbers.
    */
  def withText[T](text: Boolean)(body: => T): T = {
    val before = isText
    isText = text
    try body
    finally isText = before
  }

  /** Returns what refuses the type at hand, with its place, also later. */
  def refusal: String => Nothing = refused

  def refused(message: String): Nothing = report.errorAndAbort(message)

  /** Returns a type as messages name it. */
  def shown(tpe: TypeRepr): String = tpe.show(using Printer.TypeReprShortCode)

  /** Returns the type of a member of a type; a literal type stays one. */
  def memberType(tpe: TypeRepr, member: Symbol): TypeRepr = tpe.memberType(member) match {
    case ByNameType(result)                => result
    case one: TermRef if isSingleton(one) => one
    case other                             => other.widenTermRefByName
  }

  /** Returns whether a type is that of an object, or of an enum case without members. */
  def isSingleton(tpe: TermRef): Boolean = tpe.termSymbol.flags.is(Flags.Module) || tpe.termSymbol.flags.is(Flags.Enum)

  /** Returns whether two types are the same, also in where they have null and in whether they are opaque: to the compiler
    * `A | Null` is `A`, and where an opaque type is declared it is the one below it.
    */
  def isSame(one: TypeRepr, other: TypeRepr): Boolean =
    one =:= other && nulls(one) == nulls(other) && opaque(one) == opaque(other)

  /** Returns code of the value of a stable type. A type inside of an object has the object's `this` as its prefix, which
    * is not to be had where the object is in a method.
    */
  def valueOf(tpe: TermRef): Term = moduleOf(tpe.qualifier) match {
    case Some(module) => module.select(tpe.termSymbol)
    case None         => Ref.term(tpe)
  }

  /** Returns code that makes a value of a class by its constructor. */
  def construction(tpe: TypeRepr, arguments: List[Term]): Term = {
    def reachable(of: TypeRepr): TypeRepr = of match {
      case AppliedType(inner, types) => reachable(inner).appliedTo(types)
      case TypeRef(prefix, _)        => moduleOf(prefix).fold(of)(_.tpe.select(of.typeSymbol))
      case _                         => of
    }
    val constructor = Select(New(Inferred(reachable(tpe))), tpe.typeSymbol.primaryConstructor)
    (if tpe.typeArgs.isEmpty then constructor else constructor.appliedToTypes(tpe.typeArgs)).appliedToArgs(arguments)
  }

  /** Returns code of the object whose `this` a prefix is, if it is that of one. */
  private def moduleOf(prefix: TypeRepr): Option[Ref] = prefix match {
    case of: ThisType if of.tref.typeSymbol.flags.is(Flags.Module) && !of.tref.typeSymbol.isPackageDef =>
      Some(Ref(of.tref.typeSymbol.companionModule))
    case _ => None
  }

  /** Returns the opaque type that a type is, if it is one. */
  def opaque(tpe: TypeRepr): Option[Symbol] = tpe match {
    case ref: TypeRef if ref.isOpaqueAlias                 => Some(ref.typeSymbol)
    case AppliedType(ref: TypeRef, _) if ref.isOpaqueAlias => Some(ref.typeSymbol)
    case _                                                 => None
  }

  /** Returns the type below an opaque one. */
  def below(tpe: TypeRepr): Option[TypeRepr] = tpe match {
    case ref: TypeRef if ref.isOpaqueAlias                         => Some(ref.translucentSuperType)
    case AppliedType(ref: TypeRef, arguments) if ref.isOpaqueAlias => Some(ref.translucentSuperType.appliedTo(arguments))
    case _                                                         => None
  }

  /** Returns the names and the types of a named tuple, if a type is one. Scala has them since 3.7, and the compiler of this
    * library does not.
    */
  def namedTuple(tpe: TypeRepr): Option[(TypeRepr, TypeRepr)] = tpe match {
    case AppliedType(_, List(names, types)) if opaque(tpe).exists(_.fullName == "scala.NamedTuple$.NamedTuple") => Some((names, types))
    case _                                                                                                      => None
  }

  /** Returns where a type has null, in a form of its own. */
  def nulls(tpe: TypeRepr): String = tpe.dealias match {
    case OrType(left, right)       => nulls(left) + nulls(right)
    case AppliedType(_, arguments) => arguments.map(nulls).mkString("(", ",", ")")
    case other                     => if other.typeSymbol == defn.NullClass then "?" else ""
  }

  /** Returns code that does what belongs to a number: the first of some pieces of code at 0, the last at any other. */
  def chosen[T: Type](number: Expr[Int], code: List[Expr[T]])(using Quotes): Expr[T] = chosenOf(number, code.indices.toList, code)

  /** As [[chosen]], where each piece of code has a number of its own. */
  def chosenOf[T: Type](number: Expr[Int], numbers: List[Int], code: List[Expr[T]])(using Quotes): Expr[T] = {
    val cases = numbers.zip(code).map { (own, code) =>
      CaseDef(if own == numbers.last then Wildcard() else Literal(IntConstant(own)), None, code.term)
    }
    Match(number.term, cases).asExprOf[T]
  }

  /** Returns code that calls a method. Many quotes are dear: the compiler unpickles each of them. */
  def call(on: Expr[Any], method: Symbol, arguments: Expr[Any]*)(using Quotes): Term =
    Apply(Select(on.term, method), arguments.map(_.term).toList)

  /** Returns the method of a class of this library that has no overloads. */
  def method(owner: String, name: String): Symbol = Symbol.requiredClass(owner).methodMember(name).head

  private val writeField = method("dev.varvel.Writer", "field")

  /** Returns code that writes the key of a member. */
  def field(writer: Expr[Writer], names: Expr[Fields], index: Int)(using Quotes): Expr[Unit] =
    call(writer, writeField, names, Literal(IntConstant(index)).asExpr).asExprOf[Unit]

  /** Returns the annotation of a class that a symbol has. */
  def annotation[A: Type](symbol: Symbol)(using Quotes): Option[Term] =
    symbol.getAnnotation(TypeRepr.of[A].typeSymbol)

  /** Returns the strings of all annotations of a class that a symbol has; they have to be constants. */
  def names[A: Type](symbol: Symbol)(using Quotes): List[String] =
    symbol.annotations.reverse.filter(_.tpe <:< TypeRepr.of[A]).flatMap { annotation =>
      val found = strings(annotation)
      if found.isEmpty then refused(s"@${TypeRepr.of[A].typeSymbol.name} of ${symbol.name} needs a constant: a literal, or a `final val` without a type")
      found
    }

  /** Returns the strings that an annotation is given. */
  def strings(annotation: Term): List[String] = {
    def all(term: Term): List[String] = term match {
      case Literal(StringConstant(text))           => List(text)
      case Typed(inner, _)                         => all(inner)
      case Inlined(_, _, inner)                    => all(inner)
      case NamedArg(_, inner)                      => all(inner)
      case Repeated(items, _)                      => items.flatMap(all)
      case other =>
        other.tpe.widenTermRefByName match {
          case ConstantType(StringConstant(text)) => List(text)
          case _                                  => Nil
        }
    }
    annotation match {
      case Apply(_, arguments) => arguments.flatMap(all)
      case _                   => Nil
    }
  }

  /** Returns a name after a change that is made when the codec is. */
  def changed(name: String, change: Option[Expr[String => String]])(using Quotes): Expr[String] = change match {
    case Some(function) => '{ $function(${ Expr(name) }) }
    case None           => Expr(name)
  }

  /** Returns the value of a variable that is set before it is read. */
  def zero(tpe: TypeRepr)(using Quotes): Term = tpe.asType match {
    case '[t] =>
      val known = List(
        TypeRepr.of[Int] -> IntConstant(0),
        TypeRepr.of[Long] -> LongConstant(0),
        TypeRepr.of[Double] -> DoubleConstant(0),
        TypeRepr.of[Float] -> FloatConstant(0),
        TypeRepr.of[Boolean] -> BooleanConstant(false)
      )
      known.collectFirst { case (number, zero) if tpe =:= number => Literal(zero) }.getOrElse('{ null.asInstanceOf[t] }.term)
  }
}

/** What a value begins with, as a union tells its types apart. */
private enum Token {
  case Null, Bool, Integer, Number, Text, Array, Object
}
