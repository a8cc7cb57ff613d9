package varvel.bench;

import java.util.List;
import org.apache.fory.json.ForyJson;

/** fory-json, with records of Java. */
final class Fory implements Subject {
  /** ScalaJack's record. */
  public record OfRecord(
      OfPerson person, List<String> hobbies, List<OfFriend> friends, List<OfPet> pets) {}

  /** The person of the record. */
  public record OfPerson(
      String name,
      int age,
      OfAddress address,
      String email,
      List<String> phone_numbers,
      boolean is_employed) {}

  /** The address of the person. */
  public record OfAddress(String street, String city, String state, String postal_code) {}

  /** A friend. */
  public record OfFriend(String name, int age, String email) {}

  /** A pet. */
  public record OfPet(String name, String species, int age) {}

  // Compiled in another thread, the codecs come when they come, and times differ by a factor of
  // two.
  private final ForyJson fory = ForyJson.builder().withAsyncCompilation(false).build();

  @Override
  public Object read(byte[] text) {
    return fory.fromJson(text, OfRecord.class);
  }

  @Override
  public Object readString(String text) {
    return fory.fromJson(text, OfRecord.class);
  }

  @Override
  public byte[] write(Object record) {
    return fory.toJsonBytes(record);
  }

  @Override
  public String writeString(Object record) {
    return fory.toJson(record);
  }
}
