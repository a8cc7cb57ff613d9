//! [`TreeBuilder`]: a sink that builds a tree with nothing frozen in it.

use alloc::vec::Vec;

use varvel_core::{
    Bytes, Decode, Error, ErrorKind, Limits, Result, Sink, Source, Str, Tag, Timestamp,
};

use crate::count::{Atomic, Count};
use crate::entries::{self, Entries};
use crate::store::array::{Items, each_items};
use crate::store::map::Map;
use crate::text::{Text, ask};
use crate::value::{Repr, Value};

/// Builds a [`Value`] from events, with nothing frozen in it. It is faster to parse into a frozen
/// document and to make a value of it ([`Value`] `from` [`varvel_frozen::Frozen`]).
///
/// Costs time linear in the events; nothing recurses.
///
/// ```
/// use varvel::value::TreeBuilder;
/// use varvel::{Sink, Value};
/// let mut builder = TreeBuilder::new();
/// builder.begin_array(None)?;
/// builder.bool(true)?;
/// builder.end_array()?;
/// let value: Value = builder.finish()?;
/// assert_eq!(value.to_string(), "[true]");
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct TreeBuilder<R: Count = Atomic> {
    open: Vec<Open<R>>,
    done: Option<Value<R>>,
    limits: Limits,
    nodes_left: usize,
}

/// A container that is being built.
enum Open<R: Count> {
    Array(Items<R>),
    /// The key belongs to the next value.
    Object(Entries<Text<R>, Value<R>>, Option<Text<R>>),
    /// The error is that of the first key that came twice. It is reported at the end of the map,
    /// where every reader looks for the place of such a key.
    Map(Entries<Value<R>, Value<R>>, Key<R>, Option<Error>),
    Tagged(Tag),
}

/// The next event of a map.
enum Key<R: Count> {
    /// The announcement of a key.
    None,
    /// The node that is a key.
    Next,
    /// The value of this key.
    There(Value<R>),
}

impl<R: Count> core::fmt::Debug for TreeBuilder<R> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("TreeBuilder")
            .field("depth", &self.open.len())
            .field("done", &self.done)
            .finish_non_exhaustive()
    }
}

impl<R: Count> Default for TreeBuilder<R> {
    fn default() -> Self {
        Self::new()
    }
}

#[cold]
fn out_of_order() -> Error {
    Error::expected(ErrorKind::InvalidEvents, "the events of one whole document")
}

impl<R: Count> TreeBuilder<R> {
    /// Returns a builder with the default limits. It refuses duplicate keys; for another policy,
    /// freeze first.
    ///
    /// ```
    /// # use varvel::value::TreeBuilder;
    /// assert!(<TreeBuilder>::new().finish().is_err()); // nothing was built
    /// ```
    pub fn new() -> Self {
        Self::with_limits(Limits::DEFAULT)
    }

