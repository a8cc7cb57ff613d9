package varvel.internal

import scala.quoted.*
import varvel.{Config, Failures}

/** A configuration, as the compiler has read it. */
private final case class Settings(
    hintLabel: String = "_hint",
    hintNames: Option[Expr[String => String]] = None,
    fullHintNames: Boolean = false,
    hintsWhereNeeded: Boolean = false,
    hintAsKey: Boolean = false,
    names: Option[Expr[String => String]] = None,
    enumsAsNumbers: Boolean = false,
    noneAsNull: Boolean = false,
    withoutDefaults: Boolean = false,
    withoutEmpties: Boolean = false,
    defaultsRequired: Boolean = false,
    missingAsEmpty: Boolean = false,
    unknownRefused: Boolean = false,
    mapsAsArrays: Boolean = false,
    numbersAsText: Boolean = false,
    variables: Boolean = false,
    left: Failures = Failures.Value,
    failure: Failures = Failures.Null,
    codePrinted: Boolean = false
)

private object Settings {

  /** Returns the name of the given that a configuration is, if it is one of a program. */
  def givenBy(config: Expr[Config])(using Quotes): Option[String] = {
    import quotes.reflect.*
    def named(term: Term): Option[String] = term match {
      case Inlined(Some(call: Term), _, inner) if call.symbol.flags.is(Flags.Given) && call.symbol.owner != Symbol.requiredModule("varvel.Config").moduleClass =>
        Some(call.symbol.fullName)
      case Inlined(_, _, inner) => named(inner)
      case Typed(inner, _)      => named(inner)
      case Block(Nil, inner)    => named(inner)
      case _                    => None
    }
    named(config.asTerm)
  }

  /** Reads the chain of calls that makes a configuration. */
  def read(config: Expr[Config])(using Quotes): Settings = {
    import quotes.reflect.*

    def refused(term: Term): Nothing = report.errorAndAbort(
      "a configuration has to be readable by the compiler: write it as a chain of calls that begins with Config," +
        " here or as an `inline given`",
      term.pos
    )

    def text(term: Term): String = term.asExprOf[String].value.getOrElse(refused(term))

    def change(term: Term): Option[Expr[String => String]] = Some(term.asExprOf[String => String])

    def policy(term: Term): Failures = term.symbol.name match {
      case "Value"   => Failures.Value
      case "Null"    => Failures.Null
      case "Message" => Failures.Message
      case "Throw"   => Failures.Throw
      case _         => refused(term)
    }

    def settings(term: Term): Settings = term match {
      case Inlined(_, _, inner)                                     => settings(inner)
      case Typed(inner, _)                                          => settings(inner)
      case Block(Nil, inner)                                        => settings(inner)
      case _ if term.symbol == Symbol.requiredModule("varvel.Config") => Settings()
      case Apply(Select(before, name), List(argument)) =>
        val set = settings(before)
        name match {
          case "withHintLabel" => set.copy(hintLabel = text(argument))
          case "withHintNames" => set.copy(hintNames = change(argument))
          case "withNames"     => set.copy(names = change(argument))
          case "withLeft"      => set.copy(left = policy(argument))
          case "withFailure"   => set.copy(failure = policy(argument))
          case _               => refused(term)
        }
      case Select(before, name) =>
        val set = settings(before)
        name match {
          case "withFullHintNames"    => set.copy(fullHintNames = true)
          case "withHintsWhereNeeded" => set.copy(hintsWhereNeeded = true)
          case "withHintAsKey"        => set.copy(hintAsKey = true)
          case "withEnumsAsNumbers"   => set.copy(enumsAsNumbers = true)
          case "withNoneAsNull"       => set.copy(noneAsNull = true)
          case "withoutDefaults"      => set.copy(withoutDefaults = true)
          case "withoutEmpties"       => set.copy(withoutEmpties = true)
          case "withDefaultsRequired" => set.copy(defaultsRequired = true)
          case "withMissingAsEmpty"   => set.copy(missingAsEmpty = true)
          case "withUnknownRefused"   => set.copy(unknownRefused = true)
          case "withMapsAsArrays"     => set.copy(mapsAsArrays = true)
          case "withNumbersAsText"    => set.copy(numbersAsText = true)
          case "withVariables"        => set.copy(variables = true)
          case "withCodePrinted"      => set.copy(codePrinted = true)
          case _                      => refused(term)
        }
      case _ => refused(term)
    }
    settings(config.asTerm)
  }
}
