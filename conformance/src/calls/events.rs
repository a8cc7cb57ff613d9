//! Drawn calls of a sink.

use std::fmt::Write as _;

use varvel_core::{Result, Sink, Tag, Timestamp};

use crate::documents::Draw;

/// The keys: few, so that they come again.
const KEYS: &[&str] = &[
    "",
    "a",
    "b",
    "id",
    "name",
    "a key longer than sixteen bytes",
    "é",
    "k1",
    "k2",
    "k3",
    "x",
    "zz",
];

const LONG: &str = "a text of more than a hundred and twenty-eight bytes, so that its length takes \
                    two bytes, which is read and written on another path than a short length";

const TEXTS: &[&str] = &["", "a", "ab", "hello", "é", "日本", LONG, "0"];

/// Returns an integer of any size; most are small.
fn integer(draw: &mut Draw) -> i64 {
    match draw.below(2) {
        0 => draw.below(40) as i64,
        _ => draw.word() as i64 >> draw.below(64),
    }
}

fn integers(draw: &mut Draw) -> Vec<i64> {
    let shift = draw.below(64);
    let count = draw.below(12);
    (0..count).map(|_| draw.word() as i64 >> shift).collect()
}

fn floats(draw: &mut Draw) -> Vec<f64> {
    integers(draw).into_iter().map(|n| n as f64 / 4.0).collect()
}

fn tag(draw: &mut Draw) -> Tag {
    let number = draw.word() >> draw.below(64);
    draw.of(&[
        Tag::Number(number),
        Tag::Extension(number as i8),
        Tag::Simple(number as u8),
    ])
}

/// Makes one drawn call, and notes it in `log`.
///
/// # Errors
/// The error of the call: the caller goes on all the same.
pub fn event<'de, S: Sink<'de>>(sink: &mut S, draw: &mut Draw, log: &mut String) -> Result {
    let call = draw.below(34);
    let _ = write!(log, "{call} ");
    let result = match call {
        0 => sink.null(),
        1 => sink.bool(draw.once_in(2)),
        2 | 3 => sink.i64(integer(draw)),
        4 => sink.u64(draw.word()),
        5 => sink.f64(integer(draw) as f64 / 3.0),
        6 => sink.f32(integer(draw) as f32),
        7 => sink.big_integer(draw.of(&["99999999999999999999999", "-5", "-18446744073709551616"])),
        8 => sink.decimal(draw.of(&["1.50", "x", "1e5"])),
        9 | 10 => sink.str(draw.of(TEXTS).into()),
        11 => sink.bytes(draw.of(TEXTS).as_bytes().into()),
        12 => sink.tag(tag(draw)),
        13..=15 => {
            let len = draw.below(40);
            sink.begin_array(draw.of(&[None, Some(len)]))
        }
        16..=18 => sink.end_array(),
        19 | 20 => sink.begin_map(None),
        21..=23 => sink.end_map(),
        24..=27 => sink.key(draw.of(KEYS).into()),
        28 => sink.any_key(),
        29 => match draw.once_in(2) {
            true => sink.i64s(&integers(draw)),
            false => sink.f64s(&floats(draw)),
        },
        30 => match draw.once_in(2) {
            true => sink.i64_array(&integers(draw)),
            false => sink.f64_array(&floats(draw)),
        },
        31 => sink.expected_key(),
        32 => {
            sink.learn_member(b"\"id\": ");
            sink.empty_array()
        }
        _ => Timestamp::new(integer(draw), draw.below(1_000_000_000) as u32)
            .map_or(Ok(()), |time| sink.timestamp(time)),
    };
    if result.is_err() {
        log.push_str("! ");
    }
    result
}

/// Where the next call of a whole document belongs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Array,
    /// A map, before a key.
    Key,
    /// A map, before a value.
    Value,
}

/// Draws calls in an order that a document may have, except for a wild one now and then.
#[derive(Default)]
pub struct Ordered {
    open: Vec<Place>,
    /// Whether the document is whole.
    whole: bool,
}

impl Ordered {
    /// Returns whether the calls so far are those of a whole document.
    pub fn is_whole(&self) -> bool {
        self.whole
    }

    /// Makes one drawn call, and notes it in `log`.
    ///
    /// # Errors
    /// The error of the call.
    pub fn event<'de, S: Sink<'de>>(
        &mut self,
        sink: &mut S,
        draw: &mut Draw,
        log: &mut String,
    ) -> Result {
        if draw.once_in(200) {
            return event(sink, draw, log);
        }
        let ends = draw.once_in(6);
        let (name, result) = match self.open.last() {
            Some(Place::Key) if !ends => {
                self.open.pop();
                self.open.push(Place::Value);
                ("key", sink.key(draw.of(KEYS).into()))
            }
            Some(Place::Key) => {
                self.open.pop();
                self.value();
                ("end map", sink.end_map())
            }
            Some(Place::Array) if ends => {
                self.open.pop();
                self.value();
                ("end array", sink.end_array())
            }
            _ => self.begin(sink, draw),
        };
        let _ = write!(log, "{name} ");
        result
    }

    /// Gives a value, or begins one.
    fn begin<'de, S: Sink<'de>>(
        &mut self,
        sink: &mut S,
        draw: &mut Draw,
    ) -> (&'static str, Result) {
        // Most documents are containers.
        let choice = match self.open.len() {
            0 if !draw.once_in(6) => 10 + draw.below(4),
            0..6 => draw.below(14),
            _ => draw.below(10),
        };
        match choice {
            10 | 11 => {
                self.open.push(Place::Array);
                return ("array", sink.begin_array(None));
            }
            12 | 13 => {
                self.open.push(Place::Key);
                return ("map", sink.begin_map(None));
            }
            _ => {}
        }
        self.value();
        match draw.below(12) {
            0 => ("null", sink.null()),
            1 => ("bool", sink.bool(draw.once_in(2))),
            2..=4 => ("i64", sink.i64(integer(draw))),
            5 => ("u64", sink.u64(draw.word())),
            6 => ("f64", sink.f64(integer(draw) as f64 / 3.0)),
            7 => ("i64 array", sink.i64_array(&integers(draw))),
            8 => ("f64 array", sink.f64_array(&floats(draw))),
            _ => ("str", sink.str(draw.of(TEXTS).into())),
        }
    }

    /// Notes that a value is complete.
    fn value(&mut self) {
        match self.open.last_mut() {
            None => self.whole = true,
            Some(place @ Place::Value) => *place = Place::Key,
            Some(_) => {}
        }
    }
}

/// Closes what is open, as far as a few calls do so.
pub fn close<'de, S: Sink<'de>>(sink: &mut S) {
    for _ in 0..6 {
        if sink.end_array().is_err() {
            let _ = sink.end_map();
        }
    }
}
