package varvel.internal

import scala.collection.immutable.VectorMap
import scala.collection.mutable
import varvel.{Codec, JsonSchema, json}

/** Makes parts of a JSON Schema. It is public since the code of derivations calls it.
  *
  * A part is a value as [[Codec.any]] writes it: a map or a boolean. In it may be a [[Definition]] where the text of a
  * reference will be, and an [[OtherSchema]] where a part will be.
  */
object Schemas {
  type Part = Any

  private def part(members: (String, Any)*): VectorMap[String, Any] = VectorMap(members*)

  /** Makes a schema whose definitions are made by some code. */
  def make(code: Definitions => Part): JsonSchema = new JsonSchema(code(new Definitions))

  /** Returns the part that a text of JSON is. */
  def fixed(text: String): Part = json.read[Any](text)(using Codec.any)

  /** Returns the part that a text is, which others have written. */
  def parse(text: String): Part = fixed(text) match {
    case part @ (_: VectorMap[?, ?] | _: Boolean) => part
    case _ => throw dev.varvel.VarvelException.of(dev.varvel.ErrorKind.REFUSED).expected("a schema, which is an object, true or false").build()
  }

  /** Returns a part with more keywords, which come in place of its own. */
  def and(part: Part, keywords: String): Part = {
    val more = fixed(keywords).asInstanceOf[VectorMap[String, Any]]
    part match {
      case own: VectorMap[?, ?] => own.asInstanceOf[VectorMap[String, Any]] ++ more
      case true                 => more
      case other                => this.part("allOf" -> List(other)) ++ more
    }
  }

  def constant(value: Any): Part = part("const" -> value)

  def anyOf(parts: Part*): Part = part("anyOf" -> parts.toList)

  def oneOf(parts: Part*): Part = part("oneOf" -> parts.toList)

  private val Null: Part = part("type" -> "null")

  def nullable(item: Part): Part = anyOf(item, Null)

  // Arrays and maps

  def array(item: Part): Part = part("type" -> "array", "items" -> item)

  def tuple(items: Part*): Part = {
    val prefix = if items.isEmpty then part() else part("prefixItems" -> items.toList)
    part("type" -> "array") ++ prefix ++ part("items" -> false, "minItems" -> items.size)
  }

  /** Returns the part of a map; its keys are any strings if the part of names is null. */
  def map(names: Part, values: Part): Part = {
    val named = if names == null then part() else part("propertyNames" -> names)
    part("type" -> "object") ++ named ++ part("additionalProperties" -> values)
  }

  // Objects

  /** A member of an object.
    *
    * @param aliases
    *   other names that may come in place of the first
    */
  final class Member(val name: String, val part: Part, val required: Boolean, val aliases: Seq[String]) {
    def names: Seq[String] = name +: aliases
  }

  def member(name: String, part: Part, required: Boolean, aliases: String*): Member = new Member(name, part, required, aliases)

  /** Returns the part of an object.
    *
    * @param closed
    *   whether it has no other members
    */
  def obj(closed: Boolean, members: Member*): Part = {
    val all = members.flatMap(member => member.names.map(_ -> member.part))
    val properties = VectorMap(all*)
    all.map(_._1).groupBy(identity).collectFirst { case (name, several) if several.size > 1 => name }.foreach { name =>
      throw new IllegalArgumentException(s"two members are named $name")
    }
    val (plain, withAliases) = members.filter(_.required).partition(_.aliases.isEmpty)
    val several = withAliases.map(member => anyOf(member.names.map(name => part("required" -> List(name)))*)).toList
    part("type" -> "object") ++
      Option.when(properties.nonEmpty)("properties" -> properties) ++
      Option.when(plain.nonEmpty)("required" -> plain.map(_.name).toList) ++
      Option.when(several.nonEmpty)("allOf" -> several) ++
      Option.when(closed)("additionalProperties" -> false)
  }

  // Types of several

  /** Returns the part of names. */
  def names(all: String*): Part = part("type" -> "string", "enum" -> all.toList)

  /** Returns the part of numbers that stand for names. */
  def numbers(all: (Int, String)*): Part = oneOf(all.map((number, name) => part("const" -> number, "title" -> name))*)

  /** Returns the part of some values. */
  def values(all: Any*): Part =
    if all.forall(_.isInstanceOf[String]) then names(all.map(_.toString)*) else part("enum" -> all.toList)

  def ordinals(all: String*): Part = numbers(all.zipWithIndex.map((name, number) => (number, name))*)

  def oldEnum(all: Enumeration, asNumbers: Boolean): Part = {
    val values = all.values.toSeq
    if asNumbers then numbers(values.map(value => (value.id, value.toString))*) else names(values.map(_.toString)*)
  }

  def javaEnum(all: Class[?], asNumbers: Boolean): Part = {
    val values = all.getEnumConstants.map(_.asInstanceOf[java.lang.Enum[?]].name)
    if asNumbers then ordinals(values*) else names(values*)
  }

  /** Returns the part of the member that names a type. */
  def hint(label: String, name: String, required: Boolean): Member = member(label, constant(name), required)

  /** Returns the part of an object that says which of the types without members it is. */
  def hintOnly(label: String, all: String*): Part = obj(false, member(label, part("enum" -> all.toList), true))

  /** Returns the part of an object that has a hint, and is of a part else. */
  def hinted(hint: Member, other: Part): Part = {
    val own = obj(false, hint)
    if other == true then own else part("allOf" -> List(own, other))
  }

  /** Returns the part of an object of one member. */
  def keyed(name: String, value: Part): Part = obj(true, member(name, value, true))

  /** Returns the part of a schema that is given. It is looked at only when the document is made. */
  def other(schema: => JsonSchema): Part = new OtherSchema(() => schema)
}

/** A schema that is given for a type. */
final class OtherSchema(schema: () => JsonSchema) {
  def root: Schemas.Part = schema().root
}

/** A part of a schema that has a name, and to which others refer. */
final class Definition {
  private[internal] var name = ""
  private[internal] var make: () => Schemas.Part = () => true
  private[internal] lazy val part: Schemas.Part = make()
}

/** The definitions of a schema, by their numbers. */
final class Definitions {
  private val all = mutable.HashMap.empty[Int, Definition]

  private def get(number: Int): Definition = all.getOrElseUpdate(number, new Definition)

  /** Returns the part that refers to a definition. */
  def reference(number: Int): Schemas.Part = VectorMap("$ref" -> get(number))

  /** Says what a definition is. */
  def add(number: Int, name: String, make: () => Schemas.Part): Unit = {
    val definition = get(number)
    definition.name = name
    definition.make = make
  }
}
