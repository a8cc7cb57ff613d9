//! Extreme depths, lengths and numbers, and keys that collide: an error at once, or a document in
//! linear time (which `cargo xtask ci --only slope` checks by counting instructions).

use conformance::alloc::counted;
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::{
    Builder, Discard, Duplicates, ErrorKind, Frozen, Limits, Result, Sink as _, freeze_with, json,
    msgpack, records,
};

use super::decoders::decoders;
use crate::formats::Forms;

const DEEP: usize = 10_000_000;

#[test]
fn depth_beyond_the_limit_is_an_error_at_once() {
    for decoder in decoders() {
        // The Rust types of these decoders are not as deep.
        let Some(format) = decoder.format.filter(|_| !decoder.name.contains("types")) else {
            continue;
        };
        for open in Forms::of(format).openings {
            let input = open.repeat(DEEP);
            let (outcome, peak, _) = counted(|| (decoder.decode)(&input));
            let error = outcome.expect_err(&decoder.name);
            let most = match format {
                // The whole text is rewritten before the JSON is read.
                AnyFormat::Json5 => 4 * input.len(),
                _ => 1 << 20,
            };
            assert_eq!(
                error.kind(),
                ErrorKind::DepthLimit,
                "{}: {error}",
                decoder.name
            );
            assert!(
                peak < most,
                "{}: {}: {peak} bytes",
                decoder.name,
                open.escape_ascii()
            );
        }
    }
}

/// A reader of successive documents looks for the end of a document before it reads the document.
#[test]
fn depth_of_documents_in_a_row_ends_with_the_input() {
    /// Returns whether a record is found before its document is whole.
    struct Lines;
    impl records::Visit for Lines {
        type Output = bool;
        fn documents<F: records::Row>(self) -> bool {
            F::LINES
        }
        fn frozen(self) -> bool {
            false
        }
    }
    for decoder in decoders() {
        let Some(records) = decoder.records else {
            continue;
        };
        let Some(document) = records.document() else {
            continue;
        };
        let lines = records.visit(Lines);
        for open in Forms::of(document).openings {
            let input = open.repeat(DEEP / 4);
            let (outcome, peak, _) = counted(|| (decoder.decode)(&input));
            let kind = outcome.expect_err(&decoder.name).kind();
            let refused = match kind {
                // A search that remembers open containers ends a record that is too deep; the
                // reader then refuses it.
                ErrorKind::DepthLimit => true,
                ErrorKind::UnexpectedEnd => !lines,
                // The output has no tags.
                ErrorKind::Unrepresentable => decoder.name.contains("into"),
                _ => false,
            };
            assert!(refused, "{}: {kind:?}", decoder.name);
            assert!(peak < 16 * input.len(), "{}: {peak} bytes", decoder.name);
        }
    }
}

/// Returns nested arrays of this depth.
fn deep(depth: usize) -> Result<Frozen> {
    let mut builder = Builder::with(Duplicates::Error, Limits::NONE);
    builder.start()?;
    (0..depth).try_for_each(|_| builder.begin_array(Some(1)))?;
    builder.null()?;
    (0..depth).try_for_each(|_| builder.end_array())?;
    builder.finish()
}

#[test]
fn depth_without_a_limit_takes_no_stack() {
    struct Through<'f>(&'f Frozen);
    impl Visit for Through<'_> {
        type Output = ();
        fn visit<F: Row>(self) {
            let Ok(bytes) = F::to_vec(self.0, &F::write_options(&WriteOptions::default())) else {
                return;
            };
            let options = F::read_options(&ReadOptions::with_limits(Limits::NONE));
            F::drive(&bytes, &options, &mut F::Scratch::default(), &mut Discard).expect(F::NAME);
            let frozen = freeze_with::<F>(&bytes, Duplicates::Error, options).expect(F::NAME);
            assert!(frozen.view() == self.0.view(), "{}", F::NAME);
        }
    }
    let work = || {
        let json = [b"[".repeat(DEEP), b"]".repeat(DEEP)].concat();
        let options = json::ReadOptions::with_limits(Limits::NONE);
        json::drive(&json, &options, &mut Discard).expect("a document");
        let frozen = deep(DEEP / 10).expect("a document");
        for format in AnyFormat::ALL {
            format.visit(Through(&frozen));
        }
        Frozen::validate_with(frozen.as_bytes(), &Limits::NONE).expect("valid");
        let error = Frozen::validate(frozen.as_bytes()).unwrap_err();
        assert_eq!(error.kind(), ErrorKind::DepthLimit);
    };
    let thread = std::thread::Builder::new().stack_size(256 << 10);
    thread
        .spawn(work)
        .expect("a thread")
        .join()
        .expect("no panic");
}

