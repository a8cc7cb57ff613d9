//! Reading again: places to go back to, and the nodes that aliases stand for.
//!
//! A node is read again as it was read: from where it begins, with a frame below it that knows where to go on.

use varvel_core::{Error, Result};

use super::ahead::Ahead;
use super::properties::{Properties, Range};
use super::{Event, Events, Frame, Layout, Place, State, Style};

/// A place to come back to: before an event, or behind the first one of a collection.
#[derive(Clone, Copy, Debug)]
pub(in crate::read) struct Cursor {
    place: Place,
    frame: Frame,
    /// The two frames around, the outer first: lost when the collection ends, the outer one if it is the node
    /// of an alias.
    around: [Option<Frame>; 2],
    outer: usize,
    depth: usize,
    /// Where the innermost alias goes on.
    back: Option<Place>,
    returns: usize,
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

    /// The node that begins with `event`, which came, to be read again. `text`: where else its text is kept, if
    /// it is a scalar that does not stand in the input.
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

    /// The first event of a node that is read again, in place of the alias that just came. `texts`: where its
    /// text is kept, if it is a scalar that does not stand in the input.
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
                    State::Entry => Event::SequenceStart(Layout::Block),
                    State::FlowEntry => Event::SequenceStart(Layout::Flow),
                    State::Key => Event::MappingStart(Layout::Block),
                    _ => Event::MappingStart(Layout::Flow),
                };
                self.returns
                    .try_reserve(1)
                    .map_err(|_| Error::out_of_memory())?;
                let ahead = core::mem::take(&mut self.ahead);
                self.returns.push((self.place, ahead));
                self.push(Frame::new(State::Return, -1))?;
                self.place = Place {
                    line: again.to,
                    ..Place::at(again.from)
                };
                self.open(Frame::new(state, again.indent), properties, event)
            }
        }
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
