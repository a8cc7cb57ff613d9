package varvel

import dev.varvel.{Duplicates, Limits, VarvelException}
import dev.varvel.json.JsonOptions
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

case class Node(value: Int, next: Option[Node] = None) derives Codec

case class Settings(name: String = "none", level: Int = 3, ratio: Option[Double], tags: List[Long] = Nil)
    derives Codec

case class Retry(most: Option[Int] = Some(3), pause: Option[Int] = None) derives Codec

case class Asked(`a?`: Int) derives Codec

case class Wide(
    f00: Int, f01: Int, f02: Int, f03: Int, f04: Int, f05: Int, f06: Int, f07: Int, f08: Int, f09: Int,
    f10: Int, f11: Int, f12: Int, f13: Int, f14: Int, f15: Int, f16: Int, f17: Int, f18: Int, f19: Int,
    f20: Int, f21: Int, f22: Int, f23: Int, f24: Int, f25: Int, f26: Int, f27: Int, f28: Int, f29: Int,
    f30: Int, f31: Int, f32: Int, f33: Int, f34: Int, f35: Int, f36: Int, f37: Int, f38: Int, f39: Int,
    f40: Int, f41: Int, f42: Int, f43: Int, f44: Int, f45: Int, f46: Int, f47: Int, f48: Int, f49: Int,
    f50: Int, f51: Int, f52: Int, f53: Int, f54: Int, f55: Int, f56: Int, f57: Int, f58: Int, f59: Int,
    f60: Int, f61: Int, f62: Int, f63: Int, f64: Int, f65: Int
) derives Codec

class RecordTest {
  private val text =
    """{"person":{"name":"Anna","age":33,"address":{"street":"Hauptstraße 1","city":"Wien","state":"W","postal_code":"1010"},"email":"a@b.example","phone_numbers":["1","2"],"is_employed":true},"hobbies":["go"],"friends":[{"name":"Bo","age":-5,"email":"b\n"}],"pets":[]}"""

  private def refused(text: String): VarvelException =
    assertThrows(classOf[VarvelException], () => json.read[Record](text))

  @Test def the_record_is_read_and_written(): Unit = {
    val record = json.read[Record](text)
    assertEquals(33, record.person.age)
    assertEquals("b\n", record.friends.head.email)
    assertEquals(text, record.toJson)
    assertEquals(text, new String(record.toJsonBytes, "UTF-8"))
    assertEquals(record, text.fromJson[Record])
  }

  @Test def members_come_in_any_order(): Unit = {
    val friend = json.read[Friend](""" { "email" : "e", "other": [{"a":[1]}], "age": 2, "name":"n" } """)
    assertEquals(Friend("n", 2, "e"), friend)
    val escaped = json.read[Friend](""" { "\u0065mail" : "e", "age": 2, "n\u0061me":"n" } """)
    assertEquals(friend, escaped)
  }

  @Test def defaults_and_options_stand_for_members_that_do_not_come(): Unit = {
    assertEquals(Settings("none", 3, None, Nil), json.read[Settings]("{}"))
    assertEquals(Settings("a", 4, Some(0.5), List(1)), json.read[Settings]("""{"tags":[1],"ratio":5e-1,"level":4,"name":"a"}"""))
    assertEquals("""{"name":"none","level":3,"tags":[]}""", json.read[Settings]("{}").toJson)
  }

  @Test def what_is_written_is_read_as_it_was(): Unit =
    for retry <- List(Retry(), Retry(None), Retry(Some(1), Some(2))) do
      assertEquals(retry, json.read[Retry](retry.toJson))
    assertEquals("""{"most":null}""", Retry(None).toJson)

  @Test def a_document_may_be_a_list(): Unit = {
    val retries = List(Retry(Some(1)), Retry())
    assertEquals("""[{"most":1},{"most":3}]""", retries.toJson)
    assertEquals(retries, json.read[List[Retry]](" [{\"most\" : 1}, {}] "))
    assertEquals(Nil, json.read[List[List[Retry]]]("[]"))
    val error = assertThrows(classOf[VarvelException], () => json.read[List[List[Retry]]]("[[], 1]"))
    assertEquals((15, "$[1]"), (error.number, error.path))
  }

