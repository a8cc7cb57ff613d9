package varvel

import dev.varvel.json.{Json, JsonOptions}

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
