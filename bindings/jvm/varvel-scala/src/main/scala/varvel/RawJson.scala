package varvel

import dev.varvel.{Reader, Writer}

/** A value of any kind, as the text that it has in JSON. From other formats it is read as JSON.
  * Numbers are exact in them: MessagePack has those with a fraction that are doubles, and CBOR all of them.
  *
  * @param text
  *   JSON; it is checked when it is written
  */
final case class RawJson(text: String) {
  override def toString: String = text
}

object RawJson {

  private[varvel] val codec: Codec[RawJson] = new Codec[RawJson] {
    def read(reader: Reader): RawJson = RawJson(reader.readJson())
    def write(value: RawJson, writer: Writer): Unit = writer.writeJson(internal.Values.present(value, writer).text)
  }
}
