package varvel.internal

import dev.varvel.{Fields, Reader}

/** The keys of a class: those that an object of it must have, and all that it may have. */
final class KeySet(val number: Int, val required: Fields, val known: Fields)

/** The codec of a type of which an object may be told by its keys. */
trait HasKeys {

  /** Returns the keys, with a number; null if the type is no class. */
  def keys(number: Int): KeySet
}

object KeySet {

  /** Returns the keys of a class whose codec is given, or null if the codec does not tell them. */
  def of(number: Int, codec: dev.varvel.Codec[?]): KeySet = codec match {
    case codec: HasKeys => codec.keys(number)
    case _              => null
  }
}

/** The keys of classes of which an object is one. They are looked for when the first object comes, since codecs may need
  * each other.
  */
final class KeySets(sets: => Seq[KeySet]) {
  private lazy val all = sets.toArray

  /** Whether all keys are known. */
  lazy val isComplete: Boolean = !all.contains(null)

  /** Returns the number of the class whose required keys the next object has, and of several that with most keys. */
  def choose(reader: Reader, expected: String): Int = {
    val found = find(reader)
    if found < 0 then throw reader.refused(s"an object of $expected", reader.offset())
    found
  }

  /** As [[choose]], but returns -1 if no class fits. */
  def find(reader: Reader): Int = {
    val missing = all.map(_.required.size)
    val known = new Array[Int](all.length)
    val ahead = reader.fork()
    if ahead.beginObject() then {
      while {
        val key = ahead.readKey()
        ahead.skip()
        for i <- all.indices do {
          if all(i).required.indexOf(key) >= 0 then missing(i) -= 1
          if all(i).known.indexOf(key) >= 0 then known(i) += 1
        }
        ahead.nextMember()
      } do ()
    }
    val fitting = all.indices.filter(missing(_) <= 0)
    if fitting.isEmpty then -1 else all(fitting.maxBy(known)).number
  }
}
