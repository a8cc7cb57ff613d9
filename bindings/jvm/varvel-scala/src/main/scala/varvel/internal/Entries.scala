package varvel.internal

import dev.varvel.{Duplicates, Reader, VarvelException, Writer}
import dev.varvel.json.{JsonOptions, JsonReader}
import dev.varvel.internal.{InnerJson, KeyReader}
import scala.collection.Factory

/** The keys and values of a map, up to its end. Only then it is known whether a key came twice, and
  * whether the keys were made to have the same hash.
  *
  * @param isHashed
  *   whether the map is a table by the hashes of its keys; otherwise it is sorted by them
  */
final class Entries[K, V](isHashed: Boolean) {
  private var keys = new Array[Object](8)
  private var values = new Array[Object](8)
  private var count = 0

  def add(key: K, value: V): Unit = {
    if count == keys.length then {
      keys = java.util.Arrays.copyOf(keys, 2 * count)
      values = java.util.Arrays.copyOf(values, 2 * count)
    }
    keys(count) = key.asInstanceOf[Object]
    values(count) = value.asInstanceOf[Object]
    count += 1
  }

  private def key(i: Int): K = keys(i).asInstanceOf[K]
  private def value(i: Int): V = values(i).asInstanceOf[V]

  /** Returns the map.
    *
    * @param begin
    *   where it began
    */
  def result[M](reader: Reader, begin: Long, factory: Factory[(K, V), M]): M = {
    if isHashed then Hashes.check(keys, count, "keys", reader, begin)
    val builder = factory.newBuilder
    builder.sizeHint(count)
    val first = reader.duplicates() == Duplicates.FIRST
    if first then onlyFirst((key, value) => builder.addOne((key, value)))
    else {
      var i = 0
      while i < count do {
        builder.addOne((key(i), value(i)))
        i += 1
      }
    }
    val map = builder.result()
    if !first && sizeOf(map) != count then {
      checkTwice(reader, begin, second(size => sizeOf(factory.fromSpecific(Iterator.tabulate(size)(i => (key(i), value(i)))))))
    }
    map
  }

  private def sizeOf(map: Any): Int = map.asInstanceOf[scala.collection.Map[K, V]].size

  /** Returns the number of the first key that came before. What keys are equal, only the map knows.
    *
    * @param size
    *   returns the size of the map of the first so many members
    */
  private def second(size: Int => Int): Int = {
    var whole = 0
    var broken = count
    while broken - whole > 1 do {
      val middle = (whole + broken) >>> 1
      if size(middle) == middle then whole = middle else broken = middle
    }
    whole
  }

  /** Gives the members to a map of Java. */
  def giveTo(reader: Reader, begin: Long, map: java.util.Map[K, V]): Unit = {
    if isHashed then Hashes.check(keys, count, "keys", reader, begin)
    if reader.duplicates() == Duplicates.FIRST then onlyFirst(map.put)
    else {
      var i = 0
      while i < count do {
        map.put(key(i), value(i))
        i += 1
      }
      if map.size != count then {
        checkTwice(reader, begin, second { size =>
          map.clear()
          for i <- 0 until size do map.put(key(i), value(i))
          map.size
        })
      }
    }
  }

  private def onlyFirst(put: (K, V) => Any): Unit =
    if isHashed then {
      val seen = new java.util.HashSet[K]
      for i <- 0 until count if seen.add(key(i)) do put(key(i), value(i))
    } else for i <- count - 1 to 0 by -1 do put(key(i), value(i))

  private def checkTwice(reader: Reader, begin: Long, member: => Int): Unit =
    if reader.duplicates() == Duplicates.ERROR then {
      val found = member
      throw reader.twice(begin, found, String.valueOf(key(found)))
    }
}

/** Hashes of what comes from the input, by which a hash table may be made slow. */
private object Hashes {

  /** How many items are put into a table without a look at them. */
  private val Few = 1024

  /** How many items with its hash an item may have, on average. Tables compare an item with half of them. */
  private val Most = 512L

  /** Refuses items of which so many have the same hash that a table takes quadratic time.
    *
    * @param items
    *   at least so many as `count`
    * @param words
    *   the word for them
    */
  def check(items: Array[Object], count: Int, words: String, reader: Reader, begin: Long): Unit =
    if !areSpread(items, count) then throw reader.refused(s"$words that have different hashes", begin)

  /** Returns whether a table of the first of some items takes no quadratic time. */
  def areSpread(items: Array[Object], count: Int): Boolean = count <= Few || {
    val hashes = Array.tabulate(count)(i => items(i).##)
    java.util.Arrays.sort(hashes)
    var compared = 0L
    var run = 0L
    for i <- 1 until count do {
      run = if hashes(i) == hashes(i - 1) then run + 1 else 0
      compared += run
    }
    compared <= Most / 2 * count || areRepeated(items, count)
  }

  /** Returns whether items that have the same hash are so often equal that a table of them takes no quadratic time. */
  private def areRepeated(items: Array[Object], count: Int): Boolean = {
    val different = new java.util.HashMap[Int, java.util.ArrayList[Object]]
    var left = Most / 2 * count
    var i = 0
    while i < count && left >= 0 do {
      val alike = different.computeIfAbsent(items(i).##, _ => new java.util.ArrayList)
      var k = 0
      while k < alike.size && alike.get(k) != items(i) do k += 1
      if k == alike.size then alike.add(items(i))
      left -= k
      i += 1
    }
    left >= 0
  }
}

/** Keys of maps that are no strings. */
object Keys {

  def readInt(reader: Reader): Int = {
    val key = reader.readLongKey()
    if key.toInt != key then throw reader.refusedKey("an integer that fits i32")
    key.toInt
  }

  /** Reads a key as a value of any type: a string is the key itself, any other value its JSON. */
  def read[K](reader: Reader, read: Reader => K): K = {
    val key = new KeyReader(reader.readKey())
    orRefused(reader) {
      val value = read(key)
      key.finish()
      value
    }
  }

  /** Reads a key as a value of a type that has strings and other values, so that also a string is in quotes. */
  def readJson[K](reader: Reader, read: Reader => K): K = {
    val key = JsonReader.of(reader.readKey(), JsonOptions.STRICT)
    orRefused(reader) {
      val value = read(key)
      key.finish()
      value
    }
  }

  private def orRefused[K](reader: Reader)(read: => K): K =
    try read
    catch {
      case error: VarvelException => throw reader.refusedKey(if error.expected.isEmpty then "a key" else error.expected)
    }

  /** Writes a value as its JSON. */
  def writeJson(writer: Writer, write: Writer => Unit): Unit = writer.key(InnerJson.of(writer, inner => write(inner)))

  /** Writes a value as a key. */
  def write(writer: Writer, write: Writer => Unit): Unit = {
    val text = InnerJson.of(writer, inner => write(inner))
    writer.key(if text.startsWith("\"") then JsonReader.of(text, JsonOptions.STRICT).readString() else text)
  }
}
