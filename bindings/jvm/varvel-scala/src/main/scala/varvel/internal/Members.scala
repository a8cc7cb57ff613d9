package varvel.internal

import scala.quoted.*
import varvel.{alias, ignore, key, text}

/** The members of classes. */
private abstract class Members(q: Quotes, options: Settings) extends Constraints(q, options) {
  import quotes.reflect.*

  /** A parameter of a constructor, a variable that is set behind it, or an item of a named tuple.
    *
    * @param owner
    *   the type whose member it is, as messages name it
    * @param get
    *   returns code of the member of a value
    */
  final class Member(
      val name: String,
      owner: String,
      val get: Expr[Any] => Quotes ?=> Expr[Any],
      annotated: Symbol,
      val tpe: TypeRepr,
      val parameter: Option[Int],
      val default: Option[Term],
      val setter: Option[Symbol],
      val isRepeated: Boolean = false
  ) {
    private val renamed = outside(names[key](annotated)).headOption

    /** The name as far as the compiler knows it. */
    val constant: String = renamed.getOrElse(name)
    val key: Expr[String] = outside(renamed.map(Expr(_)).getOrElse(changed(name, settings.names)))
    def isRenamed: Boolean = renamed.isDefined
    val otherNames: List[String] = outside(names[alias](annotated))
    val aliases: List[Expr[String]] = outside(otherNames.map(Expr(_)))
    val isIgnored: Boolean = outside(annotation[ignore](annotated)).isDefined
    lazy val shape: Shape = outside {
      inside(s"$owner.$name") {
        val plain = withText(isText || annotation[text](annotated).isDefined)(Members.this.shape(tpe))
        constrain(plain, annotated)
      }
    }

    /** The shape whose values are checked when they are read, if they are. */
    def constrained: Option[Constrained] = {
      def in(shape: Shape): Option[Constrained] = shape match {
        case found: Constrained => Some(found)
        case option: OptionOf   => in(option.item)
        case _                  => None
      }
      in(shape)
    }

    /** The keywords that describe the member in a schema. */
    def notes: Map[String, Any] = outside(notesOf(annotated))
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

  override def refusal: String => Nothing = {
    val here = place
    message => {
      place = here
      refused(message)
    }
  }

  override def refused(message: String): Nothing = place match {
    case Nil    => super.refused(message)
    case member :: _ => super.refused(s"$message (the member $member)")
  }

  /** Makes a member that a getter returns. */
  private def member(
      getter: Symbol,
      annotated: Symbol,
      tpe: TypeRepr,
      parameter: Option[Int] = None,
      default: Option[Term] = None,
      setter: Option[Symbol] = None,
      isRepeated: Boolean = false
  ): Member =
    Member(getter.name, getter.owner.name, value => value.term.select(getter).asExpr, annotated, tpe, parameter, default, setter, isRepeated)

  /** Returns the members of a class or of a named tuple. */
  def membersOf(tpe: TypeRepr)(using Quotes): List[Member] = namedTuple(tpe) match {
    case Some((names, types)) => namedItems(tpe, items(names), items(types))
    case None                 => membersOfClass(tpe)
  }

  private def namedItems(tpe: TypeRepr, names: List[TypeRepr], types: List[TypeRepr]): List[Member] = {
    val constants = names.collect { case ConstantType(StringConstant(name)) => name }
    if constants.size != types.size then refused(s"no codec can be made of ${shown(tpe)}: its names are not known")
    constants.zip(types).zipWithIndex.map { case ((name, item), index) =>
      Member(name, shown(tpe), value => itemOf(value, types, index), Symbol.noSymbol, item, Some(index), None, None)
    }
  }

  private def membersOfClass(tpe: TypeRepr)(using Quotes): List[Member] = {
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
      val (memberTpe, isRepeated) = memberType(tpe, getter) match {
        case AnnotatedType(items, annotation) if annotation.tpe.typeSymbol == defn.RepeatedAnnot => (items, true)
        case other                                                                               => (other, false)
      }
      member(getter, noted, memberTpe, Some(index), default, isRepeated = isRepeated)
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
      getter.filterNot(one => parameters(name) || one.flags.is(Flags.Private) || one.flags.is(Flags.Protected)).map(_ -> setter)
    }.sortBy(_._1.pos.map(_.start).getOrElse(0)).map { (getter, setter) =>
      member(getter, getter, memberType(tpe, getter), setter = Some(setter))
    }
  }
}
