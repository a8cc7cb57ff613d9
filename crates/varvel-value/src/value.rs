//! [`Value`]: one node of a mutable tree.

use alloc::vec::Vec;

use varvel_core::number::{is_integer, is_number};
use varvel_core::{Duplicates, Kind, Limits, Result, Tag, Timestamp};
use varvel_frozen::{Buffer, Frozen, View, with_builder};

use crate::build::TreeBuilder;
use crate::count::{Atomic, Count};
use crate::entries::Entries;
use crate::reference::Ref;
use crate::store::Tagged;
use crate::store::array::{Array, Items};
use crate::store::frozen::{FrozenNode, own, thaw_level};
use crate::store::map::Map;
use crate::store::object::{Members, Object};
use crate::text::Text;

/// A node of a mutable tree of structured data.
///
/// # What it costs
/// A value takes 24 bytes, which hold a scalar or a string of up to 23 bytes. Containers are
/// reference-counted: a clone is one increment, and a change to a shared container copies that one
/// level first (copy-on-write). Parts may still be *frozen*: references into the buffer that the
/// document was parsed into. A change inside a frozen container thaws it, and nothing beside the
/// path to it.
///
/// # Reading and writing
/// [`Value::get`], [`Value::at`] and the iterators return a [`Ref`], which reads thawed and frozen
/// nodes and never thaws. The `_mut` forms return a `&mut Value`, or handles with the methods of a
/// `Vec` ([`Value::as_array_mut`]) and of an ordered map ([`Value::as_object_mut`]).
///
/// ```
/// use varvel::{Value, value};
/// let mut order: Value = value!({"id": 7, "items": [{"sku": "A-1", "price": 9.5}]});
/// order["items"][0]["price"] = 11.into();
/// order["paid"] = true.into();
/// assert_eq!(order.to_string(), r#"{"id":7,"items":[{"sku":"A-1","price":11}],"paid":true}"#);
/// assert_eq!(order.field("items")?.item(0)?.field("sku")?.str()?, "A-1");
/// # Ok::<(), varvel::Error>(())
/// ```
///
/// # Memory that stays
/// A frozen part keeps its whole buffer alive, however small it is: [`Value::retained_bytes`]
/// returns how much that is, and [`Value::detach`] ends it.
///
/// # Equality, order and hash
/// Values compare by the node model, frozen or thawed: the order of an object's members does not
/// matter, `1` differs from `1.0`, NaN equals NaN, `-0.0` differs from `0.0`.
pub struct Value<R: Count = Atomic>(pub(crate) Repr<R>);

/// The content of a value.
///
/// The order of the variants makes tests cheap: one comparison recognises frozen nodes, and one
/// recognises most values that own no memory. The tags of the variants follow the lengths of a
/// short string, and those of frozen nodes are the last.
pub(crate) enum Repr<R: Count> {
    String(Text<R>),
    Null,
    Bool(bool),
    I64(i64),
    /// An integer above `i64::MAX`.
    U64(u64),
    F64(f64),
    F32(f32),
    Timestamp(Timestamp),
    Bytes(R::Ptr<[u8]>),
    /// An integer beyond 64 bits.
    Big(R::Ptr<str>),
    Decimal(R::Ptr<str>),
    Tagged(R::Ptr<Tagged<R>>),
    Array(R::Ptr<Array<R>>),
    Object(R::Ptr<Object<R>>),
    Map(R::Ptr<Map<R>>),
    /// A container or a long text that is still in its buffer.
    Frozen(R::Ptr<FrozenNode<R>>),
    /// The item or member with this index of the origin. Occurs only inside a thawed container, and
    /// is never handed out.
    Origin(usize),
}

const _: () = assert!(size_of::<Value<Atomic>>() == 24);

