//! The events of a document, with the nodes of aliases in their place. It counts the nodes.
//!
//! For an alias, the collection is read again from its own place. The cost is known before: when
//! the collection ended, its bytes and those of the aliases in it were counted. So a document
//! beyond the limit is refused at the first alias that exceeds it. Until then the reader reads at
//! most the limit's factor times the length of the document.
//!
//! Invariant: an alias refers to the last node of that name that ended before it; a node that is
//! read again only has aliases of nodes that ended before it did. So no node is inside of itself.

use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashMap;
use varvel_core::limits::Replayed;
use varvel_core::secret::RandomState;
use varvel_core::{Error, Limits, Result};

use super::events::{Again, Event, Events};
use super::merging::Plan;
use crate::error;
use crate::options::ReadOptions;

/// A node with an anchor.
#[derive(Clone, Debug)]
struct Anchored {
    /// The offset at which it begins.
    at: usize,
    /// How many bytes of the input it takes, including its aliases. While it is open: how many
    /// bytes had been read again before it.
    cost: usize,
    again: Again,
    state: State,
}

/// The state of a node with an anchor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum State {
    /// The node has not ended.
    Open,
    Ended,
    /// The node is a scalar whose text is kept in `Resolved::texts`.
    Kept,
}

/// The nodes of a document, with the nodes of aliases in their place.
#[derive(Clone, Debug)]
pub struct Resolved<'de> {
    pub events: Events<'de>,
    limits: Limits,
    /// How many nodes came so far.
    count: usize,
    anchored: Vec<Anchored>,
    /// The number of the last node of each name.
    names: HashMap<&'de str, usize, RandomState>,
    /// The texts of scalars that are not in one piece in the input.
    texts: String,
    /// The node of each alias, by the alias's offset. When the alias is read again, its name may
    /// belong to another node.
    aliases: Vec<(usize, usize)>,
    /// How many bytes were read again for aliases.
    replayed: Replayed,
    /// The members that mappings merge, if that is asked for and there are any.
    plan: Option<Plan>,
    /// Whether decimals keep their text.
    pub exact: bool,
}

impl<'de> Resolved<'de> {
    pub fn new(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        let mut nodes = Self::without_merging(input, options)?;
        if options.merge_keys {
            let mut plan = Plan::new(input, options)?;
            if !plan.is_empty() {
                let members = core::mem::take(&mut plan.members);
                let texts = core::mem::take(&mut plan.texts);
                nodes.events.set_merged(members, texts);
                nodes.plan = Some(plan);
            }
        }
        Ok(nodes)
    }

    /// Makes the nodes of a text in which merge keys are keys like others.
    pub fn without_merging(input: &'de [u8], options: &ReadOptions) -> Result<Self> {
        Ok(Self {
            events: Events::with_options(input, options)?,
            limits: options.limits,
            count: 0,
            anchored: Vec::new(),
            names: HashMap::with_hasher(RandomState::default()),
            texts: String::new(),
            aliases: Vec::new(),
            replayed: Replayed::default(),
            plan: None,
            exact: options.exact_decimals,
        })
    }

    /// Resets the counters and names, which belong to one document.
    pub fn start_document(&mut self) {
        self.count = 0;
        self.anchored.clear();
        // A new table is made, because clearing a table takes as long as it was large.
        if !self.names.is_empty() {
            self.names = HashMap::with_hasher(RandomState::default());
        }
        self.texts.clear();
        self.aliases.clear();
        self.replayed = Replayed::default();
    }

    /// Returns the next event, which is never an alias.
    #[inline(always)]
    pub fn next(&mut self) -> Result<Event> {
        let event = match self.plan {
            None => self.events.next()?,
            Some(_) => self.behind_merge_keys()?,
        };
        match event {
            Event::SequenceEnd | Event::MappingEnd => {
                if self.events.closed_anchor() != 0 {
                    self.ended();
                }
                return Ok(event);
            }
            Event::Alias => return self.alias(),
            _ if self.events.has_anchor() => self.name(event)?,
            _ => {}
        }
        if self.plan.is_some() {
            self.begin_merging(event)?;
        }
        self.count_one()?;
        Ok(event)
    }

    /// Returns the next event that does not belong to a merge key or its value.
    #[cold]
    #[inline(never)]
    fn behind_merge_keys(&mut self) -> Result<Event> {
        loop {
            let key = self.events.is_key_next() && self.events.merges();
            let event = self.events.next()?;
            if !key || !self.events.is_merge_key(event) {
                return Ok(event);
            }
            self.pass()?;
        }
    }

    /// Skips the value of a merge key, without the nodes of its aliases: they are read when they
    /// are merged.
    fn pass(&mut self) -> Result {
        let mut open = 0_usize;
        loop {
            let event = self.events.next()?;
            match event {
                Event::SequenceEnd | Event::MappingEnd => {
                    if self.events.closed_anchor() != 0 {
                        self.ended();
                    }
                    open = open.saturating_sub(1);
                }
                Event::Alias => drop(self.resolve()?),
                Event::Scalar(_) | Event::SequenceStart(_) | Event::MappingStart(_) => {
                    if self.events.has_anchor() {
                        self.name(event)?;
                    }
                    self.count_one()?;
                    if !matches!(event, Event::Scalar(_)) {
                        self.begin_merging(event)?;
                        open += 1;
                    }
                }
                _ => return Err(error::out_of_order("a value").with_offset(self.events.offset())),
            }
            if open == 0 {
                return Ok(());
            }
        }
    }

