//! The place of a node in a document that comes as events, and sets of such places.

use alloc::borrow::ToOwned as _;
use alloc::string::String;
use alloc::vec::Vec;

use crate::error::{Error, Result};
use crate::path::{Selector, Selectors, Step};

/// The place of a node: the keys and numbers on the path to it.
#[derive(Debug, Default)]
pub struct Place {
    steps: Vec<Way>,
    /// The texts of the keys, one behind the other.
    keys: String,
}

/// One step of the path.
#[derive(Clone, Copy, Debug)]
enum Way {
    /// An item of an array; `None` before the first item.
    Item(Option<usize>),
    /// A member. The numbers are the range of its key in `keys`.
    Member(usize, usize),
    /// A member whose key is not a string. The numbers are the range of its key's text in `keys`.
    Other(usize, usize),
}

impl Place {
    /// Returns how many containers the node is in.
    pub fn depth(&self) -> usize {
        self.steps.len()
    }

    /// Returns the key if the node is a member with a string as its key.
    pub fn key(&self) -> Option<&str> {
        match self.steps.last() {
            Some(Way::Member(start, end)) => Some(&self.keys[*start..*end]),
            _ => None,
        }
    }

    /// Returns the number, from zero, if the node is an item.
    pub fn index(&self) -> Option<usize> {
        match self.steps.last() {
            Some(Way::Item(index)) => *index,
            _ => None,
        }
    }

    /// Returns the steps from the root. A key that is not a string has its
    /// [`KeyText`](crate::path::KeyText), which is empty for a collection.
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

    /// Goes to the next item of the innermost container, if that is an array.
    pub(super) fn next_item(&mut self) {
        if let Some(Way::Item(index)) = self.steps.last_mut() {
            *index = Some(index.map_or(0, |index| index + 1));
        }
    }

    /// Goes to another member of the innermost container, with the string `key` as its key.
    pub(super) fn set_key(&mut self, key: &str) -> Result {
        self.set_member(key, Way::Member)
    }

    /// Goes to another member of the innermost container. Its key is not a string, and has this
    /// text.
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

    /// Leaves the innermost container.
    pub(super) fn end(&mut self) {
        self.forget_key();
        self.steps.pop();
    }

    pub(super) fn is_array(&self) -> bool {
        matches!(self.steps.last(), Some(Way::Item(_)))
    }
}

/// A set of places: [`At`], [`Everywhere`], or a closure.
pub trait Where {
    /// Returns whether `place` is in the set.
    fn holds(&mut self, place: &Place) -> bool;
}

impl<F: FnMut(&Place) -> bool> Where for F {
    fn holds(&mut self, place: &Place) -> bool {
        self(place)
    }
}

/// The set of all places.
#[derive(Clone, Copy, Debug)]
pub struct Everywhere;

impl Where for Everywhere {
    fn holds(&mut self, _: &Place) -> bool {
        true
    }
}

/// The places that a path leads to. The path is written like all paths (see [`Selectors`]); its key
/// `*` stands for any member and any item.
///
/// ```
/// use varvel::pipe::At;
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
    /// A number in a JSON Pointer: an index, or a key with the same text.
    Either(usize, String),
}

impl At {
    /// Makes the set of the places of this path.
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
