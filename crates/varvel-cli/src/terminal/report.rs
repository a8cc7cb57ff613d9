//! Errors as the user sees them: a line with the fault, the place, its line of text with a caret
//! and the path, a hint. `annotate-snippets` draws it, as it does for cargo.
//!
//! ```text
//! error: invalid syntax: expected `,` or `]`, found `{`
//!  --> broken.json:7:5
//!   |
//! 7 |     { "id": "mole" }
//!   |     ^ at $.sensors[1]
//! hint: ...
//! ```

use std::fmt;
use std::io;

use annotate_snippets::{AnnotationKind, Group, Level, Origin, Renderer, Snippet};
use varvel::records::{BadRecord, Unit};
use varvel::{Error, ErrorKind};
use varvel_files::Refused;

use crate::files::format::{Format, MAGIC};
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::hint::{EXPANDS, hint, looks_like};

/// The length of the part of a long line that is shown on either side of the place, in bytes.
const CONTEXT: usize = 50;

/// The replacement for characters that are not shown as they are.
const MARK: char = char::REPLACEMENT_CHARACTER;

/// Makes a failure of one line and a hint.
pub fn plain(exit: Exit, what: impl fmt::Display, hint: Option<&str>) -> Failure {
    let title = Level::ERROR.primary_title(clean(&what.to_string()));
    drawn(exit, Group::with_title(title), hint)
}

/// Makes the failure for Ctrl-C.
#[cfg(unix)]
pub fn interrupted() -> Failure {
    plain(Exit::Io, "interrupted", None)
}

/// Prints a warning on standard error.
pub fn warn(what: &str) {
    let title = Level::WARNING.primary_title(clean(what));
    drawn(Exit::Quiet, Group::with_title(title), None).print();
}

/// Warns that a YAML text ends in a block scalar without a line break, which readers read
/// differently.
pub fn block_scalar_at_end(name: &str) {
    warn(&format!(
        "{name} ends in a block scalar without a line break: other readers saw less of it, the text without its last \
         line break"
    ));
}

/// Makes a failure for an error of the operating system in `what` (“read x.json”), or for an input
/// that cannot be unpacked.
pub fn io(what: &str, cause: &io::Error) -> Failure {
    let refused = cause.get_ref().and_then(|inner| inner.downcast_ref());
    let (exit, hint) = match refused {
        Some(Refused::Bomb(_)) => (Exit::Document, Some(EXPANDS)),
        Some(_) => (Exit::Document, None),
        None => (Exit::Io, None),
    };
    plain(exit, format_args!("cannot {what}: {}", reason(cause)), hint)
}

/// Reports a file that cannot be read: for a reason of the system, or since it is damaged.
pub fn not_read(name: &str, cause: &io::Error) -> Failure {
    let inner = cause.get_ref().and_then(|inner| inner.downcast_ref());
    match inner {
        Some(error) if cause.kind() == io::ErrorKind::InvalidData => in_document(name, error),
        _ => io(&format!("read {name}"), cause),
    }
}

/// Returns the reason of the operating system as a part of a sentence.
fn reason(cause: &io::Error) -> String {
    match cause.kind() {
        io::ErrorKind::IsADirectory => return "it is a directory".to_owned(),
        io::ErrorKind::OutOfMemory => return "it is larger than the memory".to_owned(),
        _ => {}
    }
    // An error that went through the library is wrapped in an error of it.
    let inner = cause
        .get_ref()
        .and_then(|inner| inner.downcast_ref::<Error>());
    let text = match inner.and_then(Error::found) {
        Some(found) => found.to_owned(),
        None => cause.to_string(),
    };
    let text = text.split(" (os error").next().unwrap_or_default();
    let mut chars = text.chars();
    match chars.next() {
        Some(first) => first.to_lowercase().chain(chars).collect(),
        None => "unknown reason".to_owned(),
    }
}

