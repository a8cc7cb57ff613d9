package varvel

import java.net.URLClassLoader
import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.assertEquals
import org.junit.jupiter.api.{Assumptions, Test}

/** Models, codecs and the program that uses them are compiled one after the other: each sees class files of the one before, as
  * between modules and in incremental builds.
  */
class SeparatelyCompiledTest {
  private val version = System.getProperty("scala.own", "3.3.8")

  private val model = """package shop
enum Currency { case EUR, SEK }
case class Line(sku: String, count: Int = 1)
sealed trait Event
case class Paid(cents: Long, in: Currency) extends Event
case object Sent extends Event
object Ids { opaque type Id = Long; def apply(id: Long): Id = id }
case class Order(id: Ids.Id, lines: List[Line], events: Vector[Event])
"""

  private val codecs = """package shop
import varvel.*
object Codecs { given Codec[Order] = Codec.derived }
"""

  private val program = """package shop
import varvel.*
import Codecs.given
object Program {
  def run(text: String): String = json.read[Order](text).toJson
}
"""

  @Test def each_part_by_itself(): Unit = {
    val compiler = ScalaCompiler.of(version)
    Assumptions.assumeTrue(compiler.isDefined, s"the compiler of Scala $version is not in the local repository of Maven")
    val libraries = ScalaCompiler.artifact("org.scala-lang", "scala3-library_3", version).get ++
      List(classOf[Codec[?]], classOf[dev.varvel.Reader]).map(ScalaCompiler.placeOf)
    ScalaCompiler.inFolder { folder =>
      def compile(name: String, text: String): Unit = {
        val source = folder.resolve(s"$name.scala")
        Files.writeString(source, text)
        assertEquals(Nil, compiler.get.compile(List(source), folder :: libraries, folder), name)
      }
      def run(text: String): String = {
        val loader = new URLClassLoader(ScalaCompiler.urls(folder :: libraries), ClassLoader.getPlatformClassLoader)
        try loader.loadClass("shop.Program").getMethod("run", classOf[String]).invoke(null, text).toString
        finally loader.close()
      }
      compile("Model", model)
      compile("Codecs", codecs)
      compile("Program", program)
      val whole = """{"id":7,"lines":[{"sku":"a","count":2}],"events":[{"_hint":"Paid","cents":5,"in":"SEK"},"Sent"]}"""
      assertEquals(whole, run(whole))
      assertEquals(
        """{"id":7,"lines":[{"sku":"a","count":1}],"events":[]}""",
        run("""{"id":7,"lines":[{"sku":"a"}],"events":[]}""")
      )
      // A member more: the model and its codecs are compiled anew, the program is not.
      compile("Model", model.replace("count: Int = 1", "count: Int = 1, note: Option[String] = None"))
      compile("Codecs", codecs)
      val noted = """{"id":7,"lines":[{"sku":"a","count":2,"note":"x"}],"events":[]}"""
      assertEquals(noted, run(noted))
    }
  }
}
