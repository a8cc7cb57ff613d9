//! Flow style: nodes between brackets. Line breaks have no meaning here, but all lines must be
//! indented deeper than the surrounding block.

use varvel_core::Result;

use super::properties::Properties;
use super::space::{is_flow_indicator, is_space};
use super::{CollectionStyle, Event, Events, Frame, State, Style};
use crate::error;

impl Events<'_> {
    /// Reads an opening bracket.
    pub(super) fn open_flow(&mut self, indent: i32, properties: Properties) -> Result<Event> {
        let (state, event) = match self.here() {
            b'[' => (
                State::FlowEntry,
                Event::SequenceStart(CollectionStyle::Flow),
            ),
            _ => (State::FlowKey, Event::MappingStart(CollectionStyle::Flow)),
        };
        let event = self.open(Frame::new(state, indent), properties, event)?;
        self.place.at += 1;
        Ok(event)
    }

    /// Reads the closing bracket of a sequence.
    fn close_flow(&mut self) -> Event {
        self.place.at += 1;
        self.close(Event::SequenceEnd)
    }

    /// Reads the closing brace of a mapping.
    fn close_flow_mapping(&mut self) -> Result<Event> {
        self.place.at += 1;
        self.close_mapping()
    }

    /// Reads the next entry of a sequence, behind its bracket or a comma.
    pub(super) fn flow_entry(&mut self) -> Result<Event> {
        self.flow_space()?;
        match self.here() {
            b']' => return Ok(self.close_flow()),
            b',' => return Err(self.unexpected("an entry before the comma")),
            _ => self.frame.state = State::FlowEntryEnd,
        }
        if self.is_indicator(b'?') {
            let event = self.open_pair(State::PairExplicitKey)?;
            self.place.at += 1;
            return Ok(event);
        }
        match self.flow_node(true)? {
            Some(event) => Ok(event),
            None => self.open_pair(State::PairKey),
        }
    }

    /// Begins an entry of a sequence that is a mapping of one member without brackets.
    fn open_pair(&mut self, state: State) -> Result<Event> {
        let frame = Frame {
            pair: true,
            ..Frame::new(state, self.frame.indent)
        };
        self.open(
            frame,
            Properties::NONE,
            Event::MappingStart(CollectionStyle::Flow),
        )
    }

    /// Moves on behind an entry of a sequence.
    pub(super) fn flow_entry_end(&mut self) -> Result<Event> {
        self.flow_space()?;
        match self.here() {
            b',' => {
                self.place.at += 1;
                self.flow_entry()
            }
            b']' => Ok(self.close_flow()),
            _ => Err(error::flow_end(self.input, self.place.at, "a comma or `]`")),
        }
    }

    /// Reads the next key of a mapping, behind its bracket or a comma.
    pub(super) fn flow_key(&mut self) -> Result<Event> {
        self.flow_space()?;
        match self.here() {
            b'}' => self.close_flow_mapping(),
            b',' => Err(self.unexpected("a key before the comma")),
            b'?' if self.is_indicator(b'?') => {
                self.place.at += 1;
                self.flow_explicit_key()
            }
            _ => self.pair_key(),
        }
    }

    /// Reads a key behind its `?`.
    pub(super) fn flow_explicit_key(&mut self) -> Result<Event> {
        self.flow_space()?;
        self.pair_key()
    }

    /// Reads a key.
    pub(super) fn pair_key(&mut self) -> Result<Event> {
        self.frame.state = State::FlowColon;
        let event = match self.flow_node(false)? {
            Some(event) => event,
            None => self.nothing(Properties::NONE),
        };
        match event {
            Event::Scalar(Style::SingleQuoted | Style::DoubleQuoted) => {
                self.frame.state = State::FlowColonAdjacent;
            }
            Event::SequenceStart(_) | Event::MappingStart(_) => {
                if let Some(frame) = self.outer.last_mut() {
                    frame.state = State::FlowColonAdjacent;
                }
            }
            _ => {}
        }
        Ok(event)
    }

    /// Reads the colon behind a key. The key may have no value.
    pub(super) fn flow_colon(&mut self, adjacent: bool) -> Result<Option<Event>> {
        self.flow_space()?;
        if self.is_colon(self.place.at, true, adjacent) {
            self.place.at += 1;
            self.frame.state = State::FlowValue;
            return self.flow_value().map(Some);
        }
        self.frame.state = self.after_value();
        Ok(Some(self.nothing(Properties::NONE)))
    }

    /// Reads the value behind a colon.
    pub(super) fn flow_value(&mut self) -> Result<Event> {
        self.flow_space()?;
        self.frame.state = self.after_value();
        match self.flow_node(false)? {
            Some(event) => Ok(event),
            None => Ok(self.nothing(Properties::NONE)),
        }
    }

    fn after_value(&self) -> State {
        match self.frame.pair {
            true => State::PairEnd,
            false => State::FlowMemberEnd,
        }
    }

    /// Moves on behind a member of a mapping.
    pub(super) fn flow_member_end(&mut self) -> Result<Event> {
        self.flow_space()?;
        match self.here() {
            b',' => {
                self.place.at += 1;
                self.flow_key()
            }
            b'}' => self.close_flow_mapping(),
            _ => Err(error::flow_end(self.input, self.place.at, "a comma or `}`")),
        }
    }

    /// Reads a node, which may be empty. Returns `None`, and goes back to its beginning, if it is
    /// the key of a pair and `may_be_key`.
    fn flow_node(&mut self, may_be_key: bool) -> Result<Option<Event>> {
        let begin = self.place;
        let mut properties = Properties::NONE;
        let mut one_line = true;
        while self.at_property() {
            self.property(&mut properties, true)?;
            one_line &= !self.flow_space()?;
        }
        let key = may_be_key && one_line;
        let colon = self.is_colon(self.place.at, true, false);
        if colon && key {
            self.place = begin;
            return Ok(None);
        }
        if colon || matches!(self.here(), b',' | b']' | b'}') {
            return Ok(Some(self.nothing(properties)));
        }
        match self.content(self.frame.indent, true, key)? {
            None => {
                self.place = begin;
                Ok(None)
            }
            Some(Event::Alias) if !properties.is_none() => {
                Err(error::alias_with_properties(self.start))
            }
            event => {
                self.properties = properties;
                Ok(event)
            }
        }
    }

    /// Returns whether the colon at `at` stands between a key and its value. Inside of brackets, a
    /// colon right behind quotes or brackets (`adjacent`) needs no white space behind it.
    #[inline(always)]
    pub(super) fn is_colon(&self, at: usize, flow: bool, adjacent: bool) -> bool {
        let next = self.byte(at + 1);
        self.byte(at) == b':' && (is_space(next) || flow && (adjacent || is_flow_indicator(next)))
    }
}
