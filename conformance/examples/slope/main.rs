//! Works on hostile input of a given size, so that its instructions can be counted.
//! `cargo xtask ci --only slope` runs each case at two sizes, and compares the growth of the count
//! with the growth of the input.
//!
//! `slope` lists the cases; `slope CASE SIZE` runs one. Only the code inside `measured` is counted.
//! `slope --hostile` lists inputs for readers in other languages, `slope --hostile CASE SIZE FILE`
//! writes one.
//!
//! | room | holds |
//! |---|---|
//! | `documents` | documents that writers of ours make |
//! | `hostile` | input of other kinds, for the readers in Rust |
//! | `for_c_and_go` | input for the readers in C and Go |

mod documents;
mod for_c_and_go;
mod hostile;

use std::hint::black_box;

use documents::DOCUMENTS;

use varvel::format::{Read, UniqueKeys};
use varvel::formats::{self, AnyFormat, Row, Visit, WriteOptions};
use varvel::freeze_with;
use varvel_core::{Discard, Duplicates, Limits, Result, Source};
use varvel_frozen::{Builder, Frozen};
use varvel_json::{ReadOptions, drive, to_vec};
use varvel_value::Value;

/// Works on the document.
type Work = fn(Frozen, &[u8]);

/// Skips a document twice: from where it begins, and again.
struct Skip;
impl<'de> Read<'de> for Skip {
    type Output = ();
    fn read<R: Source<'de>>(self, source: &mut R) -> Result {
        let mark = source.mark();
        source.skip()?;
        source.rewind(mark)?;
        source.skip()
    }
}

/// Writes a document in a format, reads it, and pulls through it, if the format can hold it. The
/// document is also driven alone, without the builder's checks. It is also written from JSON, if
/// JSON can hold it: there lengths are not known in advance, so that heads come to need more room.
struct Through<'f>(&'f Frozen, &'f [u8]);

impl Visit for Through<'_> {
    type Output = ();

    fn visit<F: Row>(self) {
        let Self(frozen, json) = self;
        let read = || F::read_options(&formats::ReadOptions::with_limits(Limits::NONE));
        let write = F::write_options(&WriteOptions::default());
        let Ok(bytes) = F::to_vec(frozen, &write) else {
            return;
        };
        F::read(&bytes, &read(), Skip).expect("a document");
        F::drive(&bytes, &read(), &mut F::Scratch::default(), &mut Discard).expect("a document");
        black_box(freeze_with::<F>(&bytes, Duplicates::Error, read()).expect("a document"));
        if !json.is_empty() {
            let mut writer = F::writer(&write, Vec::new());
            let options = ReadOptions::with_limits(Limits::NONE);
            drive(json, &options, &mut writer).expect("a document");
            black_box(F::finish(writer).expect("a document"));
        }
    }
}

/// Work that belongs to no format of the table. It gets a document, and the document as JSON if
/// JSON can hold it.
const WORKS: &[(&str, Work)] = &[
    ("freeze", |_, json| {
        if json.is_empty() {
            return;
        }
        let mut builder = Builder::with(Duplicates::Error, Limits::NONE);
        let read = builder
            .start()
            .and_then(|()| drive(json, &ReadOptions::with_limits(Limits::NONE), &mut builder));
        read.expect("a document");
        black_box(builder.finish().expect("a document"));
    }),
    ("msgpack-values", |frozen, _| {
        let bytes = varvel_msgpack::to_vec(&frozen).expect("what MessagePack holds");
        assert_eq!(varvel_msgpack::Values::new(&bytes).count(), 1);
    }),
    ("validate", |frozen, _| {
        black_box(Frozen::validate_with(frozen.as_bytes(), &Limits::NONE).expect("valid"));
    }),
    ("unique-keys", |frozen, _| {
        let mut keys = UniqueKeys::new(Discard);
        frozen.view().drive(&mut keys).expect("keys that differ");
    }),
    ("look-up", |frozen, _| {
        let view = frozen.view();
        for (key, _) in view.entries() {
            black_box(view.get(key));
        }
        for (key, _) in view.items().flat_map(|item| item.entries()) {
            black_box(view.column(key).next());
        }
    }),
    ("compare", |frozen, _| {
        let other = frozen.detach().expect("memory");
        black_box(frozen.view() == other.view());
        black_box(frozen.view().cmp(&other.view()));
    }),
    ("thaw", |frozen, _| {
        let mut value: Value = Value::from(frozen);
        value.thaw();
        black_box(value.freeze().expect("memory"));
    }),
    ("edit", |frozen, _| {
        let keys: Vec<String> = frozen.view().keys().map(str::to_owned).collect();
        let mut value: Value = Value::from(frozen);
        for key in &keys {
            value[key.as_str()] = Value::from("another");
        }
        if let Some(mut items) = value.as_array_mut() {
            for i in 0..items.len() {
                items.push(i as i64);
            }
        }
        black_box(value.freeze().expect("memory"));
    }),
];

/// The cases that are left out. YAML indents a map in a map, so its text grows with the square of
/// the depth. A thawed map digests each of its keys as a whole, at each level of maps as keys.
const LEFT_OUT: [&str; 2] = ["maps-as-keys/yaml", "maps-as-keys/thaw"];

/// Returns the name of a case of hostile input.
fn family(number: usize) -> String {
    let (name, reader, _) = hostile::FAMILIES[number];
    let reader = match reader {
        hostile::Reader::Format(format) => format.word(),
        hostile::Reader::Frozen => "frozen",
        hostile::Reader::FlatBuffers => "flatbuffers",
        hostile::Reader::Schema => "schema",
    };
    format!("hostile/{reader}/{name}")
}

/// The only function whose instructions count.
#[inline(never)]
fn measured(work: impl FnOnce()) {
    work();
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if arguments.first().is_some_and(|first| first == "--hostile") {
        match &arguments[1..] {
            [case, size, file] => {
                let bytes = for_c_and_go::bytes(case, size.parse().expect("a size"));
                std::fs::write(file, bytes).expect("a file");
            }
            _ => for_c_and_go::cases().for_each(|case| println!("{case}")),
        }
        return;
    }
    let names = || {
        let formats = AnyFormat::ALL.iter().map(|format| format.word());
        formats.chain(WORKS.iter().map(|(name, _)| *name))
    };
    let [case, size] = arguments.as_slice() else {
        for (document, _) in DOCUMENTS {
            let cases = names().map(|work| format!("{document}/{work}"));
            cases
                .filter(|case| !LEFT_OUT.contains(&case.as_str()))
                .for_each(|case| println!("{case}"));
        }
        for (number, _) in hostile::FAMILIES.iter().enumerate() {
            println!("{}", family(number));
        }
        return;
    };
    if let Some(number) = (0..hostile::FAMILIES.len()).find(|number| family(*number) == *case) {
        let (_, reader, input) = hostile::FAMILIES[number];
        let input = input(size.parse().expect("a size"));
        measured(|| hostile::read(reader, &input));
        return;
    }
    let (document, work) = case.split_once('/').expect("a case");
    let (_, prepare) = DOCUMENTS
        .iter()
        .find(|(name, _)| *name == document)
        .expect("a document");
    let frozen = prepare(size.parse().expect("a size"));
    let json = to_vec(&frozen).unwrap_or_default();
    match AnyFormat::ALL.iter().find(|format| format.word() == work) {
        Some(format) => measured(|| format.visit(Through(&frozen, &json))),
        None => {
            let (_, work) = WORKS
                .iter()
                .find(|(name, _)| *name == work)
                .expect("a case");
            measured(|| work(frozen, &json));
        }
    }
}
