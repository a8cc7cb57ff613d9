//! YAML: if `saphyr-parser` and we accept a text, the events are equal. A text that we accept is
//! frozen, written and read again, and is the same; driving and skipping agree.
//!
//! The two may differ in these cases:
//!
//! * One accepts a text that the other refuses. There: a tab at the beginning of a block scalar at
//!   the root and behind a `:` without key, quotes and brackets that go on in the column of their
//!   `- `, `---` behind a block scalar's header. In all of these cases we follow the
//!   specification's grammar; yaml-test-suite tests both for the rest.
//! * An empty node is `~` there.
//! * The last line of a block scalar, if it has spaces and no line break: such texts get one.

use saphyr_parser::{Event as Peer, Parser, ScalarStyle};
use varvel_core::{Duplicates, Error, ErrorKind, Limits, Result, Source};
use varvel_frozen::{Builder, Frozen};
use varvel_yaml::read::events::{Event, Events, Style};
use varvel_yaml::{Documents, ReadOptions, to_vec};

/// The part of an event that is compared.
#[derive(Debug, PartialEq)]
enum Seen {
    Begin(&'static str, bool),
    End(&'static str),
    Alias,
    Scalar(char, bool, String),
}

fn ours(text: &str) -> Result<Vec<Seen>> {
    let mut events = Events::new(text.as_bytes(), &Limits::DEFAULT)?;
    let mut all = Vec::new();
    loop {
        let event = events.next()?;
        let anchor = events.anchor().is_some();
        all.push(match event {
            Event::StreamEnd => return Ok(all),
            Event::DocumentStart { .. } => Seen::Begin("document", false),
            Event::DocumentEnd { .. } => Seen::End("document"),
            Event::SequenceStart(_) => Seen::Begin("sequence", anchor),
            Event::SequenceEnd => Seen::End("sequence"),
            Event::MappingStart(_) => Seen::Begin("mapping", anchor),
            Event::MappingEnd => Seen::End("mapping"),
            Event::Alias => Seen::Alias,
            Event::Scalar(style) => {
                let text = events.text().to_string();
                scalar(style, anchor, text)
            }
        });
    }
}

fn scalar(style: Style, anchor: bool, text: String) -> Seen {
    let (sign, text) = match style {
        Style::Plain if text == "~" => (':', String::new()),
        Style::Plain => (':', text),
        Style::SingleQuoted => ('\'', text),
        Style::DoubleQuoted => ('"', text),
        Style::Literal => ('|', text),
        Style::Folded => ('>', text),
    };
    Seen::Scalar(sign, anchor, text)
}

/// Returns the peer's events; `None` if it refuses the text.
fn theirs(text: &str) -> Option<Vec<Seen>> {
    let mut all = Vec::new();
    for event in Parser::new_from_str(text) {
        let (event, _) = event.ok()?;
        all.push(match event {
            Peer::Nothing | Peer::StreamStart | Peer::StreamEnd => continue,
            Peer::DocumentStart(_) => Seen::Begin("document", false),
            Peer::DocumentEnd => Seen::End("document"),
            Peer::SequenceStart(anchor, _) => Seen::Begin("sequence", anchor > 0),
            Peer::SequenceEnd => Seen::End("sequence"),
            Peer::MappingStart(anchor, _) => Seen::Begin("mapping", anchor > 0),
            Peer::MappingEnd => Seen::End("mapping"),
            Peer::Alias(_) => Seen::Alias,
            Peer::Scalar(text, style, anchor, _) => {
                let style = match style {
                    ScalarStyle::Plain => Style::Plain,
                    ScalarStyle::SingleQuoted => Style::SingleQuoted,
                    ScalarStyle::DoubleQuoted => Style::DoubleQuoted,
                    ScalarStyle::Literal => Style::Literal,
                    ScalarStyle::Folded => Style::Folded,
                };
                scalar(style, anchor > 0, text.into_owned())
            }
        });
    }
    Some(all)
}

/// Returns the documents of a text, each frozen.
fn documents(text: &[u8]) -> Result<Vec<Frozen>> {
    let mut documents = Documents::new(text, &ReadOptions::default())?;
    let mut all = Vec::new();
    loop {
        let mut builder = Builder::with(Duplicates::Last, Limits::DEFAULT);
        builder.start()?;
        if !documents.drive_next(&mut builder)? {
            return Ok(all);
        }
        all.push(builder.finish()?);
    }
}

/// Returns the number of documents, each of which is skipped.
fn skipped(text: &[u8]) -> Result<usize> {
    let mut documents = Documents::new(text, &ReadOptions::default())?;
    let mut count = 0;
    while let Some(document) = documents.next()? {
        document.skip()?;
        count += 1;
    }
    Ok(count)
}

/// Tries one input. Returns whether it was accepted.
pub fn run(input: &[u8]) -> bool {
    let read = documents(input);
    // Collections as keys that are equal except for the order of their members: the buffer refuses
    // them, whatever the policy.
    let refused = |error: &Error| error.kind() == ErrorKind::DuplicateKey;
    if !read.as_ref().is_err_and(refused) {
        assert_eq!(read.is_ok(), skipped(input).is_ok());
    }
    for frozen in read.iter().flatten() {
        let text = to_vec(frozen).expect("what YAML holds");
        assert_eq!(
            documents(&text).as_deref(),
            Ok(std::slice::from_ref(frozen))
        );
    }
    let Ok(text) = std::str::from_utf8(input) else {
        return read.is_ok();
    };
    let text = format!("{}\n", text.trim_end_matches(' '));
    if let (Ok(ours), Some(theirs)) = (ours(&text), theirs(&text)) {
        assert_eq!(ours, theirs, "{text}");
    }
    read.is_ok()
}
