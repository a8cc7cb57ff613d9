//! Any bytes as types that have a bit of everything: what is read is written and read again as the same, in JSON
//! and MessagePack, also into a value that is there.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use varvel::{Decode, Encode, json, msgpack};

#[derive(Debug, Default, Encode, Decode)]
#[varvel(rename_all = "camelCase")]
struct Everything<'a> {
    #[varvel(default)]
    id: u64,
    #[varvel(default, alias = "n")]
    wide: i128,
    name: Option<Cow<'a, str>>,
    #[varvel(default)]
    row: Vec<[f64; 2]>,
    #[varvel(default)]
    small: Vec<f32>,
    #[varvel(bytes)]
    blob: Option<Vec<u8>>,
    #[varvel(default)]
    by_number: BTreeMap<i16, Outside>,
    #[varvel(none = "omit")]
    next: Option<Box<Everything<'a>>>,
    #[varvel(default)]
    inside: Vec<Inside>,
    #[varvel(default)]
    beside: Vec<Beside>,
    one_of: Option<Untagged>,
    #[varvel(flatten)]
    more: Flat,
}

#[derive(Debug, Default, Encode, Decode)]
struct Flat {
    #[varvel(default)]
    level: Level,
    when: Option<std::time::Duration>,
    #[varvel(flatten)]
    rest: HashMap<String, bool>,
}

#[derive(Clone, Copy, Debug, Default, Encode, Decode)]
#[varvel(integer)]
enum Level {
    #[default]
    Low = -1,
    High = 1000,
}

#[derive(Debug, Encode, Decode)]
#[varvel(rename_all = "snake_case")]
enum Outside {
    Unit,
    New(Option<char>),
    Pair(u8, f64),
    Named {
        a: (),
        b: Vec<Outside>,
    },
    #[varvel(other)]
    Other,
}

#[derive(Debug, Encode, Decode)]
#[varvel(tag = "t")]
enum Inside {
    A { x: i8 },
    B(Point),
    C,
}

#[derive(Debug, Encode, Decode)]
#[varvel(deny_unknown)]
struct Point {
    x: f32,
    y: f32,
}

#[derive(Debug, Encode, Decode)]
#[varvel(tag = "t", content = "c")]
enum Beside {
    A(u16),
    B { x: String },
    C,
}

#[derive(Debug, Encode, Decode)]
#[varvel(untagged)]
enum Untagged {
    Number(u32),
    Text(String),
    List(Vec<Untagged>),
    Left { left: Box<Untagged>, a: u8 },
    Right { left: Box<Untagged>, b: u8 },
    Empty(()),
}

/// Writes a value, reads it again, and writes that: the same bytes.
fn round<'de>(value: &Everything<'de>) {
    let bytes = msgpack::to_vec(value).expect("all of it is in MessagePack");
    let again: Everything<'_> = msgpack::from_slice(&bytes).expect("what was written is read");
    assert_eq!(msgpack::to_vec(&again).expect("the same again"), bytes);
    // JSON has no infinities and nothing that is not a number.
    if let Ok(text) = json::to_string(value) {
        let mut again: Everything<'_> = json::from_str(&text).expect("what was written is read");
        assert_eq!(json::to_string(&again).expect("the same again"), text);
        json::read_into(text.as_bytes(), &mut again).expect("read into what is there");
        assert_eq!(json::to_string(&again).expect("the same again"), text);
        assert_eq!(msgpack::to_vec(&again).expect("by another way"), bytes);
    }
}

/// Tries one input.
pub fn run(input: &[u8]) {
    let Some((&first, input)) = input.split_first() else {
        return;
    };
    let value = match first & 1 {
        0 => json::from_slice::<Everything<'_>>(input),
        _ => msgpack::from_slice::<Everything<'_>>(input),
    };
    if let Ok(value) = value {
        round(&value);
    }
}
