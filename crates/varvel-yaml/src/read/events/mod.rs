//! The events of a YAML text: what stands in it, in order, before anything is made of it.
//!
//! | room | holds |
//! |---|---|
//! | here | [`Events`]: the input, where it is read, and which collections are open |
//! | `space` | white space, comments, lines and their indentation |
//! | `document` | directives, the marks between documents |
//! | `block` | nodes laid out by indentation |
//! | `flow` | nodes between brackets |
//! | `flow_key` | whether a flow collection is a key |
//! | `aliases` | places to go back to, nodes to read again for an alias |
//! | `properties` | anchors and tags |
//! | `plain`, `quoted`, `folded` | the text of scalars |
//!
//! There are no tokens. A node begins where the one before it ended, and whether it is a key is
//! found by looking for `: ` behind it on its line: a key has to be on one line.
//!
//! Invariants: a line begins at or before the place that is read, both at borders of characters;
//! between a collection's first event and its last one there is a frame for it, and nothing
//! recurses.

mod aliases;
mod block;
mod document;
mod flow;
mod flow_key;
mod folded;
mod plain;
mod properties;
mod quoted;
mod space;

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, Limits, Result, Span, Str};

use crate::error;
use crate::options::ReadOptions;
use document::Directives;
use flow_key::Ahead;
use properties::Range;

pub(super) use aliases::{Again, Cursor, MappingId, Merged};
pub(super) use properties::Properties;
pub use properties::Tag;

/// What comes next in a YAML text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A document begins; `explicit` if it says so by `---`.
    DocumentStart {
        /// Whether `---` stands before it.
        explicit: bool,
    },
    /// The document ends; `explicit` if it says so by `...`.
    DocumentEnd {
        /// Whether `...` stands behind it.
        explicit: bool,
    },
    /// A sequence begins.
    SequenceStart(CollectionStyle),
    /// The sequence ends.
    SequenceEnd,
    /// A mapping begins; keys and values follow in turn.
    MappingStart(CollectionStyle),
    /// The mapping ends.
    MappingEnd,
    /// A scalar: [`Events::text`] is what it says.
    Scalar(Style),
    /// A node named before: [`Events::text`] is its name.
    Alias,
    /// No document follows.
    StreamEnd,
}

/// How a collection is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionStyle {
    /// By indentation.
    Block,
    /// Between brackets.
    Flow,
}

/// How a scalar is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes. A node that is not written at all is an empty plain scalar.
    Plain,
    /// `'text'`
    SingleQuoted,
    /// `"text"`
    DoubleQuoted,
    /// `|`: lines as they are.
    Literal,
    /// `>`: lines joined.
    Folded,
}

/// What the innermost open collection allows next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// Before a document: directives, or the document.
    Stream,
    /// The document has begun: its node.
    Root,
    /// Behind the document's node.
    RootEnd,
    /// At the `-` of an entry.
    Entry,
    /// Behind an entry of a block sequence.
    EntryEnd,
    /// At a key of a block mapping.
    Key,
    /// Behind a flow collection that is a key: at the colon.
    KeyColon,
    /// Behind an explicit key: at the value, if there is one.
    ExplicitValue,
    /// Behind the colon of a key.
    Value,
    /// Behind a member of a block mapping.
    MemberEnd,
    /// Behind the bracket of a flow sequence.
    FlowEntry,
    /// Behind an entry of a flow sequence.
    FlowEntryEnd,
    /// Behind the bracket of a flow mapping.
    FlowKey,
    /// At the key of a pair in a flow sequence.
    PairKey,
    /// Behind the `?` of a pair in a flow sequence.
    PairExplicitKey,
    /// Behind a key in a flow collection: at the colon, if there is one.
    FlowColon,
    /// The same where the colon needs no space behind it: behind quotes and brackets.
    FlowColonAdjacent,
    /// Behind the colon of a key in a flow collection.
    FlowValue,
    /// Behind a member of a flow mapping.
    FlowMemberEnd,
    /// Behind the one member of a pair in a flow sequence.
    PairEnd,
    /// Behind a node that was read again for an alias.
    Return,
    /// Behind the members of a mapping: at the key of one that it merges, or at its end.
    Merged,
    /// Behind such a key.
    MergedValue,
}

/// An open collection; or the stream, the document, an alias.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    state: State,
    /// The column of a block collection's entries; of flow collections that of the block around
    /// them. All lines of the nodes inside are indented deeper. −1 outside of all.
    indent: i32,
    /// Whether this is the one mapping that is an entry of a flow sequence.
    pair: bool,
    /// The number of the collection's anchor, counted from one; zero if it has none.
    anchor: u32,
    /// The next of the nodes that it merges, counted from one; zero if it merges none.
    merged: u32,
}

