//! The test vectors of CBOR: appendix A of RFC 8949 as JSON, and those of the working group.

use conformance::{Verdict, freeze, suite};
use varvel_cbor::{ReadOptions, Reader, WriteOptions, Writer, drive, from_slice_with};
use varvel_core::{Discard, Limits, Raw, Source};
use varvel_frozen::{Builder, Frozen, View};

fn bytes(hex: &str) -> Vec<u8> {
    let (pairs, rest) = hex.as_bytes().as_chunks::<2>();
    assert!(rest.is_empty());
    let byte = |pair: &[u8; 2]| u8::from_str_radix(str::from_utf8(pair).unwrap(), 16).unwrap();
    pairs.iter().map(byte).collect()
}

/// Returns options with enough depth for all vectors.
fn options() -> ReadOptions {
    ReadOptions::with_limits(Limits {
        depth: 2_000,
        ..Limits::DEFAULT
    })
}

fn read(encoded: &[u8]) -> varvel_core::Result<Frozen> {
    let mut builder = Builder::with(Default::default(), options().limits);
    builder.start()?;
    drive(encoded, &options(), &mut builder)?;
    builder.finish()
}

/// Returns whether two trees are equal. Floats are compared by value if JSON has them as integers.
fn is(view: View<'_>, wanted: View<'_>) -> bool {
    let float = |view: View<'_>| {
        view.as_f64()
            .or(view.as_i64().map(|integer| integer as f64))
    };
    view == wanted || view.as_f64().is_some() && view.as_f64() == float(wanted)
}

/// Reads a document and writes it again.
fn again(encoded: &[u8]) -> varvel_core::Result<Vec<u8>> {
    let mut writer = Writer::new();
    drive(encoded, &options(), &mut writer)?;
    writer.finish()
}

/// A date as text, and seconds as a float.
const TIMES: [&[u8]; 2] = [
    b"\xC0\x742013-03-21T20:04:00Z",
    b"\xC1\xFB\x41\xD4\x52\xD9\xEC\x20\0\0",
];

#[test]
fn appendix_a() {
    let Some(folder) = suite("cbor-test-vectors") else {
        return;
    };
    let text = std::fs::read(folder.join("appendix_a.json")).unwrap();
    let document = freeze(&text).unwrap();
    let mut verdict = Verdict::default();
    for vector in document.view().items() {
        let hex = vector.get("hex").unwrap().str().unwrap();
        let encoded = bytes(hex);
        let kept = vector.get("roundtrip").unwrap().bool().unwrap();
        let outcome = match again(&encoded) {
            // RFC 7049 allowed it; RFC 8949 says in section 3.3 that it is not well-formed.
            Err(_) if hex == "f818" => Ok(()),
            Ok(_) if hex == "f818" => Err("accepted".to_owned()),
            Err(error) => Err(format!("refused: {error}")),
            // Points in time are written in one form.
            Ok(written) if kept && !TIMES.contains(&&encoded[..]) && written != encoded => {
                Err(format!("written as {written:02X?}"))
            }
            Ok(written) if again(&written) != Ok(written.clone()) => Err("not stable".to_owned()),
            Ok(_) => match vector.get("decoded") {
                None => Ok(()),
                Some(wanted) => match read(&encoded) {
                    Ok(frozen) if is(frozen.view(), wanted) => Ok(()),
                    Ok(frozen) => Err(format!("is {}", frozen.view())),
                    Err(error) => Err(format!("refused: {error}")),
                },
            },
        };
        verdict.judge(hex, outcome);
    }
    verdict.close(82);
}

/// A file of the working group, which is CBOR itself.
#[derive(varvel::Decode)]
struct File<'a> {
    tests: Vec<Test<'a>>,
}

#[derive(varvel::Decode)]
struct Test<'a> {
    description: Option<String>,
    /// A byte string.
    encoded: Raw<'a>,
    decoded: Option<Raw<'a>>,
    roundtrip: Option<bool>,
}

