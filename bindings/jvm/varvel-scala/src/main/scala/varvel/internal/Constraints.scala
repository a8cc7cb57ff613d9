package varvel.internal

import dev.varvel.{Reader, Writer}
import scala.quoted.*
import varvel.*

/** Constraints of members, which annotations give. */
private abstract class Constraints(q: Quotes, options: Settings) extends Choices(q, options) {
  import quotes.reflect.*

  /** A keyword of JSON Schema with what it is given, and what it expects of a value, in words. */
  final class Constraint(val keyword: String, val argument: String, val inSchema: (String, Any), expected: String) {
    def check(using Quotes): Expr[Check] = '{ Check.of(${ Expr(keyword) }, ${ Expr(argument) }, ${ Expr(expected) }) }
  }

  /** Values that are checked when they are read. */
  final class Constrained(val inner: Shape, val constraints: List[Constraint]) extends Shape(inner.tpe) {

    /** The number of the first check in the codec. */
    var first: Int = 0
    var checks: Option[Expr[Array[Check]]] = None

    override def kinds: Set[Token] = inner.kinds
    override def parts: List[Shape] = List(inner)
    override def absent(using Quotes): Option[Expr[Any]] = inner.absent
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = inner.isEmpty(value)
    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = inner.write(value, writer)

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        '{
          val begin = $reader.offset()
          val value = ${ inner.read(reader).asExprOf[t] }
          ${
            val bare = inner.bareValue('value)
            constraints.indices.map(index => passed(bare, first + index, reader, 'begin)).reduce((one, next) => '{ $one && $next })
          }
          value
        }
    }

    private def passed(value: Expr[Any], number: Int, reader: Expr[Reader], begin: Expr[Long])(using Quotes): Expr[Boolean] = {
      val check = '{ ${ checks.get }(${ Expr(number) }) }
      inner.bare.tpe.asType match {
        case '[Int]    => '{ $check(${ value.asExprOf[Int] }.toLong, $reader, $begin) }
        case '[Long]   => '{ $check(${ value.asExprOf[Long] }, $reader, $begin) }
        case '[Double] => '{ $check(${ value.asExprOf[Double] }, $reader, $begin) }
        case _         => '{ $check($value: Any, $reader, $begin) }
      }
    }
  }

  /** Returns a shape with the constraints that a member is annotated with. Those of an option are of its item. */
  def constrain(shape: Shape, annotated: Symbol)(using Quotes): Shape = {
    val noted = outside(annotated.annotations).filter { term =>
      val symbol = term.tpe.typeSymbol
      symbol.owner == ours && keywords.contains(symbol.name)
    }
    def constrained(shape: Shape): Shape = shape match {
      case option: OptionOf => OptionOf(option.tpe, constrained(option.item))
      case _ =>
        val all = noted.flatMap(constraints(shape, _)).sortBy(constraint => keywords.indexOf(constraint.keyword))
        if all.isEmpty then shape else Constrained(shape, all)
    }
    if noted.isEmpty then shape else constrained(shape)
  }

  private val numeric = List("minimum", "maximum", "exclusiveMinimum", "exclusiveMaximum", "multipleOf")

