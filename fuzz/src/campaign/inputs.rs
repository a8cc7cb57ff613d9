//! Inputs that are drawn from a number: most of their bytes are right.

use conformance::documents::{Draw, frozen};
use varvel::formats::{AnyFormat, WriteOptions};

/// Pieces of text that mean something in a format of text.
const PIECES: &[&str] = &[
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "\"",
    "'",
    "\\",
    "\\u",
    "\\ud800",
    "\\udc00",
    "\\u0000",
    "0",
    "-",
    "+",
    ".",
    "e",
    "E9",
    "1e400",
    "null",
    "true",
    "NaN",
    "\n",
    "\n  ",
    "\r\n",
    "\t",
    " ",
    "#",
    "- ",
    "? ",
    "|",
    ">-",
    "&a ",
    "*a",
    "!!str ",
    "---\n",
    "...\n",
    "%",
    "\u{FEFF}",
    "\u{0}",
    "\u{7F}",
    "é",
    "\u{2028}",
    "\u{10FFFF}",
    "18446744073709551616",
    "/*",
    "//",
];

/// Passes a drawn document to a target: as it is written in a format, or with some bytes changed.
/// Returns whether it was accepted.
pub fn written(format: &str, number: u64, target: fn(&[u8]) -> bool) -> bool {
    let format = AnyFormat::ALL.iter().find(|one| one.word() == format);
    let format = *format.expect("a format of this build");
    let mut draw = Draw::new(number);
    let options = |draw: &mut Draw| {
        let mut options = WriteOptions::default();
        options.pretty = draw.once_in(3);
        options
    };
    // Most documents that a format cannot hold are large.
    let mut bytes = (0..8).find_map(|_| {
        let document = frozen(&mut draw)?;
        format.to_vec(&document.view(), &options(&mut draw)).ok()
    });
    let bytes = bytes.get_or_insert_default();
    if !draw.once_in(4) {
        for _ in 0..1 + draw.below(3) {
            change(bytes, &mut draw);
        }
    }
    target(bytes)
}

/// Changes bytes somewhere.
fn change(bytes: &mut Vec<u8>, draw: &mut Draw) {
    let at = draw.below(bytes.len() + 1);
    let len = (1 + draw.below(6)).min(bytes.len() - at);
    match draw.below(8) {
        0 if len > 0 => bytes[at] ^= 1 << draw.below(8),
        1 if len > 0 => bytes[at] = draw.word() as u8,
        2 => drop(bytes.drain(at..at + len)),
        3 => {
            let part = bytes[at..at + len].to_vec();
            let to = draw.below(bytes.len() + 1);
            bytes.splice(to..to, part);
        }
        4 => bytes.truncate(at),
        5 => drop(bytes.splice(at..at + len, draw.of(PIECES).bytes())),
        _ => drop(bytes.splice(at..at, draw.of(PIECES).bytes())),
    }
}

/// Returns an input of the target that verifies FlatBuffers: changes of a good buffer, for the
/// most part a few.
pub fn flatbuffers(number: u64) -> Vec<u8> {
    let mut draw = Draw::new(number);
    let mut input = vec![1];
    for _ in 0..draw.below(5) {
        // The buffer has some 700 bytes.
        let at = draw.below(720) as u16;
        let byte = match draw.once_in(2) {
            true => draw.word() as u8,
            false => draw.of(&[0, 1, 2, 4, 8, 12, 16, 0x7F, 0x80, 0xFC, 0xFE, 0xFF]),
        };
        input.extend(at.to_le_bytes());
        input.push(byte);
    }
    input
}

/// Returns some bytes, with pieces of text between.
pub fn random(number: u64) -> Vec<u8> {
    let mut draw = Draw::new(number);
    let mut bytes = draw.word().to_le_bytes().to_vec();
    for _ in 0..draw.below(40) {
        match draw.below(6) {
            0 => bytes.push(draw.word() as u8),
            1 => bytes.extend(draw.word().to_string().bytes()),
            2 => bytes.extend(std::iter::repeat_n(b'a', draw.below(40))),
            _ => bytes.extend(draw.of(PIECES).bytes()),
        }
    }
    bytes
}
