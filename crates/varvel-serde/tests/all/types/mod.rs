//! Types of every form in serde.
#![allow(dead_code, reason = "each test uses some")]

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use serde::{Deserialize, Serialize};

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unit;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Newtype(pub Option<String>);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tuple(pub i8, pub u64, pub char);

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Named {
    pub first_name: String,
    #[serde(alias = "years", alias = "aged")]
    pub age: u8,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
    #[serde(with = "serde_bytes")]
    pub blob: Vec<u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum External {
    Unit,
    Newtype(i32),
    Tuple(bool, String),
    Struct {
        x: f64,
        y: Option<u16>,
    },
    Nested(Box<External>),
    #[serde(other)]
    Other,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Internal {
    Empty,
    Point { x: i64, y: u64 },
    Wrapped(Named2),
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Named2 {
    pub text: String,
    pub big: u64,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "t", content = "c")]
pub enum Adjacent {
    A,
    B(Vec<i16>),
    C { d: Option<bool> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Untagged {
    Flag(bool),
    Number(i64),
    Large(u64),
    Float(f64),
    Text(String),
    List(Vec<Untagged>),
    Object { inner: Box<Untagged> },
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Flat {
    pub id: u64,
    #[serde(flatten)]
    pub inner: Named2,
    #[serde(flatten)]
    pub rest: BTreeMap<String, Untagged>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Colour {
    Red,
    Green,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Keys {
    pub numbers: BTreeMap<i32, String>,
    pub wide: BTreeMap<u64, bool>,
    pub flags: BTreeMap<bool, u8>,
    pub chars: BTreeMap<char, u8>,
    pub colours: BTreeMap<Colour, u8>,
    pub texts: HashMap<String, u8>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Borrowed<'a> {
    pub plain: &'a str,
    #[serde(borrow)]
    pub either: Cow<'a, str>,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct All {
    pub unit: (),
    pub unit_struct: Unit,
    pub newtype: Newtype,
    pub tuple: Tuple,
    pub named: Named,
    pub external: Vec<External>,
    pub internal: Vec<Internal>,
    pub adjacent: Vec<Adjacent>,
    pub untagged: Untagged,
    pub flat: Flat,
    pub keys: Keys,
    pub array: [u32; 3],
    pub option: Option<Box<All>>,
    pub nested: Vec<Vec<(u8, f64)>>,
    pub float: f32,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Unnamable {
    pub unit: Unit,
    pub tuples: Vec<Tuple>,
    pub external: Vec<External>,
    pub named: Vec<Named2>,
    pub keys: Keys,
    pub float: f32,
}
