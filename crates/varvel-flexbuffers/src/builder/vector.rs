//! Writes a container that ends, from the stack into the output.

use alloc::string::{String, ToString};

use varvel_core::{Error, Result};

use super::texts::key_at;
use super::{Builder, Item};
use crate::slots::{Type, Width};

/// The numbers before the slots of a container.
#[derive(Clone, Copy)]
enum Head {
    Nothing,
    Length,
    /// The place of the keys, their width, and the length.
    Keys(usize, Width),
}

impl Head {
    fn slots(self) -> usize {
        match self {
            Self::Nothing => 0,
            Self::Length => 1,
            Self::Keys(..) => 3,
        }
    }
}

impl Builder {
    /// Writes a vector of the items on the stack from `start` on.
    pub(super) fn vector(&mut self, start: usize) -> Result<Item> {
        let items = &self.stack[start..];
        let one = items.first().map(|item| item.kind);
        let same = |kind: &Type| items.iter().all(|item| item.kind == *kind);
        let typed = one.filter(same).and_then(|kind| kind.vector(items.len()));
        let kind = typed.unwrap_or(Type::Vector);
        self.slots(start, kind, |item| item)
    }

    /// Writes a map of the members on the stack from `start` on.
    pub(super) fn map(&mut self, start: usize) -> Result<Item> {
        let out = self.out.as_slice();
        let members = &mut self.stack[start..];
        // Each key is in the output once. So two keys differ before the zero byte of the shorter
        // one, and the bytes after it do not matter.
        let text = |key: usize| out.get(key..).unwrap_or_default();
        if !members.is_sorted_by(|a, b| text(a.key) < text(b.key)) {
            members.sort_unstable_by(|a, b| match a.key == b.key {
                true => core::cmp::Ordering::Equal,
                false => text(a.key).cmp(text(b.key)),
            });
            let doubled = members.windows(2).find(|pair| pair[0].key == pair[1].key);
            if let Some(pair) = doubled {
                let key = String::from(key_at(out, pair[0].key));
                return Err(self.fail_at_key(Error::duplicate_key(&key), key));
            }
        }
        let keys = self.slots(start, Type::VectorKey, |item| Item {
            value: item.key as u64,
            kind: Type::Key,
            width: Width::W8,
            ..item
        })?;
        let head = Head::Keys(keys.value as usize, keys.width);
        self.write(start, Type::Map, head, |item| item)
    }

    fn slots(&mut self, start: usize, kind: Type, item: impl Fn(Item) -> Item) -> Result<Item> {
        let fixed = kind.items().is_some_and(|(_, len)| len.is_some());
        let head = if fixed { Head::Nothing } else { Head::Length };
        self.write(start, kind, head, item)
    }

    /// Writes a container. `item` makes each slot from an item on the stack.
    fn write(
        &mut self,
        start: usize,
        kind: Type,
        head: Head,
        item: impl Fn(Item) -> Item,
    ) -> Result<Item> {
        let len = self.stack.len() - start;
        let width = self.width(start, head, &item);
        let room = (head.slots() + len + 1) * width.bytes() + len;
        self.out
            .try_reserve(room)
            .map_err(|_| Error::out_of_memory())?;
        self.align(width)?;
        if let Head::Keys(at, keys) = head {
            self.number((self.out.len() - at) as u64, width)?;
            self.number(keys.bytes() as u64, width)?;
        }
        if !matches!(head, Head::Nothing) {
            self.number(len as u64, width)?;
        }
        let at = self.out.len();
        for i in start..self.stack.len() {
            self.slot(item(self.stack[i]), width)?;
        }
        if matches!(kind, Type::Map | Type::Vector) {
            for i in start..self.stack.len() {
                self.out.push(self.stack[i].packed(width));
            }
        }
        Ok(Item {
            value: at as u64,
            key: 0,
            kind,
            width,
        })
    }

