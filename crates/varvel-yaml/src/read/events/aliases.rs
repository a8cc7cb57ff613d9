//! Reading again: places to go back to, and the nodes that aliases stand for.
//!
//! A node is read again as it was read: from where it begins, with a frame below it that knows
//! where to go on.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, Result};

use super::flow_key::Ahead;
use super::properties::{Properties, Range};
use super::{CollectionStyle, Event, Events, Frame, Position, State, Style};

/// A place to come back to: before an event, or behind the first one of a collection.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Cursor {
    place: Position,
    frame: Frame,
    /// The two frames around, the outer first: lost when the collection ends, the outer one if it
    /// is the node of an alias.
    around: [Option<Frame>; 2],
    outer: usize,
    depth: usize,
    /// Where the innermost alias goes on.
    back: Option<Position>,
    returns: usize,
}

impl Cursor {
    /// How far the input was read there, in bytes.
    pub(in crate::read) fn position(&self) -> usize {
        self.place.at
    }
}

/// A node with an anchor, as little of it as is needed to read it again.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Again {
    /// Of a collection, where it goes on behind its first event; of a scalar, where its text begins
    from: usize,
    /// and where the line of that begins; and where the text ends.
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
    /// Where it begins, for errors.
    pub(in crate::read) at: usize,
    /// Whether its text is kept elsewhere.
    kept: bool,
}

/// What tells mappings from each other: where they are read from, and how they are written. They
/// are in order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::read) struct MappingId(usize, u8);

/// What a node with an anchor is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum What {
    Collection(State),
    Scalar(Style),
}

impl Events<'_> {
    /// This place.
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

    /// Back to a place, inside of a collection that is still open or the last that was.
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

    /// The node that begins with `event`, which came, to be read again. `text`: where else its text
    /// is kept, if it is a scalar that does not stand in the input.
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

    /// The text of the scalar that came last, if it does not stand in the input.
    pub(in crate::read) fn put_together(&self) -> Option<&str> {
        self.scratched.then_some(self.scratch.as_str())
    }

    /// The first event of a node that is read again, in place of the alias that just came. `texts`:
    /// where its text is kept, if it is a scalar that does not stand in the input.
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

    /// The mapping that just began.
    pub(in crate::read) fn mapping_id(&self) -> MappingId {
        MappingId(self.place.at, self.frame.state as u8)
    }

    /// The node that begins with `event`, which came, for mappings that merge it. `text`: as in
    /// [`Self::again`].
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

    /// What mappings merge, and its texts.
    pub(in crate::read) fn set_merged(&mut self, nodes: Vec<Option<Merged>>, texts: String) {
        self.merged = nodes;
        self.merged_texts = texts;
    }

    /// Gives the mapping that just began what it merges.
    pub(in crate::read) fn begin_merging(&mut self, first: u32) {
        self.frame.merged = first.saturating_add(1);
    }

    /// Whether the mapping that is open merges others.
    pub(in crate::read) fn merges(&self) -> bool {
        self.frame.merged != 0
    }

    /// Whether `event`, the key that just came, is a merge key: `<<` without quotes, or so tagged.
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

    /// Whether the last event is a merge key without quotes, and its value comes next.
    pub(in crate::read) fn is_behind_merge_key(&self) -> bool {
        let behind = matches!(
            self.frame.state,
            State::Value | State::ExplicitValue | State::FlowColon
        );
        behind && self.byte(self.start) == b'<' && *self.text() == *"<<"
    }

    /// The innermost collection, a mapping, ends; or goes on with what it merges.
    #[inline(always)]
    pub(super) fn close_mapping(&mut self) -> Result<Event> {
        match self.frame.merged {
            0 => Ok(self.close(Event::MappingEnd)),
            _ => self.next_merged(),
        }
    }

    /// The next node that the innermost mapping merges; its end, where there is none.
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

    /// The text from `start` to `end`.
    pub(in crate::read) fn source(&self, start: usize, end: usize) -> &str {
        self.slice(Range { start, end })
    }

    /// The next node that the innermost mapping merges.
    pub(super) fn merged_here(&self) -> Option<Merged> {
        let next = (self.frame.merged as usize).checked_sub(1)?;
        self.merged.get(next).copied().flatten()
    }

    /// Behind the node that an alias stood for: back to the alias.
    #[cold]
    pub(super) fn leave_alias(&mut self) {
        self.pop();
        if let Some((place, ahead)) = self.returns.pop() {
            self.place = place;
            self.ahead = ahead;
        }
    }
}
