//! Compares the errors of MessagePack and CBOR in Rust with those in Java (`bindings/jvm`): of
//! mutated documents both take the same, and give the same error for the others: number, byte,
//! path, and the words of the message. Limits are drawn as well.

use std::fmt::Write as _;

use conformance::documents::{self, Draw};
use conformance::suite;
use varvel::formats::{AnyFormat, ReadOptions};
use varvel_core::{Discard, Duplicates, Error, ErrorKind, Limits, Result, Source};

use crate::java_judge::judge;
use crate::line_judge::count;

/// Longer documents are not mutated.
const LONGEST: usize = 2000;

/// Bytes that mean something to a reader.
const BYTES: &[u8] =
    b"\x00\x01\x17\x18\x19\x1A\x1B\x1F\x20\x38\x3B\x40\x41\x5F\x60\x61\x7F\x80\x81\x82\x84\x90\x91\x92\
    \x9F\xA0\xA1\xA2\xBF\xC0\xC1\xC2\xC3\xC4\xC5\xC6\xC7\xC8\xC9\xCA\xCB\xCC\xCF\xD0\xD3\xD4\xD5\xD6\
    \xD7\xD8\xD9\xDA\xDB\xDC\xDD\xDE\xDF\xE0\xF4\xF5\xF6\xF7\xF8\xF9\xFA\xFB\xFF";

const PARTS: &[&[u8]] = &[
    b"\xD6\xFF\0\0\0\x01",
    b"\xC7\x0C\xFF\0\0\0\x01\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
    b"\xD5\x05ab",
    b"\xDD\xFF\xFF\xFF\xFF",
    b"\xDF\0\0\0\x02",
    b"\xA2\xC3\x28",
    b"\xC0\x742013-03-21T20:04:00Z",
    b"\xC1\x1A\x51\x4B\x67\xB0",
    b"\xC1\xF9\x7E\0",
    b"\xC2\x49\x01\0\0\0\0\0\0\0\0",
    b"\xC4\x82\x21\x19\x6A\xB3",
    b"\xC4\x9F\x21\x19\x6A\xB3\xFF",
    b"\xD9\x03\xE9\xA2\x01\x00\x28\x01",
    b"\xD9\xD9\xF7",
    b"\x5F\x41\x01\x42\x02\x03\xFF",
    b"\x7F\x61a\x62bc\xFF",
    b"\xBF\x61a\x01\xFF",
    b"\x9B\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF",
    b"\xF8\x18",
    b"\xF8\xFF",
    b"\x62\xC3\x28",
];

/// A document with its limits.
struct Case {
    format: &'static str,
    depth: usize,
    nodes: Option<usize>,
    bytes: Option<usize>,
    document: Vec<u8>,
}

impl Case {
    fn draw(seeds: &[Vec<Vec<u8>>; 2], number: u64) -> Self {
        let mut draw = Draw::new(number);
        let format = draw.of(&["msgpack", "msgpack", "cbor", "cbor", "cbor", "dcbor"]);
        let seeds = &seeds[usize::from(format != "msgpack")];
        let mut document = seeds[draw.below(seeds.len())].clone();
        for _ in 0..draw.of(&[0, 1, 1, 1, 2, 3]) {
            mutate(&mut document, seeds, &mut draw);
        }
        Self {
            format,
            depth: draw.of(&[128, 128, 128, 3, 1, 0]),
            nodes: draw.once_in(5).then(|| draw.below(8)),
            bytes: draw.once_in(10).then(|| draw.below(30)),
            document,
        }
    }

    fn limits(&self) -> Limits {
        let mut limits = Limits::DEFAULT;
        limits.depth = self.depth;
        limits.nodes = self.nodes.unwrap_or(limits.nodes);
        limits.bytes = self.bytes.unwrap_or(limits.bytes);
        limits
    }

    /// Reads the document. A key that comes twice is looked for only in a document that is right.
    fn read(&self) -> Result {
        let mut options = ReadOptions::default();
        let (document, limits) = (&self.document, self.limits());
        if self.format == "msgpack" {
            let own = varvel_msgpack::ReadOptions::with_limits(limits);
            varvel_msgpack::drive(document, &own, &mut Discard)?;
            AnyFormat::MessagePack.freeze(document, Duplicates::Error, &options)?;
            return Ok(());
        }
        let mut own = varvel_cbor::ReadOptions::with_limits(limits);
        if self.format == "dcbor" {
            own = own.with_dcbor_text(unicode_normalization::is_nfc);
        }
        varvel_cbor::drive(document, &own, &mut Discard)?;
        options.limits.depth = usize::MAX;
        AnyFormat::Cbor.freeze(document, Duplicates::Error, &options)?;
        Ok(())
    }

