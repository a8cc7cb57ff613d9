//! The document, written piece by piece. The rest is on a stack, so nothing recurses however deep
//! the schema is.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::vec::Vec;

use varvel_core::recording::Recording;
use varvel_core::{Encode as _, Error, Result, Sink, Str, Transient};

use super::{body, place};
use crate::schema::{Field, NodeId, Schema};

/// A piece of the document.
pub(super) enum Part {
    Key(Cow<'static, str>),
    Text(Cow<'static, str>),
    Integer(i128),
    /// A keyword and an integer, where the format has it.
    Bound(&'static str, i128),
    Float(f64),
    Bool(bool),
    BeginMap,
    EndMap,
    BeginArray,
    EndArray,
    /// The schema of a node, or a reference to it.
    Node(NodeId),
    /// The schema of a node, which has a name.
    Definition(NodeId),
    Recording(Box<Recording>),
}

/// Successive pieces.
#[derive(Default)]
pub(super) struct Parts(Vec<Part>);

impl Parts {
    fn add(&mut self, part: Part) -> &mut Self {
        self.0.push(part);
        self
    }
    pub(super) fn key(&mut self, key: impl Into<Cow<'static, str>>) -> &mut Self {
        self.add(Part::Key(key.into()))
    }
    pub(super) fn text(&mut self, text: impl Into<Cow<'static, str>>) -> &mut Self {
        self.add(Part::Text(text.into()))
    }
    pub(super) fn integer(&mut self, value: i128) -> &mut Self {
        self.add(Part::Integer(value))
    }
    /// Adds a keyword and its integer, which is left out where the format does not have it.
    pub(super) fn bound(&mut self, key: &'static str, value: i128) {
        self.add(Part::Bound(key, value));
    }
    pub(super) fn float(&mut self, value: f64) -> &mut Self {
        self.add(Part::Float(value))
    }
    pub(super) fn bool(&mut self, value: bool) -> &mut Self {
        self.add(Part::Bool(value))
    }
    pub(super) fn begin_map(&mut self) -> &mut Self {
        self.add(Part::BeginMap)
    }
    pub(super) fn end_map(&mut self) -> &mut Self {
        self.add(Part::EndMap)
    }
    pub(super) fn begin_array(&mut self) -> &mut Self {
        self.add(Part::BeginArray)
    }
    pub(super) fn end_array(&mut self) -> &mut Self {
        self.add(Part::EndArray)
    }
    pub(super) fn node(&mut self, id: NodeId) -> &mut Self {
        self.add(Part::Node(id))
    }
    pub(super) fn definition(&mut self, id: NodeId) -> &mut Self {
        self.add(Part::Definition(id))
    }

    /// Adds the schema of a field: its node, description and default.
    pub(super) fn field(&mut self, schema: &Schema, field: &Field) {
        self.begin_map();
        place(schema, field.node, self);
        if !field.doc.is_empty() {
            self.key("description").text(field.doc.clone());
        }
        if let Some(default) = &field.default {
            self.key("default");
            self.add(Part::Recording(default.clone()));
        }
        self.end_map();
    }
}

fn integer<'a>(value: i128, sink: &mut impl Sink<'a>) -> Result {
    match (i64::try_from(value), u64::try_from(value)) {
        (Ok(value), _) => sink.i64(value),
        (_, Ok(value)) => sink.u64(value),
        _ => sink.big_integer(&alloc::format!("{value}")),
    }
}

/// Writes `parts` into `sink`.
pub(super) fn drive<'a, S: Sink<'a>>(schema: &Schema, parts: Parts, sink: &mut S) -> Result {
    let mut left = parts.0;
    left.reverse();
    let mut sink = Transient::new(sink);
    while let Some(part) = left.pop() {
        match part {
            Part::Key(key) => sink.key(Str::from(&*key))?,
            Part::Text(text) => sink.str(Str::from(&*text))?,
            Part::Integer(value) => integer(value, &mut sink)?,
            Part::Bound(key, value) => {
                let is_small = (i64::MIN.into()..=u64::MAX.into()).contains(&value);
                if is_small || sink.profile().big_integers {
                    sink.key(Str::from(key))?;
                    integer(value, &mut sink)?;
                }
            }
            Part::Float(value) => sink.f64(value)?,
            Part::Bool(value) => sink.bool(value)?,
            Part::BeginMap => sink.begin_map(None)?,
            Part::EndMap => sink.end_map()?,
            Part::BeginArray => sink.begin_array(None)?,
            Part::EndArray => sink.end_array()?,
            Part::Recording(recording) => recording.encode(&mut Transient::new(&mut sink), &())?,
            Part::Node(id) | Part::Definition(id) => {
                let mut parts = Parts::default();
                parts.begin_map();
                match part {
                    Part::Definition(_) => body(schema, id, &mut parts),
                    _ => place(schema, id, &mut parts),
                }
                parts.end_map();
                left.try_reserve(parts.0.len())
                    .map_err(|_| Error::out_of_memory())?;
                left.extend(parts.0.into_iter().rev());
            }
        }
    }
    Ok(())
}
