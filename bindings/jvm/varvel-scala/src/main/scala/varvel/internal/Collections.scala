package varvel.internal

import dev.varvel.{Reader, Writer}
import scala.collection.{mutable, Factory}
import scala.quoted.*
import scala.reflect.ClassTag

/** Collections and arrays. */
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
    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = Some('{ Values.isEmpty(${ value.asExprOf[List[Any]] }) })

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
          val items = Values.present(${ value.asExprOf[List[e]] }, $writer)
          $writer.beginArray(Writer.UNKNOWN)
          var rest: List[e] = items
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
  protected def isBelow(tpe: TypeRepr, classes: String*): Boolean = classes.exists(name => tpe.derivesFrom(Symbol.requiredClass(name)))

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

    override def isEmpty(value: Expr[Any])(using Quotes): Option[Expr[Boolean]] = Some('{ Values.isEmpty(${ value.asExprOf[Iterable[Any]] }) })

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
          val items = Values.present(${ value.asExprOf[Iterable[e]] }, $writer)
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
      case '[e] => Some('{ Values.isEmptyArray(${ value }.asInstanceOf[Array[e]]) })
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
          val items = Values.present(${ value }.asInstanceOf[Array[e]], $writer)
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
      Some('{ Values.isEmpty(${ value.asExprOf[java.util.Collection[?]] }) })

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
          val items = Values.present(${ value }.asInstanceOf[java.util.Collection[e]], $writer)
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

  /** Returns the shape of an item, which is no option of an option: null would be both of its Nones. */
  def itemShape(tpe: TypeRepr)(using Quotes): Shape = {
    if is[Option[?]](tpe.dealias) && tpe <:< TypeRepr.of[Option[Option[Any]]] then
      refused(s"no codec can be made of ${shown(tpe)} but as a member, where None is left out and Some(None) is null")
    shape(tpe)
  }

  /** Returns whether a type is a class, and not one below it. */
  def is[C: Type](tpe: TypeRepr): Boolean = tpe.typeSymbol == TypeRepr.of[C].typeSymbol

  protected def factory(item: TypeRepr, tpe: TypeRepr)(using Quotes): Expr[Any] = (item.asType, tpe.asType) match {
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

  /** Returns code that makes an empty collection of Java. */
  protected def emptyOfJava(tpe: TypeRepr, arguments: List[TypeRepr])(using Quotes): Expr[Any] = {
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