/// Where in the input the reader stands.
#[derive(Clone, Copy, Debug)]
struct Position {
    at: usize,
    /// Where the line begins.
    line: usize,
    /// The place of the first token of a line, when it was found; `at` is there until it is read.
    token: usize,
    /// The column of that token; −1 if it is the end of the input or the mark between documents.
    indent: i32,
    /// Whether a tab is in the white space before what is to be read.
    tab: bool,
}

/// A YAML text as events.
///
/// The text is looked at once, from the beginning to the end, with a stack of open collections and
/// no other memory but for scalars that are not in one piece. What an event has beside its kind is
/// asked for before the next one: [`Events::text`], [`Events::anchor`], [`Events::tag`].
///
/// ```
/// use varvel_core::Limits;
/// use varvel_yaml::read::events::{Event, Events, CollectionStyle, Style};
/// let mut events = Events::new(b"- &a one\n- *a\n", &Limits::DEFAULT)?;
/// assert_eq!(events.next()?, Event::DocumentStart { explicit: false });
/// assert_eq!(events.next()?, Event::SequenceStart(CollectionStyle::Block));
/// assert_eq!(events.next()?, Event::Scalar(Style::Plain));
/// assert_eq!((&*events.text(), events.anchor()), ("one", Some("a")));
/// assert_eq!(events.next()?, Event::Alias);
/// assert_eq!(&*events.text(), "a");
/// # Ok::<(), varvel_core::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Events<'de> {
    input: &'de str,
    /// The next byte order mark that has not been looked at; past every place if there is none.
    mark: usize,
    place: Position,
    frame: Frame,
    outer: Vec<Frame>,
    /// How many collections are open.
    depth: usize,
    limit: usize,
    directives: Directives<'de>,
    /// Of the last event.
    properties: Properties,
    /// Of the last event, where it begins.
    start: usize,
    /// Of the last event, in the input.
    range: Range,
    /// Whether its text is in `scratch` instead.
    scratched: bool,
    scratch: String,
    ahead: Ahead,
    /// Where to go on behind the aliases whose nodes are read again.
    returns: Vec<(Position, Ahead)>,
    /// The anchor's number of the collection that ended last.
    closed: u32,
    /// Whether two forms are taken that YAML does not have: [`ReadOptions::tolerant`].
    tolerant: bool,
    /// What mappings merge, and the texts of it that do not stand in the input.
    merged: Vec<Option<Merged>>,
    merged_texts: String,
}

impl<'de> Events<'de> {
    /// Reads `input`.
    ///
    /// # Errors
    /// `SizeLimit`, `InvalidUtf8`, and characters that may not stand in a YAML text.
    pub fn new(input: &'de [u8], limits: &Limits) -> Result<Self> {
        Self::with_options(input, &ReadOptions::with_limits(*limits))
    }

    /// Reads `input` with options. Of these, merge keys mean nothing here: they stand in the text
    /// as they are.
    ///
    /// # Errors
    /// Those of [`Events::new`].
    pub fn with_options(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        let limits = &options.limits;
        let (input, mark) = space::checked(input, limits)?;
        Ok(Self {
            input,
            mark,
            place: Position::at(0),
            frame: Frame::new(State::Stream, -1),
            outer: Vec::new(),
            depth: 0,
            limit: limits.depth,
            directives: Directives::default(),
            properties: Properties::NONE,
            start: 0,
            range: Range::EMPTY,
            scratched: false,
            scratch: String::new(),
            ahead: Ahead::default(),
            returns: Vec::new(),
            closed: 0,
            tolerant: options.tolerant,
            merged: Vec::new(),
            merged_texts: String::new(),
        })
    }

    /// The next event.
    ///
    /// # Errors
    /// What is wrong with the text, and where. After an error the reader stands anywhere.
    #[expect(clippy::should_implement_trait, reason = "an iterator cannot lend")]
    pub fn next(&mut self) -> Result<Event> {
        let event = self.step()?;
        if self.mark < self.place.at {
            self.check_marks(event)?;
        }
        Ok(event)
    }

