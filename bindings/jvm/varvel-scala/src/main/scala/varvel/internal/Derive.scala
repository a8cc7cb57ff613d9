package varvel.internal

import dev.varvel.{Fields, Reader, Writer}
import scala.collection.mutable
import scala.quoted.*
import varvel.{Codec, Config}

/** Makes codecs at compile time. */
object Derive {

  def codec[A: Type](config: Expr[Config])(using quotes: Quotes): Expr[Codec[A]] =
    new Derive(quotes, Settings.read(config)).codec[A]

  /** Makes the codec of a type of others, unless a derivation only asks whether one is given. */
  def structure[A: Type](config: Expr[Config])(using Quotes): Expr[Codec[A]] =
    if asks.get > 0 then '{ Structure.asInstanceOf[Codec[A]] } else codec[A](config)

  /** How many derivations of this thread are asking what is given. */
  private val asks = ThreadLocal.withInitial[Int](() => 0)

  private def ask[T](search: => T): T = {
    asks.set(asks.get + 1)
    try search
    finally asks.set(asks.get - 1)
  }
}

/** Stands for the codec of a structure where a derivation asks for one: it makes that itself. */
object Structure

private class Derive(q: Quotes, options: Settings) extends Sums(q, options) {
  import quotes.reflect.*

  /** The types that have a codec in the code that is made, each behind those that it needs. */
  private val ordered = mutable.ListBuffer.empty[Local]

  private val locals = mutable.ListBuffer.empty[Local]

  /** How deep the arguments of a type may be inside each other. */
  private val MostLevels = 32

  private def levels(tpe: TypeRepr): Int = tpe match {
    case AppliedType(_, arguments) => 1 + arguments.map(levels).max
    case _                         => 0
  }

  /** The shapes of types that were met. */
  private val shapes = mutable.ListBuffer.empty[(TypeRepr, Shape)]

  /** How many codecs were begun. */
  private var count = 0

  private def newLocal(tpe: TypeRepr): Local = {
    count += 1
    Local(tpe, count)
  }

  protected var top: TypeRepr = scala.compiletime.uninitialized

  def codec[A: Type](using Quotes): Expr[Codec[A]] = {
    top = TypeRepr.of[A].dealias
    val shape = this.shape(top)
    order(shape)
    val made = shape match {
      case local: Local if ordered.size == 1 => codecOf[A](local)
      case _                                 => withOthers[A](shape)
    }
    if settings.codePrinted then report.info(made.show)
    made
  }

  // Several codecs in one

  /** Puts the codecs that a shape needs into an order. */
  private def order(shape: Shape): Unit = shape match {
    case local: Local =>
      if !locals.contains(local) then {
        locals += local
        local.body.parts.foreach(order)
        ordered += local
      }
    case _ => shape.parts.foreach(order)
  }