    /// Returns the case as a line for a program.
    fn line(&self) -> String {
        let limit = |limit: Option<usize>| limit.map_or("-".to_owned(), |limit| limit.to_string());
        let mut line = format!(
            "{} {} {} {} x",
            self.format,
            self.depth,
            limit(self.nodes),
            limit(self.bytes),
        );
        for byte in &self.document {
            let _ = write!(line, "{byte:02x}");
        }
        let verdict = match self.read() {
            Ok(()) => "taken".to_owned(),
            Err(error) => described(&error),
        };
        line + " " + &verdict + "\n"
    }
}

fn described(error: &Error) -> String {
    let any = || "?".to_owned();
    let doubled = error.kind() == ErrorKind::DuplicateKey;
    let path = error
        .path()
        .map(|path| path.to_string())
        .unwrap_or_default();
    // A key that holds others has other escapes in Java, and its own keys may come twice. Java has
    // other words for a key that is no string and comes twice, and always its place.
    let nested = path.contains("[\"[") || path.contains("[\"{");
    let words = |words: Option<&str>| match doubled {
        true => any(),
        false => words.unwrap_or_default().to_owned(),
    };
    let place = match error.offset() {
        Some(offset) => format!("{} {offset}", error.kind().number()),
        None if doubled => any(),
        None => format!("{} -1", error.kind().number()),
    };
    format!(
        "{place} | {} | {} | {}",
        if nested || doubled { any() } else { path },
        words(error.expectation()),
        words(error.found()),
    )
}

fn mutate(document: &mut Vec<u8>, seeds: &[Vec<u8>], draw: &mut Draw) {
    let at = draw.below(document.len() + 1);
    match draw.below(7) {
        0 if at < document.len() => drop(document.remove(at)),
        1 if at < document.len() => document[at] = draw.of(BYTES),
        2 => document.truncate(at),
        3 => drop(document.splice(at..at, draw.of(PARTS).iter().copied())),
        4 => {
            let other = &seeds[draw.below(seeds.len())];
            let from = draw.below(other.len() + 1);
            let to = other.len().min(from + draw.below(12));
            document.splice(at..at, other[from..to].iter().copied());
        }
        5 if at < document.len() => document[at] = draw.word() as u8,
        _ => document.insert(at, draw.of(BYTES)),
    }
}

/// Returns documents of MessagePack and of CBOR: drawn ones, parts, and those of suites.
fn seeds() -> [Vec<Vec<u8>>; 2] {
    let mut seeds = [Vec::new(), Vec::new()];
    for number in 0..400 {
        let mut writer = varvel_msgpack::Writer::new();
        if documents::value(&mut Draw::new(number), 3, &mut writer).is_ok() {
            seeds[0].extend(writer.finish());
        }
        let mut writer = varvel_cbor::Writer::new();
        if documents::value(&mut Draw::new(number), 3, &mut writer).is_ok() {
            seeds[1].extend(writer.finish());
        }
    }
    for part in PARTS {
        let array = |head| [&[head][..], part, part].concat();
        seeds[0].push(array(0x92));
        seeds[1].push(array(0x82));
    }
    seeds[0].push(b"\x83\x01\x92\x02\xC0\xA1a\x81\x91\x03\xC3\xC0\xD4\x05\0".to_vec());
    seeds[1].push(b"\xA3\x01\x82\x02\xF6\x61a\xA1\x81\x03\xF5\xD7\x40\xF7".to_vec());
    if let Some(folder) = suite("cbor-wg-test-vectors") {
        for file in ["good", "bad"] {
            let file = folder.join(format!("tests/rfc8949/{file}.cbor"));
            seeds[1].extend(encodings(&std::fs::read(file).unwrap()));
        }
    }
    for seeds in &mut seeds {
        seeds.retain(|document| document.len() <= LONGEST);
    }
    seeds
}

/// Returns the encodings of a file of the working group.
fn encodings(file: &[u8]) -> Vec<Vec<u8>> {
    #[derive(varvel::Decode)]
    struct File<'a> {
        tests: Vec<Test<'a>>,
    }
    #[derive(varvel::Decode)]
    struct Test<'a> {
        encoded: varvel_core::Raw<'a>,
    }
    let options = varvel_cbor::ReadOptions::with_limits(Limits {
        depth: 2000,
        ..Limits::DEFAULT
    });
    let read: File<'_> = varvel_cbor::from_slice_with(file, &options).unwrap();
    let encoding = |test: Test<'_>| {
        let mut reader = varvel_cbor::Reader::new(test.encoded.as_bytes(), &options).unwrap();
        reader.read_bytes().unwrap().to_vec()
    };
    read.tests.into_iter().map(encoding).collect()
}

#[test]
fn the_errors_of_binary_formats_in_java_are_those_in_rust() {
    let seeds = seeds();
    let lines = (0..count()).map(|number| Case::draw(&seeds, number).line());
    let what = "mutated documents of MessagePack and CBOR";
    judge("dev/varvel/BinaryJudge", what, lines);
}
