import java.nio.file.{Files, Path}
import varvel.{Codec, json, toJson}

case class Customer(name: String, email: String, phone: Option[String]) derives Codec
case class Item(sku: String, title: String, quantity: Int, price: Double) derives Codec
case class Order(id: Long, customer: Customer, items: List[Item], discount: Option[Double], total: Double)
    derives Codec
case class Shop(shop: String, currency: String, orders: List[Order]) derives Codec

/** Lists the orders of a file, and writes the customer of the first. */
@main def orders(file: String): Unit = {
  val shop = json.read[Shop](Files.readAllBytes(Path.of(file)))
  for order <- shop.orders do println(s"${order.id} ${order.customer.name} ${order.total}")
  println(shop.orders.head.customer.toJson)
}
