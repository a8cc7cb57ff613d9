//! The loop over nodes: it gives a node from its events to a sink. It does not recurse.

use varvel_core::number::compare;
use varvel_core::path::KeyText;
use varvel_core::{Result, Sink};

use super::decimal;
use super::events::{Event, Style};
use super::nodes::Resolved;
use super::scalar::Scalar;
use super::schema::Meaning;
use crate::error;
use crate::options::Schema;

/// Drives the node that begins with `event`, the last event, into `sink`.
#[inline(always)]
pub fn node<'de, S: Sink<'de>>(
    nodes: &mut Resolved<'de>,
    event: Event,
    schema: Schema,
    sink: &mut S,
) -> Result {
    let (mut event, mut key) = (event, false);
    // How many collections of the node are open, including the node itself.
    let mut open = 0_usize;
    loop {
        match event {
            Event::Scalar(style) => match key {
                true => scalar_key(nodes, style, schema, sink)?,
                false => nodes.give(style, schema, sink)?,
            },
            Event::SequenceStart(_) | Event::MappingStart(_) => {
                nodes.check_collection(event)?;
                if key {
                    sink.any_key()?;
                }
                match event {
                    Event::SequenceStart(_) => sink.begin_array(None)?,
                    _ => sink.begin_map(None)?,
                }
                open += 1;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                if open == 0 {
                    return Err(error::out_of_order("a value").with_offset(nodes.events.offset()));
                }
                match event {
                    Event::SequenceEnd => sink.end_array()?,
                    _ => sink.end_map()?,
                }
                open -= 1;
            }
            _ => return Err(error::out_of_order("a value").with_offset(nodes.events.offset())),
        }
        if open == 0 {
            return Ok(());
        }
        key = nodes.events.is_key_next();
        event = nodes.next()?;
    }
}

/// Gives a scalar that is a key to `sink`.
#[inline(always)]
pub fn scalar_key<'de, S: Sink<'de>>(
    nodes: &Resolved<'de>,
    style: Style,
    schema: Schema,
    sink: &mut S,
) -> Result {
    let string = !nodes.events.has_tag()
        && (style != Style::Plain || matches!(nodes.plain(schema)?, Meaning::String));
    if !string {
        return other_key(nodes, style, schema, sink);
    }
    let text = nodes.events.text();
    if let Some(key) = sink.expect_key()
        && let Some([_, expected @ .., _]) = key.quoted()
        && expected == text.as_bytes()
    {
        return sink.expected_key();
    }
    sink.key(text)
}

/// Gives a key to `sink` that has a tag or is not a string.
#[inline(never)]
fn other_key<'de, S: Sink<'de>>(
    nodes: &Resolved<'de>,
    style: Style,
    schema: Schema,
    sink: &mut S,
) -> Result {
    let scalar = nodes.scalar(style, schema)?;
    if scalar.kind() == varvel_core::Kind::String {
        return sink.key(nodes.events.text());
    }
    sink.any_key()?;
    // `1.50` and `1.5` are one key, and paths find it by `1.5`. A decimal that is not equal to a
    // float keeps its digits, if that is asked for.
    if let Scalar::Text(Meaning::F64(value)) = scalar
        && nodes.exact
        && value.is_finite()
        && decimal::text(&nodes.events.text(), schema)
            .is_ok_and(|text| compare(&text, &KeyText::of(&value)).is_eq())
    {
        return sink.f64(value);
    }
    nodes.give(style, schema, sink)
}
