//! Documents made from the fuzzer's choices, with every kind of node that JSON has: built, written
//! in both styles, read again, equal.

use conformance::{freeze_with, walk};
use varvel_core::{Duplicates, Result, Sink};
use varvel_frozen::{Builder, Frozen};
use varvel_json::{WriteOptions, to_vec_with};

/// The fuzzer's choices, one byte after the other; zeros at the end.
struct Choices<'a>(&'a [u8]);

impl<'a> Choices<'a> {
    fn byte(&mut self) -> u8 {
        self.take(1).first().copied().unwrap_or(0)
    }
    fn take(&mut self, n: usize) -> &'a [u8] {
        let (taken, rest) = self.0.split_at(n.min(self.0.len()));
        self.0 = rest;
        taken
    }
    fn eight(&mut self) -> [u8; 8] {
        let mut bytes = [0; 8];
        let taken = self.take(8);
        bytes[..taken.len()].copy_from_slice(taken);
        bytes
    }
    fn text(&mut self) -> String {
        let n = usize::from(self.byte());
        String::from_utf8_lossy(self.take(n)).into_owned()
    }
}

fn value(choices: &mut Choices<'_>, depth: usize, sink: &mut Builder) -> Result {
    match choices.byte() % if depth < 24 { 14 } else { 9 } {
        0 => sink.null(),
        1 => sink.bool(choices.byte() & 1 == 1),
        2 => sink.i64(i64::from(choices.byte() as i8)),
        3 => sink.i64(i64::from_le_bytes(choices.eight())),
        4 => sink.u64(u64::from_le_bytes(choices.eight()) | 1 << 63),
        5 => {
            let float = f64::from_le_bytes(choices.eight());
            sink.f64(if float.is_finite() { float } else { -0.0 })
        }
        6 => {
            let digits = format!(
                "{}{:020}",
                1 + u64::from(choices.byte()),
                u64::from_le_bytes(choices.eight())
            );
            sink.big_integer(&digits)
        }
        7 => sink.str(choices.text().as_scratch()),
        8 => {
            let n = usize::from(choices.byte() % 20);
            let values: Vec<i64> = (0..n).map(|_| i64::from(choices.byte()) << n).collect();
            sink.i64_array(&values)
        }
        9 | 10 => {
            sink.begin_array(None)?;
            for _ in 0..choices.byte() % 24 {
                value(choices, depth + 1, sink)?;
            }
            sink.end_array()
        }
        11 => {
            let rows = choices.byte() % 6;
            let columns = usize::from(choices.byte() % 6);
            sink.begin_array(None)?;
            for _ in 0..rows {
                let row: Vec<f64> = (0..columns).map(|_| f64::from(choices.byte())).collect();
                sink.f64_array(&row)?;
            }
            sink.end_array()
        }
        _ => {
            sink.begin_map(None)?;
            for i in 0..choices.byte() % 24 {
                // The keys differ, and are often those of the object before.
                let key = match choices.byte() % 4 {
                    0 => format!("{}{i}", choices.text()),
                    _ => format!("key{i}"),
                };
                sink.key(key.as_scratch())?;
                value(choices, depth + 1, sink)?;
            }
            sink.end_map()
        }
    }
}

/// A string that lives for the call only, whatever the sink's lifetime.
trait AsScratch {
    fn as_scratch(&self) -> varvel_core::Str<'static, '_>;
}

impl AsScratch for str {
    fn as_scratch(&self) -> varvel_core::Str<'static, '_> {
        varvel_core::Str::Scratch(self.into())
    }
}

/// Tries one input.
pub fn run(data: &[u8]) {
    let mut builder = Builder::new();
    builder.start().unwrap();
    if value(&mut Choices(data), 0, &mut builder).is_err() {
        return;
    }
    let frozen = builder.finish().unwrap();
    Frozen::validate(frozen.as_bytes()).unwrap();
    walk::every_member(frozen.view());
    for options in [WriteOptions::compact(), WriteOptions::pretty()] {
        let json = to_vec_with(&frozen.view(), &options).unwrap();
        core::str::from_utf8(&json).unwrap();
        let again = freeze_with(&json, Duplicates::Error).unwrap();
        assert!(again.view() == frozen.view(), "{options:?}");
        assert_eq!(to_vec_with(&again.view(), &options).unwrap(), json);
    }
}
