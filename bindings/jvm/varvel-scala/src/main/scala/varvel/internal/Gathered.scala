package varvel.internal

import dev.varvel.Reader
import scala.collection.Factory

/** The items of a collection, up to its end. Only then it is known whether it can be made of them in a time and a memory
  * that go with their number.
  *
  * @param isHashed
  *   whether the collection is a table by the hashes of its items
  */
sealed class Gathered[E](isHashed: Boolean) {
  protected val items = new java.util.ArrayList[E]

  /** Adds an item, which began at an offset. */
  def add(item: E, reader: Reader, begin: Long): Unit = items.add(item)

  /** Throws an error if the collection would cost too much. */
  protected def check(reader: Reader, begin: Long): Unit = if isHashed then Hashes.check(items.toArray, items.size, "items", reader, begin)

  /** Returns the collection of Scala.
    *
    * @param begin
    *   where it began
    */
  final def result[C](reader: Reader, begin: Long, factory: Factory[E, C]): C = {
    check(reader, begin)
    val builder = factory.newBuilder
    builder.sizeHint(items.size)
    items.forEach(builder.addOne(_))
    builder.result()
  }

  /** Gives the items to a collection of Java at once: some copy all that they have for each item. */
  final def giveTo(reader: Reader, begin: Long, made: java.util.Collection[E]): Unit = {
    check(reader, begin)
    made.addAll(items)
  }
}

object Gathered {

  /** Returns a place for items that are in no table. */
  def of[E]: Gathered[E] = new Gathered[E](false)

  /** Returns a place for the items of a set by hashes. */
  def hashed[E]: Gathered[E] = new Gathered[E](true)

  /** Returns a place for the numbers of a set of bits. */
  def bits: Gathered[Int] = new GatheredBits
}

/** Numbers of a set that has a bit for each number up to its largest. */
private final class GatheredBits extends Gathered[Int](false) {
  private var largest = 0
  private var place = 0L

  override def add(item: Int, reader: Reader, begin: Long): Unit = {
    if item < 0 then throw reader.refused("an integer that is not negative", begin)
    if item > largest then {
      largest = item
      place = begin
    }
    items.add(item)
  }

  override protected def check(reader: Reader, begin: Long): Unit = {
    val most = math.max(GatheredBits.Sure, GatheredBits.PerItem * items.size)
    if largest >= most then throw reader.refused(s"an integer below $most in a set of bits", place)
  }
}

private object GatheredBits {

  /** Numbers below this one are always taken: 8 KiB of bits. */
  val Sure = 65536L

  /** How many bits a set may have for each of its items. */
  val PerItem = 1024L
}
