//! Errors as the user sees them: a line that says what is wrong, the place, its line of text with a
//! caret, a hint.
//!
//! ```text
//! error: invalid syntax: expected `,` or `]`, found `{`
//!  --> broken.json:7:5, at $.sensors[1]
//!   |
//! 7 |     { "id": "mole" }
//!   |     ^
//! hint: ...
//! ```

use std::fmt::{self, Write as _};
use std::io;

use clap::builder::styling::{AnsiColor, Style};
use unicode_width::UnicodeWidthStr as _;
use varvel::{Error, ErrorKind};

use crate::exit::{Exit, Failure};
use crate::input::MAGIC;

const ERROR: Style = AnsiColor::Red.on_default().bold();
const HINT: Style = AnsiColor::Cyan.on_default().bold();
const FRAME: Style = AnsiColor::Blue.on_default().bold();
const STRONG: Style = Style::new().bold();

/// How much of a long line is shown on either side of the place, in bytes.
const CONTEXT: usize = 50;

/// Stands for what is not shown as it is.
const MARK: char = char::REPLACEMENT_CHARACTER;

/// One line, and what to do about it.
pub fn plain(exit: Exit, what: impl fmt::Display, hint: Option<&str>) -> Failure {
    let mut text = title(what);
    end_with_hint(&mut text, hint);
    Failure { exit, text }
}

/// The operating system refused to `what` (“read x.json”).
pub fn io(what: &str, cause: &io::Error) -> Failure {
    plain(
        Exit::Io,
        format_args!("cannot {what}: {}", reason(cause)),
        None,
    )
}

/// What the operating system says, as a part of a sentence.
fn reason(cause: &io::Error) -> String {
    match cause.kind() {
        io::ErrorKind::IsADirectory => return "it is a directory".to_owned(),
        io::ErrorKind::OutOfMemory => return "it is larger than the memory".to_owned(),
        _ => {}
    }
    let text = cause.to_string();
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => "unknown reason".to_owned(),
    }
}

/// A document of JSON text that is not right; `input` is all of it.
pub fn in_text(name: &str, input: &[u8], error: &Error) -> Failure {
    let Some(offset) = error.offset() else {
        return in_document(name, error);
    };
    let offset = match error.kind() {
        // Behind the last text, not on the empty line after it.
        ErrorKind::UnexpectedEnd => offset.min(input.trim_ascii_end().len()),
        _ => offset,
    };
    let (line, column) = Error::new(error.kind())
        .at(offset)
        .report(input)
        .line_column()
        .unwrap_or((1, 1));
    let mut text = title(sentence(error));
    let number = line.to_string();
    let margin = " ".repeat(number.len());
    let place = format!("{name}:{line}:{column}");
    push_place(&mut text, &margin, &place, error);
    if let Some(excerpt) = Excerpt::of(input, offset) {
        let indent = " ".repeat(excerpt.before.width());
        let _ = write!(
            text,
            "\n{FRAME}{margin} |{FRAME:#}\n{FRAME}{number} |{FRAME:#} {}{}\n{FRAME}{margin} |{FRAME:#} {indent}{ERROR}^{ERROR:#}",
            excerpt.before, excerpt.after,
        );
    }
    end_with_hint(&mut text, hint(input, error).as_deref());
    let exit = exit_of(error);
    Failure { exit, text }
}

/// A frozen buffer that is not right; `input` is all of it.
pub fn in_frozen(name: &str, input: &[u8], error: &Error) -> Failure {
    if input.starts_with(MAGIC) {
        return in_document(name, error);
    }
    let hint = match input.trim_ascii_start().first() {
        Some(b'{' | b'[' | b'"') => Some("it looks like JSON: `--from json` reads it".to_owned()),
        _ => looks_like(input).map(|what| format!("this looks like {what}")),
    };
    let what = format!("{name} is not a frozen buffer: it does not begin with VRVL");
    plain(Exit::Document, what, hint.as_deref())
}

/// A document that is no text: a frozen buffer, or one that was read and cannot be written.
pub fn in_document(name: &str, error: &Error) -> Failure {
    let mut text = title(sentence(error));
    let place = match error.offset() {
        Some(offset) => format!("{name}, byte {offset}"),
        None => name.to_owned(),
    };
    push_place(&mut text, "", &place, error);
    end_with_hint(&mut text, hint(&[], error).as_deref());
    let exit = exit_of(error);
    Failure { exit, text }
}

fn title(what: impl fmt::Display) -> String {
    let what = clean(&what.to_string());
    format!("{ERROR}error{ERROR:#}{STRONG}:{STRONG:#} {what}")
}

/// ` --> place`, and the path unless it is that of the whole document.
fn push_place(text: &mut String, margin: &str, place: &str, error: &Error) {
    let place = clean(place);
    let _ = write!(text, "\n{margin}{FRAME}-->{FRAME:#} {place}");
    if let (Some([_, ..]), Some(path)) = (error.steps(), error.path()) {
        let _ = write!(text, ", at {path}");
    }
}

