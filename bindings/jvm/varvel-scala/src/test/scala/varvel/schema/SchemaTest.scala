package varvel.schema

import dev.varvel.{Reader, VarvelException, Writer}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.compiletime.testing.typeCheckErrors
import varvel.*

object SchemaTest {
  case class Money(cents: Long)
  object Money {
    given Codec[Money] = Codec.wrap(dev.varvel.Codecs.LONG).map(cents => Money(cents.longValue))(_.cents)
  }
  case class Priced(price: Money, more: List[Money])

  case class Payer(name: String, pays: List[Bill] = Nil) derives Codec, JsonSchema.Of
  case class Bill(id: Int, by: Option[Payer], due: Due) derives Codec, JsonSchema.Of
  case class Due(inDays: Int) derives Codec

  /** Types whose codecs have a configuration of their place. */
  object Snake {
    inline given Config = Config.withNames(Config.snakeCase)
    case class Inner(someName: Int) derives Codec
    case class Outer(theInner: Inner) derives Codec
    case class Known(someName: Int) derives Codec, JsonSchema.Of
    def schema: JsonSchema = JsonSchema.of[Outer]
  }
  case class HoldsInner(inner: Snake.Inner)
  case class HoldsKnown(inner: Snake.Known)

  object One { case class Twin(a: Int) }
  object Two { case class Twin(b: String) }
  case class Twins(one: One.Twin, two: Two.Twin, more: Option[One.Twin])

  @title("A thing") @description("It has a name.")
  case class Described(@description("one line") @format("email") mail: Option[String], @title("n") other: Described2)
  case class Described2(x: Int)
  case class Page[A](items: List[A], next: Option[A]) derives JsonSchema.Of
  case class Book(title: String) derives Codec, JsonSchema.Of
  trait Open
  case class HoldsOpen(open: Open)
  class Variables(val a: Int) { @maximum(9) var b: Int = 1 }

  case class Clash(@key("a") x: Int, a: Int)
  case class Changed(x: Int, y: Int)
}

class SchemaTest extends Validating {
  import SchemaTest.*

  private def body(schema: JsonSchema): String =
    schema.toJson.replace("\"$schema\":\"https://json-schema.org/draft/2020-12/schema\",", "")
      .replace("\"minimum\":-2147483648,\"maximum\":2147483647", "\"32\":0")

  @Test def a_class(): Unit = {
    import SchemaTypes.*
    assertEquals(
      """{"title":"Tree","type":"object","properties":{"value":{"type":"integer","minimum":-32768,"maximum":32767},""" +
        """"children":{"type":"array","items":{"$ref":"#"}},"up":{"anyOf":[{"$ref":"#"},{"type":"null"}]}},"required":["value"]}""",
      body(JsonSchema.of[Tree])
    )
    assertEquals(
      """{"type":"array","items":{"$ref":"#/$defs/Color"},"$defs":{"Color":{"type":"string","enum":["Red","Green","light blue"]}}}""",
      body(JsonSchema.of[List[Color]])
    )
  }

  @Test def a_sealed_type(): Unit = {
    import SchemaTypes.*
    assertEquals(
      """{"title":"Shape","oneOf":[{"type":"object","properties":{"_hint":{"const":"Circle"},"radius":{"type":"number"}},"required":["_hint","radius"]},""" +
        """{"type":"object","properties":{"_hint":{"const":"Group"},"all":{"type":"array","items":{"$ref":"#"}},"name":{"anyOf":[{"type":"string"},{"type":"null"}]}},""" +
        """"required":["_hint","all"]},{"type":"string","enum":["point"]},{"type":"object","properties":{"_hint":{"enum":["point"]}},"required":["_hint"]}]}""",
      body(JsonSchema.of[Shape])
    )
    assertEquals(
      """{"title":"Color","oneOf":[{"const":0,"title":"Red"},{"const":1,"title":"Green"},{"const":2,"title":"light blue"}]}""",
      body(JsonSchema.of[Color](using Config.withEnumsAsNumbers))
    )
  }

  @Test def a_schema_is_indented_and_embedded(): Unit = {
    case class Page(schema: RawJson) derives Codec
    val schema = JsonSchema.of[Boolean]
    assertEquals("""{"$schema":"https://json-schema.org/draft/2020-12/schema","type":"boolean"}""", schema.toJson)
    assertEquals("{\n  \"$schema\": \"https://json-schema.org/draft/2020-12/schema\",\n  \"type\": \"boolean\"\n}", schema.toJson(2))
    assertEquals(s"""{"schema":${schema.toJson}}""", Page(schema.raw).toJson)
    assertEquals(schema, JsonSchema.parse("""{"type":"boolean"}"""))
    assertEquals(s"""{"$$schema":"https://json-schema.org/draft/2020-12/schema","not":{}}""", JsonSchema.parse("false").toJson)
    assertThrows(classOf[VarvelException], () => { JsonSchema.parse("[1]"); () })
    assertThrows(classOf[VarvelException], () => { JsonSchema.parse("{"); () })
  }

  @Test def a_codec_of_ones_own_takes_anything_unless_its_schema_is_given(): Unit = {
    assertEquals(
      """{"title":"Priced","type":"object","properties":{"price":true,"more":{"type":"array","items":true}},"required":["price","more"]}""",
      body(JsonSchema.of[Priced])
    )
  }

