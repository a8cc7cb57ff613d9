package varvel.bench

import com.github.plokhotnyuk.jsoniter_scala.core.*
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}
import io.circe.generic.semiauto
import java.nio.charset.StandardCharsets.UTF_8
import varvel.{json, toJson, toJsonBytes}
import zio.json.{DecoderOps, DeriveJsonDecoder, DeriveJsonEncoder, EncoderOps, JsonDecoder, JsonEncoder}

/** One library: the record from text and to it, as bytes and as a string. */
trait Subject {
  def read(text: Array[Byte]): AnyRef
  def readString(text: String): AnyRef
  def write(record: AnyRef): Array[Byte]
  def writeString(record: AnyRef): String
}

object Subject {

  /** The library of this name. */
  def of(name: String): Subject = name match {
    case "varvel"         => OfVarvel
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
