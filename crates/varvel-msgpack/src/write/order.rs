//! The order of events: what may come next, which containers are open, and how many nodes they have.

use alloc::string::ToString;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Result};

use crate::read::text_at;

/// What may come next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Place {
    /// The document.
    #[default]
    Root,
    /// An item, or the end of the array.
    Item,
    /// A key, or the end of the map.
    Key,
    /// The node that is a key.
    AnyKey,
    /// The value of a member.
    Member,
    /// Nothing: the document is complete.
    Nothing,
    /// Nothing: there was an error.
    Failed,
}

/// A container that is open.
#[derive(Clone, Copy, Debug, Default)]
pub struct Frame {
    /// Where its head is, and how many bytes there are for it.
    pub at: usize,
    pub room: u8,
    /// Items or members that are complete.
    pub count: usize,
    /// A map: where its last key is.
    key: usize,
    /// What may come next in it.
    place: Place,
}

/// What may come next, and which containers are open.
#[derive(Debug, Default)]
pub struct Order {
    /// The innermost, or the document itself.
    current: Frame,
    /// Those around it, the document first.
    outer: Vec<Frame>,
    /// The type of the extension that comes.
    extension: Option<i8>,
}

impl Order {
    #[inline(always)]
    pub fn is_complete(&self) -> bool {
        self.current.place == Place::Nothing
    }

    pub fn fail(&mut self) {
        self.current.place = Place::Failed;
        self.extension = None;
    }

    /// Whether a value may come.
    #[inline(always)]
    pub fn takes_value(&self) -> bool {
        let place = self.current.place;
        self.extension.is_none()
            && matches!(
                place,
                Place::Root | Place::Item | Place::AnyKey | Place::Member
            )
    }

    /// Whether a key may come.
    #[inline(always)]
    pub fn takes_key(&self) -> bool {
        self.current.place == Place::Key
    }

    /// A value is complete.
    #[inline(always)]
    pub fn value(&mut self) {
        let frame = &mut self.current;
        match frame.place {
            Place::Item => frame.count += 1,
            Place::Member => {
                frame.count += 1;
                frame.place = Place::Key;
            }
            Place::AnyKey => frame.place = Place::Member,
            _ => frame.place = Place::Nothing,
        }
    }

    /// A key is complete, which is at `at`.
    #[inline(always)]
    pub fn key(&mut self, at: usize) {
        self.current.key = at;
        self.current.place = Place::Member;
    }

    /// A key of any kind comes at `at`.
    pub fn any_key(&mut self, at: usize) {
        self.current.key = at;
        self.current.place = Place::AnyKey;
    }

    /// A container begins at `at`, with `room` bytes for its head.
    #[inline(always)]
    pub fn open(&mut self, map: bool, at: usize, room: u8) -> Result {
        self.outer
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.outer.push(self.current);
        self.current = Frame {
            at,
            room,
            count: 0,
            key: at,
            place: if map { Place::Key } else { Place::Item },
        };
        Ok(())
    }

    /// The container ends that is a map or an array as asked; `None` if none such may end here.
    #[inline(always)]
    pub fn close(&mut self, map: bool) -> Option<Frame> {
        let place = if map { Place::Key } else { Place::Item };
        if self.current.place != place || self.extension.is_some() {
            return None;
        }
        let frame = self.current;
        self.current = self.outer.pop()?;
        self.value();
        Some(frame)
    }

    /// The bytes of an extension of this type come.
    pub fn extension(&mut self, kind: i8) {
        self.extension = Some(kind);
    }

    /// The type of the extension whose bytes come now.
    #[inline(always)]
    pub fn take_extension(&mut self) -> Option<i8> {
        self.extension.take()
    }

    /// What is expected, as error messages write it.
    pub fn expected(&self) -> &'static str {
        match self.current.place {
            _ if self.extension.is_some() => "the bytes of an extension",
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
        let frames = self.outer.iter().chain([&self.current]);
        let step = |frame: &Frame| match frame.place {
            Place::Item => Some(Step::Index(frame.count)),
            Place::Member => text_at(out, frame.key).map(|key| Step::Key(key.to_string())),
            _ => None,
        };
        frames.filter_map(step).collect()
    }
}