impl<R: Count> Clone for Value<R> {
    /// Shares the content of a container. Costs constant time.
    #[inline(always)] // else it goes through memory, piece by piece, and is waited for as a whole
    fn clone(&self) -> Self {
        Self(match &self.0 {
            Repr::String(value) => Repr::String(value.clone()),
            Repr::Null => Repr::Null,
            Repr::Bool(value) => Repr::Bool(*value),
            Repr::I64(value) => Repr::I64(*value),
            Repr::U64(value) => Repr::U64(*value),
            Repr::F64(value) => Repr::F64(*value),
            Repr::F32(value) => Repr::F32(*value),
            Repr::Bytes(value) => Repr::Bytes(value.clone()),
            Repr::Big(value) => Repr::Big(value.clone()),
            Repr::Decimal(value) => Repr::Decimal(value.clone()),
            Repr::Timestamp(value) => Repr::Timestamp(*value),
            Repr::Tagged(value) => Repr::Tagged(value.clone()),
            Repr::Array(value) => Repr::Array(value.clone()),
            Repr::Object(value) => Repr::Object(value.clone()),
            Repr::Map(value) => Repr::Map(value.clone()),
            Repr::Frozen(value) => Repr::Frozen(FrozenNode::<R>::movable(value)),
            Repr::Origin(at) => Repr::Origin(*at),
        })
    }
}

impl<R: Count> Default for Value<R> {
    /// Returns null.
    #[inline]
    fn default() -> Self {
        Self::NULL
    }
}

/// # Making values
impl<R: Count> Value<R> {
    /// The null value.
    pub const NULL: Self = Self(Repr::Null);

    pub(crate) const NULL_REF: &'static Self = &Self(Repr::Null);

    /// Returns an empty array.
    ///
    /// ```
    /// # use varvel::Value;
    /// let mut list: Value = Value::new_array();
    /// list.array_mut()?.push(1);
    /// assert_eq!(list.to_string(), "[1]");
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn new_array() -> Self {
        Self(Repr::Array(R::empty()))
    }

    /// Returns an empty object.
    ///
    /// ```
    /// # use varvel::Value;
    /// let mut record: Value = Value::new_object();
    /// record["id"] = 1.into();
    /// assert_eq!(record.to_string(), r#"{"id":1}"#);
    /// ```
    pub fn new_object() -> Self {
        Self(Repr::Object(R::empty()))
    }

    /// Returns an array of these items, for `value!`.
    #[doc(hidden)]
    pub fn __array(items: Vec<Self>) -> Self {
        Self::from_items(items)
    }

    pub(crate) fn from_items(items: Vec<Self>) -> Self {
        Self::from_any_items(Items::Values(items))
    }

    pub(crate) fn from_any_items(items: Items<R>) -> Self {
        Self(Repr::Array(R::new(Array::new(items, None))))
    }

    pub(crate) fn from_members(entries: Entries<Text<R>, Self>) -> Self {
        Self(Repr::Object(R::new(Object::new(entries))))
    }

    /// Returns a value with a tag.
    ///
    /// ```
    /// # use varvel::Value;
    /// use varvel::Tag;
    /// let date: Value = Value::tagged(Tag::Number(0), "2026-01-01T00:00:00Z");
    /// assert_eq!(date.tag().unwrap().0, Tag::Number(0));
    /// ```
    pub fn tagged(tag: Tag, value: impl Into<Self>) -> Self {
        let value = value.into();
        Self(Repr::Tagged(R::new(Tagged { tag, value })))
    }

    /// Returns a value that holds bytes, which are not a string.
    ///
    /// ```
    /// # use varvel::Value;
    /// let key: Value = Value::bytes(&[0xCA, 0xFE]);
    /// assert_eq!(key.as_bytes(), Some(&[0xCA, 0xFE][..]));
    /// ```
    pub fn bytes(bytes: &[u8]) -> Self {
        Self(Repr::Bytes(R::bytes(bytes)))
    }

    /// Returns an integer of any size from its digits, with an optional minus sign, or `None` if
    /// the text is no integer in JSON's grammar.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let big: Value = Value::integer("36893488147419103232").unwrap();
    /// assert_eq!(big.to_string(), "36893488147419103232");
    /// assert_eq!(<Value>::integer("7").unwrap(), value!(7));
    /// assert!(<Value>::integer("0x7").is_none());
    /// ```
    pub fn integer(digits: &str) -> Option<Self> {
        if !is_integer(digits.as_bytes()) {
            return None;
        }
        if digits == "-0" {
            return Some(Self(Repr::F64(-0.0)));
        }
        Some(match (digits.parse::<i64>(), digits.parse::<u64>()) {
            (Ok(value), _) => Self(Repr::I64(value)),
            (_, Ok(value)) => Self(Repr::U64(value)),
            _ => Self(Repr::Big(R::text(digits))),
        })
    }

