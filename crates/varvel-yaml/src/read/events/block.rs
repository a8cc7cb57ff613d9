//! Block style: nodes whose structure is their indentation.
//!
//! A collection ends where a line begins left of its column; nothing else ends it. So behind each
//! entry the next line's indentation is compared with the column of the innermost collection. A
//! larger one is an error, an equal one continues the collection, and a smaller one ends it. Then
//! the surrounding collection compares again.

use varvel_core::Result;

use super::properties::Properties;
use super::space::is_space;
use super::{CollectionStyle, Event, Events, Frame, Position, State, Style};
use crate::error;

/// The text before a node.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Before {
    /// `---`, or no text.
    Document,
    /// `-`, `?`, or the `:` that belongs to a `?`: a collection may begin on the same line.
    Indicator,
    /// The colon of a key: a collection begins on a line of its own.
    Colon,
}

/// The beginning of a node, and what may begin there.
struct Begin {
    /// The place before the anchor and the tag on its line.
    place: Position,
    /// The column of that place.
    column: i32,
    /// Whether a block collection may begin there.
    open: bool,
    /// The properties on the lines before.
    outer: Properties,
    /// The properties on its line. If the node is a mapping, they belong to its first key.
    inner: Properties,
}

impl Events<'_> {
    /// Reads an entry, at its `-`.
    pub(super) fn entry(&mut self) -> Result<Event> {
        self.place.at += 1;
        self.frame.state = State::EntryEnd;
        self.block_node(self.frame.indent, Before::Indicator)
    }

    /// Moves on behind an entry.
    pub(super) fn entry_end(&mut self) -> Result<Option<Event>> {
        self.next_line()?;
        let indent = self.place.indent;
        if indent < self.frame.indent {
            return Ok(Some(self.close(Event::SequenceEnd)));
        }
        if self.place.tab {
            return Err(error::tab(self.input, self.place.line, self.place.at));
        }
        if indent > self.frame.indent {
            return Err(error::indentation(&self.columns(), self.place.at, indent));
        }
        match self.is_indicator(b'-') {
            true => self.entry().map(Some),
            // A sequence that is the value of a key may have the column of the key.
            false => Ok(Some(self.close(Event::SequenceEnd))),
        }
    }

    /// Moves on behind a member.
    #[inline(always)]
    pub(super) fn member_end(&mut self) -> Result<Option<Event>> {
        self.next_line()?;
        let indent = self.place.indent;
        if indent < self.frame.indent {
            return self.close_mapping().map(Some);
        }
        if self.place.tab {
            return Err(error::tab(self.input, self.place.line, self.place.at));
        }
        if indent > self.frame.indent {
            return Err(error::indentation(&self.columns(), self.place.at, indent));
        }
        self.key().map(Some)
    }

    /// Reads a key.
    pub(super) fn key(&mut self) -> Result<Event> {
        if self.is_indicator(b'?') {
            self.place.at += 1;
            self.frame.state = State::ExplicitValue;
            return self.block_node(self.frame.indent, Before::Indicator);
        }
        if self.is_indicator(b'-') {
            return Err(error::entry_among_keys(self.place.at));
        }
        let mut properties = Properties::NONE;
        while self.at_property() {
            self.property(&mut properties, false)?;
        }
        let at = self.place.at;
        let event = match self.here() {
            b':' if self.is_indicator(b':') => self.nothing(properties),
            b'[' | b'{' => {
                if !self.is_key_ahead(at)? {
                    return Err(error::no_colon(self.input, self.line_end(at)));
                }
                self.frame.state = State::KeyColon;
                return self.open_flow(self.frame.indent, properties);
            }
            b'*' => {
                if !properties.is_none() {
                    return Err(error::alias_with_properties(at));
                }
                self.alias()?
            }
            b'"' | b'\'' => {
                let line = self.place.line;
                let event = self.quoted(self.frame.indent)?;
                if self.place.line != line {
                    return Err(error::long_key(at));
                }
                event
            }
            _ => {
                self.check_plain(false)?;
                let stop = self.plain_line(at, false);
                let range = self.trimmed(at, stop);
                self.place.at = range.end;
                self.scalar(Style::Plain, at, range)
            }
        };
        self.properties = properties;
        self.key_colon()?;
        Ok(event)
    }

    /// Reads the colon behind a key.
    #[inline(always)]
    pub(super) fn key_colon(&mut self) -> Result<Option<Event>> {
        self.place.at = self.skip_blanks(self.place.at);
        if !self.is_indicator(b':') {
            return Err(error::no_colon(self.input, self.place.at));
        }
        self.place.at += 1;
        self.frame.state = State::Value;
        Ok(None)
    }

    /// Reads the value of an explicit key.
    pub(super) fn explicit_value(&mut self) -> Result<Event> {
        self.next_line()?;
        self.frame.state = State::MemberEnd;
        let here = self.place.indent == self.frame.indent && !self.place.tab;
        if here && self.is_indicator(b':') {
            self.place.at += 1;
            return self.block_node(self.frame.indent, Before::Indicator);
        }
        Ok(self.nothing(Properties::NONE))
    }

    /// Reads the value behind the colon of a key.
    pub(super) fn value(&mut self) -> Result<Event> {
        self.frame.state = State::MemberEnd;
        self.block_node(self.frame.indent, Before::Colon)
    }

    /// Reads a node that is indented deeper than `indent`, or an empty node.
    pub(super) fn block_node(&mut self, indent: i32, before: Before) -> Result<Event> {
        self.separate()?;
        let mut outer = Properties::NONE;
        loop {
            let place = self.place;
            let fresh = place.is_fresh();
            if fresh && place.indent <= indent {
                return self.not_deeper(indent, before, outer);
            }
            let mut inner = Properties::NONE;
            while self.at_property() {
                self.property(&mut inner, false)?;
            }
            if inner.is_none() || !self.ends_line(self.place.at) {
                let begin = Begin {
                    place,
                    column: match fresh {
                        true => place.indent,
                        false => place.column(),
                    },
                    open: !place.tab && (fresh || before == Before::Indicator),
                    outer,
                    inner,
                };
                return self.block_content(indent, begin);
            }
            outer = self.merge(outer, inner)?;
            self.next_line()?;
        }
    }

    /// Reads a node whose next line is not indented deeper than `indent`. It is empty, unless it is
    /// a sequence in the column of its key.
    fn not_deeper(&mut self, indent: i32, before: Before, outer: Properties) -> Result<Event> {
        let member = before != Before::Document && self.frame.state != State::EntryEnd;
        if member && self.place.indent == indent && !self.place.tab && self.is_indicator(b'-') {
            let frame = Frame::new(State::Entry, indent);
            return self.open(frame, outer, Event::SequenceStart(CollectionStyle::Block));
        }
        Ok(self.nothing(outer))
    }

    /// Reads the node itself; its anchor and tag were read before.
    fn block_content(&mut self, indent: i32, begin: Begin) -> Result<Event> {
        let at = self.place.at;
        match self.here() {
            b'-' if self.is_indicator(b'-') => {
                if !begin.open || !begin.inner.is_none() {
                    return Err(error::collection_here(
                        self.input,
                        self.place.line,
                        at,
                        "a sequence",
                    ));
                }
                let frame = Frame::new(State::Entry, begin.column);
                self.open(
                    frame,
                    begin.outer,
                    Event::SequenceStart(CollectionStyle::Block),
                )
            }
            b'?' if self.is_indicator(b'?') => {
                if !begin.open || !begin.inner.is_none() {
                    return Err(error::collection_here(
                        self.input,
                        self.place.line,
                        at,
                        "a mapping",
                    ));
                }
                self.block_mapping(&begin)
            }
            b':' if self.is_indicator(b':') => {
                if !begin.open {
                    return Err(error::collection_here(
                        self.input,
                        self.place.line,
                        at,
                        "a mapping",
                    ));
                }
                self.block_mapping(&begin)
            }
            b'|' | b'>' => {
                let properties = self.merge(begin.outer, begin.inner)?;
                let event = self.block_scalar(indent)?;
                self.properties = properties;
                Ok(event)
            }
            _ => match self.content(indent, false, begin.open)? {
                None => self.block_mapping(&begin),
                Some(event) => {
                    let properties = self.merge(begin.outer, begin.inner)?;
                    if event == Event::Alias && !properties.is_none() {
                        return Err(error::alias_with_properties(at));
                    }
                    self.properties = properties;
                    Ok(event)
                }
            },
        }
    }

    /// Begins a mapping whose first key begins here.
    fn block_mapping(&mut self, begin: &Begin) -> Result<Event> {
        self.place = begin.place;
        let frame = Frame::new(State::Key, begin.column);
        self.open(
            frame,
            begin.outer,
            Event::MappingStart(CollectionStyle::Block),
        )
    }

    /// Reads a scalar, an alias, or the beginning of a flow collection. Returns `None` if it is a
    /// key, and `may_be_key`. The caller sets the node's properties.
    pub(super) fn content(
        &mut self,
        indent: i32,
        flow: bool,
        may_be_key: bool,
    ) -> Result<Option<Event>> {
        let (at, line) = (self.place.at, self.place.line);
        let event = match self.here() {
            b'"' | b'\'' => self.quoted(indent)?,
            b'*' => self.alias()?,
            b'[' | b'{' => {
                if may_be_key && self.is_key_ahead(at)? {
                    return Ok(None);
                }
                return self.open_flow(indent, Properties::NONE).map(Some);
            }
            _ => {
                self.check_plain(flow)?;
                let stop = self.plain_line(at, flow);
                if self.byte(stop) == b':' {
                    if may_be_key {
                        return Ok(None);
                    }
                    if !flow {
                        return Err(error::collection_here(
                            self.input,
                            self.place.line,
                            stop,
                            "a mapping",
                        ));
                    }
                }
                return self.plain(at, stop, indent, flow).map(Some);
            }
        };
        if may_be_key && self.place.line == line {
            let colon = self.skip_blanks(self.place.at);
            if self.is_colon(colon, flow, event != Event::Alias) {
                return Ok(None);
            }
        }
        Ok(Some(event))
    }

    /// Returns whether `indicator` stands here, with white space behind it.
    #[inline(always)]
    pub(super) fn is_indicator(&self, indicator: u8) -> bool {
        self.here() == indicator && is_space(self.byte(self.place.at + 1))
    }

    /// Returns the columns of the open block collections, the innermost last.
    #[cold]
    fn columns(&self) -> alloc::vec::Vec<i32> {
        let frames = self.outer.iter().chain([&self.frame]);
        frames
            .map(|frame| frame.indent)
            .filter(|&indent| indent >= 0)
            .collect()
    }
}
