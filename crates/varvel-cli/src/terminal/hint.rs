//! Hints at what to do about an error. They name options of this command where hints of the library
//! name parameters.

use varvel::formats::AnyFormat;
use varvel::{AsText, Error, ErrorKind};

use crate::files::format::{Format, MAGIC};

/// Hints at what to do about an error, from the error alone.
pub fn hint(error: &Error) -> Option<String> {
    let own = error.hint();
    match error.kind() {
        ErrorKind::DuplicateKey => {
            Some("`--duplicates first` or `--duplicates last` keeps one of them".to_owned())
        }
        ErrorKind::DepthLimit => {
            Some("`--max-depth N` allows more, if you trust the document".to_owned())
        }
        // The command has no option for these.
        ErrorKind::ReplayLimit | ErrorKind::NodeLimit | ErrorKind::SizeLimit => None,
        ErrorKind::InvalidFrozen if own.is_some_and(|own| own.contains("recover")) => {
            Some("if it is a frozen stream, `--recover` reads what is whole of it".to_owned())
        }
        ErrorKind::Unrepresentable if own == Some(AsText::HINT) => {
            Some("`--as-text` writes it as text".to_owned())
        }
        _ => own.map(in_options),
    }
}

/// Rewrites a hint of the library with the options of this command.
fn in_options(hint: &str) -> String {
    const TOLERANT: &str = "set the option `tolerant`, which takes it here";
    hint.replace(TOLERANT, "`--tolerant` takes it here")
}

/// First bytes of files that people take for one of our formats by mistake.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\xFD7zXZ", "xz: unpack it first"),
    (b"BZh", "bzip2: unpack it first"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"\x7FELF", "a program"),
    (MAGIC, "a frozen buffer: `--from frozen` reads it"),
];

/// First bytes of texts that are no JSON. YAML may begin with them.
const NO_JSON: &[(&[u8], &str)] = &[
    (b"\xFF\xFE", "UTF-16: JSON is UTF-8"),
    (b"\xFE\xFF", "UTF-16: JSON is UTF-8"),
    (b"<", "XML or HTML"),
    (b"---", "YAML: `--from yaml` reads it"),
];

/// Names the format that these bytes seem to have, if it is not the one that they were read in.
pub fn looks_like(input: &[u8], read: Format) -> Option<String> {
    let signatures = match read {
        // Any bytes may begin a buffer.
        Format::Flatbuffers => return None,
        _ if read.is_json() => [SIGNATURES, NO_JSON],
        _ => [SIGNATURES, &[]],
    };
    let mut found = signatures
        .into_iter()
        .flatten()
        .filter(|(start, _)| input.starts_with(start))
        .map(|(_, what)| *what);
    // Other binary formats may begin with the same byte.
    let text = read.is_text() || read == Format::Frozen;
    let other = || {
        let other = AnyFormat::of_first_bytes(input).filter(|_| text)?;
        let (name, word) = (other.name(), other.word());
        Some(format!("{name}: `--from {word}` reads it"))
    };
    let what = found.next().map(str::to_owned).or_else(other)?;
    Some(format!("this looks like {what}"))
}
