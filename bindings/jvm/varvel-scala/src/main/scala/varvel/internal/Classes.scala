package varvel.internal

import dev.varvel.{Fields, Reader, Writer}
import scala.quoted.*
import varvel.{alias, ignore, key, text}

/** Classes whose values are made by their constructor. */
private abstract class Classes(q: Quotes, options: Settings) extends Choices(q, options) {
  import quotes.reflect.*

  /** A parameter of a constructor, or a variable that is set behind it. */
  final class Member(
      val symbol: Symbol,
      annotated: Symbol,
      val tpe: TypeRepr,
      val parameter: Option[Int],
      val default: Option[Term],
      val setter: Option[Symbol]
  ) {
    def name: String = symbol.name
    private val renamed = outside(annotation[key](annotated)).flatMap(strings(_).headOption)

    /** The name as far as the compiler knows it. */
    val constant: String = renamed.getOrElse(name)
    val key: Expr[String] = outside(renamed.map(Expr(_)).getOrElse(changed(name, settings.names)))
    val aliases: List[Expr[String]] = outside(annotation[alias](annotated).toList.flatMap(strings).map(Expr(_)))
    val isIgnored: Boolean = outside(annotation[ignore](annotated)).isDefined
    lazy val shape: Shape = outside {
      val plain = inside(s"${symbol.owner.name}.$name")(Classes.this.shape(tpe))
      if settings.numbersAsText || annotation[text](annotated).isDefined then asText(plain) else plain
    }
    def option: Option[OptionOf] = shape match {
      case option: OptionOf => Some(option)
      case _                => None
    }
    def absent(using Quotes): Option[Expr[Any]] =
      if option.isDefined || settings.missingAsEmpty || settings.withoutEmpties then shape.absent else None
    def isRequired: Boolean = outside(parameter.isDefined && (if settings.defaultsRequired then option.isEmpty else default.isEmpty && absent.isEmpty))
  }

  /** The member of a class whose codec is made, for messages. */
  private var place = List.empty[String]

  private def inside[T](member: String)(body: => T): T = {
    place = member :: place
    try body
    finally place = place.tail
  }

  override def refused(message: String): Nothing = place match {
    case Nil    => super.refused(message)
    case member :: _ => super.refused(s"$message (the member $member)")
  }

  /** A class: an object with its members, and a hint if it is one type of several.
    *
    * @param writesHint
    *   whether a hint is written; it is always passed where it comes
    */
  final class ClassBody(tpe: TypeRepr, hint: Option[(String, Expr[String])], writesHint: Boolean) extends Body(tpe) {
    private val all: List[Member] = outside(members(tpe))
    private val kept = all.filterNot(_.isIgnored)
    for member <- all if member.isIgnored && member.default.isEmpty && member.option.isEmpty && member.parameter.isDefined do
      refused(s"the member ${member.name} of ${shown(tpe)} is ignored, so it needs a default")

    /** For each alias the number of its member. */
    private val aliases: List[(Expr[String], Int)] = kept.zipWithIndex.flatMap((member, index) => member.aliases.map(_ -> index))
    private def hintIndex: Int = kept.size + aliases.size

    override def parts: List[Shape] = kept.map(_.shape)
    override def names(using Quotes): List[Expr[String]] = kept.map(_.key) ++ aliases.map(_._1) ++ hint.map((label, _) => Expr(label))

    /** The names without which there is no value, and all names; to tell types apart. */
    def required: List[Member] = kept.filter(_.isRequired)
    def known: List[Member] = kept

    // Reading

