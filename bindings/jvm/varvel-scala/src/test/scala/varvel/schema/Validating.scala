package varvel.schema

import com.networknt.schema.{InputFormat, JsonSchemaFactory, SchemaLocation, SchemaValidatorsConfig, SpecVersion}
import dev.varvel.VarvelException
import org.junit.jupiter.api.Assertions.{assertEquals, assertFalse, assertThrows, assertTrue}
import scala.jdk.CollectionConverters.*
import varvel.{Codec, JsonSchema, json, toJson}

/** What the tests of schemas share. Another implementation of JSON Schema says what is valid. */
trait Validating {
  private val factory = JsonSchemaFactory.getInstance(SpecVersion.VersionFlag.V202012)

  /** The schema of draft 2020-12 for schemas. */
  private val meta = factory.getSchema(SchemaLocation.of("https://json-schema.org/draft/2020-12/schema"))

  /** Returns what a validator says of texts. It also checks formats. */
  def validator(schema: JsonSchema): String => List[String] = {
    assertEquals(Nil, meta.validate(schema.toJson, InputFormat.JSON).asScala.toList.map(_.getMessage), schema.toJson)
    val config = SchemaValidatorsConfig.builder().formatAssertionsEnabled(true).losslessNarrowing(false).build()
    val prepared = factory.getSchema(schema.toJson, config)
    text => prepared.validate(text, InputFormat.JSON).asScala.toList.map(_.getMessage)
  }

  /** Checks that values are written as what is valid. */
  def valid[A](schema: JsonSchema, values: A*)(using Codec[A]): Unit = {
    val check = validator(schema)
    for value <- values do assertEquals(Nil, check(value.toJson), s"${value.toJson} by $schema")
  }

  /** Checks that texts which the codec reads are valid, and returns how many it read. */
  def readIsValid[A](schema: JsonSchema, texts: Seq[String])(using Codec[A]): Int = {
    val check = validator(schema)
    texts.count { text =>
      val isRead = try { json.read[A](text); true } catch { case _: VarvelException => false }
      if isRead then assertEquals(Nil, check(text), s"$text by $schema")
      isRead
    }
  }

  /** Checks that texts are neither read nor valid. */
  def refusedByBoth[A](schema: JsonSchema, texts: String*)(using Codec[A]): Unit = {
    val check = validator(schema)
    for text <- texts do {
      assertThrows(classOf[VarvelException], () => { json.read[A](text); () }, text)
      assertFalse(check(text).isEmpty, s"$text by $schema")
    }
  }
}
