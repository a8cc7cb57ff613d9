package varvel.bench

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}
import dev.varvel.Writer
import dev.varvel.cbor.{Cbor, CborReader, CborWriter}
import dev.varvel.frozen.Frozen
import dev.varvel.json.{JsonReader, JsonWriter}
import dev.varvel.msgpack.{MessagePack, MessagePackReader, MessagePackWriter}
import io.circe.generic.semiauto
import java.nio.charset.StandardCharsets.UTF_8
import scala.collection.mutable.ArrayBuffer
import varvel.{json, toJson, toJsonBytes, Codec}
import zio.json.{DecoderOps, DeriveJsonDecoder, DeriveJsonEncoder, EncoderOps, JsonDecoder, JsonEncoder}

/** One library and one type: a value from text and to it, as bytes and as a string. */
trait Subject {
  def read(text: Array[Byte]): AnyRef
  def readString(text: String): AnyRef
  def write(value: AnyRef): Array[Byte]
  def writeString(value: AnyRef): String

  /** The document of this text of JSON in the format that is read. */
  def document(text: Array[Byte]): Array[Byte] = text
}

object Subject {

  /** The library of this name, for the documents of a file. */
  def of(name: String, file: String): Subject = (name, file) match {
    case ("varvel", "twitter.json")              => OfVarvel[Twitter](using Codec.derived)
    case ("varvel", "citm_catalog.json")         => OfVarvel[Catalog](using Codec.derived)
    case ("varvel", "canada.json")               => OfVarvel[Canada](using Codec.derived)
    case ("varvel", _)                           => OfVarvel[Record]
    case ("jsoniter-scala", "twitter.json")      => Jsoniter[Twitter](JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false).withAllowRecursiveTypes(true)))
    case ("jsoniter-scala", "citm_catalog.json") => Jsoniter[Catalog](JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false)))
    case ("jsoniter-scala", "canada.json")       => Jsoniter[Canada](JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false)))
    // Empty lists are written, as by the others.
    case ("jsoniter-scala", _) => Jsoniter[Record](JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false)))
    case ("varvel-msgpack", _) => OfMessagePack
    case ("varvel-cbor", _)    => OfCbor
    case ("varvel-frozen", _)  => OfFrozen
    case ("fory-json", _)      => new Fory
    case ("zio-json", _)       => ZioJson
    case ("circe", _)          => Circe
  }

  private final class OfVarvel[A](using Codec[A]) extends Subject {
    def read(text: Array[Byte]): AnyRef = json.read[A](text).asInstanceOf[AnyRef]
    def readString(text: String): AnyRef = json.read[A](text).asInstanceOf[AnyRef]
    def write(value: AnyRef): Array[Byte] = value.asInstanceOf[A].toJsonBytes
    def writeString(value: AnyRef): String = value.asInstanceOf[A].toJson
  }

  private final class Jsoniter[A](codec: JsonValueCodec[A]) extends Subject {
    private given JsonValueCodec[A] = codec
    def read(text: Array[Byte]): AnyRef = readFromArray[A](text).asInstanceOf[AnyRef]
    def readString(text: String): AnyRef = readFromString[A](text).asInstanceOf[AnyRef]
    def write(value: AnyRef): Array[Byte] = writeToArray(value.asInstanceOf[A])
    def writeString(value: AnyRef): String = writeToString(value.asInstanceOf[A])
  }

  /** A binary format of ours. It has no strings: these are JSON, which is made of events. */
  private abstract class Binary extends Subject {
    protected val codec: Codec[Record] = summon[Codec[Record]]
    def readString(text: String): AnyRef = read(document(text.getBytes(UTF_8)))
    def writeString(record: AnyRef): String = {
      val writer = new JsonWriter
      copy(write(record), writer)
      writer.toString
    }

    /** Gives a document to a writer. */
    protected def copy(bytes: Array[Byte], writer: Writer): Unit
  }

  private object OfMessagePack extends Binary {
    def read(bytes: Array[Byte]): Record = MessagePack.read(bytes, codec)
    def write(record: AnyRef): Array[Byte] = MessagePack.write(record.asInstanceOf[Record], codec)
    protected def copy(bytes: Array[Byte], writer: Writer): Unit = new MessagePackReader(bytes).copyTo(writer)
    override def document(text: Array[Byte]): Array[Byte] = {
      val writer = new MessagePackWriter
      new JsonReader(text).copyTo(writer)
      writer.toByteArray
    }
  }

  private object OfCbor extends Binary {
    def read(bytes: Array[Byte]): Record = Cbor.read(bytes, codec)
    def write(record: AnyRef): Array[Byte] = Cbor.write(record.asInstanceOf[Record], codec)
    protected def copy(bytes: Array[Byte], writer: Writer): Unit = new CborReader(bytes).copyTo(writer)
    override def document(text: Array[Byte]): Array[Byte] = {
      val writer = new CborWriter
      new JsonReader(text).copyTo(writer)
      writer.toByteArray
    }
  }

  /** The documents are opened, and so checked, once, and read in turn; what was written is opened each time. */
  private object OfFrozen extends Binary {
    private val opened = ArrayBuffer.empty[Frozen]
    private var next = 0
    def read(bytes: Array[Byte]): Record = {
      if next == opened.length then next = 0
      if opened(next).bytes() ne bytes then next = opened.indexWhere(_.bytes() eq bytes)
      val document = if next < 0 then Frozen.open(bytes) else opened(next)
      next += 1
      document.read(codec)
    }
    def write(record: AnyRef): Array[Byte] = Frozen.freeze(record.asInstanceOf[Record], codec).bytes()
    protected def copy(bytes: Array[Byte], writer: Writer): Unit = Frozen.open(bytes).root().writeTo(writer)
    override def readString(text: String): AnyRef = Frozen.fromJson(text.getBytes(UTF_8)).read(codec)
    override def document(text: Array[Byte]): Array[Byte] = {
      opened += Frozen.fromJson(text)
      opened.last.bytes()
    }
  }

  private object ZioJson extends Subject {
    private given JsonDecoder[Address] = DeriveJsonDecoder.gen
    private given JsonDecoder[Person] = DeriveJsonDecoder.gen
    private given JsonDecoder[Friend] = DeriveJsonDecoder.gen
    private given JsonDecoder[Pet] = DeriveJsonDecoder.gen
    private given JsonDecoder[Record] = DeriveJsonDecoder.gen
    private given JsonEncoder[Address] = DeriveJsonEncoder.gen
    private given JsonEncoder[Person] = DeriveJsonEncoder.gen
    private given JsonEncoder[Friend] = DeriveJsonEncoder.gen
    private given JsonEncoder[Pet] = DeriveJsonEncoder.gen
    private given JsonEncoder[Record] = DeriveJsonEncoder.gen
    def read(text: Array[Byte]): Record = readString(new String(text, UTF_8))
    def readString(text: String): Record =
      text.fromJson[Record].fold(message => throw new Exception(message), identity)
    def write(record: AnyRef): Array[Byte] = writeString(record).getBytes(UTF_8)
    def writeString(record: AnyRef): String = EncoderOps(record.asInstanceOf[Record]).toJson
  }

  private object Circe extends Subject {
    private given io.circe.Codec[Address] = semiauto.deriveCodec
    private given io.circe.Codec[Person] = semiauto.deriveCodec
    private given io.circe.Codec[Friend] = semiauto.deriveCodec
    private given io.circe.Codec[Pet] = semiauto.deriveCodec
    private given io.circe.Codec[Record] = semiauto.deriveCodec
    def read(text: Array[Byte]): Record = io.circe.jawn.decodeByteArray[Record](text).fold(throw _, identity)
    def readString(text: String): Record = io.circe.jawn.decode[Record](text).fold(throw _, identity)
    def write(record: AnyRef): Array[Byte] = writeString(record).getBytes(UTF_8)
    def writeString(record: AnyRef): String =
      io.circe.Encoder[Record].apply(record.asInstanceOf[Record]).noSpaces
  }
}
