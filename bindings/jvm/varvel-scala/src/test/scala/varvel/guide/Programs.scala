package varvel.guide

// The programs of the guides, as they are written there.

object FromScalaJack {
  import varvel.*

  sealed trait Payment
  case class Card(number: String) extends Payment
  case class Transfer(iban: String, note: Option[String]) extends Payment

  case class Order(id: Long, lines: Map[String, Int], payment: Payment)

  given Codec[Order] = Codec.of(Config.withHintLabel("kind").withNoneAsNull)

  def discounted(text: String): String = {
    val order = text.fromJson[Order]
    order.copy(lines = order.lines.updated("discount", 1)).toJson
  }
}

object WithJsoniter {
  import com.github.plokhotnyuk.jsoniter_scala.core.*
  import com.github.plokhotnyuk.jsoniter_scala.macros.*

  sealed trait Payment
  case class Card(cardNumber: String) extends Payment
  case class Transfer(iban: String) extends Payment

  case class Order(orderId: Long, lines: Map[String, Int], payment: Payment, note: Option[String])

  given JsonValueCodec[Order] = JsonCodecMaker.make(
    CodecMakerConfig.withFieldNameMapper(JsonCodecMaker.enforce_snake_case).withDiscriminatorFieldName(Some("kind"))
  )

  def discounted(text: String): String = {
    val order = readFromString[Order](text)
    writeToString(order.copy(lines = order.lines.updated("discount", 1)))
  }
}

object FromJsoniter {
  import varvel.*

  sealed trait Payment
  case class Card(cardNumber: String) extends Payment
  case class Transfer(iban: String) extends Payment

  case class Order(orderId: Long, lines: Map[String, Int], payment: Payment, note: Option[String])

  given Codec[Order] = Codec.of(Config.withNames(Config.snakeCase).withHintLabel("kind"))

  def discounted(text: String): String = {
    val order = text.fromJson[Order]
    order.copy(lines = order.lines.updated("discount", 1)).toJson
  }
}
