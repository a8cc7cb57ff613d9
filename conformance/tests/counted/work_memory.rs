//! The peak memory of what is done with documents besides decoding: validating frozen buffers,
//! converting, and editing texts. POLICIES.md states the bounds.

use core::marker::PhantomData;

use conformance::alloc::counted;
use varvel::cbor::Cbor;
use varvel::edit::{Document, Syntax};
use varvel::format::UniqueKeys;
use varvel::formats::{AnyFormat, Row, Visit, WriteOptions};
use varvel_core::{Discard, Limits, Result, Sink};
use varvel_frozen::Frozen;

use crate::memory::{documents, put, written};

const SIZES: [usize; 2] = [3_000, 270_000];

/// A bound: so many bytes, and so many times the input.
#[derive(Clone, Copy)]
struct Bound(usize, usize);

const VALIDATING: Bound = Bound(64 << 10, 8);
const UNIQUE_KEYS: Bound = Bound(128 << 10, 16);
const EDITING: Bound = Bound(128 << 10, 56);
const FORMATTING: Bound = Bound(128 << 10, 32);
/// The output, which may be many times as long, while it grows.
const OUTPUT: usize = 3;
/// FlexBuffers are written when their containers end.
const FLEXBUFFERS: usize = 64;

/// The cases that took more than their bound, for one message at the end.
#[derive(Default)]
struct Exceeded(Vec<String>);

impl Exceeded {
    fn see(&mut self, what: &str, about: &str, len: usize, peak: usize, Bound(base, times): Bound) {
        let ratio = peak.saturating_sub(base) as f64 / len as f64;
        println!("{ratio:6.2} of {times} x {len:>7} {what}: {about}");
        if peak > base + times * len {
            self.0.push(format!("{what}, {about}: {ratio:.2} x {len}"));
        }
    }
}

impl Drop for Exceeded {
    fn drop(&mut self) {
        assert!(self.0.is_empty(), "{}", self.0.join("\n"));
    }
}

/// Returns a frozen null with these texts in its tables.
fn with_texts(texts: impl Iterator<Item = Vec<u8>>) -> Vec<u8> {
    let (mut body, mut count) = (Vec::new(), 0_u32);
    for text in texts {
        body.push(text.len() as u8);
        body.extend_from_slice(&text);
        count += 1;
    }
    body.push(0);
    // Magic and version; the total, the end of the tree, and the slot of a null follow.
    let mut bytes = Frozen::from_typed(&()).unwrap().as_bytes().to_vec();
    let tree_end = usize::from(bytes[16]);
    bytes.truncate(tree_end);
    for field in [0, count, 16 + body.len() as u32, 0] {
        bytes.extend_from_slice(&field.to_le_bytes());
    }
    bytes.extend_from_slice(&body);
    let total = bytes.len() as u64;
    bytes[8..16].copy_from_slice(&total.to_le_bytes());
    bytes
}

/// Returns the shortest texts of about `size` bytes that differ.
fn short_texts(size: usize) -> Vec<Vec<u8>> {
    let mut texts = vec![Vec::new()];
    let (mut len, mut longer) = (1, 0);
    while len < size {
        let next: Vec<u8> = [&texts[longer / 128][..], &[(longer % 128) as u8]].concat();
        len += next.len() + 1;
        texts.push(next);
        longer += 1;
    }
    texts
}

#[test]
fn validating_keeps_to_its_bound_of_memory() {
    let mut exceeded = Exceeded::default();
    for size in SIZES {
        let short = with_texts(short_texts(size).into_iter());
        let (valid, peak, _) = counted(|| Frozen::validate(&short));
        valid.unwrap();
        exceeded.see("validating", "short texts", short.len(), peak, VALIDATING);
        let empty = with_texts((0..size).map(|_| Vec::new()));
        let (refused, peak, _) = counted(|| Frozen::validate(&empty));
        assert!(refused.is_err());
        exceeded.see("validating", "empty texts", empty.len(), peak, VALIDATING);
        for (about, bytes) in written::<Cbor>(size) {
            let Ok(frozen) = varvel::cbor::freeze(&bytes) else {
                continue;
            };
            let bytes = frozen.as_bytes();
            let (valid, peak, _) = counted(|| Frozen::validate(bytes));
            valid.unwrap();
            exceeded.see("validating", about, bytes.len(), peak, VALIDATING);
        }
    }
}

/// Returns YAML texts of about `size` bytes, each with its subject.
fn blocks(size: usize) -> Vec<(&'static str, String)> {
    let times = |line: &str| line.repeat(size / line.len());
    let mut pairs = String::new();
    for i in 0..size / 8 {
        put(&mut pairs, format_args!("{i:05}:\n"));
    }
    vec![
        ("entries", times("- 1\n")),
        ("empty entries", times("-\n")),
        ("pairs", pairs),
        ("entries in entries", times("- - - - - - - - - 1\n")),
        ("anchors", times("- &a 1\n")),
        ("tags", times("- !!str a\n")),
        ("comments", times("- a #b\n")),
        ("block scalars", times("- |\n a\n")),
        ("quotes", times("- ''\n")),
        ("quotes on two lines", times("- '\n  '\n")),
        ("lines of comments", times("#\n") + "- 1\n- 1\n"),
    ]
}

