//! Makes an edit on a tree, and finds its place there: the indexes of the members and items on the
//! way.

use alloc::string::String;
use alloc::vec::Vec;
use core::hint::black_box;

use varvel_core::path::{KeyText, Selector, Selectors, Step};
use varvel_core::{Error, ErrorKind, Kind, Limits, Result};
use varvel_yaml::ReadOptions;

use crate::memory::{copied, extend, push};
use crate::syntax::{Syntax, near, yaml};
use crate::{Ref, Value};

/// An edit that can be made, with the resulting document.
#[derive(Debug)]
pub struct Edit {
    /// The indexes of the members and items that lead to the node.
    pub way: Vec<usize>,
    pub action: Action,
    /// The document after the edit, in which the decimals of the new value keep their text.
    pub expected: Value,
    /// The document after the edit as a reader returns it, if it differs: with floats in the place
    /// of those decimals.
    pub read: Option<Value>,
}

impl Edit {
    /// Returns the document that a reader of the edited text must return.
    pub fn meaning(&self) -> &Value {
        self.read.as_ref().unwrap_or(&self.expected)
    }
}

/// The change to the node that the way leads to.
#[derive(Clone, Debug)]
pub enum Action {
    /// Replaces the node.
    Replace,
    /// Inserts an item into the node at this index.
    InsertItem(usize),
    /// Adds a member to the node.
    AddMember,
    /// Removes the node.
    Remove,
    /// Changes the key of the node.
    Rename(String),
}

/// A path, followed as far as it leads.
struct Followed<'a> {
    way: Vec<usize>,
    selectors: Vec<Selector<'a>>,
}

impl Followed<'_> {
    fn is_whole(&self) -> bool {
        self.way.len() == self.selectors.len()
    }
}

fn follow<'a>(root: &Value, path: &'a str) -> Result<Followed<'a>> {
    let mut selectors = Vec::new();
    for selector in Selectors::path(path) {
        push(&mut selectors, selector?)?;
    }
    let mut node = root.as_ref();
    let mut way = Vec::new();
    for selector in &selectors {
        let Some(number) = node.position_of(selector) else {
            break;
        };
        let Some(next) = child(node, number) else {
            break;
        };
        push(&mut way, number)?;
        node = next;
    }
    Ok(Followed { way, selectors })
}

/// Returns the item, or the value of the member, at this index.
fn child(node: Ref<'_>, number: usize) -> Option<Ref<'_>> {
    match node.kind() {
        Kind::Array => node.at(number),
        _ => node.value_at(number),
    }
}

/// Returns the node that a way leads to.
pub fn node<'a>(root: &'a Value, way: &[usize]) -> Option<Ref<'a>> {
    way.iter()
        .try_fold(root.as_ref(), |node, &number| child(node, number))
}

/// Checks that there is memory for a copy of the containers on a way, which an edit of a tree makes
/// of them.
fn reserve(root: &Value, way: &[usize]) -> Result {
    /// A member with its key and its place in a table, or an item, twice while a list grows.
    type Room = [u64; 12];
    let mut entries = 16;
    let mut node = Some(root.as_ref());
    for number in way.iter().map(Some).chain([None]) {
        let Some(here) = node else { break };
        entries += here.len();
        node = number.and_then(|&number| child(here, number));
    }
    let mut room: Vec<Room> = Vec::new();
    room.try_reserve_exact(entries)
        .map_err(|_| Error::out_of_memory())?;
    // Otherwise the compiler could remove both the allocation and its release.
    black_box(&room);
    Ok(())
}

/// Sets the value at a path, and adds what is missing on the way.
pub fn set(root: &Value, path: &str, value: Value, syntax: Syntax) -> Result<Edit> {
    let followed = follow(root, path)?;
    reserve(root, &followed.way)?;
    let mut expected = root.clone();
    let read = match as_read(&value, syntax)? {
        Some(value) => {
            let mut read = root.clone();
            read.set_path(path, value)?;
            Some(read)
        }
        None => None,
    };
    expected.set_path(path, value)?;
    let whole = followed.is_whole();
    let way = followed.way;
    let at = node(root, &way).ok_or_else(nowhere)?;
    let action = match at.kind() {
        _ if whole => Action::Replace,
        Kind::Array => Action::InsertItem(at.len()),
        Kind::Object | Kind::Map => Action::AddMember,
        // The node is a null, which is replaced by a container.
        _ => Action::Replace,
    };
    Ok(Edit {
        way,
        action,
        expected,
        read,
    })
}

/// Returns a value as it is read from a text: its decimals are floats, except those beyond all
/// floats, which have the digits that are written. Returns `None` if it has no decimals.
fn as_read(value: &Value, syntax: Syntax) -> Result<Option<Value>> {
    let mut open = Vec::new();
    push(&mut open, value.as_ref())?;
    while let Some(mut node) = open.pop() {
        while let Some((_, tagged)) = node.tag() {
            node = tagged;
        }
        match node.kind() {
            Kind::Decimal if !syntax.is_yaml() => return near(value).map(Some),
            Kind::Decimal => {
                // YAML writes exponents in another form. It can hold all kinds of nodes, and its
                // reader turns decimals into floats.
                let text = varvel_yaml::to_vec(value)?;
                let options = ReadOptions::with_limits(Limits::NONE);
                let read = yaml(&text, &options).map_err(Error::without_offset)?;
                return Ok(read.into_iter().next());
            }
            Kind::Array => extend(&mut open, node.items())?,
            _ => extend(
                &mut open,
                node.pairs().flat_map(|(key, value)| [key, value]),
            )?,
        }
    }
    Ok(None)
}