    /// Returns a builder with limits on depth and nodes.
    ///
    /// ```
    /// use varvel::{Limits, Sink};
    /// # use varvel::value::TreeBuilder;
    /// let flat = Limits { depth: 1, ..Limits::DEFAULT };
    /// let mut builder = <TreeBuilder>::with_limits(flat);
    /// builder.begin_array(None)?;
    /// assert!(builder.begin_array(None).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn with_limits(limits: Limits) -> Self {
        Self {
            open: Vec::new(),
            done: None,
            limits,
            nodes_left: limits.nodes,
        }
    }

    /// Returns the tree.
    ///
    /// # Errors
    /// `InvalidEvents` unless the events were those of one whole document.
    ///
    /// ```
    /// use varvel::Sink;
    /// # use varvel::value::TreeBuilder;
    /// let mut builder = <TreeBuilder>::new();
    /// builder.str("one node".into())?;
    /// assert_eq!(builder.finish()?, "one node");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn finish(self) -> Result<Value<R>> {
        match self.done {
            Some(value) if self.open.is_empty() => Ok(value),
            _ => Err(out_of_order()),
        }
    }

    #[inline]
    fn count(&mut self, nodes: usize) -> Result {
        match self.nodes_left.checked_sub(nodes) {
            Some(left) => {
                self.nodes_left = left;
                Ok(())
            }
            None => Err(Error::too_many_nodes(self.limits.nodes)),
        }
    }

    fn enter(&mut self, open: Open<R>) -> Result {
        self.count(1)?;
        if self.open.len() >= self.limits.depth {
            return Err(Error::too_deep(self.limits.depth));
        }
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(open);
        Ok(())
    }

    fn leave(&mut self) -> Option<Open<R>> {
        let open = self.open.pop()?;
        Some(open)
    }

    #[inline]
    fn scalar(&mut self, repr: Repr<R>) -> Result {
        self.count(1)?;
        self.add(Value(repr))
    }

    /// Adds a complete node.
    fn add(&mut self, mut value: Value<R>) -> Result {
        while let Some(Open::Tagged(tag)) = self.open.last() {
            value = Value::tagged(*tag, value);
            self.leave();
        }
        let Some(open) = self.open.last_mut() else {
            return match self.done.replace(value) {
                None => Ok(()),
                Some(_) => Err(out_of_order()),
            };
        };
        match open {
            Open::Array(items) => {
                if let Items::I64(_) | Items::F64(_) = items {
                    // Packed numbers move into a list of values, which is allocated for them.
                    let len = each_items!(items, list => list.len());
                    ask(len.saturating_mul(size_of::<Value<R>>()))?;
                }
                let list = items.values();
                list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                list.push(value);
            }
            Open::Object(entries, key) => {
                let key = key.take().ok_or_else(out_of_order)?;
                entries.try_push(key, value)?;
            }
            Open::Map(entries, key, again) => match core::mem::replace(key, Key::None) {
                Key::None => return Err(out_of_order()),
                Key::Next => *key = Key::There(value),
                Key::There(key) if has(entries, &key) => {
                    again.get_or_insert_with(|| twice(&key));
                }
                Key::There(key) => entries.try_push(key, value)?,
            },
            Open::Tagged(_) => {}
        }
        Ok(())
    }

    /// Adds numbers in a row: they stay packed in an array that holds nothing else.
    fn numbers<T: Copy>(
        &mut self,
        numbers: &[T],
        packed: impl Fn(&mut Items<R>) -> Option<&mut Vec<T>>,
        one: impl Fn(T) -> Repr<R>,
    ) -> Result {
        self.count(numbers.len())?;
        if let Some(Open::Array(items)) = self.open.last_mut()
            && let Some(list) = packed(items)
        {
            list.try_reserve(numbers.len())
                .map_err(|_| Error::out_of_memory())?;
            list.extend_from_slice(numbers);
            return Ok(());
        }
        numbers
            .iter()
            .try_for_each(|&number| self.add(Value(one(number))))
    }
}

/// Returns how much room to reserve for a container with an announced length. A small one gets
/// exactly as much as it needs; the length of a large one is not trusted.
fn room(len: Option<usize>) -> usize {
    len.filter(|&len| len <= 16).unwrap_or(0)
}

/// Returns whether a container has a member with this key.
#[inline]
fn has<K: entries::Key + PartialEq, V>(entries: &Entries<K, V>, key: &K) -> bool {
    entries.position(key, |other| other == key).is_some()
}

#[cold]
fn twice<R: Count>(key: &Value<R>) -> Error {
    match key.as_str() {
        Some(key) => Error::duplicate_key(key),
        None => Error::duplicate_node(),
    }
}

