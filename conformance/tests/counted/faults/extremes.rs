//! Depth, lengths and numbers beyond all measure, and keys that collide: an error at once, or a document in
//! linear time (which `cargo xtask ci --only slope` holds by instruction counts).

use conformance::alloc::counted;
use varvel::{Discard, ErrorKind, Frozen, Limits, json, msgpack};

use super::decoders::DECODERS;

const DEEP: usize = 10_000_000;

#[test]
fn depth_beyond_the_limit_is_an_error_at_once() {
    let opened: [(&[u8], ErrorKind); 6] = [
        (b"[", ErrorKind::DepthLimit),
        (b"{\"a\":", ErrorKind::DepthLimit),
        (b"\x91", ErrorKind::DepthLimit),
        (b"\x81\xA1a", ErrorKind::DepthLimit),
        (b"\xDD\0\0\0\x01", ErrorKind::DepthLimit),
        (b"\x81\x91", ErrorKind::DepthLimit),
    ];
    for (open, kind) in opened {
        let input = open.repeat(DEEP);
        for decoder in DECODERS {
            let of = if open[0] < 0x80 {
                "JSON"
            } else {
                "MessagePack"
            };
            // Types of Rust are not as deep.
            if !decoder.name.starts_with(of) || decoder.name.contains("types") {
                continue;
            }
            let (outcome, peak, _) = counted(|| (decoder.decode)(&input));
            let error = outcome.expect_err(decoder.name);
            // Of values in a row the end is looked for first.
            let (kind, most) = match decoder.name.contains("values") {
                true => (ErrorKind::UnexpectedEnd, 16 * input.len()),
                // All of the text is rewritten before the JSON is read.
                false if decoder.name == "JSON5" => (kind, 4 * input.len()),
                false => (kind, 1 << 20),
            };
            assert_eq!(error.kind(), kind, "{}: {error}", decoder.name);
            assert!(peak < most, "{}: {peak} bytes", decoder.name);
        }
    }
}

#[test]
fn depth_without_a_limit_takes_no_stack() {
    let work = || {
        let json = [b"[".repeat(DEEP), b"]".repeat(DEEP)].concat();
        let options = json::ReadOptions::with_limits(Limits::NONE);
        json::drive(&json, &options, &mut Discard).expect("a document");
        let packed = [&*b"\x91".repeat(DEEP), b"\xC0"].concat();
        let options = msgpack::ReadOptions::with_limits(Limits::NONE);
        msgpack::drive(&packed, &options, &mut Discard).expect("a document");
        let depth = DEEP / 10;
        let packed = &packed[packed.len() - depth..];
        let frozen = msgpack::freeze_with(packed, varvel::Duplicates::Error, Limits::NONE);
        let frozen = frozen.expect("a document");
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
    // Each head of MessagePack that counts, at its most; with and without what may follow it.
    for head in [
        0xC4, 0xC5, 0xC6, 0xC7, 0xC8, 0xC9, 0xD9, 0xDA, 0xDB, 0xDC, 0xDD, 0xDE, 0xDF,
    ] {
        for follows in [0, 1, 60] {
            let input = [&[head, 0xFF, 0xFF, 0xFF, 0xFF][..], &vec![1; follows]].concat();
            for decoder in DECODERS {
                if !decoder.name.starts_with("MessagePack") {
                    continue;
                }
                let (outcome, peak, _) = counted(|| (decoder.decode)(&input));
                outcome.expect_err(decoder.name);
                // Blocks of records have 128 KiB, one to be read and one to be written.
                let most = match decoder.name.contains("values") {
                    true => 512 << 10,
                    false => 64 << 10,
                };
                assert!(peak < most, "{}: {head:#x}: {peak} bytes", decoder.name);
            }
        }
    }
    // Each word of a frozen buffer and of a frozen stream.
    for decoder in DECODERS {
        if !decoder.name.starts_with("a frozen") {
            continue;
        }
        for input in (decoder.inputs)() {
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
    // Equal in all that the hash of a key looks at: its length, head, middle and end.
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