/// Inserts a value beside others: before an item, or as a new member.
pub fn insert(root: &Value, path: &str, value: Value, syntax: Syntax) -> Result<Edit> {
    let followed = follow(root, path)?;
    let count = followed.selectors.len();
    let Some(last) = followed.selectors.last() else {
        return Err(error(
            "the path of an item or a member: nothing can be put beside the document",
        ));
    };
    if followed.way.len() + 1 < count {
        // Returns the error for a path that leads nowhere.
        root.path(path)?;
    }
    let mut way = followed.way;
    way.truncate(count - 1);
    reserve(root, &way)?;
    let around = node(root, &way).ok_or_else(nowhere)?;
    let len = around.len();
    let next = last.is_next();
    match (around.kind(), last.index(), last.name()) {
        (Kind::Array, index, _) if next || index.is_some() => {
            let index = index.filter(|_| !next).unwrap_or(len);
            if index > len {
                return Err(at(last.missing(Kind::Array, len), root, &way));
            }
            let inserted = |value: Value| -> Result<Value> {
                let mut expected = root.clone();
                let list = node_mut(&mut expected, &way)?;
                list.array_mut()?.insert(index, value);
                Ok(expected)
            };
            let read = as_read(&value, syntax)?.map(inserted).transpose()?;
            Ok(Edit {
                expected: inserted(value)?,
                read,
                action: Action::InsertItem(index),
                way,
            })
        }
        (Kind::Object | Kind::Map, _, Some(name)) => {
            if around.position_of(last).is_some() {
                return Err(at(Error::duplicate_key(&name.to_cow()), root, &way));
            }
            set(root, path, value, syntax)
        }
        (kind, ..) => Err(at(last.missing(kind, len), root, &way)),
    }
}

/// Changes the key of a member, which stays in its place.
pub fn rename(root: &Value, path: &str, new: &str) -> Result<Edit> {
    root.path(path)?;
    let way = follow(root, path)?.way;
    reserve(root, &way)?;
    let Some((&number, before)) = way.split_last() else {
        return Err(error("the path of a member: the document has no key"));
    };
    let around = node(root, before).ok_or_else(nowhere)?;
    if around.kind() == Kind::Array {
        let error = Error::wrong_kind("a member of an object", Kind::Array);
        return Err(at(error, root, before));
    }
    // No other member may have this key, not even by a key of another kind with this text.
    let mut others = around.pairs().enumerate();
    if others.any(|(other, (key, _))| other != number && KeyText::of(&key) == new) {
        return Err(at(Error::duplicate_key(new), root, before));
    }
    let pairs = around.pairs().enumerate().map(|(i, (key, value))| {
        let key = match i == number {
            true => Value::from(new),
            false => key.to_value(),
        };
        (key, value.to_value())
    });
    let renamed = Value::from_pairs(pairs);
    let mut expected = root.clone();
    *node_mut(&mut expected, before)? = renamed;
    Ok(Edit {
        way,
        action: Action::Rename(copied(new)?),
        expected,
        read: None,
    })
}

/// Removes a node.
pub fn remove(root: &Value, path: &str) -> Result<(Edit, Value)> {
    root.path(path)?;
    let way = follow(root, path)?.way;
    reserve(root, &way)?;
    if way.is_empty() {
        return Err(error(
            "the path of an item or a member: a text has a document",
        ));
    }
    let mut expected = root.clone();
    let removed = expected.remove_path(path)?;
    let edit = Edit {
        way,
        action: Action::Remove,
        expected,
        read: None,
    };
    Ok((edit, removed))
}

/// Returns the node that a way leads to, for changing.
pub fn node_mut<'a>(root: &'a mut Value, way: &[usize]) -> Result<&'a mut Value> {
    way.iter()
        .try_fold(root, |node, &number| node.select_number(number))
        .ok_or_else(nowhere)
}

/// Takes one step of a way, for changing.
trait SelectNumber {
    fn select_number(&mut self, number: usize) -> Option<&mut Self>;
}

impl SelectNumber for Value {
    fn select_number(&mut self, number: usize) -> Option<&mut Self> {
        match self.kind() {
            Kind::Array => self.at_mut(number),
            Kind::Object => {
                let key = String::from(self.as_ref().entry_at(number)?.0);
                self.get_mut(&key)
            }
            _ => {
                let key = self.as_ref().pairs().nth(number)?.0.to_value();
                self.get_any_mut(key.as_ref())
            }
        }
    }
}

/// Returns the way as the steps of a path, for errors.
pub fn steps(root: &Value, way: &[usize]) -> Vec<Step> {
    let mut steps = Vec::new();
    let mut at = root.as_ref();
    for &number in way {
        steps.push(match at.kind() {
            Kind::Array => Step::Index(number),
            _ => {
                let key = at.pairs().nth(number).map(|(key, _)| key);
                Step::Key(key.map(|key| KeyText::of(&key)).unwrap_or_default())
            }
        });
        match child(at, number) {
            Some(next) => at = next,
            None => break,
        }
    }
    steps
}

/// Adds the path of the node that a way leads to.
fn at(error: Error, root: &Value, way: &[usize]) -> Error {
    error.or_path(|| steps(root, way))
}

fn nowhere() -> Error {
    Error::new(ErrorKind::NotFound)
}

fn error(expected: &'static str) -> Error {
    Error::expected(ErrorKind::Refused, expected)
}