  /** The keywords in the order in which they are checked: lengths before what may take long. */
  private val keywords = numeric ++ List("minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "format")
  private val ours = Symbol.requiredPackage("varvel").moduleClass

  /** Returns the constraint of an annotation; none if the schema has a keyword that needs no check. */
  private def constraints(shape: Shape, annotation: Term)(using Quotes): List[Constraint] = {
    val keyword = annotation.tpe.typeSymbol.name
    val argument = constants(annotation).headOption
    val shownArgument = argument.fold("")(one => if one.isInstanceOf[String] then s"(\"$one\")" else s"($one)")
    def unfit(why: String): Nothing = refused(s"@$keyword$shownArgument does not fit ${shown(shape.tpe)}: $why")
    def literal: Any = argument.getOrElse(refused(s"@$keyword has to be given a literal"))
    val bare = shape.bare
    keyword match {
      case _ if numeric.contains(keyword) =>
        val range = ranges.collectFirst { case (tpe, range) if bare.tpe =:= tpe => range }.getOrElse(unfit("it is for numbers"))
        List(ofNumber(keyword, decimal(literal).getOrElse(unfit("its argument is no number")), range, unfit))
      case "minLength" | "maxLength" | "pattern" | "format" =>
        if !(bare.tpe =:= TypeRepr.of[String]) then unfit("it is for strings")
        ofString(keyword, literal, unfit)
      case _ =>
        val isMap = bare.isInstanceOf[Keyed]
        if !isMap && !bare.isInstanceOf[Items] then unfit("it is for collections")
        List(if keyword == "uniqueItems" then ofUnique(bare, unfit) else ofSize(keyword, literal.asInstanceOf[Int], isMap, unfit))
    }
  }

  /** The range of a type of integers, which others have not. */
  private type Range = Option[(BigInt, BigInt)]

  private lazy val ranges: List[(TypeRepr, Option[Range])] = outside {
    def of(bits: Int): Option[Range] = Some(Some((-(BigInt(1) << bits - 1), (BigInt(1) << bits - 1) - 1)))
    List(
      TypeRepr.of[Byte] -> of(8), TypeRepr.of[Short] -> of(16), TypeRepr.of[Int] -> of(32), TypeRepr.of[Long] -> of(64),
      TypeRepr.of[java.lang.Byte] -> of(8), TypeRepr.of[java.lang.Short] -> of(16), TypeRepr.of[Integer] -> of(32),
      TypeRepr.of[java.lang.Long] -> of(64), TypeRepr.of[BigInt] -> Some(None), TypeRepr.of[java.math.BigInteger] -> Some(None),
      TypeRepr.of[Float] -> None, TypeRepr.of[Double] -> None, TypeRepr.of[BigDecimal] -> None, TypeRepr.of[java.lang.Float] -> None,
      TypeRepr.of[java.lang.Double] -> None, TypeRepr.of[java.math.BigDecimal] -> None
    )
  }

  private def decimal(argument: Any): Option[BigDecimal] =
    try Some(BigDecimal(new java.math.BigDecimal(argument.toString)))
    catch { case _: NumberFormatException => None }

  private def ofNumber(keyword: String, limit: BigDecimal, integers: Option[Range], unfit: String => Nothing): Constraint = {
    val whole = if limit.bigDecimal.scale.abs < 1000 then limit.toBigIntExact else None
    if integers.isDefined && whole.isEmpty then unfit("its values are integers")
    for { (least, most) <- integers.flatten; value <- whole if value < least || value > most } do unfit(s"its values are from $least to $most")
    if keyword == "multipleOf" && limit <= 0 then unfit("a step is above zero")
    val text = whole.fold(limit.toString)(_.toString)
    val kind = if integers.isDefined then "an integer" else "a number"
    val expected = keyword match {
      case "minimum"          => s"$kind of at least $text"
      case "maximum"          => s"$kind of at most $text"
      case "exclusiveMinimum" => s"$kind greater than $text"
      case "exclusiveMaximum" => s"$kind less than $text"
      case _                  => s"a multiple of $text"
    }
    Constraint(keyword, text, keyword -> whole.getOrElse(limit), expected)
  }

  private def ofString(keyword: String, argument: Any, unfit: String => Nothing): List[Constraint] = keyword match {
    case "format" => Nil
    case "pattern" =>
      val expression = argument.asInstanceOf[String]
      try java.util.regex.Pattern.compile(expression)
      catch { case error: java.util.regex.PatternSyntaxException => unfit(s"it is no expression (${error.getDescription})") }
      List(Constraint(keyword, expression, keyword -> expression, s"a string that matches $expression"))
    case _ =>
      val length = argument.asInstanceOf[Int]
      if length < 0 then unfit("a length is not below zero")
      List(Constraint(keyword, length.toString, keyword -> length, s"a string of ${bound(keyword)} ${counted(length, "character")}"))
  }

  private def ofSize(keyword: String, count: Int, isMap: Boolean, unfit: String => Nothing): Constraint = {
    if count < 0 then unfit("a number of items is not below zero")
    val isObject = isMap && !settings.mapsAsArrays
    val inSchema = if isObject then keyword.replace("Items", "Properties") else keyword
    val expected = if isObject then s"an object of ${bound(keyword)} ${counted(count, "member")}" else s"an array of ${bound(keyword)} ${counted(count, "item")}"
    Constraint(keyword, count.toString, inSchema -> count, expected)
  }

  private def ofUnique(shape: Shape, unfit: String => Nothing)(using Quotes): Constraint = {
    def isArray(shape: Shape): Boolean = is[Array[?]](shape.bare.tpe) || shape.bare.isInstanceOf[ArrayOf] || shape.bare.parts.exists(isArray)
    shape match {
      case items: Items if isArray(items.item) => unfit("arrays in it are not equal by what they hold")
      case _: Items                            => Constraint("uniqueItems", "", "uniqueItems" -> true, "an array whose items differ")
      case _                                   => unfit("keys differ anyway")
    }
  }

  private def bound(keyword: String): String = if keyword.startsWith("min") then "at least" else "at most"

  private def counted(count: Int, thing: String): String = s"$count $thing${if count == 1 then "" else "s"}"

  /** Returns the keywords that only describe a member or a class. */
  def notesOf(symbol: Symbol)(using Quotes): Map[String, Any] = {
    val found = List(annotation[title](symbol), annotation[description](symbol), annotation[format](symbol)).flatten
    scala.collection.immutable.VectorMap(found.map(term => term.tpe.typeSymbol.name -> strings(term).headOption.getOrElse(refused(s"@${term.tpe.typeSymbol.name} has to be given a literal")))*)
  }

  /** Returns the literals that an annotation is given. */
  private def constants(annotation: Term): List[Any] = {
    def all(term: Term): Option[Any] = term match {
      case Typed(inner, _)      => all(inner)
      case Inlined(_, _, inner) => all(inner)
      case NamedArg(_, inner)   => all(inner)
      case Literal(constant)    => Some(constant.value)
      case other =>
        other.tpe.widenTermRefByName match {
          case ConstantType(constant) => Some(constant.value)
          case _                      => None
        }
    }
    annotation match {
      case Apply(_, arguments) => arguments.flatMap(all)
      case _                   => Nil
    }
  }
}
