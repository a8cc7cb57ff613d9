//! Where in the document a byte is, as a path: found by reading up to it once more.

use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::Limits;
use varvel_core::path::Step;

use super::events::{Event, Events};
use super::nodes::Nodes;
use super::scalar::Scalar;
use super::schema::Meaning;
use crate::options::ReadOptions;

/// An open collection.
enum Open {
    /// How many entries have begun.
    Sequence(usize),
    /// The last key that came, if it is a scalar.
    Mapping(Option<String>),
}

/// The path to the node that `offset` falls into. Called for errors only; linear in the input.
#[cold]
pub fn find(input: &[u8], offset: usize) -> Vec<Step> {
    let mut open = Vec::new();
    let Ok(mut events) = Events::new(input, &Limits::NONE) else {
        return Vec::new();
    };
    loop {
        let key = events.is_key_next();
        match events.next() {
            Ok(event) if event != Event::StreamEnd && events.offset() <= offset => {
                step(&mut open, &events, event, key);
                // The outermost node that begins there; one that is not written may seem to.
                let node = match event {
                    Event::Scalar(_) => !events.text().is_empty(),
                    Event::SequenceStart(_) | Event::MappingStart(_) | Event::Alias => true,
                    _ => false,
                };
                if node && events.offset() == offset {
                    break;
                }
            }
            _ => break,
        }
    }
    let steps = open.into_iter().filter_map(|open| match open {
        Open::Sequence(0) | Open::Mapping(None) => None,
        Open::Sequence(count) => Some(Step::Index(count - 1)),
        Open::Mapping(Some(key)) => Some(Step::Key(key)),
    });
    steps.collect()
}

/// Where the key begins that a mapping has a second time, which ends at `end`: of keys that are no strings. A sink sees
/// these only when it has the whole mapping. Called for errors only; linear in the input but for a logarithm.
#[cold]
pub fn duplicate(input: &[u8], options: &ReadOptions, end: usize) -> Option<usize> {
    let mut nodes = Nodes::without_merging(input, options).ok()?;
    // The keys of each open mapping; nothing for a sequence.
    let mut open: Vec<BTreeSet<String>> = Vec::new();
    // Of each, where the first key begins that came before.
    let mut again: Vec<Option<usize>> = Vec::new();
    loop {
        let key = nodes.events.is_key_next();
        let event = nodes.events.next().ok()?;
        let at = nodes.events.offset();
        match event {
            Event::StreamEnd => return None,
            Event::SequenceStart(_) | Event::MappingStart(_) => {
                open.push(BTreeSet::new());
                again.push(None);
            }
            Event::SequenceEnd | Event::MappingEnd => {
                open.pop();
                let found = again.pop().flatten();
                if at == end && found.is_some() {
                    return found;
                }
            }
            Event::Scalar(style) if key => {
                let scalar = nodes.scalar(style, options.schema).ok()?;
                let string = matches!(scalar, Scalar::Text(Meaning::String));
                let text = format!("{scalar:?}");
                if let (Some(keys), Some(again)) = (open.last_mut(), again.last_mut())
                    && !string
                    && !keys.insert(text)
                {
                    again.get_or_insert(at);
                }
            }
            _ => {}
        }
        if at > end {
            return None;
        }
    }
}

/// Takes one event into account.
fn step(open: &mut Vec<Open>, events: &Events<'_>, event: Event, key: bool) {
    match event {
        Event::DocumentStart { .. } => return open.clear(),
        Event::SequenceEnd | Event::MappingEnd => {
            open.pop();
            return;
        }
        Event::DocumentEnd { .. } | Event::StreamEnd => return,
        _ => {}
    }
    match open.last_mut() {
        Some(Open::Sequence(count)) => *count += 1,
        Some(Open::Mapping(name)) if key => {
            *name = matches!(event, Event::Scalar(_) | Event::Alias)
                .then(|| String::from(&*events.text()));
        }
        _ => {}
    }
    match event {
        Event::SequenceStart(_) => open.push(Open::Sequence(0)),
        Event::MappingStart(_) => open.push(Open::Mapping(None)),
        _ => {}
    }
}
