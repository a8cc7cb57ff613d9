//! The items of an array: values, or numbers of one type.

use alloc::vec::Vec;

use varvel_core::Kind;
use varvel_frozen::View;

use super::drop::Pending;
use super::frozen::{child, own};
use super::{Memo, Origin};
use crate::count::Count;
use crate::reference::Ref;
use crate::value::{Repr, Value};

/// A thawed array.
pub struct Array<R: Count> {
    pub items: Items<R>,
    /// The origin of the items that are still frozen. Invariant: it is present if an item is
    /// `Repr::Origin`, and then it is an array that has this item.
    pub origin: Option<Origin<R>>,
    memo: Memo<R>,
}

/// Items in a row.
#[derive(Clone)]
pub enum Items<R: Count> {
    Values(Vec<Value<R>>),
    I64(Vec<i64>),
    F64(Vec<f64>),
}

/// Does the same for every kind of items.
macro_rules! each_items {
    ($items:expr, $list:ident => $do:expr) => {
        match $items {
            $crate::store::array::Items::Values($list) => $do,
            $crate::store::array::Items::I64($list) => $do,
            $crate::store::array::Items::F64($list) => $do,
        }
    };
}
pub(crate) use each_items;

impl<R: Count> Items<R> {
    /// Returns the items as values, after converting packed numbers.
    pub fn values(&mut self) -> &mut Vec<Value<R>> {
        let values = match self {
            Self::Values(_) => None,
            Self::I64(list) => Some(list.iter().map(|&v| Value(Repr::I64(v))).collect()),
            Self::F64(list) => Some(list.iter().map(|&v| Value(Repr::F64(v))).collect()),
        };
        if let Some(values) = values {
            *self = Self::Values(values);
        }
        match self {
            Self::Values(list) => list,
            _ => unreachable!("made values above"),
        }
    }
}

impl<R: Count> Default for Array<R> {
    /// Returns an empty array.
    fn default() -> Self {
        Self::new(Items::Values(Vec::new()), None)
    }
}

impl<R: Count> Clone for Array<R> {
    fn clone(&self) -> Self {
        Self {
            items: self.items.clone(),
            origin: self.origin.clone(),
            memo: Memo::default(),
        }
    }
}

impl<R: Count> Array<R> {
    pub fn new(items: Items<R>, origin: Option<Origin<R>>) -> Self {
        Self {
            items,
            origin,
            memo: Memo::default(),
        }
    }

    /// Returns the array `view`, which is that of `origin`: items stay frozen, packed numbers stay
    /// packed.
    pub fn thawed(view: View<'_>, origin: &Origin<R>) -> Self {
        let items = match view.packed_kind() {
            Some(Kind::Integer) => Items::I64(
                view.items()
                    .map(|item| item.as_i64().unwrap_or_default())
                    .collect(),
            ),
            Some(_) => Items::F64(
                view.items()
                    .map(|item| item.as_f64().unwrap_or_default())
                    .collect(),
            ),
            None => {
                let items = (0..view.len()).map(|at| Value(Repr::Origin(at)));
                return Self::new(Items::Values(items.collect()), Some(origin.clone()));
            }
        };
        Self::new(items, None)
    }

    #[inline]
    pub fn len(&self) -> usize {
        each_items!(&self.items, list => list.len())
    }

