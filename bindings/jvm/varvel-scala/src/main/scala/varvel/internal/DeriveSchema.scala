package varvel.internal

import dev.varvel.json.Json
import dev.varvel.{Reader, Writer}
import scala.collection.mutable
import scala.quoted.*
import varvel.{Codec, Config, Failures, JsonSchema}

/** Makes schemas at compile time. */
object DeriveSchema {

  def schema[A: Type](config: Expr[Config])(using quotes: Quotes): Expr[JsonSchema] = {
    val shared = new SharedSchemas
    val maker = new DeriveSchema(quotes, Settings.read(config), Settings.givenBy(config), shared)
    '{ Schemas.make(all => ${
      shared.all = Some('all)
      val root = maker.root[A]
      // Each definition may add more.
      val definitions = mutable.ListBuffer.empty[Expr[Unit]]
      while shared.waiting.nonEmpty do definitions += shared.waiting.dequeue()(summon[Quotes])
      Expr.block(definitions.toList, root)
    }) }
  }
}

/** What the makers of the schemas of several configurations share. */
private final class SharedSchemas {
  var all: Option[Expr[Definitions]] = None
  private var count = 0

  /** Code that makes definitions. */
  val waiting: mutable.Queue[Quotes => Expr[Unit]] = mutable.Queue.empty

  def next(): Int = {
    count += 1
    count - 1
  }
}

/** Makes the schema of what a derivation makes the codec of.
  *
  * @param source
  *   the name of the given that the configuration is, if it is one
  */
private final class DeriveSchema(q: Quotes, options: Settings, source: Option[String], shared: SharedSchemas) extends Derive(q, options) {
  import quotes.reflect.*

  private type Part = Expr[Schemas.Part]

  def root[A: Type](using Quotes): Part = {
    top = TypeRepr.of[A].dealias
    part(shape(top))
  }

  // Definitions

  /** The numbers of types that have a definition. */
  private val definitions = mutable.ListBuffer.empty[(TypeRepr, Int)]

  private def reference(tpe: TypeRepr, body: => Body)(using Quotes): Part = {
    val number = definitions.collectFirst { case (known, number) if known =:= tpe => number }.getOrElse {
      val number = shared.next()
      definitions += tpe -> number
      val made = body
      shared.waiting.enqueue { inner =>
        given Quotes = inner
        val described = noted(bodyPart(made), notesOf(tpe.typeSymbol))
        '{ ${ shared.all.get }.add(${ Expr(number) }, ${ Expr(nameOf(tpe)) }, () => $described) }
      }
      number
    }
    '{ ${ shared.all.get }.reference(${ Expr(number) }) }
  }

  private def nameOf(tpe: TypeRepr): String = shown(tpe).replaceAll("[^\\p{L}\\p{N}_.-]+", "_").stripPrefix("_").stripSuffix("_")