    override def read(reader: Expr[Reader], names: Expr[Fields])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        val owner = spliceOwner
        val values = kept.map(member => Symbol.newVal(owner, "_" + member.name, member.tpe, Flags.Mutable, Symbol.noSymbol))
        val masks = (0 until (kept.size + 63) / 64).toList.map { number =>
          Symbol.newVal(owner, s"seen$number", TypeRepr.of[Long], Flags.Mutable, Symbol.noSymbol)
        }
        val begin = Symbol.newVal(owner, "begin", TypeRepr.of[Long], Flags.EmptyFlags, Symbol.noSymbol)
        val declared = ValDef(begin, Some('{ $reader.offset() }.term)) ::
          kept.zip(values).map((member, value) => ValDef(value, Some(zero(member.tpe)))) ++
          masks.map(mask => ValDef(mask, Some(Literal(LongConstant(0)))))
        val code = ReadingCode(reader, names, values, masks, Ref(begin).asExprOf[Long])
        Block(declared :+ code.loop.term :+ code.checks.term :+ code.defaults.term, code.made.term).asExprOf[t]
    }

    private final class ReadingCode(
        reader: Expr[Reader],
        names: Expr[Fields],
        values: List[Symbol],
        masks: List[Symbol],
        begin: Expr[Long]
    ) {
      private def seen(index: Int)(using Quotes): Expr[Long] = Ref(masks(index / 64)).asExprOf[Long]
      private def bit(index: Int): Long = 1L << index % 64

      private def take(member: Member, index: Int)(using Quotes): Term = {
        val one = Expr(bit(index))
        val number = Expr(index)
        val mark = Assign(Ref(masks(index / 64)), '{ ${ seen(index) } | $one }.term)
        val value = member.option.map(_.readMember(reader)).getOrElse(member.shape.read(reader))
        val assign = Assign(Ref(values(index)), typed(value, member.tpe))
        val taken = Block(List(mark), assign).asExprOf[Unit]
        '{ if (${ seen(index) } & $one) != 0 && !$reader.again($names, $number) then $reader.skip() else $taken }.term
      }

      private def typed(value: Expr[Any], tpe: TypeRepr)(using Quotes): Term = tpe.asType match {
        case '[t] => value.asExprOf[t].term
      }

      def loop(using Quotes): Expr[Unit] = '{
        var expected = 0
        var next = $reader.beginObject($names)
        while next != Reader.END do {
          if next >= 0 then expected = next + 1
          ${
            val cases = kept.zipWithIndex.map { (member, index) =>
              val numbers = index :: aliases.zipWithIndex.collect { case ((_, `index`), place) => kept.size + place }
              val literals = numbers.map(number => Literal(IntConstant(number)))
              CaseDef(if literals.size == 1 then literals.head else Alternatives(literals), None, take(member, index))
            }
            val hinted = hint.map(_ => CaseDef(Literal(IntConstant(hintIndex)), None, '{ $reader.skip() }.term))
            val other = if settings.unknownRefused then '{ throw $reader.unknown($names) } else '{ $reader.skip() }
            Match('next.term, cases ++ hinted :+ CaseDef(Wildcard(), None, other.term)).asExprOf[Unit]
          }
          next = $reader.nextField($names, expected)
        }
      }

      def checks(using Quotes): Expr[Unit] = {
        val checks = masks.zipWithIndex.map { (mask, number) =>
          val needed = kept.zipWithIndex.filter((member, index) => member.isRequired && index / 64 == number)
          val wanted = Expr(needed.foldLeft(0L)((bits, member) => bits | bit(member._2)))
          val seen = Ref(mask).asExprOf[Long]
          val from = Expr(number * 64)
          if needed.isEmpty then '{ () }
          else
            '{
              if ($seen & $wanted) != $wanted then
                throw $reader.missing($names, $from + java.lang.Long.numberOfTrailingZeros($wanted & ~$seen), $begin)
            }
        }
        '{ ${ Expr.block(checks, '{ () }) } ; $reader.complete($begin) }
      }

      /** Sets the members that did not come to their defaults. */
      def defaults(using Quotes): Expr[Unit] = {
        val sets = kept.zipWithIndex.filterNot((member, _) => member.isRequired || member.parameter.isEmpty).map { (member, index) =>
          val default = member.default.orElse(member.absent.map(_.term)).getOrElse(zero(member.tpe))
          val set = Assign(Ref(values(index)), typed(default.asExpr, member.tpe)).asExprOf[Unit]
          '{ if (${ seen(index) } & ${ Expr(bit(index)) }) == 0 then $set }
        }
        Expr.block(sets, '{ () })
      }

      def made(using Quotes): Expr[Any] = tpe.asType match {
        case '[t] =>
          val parameters = all.filter(_.parameter.isDefined)
          val arguments = parameters.map { member =>
            if member.isIgnored then member.default.getOrElse('{ None }.term) else Ref(values(kept.indexOf(member)))
          }
          val made = construct[t](arguments)
          val safe = '{
            try $made
            catch { case error: IllegalArgumentException => throw Values.refused($reader, ${ Expr(shown(tpe)) }, error, $begin) }
          }
          val variables = kept.zipWithIndex.filter(_._1.parameter.isEmpty)
          if variables.isEmpty then safe
          else
            '{
              val value = $safe
              ${
                val sets = variables.map { (member, index) =>
                  val set = 'value.term.select(member.setter.get).appliedTo(Ref(values(index))).asExpr
                  '{ if (${ seen(index) } & ${ Expr(bit(index)) }) != 0 then { $set ; () } }
                }
                Expr.block(sets, '{ () })
              }
              value
            }
      }
    }

    private def construct[T: Type](arguments: List[Term])(using Quotes): Expr[T] = {
      val constructor = Select(New(Inferred(tpe)), tpe.typeSymbol.primaryConstructor)
      val typed = tpe.typeArgs match {
        case Nil  => constructor
        case args => constructor.appliedToTypes(args)
      }
      typed.appliedToArgs(arguments).asExprOf[T]
    }

    // Writing

    override def write(value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit] = {
      val fixed = kept.forall(member => presence(member).isEmpty)
      val size = if fixed then Expr(kept.size + hint.count(_ => writesHint)) else '{ Writer.UNKNOWN }
      val first = hint.filter(_ => writesHint).map { (_, name) =>
        '{
          $writer.field($names, ${ Expr(hintIndex) })
          $writer.writeString($name)
        }
      }
      val members = kept.zipWithIndex.map((member, index) => writeMember(member, index, value, writer, names))
      '{
        $writer.beginObject($size)
        ${ Expr.block(first.toList ++ members, '{ () }) }
        $writer.endObject()
      }
    }

    /** Why a member may be left out. */
    private def presence(member: Member): List[String] = List(
      if member.option.exists(leavesNoneOut) then Some("none") else None,
      if settings.withoutDefaults && member.default.isDefined then Some("default") else None,
      if settings.withoutEmpties then Some("empty") else None
    ).flatten

    /** Of an option of an option null is the inner None, so the outer one is left out in any case. */
    private def leavesNoneOut(option: OptionOf): Boolean = !settings.noneAsNull || option.item.isInstanceOf[OptionOf]

    private def writeMember(member: Member, index: Int, value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit] =
      member.tpe.asType match {
        case '[m] =>
          val selected = value.term.select(member.symbol).asExprOf[m]
          val field = '{ $writer.field($names, ${ Expr(index) }) }
          def plain(one: Expr[m])(using Quotes): Expr[Unit] = member.option match {
            case Some(option) if leavesNoneOut(option) => writeOption(option, member, one, field, writer)
            case _                                    => '{ $field ; ${ member.shape.write(one, writer) } }
          }
          val skipsDefault = settings.withoutDefaults && member.default.isDefined
          if !skipsDefault && !settings.withoutEmpties then plain(selected)
          else
            '{
              val one = $selected
              ${
                val differs = if skipsDefault then Some('{ one != ${ member.default.get.asExprOf[m] } }) else None
                val filled = if settings.withoutEmpties then member.shape.isEmpty('one).map(empty => '{ !$empty }) else None
                differs.toList ++ filled match {
                  case Nil             => plain('one)
                  case List(condition) => '{ if $condition then ${ plain('one) } }
                  case both            => '{ if ${ both.reduce((a, b) => '{ $a && $b }) } then ${ plain('one) } }
                }
              }
            }
      }

