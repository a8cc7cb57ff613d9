package varvel

import dev.varvel.cbor.{Cbor, CborOptions, CborWriteOptions}
import dev.varvel.frozen.{FreezeOptions, Frozen}
import dev.varvel.msgpack.{MessagePack, MessagePackOptions}

/** MessagePack by codecs. */
object msgpack {

  /** Reads a document.
    *
    * @throws dev.varvel.VarvelException
    *   if it is not MessagePack, or not of the type
    */
  def read[A](bytes: Array[Byte])(using codec: Codec[A]): A = MessagePack.read(bytes, codec)

  /** Reads a document with options. */
  def read[A](bytes: Array[Byte], options: MessagePackOptions)(using codec: Codec[A]): A =
    MessagePack.read(bytes, codec, options)

  /** Writes a document. */
  def write[A](value: A)(using codec: Codec[A]): Array[Byte] = MessagePack.write(value, codec)
}

/** CBOR by codecs. */
object cbor {

  /** Reads a document.
    *
    * @throws dev.varvel.VarvelException
    *   if it is not CBOR, or not of the type
    */
  def read[A](bytes: Array[Byte])(using codec: Codec[A]): A = Cbor.read(bytes, codec)

  /** Reads a document with options. */
  def read[A](bytes: Array[Byte], options: CborOptions)(using codec: Codec[A]): A = Cbor.read(bytes, codec, options)

  /** Writes a document. */
  def write[A](value: A)(using codec: Codec[A]): Array[Byte] = Cbor.write(value, codec)

  /** Writes a document with options, such as one whose bytes are always the same. */
  def write[A](value: A, options: CborWriteOptions)(using codec: Codec[A]): Array[Byte] = Cbor.write(value, codec, options)
}

/** Frozen documents by codecs. */
object frozen {

  /** Checks a document, and reads all of it. To read a part, open it by `Frozen.open`.
    *
    * @throws dev.varvel.VarvelException
    *   if it is no frozen document, or not of the type
    */
  def read[A](bytes: Array[Byte])(using codec: Codec[A]): A = Frozen.open(bytes).read(codec)

  /** Makes a document. */
  def write[A](value: A)(using codec: Codec[A]): Array[Byte] = Frozen.freeze(value, codec).bytes

  /** Makes a document with options. */
  def write[A](value: A, options: FreezeOptions)(using codec: Codec[A]): Array[Byte] = Frozen.freeze(value, codec, options).bytes
}
