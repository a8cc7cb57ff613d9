package varvel

import dev.varvel.VarvelException
import org.junit.jupiter.api.Assertions.{assertEquals, assertThrows}
import org.junit.jupiter.api.Test

class RecordTest {
  private val text =
    """{"person":{"name":"Anna","age":33,"address":{"street":"Hauptstraße 1","city":"Wien","state":"W","postal_code":"1010"},"email":"a@b.example","phone_numbers":["1","2"],"is_employed":true},"hobbies":["go"],"friends":[{"name":"Bo","age":-5,"email":"b\n"}],"pets":[]}"""

  @Test def the_record_is_read_and_written(): Unit = {
    val record = json.read[Record](text)
    assertEquals(33, record.person.age)
    assertEquals("b\n", record.friends.head.email)
    assertEquals(text, record.toJson)
    assertEquals(text, new String(record.toJsonBytes, "UTF-8"))
  }

  @Test def members_come_in_any_order(): Unit = {
    val friend = json.read[Friend](""" { "email" : "e", "other": [{"a":[1]}], "age": 2, "name":"n" } """)
    assertEquals(Friend("n", 2, "e"), friend)
  }

  @Test def every_truncation_is_refused(): Unit =
    for end <- 0 until text.length do
      assertThrows(classOf[VarvelException], () => json.read[Record](text.substring(0, end)))
}
