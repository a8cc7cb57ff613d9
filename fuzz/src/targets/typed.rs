//! Any bytes, in any format of the table, as types with fields of all kinds: the value is the same
//! after writing and reading in every format, also into an existing value.

use std::borrow::Cow;
use std::collections::{BTreeMap, HashMap};

use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::{Decode, Encode, ErrorKind, format};

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

/// Reads the bytes as a value, and sends it through each format.
struct From<'i>(&'i [u8]);

impl Visit for From<'_> {
    type Output = ();

    fn visit<F: Row>(self) {
        if let Ok(value) = decode::<F>(self.0) {
            AnyFormat::ALL.iter().for_each(|to| to.visit(Round(&value)));
        }
    }
}

/// Writes a value, reads it, and writes it again: the bytes are the same.
struct Round<'v>(&'v Everything<'v>);

impl Visit for Round<'_> {
    type Output = ();

    fn visit<F: Row>(self) {
        let written = |value: &Everything<'_>| F::to_vec(value, &F::write_options(&WriteOptions::default()));
        let bytes = match written(self.0) {
            Ok(bytes) => bytes,
            // Some formats have no infinities, or no keys that are numbers.
            Err(error) => return assert_eq!(error.kind(), ErrorKind::Unrepresentable, "{}", F::NAME),
        };
        let mut again = decode::<F>(&bytes).expect("what was written is read");
        assert_eq!(written(&again).expect("the same again"), bytes, "{}", F::NAME);
        let options = F::read_options(&ReadOptions::default());
        format::read_into::<F, _>(&bytes, &options, &mut again).expect("read into what is there");
        assert_eq!(written(&again).expect("the same again"), bytes, "{}", F::NAME);
    }
}

fn decode<F: Row>(bytes: &[u8]) -> varvel::Result<Everything<'_>> {
    let options = F::read_options(&ReadOptions::default());
    format::decode::<F, Everything<'_>, ()>(bytes, &options, &())
}

/// Tries one input.
pub fn run(input: &[u8]) {
    if let Some((&first, input)) = input.split_first() {
        AnyFormat::ALL[usize::from(first) % AnyFormat::ALL.len()].visit(From(input));
    }
}