    /// Returns a decimal that is kept exactly, as text, or `None` if the text is no number in
    /// JSON's grammar.
    ///
    /// ```
    /// # use varvel::Value;
    /// let price: Value = Value::decimal("19.90").unwrap();
    /// assert_eq!(price.to_string(), "19.90");
    /// assert!(<Value>::decimal("1,5").is_none());
    /// ```
    pub fn decimal(text: &str) -> Option<Self> {
        is_number(text.as_bytes()).then(|| Self(Repr::Decimal(R::text(text))))
    }
}

/// # Freezing and thawing
impl<R: Count> Value<R> {
    pub(crate) fn from_handle(frozen: Frozen<R::Bytes>) -> Self {
        own(frozen.view(), &frozen)
    }

    /// Copies the node that `view` looks at into a tree with nothing frozen in it. `Value::from` a
    /// [`Frozen`] copies nothing.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let frozen = value!({"a": [1, 2]}).freeze()?;
    /// let copy: Value = Value::from_view(frozen.view());
    /// assert_eq!(copy, value!({"a": [1, 2]}));
    /// assert_eq!(copy.retained_bytes(), 0);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn from_view(view: View<'_>) -> Self {
        Ref::from_view(view).to_thawed()
    }

    /// Freezes the whole tree: lays it out in one buffer. Costs time linear in the tree.
    /// [`varvel_frozen::Freeze`] freezes in other forms, such as the canonical one.
    ///
    /// ```
    /// # use varvel::value;
    /// let frozen = value!({"id": 7}).freeze()?;
    /// assert_eq!(frozen.view().field("id")?.i64()?, 7);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    ///
    /// # Errors
    /// `OutOfMemory`. There is no limit of depth.
    pub fn freeze(&self) -> Result<Frozen> {
        let Some(origin) = self.origin() else {
            return self.freeze_with(&Limits::NONE);
        };
        with_builder(Duplicates::Error, Limits::NONE, |builder| {
            let mut splice = builder.splice(origin.view())?;
            self.as_ref().splice(&mut splice)?;
            splice.finish()
        })
    }

    /// Freezes the whole tree within limits.
    ///
    /// ```
    /// # use varvel::value;
    /// use varvel::Limits;
    /// let flat = Limits { depth: 1, ..Limits::DEFAULT };
    /// assert!(value!([[]]).freeze_with(&flat).is_err());
    /// ```
    ///
    /// # Errors
    /// The errors of exceeded limits, and `OutOfMemory`.
    pub fn freeze_with(&self, limits: &Limits) -> Result<Frozen> {
        // The keys of a tree differ already.
        with_builder(Duplicates::Error, *limits, |builder| {
            builder.start()?;
            self.as_ref().drive(builder)?;
            builder.finish()
        })
    }

    /// Returns the frozen document or part that this value is, if it has not been thawed.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let frozen = value!({"id": 7}).freeze()?;
    /// let mut value: Value = Value::from(frozen);
    /// assert!(value.as_frozen().is_some_and(|frozen| frozen.is_whole()));
    /// value["id"] = 8.into();
    /// assert!(value.as_frozen().is_none());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn as_frozen(&self) -> Option<&Frozen<R::Bytes>> {
        match &self.0 {
            Repr::Frozen(node) => Some(&node.at),
            _ => None,
        }
    }

    /// Returns whether this is a frozen document or part that has not been thawed.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let value: Value = Value::from(value!([1]).freeze()?);
    /// assert!(value.is_frozen());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn is_frozen(&self) -> bool {
        self.as_frozen().is_some()
    }

    /// Thaws the whole tree, so that nothing of it is in a frozen buffer. Costs time linear in the
    /// tree. There is seldom a reason for this: a change thaws what it needs.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let mut value: Value = Value::from(value!({"a": [1, 2]}).freeze()?);
    /// value.thaw();
    /// assert!(!value.is_frozen());
    /// assert_eq!(value.retained_bytes(), 0);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn thaw(&mut self) {
        *self = self.as_ref().to_thawed();
    }

    /// Returns how many bytes of a frozen buffer this one node keeps alive: the whole buffer,
    /// however small the node is. Counts the nodes inside only as far as they are in the same
    /// buffer.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let document: Value = Value::from(value!([[1, 2, "x"], "y".repeat(1000)]).freeze()?);
    /// let mut part = document[0].clone();
    /// assert!(part.retained_bytes() > 1000);
    /// part.detach()?;
    /// assert!(part.retained_bytes() < 100);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn retained_bytes(&self) -> usize {
        self.origin().map_or(0, Frozen::retained_bytes)
    }

    /// Returns the frozen node that this one is, or was before it thawed.
    fn origin(&self) -> Option<&Frozen<R::Bytes>> {
        match &self.0 {
            Repr::Frozen(node) => Some(&node.at),
            Repr::Array(array) => array.origin.as_ref(),
            Repr::Object(object) => object.origin.as_ref(),
            Repr::Map(map) => map.origin.as_ref(),
            _ => None,
        }
    }

    /// Returns whether the value at this address is an item or a member somewhere in this tree, and
    /// can be reached from its root by containers that nothing else shares. For interfaces that
    /// lend parts of a tree without the compiler's care. Takes time linear in what is thawed.
    /// `None` stands for no memory.
    #[doc(hidden)]
    pub fn has_inside(&self, sought: *const Self) -> Option<bool> {
        let mut open = Vec::new();
        let mut next = Some(self);
        while let Some(value) = next {
            let answer = value.each_stored(|child| {
                if core::ptr::eq(child, sought) {
                    return Some(true);
                }
                if child.is_only_owner() {
                    open.try_reserve(1).ok()?;
                    open.push(child);
                }
                Some(false)
            });
            if answer != Some(false) {
                return answer;
            }
            next = open.pop();
        }
        Some(false)
    }

    /// Returns whether this is a container with values, and nothing else shares it.
    fn is_only_owner(&self) -> bool {
        match &self.0 {
            Repr::Array(array) => R::is_only(array),
            Repr::Object(object) => R::is_only(object),
            Repr::Map(map) => R::is_only(map),
            Repr::Tagged(tagged) => R::is_only(tagged),
            _ => false,
        }
    }

    /// Calls `each` with the values that a thawed container stores, as long as it returns
    /// `Some(false)`. Returns what it returned last.
    fn each_stored<'a>(&'a self, mut each: impl FnMut(&'a Self) -> Option<bool>) -> Option<bool> {
        let ends = |answer: &Option<bool>| *answer != Some(false);
        let answer = match &self.0 {
            Repr::Array(array) => match &array.items {
                Items::Values(list) => list.iter().map(each).find(ends),
                _ => None,
            },
            Repr::Object(object) => match &object.members {
                Members::Shaped(list) => list.iter().map(each).find(ends),
                Members::Own(own) => {
                    let values = own.list().iter().map(|(_, value)| value);
                    values.map(each).find(ends)
                }
            },
            Repr::Map(map) => map.stored().map(each).find(ends),
            Repr::Tagged(tagged) => Some(each(&tagged.value)),
            _ => None,
        };
        answer.unwrap_or(Some(false))
    }

    /// Moves the tree into a frozen buffer of its own, which holds nothing else, and so releases
    /// buffers that were only partly in use.
    ///
    /// # Errors
    /// `OutOfMemory`; then the value is unchanged.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let mut value: Value = Value::from(value!([1]).freeze()?);
    /// value.array_mut()?.push(2);
    /// value.detach()?;
    /// assert!(value.is_frozen());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn detach(&mut self) -> Result {
        *self = Self::from(self.freeze_with(&Limits::NONE)?);
        Ok(())
    }

    /// Returns the frozen node that this is, whose errors have a path if it is in place.
    #[inline]
    pub(crate) fn frozen_view(&self) -> Option<View<'_>> {
        match &self.0 {
            Repr::Frozen(node) => Some(node.view()),
            _ => None,
        }
    }

    /// Returns a clone that stays in the place of this value.
    pub(crate) fn shared(&self) -> Self {
        match &self.0 {
            Repr::Frozen(node) => Self(Repr::Frozen(node.clone())),
            _ => self.clone(),
        }
    }

    /// Thaws this one node if it is a frozen container.
    #[inline]
    pub(crate) fn thaw_one(&mut self) {
        if let Repr::Frozen(node) = &self.0
            && let Some(thawed) = thaw_level(node)
        {
            self.0 = thawed;
        }
    }
}

