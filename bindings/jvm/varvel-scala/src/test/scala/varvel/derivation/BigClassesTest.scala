package varvel.derivation

import dev.varvel.VarvelException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.util.Random
import varvel.*

class BigClassesTest extends Testing {

  private def check[A <: Product](sample: String => A)(using codec: Codec[A]): Unit = {
    val fields = classNameFields[A](sample)
    val whole = fields.mkString("{", ",", "}")
    assertEquals(whole, sample(whole).toJson)
    val shuffled = Random(7).shuffle(fields).mkString("{", ",", "}")
    assertEquals(sample(whole), json.read[A](shuffled))
    for i <- fields.indices do {
      val name = s"f$i"
      val lacking = assertThrows(classOf[VarvelException], () => sample(fields.patch(i, Nil, 1).mkString("{", ",", "}")))
      assertEquals((16, s"a member `$name`"), (lacking.number, lacking.expected))
      val twice = assertThrows(classOf[VarvelException], () => sample((fields :+ fields(i)).mkString("{", ",", "}")))
      assertEquals((10, s"$$.$name"), (twice.number, twice.path))
    }
  }

  /** Finds the members one by one, by what the errors ask for. */
  private def classNameFields[A](sample: String => A): List[String] = {
    val values = List("1", "1.5", "\"s\"", "true")
    def grow(found: List[String]): List[String] =
      try {
        sample(found.mkString("{", ",", "}"))
        found
      } catch {
        case error: VarvelException =>
          val name = error.expected.split('`')(1)
          val value = values.find { value =>
            val next = (found :+ s"\"$name\":$value").mkString("{", ",", "}")
            try { sample(next); true }
            catch { case error: VarvelException => error.number == 16 }
          }
          grow(found :+ s"\"$name\":${if value.contains("1") && isDouble(sample, found, name) then "1.5" else value.get}")
      }
    grow(Nil)
  }

  private def isDouble[A](sample: String => A, found: List[String], name: String): Boolean =
    try { sample((found :+ s"\"$name\":1.5").mkString("{", ",", "}")); true }
    catch { case error: VarvelException => error.number == 16 }

  @Test def around_a_word_of_bits(): Unit = {
    check(json.read[Fields31](_))
    check(json.read[Fields32](_))
    check(json.read[Fields33](_))
    check(json.read[Fields63](_))
    check(json.read[Fields64](_))
    check(json.read[Fields65](_))
  }

  @Test def many_members(): Unit = {
    check(json.read[Fields96](_))
    check(json.read[Fields200](_))
  }

  @Test def no_method_is_too_large_for_the_compiler_of_the_machine(): Unit = {
    // HotSpot compiles no method of more than 8,000 bytes of code; a file of class has them all.
    val name = Codec[Fields200].getClass.getName
    val file = getClass.getResourceAsStream("/" + name.replace('.', '/') + ".class")
    assertTrue(file.readAllBytes().length > 0)
    for n <- List(classOf[Fields64], classOf[Fields200]) do {
      val code = CodeSizes.of(n.getName + "$")
      assertTrue(code.nonEmpty && code.forall(_._2 < 8000), code.filter(_._2 >= 8000).toString)
    }
  }
}
