package varvel

import dev.varvel.json.{Json, JsonWriter}

/** The JSON Schema of a type, of draft 2020-12: what documents its codec reads and writes.
  * {{{
  * case class Order(id: Long, @maxLength(40) note: Option[String])
  *
  * JsonSchema.of[Order].toJson(2)
  * }}}
  *
  * Every document that the codec writes is valid by the schema, and every document that the codec reads, except these:
  *   - A `Try` reads any value as a Failure. The schema has the value of Success, and what a Failure is written as.
  *   - A set counts equal items once where it is checked; a validator counts each.
  *   - A float or double is the nearest one of its text. It is checked as the shortest decimal that gives it.
  *   - `date` and `date-time` are formats of the years 0 to 9999; `LocalDate` has more, and an `Instant` may have a space
  *     in the place of its T.
  *   - Patterns are those of `java.util.regex`; a validator takes them as ECMA-262 has them.
  *
  * A codec may refuse more than the schema does: what a constructor requires, and keys that come twice.
  */
final class JsonSchema private[varvel] (private[varvel] val root: Any) {
  private lazy val document: Any = internal.SchemaDocument.of(root)

  /** The schema without white space. */
  lazy val toJson: String = Json.writeString(document, Codec.any)

  /** Returns the schema indented by so many spaces a level. */
  def toJson(indent: Int): String = {
    val writer = new JsonWriter(indent, false)
    Codec.any.write(document, writer)
    writer.toString
  }

  /** Returns the schema as a value that other documents may hold. */
  def raw: RawJson = RawJson(toJson)

  override def toString: String = toJson
  override def equals(other: Any): Boolean = other match {
    case schema: JsonSchema => schema.toJson == toJson
    case _                  => false
  }
  override def hashCode: Int = toJson.hashCode
}

object JsonSchema {

  /** Makes the schema of a type. The configuration has to be that of its codec.
    *
    * Types inside have the schema of their codec: where that is made here, by this configuration; where it is given by
    * `derives Codec`, by that of its place, which is the usual one unless a [[Config]] is given in its companion, around it
    * or in its package. One that is imported there is not seen: such a type `derives JsonSchema.Of` as well. Where it is
    * another codec of one's own, nothing is known, and any value is valid, unless a [[JsonSchema.Of]] is given.
    */
  inline def of[A](using inline config: Config): JsonSchema = ${ internal.DeriveSchema.schema[A]('config) }

  /** Makes a schema of its text, which is an object, true or false. A reference in it has to be a whole URI: the schema
    * becomes a part of others.
    *
    * @throws dev.varvel.VarvelException
    *   if the text is something else
    */
  def parse(text: String): JsonSchema = new JsonSchema(internal.Schemas.parse(text))

  /** Gives the schema of a type that has a codec of its own.
    * {{{
    * given JsonSchema.Of[Money] = JsonSchema.Of("""{"type":"string","pattern":"^[0-9]+ [A-Z]{3}$"}""")
    * case class Order(id: Long) derives Codec, JsonSchema.Of
    * }}}
    */
  trait Of[A] {

    /** The schema; it is the same object at each call. */
    def schema: JsonSchema
  }

  object Of {

    /** Gives a schema as the text that [[JsonSchema.parse]] takes. */
    def apply[A](text: String): Of[A] = apply(parse(text))

    /** Gives a schema. */
    def apply[A](made: JsonSchema): Of[A] = new Of[A] {
      val schema: JsonSchema = made
    }

    /** Makes the schema of a type with the configuration that is given. */
    inline def derived[A](using inline config: Config): Of[A] = apply[A](JsonSchema.of[A])
  }
}
