//! Reports of errors in documents in memory: with the line of the text, and with a hint from the
//! bytes.

use clap::ValueEnum as _;
use varvel::formats::{AnyFormat, ReadOptions};
use varvel::{Discard, Error, ErrorKind};

use crate::files::format::{Format, TextFormat};
use crate::files::input::Input;
use crate::terminal::exit::Failure;
use crate::terminal::hint::{hint, looks_like};
use crate::terminal::report::{Place, at_place, in_frozen, line_column, place_in, shown};

impl Input {
    /// Reports an error in this document.
    pub fn failure(&self, error: &Error) -> Failure {
        match self.format {
            _ if self.format.is_text() => self.failure_in_text(error, hint_of(self, error)),
            Format::Frozen => in_frozen(&self.name, &self.bytes, error),
            _ => at_place(place_in(&self.name, error), error, hint_of(self, error)),
        }
    }

    /// Reports an error in this text that was to be edited.
    pub fn failure_in_edit(&self, error: &Error) -> Failure {
        match error.kind() {
            // An edit takes no option that chooses one.
            ErrorKind::DuplicateKey => {
                // The merged members are not in the text, so a path could not lead to them.
                let merges = error
                    .found()
                    .is_some_and(|found| found.starts_with("\"<<\""));
                let hint = match merges {
                    true => "an edit takes `<<` for a key like others: write `<<: [*a, *b]` once",
                    false => "remove one of them by hand first",
                };
                self.failure_in_text(error, Some(hint.to_owned()))
            }
            _ => self.failure_of_text(error),
        }
    }

    /// Reports an error in this text. Its hint names no format that is not a text.
    pub fn failure_of_text(&self, error: &Error) -> Failure {
        let hint = hint_of(self, error).filter(|hint| leads_to_text(hint));
        self.failure_in_text(error, hint)
    }

    /// Reports an error in this text, with its line.
    fn failure_in_text(&self, error: &Error, hint: Option<String>) -> Failure {
        let Some(offset) = error.offset() else {
            return at_place(self.name.clone(), error, hint);
        };
        let passed = self.passed.unwrap_or_default();
        let offset = offset.saturating_sub(passed.offset);
        let offset = match error.kind() {
            // The place is behind the last text, not on the empty line after it.
            ErrorKind::UnexpectedEnd => offset.min(self.bytes.trim_ascii_end().len()),
            _ => offset,
        };
        let (line, column) = passed.place(line_column(&self.bytes, passed.offset, offset, error));
        let place = Place {
            name: &self.name,
            line,
            column,
            offset,
        };
        shown(&place, &self.bytes, error, hint.as_deref())
    }
}

/// Hints at what to do about an error in a document, from the error and the bytes of the document,
/// which may show that it has another format.
fn hint_of(input: &Input, error: &Error) -> Option<String> {
    if !is_about_bytes(error.kind()) {
        return hint(error);
    }
    let whole = (input.passed.is_none()).then_some(input);
    whole
        .and_then(|input| looks_like(&input.bytes, input.format))
        .or_else(|| of_lines(input, error))
        .or_else(|| of_stream(input, error))
        .or_else(|| of_json5(whole?, error))
        .or_else(|| hint(error))
}

/// Returns whether a hint names no format, or one of a text that can be edited.
fn leads_to_text(hint: &str) -> bool {
    let Some((_, named)) = hint.split_once("`--from ") else {
        return true;
    };
    let mut texts = TextFormat::value_variants().iter().copied();
    texts.any(|text| named.split('`').next() == Some(Format::from(text).word()))
}

/// Returns whether an error of this kind may come from reading the bytes in the wrong format.
fn is_about_bytes(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::Syntax
            | ErrorKind::UnexpectedEnd
            | ErrorKind::TrailingData
            | ErrorKind::InvalidNumber
            | ErrorKind::InvalidUtf8
            | ErrorKind::InvalidEscape
            | ErrorKind::ControlCharacter
            | ErrorKind::InvalidBuffer
    )
}

/// Hints at NDJSON if one JSON document ended and another begins on a line of its own.
fn of_lines(input: &Input, error: &Error) -> Option<String> {
    if !is_json(input) || error.kind() != ErrorKind::TrailingData {
        return None;
    }
    let passed = input.passed.unwrap_or_default();
    let place = error.offset()?.checked_sub(passed.offset)?;
    let (before, rest) = input.bytes.split_at_checked(place)?;
    let gap = &before[before.trim_ascii_end().len()..];
    let lines = gap.contains(&b'\n') && matches!(rest.first(), Some(b'{' | b'['));
    lines.then(|| "if each line is a document of its own, `--from ndjson` reads it".to_owned())
}

/// Hints at a stream if a second document follows a binary one.
fn of_stream(input: &Input, error: &Error) -> Option<String> {
    if input.format.is_text() || error.kind() != ErrorKind::TrailingData {
        return None;
    }
    let word = Format::stream_of(input.format.each()?)?.word();
    Some(format!(
        "values one after the other are a stream: `--from {word}` reads it"
    ))
}

/// Hints at JSON5 if a text is JSON5 but not JSON. The text is read as JSON5 to find out.
fn of_json5(input: &Input, error: &Error) -> Option<String> {
    if !is_json(input) || input.bytes.len() > TRIED {
        return None;
    }
    let json5 = AnyFormat::Json5;
    let read = json5.drive(&input.bytes, &ReadOptions::default(), &mut Discard);
    read.ok()?;
    let hint = format!("`--from {}` reads it", json5.word());
    Some(match error.hint() {
        Some(own) => format!("{own}; {hint}"),
        None => hint,
    })
}

fn is_json(input: &Input) -> bool {
    input.format == Format::Document(AnyFormat::Json)
}

/// At most this many bytes are read again for a hint.
const TRIED: usize = 1 << 22;