    #[inline(always)]
    fn step(&mut self) -> Result<Event> {
        loop {
            let event = match self.frame.state {
                State::Stream => return self.stream(),
                State::Root => return self.root(),
                State::RootEnd => return self.root_end(),
                State::Entry => return self.entry(),
                State::EntryEnd => self.entry_end()?,
                State::Key => return self.key(),
                State::KeyColon => self.key_colon()?,
                State::ExplicitValue => return self.explicit_value(),
                State::Value => return self.value(),
                State::MemberEnd => self.member_end()?,
                State::FlowEntry => return self.flow_entry(),
                State::FlowEntryEnd => return self.flow_entry_end(),
                State::FlowKey => return self.flow_key(),
                State::PairKey => return self.pair_key(),
                State::PairExplicitKey => return self.flow_explicit_key(),
                State::FlowColon => self.flow_colon(false)?,
                State::FlowColonAdjacent => self.flow_colon(true)?,
                State::FlowValue => return self.flow_value(),
                State::FlowMemberEnd => return self.flow_member_end(),
                State::PairEnd => Some(self.close_mapping()?),
                State::Merged | State::MergedValue => return self.next_merged(),
                // Left when the node ended.
                State::Return => {
                    self.leave_alias();
                    None
                }
            };
            if let Some(event) = event {
                return Ok(event);
            }
        }
    }

    /// The text of the last scalar, or the name of the last alias.
    #[inline(always)]
    pub fn text(&self) -> Str<'de, '_> {
        match self.scratched {
            false => Str::Input(varvel_raw::text::Text::with_window(
                self.slice(self.range),
                self.input.as_bytes(),
            )),
            true => Str::Scratch(self.scratch.as_str().into()),
        }
    }

