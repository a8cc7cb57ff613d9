package varvel.derivation

import dev.varvel.VarvelException
import java.lang.management.ManagementFactory
import java.util as ju
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.collection.{concurrent, immutable, mutable}
import varvel.*

object FloodTest {
  case class Id(name: String)
  case class Bits(bits: immutable.BitSet, more: List[mutable.BitSet] = Nil) derives Codec
}

/** Keys and items that were made so that tables and sets are slow or large. */
class FloodTest extends Testing {
  import FloodTest.*

  /** How many keys: with a comparison of each with each they take minutes. */
  private val count = 100_000

  /** Strings of one hash: of each two letters there are two pairs that hash alike. */
  private val strings: IndexedSeq[String] = for i <- 0 until count yield {
    val letters = StringBuilder()
    for bit <- 0 until 17 do letters ++= (if (i >> bit & 1) == 0 then "Aa" else "BB")
    letters.toString
  }

  /** Integers of 64 bits of one hash: their halves are the same but for the sign. */
  private val longs: IndexedSeq[Long] = for i <- 0 until count yield (i + 1L) << 32 | (i + 1L)

  private val inSet = strings.map(text => s"\"$text\"").mkString("[", ",", "]")
  private val inMap = strings.map(text => s"\"$text\":1").mkString("{", ",", "}")
  private val longMap = longs.map(number => s"\"$number\":1").mkString("{", ",", "}")

  /** Nanoseconds for which the processor worked for this thread. A clock would also count what else runs. */
  private def worked(): Long = ManagementFactory.getThreadMXBean.getCurrentThreadCpuTime

  /** Reads a text, which is refused or read, but soon. */
  private def soon[A](text: String)(using Codec[A]): Either[VarvelException, A] = {
    val before = worked()
    val read =
      try Right(json.read[A](text))
      catch { case error: VarvelException => Left(error) }
    assertTrue(worked() - before < 20_000_000_000L)
    read
  }

  private def refusedSoon[A](text: String, words: String)(using Codec[A]): Unit =
    soon[A](text) match {
      case Left(error) => assertEquals(("$", s"$words that have different hashes"), (error.path, error.expected))
      case Right(_)    => throw new AssertionError("read")
    }