impl<'de, R: Count> Sink<'de> for TreeBuilder<R> {
    #[inline(always)]
    fn profile(&self) -> varvel_core::Profile {
        varvel_core::Profile::TREE
    }
    fn null(&mut self) -> Result {
        self.scalar(Repr::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.scalar(Repr::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.scalar(Repr::I64(value))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.scalar(i64::try_from(value).map_or(Repr::U64(value), Repr::I64))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.scalar(Repr::F64(value))
    }
    fn f32(&mut self, value: f32) -> Result {
        self.scalar(Repr::F32(value))
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        ask(digits.len())?;
        match Value::integer(digits) {
            Some(value) => self.scalar(value.0),
            None => Err(Error::expected(
                ErrorKind::InvalidNumber,
                "the digits of an integer",
            )),
        }
    }
    fn decimal(&mut self, text: &str) -> Result {
        ask(text.len())?;
        match Value::decimal(text) {
            Some(value) => self.scalar(value.0),
            None => Err(Error::expected(
                ErrorKind::InvalidNumber,
                "a number as JSON writes it",
            )),
        }
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.scalar(Repr::String(Text::try_new(&value)?))
    }
    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        ask(value.len())?;
        self.scalar(Repr::Bytes(R::bytes(&value)))
    }
    fn timestamp(&mut self, value: Timestamp) -> Result {
        self.scalar(Repr::Timestamp(value))
    }
    fn tag(&mut self, tag: Tag) -> Result {
        self.enter(Open::Tagged(tag))
    }

    fn begin_array(&mut self, len: Option<usize>) -> Result {
        let mut list = Vec::new();
        list.try_reserve_exact(room(len))
            .map_err(|_| Error::out_of_memory())?;
        self.enter(Open::Array(Items::Values(list)))
    }
    fn end_array(&mut self) -> Result {
        match self.leave() {
            Some(Open::Array(items)) => self.add(Value::from_any_items(items)),
            _ => Err(out_of_order()),
        }
    }

    fn begin_map(&mut self, len: Option<usize>) -> Result {
        let mut entries = Entries::default();
        entries.try_reserve_exact(room(len))?;
        self.enter(Open::Object(entries, None))
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        match self.open.last_mut() {
            Some(Open::Object(entries, next @ None)) => {
                let text = Text::try_new(&key)?;
                if has(entries, &text) {
                    return Err(Error::duplicate_key(&key));
                }
                *next = Some(text);
                Ok(())
            }
            Some(Open::Map(_, next @ Key::None, _)) => {
                *next = Key::There(Value(Repr::String(Text::try_new(&key)?)));
                Ok(())
            }
            _ => Err(out_of_order()),
        }
    }
    fn any_key(&mut self) -> Result {
        match self.open.last_mut() {
            Some(open @ Open::Object(_, None)) => {
                // The first key that may be no string: this happens once for each map.
                if let Open::Object(entries, _) = open {
                    let mut map = Entries::default();
                    for (key, value) in entries.take() {
                        map.try_push(Value(Repr::String(key)), value)?;
                    }
                    *open = Open::Map(map, Key::Next, None);
                }
                Ok(())
            }
            Some(Open::Map(_, next @ Key::None, _)) => {
                *next = Key::Next;
                Ok(())
            }
            _ => Err(out_of_order()),
        }
    }
    fn end_map(&mut self) -> Result {
        match self.leave() {
            Some(Open::Object(entries, None)) => self.add(Value::from_members(entries)),
            Some(Open::Map(_, Key::None, Some(again))) => Err(again),
            Some(Open::Map(entries, Key::None, None)) => {
                // If all keys are strings after all, `from_any_members` makes a list of them anew,
                // and a table.
                let member = 2 * size_of::<(Value<R>, Value<R>)>();
                ask(entries.list().len().saturating_mul(member))?;
                self.add(Value::from_any_members(entries))
            }
            _ => Err(out_of_order()),
        }
    }

    fn i64_array(&mut self, values: &[i64]) -> Result {
        self.enter(Open::Array(Items::Values(Vec::new())))?;
        self.i64s(values)?;
        Sink::end_array(self)
    }
    fn f64_array(&mut self, values: &[f64]) -> Result {
        self.enter(Open::Array(Items::Values(Vec::new())))?;
        self.f64s(values)?;
        Sink::end_array(self)
    }
    fn i64s(&mut self, values: &[i64]) -> Result {
        self.numbers(
            values,
            |items| {
                if matches!(items, Items::Values(list) if list.is_empty()) {
                    *items = Items::I64(Vec::new());
                }
                match items {
                    Items::I64(list) => Some(list),
                    _ => None,
                }
            },
            Repr::I64,
        )
    }
    fn f64s(&mut self, values: &[f64]) -> Result {
        self.numbers(
            values,
            |items| {
                if matches!(items, Items::Values(list) if list.is_empty()) {
                    *items = Items::F64(Vec::new());
                }
                match items {
                    Items::F64(list) => Some(list),
                    _ => None,
                }
            },
            Repr::F64,
        )
    }
}

impl<R: Count> Value<R> {
    /// Returns a map of these members, whose keys differ, or an object if all keys are strings.
    pub(crate) fn from_any_members(mut entries: Entries<Self, Self>) -> Self {
        let text = |key: &Self| match &key.0 {
            Repr::String(text) => Some(text.clone()),
            _ => key.as_str().map(Text::new),
        };
        if entries.list().iter().any(|(key, _)| text(key).is_none()) {
            return Self(Repr::Map(R::new(Map::new(entries))));
        }
        let members = entries.take().into_iter();
        let members = members.map(|(key, value)| (text(&key).unwrap_or_default(), value));
        Self::from_members(Entries::from_unique(members.collect()))
    }
}

impl<'de, R: Count, C: ?Sized> Decode<'de, C> for Value<R> {
    /// Reads with the limits of the source, and refuses duplicate keys.
    fn decode<S: Source<'de>>(source: &mut S, _: &C) -> Result<Self> {
        let mut builder = TreeBuilder::with_limits(source.limits());
        source.drive(&mut builder)?;
        builder.finish()
    }
}
