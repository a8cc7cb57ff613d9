package varvel

/** Codecs of Scala types. */
trait Codec[A] extends dev.varvel.Codec[A]