    /// Returns the item at `at`, thawed or frozen.
    #[inline]
    pub fn at(&self, at: usize) -> Option<Ref<'_, R>> {
        Some(match &self.items {
            Items::Values(list) => look(list.get(at)?, self.origin.as_ref()),
            Items::I64(list) => Ref::from_i64(*list.get(at)?),
            Items::F64(list) => Ref::from_f64(*list.get(at)?),
        })
    }

    /// Returns the item at `at` as a value that lives as long as this array.
    pub fn value(&self, at: usize) -> Option<&Value<R>> {
        let make = match &self.items {
            Items::Values(list) => match (list.get(at)?, &self.origin) {
                (Value(Repr::Origin(_)), Some(origin)) => {
                    return Some(self.memo.get(at, list.len(), || {
                        self.at(at).map_or(Value::NULL, |item| match item.view() {
                            Some(view) => own(view, origin),
                            None => Value::NULL,
                        })
                    }));
                }
                (value, _) => return Some(value),
            },
            Items::I64(list) => Value(Repr::I64(*list.get(at)?)),
            Items::F64(list) => Value(Repr::F64(*list.get(at)?)),
        };
        Some(self.memo.get(at, self.len(), || make))
    }

    /// Drops the values made of frozen items, which no longer fit once an item changes.
    pub fn forget(&mut self) {
        self.memo = Memo::default();
    }

    /// Returns the items as values, after converting packed numbers.
    pub fn values(&mut self) -> &mut Vec<Value<R>> {
        self.items.values()
    }

    /// Returns the item at `at` as a value of its own.
    pub fn value_mut(&mut self, at: usize) -> Option<&mut Value<R>> {
        if at >= self.len() {
            return None;
        }
        self.values();
        let Items::Values(list) = &mut self.items else {
            return None;
        };
        let value = list.get_mut(at)?;
        settle(value, self.origin.as_ref());
        Some(value)
    }

    /// Returns all items as values of their own.
    pub fn settled(&mut self) -> &mut Vec<Value<R>> {
        self.values();
        let origin = self.origin.take();
        let Items::Values(list) = &mut self.items else {
            unreachable!("made values above");
        };
        for value in list.iter_mut() {
            settle(value, origin.as_ref());
        }
        list
    }

    /// Turns a value that was an item of this array into one of its own.
    pub fn own(&self, mut value: Value<R>) -> Value<R> {
        settle(&mut value, self.origin.as_ref());
        value
    }

    /// Returns whether values inside may contain other values.
    #[inline]
    pub(super) fn has_children(&self) -> bool {
        !self.memo.is_empty()
            || matches!(&self.items, Items::Values(list) if list.iter().any(Value::is_counted))
    }

    /// Takes the values out that may contain other values.
    pub(super) fn give_children(&mut self, pending: &mut Pending<R>) {
        pending.add(core::mem::take(&mut self.memo).made());
        if let Items::Values(list) = &mut self.items {
            pending.add_list(core::mem::take(list));
        }
    }
}

/// The room for items that the first push makes: an array that grows seldom stops before four
/// items, and each growth costs as much as several items.
const FIRST_ROOM: usize = 8;

/// Makes a value in its place at the end of the list: made elsewhere, it is stored in pieces, and a
/// move of the whole waits for the pieces.
#[inline(always)]
pub fn push_made<T>(list: &mut Vec<T>, make: impl FnOnce() -> T) {
    if list.capacity() == 0 {
        list.reserve(FIRST_ROOM);
    }
    let mut make = Some(make);
    let once = (0..1).map(|_| make.take().expect("made once")());
    list.extend(once);
}

/// Returns an item or a member's value, thawed or frozen.
#[inline(always)]
pub fn look<'a, R: Count>(value: &'a Value<R>, origin: Option<&'a Origin<R>>) -> Ref<'a, R> {
    match value.is_thawed() {
        true => Ref::thawed(value),
        false => look_frozen(value, origin),
    }
}

/// Returns a frozen item or value. Out of line, so that a loop over thawed items is short.
#[inline(never)]
fn look_frozen<'a, R: Count>(value: &'a Value<R>, origin: Option<&'a Origin<R>>) -> Ref<'a, R> {
    let Repr::Origin(at) = value.0 else {
        return Ref::inside(value);
    };
    let child = origin.and_then(|origin| child(&origin.view(), at));
    child.map_or(Ref::NULL, |child| Ref::from_view(child.pathless(true)))
}

/// Turns a value that is still in the origin into one of its own.
#[inline]
pub fn settle<R: Count>(value: &mut Value<R>, origin: Option<&Origin<R>>) {
    if let (Repr::Origin(at), Some(origin)) = (&value.0, origin)
        && let Some(view) = child(&origin.view(), *at)
    {
        *value = own(view, origin);
    }
}