#[test]
fn lengths_that_promise_too_much_cost_nothing() {
    // The promise is followed by nothing, or by some bytes.
    let promised = |promise: &[u8]| [0, 1, 60].map(|follows| [promise, &vec![1; follows]].concat());
    for decoder in decoders() {
        // Blocks of records have 128 KiB, one to be read and one to be written.
        let of_records = decoder.records.and_then(records::Format::document);
        let (format, most) = match (decoder.format, of_records) {
            (Some(format), _) => (format, 64 << 10),
            (None, Some(format)) => (format, 512 << 10),
            (None, None) => continue,
        };
        for input in Forms::of(format)
            .promises
            .iter()
            .flat_map(|promise| promised(promise))
        {
            let (outcome, peak, _) = counted(|| (decoder.decode)(&input));
            outcome.expect_err(&decoder.name);
            assert!(peak < most, "{}: {input:x?}: {peak} bytes", decoder.name);
        }
    }
    // Replaces each word of a frozen buffer and of a frozen stream.
    for decoder in decoders() {
        if !decoder.name.starts_with("a frozen") {
            continue;
        }
        for input in decoder.inputs {
            for at in 0..input.len().saturating_sub(4) {
                let mut input = input.clone();
                input[at..at + 4].copy_from_slice(&[0xFF; 4]);
                let (_, peak, _) = counted(|| (decoder.decode)(&input));
                let most = (64 << 10) + 64 * input.len();
                assert!(peak < most, "{}: {at}: {peak} bytes", decoder.name);
            }
        }
    }
}

#[test]
fn a_number_of_a_billion_digits() {
    const DIGITS: usize = 1_000_000_000;
    let mut input = vec![b'7'; DIGITS];
    // An integer beyond 64 bits is kept as its text.
    let (frozen, peak, _) = counted(|| json::freeze(&input).expect("an integer"));
    assert_eq!(frozen.view().as_number_text().map(str::len), Some(DIGITS));
    assert!(peak < 16 * DIGITS, "{peak} bytes");
    drop(frozen);
    input[1] = b'.';
    let frozen = json::freeze(&input).expect("a decimal");
    assert_eq!(frozen.view().as_f64(), Some(70.0 / 9.0));
    input[1] = b'7';
    input[DIGITS - 2] = b'e';
    let error = json::freeze(&input).expect_err("far beyond all floats");
    assert_eq!(error.kind(), ErrorKind::NumberOutOfRange);
}

#[test]
fn a_hundred_thousand_keys_that_collide() {
    // The keys are equal in all that the hash of a key looks at: length, head, middle and end.
    let key = |i: usize| format!("{:<16}{i:08}{:<40}", "same", "");
    let members: Vec<String> = (0..100_000)
        .map(|i| format!("\"{}\":{i}", key(i)))
        .collect();
    let text = format!("{{{}}}", members.join(","));
    let frozen = json::freeze(text.as_bytes()).expect("a document");
    for i in [0, 1, 50_000, 99_999] {
        let found = frozen
            .view()
            .get(key(i).as_str())
            .and_then(|value| value.as_i64());
        assert_eq!(found, Some(i as i64));
    }
    let packed = msgpack::to_vec(&frozen.view()).expect("what MessagePack holds");
    assert!(msgpack::freeze(&packed).expect("a document").view() == frozen.view());
    let mut value = varvel::Value::from(frozen);
    value.thaw();
    value[key(100_000).as_str()] = 1.into();
    assert_eq!(value.position(&key(99_999)), Some(99_999));
}
