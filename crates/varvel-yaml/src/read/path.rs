//! Finds the path to a byte of a document, by reading up to it a second time.

use alloc::collections::{BTreeMap, BTreeSet};
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::{KeyText, Step};
use varvel_core::{Limits, Result, Sink as _};

use super::drive::scalar_key;
use super::events::{Event, Style};
use super::nodes::Resolved;
use super::scalar::Scalar;
use super::schema::Meaning;
use crate::options::{ReadOptions, Schema};

/// An open collection.
enum Open {
    /// A sequence, with the number of its entries so far.
    Sequence(usize),
    /// A mapping, with the text of its last key.
    Mapping(Option<String>),
}

/// Returns the path to the node that contains `offset`. A place inside of a key has the path of the
/// key.
///
/// A mapping in block style begins at the same place as its first key: `key` asks for the key. It
/// is called for errors only, and takes time that is linear in the input but for a logarithm.
#[cold]
pub fn find(input: &[u8], options: &ReadOptions, offset: usize, key: bool) -> Vec<Step> {
    // The error is not deeper than this, and the search for keys ahead does not go deeper either.
    let options = ReadOptions {
        limits: Limits {
            depth: options.limits.depth.saturating_add(1),
            ..Limits::NONE
        },
        ..*options
    };
    let Ok(mut nodes) = Resolved::without_merging(input, &options) else {
        return Vec::new();
    };
    let mut walk = Walk::default();
    let mut found = false;
    while !found || walk.key.is_some() {
        let is_key = nodes.events.is_key_next();
        let event = match nodes.events.next() {
            Ok(event) if event != Event::StreamEnd => event,
            _ => break,
        };
        // An anchor and a tag stand before the node. A key that has begun is read to its end, for
        // its text.
        let at = place(&nodes, event);
        let begin = nodes
            .events
            .properties()
            .map_or(at, |span| span.start.min(at));
        if begin > offset && walk.key.is_none() {
            break;
        }
        walk.step(&nodes, event, is_key, options.schema);
        // This is the outermost node that begins at the offset.
        let node = match event {
            Event::Scalar(_) | Event::Alias => true,
            Event::SequenceStart(_) | Event::MappingStart(_) => !key || is_key,
            _ => false,
        };
        found |= node && at == offset;
    }
    let steps = walk.open.into_iter().filter_map(|open| match open {
        Open::Sequence(0) | Open::Mapping(None) => None,
        Open::Sequence(count) => Some(Step::Index(count - 1)),
        Open::Mapping(Some(key)) => Some(Step::Key(key)),
    });
    steps.collect()
}

/// Returns the place of an event, as errors name it.
fn place(nodes: &Resolved<'_>, event: Event) -> usize {
    match event {
        Event::Scalar(_) => nodes.events.place_of_scalar(),
        _ => nodes.events.offset(),
    }
}

/// Returns the beginning of the key that a mapping has a second time.
///
/// `end` is the place where a sink found the duplicate: the end of the mapping, or of the value. It
/// is called for errors only, and takes time that is linear in the input but for a logarithm.
#[cold]
pub fn duplicate(input: &[u8], options: &ReadOptions, end: usize) -> Option<usize> {
    let mut nodes = Resolved::without_merging(input, options).ok()?;
    // The keys of each open mapping, and the beginning of its first duplicate key. A sequence has
    // no keys.
    let mut open: Vec<(BTreeSet<String>, Option<usize>)> = Vec::new();
    // A key that is a collection: its beginning, its text, and how many of its collections are
    // open.
    let mut long_key: Option<(usize, KeyText, usize)> = None;
    loop {
        let key = nodes.events.is_key_next();
        let event = match nodes.events.next() {
            Ok(event) if event != Event::StreamEnd && nodes.events.offset() <= end => event,
            _ => return open.iter().rev().find_map(|(_, again)| *again),
        };
        let at = nodes.events.offset();
        let begins = matches!(event, Event::SequenceStart(_) | Event::MappingStart(_));
        let ends = matches!(event, Event::SequenceEnd | Event::MappingEnd);
        if key && begins && long_key.is_none() {
            long_key = Some((at, KeyText::new(), 0));
        }
        let (at, text) = match (&mut long_key, event) {
            (Some((begun, text, depth)), _) => {
                give(&nodes, event, key && *depth != 0, options.schema, text).ok()?;
                *depth = *depth + usize::from(begins) - usize::from(ends);
                if *depth != 0 {
                    continue;
                }
                let (begun, text) = (*begun, core::mem::take(text));
                long_key = None;
                (begun, text.finish())
            }
            (None, Event::Scalar(style)) if key => {
                let text = match nodes.scalar(style, options.schema).ok()? {
                    Scalar::Text(Meaning::String) => format!("{:?}", &*nodes.events.text()),
                    scalar => format!("{scalar:?}"),
                };
                (at, text)
            }
            _ => {
                if begins {
                    open.push(Default::default());
                }
                if ends {
                    let (_, found) = open.pop()?;
                    if at == end && found.is_some() {
                        return found;
                    }
                }
                continue;
            }
        };
        let (keys, again) = open.last_mut()?;
        if !keys.insert(text) {
            again.get_or_insert(at);
        }
    }
}