    /// The name that the last event's node is given by an anchor.
    #[inline(always)]
    pub fn anchor(&self) -> Option<&'de str> {
        match self.properties.anchor.is_empty() {
            true => None,
            false => Some(self.slice(self.properties.anchor)),
        }
    }

    /// The tag of the last event's node.
    #[inline(always)]
    pub fn tag(&self) -> Option<Tag<'de>> {
        match self.properties.tag.is_empty() {
            true => None,
            false => self.directives.resolve(self.slice(self.properties.tag)),
        }
    }

    /// Where the anchor and the tag of the last event's node stand: from where the first of them
    /// begins to where the last ends.
    ///
    /// ```
    /// use varvel_core::Limits;
    /// use varvel_yaml::read::events::Events;
    /// let mut events = Events::new(b"&a !!str 1", &Limits::DEFAULT)?;
    /// events.next()?;
    /// events.next()?;
    /// let span = events.properties().unwrap();
    /// assert_eq!((span.start, span.end), (0, 8));
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    pub fn properties(&self) -> Option<Span> {
        let Properties { anchor, tag } = self.properties;
        // The range of an anchor is behind its `&`.
        let anchor = (!anchor.is_empty()).then(|| (anchor.start.saturating_sub(1), anchor.end));
        let tag = (!tag.is_empty()).then_some((tag.start, tag.end));
        let (start, end) = match (anchor, tag) {
            (Some(a), Some(b)) => (a.0.min(b.0), a.1.max(b.1)),
            (one, other) => one.or(other)?,
        };
        Some(Span { start, end })
    }

    /// Where the last event begins: its node without anchor and tag. In bytes.
    #[inline(always)]
    pub fn offset(&self) -> usize {
        self.start
    }

    /// How far the input was read, in bytes.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.place.at
    }

    /// How long the input is, in bytes.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.input.len()
    }

    /// The input from the text of the last scalar on, if it stands there.
    #[inline(always)]
    pub(super) fn window(&self) -> Option<&'de [u8]> {
        match self.scratched {
            false => self.input.as_bytes().get(self.range.start..),
            true => None,
        }
    }

    /// How many collections are open.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.depth
    }

    #[inline(always)]
    fn slice(&self, range: Range) -> &'de str {
        // Ranges begin and end at borders of characters.
        self.input.get(range.start..range.end).unwrap_or_default()
    }

    /// The byte at `at`; zero past the end, which no text has elsewhere.
    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        match self.input.as_bytes().get(at) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    /// The byte that is to be read.
    #[inline(always)]
    fn here(&self) -> u8 {
        self.byte(self.place.at)
    }

    /// A scalar whose text is in one piece.
    #[inline(always)]
    fn scalar(&mut self, style: Style, start: usize, range: Range) -> Event {
        self.start = start;
        self.range = range;
        self.scratched = false;
        Event::Scalar(style)
    }

    /// A scalar whose text was put together.
    #[inline(always)]
    fn scratched(&mut self, style: Style, start: usize) -> Event {
        self.start = start;
        self.scratched = true;
        Event::Scalar(style)
    }

    /// A node that is not written.
    pub(super) fn nothing(&mut self, properties: Properties) -> Event {
        self.properties = properties;
        let at = self.place.at;
        self.scalar(Style::Plain, at, Range { start: at, end: at })
    }

    /// A collection begins here.
    #[inline(always)]
    fn open(&mut self, frame: Frame, properties: Properties, event: Event) -> Result<Event> {
        if self.depth >= self.limit {
            return Err(Error::too_deep(self.limit).with_offset(self.place.at));
        }
        self.push(frame)?;
        self.depth += 1;
        self.properties = properties;
        self.start = self.place.at;
        Ok(event)
    }

    #[inline(always)]
    fn push(&mut self, frame: Frame) -> Result {
        if self.outer.len() == self.outer.capacity() {
            self.outer
                .try_reserve(self.outer.len().max(16))
                .map_err(|_| Error::out_of_memory())?;
        }
        self.outer.push(self.frame);
        self.frame = frame;
        Ok(())
    }

    /// The innermost collection ends.
    #[inline(always)]
    fn close(&mut self, event: Event) -> Event {
        self.closed = self.frame.anchor;
        self.pop();
        if self.frame.state == State::Return {
            self.leave_alias();
        }
        self.depth = self.depth.saturating_sub(1);
        self.properties = Properties::NONE;
        self.start = self.place.at;
        event
    }

    #[inline(always)]
    fn pop(&mut self) {
        self.frame = self.outer.pop().unwrap_or(Frame::new(State::Stream, -1));
    }

    /// Whether the node that comes next is the key of a mapping, if one comes.
    #[inline(always)]
    pub(super) fn is_key_next(&self) -> bool {
        matches!(
            self.frame.state,
            State::Key
                | State::MemberEnd
                | State::FlowKey
                | State::FlowMemberEnd
                | State::PairKey
                | State::PairExplicitKey
                | State::PairEnd
                | State::Merged
        )
    }

    /// Whether the last event is a key of a mapping, or the beginning of one that is a collection.
    #[cold]
    pub(super) fn was_key(&self) -> bool {
        let is_behind_key = |frame: &Frame| {
            matches!(
                frame.state,
                State::KeyColon
                    | State::ExplicitValue
                    | State::Value
                    | State::FlowColon
                    | State::FlowColonAdjacent
                    | State::FlowValue
                    | State::MergedValue
            )
        };
        let has_begun = matches!(
            self.frame.state,
            State::Entry | State::Key | State::FlowEntry | State::FlowKey
        );
        is_behind_key(&self.frame) || has_begun && self.outer.last().is_some_and(is_behind_key)
    }

    /// Whether the last event's node has a tag.
    #[inline(always)]
    pub(super) fn has_tag(&self) -> bool {
        !self.properties.tag.is_empty()
    }

    /// The name that the tag of the last event's node gives a variant (`!Name`), and where it
    /// stands.
    #[cold]
    pub(super) fn variant(&self) -> Option<(&'de str, usize)> {
        let tag = self.tag()?;
        let named = tag.prefix == "!" && !tag.suffix.is_empty();
        named.then_some((tag.suffix, self.properties.tag.start))
    }

    /// The last event's node has no tag from now on.
    pub(super) fn forget_tag(&mut self) {
        self.properties.tag = Range::EMPTY;
    }

    /// Whether the last event's node has an anchor.
    #[inline(always)]
    pub(super) fn has_anchor(&self) -> bool {
        !self.properties.anchor.is_empty()
    }

    /// The number of the anchor that the collection has that ended last; zero if it has none.
    #[inline(always)]
    pub(super) fn closed_anchor(&self) -> u32 {
        self.closed
    }

    /// Gives the collection that just began the number of its anchor.
    pub(super) fn set_anchor(&mut self, number: u32) {
        self.frame.anchor = number;
    }

    /// Whether what is read was read before, for an alias.
    #[inline(always)]
    pub(super) fn is_replaying(&self) -> bool {
        !self.returns.is_empty()
    }

    #[cold]
    fn unexpected(&self, expected: &'static str) -> Error {
        error::unexpected(self.input, self.place.at, expected)
    }
}

impl Frame {
    const fn new(state: State, indent: i32) -> Self {
        Self {
            state,
            indent,
            pair: false,
            anchor: 0,
            merged: 0,
        }
    }
}

impl Position {
    const fn at(at: usize) -> Self {
        Self {
            at,
            line: at,
            token: usize::MAX,
            indent: -1,
            tab: false,
        }
    }

    /// Whether the first token of a line is to be read.
    #[inline(always)]
    fn is_fresh(&self) -> bool {
        self.at == self.token
    }

    /// The column, in bytes; columns only matter where there is nothing but ASCII before.
    #[inline(always)]
    fn column(&self) -> i32 {
        i32::try_from(self.at - self.line).unwrap_or(i32::MAX)
    }
}
