//! The types that the documents are read into. `bindings/cpp/tests/errors_drawn.cpp` has the same
//! ones in C++, with fields in the same order.

#![allow(dead_code, reason = "the types are read, and their values dropped")]

use std::collections::BTreeMap;

use varvel::{Decode, Error, Kind, Result, Source, View};

/// Declares the roots: a number that C++ knows, and the type.
macro_rules! roots {
    ($($number:literal: $type:ty;)*) => {
        /// How many roots there are.
        pub const ROOTS: usize = [$($number),*].len();

        /// Reads a document of a format as the root of this number, and drops the value.
        pub fn read_root<F: varvel::format::Format>(
            root: usize,
            bytes: &[u8],
            options: &F::ReadOptions,
        ) -> Result {
            match root {
                $($number => varvel::format::decode::<F, $type, ()>(bytes, options, &()).map(drop),)*
                _ => unreachable!("there are {ROOTS} roots"),
            }
        }

        /// Reads a frozen document as the root of this number, and drops the value.
        pub fn read_view(root: usize, view: View<'_>) -> Result {
            match root {
                $($number => view.to::<$type>().map(drop),)*
                _ => unreachable!("there are {ROOTS} roots"),
            }
        }
    };
}

roots! {
    0: Order;
    1: Vec<Item>;
    2: BTreeMap<String, Vec<Item>>;
    3: Numbers;
    4: Strict;
    5: Vec<Shape>;
    6: BTreeMap<i16, Texts>;
    7: Vec<Option<Mixed>>;
}

/// A name, and nothing else that Rust takes for a variant (`{"low": null}`, `!low` of YAML): an
/// enum of C++ has no such form.
pub struct Level;

#[derive(Decode)]
#[varvel(rename_all = "snake_case")]
enum Name {
    Low,
    Medium,
    High,
}

impl<'de, C: ?Sized> Decode<'de, C> for Level {
    fn decode<R: Source<'de>>(source: &mut R, context: &C) -> Result<Self> {
        match source.peek()? {
            found @ (Kind::Object | Kind::Map | Kind::Tagged) => {
                Err(Error::wrong_kind("a name", found).or_offset(source.offset()))
            }
            _ => Name::decode(source, context).map(|_| Self),
        }
    }
}

#[derive(Decode)]
pub struct Numbers {
    pub a: i8,
    pub b: u8,
    pub c: i16,
    pub d: u16,
    pub e: i32,
    pub f: u32,
    pub g: i64,
    pub h: u64,
    pub single: f32,
    pub double: f64,
    pub yes: bool,
}

#[derive(Decode)]
pub struct Texts {
    pub name: String,
    pub note: Option<String>,
    #[varvel(bytes)]
    pub data: Vec<u8>,
}

#[derive(Decode)]
pub struct Item {
    pub id: u32,
    pub level: Level,
    pub tags: Vec<String>,
    pub sizes: Vec<f64>,
    pub counts: Vec<i16>,
    pub maybe: Option<i16>,
}

#[derive(Decode)]
#[varvel(deny_unknown)]
pub struct Strict {
    pub width: u16,
    pub flags: [bool; 3],
    pub pair: (i8, String),
    pub inner: Option<Box<Strict>>,
}

#[derive(Decode)]
#[varvel(tag = "kind", rename_all = "snake_case")]
pub enum Shape {
    Circle { radius: f64, level: Option<Level> },
    Square { side: u8, level: Level },
}

#[derive(Decode)]
#[varvel(untagged)]
pub enum Mixed {
    Number(i64),
    Text(String),
}

#[derive(Decode)]
pub struct Order {
    pub id: u64,
    pub numbers: Numbers,
    pub texts: Texts,
    pub items: Vec<Item>,
    pub named: BTreeMap<String, Item>,
    pub by_id: BTreeMap<i32, bool>,
    pub shape: Shape,
    pub levels: BTreeMap<String, Level>,
    pub next: Option<Box<Order>>,
}
