package varvel

import java.nio.charset.StandardCharsets.UTF_8

import com.github.plokhotnyuk.jsoniter_scala.core.{JsonValueCodec, readFromArray, writeToArray}
import com.github.plokhotnyuk.jsoniter_scala.macros.{CodecMakerConfig, JsonCodecMaker}
import io.circe.generic.semiauto
import zio.json.{DecoderOps, DeriveJsonDecoder, DeriveJsonEncoder, EncoderOps, JsonDecoder, JsonEncoder}

/** One library: the record from UTF-8 and to it. */
trait Codec {
  def read(document: Array[Byte]): Record
  def write(record: Record): Array[Byte]
}

object Codec {

  /** The codec of the library of this name. */
  def of(library: String): Codec = library match {
    case "jsoniter-scala" => Jsoniter
    case "zio-json"       => ZioJson
    case "circe"          => Circe
  }

  private object Jsoniter extends Codec {
    // Empty lists are written, as by the others.
    private given JsonValueCodec[Record] = JsonCodecMaker.make(CodecMakerConfig.withTransientEmpty(false))
    def read(document: Array[Byte]): Record = readFromArray[Record](document)
    def write(record: Record): Array[Byte] = writeToArray(record)
  }

  private object ZioJson extends Codec {
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
    def read(document: Array[Byte]): Record =
      new String(document, UTF_8).fromJson[Record].fold(message => throw new Exception(message), identity)
    def write(record: Record): Array[Byte] = record.toJson.getBytes(UTF_8)
  }

  private object Circe extends Codec {
    private given io.circe.Codec[Address] = semiauto.deriveCodec
    private given io.circe.Codec[Person] = semiauto.deriveCodec
    private given io.circe.Codec[Friend] = semiauto.deriveCodec
    private given io.circe.Codec[Pet] = semiauto.deriveCodec
    private given io.circe.Codec[Record] = semiauto.deriveCodec
    def read(document: Array[Byte]): Record =
      io.circe.jawn.decodeByteArray[Record](document).fold(throw _, identity)
    def write(record: Record): Array[Byte] =
      io.circe.Encoder[Record].apply(record).noSpaces.getBytes(UTF_8)
  }
}
