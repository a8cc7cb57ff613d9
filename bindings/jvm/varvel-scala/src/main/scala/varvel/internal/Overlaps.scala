package varvel.internal

import scala.quoted.*

/** Types of which one reads all that is written of another, so that a reader cannot tell them apart. */
private abstract class Overlaps(q: Quotes, options: Settings) extends Unions(q, options) {
  import quotes.reflect.*

  override protected def readsAll(reader: Shape, written: Shape): Boolean = covers(reader, written, Nil)

  /** Returns whether a shape surely reads all documents of another.
    *
    * @param asked
    *   what is being asked, for types that hold themselves
    */
  private def covers(reader: Shape, written: Shape, asked: List[(TypeRepr, TypeRepr)]): Boolean = {
    def inner(one: Shape, other: Shape): Boolean = covers(one, other, (reader.tpe, written.tpe) :: asked)
    isSame(reader.tpe, written.tpe) || reader.tpe =:= defn.AnyClass.typeRef ||
    asked.exists((one, other) => one =:= reader.tpe && other =:= written.tpe) ||
    ((reader, written) match {
      case (one: OptionOf, other: OptionOf)                                => inner(one.item, other.item)
      case (one: OptionOf, _)                                              => inner(one.item, written)
      case (one: Items, other: Items)                                      => isRow(one) && inner(one.item, other.item)
      case (one: TupleOf, other: TupleOf)                                  => one.parts.size == other.parts.size && one.parts.zip(other.parts).forall(inner)
      case (one: Items, other: TupleOf)                                    => isRow(one) && other.parts.forall(inner(one.item, _))
      case (one: Keyed, other: Keyed)                                      => inner(one.key, other.key) && inner(one.value, other.value)
      case (one: Local, other: Local)                                      => coversBody(one.body, other.body, inner)
      case (_, other) if other.bare != other                               => inner(reader, other.bare)
      case (_: AsText, _: AsText)                                          => false
      case (one, _) if one.bare.tpe =:= defn.StringClass.typeRef && one.bare == one => written.kinds == Set(Token.Text)
      case (one, other)                                                    => coversNumber(one.tpe, other.tpe)
    })
  }

  /** Returns whether a collection takes items of any number: a set of bits has a limit. */
  private def isRow(items: Items): Boolean = !isBelow(items.tpe, "scala.collection.BitSet")

  /** The types of numbers, each before those that read it. */
  private lazy val numberTypes = outside {
    List(
      TypeRepr.of[Byte], TypeRepr.of[Short], TypeRepr.of[Int], TypeRepr.of[Long], TypeRepr.of[BigInt], TypeRepr.of[BigDecimal],
      TypeRepr.of[Double]
    )
  }

  private def coversNumber(reader: TypeRepr, written: TypeRepr): Boolean = {
    def rank(tpe: TypeRepr) = numberTypes.indexWhere(_ =:= tpe)
    val (one, other) = (rank(reader), rank(written))
    // A double has integers of 53 bits, and no decimals.
    val isDouble = one == numberTypes.size - 1
    one >= 0 && other >= 0 && other <= one && !(isDouble && other > 2)
  }

  private def coversBody(reader: Body, written: Body, inner: (Shape, Shape) => Boolean): Boolean = (reader, written) match {
    case (one: UnionBody, other: UnionBody) => other.parts.forall(part => one.parts.exists(inner(_, part)))
    case (one: ClassBody, other: ClassBody) => coversClass(one, other, inner)
    case _                                  => false
  }

  /** Members of other names are skipped, unless they are refused. */
  private def coversClass(reader: ClassBody, written: ClassBody, inner: (Shape, Shape) => Boolean): Boolean = {
    def named(body: ClassBody, name: String) = body.known.find(_.constant == name)
    val areThere = reader.required.forall(member => written.required.exists(_.constant == member.constant)) && !mayBeLeftOut
    val areRead = written.known.forall(member => named(reader, member.constant).fold(!settings.unknownRefused)(own => inner(own.shape, member.shape)))
    areThere && areRead && settings.names.isEmpty
  }

  private def mayBeLeftOut: Boolean = settings.withoutDefaults || settings.withoutEmpties
}
