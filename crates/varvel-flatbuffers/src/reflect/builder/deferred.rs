//! Nodes that do not go into the buffer directly: values of FlexBuffers go into a builder of their
//! own, skipped members go nowhere, and unions whose tags come late go into a recording. When its
//! tag is known, a recording is played back.
//!
//! Nothing is recorded again during playback. There the tag of a union is looked up among the
//! members that follow.

use alloc::vec::Vec;

use varvel_core::{Discard, Error, ErrorKind, Kind, Result, Sink, Source as _};
use varvel_flexbuffers::Builder as FlexBuilder;
use varvel_schema::{Recording, RecordingSource};

use super::{Builder, State, Value, What, push};
use crate::layout::{Element, Type};

/// The target of the current node.
#[derive(Debug, Default)]
pub(super) struct Aside {
    to: To,
    /// The number of its open containers.
    depth: usize,
    /// The number of its events.
    events: usize,
}

#[derive(Debug, Default)]
enum To {
    /// The node goes into the buffer.
    #[default]
    Here,
    Nowhere,
    Recording(Recording),
    Flex(FlexBuilder),
}

/// The value of a union whose tag has not come yet.
#[derive(Debug)]
pub(super) struct Late {
    /// The field of the value.
    pub field: u16,
    pub recording: Recording,
}

/// The role of an event in its node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Event {
    Scalar,
    Begin,
    End,
    /// A key, or a tag before its node.
    Part,
}

impl Aside {
    /// Returns how many containers of the current node are open.
    pub fn depth(&self) -> usize {
        self.depth
    }

    /// Skips the next node.
    pub fn skip(&mut self) {
        self.to = To::Nowhere;
        self.depth = 0;
    }

    /// Records the next node.
    pub fn recording() -> Self {
        Self {
            to: To::Recording(Recording::default()),
            ..Self::default()
        }
    }

    /// Returns whether the node is recorded until its tag is known.
    pub fn is_recording(&self) -> bool {
        matches!(self.to, To::Recording(_))
    }

    /// Returns whether the node goes into a FlexBuffer.
    pub fn is_flex(&self) -> bool {
        matches!(self.to, To::Flex(_))
    }

    /// Returns whether the next event does not go into the buffer.
    pub fn is_elsewhere(&self) -> bool {
        !matches!(self.to, To::Here)
    }
}

