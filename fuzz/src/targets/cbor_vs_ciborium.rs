//! CBOR: accepted or refused like `ciborium`; written again, both read the same. Pulling and
//! driving agree; the end of an item is found without reading it; deterministic writing and dCBOR
//! agree.
//!
//! The two may differ in these cases:
//!
//! * Simple values without a meaning: a tag here, refused there.
//! * A simple value below 32 in two bytes, or a tag 0 or 1 before a node that is no date: refused
//!   here.
//! * Chunks of text inside of chunks: refused here.
//! * Deeper than the default limit: refused here.
//! * Numbers and points in time behind tags may be written in another form, so their trees are not
//!   compared.

use ciborium::Value;
use conformance::walk;
use varvel_cbor::{ReadOptions, Reader, Values, WriteOptions, Writer, drive, to_vec};
use varvel_core::{Discard, Duplicates, ErrorKind, Limits, Result, Source};
use varvel_frozen::{Builder, Frozen};

/// Returns the value that the peer reads, if it accepts the document.
fn theirs(input: &[u8]) -> Option<Value> {
    let mut rest = input;
    let value = ciborium::de::from_reader_with_recursion_limit(&mut rest, 1_000).ok()?;
    rest.is_empty().then_some(value)
}

/// Returns whether no tag in a tree has a meaning here, so that no value may be written in another
/// form.
fn plain(value: &Value) -> bool {
    match value {
        Value::Tag(..=4 | 1001, _) => false,
        Value::Tag(_, node) => plain(node),
        Value::Array(items) => items.iter().all(plain),
        Value::Map(members) => members.iter().all(|(key, value)| plain(key) && plain(value)),
        _ => true,
    }
}

/// Returns the text of a tree: floats by their bits, all NaN alike.
fn text(value: &Value) -> String {
    match value {
        Value::Float(float) if float.is_nan() => "nan".to_owned(),
        Value::Float(float) => format!("{:x}f", float.to_bits()),
        Value::Tag(number, node) => format!("{number}({})", text(node)),
        Value::Array(items) => {
            format!("[{}]", items.iter().map(text).collect::<Vec<_>>().join(","))
        }
        Value::Map(members) => {
            let member = |(key, value): &(Value, Value)| format!("{}:{}", text(key), text(value));
            let members: Vec<_> = members.iter().map(member).collect();
            format!("{{{}}}", members.join(","))
        }
        other => format!("{other:?}"),
    }
}

fn again(input: &[u8], options: WriteOptions) -> Result<Vec<u8>> {
    let mut writer = Writer::with_options(options, Vec::new());
    drive(input, &ReadOptions::default(), &mut writer)?;
    writer.finish()
}

fn freeze(input: &[u8]) -> Result<Frozen> {
    let mut builder = Builder::with(Duplicates::Last, Limits::DEFAULT);
    builder.start()?;
    drive(input, &ReadOptions::default(), &mut builder)?;
    builder.finish()
}

/// Tries one input. Returns whether it was accepted.
pub fn run(mut input: &[u8]) -> bool {
    // The tag that marks CBOR is skipped here, and is a node there.
    while let Some(rest) = input.strip_prefix(&[0xD9, 0xD9, 0xF7]) {
        input = rest;
    }
    let options = ReadOptions::default();
    let ours = again(input, WriteOptions::default());
    match (&ours, theirs(input)) {
        (Ok(written), Some(tree)) if plain(&tree) => {
            let read = theirs(written).expect("what was read");
            assert_eq!(text(&read), text(&tree));
        }
        (Ok(_), Some(_)) | (Err(_), None) => {}
        (Ok(written), None) => {
            let simple = |byte: &u8| matches!(byte, 0xE0..=0xF3 | 0xF8);
            assert!(written.iter().any(simple), "refused there only");
        }
        (Err(error), Some(_)) => {
            let deep = error.kind() == ErrorKind::DepthLimit;
            let known = error.expectation().is_some_and(|expected| {
                ["simple value from 32", "behind the tag", "of definite length"]
                    .iter()
                    .any(|known| expected.contains(known))
            });
            assert!(deep || known, "refused here only: {error}");
        }
    }

    // Skipping and walking the heads alone find the same end.
    let mut reader = Reader::new(input, &options).unwrap();
    let skipped = reader.skip().and_then(|()| reader.finish());
    assert_eq!(skipped.is_ok(), ours.is_ok());
    if ours.is_ok() {
        assert_eq!(Values::new(input).next().unwrap().unwrap(), input);
    }
    Values::new(input).for_each(drop);
    let mut at = 0;
    while at < input.len()
        && varvel_cbor::read::drive_next(input, &mut at, &options, &mut Discard).is_ok()
    {}

    // Each document has one deterministic form.
    if let Ok(sorted) = again(input, WriteOptions::default().with_deterministic()) {
        let twice = again(&sorted, WriteOptions::default().with_deterministic());
        assert_eq!(twice.as_ref(), Ok(&sorted));
        let strict = drive(input, &options.with_dcbor(), &mut Discard);
        let same = sorted == input || input.starts_with(&[0xD9, 0xD9, 0xF7]);
        let is_plain = || theirs(input).is_none_or(|tree| plain(&tree));
        assert!(
            strict.is_err() || same || !is_plain(),
            "{input:02X?} is dCBOR, and written as {sorted:02X?}"
        );
    }

    // Through a frozen document and back.
    if let Ok(frozen) = freeze(input) {
        walk::every_member(frozen.view());
        let written = to_vec(&frozen).unwrap();
        let again = freeze(&written).unwrap();
        assert!(again == frozen);
        assert_eq!(to_vec(&again).unwrap(), written);
    }
    ours.is_ok()
}