/// Reports an error in a line of NDJSON. `text` is all of the line.
pub fn in_line(name: &str, line: u64, text: &[u8], error: &Error) -> Failure {
    let Some(offset) = error.offset() else {
        return in_record(name, line, error);
    };
    let offset = offset.min(text.trim_ascii_end().len());
    let (_, column) = line_column(text, 0, offset, error);
    let place = Place {
        name,
        line: usize::try_from(line).unwrap_or(usize::MAX),
        column,
        offset,
    };
    shown(&place, text, error, hint(error).as_deref())
}

/// Reports the first bad record of a stream.
pub fn in_bad_record(name: &str, record: BadRecord<'_>) -> Failure {
    match record.unit {
        Unit::Line => in_line(name, record.number, &record.bytes, &record.error),
        Unit::Value => in_value(name, record.offset, record.error),
        _ => in_record(name, record.number, &record.error),
    }
}

/// Returns one line about a record that was set aside.
pub fn bad_record(name: &str, record: &BadRecord<'_>) -> String {
    let place = match (record.unit, record.error.offset()) {
        (Unit::Line, Some(offset)) => {
            let offset = offset.min(record.bytes.trim_ascii_end().len());
            let (_, column) = line_column(&record.bytes, 0, offset, &record.error);
            format!("{name}:{}:{column}", record.number)
        }
        (Unit::Line, None) => format!("{name}:{}", record.number),
        _ => format!("{name}, byte {}", record.error_offset()),
    };
    let path = path(&record.error).map_or(String::new(), |path| format!(", {path}"));
    clean(&format!("{place}: {}{path}", sentence(&record.error)))
}

/// Reports an error in a value of a MessagePack stream that begins at byte `at`.
pub fn in_value(name: &str, at: u64, error: Error) -> Failure {
    let offset = error.offset().unwrap_or_default();
    let at = usize::try_from(at).unwrap_or(usize::MAX);
    in_document(name, &error.with_offset(at.saturating_add(offset)))
}

/// Reports an error in a record that was read, or one in writing it. `number` counts from 0.
pub fn in_record(name: &str, number: u64, error: &Error) -> Failure {
    at_place(format!("{name}, record {number}"), error, hint(error))
}

/// Reports an error in a frozen buffer. `input` is all of it, or at least its beginning.
pub fn in_frozen(name: &str, input: &[u8], error: &Error) -> Failure {
    if input.starts_with(MAGIC) {
        return in_document(name, error);
    }
    let hint = match input.trim_ascii_start().first() {
        Some(b'{' | b'[' | b'"') => Some("it looks like JSON: `--from json` reads it".to_owned()),
        _ => looks_like(input, Format::Frozen),
    };
    let what = format!("{name} is not a frozen buffer: it does not begin with VRVL");
    plain(Exit::Document, what, hint.as_deref())
}

/// Reports an error in writing a document that was read.
pub fn in_document(name: &str, error: &Error) -> Failure {
    at_place(place_in(name, error), error, hint(error))
}

/// Returns a place in a binary input.
pub fn place_in(name: &str, error: &Error) -> String {
    match error.offset() {
        Some(offset) => format!("{name}, byte {offset}"),
        None => name.to_owned(),
    }
}

/// Reports an error at a place that has no line.
pub fn at_place(place: String, error: &Error, hint: Option<String>) -> Failure {
    let title = Level::ERROR.primary_title(clean(&sentence(error)));
    let mut group = title.element(Origin::path(clean(&place)));
    if let Some(path) = path(error) {
        group = group.element(Level::NOTE.no_name().message(path));
    }
    drawn(exit_of(error), group, hint.as_deref())
}

/// A place in a text.
pub struct Place<'a> {
    pub name: &'a str,
    pub line: usize,
    pub column: usize,
    pub offset: usize,
}

