package varvel.internal

import dev.varvel.{Fields, Kind, Reader, VarvelException}

/** What the code of sealed types calls to find out which type a value has. */
object Hints {

  /** Returns the number of the type of the next value, and passes nothing.
    *
    * @param bare
    *   whether a string may be the name of a type without members
    * @param keys
    *   the keys by which types without a hint are told, or null
    */
  def find(reader: Reader, names: Fields, label: String, bare: Boolean, keys: KeySets): Int =
    if bare && reader.peek() == Kind.STRING then Values.readName(reader.fork(), names)
    else {
      val name = reader.hint(label)
      if name == null then withoutHint(reader, label, keys)
      else {
        val number = names.indexOf(name)
        if number < 0 then throw atHint(reader, label, names, name)
        number
      }
    }

  private def withoutHint(reader: Reader, label: String, keys: KeySets): Int = {
    val begin = reader.offset()
    // Anything but an object is refused here.
    reader.fork().beginObject()
    val number = if keys == null then -1 else keys.find(reader)
    if number < 0 then throw reader.missing(Fields.of(label), 0, begin)
    number
  }

  /** Returns the error of a wrong hint, at its place. */
  private def atHint(reader: Reader, label: String, names: Fields, found: String): VarvelException = {
    val ahead = reader.fork()
    ahead.beginObject()
    while ahead.readKey() != label do {
      ahead.skip()
      ahead.nextMember()
    }
    ahead.unknownVariant(names.names, found, ahead.offset())
  }

  /** Passes a value without members: the string of its name, or an object.
    *
    * @param known
    *   the members that the object may have
    * @param strict
    *   whether another member is an error
    */
  def passSingleton(reader: Reader, strict: Boolean, known: String*): Unit =
    if reader.peek() == Kind.STRING && known.nonEmpty then reader.skip()
    else {
      val fields = Fields.of(known*)
      var next = reader.beginObject(fields)
      while next != Reader.END do {
        if next < 0 && strict then reader.report(reader.unknown(fields))
        reader.skip()
        next = reader.nextField(fields, 0)
      }
    }

  /** Enters an object whose one key is the name of a type, and returns the number of the type; for the string of a name
    * passes it, and returns -1 less the number.
    */
  def enterKey(reader: Reader, names: Fields, bare: Boolean): Int =
    if bare && reader.peek() == Kind.STRING then -1 - Values.readName(reader, names)
    else {
      val begin = reader.offset()
      val number = reader.beginObject(names)
      if number == Reader.END then throw reader.refused("an object of one member", begin)
      if number < 0 then throw reader.unknown(names)
      number
    }

  /** Leaves an object of one member. */
  def leaveKey(reader: Reader, begin: Long): Unit =
    if reader.nextMember() then throw reader.refused("an object of one member", begin)

  /** Comes at a hint; returns true. If one came before, the policy for keys that come twice decides. */
  def again(reader: Reader, names: Fields, hint: Int, before: Boolean): Boolean = {
    if before then reader.again(names, hint)
    true
  }
}