  @Test def maps(): Unit = {
    assertEquals(1, strings.map(_.hashCode).distinct.size)
    refusedSoon[Map[String, Int]](inMap, "keys")
    refusedSoon[immutable.VectorMap[String, Int]](inMap, "keys")
    refusedSoon[mutable.HashMap[String, Int]](inMap, "keys")
    refusedSoon[mutable.LinkedHashMap[String, Int]](inMap, "keys")
    refusedSoon[concurrent.TrieMap[String, Int]](inMap, "keys")
    refusedSoon[ju.HashMap[String, Int]](inMap, "keys")
    refusedSoon[ju.Map[String, Int]](inMap, "keys")
    refusedSoon[ju.concurrent.ConcurrentHashMap[String, Int]](inMap, "keys")
    refusedSoon[Any](inMap, "keys")(using Codec.any)
    assertEquals(1, longs.map(_.##).distinct.size)
    refusedSoon[Map[Long, Int]](longMap, "keys")
    refusedSoon[mutable.LongMap[Int]](longMap, "keys")
  }

  @Test def sets(): Unit = {
    refusedSoon[Set[String]](inSet, "items")
    refusedSoon[immutable.ListSet[String]](inSet, "items")
    refusedSoon[mutable.HashSet[String]](inSet, "items")
    refusedSoon[mutable.LinkedHashSet[String]](inSet, "items")
    refusedSoon[ju.Set[String]](inSet, "items")
    refusedSoon[ju.HashSet[String]](inSet, "items")
    refusedSoon[Set[Long]](longs.mkString("[", ",", "]"), "items")
    given Codec[Set[Id]] = Codec.derived
    refusedSoon[Set[Id]](strings.map(text => s"{\"name\":\"$text\"}").mkString("[", ",", "]"), "items")
  }

  @Test def sorted_ones_and_rows_take_all(): Unit = {
    assertEquals(count, soon[immutable.TreeMap[String, Int]](inMap).toOption.get.size)
    assertEquals(count, soon[ju.TreeMap[String, Int]](inMap).toOption.get.size)
    val twice = inMap.replace("}", s",\"${strings(0)}\":2}")
    val first = dev.varvel.json.JsonOptions.STRICT.withDuplicates(dev.varvel.Duplicates.FIRST)
    assertEquals(1, json.read[immutable.TreeMap[String, Int]](twice, first)(strings(0)))
    refused[immutable.TreeMap[String, Int]](twice, "$." + strings(0), s"each key once, \"${strings(0)}\" again")
    assertEquals(count, soon[immutable.LongMap[Int]](longMap).toOption.get.size)
    assertEquals(count, soon[immutable.TreeSet[String]](inSet).toOption.get.size)
    assertEquals(count, soon[ju.TreeSet[String]](inSet).toOption.get.size)
    assertEquals(count, soon[Vector[String]](inSet).toOption.get.size)
    assertEquals(count, soon[ju.concurrent.CopyOnWriteArrayList[String]](inSet).toOption.get.size)
  }

  @Test def keys_that_are_hashed_alike_by_chance_are_taken(): Unit = {
    // Places in a square, each as two halves of a key: a hash is that of hundreds of them.
    val places = for x <- 0 until 200; y <- 0 until 200 yield x.toLong << 32 | y
    assertEquals(places.size, json.read[Map[Long, Int]](places.map(place => s"\"$place\":1").mkString("{", ",", "}")).size)
    assertEquals(places.toSet, json.read[Set[Long]](places.mkString("[", ",", "]")))
    val few = inSet.substring(0, inSet.indexOf(strings(1000)) - 2) + "]"
    assertEquals(1000, json.read[Set[String]](few).size)
  }

  @Test def items_that_are_equal_are_taken(): Unit = {
    assertEquals(Set("a", "b"), json.read[Set[String]](Seq.fill(50_000)("\"a\",\"b\"").mkString("[", ",", "]")))
    val last = dev.varvel.json.JsonOptions.STRICT.withDuplicates(dev.varvel.Duplicates.LAST)
    assertEquals(Map("a" -> 1), json.read[Map[String, Int]](Seq.fill(50_000)("\"a\":1").mkString("{", ",", "}"), last))
  }

  @Test def long_numbers(): Unit = {
    val digits = "7" * 500_000
    assertEquals(BigInt(7), soon[BigInt](digits).toOption.get % 10)
    assertEquals(500_001, soon[BigDecimal](s"1.$digits").toOption.get.precision)
    assertEquals(Left("a decimal whose exponent is at most 6144"), soon[BigDecimal]("1e-499999").left.map(_.expected))
    assertTrue(soon[List[Double]](s"[$digits]").isLeft)
    assertEquals(Right(7.777777777777778), soon[Double](s"7.$digits"))
  }

  @Test def sets_of_bits(): Unit = {
    both(Bits(immutable.BitSet(1, 65535)), """{"bits":[1,65535],"more":[]}""")
    refused[Bits]("""{"bits":[3,2147483647,4]}""", "$.bits[1]", "an integer below 65536 in a set of bits")
    refused[Bits]("""{"bits":[],"more":[[],[65536]]}""", "$.more[1][0]", "an integer below 65536 in a set of bits")
    refused[Bits]("""{"bits":[3,-1]}""", "$.bits[1]", "an integer that is not negative")
    val many = immutable.BitSet.fromSpecific((0 until 1000) :+ 1_000_000)
    both(Bits(many), s"""{"bits":${many.mkString("[", ",", "]")},"more":[]}""")
    assertThrows(classOf[VarvelException], () => json.read[immutable.BitSet]("[2147483647]"))
  }
}