impl Builder<'_> {
    /// Directs the next node into a FlexBuffer if the schema has one here.
    pub(super) fn may_be_flex(&mut self) {
        if self.state == State::Value && self.field().is_some_and(|field| field.ty == Type::Flex) {
            self.aside.to = To::Flex(FlexBuilder::new().with_as_text(self.options.as_text));
            self.aside.depth = 0;
        }
    }

    /// Gives an event to the target of its node. Returns `false` if that is the buffer.
    pub(super) fn elsewhere<'de>(
        &mut self,
        event: Event,
        give: impl FnOnce(&mut dyn Sink<'de>) -> Result,
    ) -> Result<bool> {
        let given = match &mut self.aside.to {
            To::Here => return Ok(false),
            To::Nowhere => give(&mut Discard),
            To::Recording(recording) => {
                self.aside.events += 1;
                match self.aside.events > self.options.limits.nodes {
                    true => Err(Error::too_many_nodes(self.options.limits.nodes)),
                    false => give(recording),
                }
            }
            To::Flex(builder) => give(builder),
        };
        given.map_err(|error| {
            let path = self.path().into_iter().rev();
            let error = path.fold(error, Error::inside);
            self.fail(error)
        })?;
        match event {
            Event::Begin => self.aside.depth += 1,
            Event::End => self.aside.depth = self.aside.depth.saturating_sub(1),
            Event::Scalar | Event::Part => {}
        }
        match event {
            Event::Scalar | Event::End if self.aside.depth == 0 => self.end_aside()?,
            _ => {}
        }
        Ok(true)
    }

    /// Ends a node that did not go into the buffer directly.
    fn end_aside(&mut self) -> Result {
        match core::mem::take(&mut self.aside).to {
            To::Here => Ok(()),
            To::Nowhere => {
                self.state = State::Key;
                Ok(())
            }
            To::Recording(recording) => {
                let field = self.open.last().map_or(0, |open| open.at) as u16;
                self.state = State::Key;
                push(&mut self.late, Late { field, recording })
            }
            To::Flex(mut builder) => {
                let bytes = builder.finish()?;
                let at = self.vector_of_bytes(&bytes, 1)?;
                self.placed(Value::At(at))
            }
        }
    }

    /// Plays back a value whose tag has come.
    pub(super) fn play_late(&mut self, field: usize, late: &Late) -> Result {
        if let Some(open) = self.open.last_mut() {
            open.at = field;
        }
        self.state = State::Value;
        self.play(&mut late.recording.source())
    }

    /// Plays back a node, container by container.
    fn play(&mut self, source: &mut RecordingSource<'_>) -> Result {
        // Whether each open container has keys.
        let mut open: Vec<bool> = Vec::new();
        loop {
            match source.peek()? {
                Kind::Array => {
                    let len = source.begin_array()?;
                    self.begin_array(len)?;
                    push(&mut open, false)?;
                }
                Kind::Object => {
                    let len = source.begin_map()?;
                    self.begin_map(len)?;
                    push(&mut open, true)?;
                }
                // This gives a tag together with its node. It also gives a map with keys that are
                // not all strings, which only FlexBuffers could refuse.
                _ => source.drive(self)?,
            }
            loop {
                match open.last() {
                    None => return Ok(()),
                    Some(false) if source.next_item()? => break,
                    Some(false) => self.end_array()?,
                    Some(true) => match source.next_key()? {
                        Some(key) => {
                            let key = key.into_cow();
                            self.look_ahead(&key, source)?;
                            self.key(varvel_core::Str::Scratch((&*key).into()))?;
                            break;
                        }
                        None => self.end_map()?,
                    },
                }
                open.pop();
            }
        }
    }

    /// If `key` is a union whose tag has not come, looks the tag up among the members that follow,
    /// and takes it.
    fn look_ahead(&mut self, key: &str, source: &RecordingSource<'_>) -> Result {
        let (false, State::Key, Some(open)) = (
            self.aside.is_elsewhere(),
            self.state,
            self.open.last().copied(),
        ) else {
            return Ok(());
        };
        let What::Table { object, .. } = open.what else {
            return Ok(());
        };
        let fields = self.layout.fields(object as usize);
        let Some(union) = self.names.field(self.layout, object, key) else {
            return Ok(());
        };
        let (Type::Union(_) | Type::Vector(Element::Union(_))) = fields[union].ty else {
            return Ok(());
        };
        let Some(tag) = union.checked_sub(1) else {
            return Ok(());
        };
        let known = self.tags[open.tags..]
            .iter()
            .any(|tagged| usize::from(tagged.field) == tag);
        if known {
            return Ok(());
        }
        let wanted = self.layout.name(fields[tag].name);
        let mut ahead = source.clone();
        ahead.skip()?;
        while let Some(key) = ahead.next_key()? {
            if *key != *wanted {
                ahead.skip()?;
                continue;
            }
            self.key(varvel_core::Str::Scratch(wanted.into()))?;
            ahead.drive(self)?;
            let found = self.tags[open.tags..]
                .iter_mut()
                .find(|tagged| usize::from(tagged.field) == tag);
            if let Some(found) = found {
                found.ahead = true;
            }
            return Ok(());
        }
        Ok(())
    }

    /// Refuses a table that ends with a value of a union whose tag has not come. A null counts as
    /// no value.
    pub(super) fn nothing_waits(&mut self, from: usize, object: u32) -> Result {
        while self.late.len() > from {
            let Some(late) = self.late.pop() else {
                return Ok(());
            };
            if late.recording.source().peek()? == Kind::Null {
                continue;
            }
            let fields = self.layout.fields(object as usize);
            let name = |at: usize| {
                fields
                    .get(at)
                    .map_or("", |field| self.layout.name(field.name))
            };
            let union = usize::from(late.field);
            let error = Error::expected(
                ErrorKind::MissingField,
                alloc::format!(
                    "a member `{}`, which says what `{}` is",
                    name(union.wrapping_sub(1)),
                    name(union)
                ),
            );
            return Err(self.fail(error));
        }
        Ok(())
    }
}