    /// Prepares the merged members of the mapping that began with `event`, if it is a mapping.
    #[cold]
    #[inline(never)]
    fn begin_merging(&mut self, event: Event) -> Result {
        let (Event::MappingStart(_), Some(plan)) = (event, &mut self.plan) else {
            return Ok(());
        };
        let Some(merging) = plan.find(self.events.mapping_id())? else {
            return Ok(());
        };
        self.events.begin_merging(merging.first);
        if self.events.is_replaying() {
            return Ok(());
        }
        let len = self.events.len();
        let counted = self.replayed.add(merging.cost, len, &self.limits);
        counted.map_err(|error| error.with_offset(self.events.offset()))
    }

    /// Returns how many nodes came.
    pub fn count(&self) -> usize {
        self.count
    }

    /// Resets the count, because nodes are read again.
    pub fn set_count(&mut self, count: usize) {
        self.count = count;
    }

    #[inline(always)]
    fn count_one(&mut self) -> Result {
        self.count += 1;
        if self.count > self.limits.nodes {
            return Err(Error::too_many_nodes(self.limits.nodes).with_offset(self.events.offset()));
        }
        Ok(())
    }

    /// Records the node that begins with `event` and has an anchor.
    #[cold]
    #[inline(never)]
    fn name(&mut self, event: Event) -> Result {
        if self.events.is_replaying() {
            return Ok(());
        }
        let mut kept = None;
        if let (Event::Scalar(_), Some(text)) = (event, self.events.put_together()) {
            let start = self.texts.len();
            self.texts
                .try_reserve(text.len())
                .map_err(|_| Error::out_of_memory())?;
            self.texts.push_str(text);
            kept = Some((start, self.texts.len()));
        }
        let again = self.events.again(event, kept)?;
        let at = self.events.offset();
        let known = self
            .anchored
            .binary_search_by_key(&at, |anchored| anchored.at);
        let number = known.unwrap_or(self.anchored.len());
        let (cost, state) = match (event, kept) {
            (Event::Scalar(_), None) => (self.events.position() - at, State::Ended),
            (Event::Scalar(_), Some(_)) => (self.events.position() - at, State::Kept),
            _ => {
                let mark = u32::try_from(number + 1).map_err(|_| Error::out_of_memory())?;
                self.events.set_anchor(mark);
                (self.replayed.bytes(), State::Open)
            }
        };
        let anchored = Anchored {
            at,
            cost,
            again,
            state,
        };
        match self.anchored.get_mut(number) {
            // The node is read a second time, because the caller went back.
            Some(known) => *known = anchored,
            None => {
                self.anchored
                    .try_reserve(1)
                    .map_err(|_| Error::out_of_memory())?;
                self.names
                    .try_reserve(1)
                    .map_err(|_| Error::out_of_memory())?;
                self.anchored.push(anchored);
                self.names
                    .insert(self.events.anchor().unwrap_or_default(), number);
            }
        }
        Ok(())
    }

    /// Records that a collection with an anchor has ended. From now on aliases may refer to it.
    #[cold]
    #[inline(never)]
    fn ended(&mut self) {
        let number = self.events.closed_anchor() as usize - 1;
        let position = self.events.position();
        if let Some(node) = self.anchored.get_mut(number)
            && node.state == State::Open
        {
            let before = node.cost;
            node.cost = position
                .saturating_sub(node.at)
                .saturating_add(self.replayed.bytes().saturating_sub(before));
            node.state = State::Ended;
        }
    }

    /// Begins to read the node of the alias that came. Returns its first event.
    #[cold]
    #[inline(never)]
    fn alias(&mut self) -> Result<Event> {
        let (again, kept) = self.resolve()?;
        let texts = kept.then_some(self.texts.as_str());
        let event = self.events.read_again(again, texts)?;
        if self.plan.is_some() {
            self.begin_merging(event)?;
        }
        self.count_one()?;
        Ok(event)
    }

    /// Returns the node of the alias that came, and whether its text is kept. Counts the node.
    fn resolve(&mut self) -> Result<(Again, bool)> {
        let at = self.events.offset();
        let number = match self.aliases.binary_search_by_key(&at, |&(at, _)| at) {
            Ok(i) => Some(self.aliases[i].1),
            Err(_) => {
                let number = self.names.get(&*self.events.text()).copied();
                if let Some(number) = number {
                    self.aliases
                        .try_reserve(1)
                        .map_err(|_| Error::out_of_memory())?;
                    self.aliases.push((at, number));
                }
                number
            }
        };
        let Some(node) = number.and_then(|number| self.anchored.get(number)) else {
            let names = self.names.keys().copied();
            return Err(error::unknown_alias(&self.events.text(), at, names));
        };
        if !self.events.is_replaying() {
            let counted = self
                .replayed
                .add(node.cost, self.events.len(), &self.limits);
            counted.map_err(|error| error.with_offset(at))?;
        }
        match node.state {
            State::Open => Err(error::alias_inside(&self.events.text(), at)),
            State::Ended => Ok((node.again, false)),
            State::Kept => Ok((node.again, true)),
        }
    }
}
