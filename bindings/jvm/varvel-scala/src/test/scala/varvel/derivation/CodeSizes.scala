package varvel.derivation

import java.io.{DataInputStream, File}

/** The bytes of code of the methods in files of classes. */
object CodeSizes {

  /** Returns the sizes of the methods of all classes whose name begins so, by the name of the method. */
  def of(prefix: String): List[(String, Int)] = {
    val folder = File(getClass.getProtectionDomain.getCodeSource.getLocation.toURI)
    val (path, start) = prefix.splitAt(prefix.lastIndexOf('.') + 1)
    val files = File(folder, path.replace('.', '/')).listFiles.filter(file => file.getName.startsWith(start) && file.getName.endsWith(".class"))
    files.toList.flatMap { file =>
      val in = DataInputStream(java.io.FileInputStream(file))
      try methods(in).map((name, size) => (s"${file.getName}: $name", size))
      finally in.close()
    }
  }

  private def methods(in: DataInputStream): List[(String, Int)] = {
    in.skipBytes(8)
    val texts = constants(in)
    in.skipBytes(6)
    for _ <- 0 until in.readUnsignedShort() do in.skipBytes(2)
    members(in, texts)
    members(in, texts)
  }

  private def constants(in: DataInputStream): Array[String] = {
    val count = in.readUnsignedShort()
    val texts = new Array[String](count)
    var i = 1
    while i < count do {
      in.readUnsignedByte() match {
        case 1                                => texts(i) = in.readUTF()
        case 3 | 4 | 9 | 10 | 11 | 12 | 17 | 18 => in.skipBytes(4)
        case 5 | 6 =>
          in.skipBytes(8)
          i += 1
        case 15 => in.skipBytes(3)
        case _  => in.skipBytes(2)
      }
      i += 1
    }
    texts
  }

  private def members(in: DataInputStream, texts: Array[String]): List[(String, Int)] =
    List.fill(in.readUnsignedShort()) {
      in.skipBytes(2)
      val name = texts(in.readUnsignedShort())
      in.skipBytes(2)
      val sizes = List.fill(in.readUnsignedShort()) {
        val attribute = texts(in.readUnsignedShort())
        val length = in.readInt()
        val content = in.readNBytes(length)
        if attribute == "Code" then java.nio.ByteBuffer.wrap(content).getInt(4) else 0
      }
      (name, sizes.maxOption.getOrElse(0))
    }
}