  @Test def the_schema_of_a_codec_of_ones_own_is_given(): Unit = {
    given JsonSchema.Of[Money] = JsonSchema.Of("""{"type":"integer"}""")
    assertEquals(
      """{"title":"Priced","type":"object","properties":{"price":{"type":"integer"},"more":{"type":"array","items":{"type":"integer"}}},"required":["price","more"]}""",
      body(JsonSchema.of[Priced])
    )
  }

  @Test def given_schemas_may_refer_to_each_other(): Unit = {
    val payer = """"type":"object","properties":{"name":{"type":"string"},"pays":{"type":"array","items":{"$ref":"#/$defs/Bill"}}},"required":["name"]"""
    val bill = """{"type":"object","properties":{"id":{"type":"integer","32":0},"by":{"anyOf":[{"$ref":"#"},{"type":"null"}]},"due":{"$ref":"#/$defs/Due"}},"required":["id","due"]}"""
    val due = """{"type":"object","properties":{"inDays":{"type":"integer","32":0}},"required":["inDays"]}"""
    assertEquals(s"""{"title":"Payer",$payer,"$$defs":{"Bill":$bill,"Due":$due}}""", body(summon[JsonSchema.Of[Payer]].schema))
    valid(JsonSchema.of[Payer], Payer("n", List(Bill(1, Some(Payer("m")), Due(2)))))
  }

  @Test def the_configuration_is_that_of_the_codec(): Unit = {
    valid(Snake.schema, Snake.Outer(Snake.Inner(1)))
    assertTrue(Snake.schema.toJson.contains("\"the_inner\"") && Snake.schema.toJson.contains("\"some_name\""), Snake.schema.toJson)
    assertEquals(
      List("the schema of Inner is not known here, since its codec has a configuration of its own: add `derives JsonSchema.Of` to the type"),
      typeCheckErrors("JsonSchema.of[HoldsInner]").map(_.message)
    )
    given Codec[HoldsKnown] = Codec.derived
    valid(JsonSchema.of[HoldsKnown], HoldsKnown(Snake.Known(1)))
    assertTrue(JsonSchema.of[HoldsKnown].toJson.contains("\"some_name\""))
  }

  @Test def a_configuration_of_a_package_is_found(): Unit = {
    assertEquals(
      List("the schema of Held is not known here, since its codec has a configuration of its own: add `derives JsonSchema.Of` to the type"),
      typeCheckErrors("JsonSchema.of[List[placed.Held]]").map(_.message)
    )
    valid(placed.schema, placed.Holder(placed.Held(1)))
  }

  @Test def parameters_of_types_have_schemas(): Unit = {
    val book = """{"type":"object","properties":{"title":{"type":"string"}},"required":["title"]}"""
    assertEquals(
      s"""{"title":"Page_A","type":"object","properties":{"items":{"type":"array","items":{"$$ref":"#/$$defs/Book"}},""" +
        s""""next":{"anyOf":[{"$$ref":"#/$$defs/Book"},{"type":"null"}]}},"required":["items"],"$$defs":{"Book":$book}}""",
      body(summon[JsonSchema.Of[Page[Book]]].schema)
    )
    given JsonSchema.Of[Open] = JsonSchema.Of("true")
    assertEquals("""{"title":"HoldsOpen","type":"object","properties":{"open":true},"required":["open"]}""", body(JsonSchema.of[HoldsOpen]))
  }

  @Test def variables(): Unit = {
    given Codec[Variables] = Codec.of(Config.withVariables)
    val schema = JsonSchema.of[Variables](using Config.withVariables)
    valid(schema, Variables(1))
    refusedByBoth[Variables](schema, """{"a":1,"b":10}""", """{"b":1}""")
  }

  @Test def what_does_not_fit_is_refused_by_the_compiler(): Unit = assertEquals(
    List("@minimum(1) does not fit String: it is for numbers (the member BadType.a)"),
    typeCheckErrors("JsonSchema.of[ConstraintsTest.BadType]").map(_.message)
  )

  @Test def names_that_are_the_same_are_numbered(): Unit = {
    given Codec[Twins] = Codec.derived
    val schema = JsonSchema.of[Twins]
    valid(schema, Twins(One.Twin(1), Two.Twin("x"), None))
    assertTrue(schema.toJson.contains("\"$ref\":\"#/$defs/Twin2\""), schema.toJson)
  }

  @Test def what_is_described(): Unit = assertEquals(
    """{"title":"A thing","type":"object","properties":{"mail":{"anyOf":[{"type":"string"},{"type":"null"}],"description":"one line","format":"email"},""" +
      """"other":{"$ref":"#/$defs/Described2","title":"n"}},"required":["other"],"description":"It has a name.",""" +
      """"$defs":{"Described2":{"type":"object","properties":{"x":{"type":"integer","32":0}},"required":["x"]}}}""",
    body(JsonSchema.of[Described])
  )

  @Test def two_members_of_one_name_are_refused(): Unit = {
    val known = typeCheckErrors("JsonSchema.of[Clash]").map(_.message)
    assertEquals(List("no codec can be made of Clash: the name a comes twice"), known)
    val error = assertThrows(classOf[IllegalArgumentException], () => { JsonSchema.of[Changed](using Config.withNames(_ => "a")).toJson; () })
    assertEquals("two members are named a", error.getMessage)
  }
}
