//! The events of a YAML text: its nodes in order, before they get a meaning.
//!
//! | room | holds |
//! |---|---|
//! | here | [`Events`]: the input, the position in it, and the open collections |
//! | `space` | white space, comments, lines and their indentation |
//! | `document` | directives, the marks between documents |
//! | `block` | nodes in block style |
//! | `flow` | nodes in flow style |
//! | `flow_key` | finds out whether a flow collection is a key |
//! | `aliases` | places that a reader goes back to, and the nodes of aliases |
//! | `properties` | anchors and tags |
//! | `plain`, `quoted`, `folded` | the text of scalars |
//!
//! There are no tokens. A node begins where the node before it ended. It is a key if `: ` stands
//! behind it on its line, because a key has to be on one line.
//!
//! Invariants: the beginning of the line is at or before the position, and both are at borders of
//! characters. Each collection has a frame from its first event to its last one. Nothing recurses.

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

/// An event of a YAML text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A document begins.
    DocumentStart {
        /// Whether `---` stands before it.
        explicit: bool,
    },
    /// A document ends.
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
    /// A scalar; [`Events::text`] returns its text.
    Scalar(Style),
    /// An alias of a node; [`Events::text`] returns its name.
    Alias,
    /// No document follows.
    StreamEnd,
}

/// The style of a collection.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CollectionStyle {
    /// Its structure is its indentation.
    Block,
    /// It stands between brackets.
    Flow,
}

/// The style of a scalar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    /// Without quotes. An empty node is an empty plain scalar.
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

/// The state of the innermost open collection: what it allows next.
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
    /// Behind a key in a flow collection that has quotes or brackets: at the colon, which needs no
    /// space behind it.
    FlowColonAdjacent,
    /// Behind the colon of a key in a flow collection.
    FlowValue,
    /// Behind a member of a flow mapping.
    FlowMemberEnd,
    /// Behind the one member of a pair in a flow sequence.
    PairEnd,
    /// Behind a node that was read again for an alias.
    Return,
    /// Behind the members of a mapping: at the key of a merged member, or at the mapping's end.
    Merged,
    /// Behind the key of a merged member.
    MergedValue,
}

/// An open collection. A frame may also be the stream, the document, or an alias.
#[derive(Clone, Copy, Debug)]
pub(super) struct Frame {
    state: State,
    /// The column of a block collection's entries. A flow collection has the column of the
    /// surrounding block. All lines of the nodes inside are indented deeper. It is −1 outside of
    /// all collections.
    indent: i32,
    /// Whether this is an entry of a flow sequence that is a mapping of one member without
    /// brackets.
    pair: bool,
    /// The number of the collection's anchor, counted from one; zero if it has none.
    anchor: u32,
    /// The number of the next member that it merges, counted from one; zero if it merges none.
    merged: u32,
}

/// The position of the reader in the input.
#[derive(Clone, Copy, Debug)]
struct Position {
    at: usize,
    /// The beginning of the line.
    line: usize,
    /// The first token of a line, if it was found. `at` stays there until it is read.
    token: usize,
    /// The column of that token. It is −1 for the end of the input and for a mark between
    /// documents.
    indent: i32,
    /// Whether a tab stands in the white space before the position.
    tab: bool,
}

/// A reader of a YAML text as events.
///
/// It reads the text once, from the beginning to the end. It allocates a stack of open collections,
/// and memory for scalars that are not in one piece. [`Events::text`], [`Events::anchor`] and
/// [`Events::tag`] return the data of the last event.
///
/// ```
/// use varvel::Limits;
/// use varvel::yaml::events::{CollectionStyle, Event, Events, Style};
/// let mut events = Events::new(b"- &a one\n- *a\n", &Limits::DEFAULT)?;
/// assert_eq!(events.next()?, Event::DocumentStart { explicit: false });
/// assert_eq!(events.next()?, Event::SequenceStart(CollectionStyle::Block));
/// assert_eq!(events.next()?, Event::Scalar(Style::Plain));
/// assert_eq!((&*events.text(), events.anchor()), ("one", Some("a")));
/// assert_eq!(events.next()?, Event::Alias);
/// assert_eq!(&*events.text(), "a");
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Events<'de> {
    input: &'de str,
    /// The next byte order mark that was not checked; past every place if there is none.
    mark: usize,
    place: Position,
    frame: Frame,
    outer: Vec<Frame>,
    /// How many collections are open.
    depth: usize,
    limit: usize,
    directives: Directives<'de>,
    /// The properties of the last event.
    properties: Properties,
    /// The beginning of the last event.
    start: usize,
    /// The range of the last event's text in the input.
    range: Range,
    /// Whether the text is in `scratch` instead.
    scratched: bool,
    scratch: String,
    ahead: Ahead,
    /// The places behind the aliases whose nodes are being read again.
    returns: Vec<(Position, Ahead)>,
    /// The number of the anchor of the collection that ended last.
    closed: u32,
    /// Whether two forms are taken that YAML does not have; see [`ReadOptions::tolerant`].
    tolerant: bool,
    /// The members that mappings merge, and those of their texts that are not in one piece in the
    /// input.
    merged: Vec<Option<Merged>>,
    merged_texts: String,
}

impl<'de> Events<'de> {
    /// Makes a reader of `input`.
    ///
    /// # Errors
    /// `SizeLimit`, `InvalidUtf8`, and characters that may not stand in a YAML text.
    pub fn new(input: &'de [u8], limits: &Limits) -> Result<Self> {
        Self::with_options(input, &ReadOptions::with_limits(*limits))
    }