impl<R: Count> From<Frozen<Buffer>> for Value<R> {
    fn from(frozen: Frozen<Buffer>) -> Self {
        Self::from_handle(R::share(frozen))
    }
}

impl<R: Count> From<Frozen> for Value<R> {
    /// Takes the frozen document as a value, without copying its bytes.
    fn from(frozen: Frozen) -> Self {
        Frozen::<Buffer>::from(frozen).into()
    }
}

/// # Looking at values
impl<R: Count> Value<R> {
    /// Returns this value as a [`Ref`], which reads thawed and frozen nodes.
    ///
    /// ```
    /// # use varvel::value;
    /// let value = value!([1, 2]);
    /// let node = value.as_ref(); // `Copy`
    /// assert_eq!(node.len() + node.items().len(), 4);
    /// ```
    #[inline(always)]
    pub fn as_ref(&self) -> Ref<'_, R> {
        Ref::from_value(self)
    }

    /// Returns the kind of this node.
    ///
    /// ```
    /// # use varvel::value;
    /// use varvel::Kind;
    /// assert_eq!(value!([1]).kind(), Kind::Array);
    /// ```
    #[inline]
    pub fn kind(&self) -> Kind {
        match &self.0 {
            Repr::Null | Repr::Origin(_) => Kind::Null,
            Repr::Bool(_) => Kind::Bool,
            Repr::I64(_) | Repr::U64(_) | Repr::Big(_) => Kind::Integer,
            Repr::F64(_) | Repr::F32(_) => Kind::Float,
            Repr::String(_) => Kind::String,
            Repr::Bytes(_) => Kind::Bytes,
            Repr::Decimal(_) => Kind::Decimal,
            Repr::Timestamp(_) => Kind::Timestamp,
            Repr::Tagged(_) => Kind::Tagged,
            Repr::Array(_) => Kind::Array,
            Repr::Object(_) => Kind::Object,
            Repr::Map(_) => Kind::Map,
            Repr::Frozen(node) => node.at.view().kind(),
        }
    }

    /// Returns whether this is neither frozen nor in the origin of a container.
    #[inline(always)]
    pub(crate) fn is_thawed(&self) -> bool {
        !matches!(self.0, Repr::Frozen(_) | Repr::Origin(_))
    }

    /// Returns whether this owns no memory, so that nothing needs to be dropped.
    #[inline(always)]
    pub(crate) fn is_plain(&self) -> bool {
        matches!(
            self.0,
            Repr::String(Text::Short(_))
                | Repr::Null
                | Repr::Bool(_)
                | Repr::I64(_)
                | Repr::U64(_)
                | Repr::F64(_)
                | Repr::F32(_)
                | Repr::Timestamp(_)
                | Repr::Origin(_)
        )
    }

    /// Returns whether this is behind a counted pointer, and so may contain other values.
    #[inline]
    pub(crate) fn is_counted(&self) -> bool {
        matches!(
            self.0,
            Repr::Tagged(_) | Repr::Array(_) | Repr::Object(_) | Repr::Map(_) | Repr::Frozen(_)
        )
    }

    /// Returns the value, and leaves null in its place.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": [1]});
    /// assert_eq!(v["a"].take(), value!([1]));
    /// assert_eq!(v, value!({"a": null}));
    /// ```
    #[inline]
    pub fn take(&mut self) -> Self {
        core::mem::take(self)
    }
}

impl<'a, R: Count> Ref<'a, R> {
    /// Returns a copy of this node with nothing frozen in it.
    pub(crate) fn to_thawed(self) -> Value<R> {
        // This cannot fail: keys differ, the order of events is right, no limit is set.
        match self.try_to_thawed() {
            Ok(value) => value,
            Err(error) => unreachable!("a tree gives the events of a tree: {error}"),
        }
    }

    /// Returns a copy of this node with nothing frozen in it, or `OutOfMemory`.
    pub(crate) fn try_to_thawed(self) -> Result<Value<R>> {
        let mut builder = TreeBuilder::with_limits(Limits::NONE);
        self.drive(&mut builder)?;
        builder.finish()
    }
}
