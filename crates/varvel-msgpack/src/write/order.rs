//! The order of events: what may come next, which containers are open, and how many nodes they have.
//!
//! Frames stay where they are: one that is copied as a whole waits for its fields, which were just stored.

use alloc::string::ToString;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Result};

use crate::read::text_at;

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// An item, or the end of the array.
    Item,
    /// The value of a member.
    Member,
    /// The node that is a key.
    AnyKey,
    /// The document.
    #[default]
    Root,
    /// A key, or the end of the map.
    Key,
    /// The bytes of an extension.
    Extension,
    /// Nothing: the document is complete.
    Nothing,
    /// Nothing: there was an error.
    Failed,
}

/// A container that is open.
#[derive(Clone, Copy, Debug)]
pub struct Frame {
    /// Where its head is, and how many bytes there are for it.
    pub at: usize,
    pub room: u8,
    /// Items or members that its head says it has.
    pub said: usize,
    /// Items or members that have begun.
    pub count: usize,
    /// A map: where its last key is.
    key: usize,
    /// What comes behind it.
    behind: Place,
}

/// What may come next, and which containers are open.
#[derive(Debug, Default)]
pub struct Order {
    place: Place,
    /// The innermost last.
    open: Vec<Frame>,
    /// The type of the extension that comes, and what its node is.
    extension: (i8, Place),
}

impl Order {
    #[inline(always)]
    pub fn is_complete(&self) -> bool {
        self.place == Place::Nothing
    }

    pub fn fail(&mut self) {
        self.place = Place::Failed;
    }

    /// Whether a value may come.
    #[inline(always)]
    pub fn takes_value(&self) -> bool {
        matches!(
            self.place,
            Place::Item | Place::Member | Place::AnyKey | Place::Root
        )
    }

    /// Whether several items may come.
    #[inline(always)]
    pub fn takes_items(&self) -> bool {
        self.place == Place::Item
    }

    /// Whether a key may come.
    #[inline(always)]
    pub fn takes_key(&self) -> bool {
        self.place == Place::Key
    }

    /// Several items come.
    #[inline(always)]
    pub fn items(&mut self, count: usize) {
        if let Some(frame) = self.open.last_mut() {
            frame.count += count;
        }
    }

    /// A value comes.
    #[inline(always)]
    pub fn value(&mut self) {
        match self.place {
            Place::Item => self.items(1),
            Place::Member => self.place = Place::Key,
            Place::AnyKey => self.place = Place::Member,
            _ => self.place = Place::Nothing,
        }
    }

    /// A key comes at `at`, or if it is of any kind the node that it is.
    #[inline(always)]
    pub fn key(&mut self, at: usize, any: bool) {
        if let Some(frame) = self.open.last_mut() {
            frame.key = at;
            frame.count += 1;
        }
        self.place = if any { Place::AnyKey } else { Place::Member };
    }

    /// A container begins at `at`, whose head has `room` bytes and says that it has `said` nodes.
    #[inline(always)]
    pub fn open(&mut self, map: bool, at: usize, said: usize, room: u8) -> Result {
        if self.open.len() == self.open.capacity() {
            self.grow()?;
        }
        self.value();
        self.open.push(Frame {
            at,
            room,
            said,
            count: 0,
            key: at,
            behind: self.place,
        });
        self.place = if map { Place::Key } else { Place::Item };
        Ok(())
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) -> Result {
        self.open
            .try_reserve(self.open.len().max(16))
            .map_err(|_| Error::out_of_memory())
    }

    /// The container that ends, which is a map or an array as asked; `None` if none such may end here.
    #[inline(always)]
    pub fn ends(&self, map: bool) -> Option<&Frame> {
        let place = if map { Place::Key } else { Place::Item };
        match self.place == place {
            true => self.open.last(),
            false => None,
        }
    }

    /// The innermost container is complete.
    #[inline(always)]
    pub fn close(&mut self) {
        if let Some(frame) = self.open.pop() {
            self.place = frame.behind;
        }
    }

    /// The bytes of an extension of this type come.
    pub fn extension(&mut self, kind: i8) {
        self.extension = (kind, self.place);
        self.place = Place::Extension;
    }

    /// The type of the extension whose bytes come now.
    #[inline(always)]
    pub fn take_extension(&mut self) -> Option<i8> {
        if self.place != Place::Extension {
            return None;
        }
        let (kind, place) = self.extension;
        self.place = place;
        Some(kind)
    }

    /// What is expected, as error messages write it.
    pub fn expected(&self) -> &'static str {
        match self.place {
            Place::Extension => "the bytes of an extension",
            Place::Root | Place::Member => "a value",
            Place::Item => "a value or the end of the array",
            Place::Key => "a key or the end of the map",
            Place::AnyKey => "a key",
            Place::Nothing => "nothing: the document is complete",
            Place::Failed => "nothing: an error came before",
        }
    }

    /// Where in the document the next event is.
    pub fn path(&self, out: &[u8]) -> Vec<Step> {
        let place = match self.place {
            Place::Extension => self.extension.1,
            place => place,
        };
        let mut steps = Vec::new();
        for (i, frame) in self.open.iter().enumerate() {
            // In it is the next container, or else the event.
            let (inside, begun) = match self.open.get(i + 1) {
                Some(next) => (next.behind, 1),
                None => (place, 0),
            };
            match (inside, begun) {
                (Place::Item, _) => steps.push(Step::Index(frame.count - begun)),
                // Behind the value of a member comes a key.
                (Place::Member, 0) | (Place::Key, 1) => {
                    let key = text_at(out, frame.key).map(|key| Step::Key(key.to_string()));
                    steps.extend(key);
                }
                _ => {}
            }
        }
        steps
    }
}