  private def withOthers[A: Type](shape: Shape)(using Quotes): Expr[Codec[A]] = {
    val symbols = ordered.toList.map { local =>
      val flags = if isInCircle(local) then Flags.Lazy else Flags.EmptyFlags
      val tpe = local.tpe.asType match { case '[t] => TypeRepr.of[Codec[t]] }
      val symbol = Symbol.newVal(spliceOwner, s"codec${local.number}", tpe, flags, Symbol.noSymbol)
      local.reference = Some(Ref(symbol))
      symbol
    }
    val definitions = ordered.toList.zip(symbols).map { (local, symbol) =>
      val code = local.tpe.asType match { case '[t] => codecOf[t](local).term }
      ValDef(symbol, Some(code.changeOwner(symbol)))
    }
    val result = shape match {
      case local: Local => local.reference.get.asExprOf[Codec[A]]
      case _ =>
        '{
          new Codec[A] {
            def read(reader: Reader): A = ${ shape.read('reader).asExprOf[A] }
            def write(value: A, writer: Writer): Unit = ${ shape.write('value, 'writer) }
          }
        }
    }
    Block(definitions, result.term).asExprOf[Codec[A]]
  }

  /** Returns whether a codec needs another that needs it. */
  private def isInCircle(local: Local): Boolean = {
    val seen = mutable.HashSet.empty[Local]
    def needs(shape: Shape): Set[Local] = shape match {
      case other: Local => Set(other)
      case _            => shape.parts.flatMap(needs).toSet
    }
    def reach(from: Local): Unit = for other <- from.body.parts.flatMap(needs) if seen.add(other) do reach(other)
    for other <- local.body.parts.flatMap(needs) if other != local do if seen.add(other) then reach(other)
    seen(local)
  }

  private def codecOf[T: Type](local: Local)(using Quotes): Expr[Codec[T]] = {
    val all = Expr.ofSeq(local.body.names)
    local.body.kept match {
      case Some(kept) => keepingCodecOf(local, all, kept)
      case None =>
        '{
          new Codec[T] with HasKeys {
            private val names: Fields = Fields.of($all*)
            def keys(number: Int): KeySet = ${ keysOf(local, 'number) }
            def read(reader: Reader): T = ${ itself(local) { local.body.read('reader, 'names).asExprOf[T] } }
            def write(value: T, writer: Writer): Unit = ${ itself(local) { local.body.write('value, 'writer, 'names) } }
          }
        }
    }
  }

  private def keepingCodecOf[T: Type, K](local: Local, all: Expr[Seq[String]], value: Kept[K])(using Quotes): Expr[Codec[T]] = {
    given Type[K] = value.tpe
    '{
      new Codec[T] with HasKeys {
        private val names: Fields = Fields.of($all*)
        private val kept: K = ${ value.code }
        def keys(number: Int): KeySet = ${ keysOf(local, 'number) }
        def read(reader: Reader): T = ${
          value.use('kept)
          itself(local) { local.body.read('reader, 'names).asExprOf[T] }
        }
        def write(value: T, writer: Writer): Unit = ${ itself(local) { local.body.write('value, 'writer, 'names) } }
      }
    }
  }

  /** Returns code of the keys of a class, by which a union tells it; only of the type whose codec is made, since a union
    * has no other.
    */
  private def keysOf(local: Local, number: Expr[Int])(using Quotes): Expr[KeySet] = local.body match {
    case body: ClassBody if body.hint.isEmpty && isSame(local.tpe, top) => keySetOf(number, body)
    case _                                                              => '{ null }
  }

  override protected def givenOfClass(shape: Shape): Option[Term] = shape match {
    case one: Given if isClass(one.tpe) && !isOurs(one.codec) => Some(one.codec)
    case _                                                    => None
  }

  private def isClass(tpe: TypeRepr): Boolean = {
    val symbol = tpe.typeSymbol
    symbol.isClassDef && !symbol.flags.is(Flags.Abstract) && !symbol.flags.is(Flags.Trait) && !symbol.flags.is(Flags.JavaDefined) &&
    !symbol.fullName.startsWith("scala.")
  }

  /** Makes code in a method of a codec, by which the codec may call itself. */
  private def itself[E](local: Local)(code: => E)(using inner: Quotes): E = {
    var owner = inner.reflect.Symbol.spliceOwner
    while !owner.isClassDef do owner = owner.owner
    val outside = local.reference
    local.reference = Some(This(owner.asInstanceOf[Symbol]))
    try code
    finally local.reference = outside
  }

  // The shape of a type

  override def shape(tpe: TypeRepr)(using Quotes): Shape = {
    val plain = if opaque(tpe).isEmpty then tpe.dealias else tpe
    // What stands in a member of numbers as text is not that of other members.
    if isText != settings.numbersAsText then newShape(plain)
    else
      shapes.collectFirst { case (known, shape) if isSame(known, plain) => shape }.getOrElse {
        val found = newShape(plain)
        if !shapes.exists((known, _) => isSame(known, plain)) then shapes += plain -> found
        found
      }
  }

  private def newShape(tpe: TypeRepr)(using Quotes): Shape = {
    val found = if isSame(tpe, top) then None else summoned(tpe)
    found match {
      case Some(term) if !isOurs(term) => Given(tpe, term)
      case _ if namedTuple(tpe).nonEmpty => withText(settings.numbersAsText)(local(tpe)(ClassBody(tpe, None, true)))
      case _ if opaque(tpe).nonEmpty && !is[IArray[Any]](tpe) => wrapper(tpe).getOrElse(refused(s"no codec can be made of ${shown(tpe)}"))
      case _ =>
        // A union with null equals its other types, so it comes first.
        withText(false)(union(tpe))
          .orElse(literal(tpe))
          .orElse(scalar(tpe).map(asText))
          .orElse(choice(tpe))
          .orElse(collection(tpe))
          .orElse(singleton(tpe))
          .orElse(found.filterNot(isStructure).map(Given(tpe, _)).map(asText))
          .orElse(general(tpe).map(asText))
          .orElse(wrapper(tpe))
          .orElse(made(tpe))
          .getOrElse(refused(s"no codec can be made of ${shown(tpe)}: ${reason(tpe)}"))
    }
  }

  /** Returns a shape whose numbers are strings, if it is one of numbers, and they are. */
  private def asText(shape: Shape)(using Quotes): Shape = {
    val isNumber = shape.kinds.nonEmpty && shape.kinds.subsetOf(numbers) || shape.tpe <:< TypeRepr.of[Number]
    if isText && isNumber then AsText(shape) else shape
  }

  /** Returns the shape of a type whose codec is made of its parts. */
  protected def made(tpe: TypeRepr)(using Quotes): Option[Shape] =
    withText(settings.numbersAsText)(enumeration(tpe).orElse(sum(tpe)).orElse(record(tpe)))

  private def reason(tpe: TypeRepr): String =
    if tpe.typeSymbol.isTypeParam then s"add `: Codec` to the type parameter ${shown(tpe)}"
    else if tpe.typeSymbol.flags.is(Flags.Trait) || tpe.typeSymbol.flags.is(Flags.Abstract) then "it is not sealed, so seal it or give a Codec of it"
    else if tpe.typeSymbol.flags.is(Flags.JavaDefined) then "give a Codec of it; for classes of Java there is Codec.ofJava"
    else "give a Codec of it"

  /** Returns the codec of a type that is above many: it is not given, since it would be found for each of those. */
  private def general(tpe: TypeRepr)(using Quotes): Option[Shape] =
    if tpe =:= TypeRepr.of[Any] then Some(Given(tpe, '{ Codec.any }.term))
    else if tpe =:= TypeRepr.of[Number] then Some(Given(tpe, '{ dev.varvel.Codecs.NUMBER }.term))
    else None

  /** A type that has a codec. */
  protected final class Given(tpe: TypeRepr, val codec: Term) extends Shape(tpe) {
    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] => '{ $reader.read[t](${ codec.asExprOf[dev.varvel.Codec[t]] }) }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = tpe.asType match {
      case '[t] => '{ ${ codec.asExprOf[dev.varvel.Codec[t]] }.write(${ value.asExprOf[t] }, $writer) }
    }
  }

  /** Returns the codec of a type that is given where the code is made. */
  private def summoned(tpe: TypeRepr)(using Quotes): Option[Term] = tpe.asType match {
    case '[t] =>
      Derive.ask(Implicits.search(TypeRepr.of[Codec[t]])) match {
        case found: ImplicitSearchSuccess    => Some(found.tree).filter(term => isStructure(term) || isFor(term, tpe)).map(whole[t])
        case several: AmbiguousImplicits     => refused(s"several codecs of ${shown(tpe)} are given: ${several.explanation}")
        case _                               => None
      }
  }

  /** Returns a codec that is given, with the codecs of structures that it is made of itself. */
  private def whole[T: Type](term: Term)(using Quotes): Term =
    if isStructure(term) || !holdsStructure(term) then term
    else
      Implicits.search(TypeRepr.of[Codec[T]]) match {
        case found: ImplicitSearchSuccess => found.tree
        case _                            => term
      }

  private def holdsStructure(term: Term)(using Quotes): Boolean = {
    val structure = Symbol.requiredModule("varvel.internal.Structure")
    val search = new TreeAccumulator[Boolean] {
      def foldTree(found: Boolean, tree: Tree)(owner: Symbol): Boolean =
        found || tree.symbol == structure || foldOverTree(found, tree)(owner)
    }
    search.foldTree(false, term)(Symbol.spliceOwner)
  }

  /** Returns whether a codec is of a type, and not of the type with null, or without. */
  private def isFor(term: Term, tpe: TypeRepr): Boolean = term.tpe.widen.baseType(codecClass) match {
    case AppliedType(_, List(found)) => nulls(found) == nulls(tpe)
    case _                           => true
  }

  /** Returns whether a given codec is one that this library has for the type. */
  protected def isOurs(term: Term): Boolean = {
    val symbol = core(term).symbol
    isStructure(term) || symbol != Symbol.noSymbol && symbol.owner == ourGivens
  }

  /** Returns whether a codec would be made of a structure, which is done here. */
  private def isStructure(term: Term): Boolean =
    core(term).symbol == Symbol.requiredModule("varvel.internal.Structure")

  /** Returns what stands inside of calls and types. */
  protected def core(term: Term): Term = term match {
    case Apply(inner, _)               => core(inner)
    case TypeApply(inner, _)           => core(inner)
    case Inlined(_, _, inner)          => core(inner)
    case Typed(inner, _)               => core(inner)
    case Block(Nil, inner)             => core(inner)
    case Select(inner, "asInstanceOf") => core(inner)
    case _                             => term
  }

  private val ourGivens = Symbol.requiredClass("varvel.Givens")
  private val codecClass = Symbol.requiredClass("varvel.Codec")

  private def literal(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe match {
    case ConstantType(NullConstant())    => Some(nothing(tpe))
    case ConstantType(constant)          => Some(Exactly(tpe, constant))
    case _ if tpe =:= TypeRepr.of[Null]  => Some(nothing(tpe))
    case _                               => None
  }

  private def nothing(tpe: TypeRepr)(using Quotes): Shape =
    Scalar[Null](Set(Token.Null), r => '{ Values.readNull($r) }, (v, w) => '{ $w.writeNull() })

  /** Returns the shape of a type that stands for another at compile time. */
  private def wrapper(tpe: TypeRepr)(using Quotes): Option[Shape] = {
    below(tpe).map(inner => Opaque(tpe, shape(inner), checked(tpe, inner))).orElse {
      val symbol = tpe.typeSymbol
      if symbol.isClassDef && tpe <:< TypeRepr.of[AnyVal] && !symbol.flags.is(Flags.Abstract) then
        symbol.primaryConstructor.paramSymss.filterNot(_.exists(_.isType)).flatten match {
          case List(parameter) => Some(Wrapped(tpe, symbol.fieldMember(parameter.name)))
          case _               => None
        }
      else None
    }
  }

  /** An opaque type, whose values are those of another at run time. */
  private final class Opaque(tpe: TypeRepr, inner: Shape, check: Option[Term]) extends Shape(tpe) {
    override def bare: Shape = inner.bare
    override def bareValue(value: Expr[Any])(using Quotes): Expr[Any] = inner.bareValue(cast(value))
    override def kinds: Set[Token] = inner.kinds
    override def parts: List[Shape] = List(inner)
    override def absent(using Quotes): Option[Expr[Any]] = inner.absent
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = inner.isEmpty(cast(value))

    private def cast(value: Expr[Any])(using Quotes): Expr[Any] = inner.tpe.asType match {
      case '[i] => '{ $value.asInstanceOf[i] }
    }

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (tpe.asType, inner.tpe.asType) match {
      case ('[t], '[i]) =>
        check match {
          case None => '{ ${ inner.read(reader) }.asInstanceOf[t] }
          case Some(make) =>
            '{
              val begin = $reader.offset()
              val value = ${ inner.read(reader).asExprOf[i] }
              $reader.complete(begin)
              Values.checked[t]($reader, ${ make.appliedTo('value.term).asExprOf[Either[Any, t]] }, ${ Expr(shown(tpe)) }, begin)
            }
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = inner.write(cast(value), writer)
  }

  /** Returns the method `make` of the object of a type, if it checks values of the type below. */
  private def checked(tpe: TypeRepr, inner: TypeRepr)(using Quotes): Option[Term] = {
    val symbol = tpe.typeSymbol
    val prefix = tpe match {
      case TypeRef(prefix: TermRef, _) => Some(Ref.term(prefix))
      case _                           => None
    }
    val companion = symbol.owner.declarations.find(one => one.isTerm && one.flags.is(Flags.Module) && one.name == symbol.name)
    List(prefix, companion.map(Ref(_))).flatten.flatMap { holder =>
      holder.tpe.typeSymbol.methodMember("make").filter { method =>
        holder.tpe.memberType(method) match {
          case MethodType(_, List(from), to) => inner <:< from && to <:< (tpe.asType match { case '[t] => TypeRepr.of[Either[Any, t]] })
          case _                             => false
        }
      }.map(holder.select)
    }.headOption
  }

  // Types with a codec in the code

  /** Returns the codec of a type, whose body may need the codec itself. */
  private def local(tpe: TypeRepr)(body: => Body): Local = {
    if levels(tpe) > MostLevels then refused(s"the types inside of ${shown(top)} have no end: give a Codec of one of them")
    val local = newLocal(tpe)
    shapes += tpe -> local
    local.body = body
    local
  }

  private def union(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe match {
    case OrType(_, _) => Some(local(tpe)(UnionBody(tpe, alternatives(tpe).map(alternative))))
    case _            => None
  }

  /** Returns the shape of a type of a union. A class that derives its codec is derived here once more, so that it is told
    * from others by its keys.
    */
  private def alternative(tpe: TypeRepr)(using Quotes): Shape = itemShape(tpe) match {
    case known: Given if isDerived(known.codec) => record(tpe.dealias).getOrElse(known)
    case shape                                  => shape
  }

  /** Returns whether a codec is that of a class which derives it. */
  private def isDerived(term: Term): Boolean = term.symbol.name == "derived$Codec"

  private def alternatives(tpe: TypeRepr): List[TypeRepr] = tpe.dealias match {
    case OrType(left, right) => (alternatives(left) ++ alternatives(right)).distinct
    case other               => List(other)
  }

  /** Returns the shape of a type of one value: an object, or an enum case. */
  private def singleton(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe match {
    case ref: TermRef if isSingleton(ref) =>
      val constant = ref.termSymbol.name.stripSuffix("$")
      val name = names[varvel.key](ref.termSymbol).headOption
      val key = name.map(Expr(_)).getOrElse(changed(constant, settings.hintNames))
      Some(local(tpe)(EnumBody(tpe, List(Variant(tpe, ref.termSymbol, key, name.getOrElse(constant))))))
    case _ => None
  }

  private def record(tpe: TypeRepr)(using Quotes): Option[Shape] =
    if isClass(tpe) then Some(local(tpe)(ClassBody(tpe, None, true))) else None

  private def sum(tpe: TypeRepr)(using Quotes): Option[Shape] = {
    val symbol = tpe match {
      case AndType(left, right) => List(left, right).map(_.typeSymbol).find(_.flags.is(Flags.Sealed)).getOrElse(tpe.typeSymbol)
      case _                    => tpe.typeSymbol
    }
    val isSum = symbol.flags.is(Flags.Sealed) && (symbol.flags.is(Flags.Trait) || symbol.flags.is(Flags.Abstract)) ||
      symbol.flags.is(Flags.Enum) && !symbol.flags.is(Flags.Case)
    if isSum then Some(local(tpe)(sumBody(tpe, symbol))) else None
  }

  private def sumBody(tpe: TypeRepr, sealedClass: Symbol)(using Quotes): Body = {
    val all = variants(tpe, sealedClass)
    if all.forall(isSingleton) then EnumBody(tpe, all)
    else {
      val withMembers = all.filterNot(isSingleton)
      val bodies = withMembers.map(variant => variant -> ClassBody(variant.tpe, None, true)).toMap
      val shapes = withMembers.map(variant => variant -> variantShape(variant, needsHint(variant, bodies)))
      SumBody(tpe, all, shapes.toMap, if settings.hintsWhereNeeded then bodies else Map.empty)
    }
  }

  /** Returns whether an object of a type could be one of another type. */
  private def needsHint(variant: Variant, bodies: Map[Variant, ClassBody]): Boolean = {
    val known = bodies(variant).known.map(_.constant).toSet
    !settings.hintsWhereNeeded || bodies.exists { (other, body) =>
      other != variant && body.required.forall(member => known(member.constant))
    }
  }

  private def variantShape(variant: Variant, needsHint: Boolean)(using Quotes): Shape = {
    val custom = summoned(variant.tpe).filterNot(term => isOurs(term) || isDerived(term))
    custom match {
      case Some(term) if settings.hintAsKey => Given(variant.tpe, term)
      case Some(term)                       => GivenVariant(variant, term)
      case None if settings.hintAsKey       => shape(variant.tpe)
      case None =>
        val local = newLocal(variant.tpe)
        local.body = ClassBody(variant.tpe, Some(settings.hintLabel -> variant.name), needsHint)
        local
    }
  }

  /** A type below a sealed one whose codec is given: the hint is put into its object. */
  protected final class GivenVariant(variant: Variant, codec: Term) extends Shape(variant.tpe) {
    val plain = Given(variant.tpe, codec)
    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = plain.read(reader)
    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      plain.write(value, '{ new dev.varvel.internal.HintWriter($writer, ${ Expr(settings.hintLabel) }, ${ variant.name }) })
  }
}
