package varvel.internal

import dev.varvel.{Duplicates, Reader, VarvelException, Writer}
import dev.varvel.json.{JsonOptions, JsonReader, JsonWriter}
import dev.varvel.internal.KeyReader
import scala.collection.Factory

/** The keys and values of a map, up to its end. Only then it is known whether a key came twice, and
  * whether the keys were made to have the same hash.
  */
final class Entries[K, V] {
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
    Hashes.check(keys, count, reader, begin)
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
    if !first && map.asInstanceOf[scala.collection.Map[K, V]].size != count then checkTwice(reader, begin)
    map
  }

  /** Gives the members to a map of Java. */
  def giveTo(reader: Reader, begin: Long, map: java.util.Map[K, V]): Unit = {
    Hashes.check(keys, count, reader, begin)
    if reader.duplicates() == Duplicates.FIRST then onlyFirst(map.put)
    else {
      var i = 0
      while i < count do {
        map.put(key(i), value(i))
        i += 1
      }
      if map.size != count then checkTwice(reader, begin)
    }
  }

  private def onlyFirst(put: (K, V) => Any): Unit = {
    val seen = new java.util.HashSet[K]
    for i <- 0 until count if seen.add(key(i)) do put(key(i), value(i))
  }

  private def checkTwice(reader: Reader, begin: Long): Unit =
    if reader.duplicates() == Duplicates.ERROR then throw reader.twice(begin)
}

/** Hashes of keys that come from the input, by which a hash table may be made slow. */
private object Hashes {

  /** How many keys are put into a table without a look at them. */
  private val Few = 256

  /** How many keys may have the same hash. */
  private val Most = 64

  /** Refuses keys of which so many have the same hash that a table takes quadratic time. */
  def check(keys: Array[Object], count: Int, reader: Reader, begin: Long): Unit =
    if !areSpread(keys, count) then throw reader.refused(s"keys of which at most $Most have the same hash", begin)

  /** Returns whether a table of the first of some values takes no quadratic time. */
  def areSpread(values: Array[Object], count: Int): Boolean = count <= Few || {
    val hashes = Array.tabulate(count)(i => values(i).##)
    java.util.Arrays.sort(hashes)
    var run = 0
    var i = 1
    while i < count && run < Most do {
      run = if hashes(i) == hashes(i - 1) then run + 1 else 0
      i += 1
    }
    run < Most
  }
}

/** Keys of maps that are no strings. */
object Keys {

  def readInt(reader: Reader): Int = {
    val key = reader.readLongKey()
    if key.toInt != key then throw reader.refusedKey("an integer that fits i32")
    key.toInt
  }

  /** Reads a key as a value of any type. */
  def read[K](reader: Reader, read: Reader => K): K = {
    val key = new KeyReader(reader.readKey())
    try {
      val value = read(key)
      key.finish()
      value
    } catch {
      case error: VarvelException => throw reader.refusedKey(if error.expected.isEmpty then "a key" else error.expected)
    }
  }

  /** Writes a value as a key. */
  def write(writer: Writer, write: Writer => Unit): Unit = {
    val inner = new JsonWriter()
    write(inner)
    val text = inner.toString
    writer.key(if text.startsWith("\"") then JsonReader.of(text, JsonOptions.STRICT).readString() else text)
  }
}