/// Edits that each document can have, by paths of its second item or member.
fn edits(text: &str) -> [&'static str; 2] {
    match text.trim_start_matches(['#', '\n']).as_bytes().first() {
        Some(b'[' | b'-') => ["[1]", "/-"],
        _ => ["/00001", "/new"],
    }
}

#[test]
fn edits_keep_to_their_bound_of_memory() {
    type Edit = fn(&mut Document, [&str; 2]) -> Result;
    const EDITS: [(&str, Edit); 4] = [
        ("set", |to, [path, _]| to.set(path, 7)),
        ("set a decimal", |to, [path, _]| {
            to.set(path, varvel::Value::decimal("1.10").unwrap())
        }),
        ("insert", |to, [_, path]| to.insert(path, 7)),
        ("rm", |to, [path, _]| to.remove(path).map(drop)),
    ];
    let mut exceeded = Exceeded::default();
    // Just over a power of two of nodes.
    for size in [3_000, 67_000] {
        let texts = documents(size).into_iter().chain(blocks(size));
        for (about, text) in texts {
            let block = !text.starts_with(['[', '{', '"', '1']);
            for syntax in [Syntax::Json, Syntax::Jsonc, Syntax::Json5, Syntax::Yaml] {
                if block && syntax != Syntax::Yaml {
                    continue;
                }
                for (name, edit) in EDITS {
                    let (_, peak, _) = counted(|| {
                        let mut document = Document::new(text.as_str(), syntax)?;
                        edit(&mut document, edits(&text))
                    });
                    let what = format!("{name} in {syntax:?}");
                    exceeded.see(&what, about, text.len(), peak, EDITING);
                }
            }
        }
    }
}

#[test]
fn formatting_yaml_keeps_to_its_bound_of_memory() {
    let mut exceeded = Exceeded::default();
    for size in SIZES {
        for (about, text) in documents(size).into_iter().chain(blocks(size)) {
            let (done, peak, _) =
                counted(|| Document::new(text.as_str(), Syntax::Yaml)?.laid_out());
            let output = OUTPUT * done.unwrap().len();
            let peak = peak.saturating_sub(output);
            exceeded.see("fmt", about, text.len(), peak, FORMATTING);
        }
    }
}

/// Converts a document into another format without a tree. Returns the length of the output.
fn converted<F: Row, G: Row>(input: &[u8]) -> Result<usize> {
    let options = G::write_options(&WriteOptions::default());
    let mut writer = UniqueKeys::try_new(G::writer(&options, Vec::new()))?;
    drive::<F>(input, &mut writer)?;
    G::finish(writer.into_inner()).map(|output| output.len())
}

fn drive<F: Row>(input: &[u8], sink: &mut impl for<'x> Sink<'x>) -> Result {
    let options = F::ReadOptions::from(Limits::DEFAULT);
    F::drive(input, &options, &mut F::Scratch::default(), sink)
}

/// Documents of a size, from each format into each other.
struct From<'e>(usize, &'e mut Exceeded);

impl Visit for From<'_> {
    type Output = ();
    fn visit<F: Row>(self) {
        let Self(size, exceeded) = self;
        for (about, input) in written::<F>(size) {
            let (_, peak, _) = counted(|| drive::<F>(&input, &mut UniqueKeys::new(Discard)));
            let what = format!("unique keys of {}", F::NAME);
            exceeded.see(&what, about, input.len(), peak, UNIQUE_KEYS);
            for to in AnyFormat::ALL {
                to.visit(Into::<F>(about, &input, exceeded, PhantomData));
            }
        }
    }
}

/// A document that is converted from the format `F`.
struct Into<'e, F>(&'e str, &'e [u8], &'e mut Exceeded, PhantomData<F>);

impl<F: Row> Visit for Into<'_, F> {
    type Output = ();
    fn visit<G: Row>(self) {
        let Self(about, input, exceeded, _) = self;
        let (done, peak, _) = counted(|| converted::<F, G>(input));
        // The output of a document that is refused is gone, and its length with it.
        let Ok(output) = done else {
            return;
        };
        let peak = peak.saturating_sub(OUTPUT * output);
        let Bound(base, times) = UNIQUE_KEYS;
        let times = match G::NAME {
            "FlexBuffers" => times + FLEXBUFFERS,
            _ => times,
        };
        let what = format!("{} to {}", F::NAME, G::NAME);
        exceeded.see(&what, about, input.len(), peak, Bound(base, times));
    }
}

#[test]
fn converting_keeps_to_its_bound_of_memory() {
    let mut exceeded = Exceeded::default();
    for size in SIZES {
        for format in AnyFormat::ALL {
            format.visit(From(size, &mut exceeded));
        }
    }
}
