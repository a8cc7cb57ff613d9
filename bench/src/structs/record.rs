//! ScalaJack's record, with owned or borrowed strings.

use serde::{Deserialize, Serialize};
use varvel::{Decode, Encode};

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Encode, Decode)]
pub struct Record<S> {
    pub person: Person<S>,
    pub hobbies: Vec<S>,
    pub friends: Vec<Friend<S>>,
    pub pets: Vec<Pet<S>>,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Encode, Decode)]
pub struct Person<S> {
    pub name: S,
    pub age: u32,
    pub address: Address<S>,
    pub email: S,
    pub phone_numbers: Vec<S>,
    pub is_employed: bool,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Encode, Decode)]
pub struct Address<S> {
    pub street: S,
    pub city: S,
    pub state: S,
    pub postal_code: S,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Encode, Decode)]
pub struct Friend<S> {
    pub name: S,
    pub age: u32,
    pub email: S,
}

#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize, Encode, Decode)]
pub struct Pet<S> {
    pub name: S,
    pub species: S,
    pub age: u32,
}
