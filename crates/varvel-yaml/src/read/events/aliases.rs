//! Reading text a second time: places that a reader goes back to, and the nodes of aliases.
//!
//! A node is read again from its beginning, in the same way as the first time. A frame below it
//! knows where to go on.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, Result};

use super::flow_key::Ahead;
use super::properties::{Properties, Range};
use super::{CollectionStyle, Event, Events, Frame, Position, State, Style};

/// A place that a reader can go back to: before an event, or behind the first event of a
/// collection.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Cursor {
    place: Position,
    frame: Frame,
    /// The two frames around it, the outer one first. The end of the collection removes the inner
    /// one; it also removes the outer one if the collection is the node of an alias.
    around: [Option<Frame>; 2],
    outer: usize,
    depth: usize,
    /// The place behind the innermost alias.
    back: Option<Position>,
    returns: usize,
}

impl Cursor {
    /// Returns how far the input was read at this place, in bytes.
    pub(in crate::read) fn position(&self) -> usize {
        self.place.at
    }
}

/// The data of a node with an anchor that are needed to read it again.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Again {
    /// The beginning of a scalar's text, or the place behind the first event of a collection.
    from: usize,
    /// The end of a scalar's text, or the beginning of the line of `from` for a collection.
    to: usize,
    tag: usize,
    tag_len: u32,
    /// The column of a collection.
    indent: i32,
    what: What,
}

/// A node that a mapping merges.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Merged {
    again: Again,
    /// The offset at which it begins, for errors.
    pub(in crate::read) at: usize,
    /// Whether its text is kept outside of the input.
    kept: bool,
}

/// The identity of a mapping: the place from which it is read, and its style. Identities are
/// ordered.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::read) struct MappingId(usize, u8);

/// The kind of a node with an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Collection(State),
    Scalar(Style),
}

