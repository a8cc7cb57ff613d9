package varvel.bench

import varvel.Codec

/** ScalaJack's record, its fields by the names that stand in the documents. */
final case class Record(person: Person, hobbies: List[String], friends: List[Friend], pets: List[Pet]) derives Codec
final case class Person(
    name: String,
    age: Int,
    address: Address,
    email: String,
    phone_numbers: List[String],
    is_employed: Boolean
) derives Codec
final case class Address(street: String, city: String, state: String, postal_code: String) derives Codec
final case class Friend(name: String, age: Int, email: String) derives Codec
final case class Pet(name: String, species: String, age: Int) derives Codec
