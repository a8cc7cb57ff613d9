package varvel

/** ScalaJack's record, its fields by the names that stand in the documents. */
final case class Record(person: Person, hobbies: List[String], friends: List[Friend], pets: List[Pet])
final case class Person(
    name: String,
    age: Int,
    address: Address,
    email: String,
    phone_numbers: List[String],
    is_employed: Boolean
)
final case class Address(street: String, city: String, state: String, postal_code: String)
final case class Friend(name: String, age: Int, email: String)
final case class Pet(name: String, species: String, age: Int)
