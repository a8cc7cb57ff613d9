//! Pseudorandom documents with every kind of value that a frozen buffer can hold.

use std::sync::LazyLock;

use varvel_core::{Bytes, Duplicates, Limits, Result, Sink, Tag, Timestamp};
use varvel_frozen::{Builder, Freeze, Frozen};

/// Pseudorandom numbers, the same in each run (Marsaglia, "Xorshift RNGs").
#[derive(Debug)]
pub struct Draw(u64);

impl Draw {
    /// Returns a generator; each seed gives different numbers.
    pub fn new(seed: u64) -> Self {
        let mut draw = Self((seed + 1).wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
        for _ in 0..4 {
            draw.word();
        }
        draw
    }

    /// Returns the next number.
    pub fn word(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    /// Returns a number below `end`.
    pub fn below(&mut self, end: usize) -> usize {
        ((self.word() >> 11) % end.max(1) as u64) as usize
    }

    /// Returns `true` once in `times` calls, on average.
    pub fn once_in(&mut self, times: usize) -> bool {
        self.below(times) == 0
    }

    /// Returns one of the choices.
    pub fn of<T: Copy>(&mut self, choices: &[T]) -> T {
        choices[self.below(choices.len())]
    }
}

/// Strings, most of them short. They are keys, too.
static TEXTS: LazyLock<Vec<String>> = LazyLock::new(|| {
    let mut texts: Vec<String> = (0..100).map(|i| format!("key{i}")).collect();
    texts.extend(
        [
            "",
            "a",
            "b",
            "é",
            "ab",
            "abc",
            "größe",
            "\u{1F600}",
            "a\0b",
            "q\"\\\n\u{1}",
        ]
        .map(String::from),
    );
    texts.extend([7, 8, 9, 15, 16, 17, 63, 127, 128, 255, 256, 257, 300].map(|n| "x".repeat(n)));
    texts.extend([8, 16, 24, 256].map(|n| format!("{}y", "x".repeat(n))));
    texts
});

const INTEGERS: &[i64] = &[
    0,
    1,
    -1,
    7,
    127,
    128,
    -128,
    -129,
    2047,
    2048,
    -2048,
    -2049,
    32_767,
    32_768,
    65_536,
    0x7FFF_FFFF,
    0x8000_0000,
    0xFFFF_FFFF,
    0x1_0000_0000,
    -0x8000_0000,
    -0x8000_0001,
    i64::MAX,
    i64::MIN,
];

const FLOATS: &[f64] = &[
    0.0,
    -0.0,
    1.0,
    0.5,
    0.1,
    -1e300,
    5e-324,
    1e16,
    1e-5,
    1e-7,
    f64::MAX,
    f64::NAN,
    f64::INFINITY,
    f64::NEG_INFINITY,
    123_456_789.125,
];

const BIG: &[&str] = &[
    "18446744073709551616",
    "-9223372036854775809",
    "123456789012345678901234567890",
];

const DECIMALS: &[&str] = &["0.10", "1e5", "-0", "12.50", "1E+400"];

fn text(draw: &mut Draw) -> &'static str {
    let texts: &'static Vec<String> = &TEXTS;
    &texts[draw.below(texts.len())]
}

fn scalar(draw: &mut Draw, sink: &mut impl Sink<'static>) -> Result {
    match draw.below(14) {
        0 => sink.null(),
        1 => sink.bool(draw.once_in(2)),
        2..=4 => sink.i64(draw.of(INTEGERS)),
        5 => sink.u64(draw.word() | 1 << 63),
        6 => sink.f64(draw.of(FLOATS)),
        7 => sink.f64(f64::from_bits(draw.word())),
        8 => match draw.once_in(2) {
            true => sink.f32(draw.of(FLOATS) as f32),
            false => sink.f32(f32::from_bits(draw.word() as u32)),
        },
        9 => match draw.once_in(2) {
            true => sink.big_integer(draw.of(BIG)),
            false => sink.decimal(draw.of(DECIMALS)),
        },
        10 => match draw.once_in(2) {
            true => sink.bytes(Bytes::Input(text(draw).as_bytes())),
            false => {
                let time = Timestamp::new(draw.of(INTEGERS), draw.below(1_000_000_000) as u32);
                sink.timestamp(time.unwrap_or_else(|| unreachable!("below a second")))
            }
        },
        _ => sink.str(text(draw).into()),
    }
}

fn numbers(draw: &mut Draw, sink: &mut impl Sink<'static>) -> Result {
    let (count, floats, few) = (
        draw.below(12),
        draw.once_in(2),
        1 + draw.below(INTEGERS.len()),
    );
    sink.begin_array(None)?;
    for _ in 0..count {
        match floats {
            true => sink.f64(draw.of(FLOATS))?,
            false => sink.i64(draw.of(&INTEGERS[..few]))?,
        }
    }
    sink.end_array()
}

fn object(draw: &mut Draw, depth: usize, sink: &mut impl Sink<'static>) -> Result {
    let most = if draw.once_in(4) { 60 } else { 6 };
    let (count, first) = (draw.below(most), draw.below(TEXTS.len()));
    sink.begin_map(None)?;
    for i in 0..count {
        let texts: &'static Vec<String> = &TEXTS;
        sink.key(texts[(first + i) % texts.len()].as_str().into())?;
        match count > 16 {
            true => sink.i64(i as i64)?,
            false => value(draw, depth + 1, sink)?,
        }
    }
    sink.end_map()
}

/// Gives the sink a value of any kind. `depth` is the number of containers around it.
///
/// # Errors
/// Passes on errors of the sink.
pub fn value(draw: &mut Draw, depth: usize, sink: &mut impl Sink<'static>) -> Result {
    if depth > 3 {
        return scalar(draw, sink);
    }
    match draw.below(12) {
        0 | 1 => {
            sink.begin_array(None)?;
            for _ in 0..draw.below(5) {
                value(draw, depth + 1, sink)?;
            }
            sink.end_array()
        }
        2 | 3 => object(draw, depth, sink),
        4 => numbers(draw, sink),
        5 => {
            let (rows, columns) = (1 + draw.below(4), 1 + draw.below(4));
            let floats = draw.once_in(2);
            sink.begin_array(None)?;
            for _ in 0..rows {
                sink.begin_array(None)?;
                for _ in 0..columns {
                    match floats {
                        true => sink.f64(draw.of(FLOATS))?,
                        false => sink.i64(draw.of(INTEGERS))?,
                    }
                }
                sink.end_array()?;
            }
            sink.end_array()
        }
        6 => {
            sink.begin_map(None)?;
            for _ in 0..1 + draw.below(4) {
                sink.any_key()?;
                value(draw, depth + 1, sink)?;
                value(draw, depth + 1, sink)?;
            }
            sink.end_map()
        }
        7 => {
            match draw.below(3) {
                0 => sink.tag(Tag::Number(draw.word() >> draw.below(64)))?,
                1 => {
                    sink.tag(Tag::Extension(draw.word() as i8))?;
                    return sink.bytes(Bytes::Input(text(draw).as_bytes()));
                }
                _ => {
                    sink.tag(Tag::Simple(draw.word() as u8))?;
                    return sink.null();
                }
            }
            value(draw, depth + 1, sink)
        }
        8 => {
            // Records with the same keys, which share a shape.
            sink.begin_array(None)?;
            let count = draw.below(5);
            for i in 0..count {
                sink.begin_map(None)?;
                sink.key("id".into())?;
                sink.i64(100_000 * i as i64)?;
                sink.key("name".into())?;
                sink.str(text(draw).into())?;
                sink.end_map()?;
            }
            sink.end_array()
        }
        9 => {
            let plan = plan(draw, 0);
            sink.begin_array(None)?;
            for _ in 0..2 + draw.below(30) {
                record(draw, &plan, sink)?;
            }
            sink.end_array()
        }
        _ => scalar(draw, sink),
    }
}

/// The fields of records that are laid out alike.
enum Planned {
    /// A value of this kind.
    Kind(usize),
    /// A record.
    Record(Vec<Self>),
}

fn plan(draw: &mut Draw, depth: usize) -> Vec<Planned> {
    let field = |draw: &mut Draw| match depth < 2 && draw.once_in(3) {
        true => Planned::Record(plan(draw, depth + 1)),
        false => Planned::Kind(draw.below(8)),
    };
    (0..1 + draw.below(4)).map(|_| field(draw)).collect()
}

/// Gives the sink a record. One in 50 values is of another kind than planned.
fn record(draw: &mut Draw, plan: &[Planned], sink: &mut impl Sink<'static>) -> Result {
    sink.begin_map(None)?;
    for (key, planned) in ["a", "b", "c", "d"].into_iter().zip(plan) {
        sink.key(key.into())?;
        let kind = match planned {
            Planned::Record(plan) => {
                record(draw, plan, sink)?;
                continue;
            }
            Planned::Kind(_) if draw.once_in(50) => 8,
            Planned::Kind(kind) => *kind,
        };
        match kind {
            0 => sink.i64(draw.below(8) as i64)?,
            1 => sink.i64(100_000 + draw.below(100_000) as i64)?,
            2 => sink.i64(draw.word() as i64 | 1 << 40)?,
            3 => sink.f64(f64::from_bits(draw.word()))?,
            4 => sink.f32(f32::from_bits(draw.word() as u32))?,
            5 => sink.bool(draw.once_in(2))?,
            6 => sink.null()?,
            7 => sink.str("s".into())?,
            _ => scalar(draw, sink)?,
        }
    }
    sink.end_map()
}

/// Returns a document, frozen with one of the sets of options; `None` if it has a value that no
/// document may hold.
pub fn frozen(draw: &mut Draw) -> Option<Frozen> {
    let mut builder = Builder::with(Duplicates::Last, Limits::DEFAULT);
    builder.start().ok()?;
    value(draw, 0, &mut builder).ok()?;
    let frozen = builder.finish().ok()?;
    let freeze = match draw.below(4) {
        0 => return Some(frozen),
        1 => Freeze::canonical(),
        2 => Freeze::sharing_strings(),
        _ => Freeze::new().with_checksum(),
    };
    freeze.freeze_view(frozen.view()).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn most_draws_are_documents() {
        let mut draw = Draw::new(0);
        let count = (0..1000).filter_map(|_| frozen(&mut draw)).count();
        assert!(count > 950, "{count} of 1000");
    }
}