  @Test def a_class_may_hold_itself(): Unit = {
    val node = Node(1, Some(Node(2)))
    assertEquals("""{"value":1,"next":{"value":2}}""", node.toJson)
    assertEquals(node, json.read[Node](node.toJson))
    val deep = """{"value":1,"next":""" * 500
    val error = assertThrows(classOf[VarvelException], () => json.read[Node](deep))
    assertEquals((11, 18L * 128), (error.number, error.offset))
  }

  @Test def more_members_than_a_word_has_bits(): Unit = {
    val members = (0 to 65).map(number => f""""f$number%02d":$number""")
    val text = members.mkString("{", ",", "}")
    assertEquals(text, json.read[Wide](text).toJson)
    val error = assertThrows(classOf[VarvelException], () => json.read[Wide](members.init.mkString("{", ",", "}")))
    assertEquals((16, "a member `f65`"), (error.number, error.expected))
    val twice = members.appended(""""f65":1""").mkString("{", ",", "}")
    assertEquals(10, assertThrows(classOf[VarvelException], () => json.read[Wide](twice)).number)
  }

  @Test def errors_have_number_place_and_path(): Unit = {
    val wrong = refused(text.replace("-5", "\"5\""))
    assertEquals((15, "$.friends[0].age", "an integer", "a string"), (wrong.number, wrong.path, wrong.expected, wrong.found))
    val missing = refused(text.replace(",\"city\":\"Wien\"", ""))
    assertEquals((16, "$.person.address"), (missing.number, missing.path))
    assertEquals(text.indexOf("""{"street"""), missing.offset)
    val large = refused(text.replace("33", "3333333333"))
    assertEquals((5, "$.person.age"), (large.number, large.path))
    val cut = refused("""{"person":{"name":"Anna","age":""")
    assertEquals((2, "$.person.age", 31L), (cut.number, cut.path, cut.offset))
  }

  @Test def a_key_that_comes_twice_is_an_error_unless_the_options_say_which_counts(): Unit = {
    val twice = """{"value":1,"value":2}"""
    val error = assertThrows(classOf[VarvelException], () => json.read[Node](twice))
    assertEquals((10, "$.value", 11L), (error.number, error.path, error.offset))
    def by(policy: Duplicates) = json.read[Node](twice, JsonOptions.STRICT.withDuplicates(policy)).value
    assertEquals(1, by(Duplicates.FIRST))
    assertEquals(2, by(Duplicates.LAST))
  }

  @Test def half_of_a_surrogate_pair_is_refused_both_ways(): Unit = {
    val read = assertThrows(classOf[VarvelException], () => json.read[Friend]("{\"name\":\"?\ud83f\"}"))
    assertEquals((8, 10L), (read.number, read.offset))
    // A question mark elsewhere, beside other characters, in a key, and in what is skipped.
    assertEquals("?ä?", json.read[Friend]("{\"name\":\"?ä?\",\"age\":1,\"email\":\"\"}").name)
    for wrong <- List("{\"name\":\"ä?\ud83f\"}", "{\"?\ud83f\":1}", "{\"other\":[\"\\n\ud83f\"]}", "{\"name\":\ud83f}") do
      assertEquals(8, assertThrows(classOf[VarvelException], () => json.read[Friend](wrong)).number, wrong)
    assertEquals(8, assertThrows(classOf[VarvelException], () => json.read[Asked]("{\"a\ud83f\":1}")).number)
    val written = assertThrows(classOf[VarvelException], () => Friend("a\ude00", 1, "").toJson)
    assertEquals(8, written.number)
  }

  @Test def every_truncation_is_refused(): Unit =
    for end <- 0 until text.length do refused(text.substring(0, end))

  @Test def limits_hold(): Unit = {
    val few = JsonOptions.STRICT.withLimits(Limits.DEFAULT.withBytes(10))
    assertEquals(12, assertThrows(classOf[VarvelException], () => json.read[Record](text, few)).number)
  }
}
