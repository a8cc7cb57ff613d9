//! Writes drawn documents, most of them faulty, and what Rust says of each, for programs in other
//! languages to compare: `error_cases FIRST COUNT` writes so many cases to its standard output.
//! Each depends on its number alone.
//!
//! A case is, with numbers in little-endian order:
//!
//! ```text
//! u64 number | u8 format, as varvel.h has it | u8 type | u32 length | the document
//! the error of freezing it | the error of reading it as the type
//! the error of reading the frozen document as the type | u8 whether a tag is missing
//! ```
//!
//! and an error is a `u32` number, 0 if there is none, and then if there is one
//!
//! ```text
//! u64 offset, all ones if not known | u32 line | u32 column | u32 length | the path
//! ```
//!
//! | room | holds |
//! |---|---|
//! | `types` | the types |
//! | `fitting` | documents that fit them |
//! | `draft` | documents as plain data, and how they are changed |

mod draft;
mod fitting;
mod types;

use std::io::{BufWriter, Write};

use conformance::documents::Draw;
use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::{AsText, Duplicates, Error, Kind, View};

use types::{ROOTS, read_root, read_view};

/// The formats, with their numbers in `varvel.h`.
const FORMATS: [(u8, AnyFormat); 6] = [
    (2, AnyFormat::Json),
    (3, AnyFormat::Json5),
    (4, AnyFormat::Yaml),
    (5, AnyFormat::MessagePack),
    (6, AnyFormat::Cbor),
    (7, AnyFormat::FlexBuffers),
];

/// A document, and what it is to be read as.
struct Case {
    number: u8,
    format: AnyFormat,
    root: usize,
    bytes: Vec<u8>,
}

/// Changes some bytes, leaves some out, or ends the document early.
fn mutate(bytes: &mut Vec<u8>, draw: &mut Draw) {
    for _ in 0..1 + draw.below(2) {
        if bytes.is_empty() {
            return;
        }
        let at = draw.below(bytes.len());
        match draw.below(6) {
            0 => bytes[at] = draw.word() as u8,
            1 => bytes[at] = draw.of(b"{}[]:,\"\\0-.\n#&*'/"),
            2 => drop(bytes.remove(at)),
            3 => bytes.insert(at, bytes[at]),
            4 => bytes[at] ^= 1 << draw.below(8),
            _ => bytes.truncate(at),
        }
    }
}

impl Case {
    fn draw(case: u64) -> Self {
        let mut draw = Draw::new(case);
        let (number, format) = draw.of(&FORMATS);
        let root = draw.below(ROOTS);
        let mut document = fitting::document(root, &mut draw);
        for _ in 0..draw.of(&[0, 1, 1, 1, 2]) {
            document.change(&mut draw);
        }
        let mut options = WriteOptions::default();
        options.as_text = AsText::ALL;
        options.pretty = draw.once_in(2);
        // Two keys may have the same text.
        let mut bytes = format.to_vec(&document, &options).unwrap_or_default();
        if draw.once_in(3) {
            mutate(&mut bytes, &mut draw);
        }
        Self {
            number,
            format,
            root,
            bytes,
        }
    }

    fn write(&self, case: u64, to: &mut impl Write) -> std::io::Result<()> {
        let options = ReadOptions::default();
        let frozen = self.format.freeze(&self.bytes, Duplicates::Error, &options);
        let typed = self.format.visit(self).err();
        let viewed = frozen
            .as_ref()
            .ok()
            .and_then(|frozen| read_view(self.root, frozen.view()).err());
        to.write_all(&case.to_le_bytes())?;
        to.write_all(&[self.number, self.root as u8])?;
        write_bytes(&self.bytes, to)?;
        write_error(frozen.as_ref().err(), to)?;
        write_error(typed.as_ref(), to)?;
        write_error(viewed.as_ref(), to)?;
        let lacks_tag = frozen
            .as_ref()
            .is_ok_and(|frozen| lacks_tag(self.root, frozen.view()));
        to.write_all(&[u8::from(lacks_tag)])
    }
}

impl Visit for &Case {
    type Output = varvel::Result;

    /// Reads the document as its type.
    fn visit<F: Row>(self) -> varvel::Result {
        let options = F::read_options(&ReadOptions::default());
        read_root::<F>(self.root, &self.bytes, &options)
    }
}

/// Returns whether a shape of a document is an object without a tag that is a string.
fn lacks_tag(root: usize, view: View<'_>) -> bool {
    let untagged = |shape: View<'_>| {
        let tag = shape.get("kind").and_then(|tag| tag.as_str());
        matches!(shape.kind(), Kind::Object | Kind::Map) && tag.is_none()
    };
    match root {
        0 => {
            view.get("shape").is_some_and(untagged)
                || view.get("next").is_some_and(|next| lacks_tag(0, next))
        }
        5 => view.items().any(untagged),
        _ => false,
    }
}

fn write_bytes(bytes: &[u8], to: &mut impl Write) -> std::io::Result<()> {
    to.write_all(&(bytes.len() as u32).to_le_bytes())?;
    to.write_all(bytes)
}

fn write_error(error: Option<&Error>, to: &mut impl Write) -> std::io::Result<()> {
    let number = error.map_or(0, |error| u32::from(error.kind().number()));
    to.write_all(&number.to_le_bytes())?;
    let Some(error) = error else {
        return Ok(());
    };
    let offset = error.offset().map_or(u64::MAX, |offset| offset as u64);
    to.write_all(&offset.to_le_bytes())?;
    to.write_all(&(error.line() as u32).to_le_bytes())?;
    to.write_all(&(error.column() as u32).to_le_bytes())?;
    let path = error
        .path()
        .map_or_else(String::new, |path| path.to_string());
    write_bytes(path.as_bytes(), to)
}

fn main() {
    let mut arguments = std::env::args().skip(1).map(|word| word.parse::<u64>());
    let (Some(Ok(first)), Some(Ok(count))) = (arguments.next(), arguments.next()) else {
        panic!("usage: error_cases FIRST COUNT");
    };
    let mut out = BufWriter::new(std::io::stdout().lock());
    for case in first..first + count {
        // The reader may have seen enough.
        if Case::draw(case).write(case, &mut out).is_err() {
            return;
        }
    }
    let _ = out.flush();
}
