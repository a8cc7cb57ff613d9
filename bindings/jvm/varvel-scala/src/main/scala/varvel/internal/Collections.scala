package varvel.internal

import dev.varvel.{Reader, Writer}
import scala.collection.{Factory, immutable, mutable}
import scala.quoted.*
import scala.reflect.ClassTag

/** Collections, arrays and maps. */
private abstract class Collections(q: Quotes, options: Settings) extends Scalars(q, options) {
  import quotes.reflect.*

  /** A type of values in a row. */
  abstract class Items(tpe: TypeRepr, val item: Shape) extends Shape(tpe) {
    override def kinds: Set[Token] = Set(Token.Array)
    override def parts: List[Shape] = List(item)

    /** Returns code that reads an item. Its place is a variable: HotSpot does not compile a loop that runs while something
      * is on the stack, such as the collection to which an item is added.
      */
    def readItem[E: Type](reader: Expr[Reader])(using Quotes): Expr[E] = item.read(reader).asExprOf[E]

    /** Returns code that reads all items, each by some code, where there are any. */
    def each(reader: Expr[Reader], one: Expr[Unit])(using Quotes): Expr[Unit] = '{
      if $reader.beginArray() then {
        while {
          $one
          $reader.nextItem()
        } do ()
      }
    }
  }

  final class ListOf(tpe: TypeRepr, item: Shape) extends Items(tpe, item) {
    override def absent(using Quotes): Option[Expr[Any]] = Some('{ Nil })
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = Some('{ ${ value.asExprOf[List[Any]] }.isEmpty })

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = item.tpe.asType match {
      case '[e] =>
        '{
          if !$reader.beginArray() then Nil
          else {
            val items = new mutable.ListBuffer[e]
            while {
              val item = ${ readItem[e](reader) }
              items.addOne(item)
              $reader.nextItem()
            } do ()
            items.toList
          }
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[e] =>
        '{
          $writer.beginArray(Writer.UNKNOWN)
          var rest: List[e] = ${ value.asExprOf[List[e]] }
          while rest.nonEmpty do {
            $writer.item()
            val item = rest.head
            ${ this.item.write('item, writer) }
            rest = rest.tail
          }
          $writer.endArray()
        }
    }
  }

  /** Returns code of a place where the items of a type are gathered before it is made, if it needs that. */
  private def gathered[E: Type](tpe: TypeRepr)(using Quotes): Option[Expr[Gathered[E]]] = {
    if isBelow(tpe, "scala.collection.BitSet") then Some('{ Gathered.bits }.asExprOf[Gathered[E]])
    else if isBelow(tpe, "scala.collection.SortedSet", "java.util.SortedSet") then None
    else if isBelow(tpe, "scala.collection.Set", "java.util.Set") then Some('{ Gathered.hashed[E] })
    else if isBelow(tpe, "java.util.concurrent.CopyOnWriteArrayList") then Some('{ Gathered.of[E] })
    else None
  }

  /** Returns whether a type is one of some classes, or below one. */
  private def isBelow(tpe: TypeRepr, classes: String*): Boolean = classes.exists(name => tpe.derivesFrom(Symbol.requiredClass(name)))

  /** Returns code that gathers all items, and gives them to some code with the place where they began. */
  private def gather[E: Type, C: Type](items: Items, place: Expr[Gathered[E]], reader: Expr[Reader])(
      make: (Expr[Gathered[E]], Expr[Long]) => Quotes ?=> Expr[C]
  )(using Quotes): Expr[C] = '{
    val begin = $reader.offset()
    val gathered = $place
    ${
      val one = '{
        val at = $reader.offset()
        val item = ${ items.readItem[E](reader) }
        gathered.add(item, $reader, at)
      }
      items.each(reader, one)
    }
    ${ make('gathered, 'begin) }
  }

  /** A collection of Scala, which its factory builds. */
  final class Built(tpe: TypeRepr, item: Shape, factory: Expr[Any]) extends Items(tpe, item) {
    private def empty[E: Type, C: Type](using Quotes): Expr[C] = '{ ${ factory.asExprOf[Factory[E, C]] }.newBuilder.result() }

    override def absent(using Quotes): Option[Expr[Any]] = (item.tpe.asType, tpe.asType) match {
      case ('[e], '[c]) => Some(empty[e, c])
    }

    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = Some('{ ${ value.asExprOf[Iterable[Any]] }.isEmpty })

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (item.tpe.asType, tpe.asType) match {
      case ('[e], '[c]) =>
        val maker = factory.asExprOf[Factory[e, c]]
        gathered[e](tpe) match {
          case Some(place) => gather[e, c](this, place, reader)((items, begin) => '{ $items.result($reader, $begin, $maker) })
          case None =>
            '{
              val items = $maker.newBuilder
              ${ each(reader, '{ val item = ${ readItem[e](reader) } ; items.addOne(item) ; () }) }
              items.result()
            }
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[e] =>
        '{
          val items = ${ value.asExprOf[Iterable[e]] }
          $writer.beginArray(items.knownSize)
          val each = items.iterator
          while each.hasNext do {
            $writer.item()
            val item = each.next()
            ${ this.item.write('item, writer) }
          }
          $writer.endArray()
        }
    }
  }

  /** An array; immutable ones are the same at run time. */
  final class ArrayOf(tpe: TypeRepr, item: Shape) extends Items(tpe, item) {
    private def tag[E: Type](using Quotes): Expr[ClassTag[E]] = Expr.summon[ClassTag[E]].getOrElse {
      refused(s"no codec can be made of ${shown(tpe)}: the class of its items is not known")
    }

    override def absent(using Quotes): Option[Expr[Any]] = item.tpe.asType match {
      case '[e] => Some('{ Array.empty[e](using ${ tag[e] }) })
    }

    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = item.tpe.asType match {
      case '[e] => Some('{ ${ value }.asInstanceOf[Array[e]].length == 0 })
    }

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (item.tpe.asType, tpe.asType) match {
      case ('[e], '[a]) =>
        val classTag = tag[e]
        '{
          if !$reader.beginArray() then Array.empty[e](using $classTag).asInstanceOf[a]
          else {
            var items = new Array[e](8)(using $classTag)
            var count = 0
            while {
              if count == items.length then items = Values.longer(items)
              val item = ${ readItem[e](reader) }
              items(count) = item
              count += 1
              $reader.nextItem()
            } do ()
            Values.cut(items, count).asInstanceOf[a]
          }
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[e] =>
        '{
          val items = ${ value }.asInstanceOf[Array[e]]
          $writer.beginArray(items.length)
          var i = 0
          while i < items.length do {
            $writer.item()
            val item = items(i)
            ${ this.item.write('item, writer) }
            i += 1
          }
          $writer.endArray()
        }
    }
  }

  /** A collection of Java. */
  final class JavaItems(tpe: TypeRepr, item: Shape, make: Expr[Any]) extends Items(tpe, item) {
    override def absent(using Quotes): Option[Expr[Any]] = Some(make)
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] =
      Some('{ ${ value.asExprOf[java.util.Collection[?]] }.isEmpty })

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = (item.tpe.asType, tpe.asType) match {
      case ('[e], '[c]) =>
        '{
          val made = ${ make.asExprOf[c] }
          val all = made.asInstanceOf[java.util.Collection[e]]
          ${
            gathered[e](tpe) match {
              case Some(place) => gather[e, Unit](this, place, reader)((items, begin) => '{ $items.giveTo($reader, $begin, all) })
              case None        => each(reader, '{ val item = ${ readItem[e](reader) } ; all.add(item) ; () })
            }
          }
          made
        }
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = item.tpe.asType match {
      case '[e] =>
        '{
          val items = ${ value }.asInstanceOf[java.util.Collection[e]]
          $writer.beginArray(items.size)
          val each = items.iterator
          while each.hasNext do {
            $writer.item()
            val item = each.next()
            ${ this.item.write('item, writer) }
          }
          $writer.endArray()
        }
    }
  }

  /** Tuples, which are arrays of a certain length. */
  final class TupleOf(tpe: TypeRepr, override val parts: List[Shape]) extends Shape(tpe) {
    override def kinds: Set[Token] = Set(Token.Array)

    private def size(using Quotes): Expr[Int] = Expr(parts.size)
    private def isSmall = parts.nonEmpty && parts.size <= 22

    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = tpe.asType match {
      case '[t] =>
        '{
          val begin = $reader.offset()
          var more = $reader.beginArray()
          val tuple = ${
            val items = if isSmall then readSmall[t] else readLarge[t]
            items(reader, 'begin, 'more, next => '{ more = $next })
          }
          if more then throw Values.wrongLength($reader, $size, begin)
          tuple
        }
    }

    /** Code that sets a variable. */
    private type Setting = Expr[Boolean] => Quotes ?=> Expr[Unit]

    private type Reading[T] = (Expr[Reader], Expr[Long], Expr[Boolean], Setting) => Expr[T]

    /** Reads the items into variables, so that none is boxed. */
    private def readSmall[T: Type](using Quotes): Reading[T] = (reader, begin, more, set) => {
      val owner = spliceOwner
      val symbols = parts.zipWithIndex.map { (part, index) =>
        Symbol.newVal(owner, s"_${index + 1}", part.tpe, Flags.EmptyFlags, Symbol.noSymbol)
      }
      val items = parts.zip(symbols).map { (part, symbol) =>
        val read = part.tpe.asType match {
          case '[p] =>
            '{
              if !$more then throw Values.wrongLength($reader, $size, $begin)
              val item = ${ part.read(reader).asExprOf[p] }
              ${ set('{ $reader.nextItem() }) }
              item
            }
        }
        ValDef(symbol, Some(read.term.changeOwner(symbol)))
      }
      val types = parts.map(part => Inferred(part.tpe))
      val made = defn.TupleClass(parts.size)
      val constructor = Select(New(Applied(Inferred(made.typeRef), types)), made.primaryConstructor)
      val tuple = Apply(TypeApply(constructor, types), symbols.map(Ref(_)))
      Block(items, tuple).asExpr match { case made => '{ $made.asInstanceOf[T] } }
    }

    private def readLarge[T: Type](using Quotes): Reading[T] = (reader, begin, more, set) => '{
      val items = new Array[Object]($size)
      ${
        val reads = parts.zipWithIndex.map { (part, index) =>
          part.tpe.asType match {
            case '[p] =>
              '{
                if !$more then throw Values.wrongLength($reader, $size, $begin)
                val item = ${ part.read(reader).asExprOf[p] }
                items(${ Expr(index) }) = item.asInstanceOf[Object]
                ${ set('{ $reader.nextItem() }) }
              }
          }
        }
        Expr.block(reads, '{ () })
      }
      Tuple.fromArray(items).asInstanceOf[T]
    }

    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = tpe.asType match {
      case '[t] =>
        '{
          val tuple = ${ value.asExprOf[t] }
          $writer.beginArray($size)
          ${
            val writes = parts.zipWithIndex.map { (part, index) =>
              part.tpe.asType match {
                case '[p] =>
                  '{
                    $writer.item()
                    val item = ${ itemOf[p]('tuple, index) }
                    ${ part.write('item, writer) }
                  }
              }
            }
            Expr.block(writes, '{ () })
          }
          $writer.endArray()
        }
    }

    private def itemOf[P: Type](tuple: Expr[Any], index: Int)(using Quotes): Expr[P] =
      if isSmall then {
        val types = parts.map(part => part.tpe)
        defn.TupleClass(parts.size).typeRef.appliedTo(types).asType match {
          case '[t] => Select.unique('{ $tuple.asInstanceOf[t] }.term, s"_${index + 1}").asExprOf[P]
        }
      } else '{ $tuple.asInstanceOf[Product].productElement(${ Expr(index) }).asInstanceOf[P] }
  }

  /** A map; its keys are those of an object, unless the configuration has maps as arrays. */
  abstract class Keyed(tpe: TypeRepr, val key: Shape, val value: Shape) extends Shape(tpe) {
    override def kinds: Set[Token] = Set(if settings.mapsAsArrays then Token.Array else Token.Object)
    override def parts: List[Shape] = List(key, value)

    /** Whether keys are strings or something else: the text of a key would not say which. */
    private def isMixed: Boolean = key.kinds.size > 1 && key.kinds(Token.Text)

    /** Whether the map is a table by the hashes of its keys. */
    def isHashed: Boolean =
      !isBelow(tpe, "scala.collection.SortedMap", "java.util.SortedMap", "scala.collection.immutable.IntMap", "scala.collection.immutable.LongMap")

    /** Returns code that reads all members, and gives each to some code; returns how many came. */
    def each[K: Type, V: Type](reader: Expr[Reader], one: (Expr[K], Expr[V]) => Quotes ?=> Expr[Unit])(using Quotes): Expr[Int] =
      if settings.mapsAsArrays then '{
        var count = 0
        if $reader.beginArray() then {
          while {
            val begin = $reader.offset()
            if !$reader.beginArray() then throw Values.wrongLength($reader, 2, begin)
            val key = ${ this.key.read(reader).asExprOf[K] }
            if !$reader.nextItem() then throw Values.wrongLength($reader, 2, begin)
            val value = ${ this.value.read(reader).asExprOf[V] }
            if $reader.nextItem() then throw Values.wrongLength($reader, 2, begin)
            ${ one('key, 'value) }
            count += 1
            $reader.nextItem()
          } do ()
        }
        count
      }
      else '{
        var count = 0
        if $reader.beginObject() then {
          while {
            val key = ${ readKey[K](reader) }
            val value = ${ this.value.read(reader).asExprOf[V] }
            ${ one('key, 'value) }
            count += 1
            $reader.nextMember()
          } do ()
        }
        count
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

    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = Some('{ ${ value.asExprOf[Iterable[Any]] }.isEmpty })

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
          val entries = $value.asInstanceOf[scala.collection.Map[k, v]]
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
      Some('{ ${ value.asExprOf[java.util.Map[?, ?]] }.isEmpty })

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
          val map = $value.asInstanceOf[java.util.Map[k, v]]
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
        .orElse(seen[java.util.Map[?, ?]](types => JavaMap(tpe, shape(types(0)), itemShape(types(1)), made(tpe, types))))
        .orElse(seen[java.util.Collection[?]](types => JavaItems(tpe, itemShape(types.head), made(tpe, types))))
  }

  /** Returns the shape of an item, which is no option of an option: null would be both of its Nones. */
  def itemShape(tpe: TypeRepr)(using Quotes): Shape = {
    if is[Option[?]](tpe.dealias) && tpe <:< TypeRepr.of[Option[Option[Any]]] then
      refused(s"no codec can be made of ${shown(tpe)} but as a member, where None is left out and Some(None) is null")
    shape(tpe)
  }

  /** Returns whether a type is a class, and not one below it. */
  def is[C: Type](tpe: TypeRepr): Boolean = tpe.typeSymbol == TypeRepr.of[C].typeSymbol

  private def factory(item: TypeRepr, tpe: TypeRepr)(using Quotes): Expr[Any] = (item.asType, tpe.asType) match {
    case ('[e], '[c]) =>
      Expr.summon[Factory[e, c]].orElse(companionFactory[e, c](tpe)).getOrElse {
        refused(s"no codec can be made of ${shown(tpe)}: there is no scala.collection.Factory of it, give a Codec")
      }
  }

  /** Returns the factory that the companion of a class has, where several are given. */
  private def companionFactory[E: Type, C: Type](tpe: TypeRepr)(using Quotes): Option[Expr[Factory[E, C]]] = {
    val companion = tpe.typeSymbol.companionModule
    val names = List("mapFactory", "iterableFactory").filter(_ => companion != Symbol.noSymbol)
    names.flatMap(name => companion.methodMember(name).headOption).headOption
      .map(method => Ref(companion).select(method).appliedToTypes(tpe.typeArgs))
      .filter(_.tpe <:< TypeRepr.of[Factory[E, C]])
      .map(_.asExprOf[Factory[E, C]])
  }

  /** Returns the types of a tuple. */
  def items(tpe: TypeRepr)(using Quotes): List[TypeRepr] = tpe.asType match {
    case '[EmptyTuple] => Nil
    case '[h *: t]     => TypeRepr.of[h] :: items(TypeRepr.of[t])
    case _             => refused(s"no codec can be made of ${shown(tpe)}: its length is not known")
  }

  /** Returns code that makes an empty collection of Java. */
  private def made(tpe: TypeRepr, arguments: List[TypeRepr])(using Quotes): Expr[Any] = {
    val symbol = tpe.typeSymbol
    val chosen = JavaDefaults.get(symbol.fullName).map(Symbol.requiredClass).getOrElse(symbol)
    val constructor = chosen.declarations.find { method =>
      method.isClassConstructor && method.flags.is(Flags.Method) && !method.flags.is(Flags.Private) &&
      method.paramSymss.filterNot(_.exists(_.isType)).forall(_.isEmpty)
    }
    if chosen.flags.is(Flags.Abstract) || constructor.isEmpty then
      refused(s"no codec can be made of ${shown(tpe)}: it has no constructor without parameters, give a Codec")
    val sorts = List(TypeRepr.of[java.util.SortedSet[?]], TypeRepr.of[java.util.SortedMap[?, ?]], TypeRepr.of[java.util.PriorityQueue[?]])
    val isSorted = sorts.exists(sort => chosen.typeRef.baseClasses.contains(sort.typeSymbol))
    if isSorted && !(arguments.head <:< TypeRepr.of[Comparable[?]]) && !isBoxed(arguments.head) then
      refused(s"no codec can be made of ${shown(tpe)}: its items have no order of their own, give a Codec")
    val types = if chosen.typeMembers.exists(_.isTypeParam) then arguments else Nil
    val made = if types.isEmpty then Inferred(chosen.typeRef) else Inferred(AppliedType(chosen.typeRef, types))
    val select = Select(New(made), constructor.get)
    val typed = if types.isEmpty then select else TypeApply(select, types.map(Inferred(_)))
    Apply(typed, Nil).asExpr
  }

  /** Returns whether values of a type of Scala are comparable ones of Java at run time. */
  private def isBoxed(tpe: TypeRepr)(using Quotes): Boolean =
    List(TypeRepr.of[Int], TypeRepr.of[Long], TypeRepr.of[Double], TypeRepr.of[Float], TypeRepr.of[Short], TypeRepr.of[Byte],
      TypeRepr.of[Char], TypeRepr.of[Boolean]).exists(_ =:= tpe)

  /** The classes that are made where a type is an interface. */
  private val JavaDefaults = Map(
    "java.util.Collection" -> "java.util.ArrayList",
    "java.util.List" -> "java.util.ArrayList",
    "java.util.Set" -> "java.util.LinkedHashSet",
    "java.util.SortedSet" -> "java.util.TreeSet",
    "java.util.NavigableSet" -> "java.util.TreeSet",
    "java.util.Queue" -> "java.util.ArrayDeque",
    "java.util.Deque" -> "java.util.ArrayDeque",
    "java.util.concurrent.BlockingQueue" -> "java.util.concurrent.LinkedBlockingQueue",
    "java.util.concurrent.BlockingDeque" -> "java.util.concurrent.LinkedBlockingDeque",
    "java.util.concurrent.TransferQueue" -> "java.util.concurrent.LinkedTransferQueue",
    "java.util.Map" -> "java.util.LinkedHashMap",
    "java.util.SortedMap" -> "java.util.TreeMap",
    "java.util.NavigableMap" -> "java.util.TreeMap",
    "java.util.concurrent.ConcurrentMap" -> "java.util.concurrent.ConcurrentHashMap",
    "java.util.concurrent.ConcurrentNavigableMap" -> "java.util.concurrent.ConcurrentSkipListMap"
  )
}
