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

// Constraints. Each is in the JsonSchema of the type, and is checked where a member is read; of an option it is the item
// that is checked. A value that does not fit is refused.

/** Gives the least value of a number. Limits are exact: a double is the decimal that it is written as, and a string may
  * have any number of digits.
  */
final class minimum(limit: Int | Long | Double | String) extends StaticAnnotation

/** Gives the greatest value of a number. */
final class maximum(limit: Int | Long | Double | String) extends StaticAnnotation

/** Gives a limit that a number is greater than. */
final class exclusiveMinimum(limit: Int | Long | Double | String) extends StaticAnnotation

/** Gives a limit that a number is less than. */
final class exclusiveMaximum(limit: Int | Long | Double | String) extends StaticAnnotation

/** Gives what a number is a multiple of, which is above zero. */
final class multipleOf(step: Int | Long | Double | String) extends StaticAnnotation

/** Gives the least length of a string in code points. */
final class minLength(length: Int) extends StaticAnnotation

/** Gives the greatest length of a string in code points. */
final class maxLength(length: Int) extends StaticAnnotation

/** Gives an expression that is found somewhere in a string; `^` and `$` bind it to the ends.
  *
  * It is one of `java.util.regex`, and compiled once for a codec. That may take exponential time: do not use expressions
  * such as `(a+)+b` for input that may be hostile, or add a [[maxLength]], which is checked first. A string for which the
  * stack does not suffice is refused.
  */
final class pattern(expression: String) extends StaticAnnotation

/** Gives the least number of items of a collection, or of members of a map. */
final class minItems(count: Int) extends StaticAnnotation

/** Gives the greatest number of items of a collection, or of members of a map. */
final class maxItems(count: Int) extends StaticAnnotation

/** Refuses collections in which an item comes twice. Numbers are equal by their value. */
final class uniqueItems extends StaticAnnotation

/** Names the format of a string in the schema, such as `email`. It is not checked. */
final class format(name: String) extends StaticAnnotation

/** Gives the title of a member or a class in the schema. */
final class title(text: String) extends StaticAnnotation

/** Describes a member or a class in the schema. */
final class description(text: String) extends StaticAnnotation