/// Reports an error in a text, with the text around it.
pub fn shown(place: &Place<'_>, input: &[u8], error: &Error, hint: Option<&str>) -> Failure {
    let title = Level::ERROR.primary_title(clean(&sentence(error)));
    let name = clean(place.name);
    let at = |column: usize| format!("{name}:{}:{column}", place.line);
    // A byte order mark is not shown.
    let shown = match place.line {
        1 => input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input),
        _ => input,
    };
    let offset = place.offset.saturating_sub(input.len() - shown.len());
    let Some(Excerpt { before, after }) = Excerpt::of(shown, offset) else {
        let mut group = title.element(Origin::path(at(place.column)));
        if let Some(path) = path(error) {
            group = group.element(Level::NOTE.no_name().message(path));
        }
        return drawn(exit_of(error), group, hint);
    };
    let len = after.chars().next().map_or(0, char::len_utf8);
    let span = before.len()..before.len() + len;
    let column = before.chars().count() + 1;
    let snippet = Snippet::source(before + &after)
        .path(name.as_str())
        .line_start(place.line)
        .annotation(AnnotationKind::Primary.span(span).label(path(error)));
    let mut failure = drawn(exit_of(error), title.element(snippet), hint);
    // Columns count in the excerpt, which of a long line is only a part.
    if let Some((title, rest)) = failure.text.split_once('\n') {
        let rest = rest.replacen(&at(column), &at(place.column), 1);
        failure.text = format!("{title}\n{rest}");
    }
    failure
}

/// Makes a failure of the text that is drawn, with the hint.
fn drawn(exit: Exit, group: Group<'_>, hint: Option<&str>) -> Failure {
    let renderer = Renderer::styled();
    let mut text = renderer.render(&[group]);
    if let Some(hint) = hint {
        let title = Level::HELP.with_name("hint").primary_title(clean(hint));
        text.push('\n');
        text += &renderer.render(&[Group::with_title(title)]);
    }
    Failure { exit, text }
}

/// Finds the line and the column of a byte in `input`, which begins at byte `from` of the whole;
/// both are counted from 1. Those of the error are known if the library counted them.
pub fn line_column(input: &[u8], from: usize, offset: usize, error: &Error) -> (usize, usize) {
    if let Some(known) = error.location().filter(|known| known.index() == offset) {
        return (known.line(), known.column());
    }
    let error = Error::new(error.kind()).with_offset(offset);
    let report = error.report(input).within(Some(1), from);
    report.line_column().unwrap_or((1, 1))
}

/// Returns the path, unless it is that of the whole document.
fn path(error: &Error) -> Option<String> {
    match (error.steps(), error.path()) {
        (Some([_, ..]), Some(path)) => Some(format!("at {path}")),
        _ => None,
    }
}

/// Returns text on one line in which nothing controls the terminal.
pub fn clean(text: &str) -> String {
    text.chars()
        .map(|c| if steers(c) { MARK } else { c })
        .collect()
}

/// Returns whether a character is a control character or changes the direction of writing: these
/// could show another text than the file has.
fn steers(c: char) -> bool {
    c.is_control() || matches!(c, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}')
}

/// Returns the fault without the place.
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

/// The line around a place, cut on both sides if it is long.
struct Excerpt {
    before: String,
    after: String,
}

impl Excerpt {
    /// Returns `None` if the line is not text and would only fill the terminal with signs.
    fn of(input: &[u8], offset: usize) -> Option<Self> {
        let offset = offset.min(input.len());
        // No more of a long line is looked at than is shown: of an end that is farther away, it is
        // enough to know that.
        let near = offset.saturating_sub(CONTEXT + 4);
        let line_start = input[near..offset]
            .iter()
            .rposition(|&b| b == b'\n')
            .map_or(near, |i| near + i + 1);
        let far = input.len().min(offset.saturating_add(CONTEXT + 4));
        let line_end = input[offset..far]
            .iter()
            .position(|&b| b == b'\n' || b == b'\r')
            .map_or(far, |i| offset + i);
        let mut start = line_start.max(offset.saturating_sub(CONTEXT));
        let mut end = line_end.min(offset.saturating_add(CONTEXT));
        // Not in the middle of a character; in bytes that are not UTF-8 at most three are tried.
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
