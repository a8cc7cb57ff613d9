//! Hints at what to do about an error. They name options of this command where hints of the library
//! name parameters.

use varvel::formats::AnyFormat;
use varvel::{AsText, Error, ErrorKind, yaml};

use crate::files::format::{Format, MAGIC};

/// Hints at what to do about an error, from the error alone.
pub fn hint(error: &Error) -> Option<String> {
    let own = error.hint();
    match error.kind() {
        ErrorKind::DuplicateKey => {
            Some("`--duplicates first` or `--duplicates last` keeps one of them".to_owned())
        }
        // Schemas inside each other have a limit of their own.
        ErrorKind::DepthLimit if own.is_none_or(|own| own.contains("`depth`")) => {
            Some("`--max-depth N` allows more, if you trust the document".to_owned())
        }
        ErrorKind::SizeLimit => {
            // The place in the file follows.
            let place = own.and_then(|own| own.strip_prefix(OF_EXPANSION));
            place.map(|place| format!("{EXPANDS}{place}"))
        }
        // The command has no option for these.
        ErrorKind::ReplayLimit | ErrorKind::NodeLimit => None,
        ErrorKind::InvalidFrozen if own.is_some_and(|own| own.contains("recover")) => {
            Some("if it is a frozen stream, `--recover` reads what is whole of it".to_owned())
        }
        ErrorKind::Unrepresentable if own == Some(AsText::HINT) => {
            Some("`--as-text` writes it as text".to_owned())
        }
        ErrorKind::Unrepresentable if own.is_some_and(|own| OF_TAGS.contains(&own)) => {
            Some("frozen documents hold it: `varvel convert FILE OUT.varvel`".to_owned())
        }
        ErrorKind::NumberOutOfRange if own.is_some_and(|own| own.contains("`exact_decimals`")) => {
            Some(
                "`--exact-decimals` keeps its digits; MessagePack and FlexBuffers take them with \
                 `--as-text`, too"
                    .to_owned(),
            )
        }
        _ => own.map(in_options),
    }
}

/// The way to read a file that expands more than others do.
pub const EXPANDS: &str = "`--max-expansion N` allows more, if you trust the file";

/// The hint of the library about a part that expands too much.
const OF_EXPANSION: &str = "raise the limit `expansion`, if the file is trusted";

/// Hints of the library about tags, simple values and extensions. They tell a program to write
/// another event.
const OF_TAGS: &[&str] = &[
    "write what it stands for as a string, an array or an object",
    "write the value without it",
    "write null instead",
    "YAML's tags are names, not numbers",
    "write its bytes alone, or behind a tag",
];

/// Rewrites a hint of the library with the options of this command.
fn in_options(hint: &str) -> String {
    const TOLERANT: &str = "set the option `tolerant`, which takes it here";
    let hint = hint.replace(TOLERANT, "`--tolerant` takes it here");
    hint.replace("`through_aliases`", "`--through-aliases`")
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
    let yaml = || {
        let yaml = read.is_json() && is_yaml(input);
        yaml.then(|| "YAML: `--from yaml` reads it".to_owned())
    };
    let what = found
        .next()
        .map(str::to_owned)
        .or_else(other)
        .or_else(yaml)?;
    Some(format!("this looks like {what}"))
}

/// Returns whether a text that is no JSON is YAML with members or items: its first line that is no
/// comment begins with a key and a colon, or with `- `, and YAML takes its beginning.
fn is_yaml(input: &[u8]) -> bool {
    /// So much of a text is tried.
    const TRIED: usize = 1 << 16;
    let whole = input.len() <= TRIED;
    let mut head = &input[..input.len().min(TRIED)];
    if !whole {
        // The last line is cut off.
        let end = head.iter().rposition(|&byte| byte == b'\n');
        head = &head[..end.unwrap_or(0)];
    }
    let first = head.split(|&byte| byte == b'\n').find(|line| {
        let line = line.trim_ascii();
        !line.is_empty() && !line.starts_with(b"#")
    });
    let Some(first) = first.map(<[u8]>::trim_ascii) else {
        return false;
    };
    let key = first.ends_with(b":") || first.windows(2).any(|two| two == b": ");
    let begins =
        key && !first.starts_with(b"{") && !first.starts_with(b"[") || first.starts_with(b"- ");
    begins && yaml::freeze(head).is_ok()
}
