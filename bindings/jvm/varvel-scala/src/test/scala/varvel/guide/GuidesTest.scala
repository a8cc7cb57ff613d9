package varvel.guide

import java.nio.file.{Files, Path}
import org.junit.jupiter.api.Assertions.{assertEquals, assertTrue}
import org.junit.jupiter.api.Test
import scala.util.Try
import varvel.*

/** The guides for users of other libraries: each row has a test or a reason, and each program runs. */
class GuidesTest {
  private val folder = Path.of("../../../docs/guide")

  private def page(name: String): List[String] = Files.readString(folder.resolve(name)).linesIterator.toList

  /** Returns the cells of the rows of all tables of features. */
  private def rows(page: List[String]): List[List[String]] = {
    val tables = page.foldLeft((List.empty[List[String]], false)) { case ((rows, inTable), line) =>
      if line == "| feature | here | test |" then (rows, true)
      else if inTable && line.startsWith("| ") then (rows :+ cells(line), true)
      else (rows, inTable && line.startsWith("|---"))
    }
    tables._1
  }

  private def cells(row: String): List[String] =
    row.replace("\\|", "\u0000").split('|').toList.drop(1).map(_.strip.replace("\u0000", "|"))

  private val link = """\[([^\]]+)\]\(([^)]+\.scala)\)""".r
  private val notHere = """\*not here\*: (.+)""".r

  /** Says what is wrong with a row, if anything is. */
  private def wrong(row: List[String]): Option[String] = row match {
    case List(feature, notHere(reason), "–") => Option.when(reason.split(' ').length < 4)(s"$feature: there is no reason")
    case List(feature, how, tests) =>
      val found = link.findAllMatchIn(tests).map(one => (one.group(1), one.group(2))).toList
      val missing = found.filterNot(isTest)
      if how.isEmpty || found.isEmpty then Some(s"$feature: there is neither a test nor a reason")
      else if link.replaceAllIn(tests, "").exists(letter => letter != ',' && letter != ' ') then Some(s"$feature: not only links: $tests")
      else missing.headOption.map((name, file) => s"$feature: there is no test $name in $file")
    case cells => Some(s"${cells.size} cells: $cells")
  }

  /** Returns whether a method is a test of the class that a file has. */
  private def isTest(name: String, file: String): Boolean = {
    val source = folder.resolve(file).normalize
    Files.exists(source) && {
      val inPackage = Files.readString(source).linesIterator.collectFirst { case s"package $name" => name }.get
      val simple = source.getFileName.toString.stripSuffix(".scala")
      val methods = Try(Class.forName(s"$inPackage.$simple")).toOption.toList.flatMap(_.getDeclaredMethods)
      methods.exists(method => method.getName == name && method.isAnnotationPresent(classOf[Test]))
    }
  }

  private def check(name: String, count: Int): Unit = {
    val all = rows(page(name))
    assertEquals(Nil, all.flatMap(wrong))
    assertEquals(count, all.size)
    assertEquals(count, all.map(_.head).distinct.size)
  }

  @Test def each_row_of_scalajack_has_a_test_or_a_reason(): Unit = check("from-scalajack.md", 56)

  @Test def each_row_of_jsoniter_has_a_test_or_a_reason(): Unit = check("from-jsoniter.md", 24)

  @Test def rows_without_a_test_are_found(): Unit = {
    val file = "../../bindings/jvm/varvel-scala/src/test/scala/varvel/guide/GuidesTest.scala"
    assertEquals(None, wrong(List("a", "`b`", s"[rows_without_a_test_are_found]($file)")))
    assertEquals(Some(s"a: there is no test wrong in $file"), wrong(List("a", "`b`", s"[wrong]($file)")))
    assertEquals(Some("a: there is no test x in none.scala"), wrong(List("a", "`b`", "[x](none.scala)")))
    assertEquals(Some("a: there is neither a test nor a reason"), wrong(List("a", "`b`", "–")))
    assertEquals(Some("a: there is no reason"), wrong(List("a", "*not here*: no", "–")))
  }

  @Test def the_programs_are_compiled(): Unit = {
    val compiled = Files.readString(Path.of("src/test/scala/varvel/guide/Programs.scala")).linesIterator.map(_.strip).mkString("\n")
    for name <- List("from-scalajack.md", "from-jsoniter.md") do {
      val text = Files.readString(folder.resolve(name))
      val blocks = """(?s)```(\w*)\n(.*?)```""".r.findAllMatchIn(text).toList
      assertTrue(blocks.nonEmpty)
      for block <- blocks do {
        assertEquals("scala", block.group(1))
        val code = block.group(2).linesIterator.map(_.strip).mkString("\n")
        assertTrue(compiled.contains(code), code)
      }
    }
  }

  @Test def the_programs_do_the_same(): Unit = {
    val text = """{"order_id":7,"lines":{"pen":2},"payment":{"kind":"Card","card_number":"1"}}"""
    val discounted = text.replace("2}", "2,\"discount\":1}")
    assertEquals(discounted, WithJsoniter.discounted(text))
    assertEquals(discounted, FromJsoniter.discounted(text))
    val other = """{"id":7,"lines":{},"payment":{"kind":"Transfer","iban":"D","note":null}}"""
    assertEquals(other.replace("{}", "{\"discount\":1}"), FromScalaJack.discounted(other))
  }
}