/// The collections that are open at the last event.
#[derive(Default)]
struct Walk<'de> {
    open: Vec<Open>,
    /// A collection that is a key: its text so far, and how many of its collections are open.
    key: Option<(KeyText, usize)>,
    /// The texts of scalars with anchors, because an alias may be a key.
    scalars: BTreeMap<&'de str, String>,
}

impl<'de> Walk<'de> {
    /// Adds one event.
    fn step(&mut self, nodes: &Resolved<'de>, event: Event, key: bool, schema: Schema) {
        let begins = matches!(event, Event::SequenceStart(_) | Event::MappingStart(_));
        if let (true, true, Some(Open::Mapping(name))) = (key, begins, self.open.last_mut())
            && self.key.is_none()
        {
            *name = None;
            self.key = Some((KeyText::new(), 0));
            return self.step_in_key(nodes, event, false, schema);
        }
        if self.key.is_some() {
            return self.step_in_key(nodes, event, key, schema);
        }
        match event {
            Event::DocumentStart { .. } => {
                self.scalars.clear();
                return self.open.clear();
            }
            Event::SequenceEnd | Event::MappingEnd => {
                self.open.pop();
                return;
            }
            Event::DocumentEnd { .. } | Event::StreamEnd => return,
            _ => {}
        }
        let text = match (event, nodes.events.anchor()) {
            (Event::Alias, _) if key => self.scalars.get(&*nodes.events.text()).cloned(),
            (Event::Scalar(style), None) if key => Some(text_of(nodes, style, schema)),
            (Event::Scalar(style), Some(anchor)) => {
                let text = text_of(nodes, style, schema);
                self.scalars.insert(anchor, text.clone());
                Some(text)
            }
            _ => None,
        };
        match self.open.last_mut() {
            Some(Open::Sequence(count)) => *count += 1,
            Some(Open::Mapping(name)) if key => *name = text,
            _ => {}
        }
        match event {
            Event::SequenceStart(_) => self.open.push(Open::Sequence(0)),
            Event::MappingStart(_) => self.open.push(Open::Mapping(None)),
            _ => {}
        }
    }

    /// Adds an event of a collection that is a key.
    fn step_in_key(&mut self, nodes: &Resolved<'de>, event: Event, key: bool, schema: Schema) {
        let Some((text, open)) = &mut self.key else {
            return;
        };
        // A key that cannot be read has the text that came before the error.
        let _ = give(nodes, event, key, schema, text);
        match event {
            Event::SequenceStart(_) | Event::MappingStart(_) => *open += 1,
            Event::SequenceEnd | Event::MappingEnd => *open -= 1,
            _ => {}
        }
        if *open == 0
            && let Some((text, _)) = self.key.take()
            && let Some(Open::Mapping(name)) = self.open.last_mut()
        {
            *name = Some(text.finish());
        }
    }
}

/// Returns the text of the scalar that just came, as the key of a path. A scalar that cannot be
/// read has its own text.
fn text_of(nodes: &Resolved<'_>, style: Style, schema: Schema) -> String {
    let mut text = KeyText::new();
    match nodes.give(style, schema, &mut text) {
        Ok(()) => text.finish(),
        Err(_) => String::from(&*nodes.events.text()),
    }
}

/// Gives an event of a key to the key's text.
fn give<'de>(
    nodes: &Resolved<'de>,
    event: Event,
    key: bool,
    schema: Schema,
    text: &mut KeyText,
) -> Result {
    match event {
        Event::Scalar(style) if key => return scalar_key(nodes, style, schema, text),
        Event::Scalar(style) => return nodes.give(style, schema, text),
        Event::SequenceEnd => return text.end_array(),
        Event::MappingEnd => return text.end_map(),
        _ if key => text.any_key()?,
        _ => {}
    }
    match event {
        Event::SequenceStart(_) => text.begin_array(None),
        Event::MappingStart(_) => text.begin_map(None),
        // The node of an alias is written elsewhere, so the key's text has the alias's name.
        _ => text.str(nodes.events.text()),
    }
}
