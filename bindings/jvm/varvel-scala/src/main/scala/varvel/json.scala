package varvel

import dev.varvel.{Validated, VarvelException}
import dev.varvel.json.{Json, JsonOptions}
import scala.jdk.CollectionConverters.*

/** JSON by codecs. */
object json {

  /** Reads a document in UTF-8.
    *
    * @throws dev.varvel.VarvelException
    *   if it is not JSON, or not of the type
    */
  def read[A](text: Array[Byte])(using codec: Codec[A]): A = Json.read(text, codec)

  /** Reads a document.
    *
    * @throws dev.varvel.VarvelException
    *   if it is not JSON, or not of the type
    */
  def read[A](text: String)(using codec: Codec[A]): A = Json.read(text, codec)

  /** Reads a document in UTF-8 with options. */
  def read[A](text: Array[Byte], options: JsonOptions)(using codec: Codec[A]): A =
    Json.read(text, codec, options)

  /** Reads a document with options. */
  def read[A](text: String, options: JsonOptions)(using codec: Codec[A]): A =
    Json.read(text, codec, options)

  /** Reads a document, or returns all of its errors at once, each with its place. */
  def tryRead[A](text: Array[Byte])(using codec: Codec[A]): Either[List[VarvelException], A] = either(Json.tryRead(text, codec))

  /** Reads a document, or returns all of its errors at once, each with its place. */
  def tryRead[A](text: String)(using codec: Codec[A]): Either[List[VarvelException], A] = either(Json.tryRead(text, codec))

  /** Reads a document with options, or returns its errors, of which there are so many at most. */
  def tryRead[A](text: String, options: JsonOptions, most: Int)(using codec: Codec[A]): Either[List[VarvelException], A] =
    either(Json.tryRead(text, codec, options, most))

  private def either[A](result: Validated[A]): Either[List[VarvelException], A] =
    if result.isValid then Right(result.get) else Left(result.errors.asScala.toList)

  /** Writes a document as a string. */
  def write[A](value: A)(using codec: Codec[A]): String = Json.writeString(value, codec)

  /** Writes a document in UTF-8. */
  def writeBytes[A](value: A)(using codec: Codec[A]): Array[Byte] = Json.write(value, codec)
}

extension [A](value: A)(using codec: Codec[A]) {

  /** Writes the value as JSON. */
  def toJson: String = Json.writeString(value, codec)

  /** Writes the value as JSON in UTF-8. */
  def toJsonBytes: Array[Byte] = Json.write(value, codec)
}

extension (text: String) {

  /** Reads a value from JSON. */
  def fromJson[A](using codec: Codec[A]): A = Json.read(text, codec)
}
