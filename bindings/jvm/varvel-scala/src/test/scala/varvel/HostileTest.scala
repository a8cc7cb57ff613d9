package varvel

import dev.varvel.{Duplicates, VarvelException}
import dev.varvel.json.{JsonOptions, JsonReader}
import java.nio.charset.StandardCharsets.UTF_8
import org.junit.jupiter.api.Assertions.{assertArrayEquals, assertEquals, assertTrue}
import org.junit.jupiter.api.Test
import scala.util.Random

case class Leaf(i: Int, l: Long, d: Double, f: Float, b: Boolean, s: String) derives Codec
case class Tree(
    leaf: Leaf,
    `a key of more than sixteen bytes`: Option[Leaf],
    many: List[List[Leaf]],
    `é-"`: Option[List[Option[Int]]] = Some(Nil),
    next: Option[Tree] = None,
    last: Option[String]
) derives Codec

/** Derived codecs and what is wrong, or right in another way. */
class HostileTest {
  private val random = Random(42)

  private def text(): String =
    Seq.fill(random.nextInt(20))(random.nextInt(6) match {
      case 0 => "\ud83d\ude00"
      case 1 => "é"
      case 2 => random.nextInt(32).toChar.toString
      case _ => (32 + random.nextInt(95)).toChar.toString
    }).mkString

  private def finite(value: Double): Double = if value.isNaN || value.isInfinite then 0.5 else value

  private def leaf(): Leaf = {
    val float = java.lang.Float.intBitsToFloat(random.nextInt())
    Leaf(
      random.nextInt() >> random.nextInt(32),
      random.nextLong() >> random.nextInt(64),
      finite(java.lang.Double.longBitsToDouble(random.nextLong())),
      if float.isNaN || float.isInfinite then 1 else float,
      random.nextBoolean(),
      text()
    )
  }

  private def maybe[A](value: => A): Option[A] = if random.nextBoolean() then Some(value) else None

  private def some[A](value: => A): List[A] = List.fill(random.nextInt(4))(value)

  private def tree(depth: Int): Tree =
    Tree(
      leaf(),
      maybe(leaf()),
      some(some(leaf())),
      maybe(some(maybe(random.nextInt()))),
      if depth < 5 then maybe(tree(depth + 1)) else None,
      maybe(text())
    )

  @Test def what_is_written_is_read(): Unit =
    for _ <- 0 until 2000 do {
      val value = tree(0)
      val bytes = value.toJsonBytes
      assertEquals(value, json.read[Tree](bytes))
      assertEquals(value, json.read[Tree](value.toJson, JsonOptions.JSON5))
      assertArrayEquals(bytes, value.toJson.getBytes(UTF_8))
    }

  /** Reads a part of an array, with bytes around it that must not matter. */
  private def outcome(text: Array[Byte], around: Array[Byte], options: JsonOptions): Any = {
    val all = around ++ text ++ around
    try {
      val reader = JsonReader(all, around.length, around.length + text.length, options)
      val value = Codec[Tree].read(reader)
      reader.finish()
      value
    } catch {
      case e: VarvelException =>
        assertTrue(e.offset >= 0 && e.offset <= text.length, e.getMessage)
        e.report
    }
  }

  private val last = JsonOptions.STRICT.withDuplicates(Duplicates.LAST)
  private val options = Array(JsonOptions.STRICT, JsonOptions.JSON5, last)

  private def check(text: Array[Byte], draw: Int): Unit = {
    val how = options(draw % options.length)
    val trap = "0\"]}:1,\"]}e5".getBytes(UTF_8)
    assertEquals(outcome(text, Array(), how), outcome(text, trap, how), String(text, UTF_8))
  }

  @Test def every_cut_text_is_refused(): Unit = {
    val bytes = tree(4).toJsonBytes
    for length <- bytes.indices do {
      check(bytes.take(length), length)
      assertTrue(outcome(bytes.take(length), Array(), JsonOptions.STRICT).isInstanceOf[String])
    }
  }

  @Test def changed_bytes_give_a_value_or_an_error(): Unit =
    for round <- 0 until 200 do {
      val bytes = tree(4).toJsonBytes
      for draw <- 0 until 50 do {
        val changed = bytes.clone()
        for _ <- 0 to random.nextInt(2) do {
          val letters = "{}[],:\"\\0-.eE nul\n/'"
          changed(random.nextInt(changed.length)) =
            if random.nextInt(3) == 0 then random.nextInt().toByte
            else letters(random.nextInt(letters.length)).toByte
        }
        check(changed, draw)
      }
    }
}
