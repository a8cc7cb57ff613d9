package varvel.internal

import dev.varvel.{Fields, Reader, Writer}
import scala.quoted.*

/** Classes whose values are made by their constructor, and named tuples. */
private abstract class Classes(q: Quotes, options: Settings) extends Members(q, options) {
  import quotes.reflect.*

  /** A class or a named tuple: an object with its members, and a hint if it is one type of several.
    *
    * @param writesHint
    *   whether a hint is written; it is always passed where it comes
    */
  final class ClassBody(tpe: TypeRepr, val hint: Option[(String, Expr[String])], writesHint: Boolean) extends Body(tpe) {
    private val all: List[Member] = outside(membersOf(tpe))
    private val members = all.filterNot(_.isIgnored)
    for member <- all if member.isIgnored && member.default.isEmpty && member.option.isEmpty && member.parameter.isDefined do
      refused(s"the member ${member.name} of ${shown(tpe)} is ignored, so it needs a default")

    // Names that a function changes are known when the codec is made.
    locally {
      val known = members.filter(member => settings.names.isEmpty || member.isRenamed).map(_.constant) ++ members.flatMap(_.otherNames) ++ hint.map(_._1)
      known.groupBy(identity).find(_._2.size > 1).foreach((name, _) => refused(s"no codec can be made of ${shown(tpe)}: the name $name comes twice"))
    }

    /** For each alias the number of its member. */
    private val aliases: List[(Expr[String], Int)] = members.zipWithIndex.flatMap((member, index) => member.aliases.map(_ -> index))
    private def hintIndex: Int = members.size + aliases.size

    override def parts: List[Shape] = members.map(_.shape)
    override def names(using Quotes): List[Expr[String]] = members.map(_.key) ++ aliases.map(_._1) ++ hint.map((label, _) => Expr(label))

    /** The names without which there is no value, and all names; to tell types apart. */
    def required: List[Member] = members.filter(_.isRequired)
    def known: List[Member] = members

