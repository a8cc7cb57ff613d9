//! Reading a type takes only the allocations that it consists of.

use conformance::alloc::counted;
use varvel::{Decode, Encode, json, msgpack};

#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
struct Record<S> {
    person: Person<S>,
    hobbies: Vec<S>,
    friends: Vec<Friend<S>>,
    pets: Vec<Friend<S>>,
}

#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
struct Person<S> {
    name: S,
    age: u32,
    email: S,
    phone_numbers: Vec<S>,
    is_employed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Encode, Decode)]
struct Friend<S> {
    name: S,
    age: u32,
    email: Option<S>,
}

/// 11 strings in 4 lists and beside them.
const TEXT: &str = r#"{
  "person": {
    "name": "John Doe", "age": 30, "email": "john.doe@example.com",
    "phone_numbers": ["555-555-5555", "555-123-4567"], "is_employed": true
  },
  "hobbies": ["reading", "swimming", "traveling"],
  "friends": [{"name": "Jane Smith", "age": 28, "email": "jane.smith@example.com"}, {"name": "Bob", "age": 32, "email": null}],
  "pets": [{"name": "Fido", "age": 5, "email": null}]
}"#;

#[test]
fn an_owned_record_takes_one_for_each_string_and_list() {
    let read = || json::from_slice::<Record<String>>(TEXT.as_bytes()).unwrap();
    let (record, _, calls) = counted(read);
    assert_eq!(calls, 11 + 4);
    let (copy, _, calls) = counted(|| record.clone());
    assert_eq!((calls, &copy), (11 + 4, &record));

    let packed = msgpack::to_vec(&record).unwrap();
    let (unpacked, _, calls) = counted(|| msgpack::from_slice::<Record<String>>(&packed).unwrap());
    assert_eq!(unpacked, record);
    // One more for the containers that are open.
    assert_eq!(calls, 11 + 4 + 1);
}

#[test]
fn a_borrowed_record_takes_one_for_each_list_and_a_record_that_is_there_none() {
    let (record, _, calls) = counted(|| json::from_slice::<Record<&str>>(TEXT.as_bytes()).unwrap());
    assert_eq!((calls, record.person.name), (4, "John Doe"));

    let mut record: Record<String> = json::from_slice(TEXT.as_bytes()).unwrap();
    let ((), _, calls) = counted(|| json::read_into(TEXT.as_bytes(), &mut record).unwrap());
    assert_eq!(calls, 0);
}

#[test]
fn a_record_is_written_into_one() {
    let record: Record<&str> = json::from_slice(TEXT.as_bytes()).unwrap();
    let (text, _, calls) = counted(|| json::to_vec(&record).unwrap());
    assert_eq!((calls, text.len() < TEXT.len()), (1, true));
}