    /** Leaves None out, unless a reader would take a default for it. */
    private def writeOption[M: Type](
        option: OptionOf,
        member: Member,
        value: Expr[M],
        field: Expr[Unit],
        writer: Expr[Writer]
    )(using Quotes): Expr[Unit] = option.item.tpe.asType match {
      case '[t] =>
        val none = member.default match {
          case None => '{ () }
          case Some(default) =>
            '{
              if ${ default.asExprOf[Option[Any]] }.isDefined then {
                $field
                $writer.writeNull()
              }
            }
        }
        '{
          ${ value.asExprOf[Option[t]] } match {
            case Some(inner) =>
              $field
              ${ option.item.write('inner, writer) }
            case None => $none
          }
        }
    }
  }

  /** A class of one member whose values are those of the member. */
  final class Wrapped(tpe: TypeRepr, member: Symbol) extends Shape(tpe) {
    private val inner: Shape = outside(shape(tpe.memberType(member).widen))
    override def kinds: Set[Token] = inner.kinds
    override def parts: List[Shape] = List(inner)
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = inner.isEmpty(value.term.select(member).asExpr)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        val constructor = Select(New(Inferred(tpe)), tpe.typeSymbol.primaryConstructor)
        val typed = if tpe.typeArgs.isEmpty then constructor else constructor.appliedToTypes(tpe.typeArgs)
        '{
          val begin = $reader.offset()
          val value = ${ inner.read(reader) }
          try ${ inner.tpe.asType match { case '[i] => typed.appliedTo('{ value.asInstanceOf[i] }.term).asExprOf[t] } }
          catch { case error: IllegalArgumentException => throw Values.refused($reader, ${ Expr(shown(tpe)) }, error, begin) }
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      inner.write(value.term.select(member).asExpr, writer)
  }

  /** Returns the members of a class. */
  private def members(tpe: TypeRepr)(using Quotes): List[Member] = {
    val symbol = tpe.typeSymbol
    val constructor = symbol.primaryConstructor
    if constructor.flags.is(Flags.Private) || constructor.flags.is(Flags.Protected) then
      refused(s"no codec can be made of ${shown(tpe)}: its constructor is not public, give a Codec")
    val lists = constructor.paramSymss.filterNot(_.exists(_.isType))
    if lists.size > 1 then
      refused(s"no codec can be made of ${shown(tpe)}: its constructor has several lists of parameters, give a Codec")
    val companion = symbol.companionModule
    val parameters = lists.flatten.zipWithIndex.map { (parameter, index) =>
      val field = symbol.fieldMember(parameter.name)
      val isHidden = field == Symbol.noSymbol || field.flags.is(Flags.Private) || field.flags.is(Flags.Protected) ||
        field.flags.is(Flags.PrivateLocal)
      val getter = if !isHidden then field else symbol.methodMember(parameter.name).find(_.paramSymss.isEmpty).getOrElse(Symbol.noSymbol)
      if getter == Symbol.noSymbol then
        refused(s"no codec can be made of ${shown(tpe)}: its parameter ${parameter.name} cannot be read, make it a val")
      val method = if companion == Symbol.noSymbol then None else companion.methodMember(s"$$lessinit$$greater$$default$$${index + 1}").headOption
      val default = method.map { method =>
        val call = Ref(companion).select(method)
        if tpe.typeArgs.isEmpty then call else call.appliedToTypes(tpe.typeArgs)
      }
      // Annotations stand at the parameter, and only for case classes at the field as well.
      val noted = if parameter.annotations.nonEmpty then parameter else getter
      Member(getter, noted, tpe.memberType(getter).widen, Some(index), default, None)
    }
    parameters ++ (if settings.variables then variables(tpe) else Nil)
  }

  /** Returns the public variables, and the pairs of a getter and a setter, that are no parameters. */
  private def variables(tpe: TypeRepr)(using Quotes): List[Member] = {
    val symbol = tpe.typeSymbol
    val parameters = symbol.primaryConstructor.paramSymss.flatten.map(_.name).toSet
    symbol.methodMembers.filter(_.name.endsWith("_=")).flatMap { setter =>
      val name = setter.name.stripSuffix("_=")
      val getter = Some(symbol.fieldMember(name)).filter(_ != Symbol.noSymbol)
        .orElse(symbol.methodMember(name).find(_.paramSymss.isEmpty))
      getter.filterNot(one => parameters(name) || one.flags.is(Flags.Private) || one.flags.is(Flags.Protected)).map { getter =>
        Member(getter, getter, tpe.memberType(getter).widen, None, None, Some(setter))
      }
    }.sortBy(_.symbol.pos.map(_.start).getOrElse(0))
  }
}
