package varvel.derivation

import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.Test
import varvel.*

object ConfigTest {
  case class Item(itemId: Int, note: Option[String] = None, tags: List[String] = Nil, count: Int = 1)
  case class Amounts(price: BigDecimal, byId: Map[Long, Int], all: List[Option[Double]], boxed: Integer, either: Int | String, side: Either[Int, String])
  case class Inner(n: Int)
  case class Noted(@text all: List[Int], @text maybe: Option[Long], @text inner: Inner, other: List[Int]) derives Codec
  case class Given(someName: Int)
  object Given {
    inline given Config = Config.withNames(Config.kebabCase)
    given Codec[Given] = Codec.derived
  }
}

class ConfigTest extends Testing {
  import ConfigTest.*
  private val item = Item(7)

  @Test def one_type_is_written_in_several_ways(): Unit = {
    both(item, """{"itemId":7,"tags":[],"count":1}""")(using Codec.derived)
    both(item, """{"item_id":7,"tags":[],"count":1}""")(using Codec.of(Config.withNames(Config.snakeCase)))
    both(item, """{"ITEM_ID":7,"NOTE":null,"TAGS":[],"COUNT":1}""")(using Codec.of(Config.withNames(Config.constantCase).withNoneAsNull))
    both(item, """{"itemId":7}""")(using Codec.of(Config.withoutDefaults))
    both(item, """{"itemId":7,"count":1}""")(using Codec.of(Config.withoutEmpties))
    both(item, """{"itemId":"7","tags":[],"count":"1"}""")(using Codec.of(Config.withNumbersAsText))
  }

  @Test def names_are_changed(): Unit = {
    assertEquals("http_server_name2", Config.snakeCase("HTTPServerName2"))
    assertEquals("order-id", Config.kebabCase("orderId"))
    assertEquals("orderId", Config.camelCase("order_id"))
    assertEquals("OrderId", Config.pascalCase("order-id"))
    assertEquals("ORDER_ID", Config.constantCase("orderId"))
    both(item, """{"x_itemId":7,"x_tags":[],"x_count":1}""")(using Codec.of(Config.withNames(name => "x_" + name)))
  }

  @Test def numbers_are_text_in_collections_too(): Unit = {
    val amounts: Codec[Amounts] = Codec.of(Config.withNumbersAsText)
    both(
      Amounts(BigDecimal("2.50"), Map(3L -> 4), List(Some(0.5), None), 6, 7, Left(8)),
      """{"price":"2.50","byId":{"3":"4"},"all":["0.5",null],"boxed":"6","either":7,"side":8}"""
    )(using amounts)
    refused("""{"byId":{"3":"x"}}""", "$.byId[\"3\"]", "a number as text, \"x\"")(using amounts)
    both(Noted(List(1), Some(2), Inner(3), List(4)), """{"all":["1"],"maybe":"2","inner":{"n":3},"other":[4]}""")
  }

  @Test def a_configuration_is_given(): Unit = both(Given(1), """{"some-name":1}""")

  @Test def members_may_be_required_or_not(): Unit = {
    val strict: Codec[Item] = Codec.of(Config.withDefaultsRequired)
    refused("""{"itemId":1,"tags":[]}""", "$", "a member `count`")(using strict)
    assertEquals(Item(1, None, Nil, 2), json.read("""{"itemId":1,"tags":[],"count":2}""")(using strict))
    case class Lists(a: List[Int], b: Map[String, Int], c: Array[Int])
    refused("{}", "$", "a member `a`")(using Codec.derived[Lists])
    val lists = json.read[Lists]("{}")(using Codec.of(Config.withMissingAsEmpty))
    assertEquals((Nil, Map(), 0), (lists.a, lists.b, lists.c.length))
  }

  @Test def unknown_members_may_be_refused(): Unit = {
    val text = """{"itemId":1,"cuont":2}"""
    assertEquals(Item(1), json.read(text)(using Codec.derived[Item]))
    val strict: Codec[Item] = Codec.of(Config.withUnknownRefused)
    refused(text, "$.cuont", "one of `itemId`, `note`, `tags`, `count`, \"cuont\"")(using strict)
  }
}
