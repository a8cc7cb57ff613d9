package varvel

import scala.annotation.StaticAnnotation

/** Gives a member, a type of a sealed trait, or an enum case another name. */
final class key(name: String) extends StaticAnnotation

/** Names under which a member is read, too. */
final class alias(names: String*) extends StaticAnnotation

/** Leaves a member out. It needs a default, or has to be an option. */
final class ignore extends StaticAnnotation

/** Writes the numbers of a member as strings, also those in its collections and options. */
final class text extends StaticAnnotation
