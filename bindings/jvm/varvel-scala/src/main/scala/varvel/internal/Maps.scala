package varvel.internal

import dev.varvel.{Reader, Writer}
import scala.collection.Factory
import scala.quoted.*

/** Maps, and the choice among all types that hold others. */
private abstract class Maps(q: Quotes, options: Settings) extends Tuples(q, options) {
  import quotes.reflect.*

  /** A map; its keys are those of an object, unless the configuration has maps as arrays. */
  abstract class Keyed(tpe: TypeRepr, val key: Shape, val value: Shape) extends Shape(tpe) {
    override def kinds: Set[Token] = Set(if settings.mapsAsArrays then Token.Array else Token.Object)
    override def parts: List[Shape] = List(key, value)

    /** Whether keys are strings or something else: the text of a key would not say which. */
    private def isMixed: Boolean = key.kinds.size > 1 && key.kinds(Token.Text)

    /** Whether the map is a table by the hashes of its keys. */
    def isHashed: Boolean =
      !isBelow(tpe, "scala.collection.SortedMap", "java.util.SortedMap", "scala.collection.immutable.IntMap", "scala.collection.immutable.LongMap")

    /** Returns code that reads all members, and gives each to some code. */
    def each[K: Type, V: Type](reader: Expr[Reader], one: (Expr[K], Expr[V]) => Quotes ?=> Expr[Unit])(using Quotes): Expr[Unit] =
      if settings.mapsAsArrays then '{
        if $reader.beginArray() then {
          while {
            val begin = $reader.offset()
            if !$reader.beginArray() then throw Values.wrongLength($reader, 2, begin)
            val key = ${ this.key.read(reader).asExprOf[K] }
            if !$reader.nextItem() then throw Values.wrongLength($reader, 2, begin)
            val value = ${ this.value.read(reader).asExprOf[V] }
            if $reader.nextItem() then throw Values.wrongLength($reader, 2, begin)
            ${ one('key, 'value) }
            $reader.nextItem()
          } do ()
        }
      }
      else '{
        if $reader.beginObject() then {
          while {
            val key = ${ readKey[K](reader) }
            val value = ${ this.value.read(reader).asExprOf[V] }
            ${ one('key, 'value) }
            $reader.nextMember()
          } do ()
        }
      }

    // A pattern of a type matches types below as well, such as literals.
    private def readKey[K: Type](reader: Expr[Reader])(using Quotes): Expr[K] =
      if isMixed then '{ Keys.readJson[K]($reader, inner => ${ key.read('inner).asExprOf[K] }) }
      else if isSame(key.tpe, TypeRepr.of[String]) then '{ $reader.readKey() }.asExprOf[K]
      else if isSame(key.tpe, TypeRepr.of[Long]) then '{ $reader.readLongKey() }.asExprOf[K]
      else if isSame(key.tpe, TypeRepr.of[Int]) then '{ Keys.readInt($reader) }.asExprOf[K]
      else '{ Keys.read[K]($reader, inner => ${ key.read('inner).asExprOf[K] }) }

    /** Returns code that writes a member. */
    def writeMember[K: Type, V: Type](key: Expr[K], value: Expr[V], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      if settings.mapsAsArrays then '{
        $writer.item()
        $writer.beginArray(2)
        $writer.item()
        ${ this.key.write(key, writer) }
        $writer.item()
        ${ this.value.write(value, writer) }
        $writer.endArray()
      }
      else '{
        ${ writeKey(key, writer) }
        ${ this.value.write(value, writer) }
      }

    private def writeKey[K: Type](key: Expr[K], writer: Expr[Writer])(using Quotes): Expr[Unit] =
      if isMixed then '{ Keys.writeJson($writer, inner => ${ this.key.write(key, 'inner) }) }
      else if isSame(this.key.tpe, TypeRepr.of[String]) then '{ $writer.key(${ key.asExprOf[String] }) }
      else if isSame(this.key.tpe, TypeRepr.of[Long]) then '{ $writer.key(${ key.asExprOf[Long] }) }
      else if isSame(this.key.tpe, TypeRepr.of[Int]) then '{ $writer.key(${ key.asExprOf[Int] }.toLong) }
      else '{ Keys.write($writer, inner => ${ this.key.write(key, 'inner) }) }

    def begin(writer: Expr[Writer], size: Expr[Int])(using Quotes): Expr[Unit] =
      if settings.mapsAsArrays then '{ $writer.beginArray($size) } else '{ $writer.beginObject($size) }

    def end(writer: Expr[Writer])(using Quotes): Expr[Unit] =
      if settings.mapsAsArrays then '{ $writer.endArray() } else '{ $writer.endObject() }
  }

  /** A map of Scala. */
  final class MapOf(tpe: TypeRepr, key: Shape, value: Shape, factory: Expr[Any]) extends Keyed(tpe, key, value) {
    override def absent(using Quotes): Option[Expr[Any]] = (key.tpe.asType, value.tpe.asType, tpe.asType) match {
      case ('[k], '[v], '[m]) => Some('{ ${ factory.asExprOf[Factory[(k, v), m]] }.newBuilder.result() })
    }

    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = Some('{ Values.isEmpty(${ value.asExprOf[Iterable[Any]] }) })

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (key.tpe.asType, value.tpe.asType, tpe.asType) match {
      case ('[k], '[v], '[m]) =>
        '{
          val begin = $reader.offset()
          val entries = new Entries[k, v](${ Expr(isHashed) })
          ${ each[k, v](reader, (key, value) => '{ entries.add($key, $value) }) }
          entries.result($reader, begin, ${ factory.asExprOf[Factory[(k, v), m]] })
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = (key.tpe.asType, this.value.tpe.asType) match {
      case ('[k], '[v]) =>
        '{
          val entries = Values.present($value.asInstanceOf[scala.collection.Map[k, v]], $writer)
          ${ begin(writer, '{ entries.size }) }
          entries.foreachEntry { (key, value) => ${ writeMember[k, v]('key, 'value, writer) } }
          ${ end(writer) }
        }
    }
  }

  /** A map of Java. */
  final class JavaMap(tpe: TypeRepr, key: Shape, value: Shape, make: Expr[Any]) extends Keyed(tpe, key, value) {
    override def absent(using Quotes): Option[Expr[Any]] = Some(make)
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] =
      Some('{ Values.isEmpty(${ value.asExprOf[java.util.Map[?, ?]] }) })

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (key.tpe.asType, value.tpe.asType, tpe.asType) match {
      case ('[k], '[v], '[m]) =>
        '{
          val begin = $reader.offset()
          val entries = new Entries[k, v](${ Expr(isHashed) })
          ${ each[k, v](reader, (key, value) => '{ entries.add($key, $value) }) }
          val made = ${ make.asExprOf[m] }
          entries.giveTo($reader, begin, made.asInstanceOf[java.util.Map[k, v]])
          made
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = (key.tpe.asType, this.value.tpe.asType) match {
      case ('[k], '[v]) =>
        '{
          val map = Values.present($value.asInstanceOf[java.util.Map[k, v]], $writer)
          ${ begin(writer, '{ map.size }) }
          val each = map.entrySet.iterator
          while each.hasNext do {
            val entry = each.next()
            ${ writeMember[k, v]('{ entry.getKey }, '{ entry.getValue }, writer) }
          }
          ${ end(writer) }
        }
    }
  }

  /** Returns the shape of a collection, an array, a tuple or a map. */
  def collection(tpe: TypeRepr)(using Quotes): Option[Shape] = tpe match {
    case AppliedType(_, List(item)) if is[IArray[Any]](tpe) => Some(ArrayOf(tpe, itemShape(item)))
    case _                                                  => plainCollection(tpe)
  }

  private def plainCollection(tpe: TypeRepr)(using Quotes): Option[Shape] = {
    def seen[C: Type](make: List[TypeRepr] => Shape): Option[Shape] = tpe.baseType(TypeRepr.of[C].typeSymbol) match {
      case AppliedType(_, arguments) => Some(make(arguments))
      case _                         => None
    }
    if is[List[?]](tpe) then Some(ListOf(tpe, itemShape(tpe.typeArgs.head)))
    else if is[Array[?]](tpe) then Some(ArrayOf(tpe, itemShape(tpe.typeArgs.head)))
    else if tpe <:< TypeRepr.of[Tuple] then Some(TupleOf(tpe, items(tpe).map(itemShape)))
    else
      seen[scala.collection.Map[?, ?]] { types =>
        MapOf(tpe, shape(types(0)), itemShape(types(1)), factory(defn.TupleClass(2).typeRef.appliedTo(types), tpe))
      }
        .orElse(seen[Iterable[?]](types => Built(tpe, itemShape(types.head), factory(types.head, tpe))))
        .orElse(seen[java.util.Map[?, ?]](types => JavaMap(tpe, shape(types(0)), itemShape(types(1)), emptyOfJava(tpe, types))))
        .orElse(seen[java.util.Collection[?]](types => JavaItems(tpe, itemShape(types.head), emptyOfJava(tpe, types))))
  }
}
