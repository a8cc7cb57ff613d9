package varvel.internal

import java.nio.charset.StandardCharsets.UTF_8
import java.util.IdentityHashMap
import scala.collection.immutable.VectorMap
import scala.collection.mutable

/** Puts the parts of a schema together. */
private[varvel] object SchemaDocument {

  /** Returns the whole schema, as `Codec.any` writes it. */
  def of(root: Schemas.Part): Any = (new SchemaDocument).make(root)
}

private final class SchemaDocument {

  /** How many definitions a schema may have. Givens with parameters may give a new schema without end. */
  private val Most = 100_000

  private val names = new IdentityHashMap[Definition, String]
  private val taken = mutable.HashSet.empty[String]
  private val waiting = mutable.Queue.empty[Definition]

  /** The definition that the whole schema is, if it is one. */
  private var top: Option[Definition] = None

  private def make(root: Schemas.Part): Any = {
    val schema = VectorMap[String, Any]("$schema" -> "https://json-schema.org/draft/2020-12/schema")
    top = definition(root)
    val whole = top match {
      case Some(definition) => VectorMap[String, Any]("title" -> definition.name) ++ members(plain(definition.part))
      case None             => members(plain(root))
    }
    val definitions = mutable.LinkedHashMap.empty[String, Any]
    while waiting.nonEmpty do {
      val next = waiting.dequeue()
      definitions(names.get(next)) = plain(next.part)
    }
    schema ++ whole ++ Option.when(definitions.nonEmpty)("$defs" -> definitions)
  }

  /** Returns the definition that a part refers to, if it is nothing else. */
  private def definition(part: Any): Option[Definition] = part match {
    case other: OtherSchema => definition(other.root)
    case map: VectorMap[?, ?] if map.size == 1 => map.values.collectFirst { case definition: Definition => definition }
    case _ => None
  }

  /** Returns the keywords of a schema. */
  private def members(part: Any): Map[String, Any] = part match {
    case map: VectorMap[?, ?] => map.asInstanceOf[VectorMap[String, Any]]
    case false                => VectorMap("not" -> VectorMap.empty)
    case _                    => VectorMap.empty
  }

  /** Returns a part without definitions and other schemas in it. */
  private def plain(part: Any): Any = part match {
    case map: VectorMap[?, ?]   => map.map((key, value) => (key, plain(value)))
    case items: List[?]         => items.map(plain)
    case other: OtherSchema     => plain(other.root)
    case definition: Definition => reference(definition)
    case value                  => value
  }

  private def reference(definition: Definition): String =
    if top.contains(definition) then "#" else s"#/$$defs/${fragment(name(definition))}"

  private def name(definition: Definition): String = {
    if !names.containsKey(definition) then {
      if names.size == Most then throw new IllegalStateException(s"a schema of more than $Most definitions: a JsonSchema.Of makes a new one each time")
      val all = definition.name #:: LazyList.from(2).map(number => s"${definition.name}$number")
      val name = all.find(taken.add).get
      names.put(definition, name)
      waiting.enqueue(definition)
    }
    names.get(definition)
  }

  /** Returns a name as the fragment of a URI has it. */
  private def fragment(name: String): String =
    name.getBytes(UTF_8).map { byte =>
      val letter = byte.toChar
      if byte > 0 && (letter.isLetterOrDigit || "_-.".indexOf(letter) >= 0) then letter.toString else f"%%${byte & 0xff}%02X"
    }.mkString
}