/// Passes each test of a file of the working group to `judge`: its name, its encoding, the node
/// that it stands for in our encoding, and whether writing the node must give the encoding. Returns
/// whether the suite is there.
fn working_group(
    verdict: &mut Verdict,
    file: &str,
    judge: impl Fn(&[u8], Option<Vec<u8>>, bool) -> Result<(), String>,
) -> bool {
    let Some(folder) = suite("cbor-wg-test-vectors") else {
        return false;
    };
    let text = std::fs::read(folder.join("tests").join(file)).unwrap();
    let read: File<'_> = from_slice_with(&text, &options()).unwrap();
    for (number, test) in read.tests.into_iter().enumerate() {
        let mut reader = Reader::new(test.encoded.as_bytes(), &options()).unwrap();
        let encoded = reader.read_bytes().unwrap();
        let decoded = test.decoded.map(|node| again(node.as_bytes()).unwrap());
        let outcome = judge(&encoded, decoded, test.roundtrip.unwrap_or(true));
        let name = test.description.unwrap_or_default();
        verdict.judge(&format!("{file} {number} {name}"), outcome);
    }
    true
}

/// Judges well-formed vectors: they are read as their node, and written as the same bytes if the
/// file asks for that.
fn judge_good(verdict: &mut Verdict, file: &str) -> bool {
    working_group(verdict, file, |encoded, decoded, kept| {
        match again(encoded) {
            Err(error) => Err(format!("refused: {error}")),
            // Points in time are written in one form.
            Ok(written) if kept && !TIMES.contains(&encoded) && written != encoded => {
                Err(format!("written as {written:02X?}"))
            }
            Ok(written) => match decoded {
                Some(decoded) if decoded != written => {
                    Err(format!("is {written:02X?}, not {decoded:02X?}"))
                }
                _ => Ok(()),
            },
        }
    })
}

#[test]
fn good_vectors_of_the_working_group() {
    let mut verdict = Verdict::default();
    if judge_good(&mut verdict, "rfc8949/good.cbor") {
        verdict.close(88);
    }
}

#[test]
fn bad_vectors_of_the_working_group() {
    let mut verdict = Verdict::default();
    let judged = working_group(
        &mut verdict,
        "rfc8949/bad.cbor",
        |encoded, _, _| match drive(encoded, &options(), &mut Discard) {
            Ok(()) => Err("accepted".to_owned()),
            Err(_) => Ok(()),
        },
    );
    if judged {
        verdict.close(47);
    }
}

#[test]
fn appendix_a_of_the_working_group() {
    let mut verdict = Verdict::default();
    let files = [
        "mt0",
        "mt1",
        "mt2",
        "mt3",
        "mt4",
        "mt5",
        "mt6",
        "mt7-float",
        "mt7-simple",
        "streaming",
    ];
    let judged =
        files.map(|file| judge_good(&mut verdict, &format!("rfc8949-appendixA/{file}.cbor")));
    if judged.contains(&true) {
        verdict.close(81);
    }
}

#[test]
fn spike_of_the_working_group() {
    let mut verdict = Verdict::default();
    if judge_good(&mut verdict, "spike/spike.cbor") {
        verdict.close(1_165);
    }
}

#[test]
fn dcbor() {
    let Some(folder) = suite("dcbor-test-vectors") else {
        return;
    };
    let strict = options().with_dcbor_text(unicode_normalization::is_nfc);
    let deterministic = WriteOptions::default().with_deterministic();
    let mut verdict = Verdict::default();
    for (file, valid) in [("valid.json", true), ("invalid.json", false)] {
        let document = freeze(&std::fs::read(folder.join(file)).unwrap()).unwrap();
        for vector in document.view().items() {
            let hex = vector.get("hex").unwrap().str().unwrap();
            let encoded = bytes(hex);
            let mut writer = Writer::with_options(deterministic, Vec::new());
            let outcome = match (valid, drive(&encoded, &strict, &mut writer)) {
                (true, Err(error)) => Err(format!("refused: {error}")),
                (true, Ok(())) => match writer.finish() {
                    Ok(written) if written == encoded => Ok(()),
                    other => Err(format!("written as {other:02X?}")),
                },
                (false, Ok(())) => Err("accepted".to_owned()),
                (false, _) => Ok(()),
            };
            verdict.judge(hex, outcome);
        }
    }
    verdict.close(77);
}