  /** Returns the part of a type whose codec is given by `derives Codec`: it is made with the configuration of its place. */
  private def derived(tpe: TypeRepr)(using Quotes): Part = configAt(tpe.typeSymbol) match {
    case None                   => tpe.asType match { case '[t] => usual.structural[t] }
    case some if some == source => structural(tpe)
    case _ =>
      refused(s"the schema of ${shown(tpe)} is not known here, since its codec has a configuration of its own: add `derives JsonSchema.Of` to the type")
  }

  /** The maker for types without a configuration. */
  private lazy val usual: DeriveSchema =
    if options == Settings() then this else new DeriveSchema(quotes, Settings(), None, shared)

  def structural[T: Type](using Quotes): Part = {
    // No type is at the top where another maker was asked first.
    if top == null then top = TypeRepr.of[Nothing]
    structural(TypeRepr.of[T])
  }

  private def structural(tpe: TypeRepr)(using Quotes): Part = reference(tpe, made(tpe) match {
    case Some(local: Local) => local.body
    case _                  => refused(s"no schema can be made of ${shown(tpe)}: give a JsonSchema.Of of it")
  })

  /** Returns the name of the configuration that is given where a type is. */
  private def configAt(symbol: Symbol)(using Quotes): Option[String] = {
    def owners(symbol: Symbol): List[Symbol] =
      if symbol == Symbol.noSymbol || symbol.isPackageDef then Nil else symbol :: owners(symbol.owner)
    val companion = if symbol.companionModule == Symbol.noSymbol then Nil else List(symbol.companionModule.moduleClass)
    val own = companion ++ owners(symbol.owner).filter(_.isClassDef)
    // What stands in a file outside of classes is in an object of that file.
    val files = own.appended(symbol).last.owner.declarations.filter(one => one.isTerm && one.name.endsWith("$package")).map(_.moduleClass)
    (own ++ files).flatMap(_.declarations).filter(one => one.isTerm && one.flags.is(Flags.Given) && one.flags.is(Flags.Inline))
      .find(one => one.owner.typeRef.memberType(one).widenByName <:< TypeRepr.of[Config]).map(_.fullName)
  }

  // Shapes

  private def fixed(text: String)(using Quotes): Part = '{ Schemas.fixed(${ Expr(text) }) }

  private def anything(using Quotes): Part = '{ true: Schemas.Part }

  private def noted(part: Part, notes: Map[String, Any])(using Quotes): Part =
    if notes.isEmpty then part else '{ Schemas.and($part, ${ Expr(Json.writeString(notes, Codec.any)) }) }

  private def part(shape: Shape)(using Quotes): Part = shape match {
    case local: Local             => ofLocal(local)
    case one: Given               => ofGiven(one)
    case one: OnlySchema          => ofSchema(one.tpe, one.schema)
    case option: OptionOf         => '{ Schemas.nullable(${ part(option.item) }) }
    case one: Constrained         => noted(part(one.inner), one.constraints.map(_.inSchema).to(scala.collection.immutable.VectorMap))
    case text: AsText             => asTextPart(text.number)
    case items: Items             => '{ Schemas.array(${ part(items.item) }) }
    case tuple: TupleOf           => '{ Schemas.tuple(${ Expr.ofSeq(tuple.parts.map(part)) }*) }
    case keyed: Keyed             => ofMap(keyed)
    case either: EitherOf         => ofEither(either)
    case one: TryOf               => ofTry(one)
    case exactly: Exactly         => '{ Schemas.constant(${ literal(exactly) }) }
    case all: OldEnum             => '{ Schemas.oldEnum(${ all.all.asExprOf[Enumeration] }, ${ Expr(settings.enumsAsNumbers) }) }
    case all: JavaEnum            => javaEnum(all.tpe, settings.enumsAsNumbers)
    case other if other.bare != other => part(inside(other))
    case other                    => scalarText(other.tpe).map(fixed).getOrElse(refused(s"no schema can be made of ${shown(other.tpe)}"))
  }

  /** A type of which only the schema is given, such as a parameter of a type. */
  private final class OnlySchema(tpe: TypeRepr, val schema: Term) extends Shape(tpe) {
    private def noCodec: Nothing = refused(s"no codec of ${shown(tpe)} is made with a schema")
    override def read(reader: Expr[Reader])(using Quotes): Expr[Any] = noCodec
    override def write(value: Expr[Any], writer: Expr[Writer])(using Quotes): Expr[Unit] = noCodec
  }

  override protected def made(tpe: TypeRepr)(using Quotes): Option[Shape] = 
    super.made(tpe).orElse(givenSchema(tpe).map(OnlySchema(tpe, _)))

  /** Returns the shape of what a type stands for. */
  private def inside(shape: Shape): Shape = shape.parts.headOption.getOrElse(shape.bare)

  private def javaEnum(tpe: TypeRepr, asNumbers: Boolean)(using Quotes): Part =
    '{ Schemas.javaEnum(${ Literal(ClassOfConstant(tpe)).asExprOf[Class[?]] }, ${ Expr(asNumbers) }) }

  private def literal(exactly: Exactly)(using Quotes): Expr[Any] = exactly.constant match {
    case CharConstant(value) => Expr(value.toString)
    case _                   => exactly.value.asExpr
  }

  /** Numbers as strings are read as numbers, too. */
  private def asTextPart(number: Shape)(using Quotes): Part = {
    val form = if number.kinds(Token.Number) then SchemaTexts.NumberText else SchemaTexts.IntegerText
    '{ Schemas.anyOf(${ part(number) }, ${ fixed(form) }) }
  }

  private def ofMap(map: Keyed)(using Quotes): Part =
    if settings.mapsAsArrays then '{ Schemas.array(Schemas.tuple(${ part(map.key) }, ${ part(map.value) })) }
    else '{ Schemas.map(${ keyPart(map.key).getOrElse('{ null }) }, ${ part(map.value) }) }

  /** Returns the part of keys. A text is the key itself; of anything else the key is the JSON. */
  private def keyPart(key: Shape)(using Quotes): Option[Part] = {
    val bare = key.bare
    val kinds = bare.kinds
    if bare.tpe =:= TypeRepr.of[String] then None
    else if List(TypeRepr.of[Int], TypeRepr.of[Long]).exists(_ =:= bare.tpe) then Some(fixed(SchemaTexts.LongKey))
    else if bare.tpe =:= TypeRepr.of[Boolean] then Some(fixed("""{"enum":["true","false"]}"""))
    else if kinds == Set(Token.Text) || scalarText(bare.tpe).exists(_.startsWith("{\"type\":\"string\"")) then Some(part(bare))
    else if kinds == Set(Token.Integer) then Some(fixed(SchemaTexts.IntegerText))
    else if kinds == Set(Token.Integer, Token.Number) then Some(fixed(SchemaTexts.NumberText))
    else None
  }

  private def ofEither(either: EitherOf)(using Quotes): Part = {
    val right = part(either.right)
    settings.left match {
      case Failures.Value   => '{ Schemas.anyOf($right, ${ part(either.left) }) }
      case Failures.Null    => '{ Schemas.nullable($right) }
      case Failures.Message => '{ Schemas.anyOf($right, ${ fixed(SchemaTexts.Text) }) }
      case Failures.Throw   => right
    }
  }

  private def ofTry(one: TryOf)(using Quotes): Part = {
    val item = part(one.item)
    settings.failure match {
      case Failures.Throw   => item
      case Failures.Message => '{ Schemas.anyOf($item, ${ fixed(SchemaTexts.Text) }) }
      case _                => '{ Schemas.nullable($item) }
    }
  }

  // Types with a codec

  private def ofGiven(one: Given)(using Quotes): Part = givenSchema(one.tpe) match {
    case Some(schema)                                                 => ofSchema(one.tpe, schema)
    case None if core(one.codec).symbol.name == "derived$Codec"       => derived(one.tpe)
    case None if isOurs(one.codec) || one.tpe =:= TypeRepr.of[Number] => ofOurs(one.tpe)
    case None                                                         => anything
  }

  private def ofSchema(tpe: TypeRepr, schema: Term)(using Quotes): Part = tpe.asType match {
    case '[t] => '{ Schemas.other(${ schema.asExprOf[JsonSchema.Of[t]] }.schema) }
  }

  private def givenSchema(tpe: TypeRepr)(using Quotes): Option[Term] = tpe.asType match {
    case '[t] =>
      Implicits.search(TypeRepr.of[JsonSchema.Of[t]]) match {
        case found: ImplicitSearchSuccess => Some(found.tree)
        case several: AmbiguousImplicits  => refused(s"several schemas of ${shown(tpe)} are given: ${several.explanation}")
        case _                            => None
      }
  }

  private def ofOurs(tpe: TypeRepr)(using Quotes): Part = tpe match {
    case AppliedType(optional, List(item)) if optional.typeSymbol == TypeRepr.of[java.util.Optional[?]].typeSymbol =>
      '{ Schemas.nullable(${ part(shape(item)) }) }
    case _ if tpe <:< TypeRepr.of[java.lang.Enum[?]] => javaEnum(tpe, false)
    case _                                           => scalarText(tpe).map(fixed).getOrElse(anything)
  }

  private def scalarText(tpe: TypeRepr): Option[String] = scalars.collectFirst { case (known, text) if known =:= tpe => text }

  private lazy val scalars: List[(TypeRepr, String)] = outside {
    import SchemaTexts.*
    import java.time.*
    List(
      TypeRepr.of[Boolean] -> Bool, TypeRepr.of[java.lang.Boolean] -> Bool, TypeRepr.of[String] -> Text,
      TypeRepr.of[Byte] -> integer(8), TypeRepr.of[java.lang.Byte] -> integer(8), TypeRepr.of[Short] -> integer(16),
      TypeRepr.of[java.lang.Short] -> integer(16), TypeRepr.of[Int] -> integer(32), TypeRepr.of[Integer] -> integer(32),
      TypeRepr.of[Long] -> integer(64), TypeRepr.of[java.lang.Long] -> integer(64), TypeRepr.of[BigInt] -> AnyInteger,
      TypeRepr.of[java.math.BigInteger] -> AnyInteger, TypeRepr.of[Float] -> AnyNumber, TypeRepr.of[java.lang.Float] -> AnyNumber,
      TypeRepr.of[Double] -> AnyNumber, TypeRepr.of[java.lang.Double] -> AnyNumber, TypeRepr.of[BigDecimal] -> AnyNumber,
      TypeRepr.of[java.math.BigDecimal] -> AnyNumber, TypeRepr.of[Number] -> AnyNumber, TypeRepr.of[Char] -> OneCharacter,
      TypeRepr.of[Character] -> OneCharacter, TypeRepr.of[Array[Byte]] -> Base64, TypeRepr.of[Unit] -> """{"type":"object"}""",
      TypeRepr.of[Null] -> """{"type":"null"}""", TypeRepr.of[java.util.OptionalInt] -> orNull(integer(32)),
      TypeRepr.of[java.util.OptionalLong] -> orNull(integer(64)), TypeRepr.of[java.util.OptionalDouble] -> orNull(AnyNumber),
      TypeRepr.of[java.util.UUID] -> form("uuid"), TypeRepr.of[java.net.URI] -> form("iri-reference"),
      TypeRepr.of[java.net.URL] -> form("iri"), TypeRepr.of[java.nio.file.Path] -> Text, TypeRepr.of[java.util.Locale] -> Text,
      TypeRepr.of[java.util.Currency] -> """{"type":"string","pattern":"^[A-Z]{3}$"}""", TypeRepr.of[Instant] -> form("date-time"),
      TypeRepr.of[LocalDate] -> form("date"), TypeRepr.of[LocalTime] -> Text, TypeRepr.of[LocalDateTime] -> Text,
      TypeRepr.of[OffsetDateTime] -> Text, TypeRepr.of[OffsetTime] -> Text, TypeRepr.of[ZonedDateTime] -> Text,
      TypeRepr.of[Duration] -> Text, TypeRepr.of[Period] -> Text, TypeRepr.of[MonthDay] -> Text, TypeRepr.of[YearMonth] -> Text,
      TypeRepr.of[Year] -> bounded(Year.MIN_VALUE, Year.MAX_VALUE), TypeRepr.of[ZoneId] -> Text, TypeRepr.of[ZoneOffset] -> Text
    )
  }

  // Types that are made of others

  private def ofLocal(local: Local)(using Quotes): Part = local.body match {
    case union: UnionBody => ofUnion(union)
    case body             => reference(local.tpe, body)
  }

  private def ofUnion(union: UnionBody)(using Quotes): Part = {
    val literals = union.parts.collect { case exactly: Exactly => exactly }
    if literals.size == union.parts.size then '{ Schemas.values(${ Expr.ofSeq(literals.map(literal)) }*) }
    else '{ Schemas.anyOf(${ Expr.ofSeq(union.parts.map(part)) }*) }
  }

  private def bodyPart(body: Body)(using Quotes): Part = body match {
    case one: ClassBody => ofClass(one)
    case all: EnumBody =>
      val names = Expr.ofSeq(all.all.map(_.name))
      if settings.enumsAsNumbers then '{ Schemas.ordinals($names*) } else '{ Schemas.names($names*) }
    case sum: SumBody => if settings.hintAsKey then ofKeyed(sum) else ofHinted(sum)
    case union: UnionBody => ofUnion(union)
    case other => refused(s"no schema can be made of ${shown(other.tpe)}")
  }

  private def hint(name: Expr[String])(using Quotes): Expr[Schemas.Member] =
    '{ Schemas.hint(${ Expr(settings.hintLabel) }, $name, ${ Expr(!settings.hintsWhereNeeded) }) }

  private def ofClass(body: ClassBody)(using Quotes): Part = {
    val members = body.known.map { member =>
      val described = noted(part(member.shape), member.notes)
      '{ Schemas.member(${ member.key }, $described, ${ Expr(member.isRequired) }, ${ Expr.ofSeq(member.aliases) }*) }
    }
    val all = body.hint.toList.map((_, name) => hint(name)) ++ members
    '{ Schemas.obj(${ Expr(settings.unknownRefused) }, ${ Expr.ofSeq(all) }*) }
  }

  /** Returns the part of types that a member tells apart. Without it their keys do, which may fit several. */
  private def ofHinted(sum: SumBody)(using Quotes): Part = {
    val objects = sum.all.filterNot(sum.singletons.contains).map { variant =>
      val own = sum.codecs(variant) match {
        case local: Local       => bodyPart(local.body)
        case other: GivenVariant => '{ Schemas.hinted(${ hint(variant.name) }, ${ ofGiven(other.plain) }) }
        case other              => part(other)
      }
      noted(own, notesOf(variant.symbol))
    }
    val names = Expr.ofSeq(sum.singletons.map(_.name))
    val bare = if sum.singletons.isEmpty then Nil
      else List('{ Schemas.names($names*) }, '{ Schemas.hintOnly(${ Expr(settings.hintLabel) }, $names*) })
    val all = Expr.ofSeq(objects ++ bare)
    if settings.hintsWhereNeeded then '{ Schemas.anyOf($all*) } else '{ Schemas.oneOf($all*) }
  }

  private def ofKeyed(sum: SumBody)(using Quotes): Part = {
    val objects = sum.all.filterNot(sum.singletons.contains).map(variant => '{ Schemas.keyed(${ variant.name }, ${ part(sum.codecs(variant)) }) })
    val bare = if sum.singletons.isEmpty then Nil else List('{ Schemas.names(${ Expr.ofSeq(sum.singletons.map(_.name)) }*) })
    '{ Schemas.oneOf(${ Expr.ofSeq(objects ++ bare) }*) }
  }
}

/** Schemas of types that are always the same. */
private object SchemaTexts {
  val Bool = """{"type":"boolean"}"""
  val Text = """{"type":"string"}"""
  val AnyInteger = """{"type":"integer"}"""
  val AnyNumber = """{"type":"number"}"""
  val OneCharacter = """{"type":"string","minLength":1,"maxLength":1}"""
  val IntegerText = """{"type":"string","pattern":"^-?(0|[1-9][0-9]*)$"}"""
  val NumberText = """{"type":"string","pattern":"^-?(0|[1-9][0-9]*)(\\.[0-9]+)?([eE][+-]?[0-9]+)?$"}"""

  /** Keys that are integers of 64 bits have one text each. */
  val LongKey = """{"pattern":"^(0|-?[1-9][0-9]*)$"}"""

  /** Base64 is read with and without its padding. */
  val Base64 = """{"type":"string","contentEncoding":"base64","pattern":"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}(==)?|[A-Za-z0-9+/]{3}=?)?$"}"""

  def integer(bits: Int): String = bounded(-1L << bits - 1, (1L << bits - 1) - 1)
  def bounded(least: Long, most: Long): String = s"""{"type":"integer","minimum":$least,"maximum":$most}"""
  def form(name: String): String = s"""{"type":"string","format":"$name"}"""
  def orNull(text: String): String = s"""{"anyOf":[$text,{"type":"null"}]}"""
}
