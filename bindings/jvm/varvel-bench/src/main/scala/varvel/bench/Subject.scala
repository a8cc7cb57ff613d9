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
import varvel.{Codec, json, toJson, toJsonBytes}
import zio.json.{DecoderOps, DeriveJsonDecoder, DeriveJsonEncoder, EncoderOps, JsonDecoder, JsonEncoder}

/** One library: the record from text and to it, as bytes and as a string. */
trait Subject {
  def read(text: Array[Byte]): AnyRef
  def readString(text: String): AnyRef
  def write(record: AnyRef): Array[Byte]
  def writeString(record: AnyRef): String

  /** The document of this text of JSON in the format that is read. */
  def document(text: Array[Byte]): Array[Byte] = text
}

object Subject {

  /** The library of this name. */
  def of(name: String): Subject = name match {
    case "varvel"         => OfVarvel
    case "varvel-msgpack" => OfMessagePack
    case "varvel-cbor"    => OfCbor
    case "varvel-frozen"  => OfFrozen
    case "jsoniter-scala" => Jsoniter
    case "fory-json"      => new Fory
    case "zio-json"       => ZioJson
    case "circe"          => Circe
  }

  private object OfVarvel extends Subject {
    def read(text: Array[Byte]): Record = json.read[Record](text)
    def readString(text: String): Record = json.read[Record](text)
    def write(record: AnyRef): Array[Byte] = record.asInstanceOf[Record].toJsonBytes
    def writeString(record: AnyRef): String = record.asInstanceOf[Record].toJson
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

  /** Documents are opened, and so checked, once. */
  private object OfFrozen extends Binary {
    private val opened = ArrayBuffer.empty[Frozen]
    private var next = 0
    def read(bytes: Array[Byte]): Record = {
      // The documents come in turn.
      next = if next + 1 < opened.length then next + 1 else 0
      if next >= opened.length || (opened(next).bytes() ne bytes) then open(bytes)
      opened(next).read(codec)
    }
    private def open(bytes: Array[Byte]): Unit = {
      next = opened.indexWhere(_.bytes() eq bytes)
      if next < 0 then {
        opened += Frozen.open(bytes)
        next = opened.length - 1
      }
    }
    def write(record: AnyRef): Array[Byte] = Frozen.freeze(record.asInstanceOf[Record], codec).bytes()
    protected def copy(bytes: Array[Byte], writer: Writer): Unit = Frozen.open(bytes).root().writeTo(writer)
    override def document(text: Array[Byte]): Array[Byte] = Frozen.fromJson(text).bytes()
  }

  private object Jsoniter extends Subject {
    // Empty lists are written, as by the others.
    private given JsonValueCodec[Record] = JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false))
    def read(text: Array[Byte]): Record = readFromArray[Record](text)
    def readString(text: String): Record = readFromString[Record](text)
    def write(record: AnyRef): Array[Byte] = writeToArray(record.asInstanceOf[Record])
    def writeString(record: AnyRef): String = writeToString(record.asInstanceOf[Record])
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