    /// Makes a reader of `input` with options. It ignores the option of merge keys: they are keys
    /// like others here.
    ///
    /// # Errors
    /// The errors of [`Events::new`].
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

    /// Reads the next event.
    ///
    /// # Errors
    /// Faults of the text, with their offset. After an error the reader stands anywhere.
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
                // This state was left when the node ended.
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

    /// Returns the text of the last scalar, or the name of the last alias.
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

    /// Returns the name that an anchor gives the last event's node.
    #[inline(always)]
    pub fn anchor(&self) -> Option<&'de str> {
        match self.properties.anchor.is_empty() {
            true => None,
            false => Some(self.slice(self.properties.anchor)),
        }
    }

    /// Returns the tag of the last event's node.
    #[inline(always)]
    pub fn tag(&self) -> Option<Tag<'de>> {
        match self.properties.tag.is_empty() {
            true => None,
            false => self.directives.resolve(self.slice(self.properties.tag)),
        }
    }

    /// Returns the range of the anchor and the tag of the last event's node: from the beginning of
    /// the first to the end of the last.
    ///
    /// ```
    /// use varvel::Limits;
    /// use varvel::yaml::events::Events;
    /// let mut events = Events::new(b"&a !!str 1", &Limits::DEFAULT)?;
    /// events.next()?;
    /// events.next()?;
    /// let span = events.properties().unwrap();
    /// assert_eq!((span.start, span.end), (0, 8));
    /// # Ok::<(), varvel::Error>(())
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

    /// Returns the beginning of the last event in bytes: its node without anchor and tag.
    #[inline(always)]
    pub fn offset(&self) -> usize {
        self.start
    }

    /// Returns how far the input was read, in bytes.
    #[inline(always)]
    pub fn position(&self) -> usize {
        self.place.at
    }

    /// Returns the length of the input, in bytes.
    #[inline(always)]
    pub(super) fn len(&self) -> usize {
        self.input.len()
    }

    /// Returns the input from the last scalar's text on, if the text is in one piece in the input.
    #[inline(always)]
    pub(super) fn window(&self) -> Option<&'de [u8]> {
        match self.scratched {
            false => self.input.as_bytes().get(self.range.start..),
            true => None,
        }
    }

    /// Returns how many collections are open.
    #[inline(always)]
    pub fn depth(&self) -> usize {
        self.depth
    }

    #[inline(always)]
    fn slice(&self, range: Range) -> &'de str {
        // Ranges begin and end at borders of characters.
        self.input.get(range.start..range.end).unwrap_or_default()
    }

    /// Returns the byte at `at`. Past the end it is zero, which no text contains.
    #[inline(always)]
    fn byte(&self, at: usize) -> u8 {
        match self.input.as_bytes().get(at) {
            Some(&byte) => byte,
            None => 0,
        }
    }

    /// Returns the byte at the position.
    #[inline(always)]
    fn here(&self) -> u8 {
        self.byte(self.place.at)
    }

    /// Makes a scalar whose text is in one piece.
    #[inline(always)]
    fn scalar(&mut self, style: Style, start: usize, range: Range) -> Event {
        self.start = start;
        self.range = range;
        self.scratched = false;
        Event::Scalar(style)
    }

    /// Makes a scalar whose text was put together in `scratch`.
    #[inline(always)]
    fn scratched(&mut self, style: Style, start: usize) -> Event {
        self.start = start;
        self.scratched = true;
        Event::Scalar(style)
    }

    /// Makes an empty node.
    pub(super) fn nothing(&mut self, properties: Properties) -> Event {
        self.properties = properties;
        let at = self.place.at;
        self.scalar(Style::Plain, at, Range { start: at, end: at })
    }

    /// Begins a collection here.
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

    /// Ends the innermost collection.
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

    /// Returns whether the next node, if there is one, is the key of a mapping.
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

    /// Returns whether the last event is a key of a mapping, or begins one.
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

    /// Returns whether the last event's node has a tag.
    #[inline(always)]
    pub(super) fn has_tag(&self) -> bool {
        !self.properties.tag.is_empty()
    }

    /// Returns the name of a variant in the tag of the last event's node (`!Name`), and the offset
    /// of the tag.
    #[cold]
    pub(super) fn variant(&self) -> Option<(&'de str, usize)> {
        let tag = self.tag()?;
        let named = tag.prefix == "!" && !tag.suffix.is_empty();
        named.then_some((tag.suffix, self.properties.tag.start))
    }

    /// Removes the tag of the last event's node.
    pub(super) fn forget_tag(&mut self) {
        self.properties.tag = Range::EMPTY;
    }

    /// Returns whether the last event's node has an anchor.
    #[inline(always)]
    pub(super) fn has_anchor(&self) -> bool {
        !self.properties.anchor.is_empty()
    }

    /// Returns the number of the anchor of the collection that ended last; zero if it has none.
    #[inline(always)]
    pub(super) fn closed_anchor(&self) -> u32 {
        self.closed
    }

    /// Gives the collection that just began the number of its anchor.
    pub(super) fn set_anchor(&mut self, number: u32) {
        self.frame.anchor = number;
    }

    /// Returns whether a node is being read again for an alias.
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

    /// Returns whether the position is at the first token of a line.
    #[inline(always)]
    fn is_fresh(&self) -> bool {
        self.at == self.token
    }

    /// Returns the column, in bytes. Columns matter only if everything before is ASCII.
    #[inline(always)]
    fn column(&self) -> i32 {
        i32::try_from(self.at - self.line).unwrap_or(i32::MAX)
    }
}
