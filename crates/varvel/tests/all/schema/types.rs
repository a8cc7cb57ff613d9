//! Types with all attributes of the derives.

use std::collections::BTreeMap;

use varvel::{Decode, Encode, Properties, Schema};

/// A point of a map.
///
/// In degrees.
#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub struct Point {
    /// North of the equator.
    pub lat: f64,
    pub lon: f64,
}

#[derive(Clone, Debug, Default, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(rename_all = "camelCase", deny_unknown)]
pub struct Order {
    pub order_id: u32,
    #[varvel(alias = "customer")]
    pub bought_by: String,
    pub note: Option<String>,
    #[varvel(default)]
    pub tags: Vec<String>,
    #[varvel(default = one)]
    pub count: u8,
    #[varvel(none = "error")]
    pub gift: Option<bool>,
    #[varvel(required)]
    pub paid: Option<bool>,
    #[varvel(skip)]
    pub cached: u64,
    #[varvel(bytes)]
    pub digest: Vec<u8>,
    #[varvel(with = varvel::codec::text, schema = String)]
    pub ratio: f32,
    #[varvel(bytes)]
    pub proof: Option<Vec<u8>>,
}

fn one() -> u8 {
    1
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(default)]
pub struct Settings {
    pub depth: i16,
    pub name: char,
    pub at: Option<Point>,
}

impl Default for Settings {
    fn default() -> Self {
        Self {
            depth: -3,
            name: 'x',
            at: None,
        }
    }
}

/// A tree, which has itself in it.
#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub struct Tree {
    pub value: i64,
    #[varvel(default)]
    pub children: Vec<Tree>,
    pub left: Option<Box<Tree>>,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub struct Meters(pub f64);

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub struct Maybe(pub Option<u8>);

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub struct Page<T> {
    pub items: Vec<T>,
    pub next: Maybe,
}

#[derive(
    Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Encode, Decode, Properties, Schema,
)]
#[varvel(rename_all = "kebab-case")]
pub enum Level {
    Low,
    #[varvel(alias = "medium")]
    InBetween,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub enum Shape {
    /// Nothing.
    Empty,
    Circle(Meters),
    Line(i8, i8),
    Box {
        w: u16,
        #[varvel(default)]
        h: u16,
    },
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(tag = "kind", deny_unknown)]
pub enum Event {
    Start,
    Move { by: i32 },
    At(Point),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(tag = "kind")]
pub enum Signal {
    On,
    Dim { to: u8 },
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(tag = "t", content = "c")]
pub enum Message {
    Ping,
    Text(String),
    Pair(bool, Level),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(tag = "t", content = "c", deny_unknown)]
pub enum Answer {
    Ping,
    Text(String),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(untagged)]
pub enum Id {
    Number(u64),
    Name(String),
    Nothing,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(integer)]
pub enum Code {
    Fine = 0,
    /// It broke.
    Broken = -5,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub enum Colour {
    Red,
    #[varvel(other)]
    Other(String),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(deny_unknown)]
pub struct Flat {
    pub id: u8,
    #[varvel(flatten)]
    pub at: Point,
    #[varvel(flatten)]
    pub page: Option<Size>,
    #[varvel(flatten)]
    pub signal: Signal,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub struct Size {
    pub width: u8,
    pub height: u8,
    pub unit: Option<String>,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
pub struct Rest {
    pub id: u8,
    #[varvel(flatten)]
    pub others: BTreeMap<String, i64>,
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Properties, Schema)]
#[varvel(transparent)]
pub struct Wrapper {
    pub inner: (u8, bool),
}

#[derive(Clone, Debug, PartialEq, Encode, Decode, Schema)]
pub struct Borrowed<'a> {
    pub text: &'a str,
}
