//! Documents through chains of formats: a number that begins as a double has the same bits and the
//! same text behind each chain.
//!
//! Singles are left out: text has the digits that tell one from other singles, and read as a double
//! these may be another number (POLICIES.md).

use varvel::formats::{AnyFormat, ReadOptions, WriteOptions};
use varvel::{Duplicates, Frozen, Kind, Result, Sink, Value, json};
use varvel_frozen::Builder;

use crate::documents::Draw;

/// A document on its way.
#[derive(Clone)]
enum Document {
    Bytes(AnyFormat, Vec<u8>),
    Frozen(Frozen),
}

/// The longest chain.
const HOPS: usize = 3;

/// Draws a document and takes it through each chain of at most three formats, frozen documents
/// among them. Panics if it is another one behind any of them.
pub fn case(number: u64) -> bool {
    let mut draw = Draw::new(number);
    let document = document(&mut draw);
    let text = json::to_string(&document).expect("JSON");
    let first = match draw.once_in(2) {
        true => Document::Bytes(AnyFormat::Json, text.clone().into_bytes()),
        false => Document::Frozen(document.clone()),
    };
    let by_tree = draw.once_in(2);
    Chain {
        number,
        text: &text,
        bits: bits(&document),
        by_tree,
    }
    .go_on(&first, &mut Vec::new());
    true
}

/// The document that each chain must end with, and how it is taken from one format to the next.
struct Chain<'t> {
    number: u64,
    text: &'t str,
    bits: Vec<u64>,
    by_tree: bool,
}

impl Chain<'_> {
    /// Takes a document through each format, and from there through the rest of the chain.
    fn go_on(&self, document: &Document, formats: &mut Vec<Option<AnyFormat>>) {
        if formats.len() == HOPS {
            return;
        }
        for to in AnyFormat::ALL.iter().copied().map(Some).chain([None]) {
            if formats.last() == Some(&to) {
                continue;
            }
            formats.push(to);
            let what = || format!("case {}: {} through {formats:?}", self.number, self.text);
            let next = document.to(to, self.by_tree);
            let next = next.unwrap_or_else(|error| panic!("{}: {error}", what()));
            let read = next.read().unwrap_or_else(|e| panic!("{}: {e}", what()));
            assert_eq!(
                json::to_string(&read).expect("JSON"),
                self.text,
                "{}",
                what()
            );
            assert_eq!(bits(&read), self.bits, "{}", what());
            self.go_on(&next, formats);
            formats.pop();
        }
    }
}

impl Document {
    /// Returns the document in a format; frozen if there is none.
    fn to(&self, format: Option<AnyFormat>, by_tree: bool) -> Result<Self> {
        let Some(format) = format else {
            return self.read().map(Self::Frozen);
        };
        let (options, writing) = (ReadOptions::default(), WriteOptions::default());
        let bytes = match self {
            Self::Bytes(from, bytes) if !by_tree => {
                let mut writer = format.writer(&writing, Vec::new());
                from.drive(bytes, &options, writer.sink())?;
                writer.finish()?
            }
            _ => format.to_vec(&Value::from(self.read()?), &writing)?,
        };
        Ok(Self::Bytes(format, bytes))
    }

    fn read(&self) -> Result<Frozen> {
        match self {
            Self::Bytes(from, bytes) => {
                from.freeze(bytes, Duplicates::Error, &ReadOptions::default())
            }
            Self::Frozen(frozen) => Ok(frozen.clone()),
        }
    }
}

/// Returns the bits of each float, in order.
fn bits(document: &Frozen) -> Vec<u64> {
    let root = document.view();
    let lists = root.items().flat_map(|list| list.items());
    lists
        .filter(|item| item.kind() == Kind::Float)
        .filter_map(|item| item.as_f64())
        .map(f64::to_bits)
        .collect()
}

/// Draws lists of numbers, some of one kind, and texts.
fn document(draw: &mut Draw) -> Frozen {
    let mut builder = Builder::new();
    let built: Result<Frozen> = (|| {
        builder.start()?;
        builder.begin_array(None)?;
        for _ in 0..1 + draw.below(3) {
            builder.begin_array(None)?;
            let kind = draw.once_in(2).then(|| draw.below(KINDS));
            for _ in 0..draw.below(7) {
                let kind = kind.unwrap_or_else(|| draw.below(KINDS + 2));
                item(draw, kind, &mut builder)?;
            }
            builder.end_array()?;
        }
        builder.end_array()?;
        builder.finish()
    })();
    built.expect("drawn events are in order")
}

/// The kinds of doubles.
const KINDS: usize = 6;

/// Gives a double, an integer or a text to a sink.
fn item<'de>(draw: &mut Draw, kind: usize, sink: &mut impl Sink<'de>) -> Result {
    let word = draw.word();
    let value = match kind {
        0 => f64::from_bits(word),
        // These are exact in 32 bits, and these in 16.
        1 => f64::from(f32::from_bits(word as u32)),
        2 => (word as i16 >> 5) as f64 * 2_f64.powi(draw.below(30) as i32 - 24),
        // A few digits, of which no binary float is exact.
        3 => (word % 100_000) as f64 / 1000.0,
        4 => f64::from((word % 1000) as f32 / 100.0),
        5 => draw.of(&[
            0.0,
            -0.0,
            1.0,
            0.1_f32.into(),
            f64::MAX,
            f64::MIN_POSITIVE,
            5e-324,
            f32::MAX.into(),
            f32::MIN_POSITIVE.into(),
            65_504.0,
            6.103_515_625e-5,
            1e21,
            1e-7,
            1_152_921_504_606_846_976.0,
        ]),
        6 => return sink.i64(word as i64 >> draw.below(60)),
        _ => {
            return sink.str(
                draw.of(&["1e5", "0.10", "", "-0", ".5", "nan", "1_0"])
                    .into(),
            );
        }
    };
    match value.is_finite() {
        true => sink.f64(value),
        false => sink.f64(1.5),
    }
}
