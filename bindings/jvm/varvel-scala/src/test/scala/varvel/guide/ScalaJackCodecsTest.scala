package varvel.guide

import dev.varvel.VarvelException
import dev.varvel.json.JsonWriter
import java.io.{ByteArrayOutputStream, DataInputStream, InputStream}
import java.nio.file.{Files, Path}
import java.util.concurrent.{Callable, Executors}
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows, assertTrue}
import org.junit.jupiter.api.Test
import scala.jdk.CollectionConverters.*
import varvel.*
import varvel.derivation.Testing

object ScalaJackCodecsTest {
  case class Person(name: String, age: Int) derives Codec
  case class Later(name: String, phone: Option[String])
  final class Cents(val value: Long)
  object Cents {
    given Codec[Cents] = Codec.string.map(text => Cents((BigDecimal(text) * 100).toLongExact))(cents => BigDecimal(cents.value, 2).toString)
  }
  case class Price(net: Cents, all: List[Cents]) derives Codec
}

/** Rows of the guide for users of ScalaJack: codecs, options, errors, and what is around them. */
class ScalaJackCodecsTest extends Testing {
  import ScalaJackCodecsTest.*
  private val text = """{"name":"Ada","age":36}"""

  @Test def one_line_a_type(): Unit = {
    given codec: Codec[Later] = Codec.derived
    assertEquals("""{"name":"Ada"}""", json.write(Later("Ada", None)))
    assertEquals(Later("Ada", Some("1")), json.read[Later]("""{"name":"Ada","phone":"1"}"""))
    refused[Later]("""{"name":1}""", "$.name", "a string, an integer")
  }

  @Test def lists(): Unit = {
    both(List(Person("Ada", 36), Person("Bo", 1)), s"""[$text,{"name":"Bo","age":1}]""")
    refused[List[Person]](s"""[$text,{"name":"Bo"}]""", "$[1]", "a member `age`")
  }

  @Test def extension_syntax(): Unit = {
    assertEquals(text, Person("Ada", 36).toJson)
    assertEquals(Person("Ada", 36), text.fromJson[Person])
    assertEquals(text, String(Person("Ada", 36).toJsonBytes, "UTF-8"))
  }

  @Test def own_codecs(): Unit = {
    val text = """{"net":"1.50","all":["0.02"]}"""
    val price = json.read[Price](text)
    assertEquals((150L, List(2L)), (price.net.value, price.all.map(_.value)))
    assertEquals(text, price.toJson)
    val error = assertThrows(classOf[VarvelException], () => json.read[Price]("""{"net":"x"}"""))
    assertEquals("$.net", error.path)
  }

  @Test def threads(): Unit = {
    val threads = Executors.newFixedThreadPool(4)
    try {
      val work: Callable[Boolean] = () =>
        (0 until 2000).forall { age =>
          val person = Person("p" * (age % 50), age)
          json.read[Person](person.toJson) == person
        }
      assertTrue(threads.invokeAll(List.fill(8)(work).asJava).asScala.forall(_.get))
    } finally threads.shutdown()
  }

  @Test def a_buffer_is_used_again(): Unit = {
    val writer = JsonWriter()
    val out = ByteArrayOutputStream()
    var capacity = 0
    for age <- 1 to 3 do {
      writer.reset()
      Codec[Person].write(Person("Ada", age), writer)
      writer.writeTo(out)
      if age == 1 then capacity = writer.capacity
      assertEquals(capacity, writer.capacity)
    }
    assertEquals((1 to 3).map(age => s"""{"name":"Ada","age":$age}""").mkString, out.toString("UTF-8"))
  }

  @Test def other_formats(): Unit = {
    val people = List(Person("Ada", 36))
    assertEquals(people, msgpack.read[List[Person]](msgpack.write(people)))
    assertEquals(people, cbor.read[List[Person]](cbor.write(people)))
    assertEquals(people, frozen.read[List[Person]](frozen.write(people)))
    val error = assertThrows(classOf[VarvelException], () => msgpack.read[List[Person]](msgpack.write(List(Map("name" -> 1)))))
    assertEquals("$[0].name", error.path)
  }

  @Test def the_artifact(): Unit = {
    val guide = Files.readString(Path.of("../../../docs/guide/from-scalajack.md"))
    val pom = Files.readString(Path.of("pom.xml"))
    assertTrue(pom.contains("<artifactId>varvel-scala_3</artifactId>") && pom.contains("<version>0.1.0</version>"))
    assertTrue(guide.contains("\"dev.varvel\" %% \"varvel-scala\" % \"0.1.0\""))
  }

  private def file(name: String): DataInputStream = DataInputStream(classOf[Codec[?]].getResourceAsStream(name): InputStream)

  @Test def java_17_and_scala_3_3(): Unit = {
    for name <- List("/varvel/Codec.class", "/dev/varvel/Codec.class") do {
      val in = file(name)
      in.skipBytes(6)
      assertTrue(in.readUnsignedShort <= 61, "Java 17 can load it")
    }
    // Four bytes of a mark, then the numbers of the version, each by seven bits a byte.
    val in = file("/varvel/Codec.tasty")
    in.skipBytes(4)
    assertEquals((28, 3), (in.readUnsignedByte & 127, in.readUnsignedByte & 127), "what Scala 3.3 and all later ones can use")
  }
}