impl Events<'_> {
    /// Returns this place.
    #[inline(always)]
    pub(in crate::read) fn cursor(&self) -> Cursor {
        let mut frames = self.outer.iter().rev().copied();
        let inner = frames.next();
        Cursor {
            place: self.place,
            frame: self.frame,
            around: [frames.next(), inner],
            outer: self.outer.len(),
            depth: self.depth,
            back: self.returns.last().map(|(place, _)| *place),
            returns: self.returns.len(),
        }
    }

    /// Goes back to a place. The collection around it is still open, or ended last.
    pub(in crate::read) fn rewind(&mut self, cursor: Cursor) {
        self.outer.truncate(cursor.outer);
        for (missing, frame) in [(2, cursor.around[0]), (1, cursor.around[1])] {
            if let Some(frame) = frame
                && self.outer.len() + missing == cursor.outer
            {
                self.outer.push(frame);
            }
        }
        self.place = cursor.place;
        self.frame = cursor.frame;
        self.depth = cursor.depth;
        if self.returns.len() != cursor.returns {
            self.returns.truncate(cursor.returns);
            self.ahead = Ahead::default();
        }
        if let Some(back) = cursor.back
            && self.returns.len() + 1 == cursor.returns
        {
            self.returns.push((back, Ahead::default()));
        }
    }

    /// Returns the data to read the node again that begins with `event`, the last event. `text` is
    /// the range of a scalar's text if that is kept outside of the input.
    pub(in crate::read) fn again(
        &self,
        event: Event,
        text: Option<(usize, usize)>,
    ) -> Result<Again> {
        let (from, to) = match (event, text) {
            (Event::Scalar(_), Some(text)) => text,
            (Event::Scalar(_), None) => (self.range.start, self.range.end),
            _ => (self.place.at, self.place.line),
        };
        let Range { start, end } = self.properties.tag;
        Ok(Again {
            from,
            to,
            tag: start,
            tag_len: u32::try_from(end - start).map_err(|_| Error::out_of_memory())?,
            indent: self.frame.indent,
            what: match event {
                Event::Scalar(style) => What::Scalar(style),
                _ => What::Collection(self.frame.state),
            },
        })
    }

    /// Returns the text of the last scalar, if it is not in one piece in the input.
    pub(in crate::read) fn put_together(&self) -> Option<&str> {
        self.scratched.then_some(self.scratch.as_str())
    }

    /// Begins to read a node again, in place of the alias that just came. Returns its first event.
    /// `texts` holds the text of a scalar that is kept outside of the input.
    pub(in crate::read) fn read_again(
        &mut self,
        again: Again,
        texts: Option<&str>,
    ) -> Result<Event> {
        let properties = Properties {
            anchor: Range::EMPTY,
            tag: Range {
                start: again.tag,
                end: again.tag + again.tag_len as usize,
            },
        };
        let range = Range {
            start: again.from,
            end: again.to,
        };
        match again.what {
            What::Scalar(style) => {
                self.properties = properties;
                self.range = range;
                self.scratched = false;
                if let Some(texts) = texts {
                    let text = texts.get(range.start..range.end).unwrap_or_default();
                    self.scratched = true;
                    self.scratch.clear();
                    self.scratch
                        .try_reserve(text.len())
                        .map_err(|_| Error::out_of_memory())?;
                    self.scratch.push_str(text);
                }
                Ok(Event::Scalar(style))
            }
            What::Collection(state) => {
                let event = match state {
                    State::Entry => Event::SequenceStart(CollectionStyle::Block),
                    State::FlowEntry => Event::SequenceStart(CollectionStyle::Flow),
                    State::Key => Event::MappingStart(CollectionStyle::Block),
                    _ => Event::MappingStart(CollectionStyle::Flow),
                };
                self.returns
                    .try_reserve(1)
                    .map_err(|_| Error::out_of_memory())?;
                let ahead = core::mem::take(&mut self.ahead);
                self.returns.push((self.place, ahead));
                self.push(Frame::new(State::Return, -1))?;
                self.place = Position {
                    line: again.to,
                    ..Position::at(again.from)
                };
                self.open(Frame::new(state, again.indent), properties, event)
            }
        }
    }

    /// Returns the identity of the mapping that just began.
    pub(in crate::read) fn mapping_id(&self) -> MappingId {
        MappingId(self.place.at, self.frame.state as u8)
    }

    /// Returns the node that begins with `event`, the last event, for mappings that merge it.
    /// `text` is the same as in [`Self::again`].
    pub(in crate::read) fn merged(
        &self,
        event: Event,
        text: Option<(usize, usize)>,
    ) -> Result<Merged> {
        Ok(Merged {
            again: self.again(event, text)?,
            at: self.start,
            kept: text.is_some(),
        })
    }

    /// Sets the members that mappings merge, and the texts of these members.
    pub(in crate::read) fn set_merged(&mut self, nodes: Vec<Option<Merged>>, texts: String) {
        self.merged = nodes;
        self.merged_texts = texts;
    }

    /// Sets the first merged member of the mapping that just began.
    pub(in crate::read) fn begin_merging(&mut self, first: u32) {
        self.frame.merged = first.saturating_add(1);
    }

    /// Returns whether the open mapping merges others.
    pub(in crate::read) fn merges(&self) -> bool {
        self.frame.merged != 0
    }

    /// Returns whether `event`, the key that just came, is a merge key: `<<` without quotes, or
    /// with the tag `!!merge`.
    pub(in crate::read) fn is_merge_key(&self, event: Event) -> bool {
        let Event::Scalar(style) = event else {
            return false;
        };
        let tagged = match self.has_tag() {
            true => self.tag().and_then(|tag| tag.core()) == Some("merge"),
            false => style == Style::Plain,
        };
        tagged && *self.text() == *"<<"
    }

    /// Returns whether the last event is a merge key without quotes, and its value comes next.
    pub(in crate::read) fn is_behind_merge_key(&self) -> bool {
        let behind = matches!(
            self.frame.state,
            State::Value | State::ExplicitValue | State::FlowColon
        );
        behind && self.byte(self.start) == b'<' && *self.text() == *"<<"
    }

    /// Ends the innermost collection, a mapping, or goes on with its merged members.
    #[inline(always)]
    pub(super) fn close_mapping(&mut self) -> Result<Event> {
        match self.frame.merged {
            0 => Ok(self.close(Event::MappingEnd)),
            _ => self.next_merged(),
        }
    }

    /// Returns the first event of the next member that the innermost mapping merges, or the
    /// mapping's end.
    #[cold]
    #[inline(never)]
    pub(super) fn next_merged(&mut self) -> Result<Event> {
        let Some(node) = self.merged_here() else {
            self.frame.merged = 0;
            return Ok(self.close(Event::MappingEnd));
        };
        self.frame.merged += 1;
        self.frame.state = match self.frame.state {
            State::MergedValue => State::Merged,
            _ => State::MergedValue,
        };
        let texts = core::mem::take(&mut self.merged_texts);
        let event = self.read_again(node.again, node.kept.then_some(texts.as_str()));
        self.merged_texts = texts;
        self.start = node.at;
        event
    }

    /// Returns the text from `start` to `end`.
    pub(in crate::read) fn source(&self, start: usize, end: usize) -> &str {
        self.slice(Range { start, end })
    }

    /// Returns the next member that the innermost mapping merges.
    pub(super) fn merged_here(&self) -> Option<Merged> {
        let next = (self.frame.merged as usize).checked_sub(1)?;
        self.merged.get(next).copied().flatten()
    }

    /// Goes back to the place behind an alias, after its node has ended.
    #[cold]
    pub(super) fn leave_alias(&mut self) {
        self.pop();
        if let Some((place, ahead)) = self.returns.pop() {
            self.place = place;
            self.ahead = ahead;
        }
    }
}