    /// Returns the smallest width for all slots. Offsets depend on the width themselves.
    fn width(&self, start: usize, head: Head, item: impl Fn(Item) -> Item) -> Width {
        let items = &self.stack[start..];
        let fits = |width: Width| {
            let at = self.aligned(width);
            let head_fits = match head {
                Head::Nothing => true,
                Head::Length => Width::of_uint(items.len() as u64) <= width,
                Head::Keys(keys, _) => Width::of_uint(items.len().max(at - keys) as u64) <= width,
            };
            let first = at + head.slots() * width.bytes();
            let slot = |i: usize| first + i * width.bytes();
            let mut items = items.iter().enumerate();
            head_fits && items.all(|(i, &each)| item(each).fits(slot(i), width))
        };
        let mut widths = Width::ALL.into_iter();
        widths.find(|&width| fits(width)).unwrap_or(Width::W64)
    }

    /// Writes a whole vector of numbers of one type, without the stack.
    pub(super) fn numbers<T: Copy>(
        &mut self,
        values: &[T],
        one: Type,
        bits: impl Fn(T) -> (u64, Width),
    ) -> Result<Item> {
        let kind = one.vector(values.len()).unwrap_or(Type::Vector);
        let fixed = kind.items().is_some_and(|(_, len)| len.is_some());
        let length = if fixed { 0 } else { values.len() as u64 };
        let widths = values.iter().map(|&value| bits(value).1);
        let width = widths.fold(Width::of_uint(length), Width::max);
        let room = (values.len() + 2) * width.bytes();
        self.out
            .try_reserve(room)
            .map_err(|_| Error::out_of_memory())?;
        self.align(width)?;
        if !fixed {
            self.number(length, width)?;
        }
        let at = self.out.len();
        for &value in values {
            let item = Item {
                value: bits(value).0,
                key: 0,
                kind: one,
                width,
            };
            self.slot(item, width)?;
        }
        Ok(Item {
            value: at as u64,
            key: 0,
            kind,
            width,
        })
    }

    /// Writes bytes after their length.
    pub(super) fn block(&mut self, kind: Type, bytes: &[u8]) -> Result<Item> {
        let width = Width::of_uint(bytes.len() as u64);
        self.align(width)?;
        self.number(bytes.len() as u64, width)?;
        let at = self.out.len();
        self.put(bytes)?;
        if kind == Type::String {
            self.put(&[0])?;
        }
        Ok(Item {
            value: at as u64,
            key: 0,
            kind,
            width,
        })
    }

    /// Writes a key, unless it is in the output. Returns its place.
    pub(super) fn text_of_key(&mut self, key: &str) -> Result<usize> {
        if key.as_bytes().contains(&0) {
            return Err(super::error::refused(
                "a key with a zero byte",
                "keys end at their zero byte: write the members as an array",
            )
            .or_path(|| {
                let mut path = self.path();
                path.push(varvel_core::path::Step::Key(key.to_string()));
                path
            }));
        }
        if let Some(at) = self.keys.find(&self.out, key.as_bytes()) {
            return Ok(at);
        }
        let at = self.out.len();
        self.put(key.as_bytes())?;
        self.put(&[0])?;
        self.keys.insert(&self.out, at, key.len())?;
        Ok(at)
    }

    /// Writes a string. If strings are shared and it is in the output, returns its place there.
    pub(super) fn string(&mut self, text: &str) -> Result<Item> {
        let Some(strings) = &self.strings else {
            return self.block(Type::String, text.as_bytes());
        };
        if let Some(at) = strings.find(&self.out, text.as_bytes()) {
            return Ok(Item {
                value: at as u64,
                key: 0,
                kind: Type::String,
                width: Width::of_uint(text.len() as u64),
            });
        }
        let item = self.block(Type::String, text.as_bytes())?;
        if let Some(strings) = &mut self.strings {
            strings.insert(&self.out, item.value as usize, text.len())?;
        }
        Ok(item)
    }
}
