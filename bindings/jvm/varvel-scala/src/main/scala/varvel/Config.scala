package varvel

/** How codecs of types are made. A configuration is read by the compiler, so it is written as one
  * chain of calls, in the place where it is used or as an `inline given`:
  * {{{
  * inline given Config = Config.withNames(Config.snakeCase).withUnknownRefused
  * case class Order(orderId: Long) derives Codec // {"order_id":1}
  *
  * val kinds = Codec.of[Shape](Config.withHintLabel("kind"))
  * }}}
  */
sealed abstract class Config {

  /** Names the member that says which type of a sealed trait a value has; `_hint` otherwise. */
  def withHintLabel(label: String): Config = this

  /** Changes the names of types in hints, and of enum cases; otherwise they are the simple names. */
  def withHintNames(change: String => String): Config = this

  /** Writes the full names of types in hints. */
  def withFullHintNames: Config = this

  /** Writes hints only for types whose members do not tell them from the others. */
  def withHintsWhereNeeded: Config = this

  /** Writes a value of a sealed trait as an object of one member, whose key is the name of the type. */
  def withHintAsKey: Config = this

  /** Changes the names of members that have no annotation. */
  def withNames(change: String => String): Config = this

  /** Writes enum cases as their ordinals, from 0 on. */
  def withEnumsAsNumbers: Config = this

  /** Writes members that are None as null; otherwise they are left out. */
  def withNoneAsNull: Config = this

  /** Leaves out members that have their default. */
  def withoutDefaults: Config = this

  /** Leaves out members that are empty collections, and reads missing ones as empty. */
  def withoutEmpties: Config = this

  /** Refuses objects that lack a member, even one with a default. */
  def withDefaultsRequired: Config = this

  /** Reads collections that do not come as empty ones. */
  def withMissingAsEmpty: Config = this

  /** Refuses objects with members that the type does not have. */
  def withUnknownRefused: Config = this

  /** Writes maps as arrays of keys and values, each an array of two. */
  def withMapsAsArrays: Config = this

  /** Writes numbers as strings. */
  def withNumbersAsText: Config = this

  /** Reads and writes also the variables and the pairs of getters and setters of plain classes. */
  def withVariables: Config = this

  /** Says how a Left is written and what is done with a value that is no Right. */
  def withLeft(policy: Failures): Config = this

  /** Says how a Failure is written and what is done with a value that Success refuses. */
  def withFailure(policy: Failures): Config = this

  /** Prints the code of the codec while it is compiled. */
  def withCodePrinted: Config = this
}

/** The usual configuration, and changes of names. */
object Config extends Config {

  /** The configuration of a codec that has no other. */
  inline given usual: Config = Config

  /** Writes `orderId` as `order_id`. */
  val snakeCase: String => String = name => words(name).map(_.toLowerCase).mkString("_")

  /** Writes `orderId` as `order-id`. */
  val kebabCase: String => String = name => words(name).map(_.toLowerCase).mkString("-")

  /** Writes `order_id` as `orderId`. */
  val camelCase: String => String = name => {
    val pascal = pascalCase(name)
    if pascal.isEmpty then pascal else s"${pascal.head.toLower}${pascal.tail}"
  }

  /** Writes `orderId` as `OrderId`. */
  val pascalCase: String => String = name => words(name).map(_.toLowerCase.capitalize).mkString

  /** Writes `orderId` as `ORDER_ID`. */
  val constantCase: String => String = name => words(name).map(_.toUpperCase).mkString("_")

  /** Returns the words of a name. Capitals in a row are one, up to the last before a small letter. */
  private def words(name: String): List[String] = {
    val split = name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").replaceAll("([A-Z]+)([A-Z][a-z])", "$1_$2")
    split.split("[_\\-\\s]+").toList.filter(_.nonEmpty)
  }
}

/** What is done with the wrong side of an Either, and with a Failure. */
enum Failures {

  /** Writes the value of the Left; reads it if it is none of the Right. It is for Either alone. */
  case Value

  /** Writes null, and reads null as the wrong side. */
  case Null

  /** Writes the message as a string. */
  case Message

  /** Throws the error. */
  case Throw
}