    override def kept(using Quotes): Option[Kept[?]] = {
      val constrained = members.flatMap(_.constrained)
      val checks = constrained.foldLeft(List.empty[Expr[Check]]) { (before, one) =>
        one.first = before.size
        before ++ one.constraints.map(_.check)
      }
      def use(all: Expr[Array[Check]]): Unit = constrained.foreach(_.checks = Some(all))
      if checks.isEmpty then None else Some(Kept('{ Array[Check](${ Expr.ofSeq(checks) }*) }, use))
    }

    // Reading

    override def read(reader: Expr[Reader], names: Expr[Fields])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] => '{
        val begin = $reader.offset()
        ${ (if members.size <= 64 then inVariables[t] else inArrays[t])(reader, names, 'begin) }
      }
    }

    /** Where the values are that have been read, and which have come. */
    private trait Store {
      def set(index: Int, value: Expr[Any])(using Quotes): Expr[Unit]
      def get(index: Int)(using Quotes): Term

      /** The word that has the bit of a member. */
      def seen(word: Int)(using Quotes): Expr[Long]

      /** Returns code that reads the member of a number. */
      def take(reader: Expr[Reader], number: Expr[Int])(using Quotes): Expr[Unit]
      def isSeen(number: Expr[Int])(using Quotes): Expr[Boolean]
      def mark(number: Expr[Int])(using Quotes): Expr[Unit]

      def has(index: Int)(using Quotes): Expr[Boolean] = '{ (${ seen(index / 64) } & ${ Expr(1L << index % 64) }) != 0 }
    }

    private type Reading[T] = (Expr[Reader], Expr[Fields], Expr[Long]) => Expr[T]

    /** Values in variables: what is usual. */
    private def inVariables[T: Type](using Quotes): Reading[T] = (reader, names, begin) => {
      def variable(name: String, tpe: TypeRepr) = Symbol.newVal(spliceOwner, name, tpe, Flags.Mutable, Symbol.noSymbol)
      val values = members.map(member => variable("_" + member.name, member.tpe))
      val came = variable("came", TypeRepr.of[Long])
      val bits = Ref(came).asExprOf[Long]
      val store = new Store {
        def set(index: Int, value: Expr[Any])(using Quotes) = Assign(Ref(values(index)), typed(value, members(index).tpe)).asExprOf[Unit]
        def get(index: Int)(using Quotes) = Ref(values(index))
        def seen(word: Int)(using Quotes) = bits
        def take(reader: Expr[Reader], number: Expr[Int])(using Quotes) = takeOne(reader, number, members.indices.toList, this)
        def isSeen(number: Expr[Int])(using Quotes) = '{ ($bits & 1L << $number) != 0 }
        def mark(number: Expr[Int])(using Quotes) = Assign(Ref(came), '{ $bits | 1L << $number }.term).asExprOf[Unit]
      }
      val declared = members.zip(values).map((member, value) => ValDef(value, Some(first(member)))) :+
        ValDef(came, Some(Literal(LongConstant(0))))
      Block(declared, whole[T](reader, names, begin, store).term).asExprOf[T]
    }

    /** The most members that a method reads: a method of more than 8,000 bytes of code is never compiled by HotSpot. */
    private val Group = 32

    /** Values in an array, and methods of some members each, for classes of many members. */
    private def inArrays[T: Type](using Quotes): Reading[T] = (reader, names, begin) => '{
      val values = new Array[Object](${ Expr(members.size) })
      val came = new Array[Long](${ Expr((members.size + 63) / 64) })
      ${
        def store(takes: List[Expr[Int] => Quotes ?=> Expr[Unit]]) = new Store {
          def set(index: Int, value: Expr[Any])(using Quotes) = members(index).tpe.asType match {
            case '[m] =>
              '{
                val one = ${ typed(value, members(index).tpe).asExprOf[m] }
                values(${ Expr(index) }) = one.asInstanceOf[Object]
              }
          }
          def get(index: Int)(using Quotes) = members(index).tpe.asType match {
            case '[m] => '{ values(${ Expr(index) }).asInstanceOf[m] }.term
          }
          def seen(word: Int)(using Quotes) = '{ came(${ Expr(word) }) }
          def isSeen(number: Expr[Int])(using Quotes) = '{ (came($number >> 6) & 1L << $number) != 0 }
          def mark(number: Expr[Int])(using Quotes) = '{ came($number >> 6) |= 1L << $number }
          def take(reader: Expr[Reader], number: Expr[Int])(using Quotes) = {
            chosen[Unit]('{ $number / ${ Expr(Group) } }, takes.map(_(number)))
          }
        }
        def grouped(groups: List[List[Int]], takes: List[Expr[Int] => Quotes ?=> Expr[Unit]])(using Quotes): Expr[T] = groups match {
          case Nil => whole[T](reader, names, begin, store(takes))
          case group :: rest =>
            '{
              def take(number: Int): Unit = ${ takeOne(reader, 'number, group, store(Nil)) }
              ${ grouped(rest, takes :+ (number => '{ take($number) })) }
            }
        }
        grouped(members.indices.toList.grouped(Group).toList, Nil)
      }
    }

    /** The value of a member that does not come; of one that must come, or has a default, any value. */
    private def first(member: Member)(using Quotes): Term =
      if member.default.isDefined then zero(member.tpe)
      else member.absent.map(value => typed(value, member.tpe)).getOrElse(zero(member.tpe))

    private def typed(value: Expr[Any], tpe: TypeRepr)(using Quotes): Term =
      if value.term.tpe <:< tpe then value.term else tpe.asType match { case '[t] => '{ $value.asInstanceOf[t] }.term }

    /** Returns code that reads the member of a number among some. */
    private def takeOne(reader: Expr[Reader], number: Expr[Int], indices: List[Int], store: Store)(using Quotes): Expr[Unit] = {
      val code = indices.map { index =>
        val member = members(index)
        val value = member.option.map(_.readMember(reader)).getOrElse(member.shape.read(reader))
        store.set(index, value)
      }
      if code.isEmpty then '{ () } else chosenOf[Unit](number, indices, code)
    }

    /** Returns code that reads an object, and makes the value. */
    private def whole[T: Type](reader: Expr[Reader], names: Expr[Fields], begin: Expr[Long], store: Store)(using Quotes): Expr[T] = '{
      ${
        if hint.isEmpty then each(reader, names, store, '{ () })
        else '{
          var hinted = false
          // The first one was read to find the type.
          ${ each(reader, names, store, '{ hinted = Hints.again($reader, $names, ${ Expr(hintIndex) }, hinted) }) }
        }
      }
      ${ checks(reader, names, begin, store) }
      $reader.complete($begin)
      ${ defaults(store) }
      ${ made[T](reader, begin, store) }
    }

    /** Returns code that reads the members of an object.
      *
      * @param onHint
      *   what is done at the hint, before it is passed
      */
    private def each(reader: Expr[Reader], names: Expr[Fields], store: Store, onHint: Expr[Unit])(using Quotes): Expr[Unit] = '{
      var expected = 0
      var next = $reader.beginObject($names)
      while next != Reader.END do {
        if next >= 0 then expected = next + 1
        ${ dispatch(reader, names, 'next, store, onHint) }
        next = $reader.nextField($names, expected)
      }
    }

    private def dispatch(reader: Expr[Reader], names: Expr[Fields], next: Expr[Int], store: Store, onHint: Expr[Unit])(using
        Quotes
    ): Expr[Unit] = {
      val skip = '{ $reader.skip() }
      val other = if settings.unknownRefused then '{ $reader.report($reader.unknown($names)) ; $reader.skip() } else skip
      def taken(number: Expr[Int])(using Quotes): Expr[Unit] = '{
        if ${ store.isSeen(number) } && !$reader.again($names, $next) then $reader.skip()
        else {
          ${ store.mark(number) }
          ${ store.take(reader, number) }
        }
      }
      val known = if aliases.isEmpty then taken(next) else '{
        val number = ${ ofAlias(next) }
        ${ taken('number) }
      }
      val passed = if members.isEmpty then skip else known
      val plain = '{ if $next < 0 then $other else $passed }
      if hint.isEmpty then plain else '{ if $next == ${ Expr(hintIndex) } then { $onHint ; $skip } else $plain }
    }

    /** Returns code of the number of the member that a name belongs to. */
    private def ofAlias(next: Expr[Int])(using Quotes): Expr[Int] = {
      val cases = aliases.zipWithIndex.map { case ((_, member), place) =>
        CaseDef(Literal(IntConstant(members.size + place)), None, Literal(IntConstant(member)))
      }
      Match(next.term, cases :+ CaseDef(Wildcard(), None, next.term)).asExprOf[Int]
    }

    /** Returns code that refuses an object which lacks a member. */
    private def checks(reader: Expr[Reader], names: Expr[Fields], begin: Expr[Long], store: Store)(using Quotes): Expr[Unit] = {
      val words = members.zipWithIndex.filter(_._1.isRequired).map(_._2).groupBy(_ / 64).toList.sortBy(_._1)
      val checks = words.map { (word, needed) =>
        val wanted = Expr(needed.foldLeft(0L)((bits, index) => bits | 1L << index % 64))
        '{
          val lacking = $wanted & ~${ store.seen(word) }
          if lacking != 0 then Values.missing($reader, $names, ${ Expr(word * 64) }, lacking, $begin)
        }
      }
      Expr.block(checks, '{ () })
    }

    /** Returns code that sets the members that did not come to their defaults. */
    private def defaults(store: Store)(using Quotes): Expr[Unit] = {
      val sets = members.zipWithIndex.filterNot((member, _) => member.isRequired || member.parameter.isEmpty).flatMap { (member, index) =>
        // A variable begins with the value of an absent member; an array does not.
        val value = member.default.map(_.asExpr).orElse(if members.size > 64 then member.absent else None)
        value.map(value => '{ if !${ store.has(index) } then ${ store.set(index, value) } })
      }
      Expr.block(sets, '{ () })
    }

    private def made[T: Type](reader: Expr[Reader], begin: Expr[Long], store: Store)(using Quotes): Expr[T] = {
      val arguments = all.filter(_.parameter.isDefined).map { member =>
        val value = if member.isIgnored then member.default.getOrElse('{ None }.term) else store.get(members.indexOf(member))
        if member.isRepeated then Typed(value, Inferred(defn.RepeatedParamClass.typeRef.appliedTo(member.tpe.typeArgs))) else value
      }
      val safe = namedTuple(tpe) match {
        case Some(_) => '{ ${ tupleOf(all.map(_.tpe), arguments) }.asInstanceOf[T] }
        case None =>
          '{
            try ${ construction(tpe, arguments).asExprOf[T] }
            catch { case error: IllegalArgumentException => throw Values.refused($reader, ${ Expr(shown(tpe)) }, error, $begin) }
          }
      }
      val variables = members.zipWithIndex.filter(_._1.parameter.isEmpty)
      if variables.isEmpty then safe
      else
        '{
          val value = $safe
          ${
            val sets = variables.map { (member, index) =>
              val set = 'value.term.select(member.setter.get).appliedTo(store.get(index)).asExpr
              '{ if ${ store.has(index) } then { $set ; () } }
            }
            Expr.block(sets, '{ () })
          }
          value
        }
    }

    // Writing

    override def write(value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit] = {
      val fixed = members.forall(member => presence(member).isEmpty)
      val size = if fixed then Expr(members.size + hint.count(_ => writesHint)) else '{ Writer.UNKNOWN }
      val first = hint.filter(_ => writesHint).map { (_, name) =>
        '{
          $writer.field($names, ${ Expr(hintIndex) })
          $writer.writeString($name)
        }
      }
      '{
        Values.present($value, $writer)
        $writer.beginObject($size)
        ${ Expr.block(first.toList, writeMembers(value, writer, names)) }
        $writer.endObject()
      }
    }

    private def writeMembers(value: Expr[Any], writer: Expr[Writer], names: Expr[Fields])(using Quotes): Expr[Unit] = {
      def some(indices: List[Int])(using Quotes): Expr[Unit] =
        Expr.block(indices.map(index => writeMember(members(index), index, value, writer, names)), '{ () })
      if members.size <= 64 then some(members.indices.toList)
      else {
        val groups = members.indices.toList.grouped(Group).map { group =>
          '{
            def part(): Unit = ${ some(group) }
            part()
          }
        }
        Expr.block(groups.toList, '{ () })
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
          val selected = member.get(value).asExprOf[m]
          def plain(one: Expr[m])(using Quotes): Expr[Unit] = member.option match {
            case Some(option) if leavesNoneOut(option) => writeOption(option, member, one, field(writer, names, index), writer)
            case _                                    => '{ ${ field(writer, names, index) } ; ${ member.shape.write(one, writer) } }
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

    /** Refuses a None that would be read as a default if it were left out, and as Some(None) if it were null. */
    private def noNone(member: Member, writer: Expr[Writer])(using Quotes): Expr[Unit] =
      '{ throw Values.unrepresentable($writer, ${ Expr(s"Some in the member ${member.name}, which has a default") }, "None") }

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
                ${ if option.item.isInstanceOf[OptionOf] then noNone(member, writer) else '{ $field ; $writer.writeNull() } }
              }
            }
        }
        '{
          val one = ${ value.asExprOf[Option[t]] }
          if one == null then {
            $field
            throw $writer.nullError()
          }
          if one.isEmpty then $none
          else {
            val inner = one.get
            $field
            ${ option.item.write('inner, writer) }
          }
        }
    }
  }

  /** A class of one member whose values are those of the member. */
  final class Wrapped(tpe: TypeRepr, member: Symbol) extends Shape(tpe) {
    private val inner: Shape = outside(shape(memberType(tpe, member)))
    override def bare: Shape = inner.bare
    override def bareValue(value: Expr[Any])(using Quotes): Expr[Any] = inner.bareValue(value.term.select(member).asExpr)
    override def kinds: Set[Token] = inner.kinds
    override def parts: List[Shape] = List(inner)
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = inner.isEmpty(value.term.select(member).asExpr)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        '{
          val begin = $reader.offset()
          val value = ${ inner.read(reader) }
          $reader.complete(begin)
          try ${ inner.tpe.asType match { case '[i] => construction(tpe, List('{ value.asInstanceOf[i] }.term)).asExprOf[t] } }
          catch { case error: IllegalArgumentException => throw Values.refused($reader, ${ Expr(shown(tpe)) }, error, begin) }
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      inner.write(value.term.select(member).asExpr, writer)
  }
}
