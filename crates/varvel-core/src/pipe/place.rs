//! Where a node is in a document that comes as events, and which places are meant.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::path::{Selector, Selectors, Step};

/// Where a node is: the keys and numbers on the way to it.
#[derive(Debug, Default)]
pub struct Place {
    steps: Vec<Way>,
    /// The keys, one behind the other.
    keys: String,
}

/// One step on the way.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// An item of an array. Before the first one this is none.
    Item(Option<usize>),
    /// A member, with where its key is in `keys`.
    Member(usize, usize),
    /// A member whose key is no string, with where the text of that is in `keys`.
    Other(usize, usize),
}

impl Place {
    /// How many containers it is in.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// The key, of a member.
    pub fn key(&self) -> Option<&str> {
        match self.steps.last() {
            Some(Way::Member(start, end)) => Some(&self.keys[*start..*end]),
            _ => None,
        }
    }

    /// The number, of an item.
    pub fn index(&self) -> Option<usize> {
        match self.steps.last() {
            Some(Way::Item(index)) => *index,
            _ => None,
        }
    }

    /// The steps from the root; those of keys that are no strings have their
    /// [`KeyText`](crate::path::KeyText), which of a collection is empty.
    pub fn steps(&self) -> impl Iterator<Item = Step> {
        self.steps.iter().map(|way| match way {
            Way::Item(index) => Step::Index(index.unwrap_or(0)),
            Way::Member(start, end) | Way::Other(start, end) => {
                Step::Key(self.keys[*start..*end].to_owned())
            }
        })
    }

    fn push(&mut self, way: Way) -> Result {
        self.steps
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.steps.push(way);
        Ok(())
    }

    pub(super) fn begin_array(&mut self) -> Result {
        self.push(Way::Item(None))
    }

    pub(super) fn begin_map(&mut self) -> Result {
        let end = self.keys.len();
        self.push(Way::Member(end, end))
    }

    /// The next item of the innermost container, if that is an array.
    pub(super) fn next_item(&mut self) {
        if let Some(Way::Item(index)) = self.steps.last_mut() {
            *index = Some(index.map_or(0, |index| index + 1));
        }
    }

    /// Another member of the innermost container, with this string as its key.
    pub(super) fn set_key(&mut self, key: &str) -> Result {
        self.set_member(key, Way::Member)
    }

    /// Another member of the innermost container, whose key is no string and has this text.
    pub(super) fn set_other_key(&mut self, text: &str) -> Result {
        self.set_member(text, Way::Other)
    }

    fn set_member(&mut self, key: &str, way: fn(usize, usize) -> Way) -> Result {
        self.forget_key();
        let Some(last) = self.steps.last_mut() else {
            return Ok(());
        };
        self.keys
            .try_reserve(key.len())
            .map_err(|_| Error::out_of_memory())?;
        let start = self.keys.len();
        self.keys.push_str(key);
        *last = way(start, self.keys.len());
        Ok(())
    }

    fn forget_key(&mut self) {
        if let Some(Way::Member(start, _) | Way::Other(start, _)) = self.steps.last() {
            self.keys.truncate(*start);
        }
    }

    /// The innermost container ends.
    pub(super) fn end(&mut self) {
        self.forget_key();
        self.steps.pop();
    }

    pub(super) fn is_array(&self) -> bool {
        matches!(self.steps.last(), Some(Way::Item(_)))
    }
}

/// Which places are meant: [`At`], [`Everywhere`], or a closure.
pub trait Where {
    /// Whether this one is.
    fn holds(&mut self, place: &Place) -> bool;
}

impl<F: FnMut(&Place) -> bool> Where for F {
    fn holds(&mut self, place: &Place) -> bool {
        self(place)
    }
}

/// All places.
#[derive(Clone, Copy, Debug)]
pub struct Everywhere;

impl Where for Everywhere {
    fn holds(&mut self, _: &Place) -> bool {
        true
    }
}

/// The places that a path leads to: it is written as all paths are (see [`Selectors`]), and its key
/// `*` is any member and any item.
///
/// ```
/// use varvel_core::pipe::At;
/// assert!(At::new("users.*.password").is_ok() && At::new("users[0]").is_ok());
/// assert!(At::new("users..password").is_err());
/// ```
#[derive(Clone, Debug)]
pub struct At(Vec<Wanted>);

#[derive(Clone, Debug)]
enum Wanted {
    Any,
    Index(usize),
    Key(String),
    /// What a JSON Pointer has: a number, or the key that looks so.
    Either(usize, String),
}

impl At {
    /// The places of this path.
    ///
    /// # Errors
    /// `InvalidPath`.
    pub fn new(path: &str) -> Result<Self> {
        let steps = Selectors::path(path).map(|selector| {
            let selector = selector?;
            Ok(match (&selector, selector.name()) {
                (_, Some(name)) if *name == *"*" => Wanted::Any,
                (Selector::Index(index), _) => Wanted::Index(*index),
                (_, Some(name)) => match selector.index() {
                    Some(index) => Wanted::Either(index, name.to_cow().into_owned()),
                    None => Wanted::Key(name.to_cow().into_owned()),
                },
                (_, None) => Wanted::Any,
            })
        });
        steps.collect::<Result<_>>().map(Self)
    }
}

impl Where for At {
    fn holds(&mut self, place: &Place) -> bool {
        let is = |(way, wanted): (&Way, &Wanted)| match (way, wanted) {
            (_, Wanted::Any) => true,
            (Way::Item(index), Wanted::Index(wanted) | Wanted::Either(wanted, _)) => {
                *index == Some(*wanted)
            }
            (
                Way::Member(start, end) | Way::Other(start, end),
                Wanted::Key(key) | Wanted::Either(_, key),
            ) => place.keys[*start..*end] == **key,
            _ => false,
        };
        place.steps.len() == self.0.len() && place.steps.iter().zip(&self.0).all(is)
    }
}
