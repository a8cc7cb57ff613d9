package varvel

import java.nio.file.Files
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.{Assumptions, Test}

/** What the compiler prints while it makes a codec. */
class CodePrintedTest {
  private val version = System.getProperty("scala.own", "3.3.8")

  private def said(code: String): List[(String, String)] = {
    val compiler = ScalaCompiler.of(version)
    Assumptions.assumeTrue(compiler.isDefined, s"the compiler of Scala $version is not in the local repository of Maven")
    val libraries = ScalaCompiler.artifact("org.scala-lang", "scala3-library_3", version).get ++
      List(classOf[Codec[?]], classOf[dev.varvel.Reader]).map(ScalaCompiler.placeOf)
    ScalaCompiler.inFolder { folder =>
      val source = folder.resolve("Printed.scala")
      Files.writeString(source, s"import varvel.*\ncase class Point(x: Int, name: String)\nobject Printed { $code }\n")
      compiler.get.compile(List(source), libraries, folder)
    }
  }

  @Test def the_code_of_a_codec(): Unit = {
    val printed = said("val codec = Codec.of[Point](Config.withCodePrinted)")
    assertEquals(List("info"), printed.map(_._1))
    val code = printed.head._2
    val parts = List(
      "extends varvel.Codec[Point]", "dev.varvel.Fields.of(\"x\", \"name\")", "def read(reader: dev.varvel.Reader): Point", "reader.readInt()",
      "reader.readString()", "new Point(_x, _name)", "def write(value: Point, writer: dev.varvel.Writer)", "writer.writeInt(value.x)",
      "writer.writeString(value.name)"
    )
    assertEquals(Nil, parts.filterNot(code.contains), code)
  }

  @Test def nothing_without_the_setting(): Unit = assertEquals(Nil, said("val codec = Codec.of[Point](Config.withUnknownRefused)"))
}