/// Text on one line in which nothing steers the terminal.
fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if steers(c) { MARK } else { c })
        .collect()
}

/// Control characters, and those that turn the direction of writing: they could show another text
/// than is there.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

fn end_with_hint(text: &mut String, hint: Option<&str>) {
    if let Some(hint) = hint {
        let hint = clean(hint);
        let _ = write!(text, "\n{HINT}hint{HINT:#}{STRONG}:{STRONG:#} {hint}");
    }
}

/// What is wrong, without the place.
fn sentence(error: &Error) -> String {
    let mut text = error.kind().phrase().to_owned();
    if let Some(expected) = error.expectation() {
        text += ": expected ";
        text += expected;
    }
    if let Some(found) = error.found() {
        text += ", found ";
        text += found;
    }
    text
}

fn exit_of(error: &Error) -> Exit {
    match error.kind() {
        ErrorKind::Io | ErrorKind::OutOfMemory => Exit::Io,
        _ => Exit::Document,
    }
}

/// The error's hint in the words of this command, which has options where the library has
/// parameters.
fn hint(input: &[u8], error: &Error) -> Option<String> {
    match error.kind() {
        ErrorKind::DuplicateKey => {
            Some("`--duplicates first` or `--duplicates last` keeps one of them".to_owned())
        }
        ErrorKind::DepthLimit => {
            Some("`--max-depth N` allows more, if you trust the document".to_owned())
        }
        _ => match looks_like(input) {
            Some(what) => Some(format!("this looks like {what}")),
            None => error.hint().map(str::to_owned),
        },
    }
}

/// What files begin with that are taken for JSON by mistake.
const SIGNATURES: &[(&[u8], &str)] = &[
    (b"\x1F\x8B", "gzip: unpack it first"),
    (b"\x28\xB5\x2F\xFD", "zstd: unpack it first"),
    (b"\xFD7zXZ", "xz: unpack it first"),
    (b"BZh", "bzip2: unpack it first"),
    (b"PK\x03\x04", "a zip archive: unpack it first"),
    (MAGIC, "a frozen buffer: `--from frozen` reads it"),
    (b"\xFF\xFE", "UTF-16: JSON is UTF-8"),
    (b"\xFE\xFF", "UTF-16: JSON is UTF-8"),
    (b"%PDF", "a PDF document"),
    (b"\x89PNG", "a PNG image"),
    (b"\x7FELF", "a program"),
    (b"<", "XML or HTML"),
    (b"---", "YAML, which is not supported yet"),
];

fn looks_like(input: &[u8]) -> Option<&'static str> {
    let found = SIGNATURES
        .iter()
        .find(|(start, _)| input.starts_with(start));
    found.map(|(_, what)| *what)
}

/// The line around a place, cut on both sides where it is long.
struct Excerpt {
    before: String,
    after: String,
}

impl Excerpt {
    /// `None` where the line is no text and would only fill the terminal with signs.
    fn of(input: &[u8], offset: usize) -> Option<Self> {
        let offset = offset.min(input.len());
        let line_start = input[..offset]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(0, |i| i + 1);
        let line_end = input[offset..]
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .map_or(input.len(), |i| offset + i);
        let mut start = line_start.max(offset.saturating_sub(CONTEXT));
        let mut end = line_end.min(offset.saturating_add(CONTEXT));
        // Not in the middle of a character; in what is no UTF-8 at most three bytes are looked at.
        for _ in 0..3 {
            start -= usize::from(start > line_start && input[start] & 0xC0 == 0x80);
            end += usize::from(end < line_end && input[end] & 0xC0 == 0x80);
        }
        let mut signs = 0;
        let mut text = |bytes: &[u8]| -> String {
            let text = String::from_utf8_lossy(bytes);
            let visible = clean(&text.replace('\t', " "));
            signs += visible.matches(MARK).count();
            visible
        };
        let mut before = text(&input[start..offset]);
        let mut after = text(&input[offset..end]);
        if signs > 2 {
            return None;
        }
        if start > line_start {
            before.insert(0, '…');
        }
        if end < line_end {
            after.push('…');
        }
        Some(Self { before, after })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn excerpt(input: &[u8], offset: usize) -> Option<(String, String)> {
        Excerpt::of(input, offset).map(|excerpt| (excerpt.before, excerpt.after))
    }

    #[test]
    fn the_line_is_cut_where_it_is_long() {
        let input = format!("first\n{}ö{}\nlast", "a".repeat(200), "b".repeat(200));
        let (before, after) = excerpt(input.as_bytes(), 206).unwrap();
        assert_eq!(before, format!("…{}", "a".repeat(50)));
        assert_eq!(after, format!("ö{}…", "b".repeat(48)));
    }

    #[test]
    fn no_place_is_outside() {
        for offset in 0..9 {
            assert!(excerpt("ä\r\n".as_bytes(), offset).is_some());
        }
        assert_eq!(excerpt(b"", 0).unwrap(), (String::new(), String::new()));
        assert!(excerpt(&[0x80; 9], 4).is_none());
    }
}
