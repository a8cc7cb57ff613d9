//! [`Ref`]: a node for reading, thawed or frozen.

use varvel_core::{Error, Kind, Number, Result, Tag, Timestamp};
use varvel_frozen::View;

use crate::count::{Atomic, Count};
use crate::store::array::Array;
use crate::store::frozen::FrozenNode;
use crate::store::map::Map;
use crate::text::Text;
use crate::value::{Repr, Value};

/// A node of a tree, for reading: a thawed one, or one in its frozen buffer.
///
/// It is `Copy`, and reading through it never thaws, copies or counts. It has the reading methods
/// of [`View`], and so has [`Value`].
///
/// ```
/// use varvel::{Ref, Value, value};
/// fn total(order: Ref<'_>) -> f64 {
///     order.field("items").map_or(0.0, |items| {
///         items.items().filter_map(|item| item.get("price")?.as_f64()).sum()
///     })
/// }
/// let mut order = Value::from(value!({"items": [{"price": 9.5}, {"price": 2}]}).freeze()?);
/// assert_eq!(total(order.as_ref()), 11.5);
/// order["items"][1]["price"] = 3.into();
/// assert_eq!(total(order.as_ref()), 12.5);
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Ref<'a, R: Count = Atomic>(pub(crate) Node<'a, R>);

/// The place of the node. It is no larger than a view, since code that returns many of them writes
/// each one to memory.
pub(crate) enum Node<'a, R: Count> {
    /// In a frozen buffer.
    View(View<'a>),
    Thawed(Thawed<'a, R>),
}

/// The place of a thawed node: two words, beside the one that marks a view.
pub(crate) enum Thawed<'a, R: Count> {
    /// Invariant: neither `Repr::Frozen` nor `Repr::Origin`.
    Value(&'a Value<R>),
    /// An item of a packed array.
    I64(i64),
    /// An item of a packed array.
    F64(f64),
    /// A key of an object.
    Key(&'a Text<R>),
}

const _: () = assert!(size_of::<Ref<'_>>() <= 24);

impl<R: Count> Clone for Ref<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Count> Copy for Ref<'_, R> {}

impl<R: Count> Clone for Node<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Count> Copy for Node<'_, R> {}

impl<R: Count> Clone for Thawed<'_, R> {
    #[inline]
    fn clone(&self) -> Self {
        *self
    }
}
impl<R: Count> Copy for Thawed<'_, R> {}

impl<'a, R: Count> From<View<'a>> for Ref<'a, R> {
    #[inline]
    fn from(view: View<'a>) -> Self {
        Self::from_view(view)
    }
}

impl<'a, R: Count> From<&'a Value<R>> for Ref<'a, R> {
    #[inline]
    fn from(value: &'a Value<R>) -> Self {
        Self::from_value(value)
    }
}

impl<'a, R: Count> Ref<'a, R> {
    pub(crate) const NULL: Self = Self::thawed(Value::NULL_REF);

    /// Returns a reference to a value that is neither `Repr::Frozen` nor `Repr::Origin`.
    #[inline(always)]
    pub(crate) const fn thawed(value: &'a Value<R>) -> Self {
        Self(Node::Thawed(Thawed::Value(value)))
    }

    /// Returns the content of a thawed value; `None` for a node that is frozen, packed or a key.
    #[inline(always)]
    pub(crate) fn repr(&self) -> Option<&'a Repr<R>> {
        match self.0 {
            Node::Thawed(Thawed::Value(value)) => Some(&value.0),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn from_view(view: View<'a>) -> Self {
        Self(Node::View(view))
    }

    #[inline(always)]
    pub(crate) fn from_value(value: &'a Value<R>) -> Self {
        match &value.0 {
            Repr::Frozen(node) => Self::from_frozen(node),
            _ => Self::thawed(value),
        }
    }

    /// Out of line, so that reading thawed nodes is short.
    #[inline(never)]
    fn from_frozen(node: &'a FrozenNode<R>) -> Self {
        Self(Node::View(node.view()))
    }

    /// Returns a reference to a node inside of a thawed one.
    #[inline]
    pub(crate) fn inside(value: &'a Value<R>) -> Self {
        match &value.0 {
            Repr::Frozen(node) => Self(Node::View(node.inner_view())),
            _ => Self::thawed(value),
        }
    }

    /// Returns a node of the same buffer as `parent`, from which it was found.
    #[inline(always)]
    fn found(parent: View<'a>, view: View<'a>) -> Self {
        Self(Node::View(view.pathless_as(&parent)))
    }

    #[inline]
    pub(crate) fn from_i64(value: i64) -> Self {
        Self(Node::Thawed(Thawed::I64(value)))
    }

    #[inline]
    pub(crate) fn from_f64(value: f64) -> Self {
        Self(Node::Thawed(Thawed::F64(value)))
    }

    /// Returns the view of a node that is still frozen. The paths of its errors are those in the
    /// frozen document, also where a part of it was given another place.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let value: Value = Value::from(value!([1]).freeze()?);
    /// assert!(value.as_ref().view().is_some());
    /// assert!(value!([1]).as_ref().view().is_none());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn view(&self) -> Option<View<'a>> {
        match self.0 {
            Node::View(view) => Some(view.pathless(false)),
            _ => None,
        }
    }

    /// Returns the node as a value of its own: shares a thawed node, copies a frozen one. To get a
    /// frozen part without a copy, use [`Value`] itself, as in `v["a"].clone()`.
    ///
    /// ```
    /// # use varvel::value;
    /// let v = value!({"a": [1]});
    /// assert_eq!(v.field("a")?.to_value(), value!([1]));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn to_value(&self) -> Value<R> {
        match self.0 {
            Node::View(_) => self.to_thawed(),
            Node::Thawed(Thawed::Value(value)) => value.clone(),
            Node::Thawed(Thawed::I64(value)) => Value(Repr::I64(value)),
            Node::Thawed(Thawed::F64(value)) => Value(Repr::F64(value)),
            Node::Thawed(Thawed::Key(text)) => Value(Repr::String(text.clone())),
        }
    }

    #[inline]
    pub(crate) fn array(&self) -> Option<&'a Array<R>> {
        match self.repr()? {
            Repr::Array(array) => Some(array),
            _ => None,
        }
    }

    #[inline]
    pub(crate) fn map(&self) -> Option<&'a Map<R>> {
        match self.repr()? {
            Repr::Map(map) => Some(map),
            _ => None,
        }
    }

    /// Returns the kind of this node.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!([1.5]).as_ref().kind().name(), "an array");
    /// ```
    #[inline]
    pub fn kind(&self) -> Kind {
        match self.0 {
            Node::View(view) => view.kind(),
            Node::Thawed(Thawed::Value(value)) => value.kind(),
            Node::Thawed(Thawed::I64(_)) => Kind::Integer,
            Node::Thawed(Thawed::F64(_)) => Kind::Float,
            Node::Thawed(Thawed::Key(_)) => Kind::String,
        }
    }

    /// Returns whether this is null.
    ///
    /// ```
    /// # use varvel::value;
    /// assert!(value!(null).as_ref().is_null());
    /// ```
    #[inline]
    pub fn is_null(&self) -> bool {
        self.kind() == Kind::Null
    }

    /// Returns whether this is an array.
    ///
    /// ```
    /// # use varvel::value;
    /// assert!(value!([]).as_ref().is_array());
    /// ```
    #[inline]
    pub fn is_array(&self) -> bool {
        self.kind() == Kind::Array
    }

    /// Returns whether this is an object: a container whose keys are all strings, or an empty one.
    ///
    /// ```
    /// # use varvel::value;
    /// assert!(value!({}).as_ref().is_object());
    /// ```
    #[inline]
    pub fn is_object(&self) -> bool {
        self.kind() == Kind::Object
    }

    /// Returns how many items an array has, or members an object or map; zero for all other kinds.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!([1, 2]).as_ref().len(), 2);
    /// ```
    #[inline]
    pub fn len(&self) -> usize {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.len(),
            (_, Some(Repr::Array(array))) => array.len(),
            (_, Some(Repr::Object(object))) => object.len(),
            (_, Some(Repr::Map(map))) => map.entries.list().len(),
            _ => 0,
        }
    }

    /// Returns whether [`Ref::len`] is zero.
    ///
    /// ```
    /// # use varvel::value;
    /// assert!(value!({}).as_ref().is_empty());
    /// ```
    #[inline]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the item of an array at `index`, from zero.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!([1, 2]).as_ref().at(1).unwrap(), 2);
    /// ```
    #[inline]
    pub fn at(&self, index: usize) -> Option<Self> {
        match self.0 {
            Node::View(view) => view.at(index).map(|item| Self::found(view, item)),
            _ => self.array()?.at(index),
        }
    }

    /// Returns the value of the member `key` of an object or a map.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!({"a": 1}).as_ref().get("a").unwrap(), 1);
    /// ```
    #[inline]
    pub fn get(&self, key: &str) -> Option<Self> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.get(key).map(|value| Self::found(view, value)),
            (_, Some(Repr::Object(object))) => object.get(key),
            _ => self.get_in_map(key),
        }
    }

    #[inline(never)]
    fn get_in_map(&self, key: &str) -> Option<Self> {
        let map = self.map()?;
        let key = Value(Repr::String(Text::new(key)));
        map.at(map.position(key.as_ref())?).map(|(_, value)| value)
    }

    /// Returns the index of the member `key` of an object or a map, in order.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!({"a": 1, "b": 2}).as_ref().position("b"), Some(1));
    /// ```
    pub fn position(&self, key: &str) -> Option<usize> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.position(key),
            (_, Some(Repr::Object(object))) => object.position(key),
            _ => self
                .map()?
                .position(Value(Repr::String(Text::new(key))).as_ref()),
        }
    }

    /// Returns the value of the member at `index` of an object or a map, from zero.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!({"a": 1, "b": 2}).as_ref().value_at(1).unwrap(), 2);
    /// ```
    #[inline]
    pub fn value_at(&self, index: usize) -> Option<Self> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.value_at(index).map(|value| Self::found(view, value)),
            (_, Some(Repr::Object(object))) => object.at(index),
            _ => self.map()?.at(index).map(|(_, value)| value),
        }
    }

    /// Returns the key and the value of an object's member `key`, which live as long as the object.
    /// Costs as much as [`get`](Self::get) and [`entry_at`](Self::entry_at) together.
    ///
    /// ```
    /// # use varvel::value;
    /// let v = value!({"a": 1});
    /// let (key, value) = v.get_key_value(&"A".to_lowercase()).unwrap();
    /// assert_eq!((key, value.as_i64()), ("a", Some(1)));
    /// ```
    pub fn get_key_value(&self, key: &str) -> Option<(&'a str, Self)> {
        self.entry_at(self.position(key)?)
    }

    /// Returns the key and the value of an object's member at `index`, from zero. Costs constant
    /// time.
    ///
    /// ```
    /// # use varvel::value;
    /// let v = value!({"a": 1, "b": 2});
    /// let (key, value) = v.entry_at(1).unwrap();
    /// assert_eq!((key, value.as_i64()), ("b", Some(2)));
    /// assert!(v.entry_at(2).is_none());
    /// ```
    pub fn entry_at(&self, index: usize) -> Option<(&'a str, Self)> {
        self.entries().nth(index)
    }

    /// Returns the value of the member `key`.
    ///
    /// # Errors
    /// `NotFound` if there is no such member, `TypeMismatch` if this is no object or map; with the
    /// path if the node is in a frozen document, and not in a part of one that was changed.
    ///
    /// ```
    /// # use varvel::value;
    /// let error = value!({"a": 1}).field("b").map(drop).unwrap_err();
    /// assert_eq!(error.to_string(), "not found: expected a member \"b\"");
    /// ```
    pub fn field(&self, key: &str) -> Result<Self> {
        if let Node::View(view) = self.0 {
            return view.field(key).map(|value| Self::found(view, value));
        }
        self.get(key)
            .ok_or_else(|| Error::no_member(key, self.kind()))
    }

    /// Returns the item at `index`, from zero.
    ///
    /// # Errors
    /// `NotFound` if there is no such item, `TypeMismatch` if this is no array; with the path if
    /// the node is in a frozen document, and not in a part of one that was changed.
    ///
    /// ```
    /// # use varvel::value;
    /// let error = value!([1]).item(3).map(drop).unwrap_err();
    /// assert_eq!(error.to_string(), "not found: expected item 3, found 1 item");
    /// ```
    pub fn item(&self, index: usize) -> Result<Self> {
        if let Node::View(view) = self.0 {
            return view.item(index).map(|item| Self::found(view, item));
        }
        self.at(index)
            .ok_or_else(|| Error::no_item(index, self.kind(), self.len()))
    }

    /// Returns the tag of a tagged node, and the tagged node.
    ///
    /// ```
    /// # use varvel::value;
    /// assert!(value!(1).as_ref().tag().is_none());
    /// ```
    pub fn tag(&self) -> Option<(Tag, Self)> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view
                .tag()
                .map(|(tag, inner)| (tag, Self::found(view, inner))),
            (_, Some(Repr::Tagged(tagged))) => Some((tagged.tag, Self::inside(&tagged.value))),
            _ => None,
        }
    }

    /// Returns the boolean, if this is one.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!(true).as_bool(), Some(true));
    /// assert_eq!(value!(1).as_bool(), None);
    /// ```
    #[inline]
    pub fn as_bool(&self) -> Option<bool> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_bool(),
            (_, Some(Repr::Bool(value))) => Some(*value),
            _ => None,
        }
    }

    /// Returns the integer, if this is one that fits `i64`. A float is not an integer, even `1.0`.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!(7).as_i64(), Some(7));
    /// assert_eq!(value!(7.0).as_i64(), None);
    /// ```
    #[inline]
    pub fn as_i64(&self) -> Option<i64> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_i64(),
            (_, Some(Repr::I64(value))) => Some(*value),
            (Node::Thawed(Thawed::I64(value)), _) => Some(value),
            _ => None,
        }
    }

    /// Returns the integer, if this is one that fits `u64`.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!(u64::MAX).as_u64(), Some(u64::MAX));
    /// assert_eq!(value!(-1).as_u64(), None);
    /// ```
    #[inline]
    pub fn as_u64(&self) -> Option<u64> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_u64(),
            (_, Some(Repr::U64(value))) => Some(*value),
            _ => u64::try_from(self.as_i64()?).ok(),
        }
    }

    /// Returns the float, or the float nearest to an integer or a decimal, if that is finite.
    /// [`Ref::as_f64_exact`] does not round.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!(7).as_f64(), Some(7.0));
    /// assert_eq!(value!(1152921504606847000_i64).as_f64(), Some(1152921504606846976.0)); // 2^60
    /// ```
    #[inline]
    pub fn as_f64(&self) -> Option<f64> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_f64(),
            (_, Some(Repr::F64(value))) => Some(*value),
            (Node::Thawed(Thawed::F64(value)), _) => Some(value),
            _ => self.as_number()?.as_f64(),
        }
    }

    /// Returns the float, or the value of an integer or a decimal if `f64` holds it exactly.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!(7).as_f64_exact(), Some(7.0));
    /// assert_eq!(value!(9007199254740993_i64).as_f64_exact(), None); // 2^53 + 1
    /// ```
    #[inline]
    pub fn as_f64_exact(&self) -> Option<f64> {
        self.as_number()?.as_f64_exact()
    }

    /// Returns the number. Widens a 32-bit float; keeps the text of a decimal
    /// ([`Number::Decimal`]).
    ///
    /// ```
    /// use varvel::Number;
    /// # use varvel::value;
    /// assert_eq!(value!(7).as_number(), Some(Number::I64(7)));
    /// ```
    pub fn as_number(&self) -> Option<Number<'a>> {
        Some(match self.0 {
            Node::View(view) => return view.as_number(),
            Node::Thawed(Thawed::I64(value)) => Number::I64(value),
            Node::Thawed(Thawed::F64(value)) => Number::F64(value),
            Node::Thawed(Thawed::Key(_)) => return None,
            Node::Thawed(Thawed::Value(value)) => match &value.0 {
                Repr::I64(value) => Number::I64(*value),
                Repr::U64(value) => Number::U64(*value),
                Repr::F64(value) => Number::F64(*value),
                Repr::F32(value) => Number::F64((*value).into()),
                Repr::Big(text) => Number::Big(text),
                Repr::Decimal(text) => Number::Decimal(text),
                _ => return None,
            },
        })
    }

    /// Returns the float, if this is one of 32 bits.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!(0.5_f32).as_f32(), Some(0.5));
    /// assert_eq!(value!(0.5).as_f32(), None);
    /// ```
    pub fn as_f32(&self) -> Option<f32> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_f32(),
            (_, Some(Repr::F32(value))) => Some(*value),
            _ => None,
        }
    }

    /// Returns the text of a number that is kept as text: of an integer beyond 64 bits, or a
    /// decimal.
    ///
    /// ```
    /// # use varvel::value;
    /// let big = value!(u128::MAX);
    /// assert_eq!(big.as_number_text(), Some("340282366920938463463374607431768211455"));
    /// ```
    pub fn as_number_text(&self) -> Option<&'a str> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_number_text(),
            (_, Some(Repr::Big(text) | Repr::Decimal(text))) => Some(text),
            _ => None,
        }
    }

    /// Returns the string, if this is one.
    ///
    /// ```
    /// # use varvel::value;
    /// assert_eq!(value!("a").as_str(), Some("a"));
    /// ```
    #[inline]
    pub fn as_str(&self) -> Option<&'a str> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_str(),
            (_, Some(Repr::String(text))) => Some(text),
            (Node::Thawed(Thawed::Key(text)), _) => Some(text),
            _ => None,
        }
    }

    /// Returns the bytes, if this is a node of bytes; a string is not one.
    ///
    /// ```
    /// # use varvel::Value;
    /// assert_eq!(<Value>::bytes(&[1, 2]).as_bytes(), Some(&[1, 2][..]));
    /// ```
    #[inline]
    pub fn as_bytes(&self) -> Option<&'a [u8]> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_bytes(),
            (_, Some(Repr::Bytes(bytes))) => Some(bytes),
            _ => None,
        }
    }

    /// Returns the point in time, if this is one.
    ///
    /// ```
    /// use varvel::Timestamp;
    /// # use varvel::value;
    /// let time = Timestamp::new(1_000_000_000, 0).unwrap();
    /// assert_eq!(value!(time).as_timestamp(), Some(time));
    /// ```
    #[inline]
    pub fn as_timestamp(&self) -> Option<Timestamp> {
        match (self.0, self.repr()) {
            (Node::View(view), _) => view.as_timestamp(),
            (_, Some(Repr::Timestamp(value))) => Some(*value),
            _ => None,
        }
    }

    /// Returns the error for a node that is not of the expected type. `range` lists the kinds of
    /// numbers that may be out of range.
    #[cold]
    #[inline(never)]
    fn no(&self, expected: &'static str, range: &[Kind]) -> Error {
        match range.contains(&self.kind()) {
            true => varvel_tree::out_of_range(expected, *self),
            false => Error::wrong_kind(expected, self.kind()),
        }
    }
}

/// Makes the error form and the default form of an access from its option form, and all three forms
/// for [`Value`].
macro_rules! forms {
    ($($as:ident $result:ident $or:ident $t:ty, $borrowed:ty, $what:literal, $range:expr;)*) => {
        impl<'a, R: Count> Ref<'a, R> {$(
            #[doc = concat!("Returns the value of [`Ref::", stringify!($as), "`], or an error.\n\n",
                "# Errors\n`TypeMismatch` (`NumberOutOfRange` for a number that does not fit), with ",
                "the node that was found, and with the path if it is in a frozen document, and ",
                "not in a part of one that was changed.")]
            #[inline]
            pub fn $result(&self) -> Result<$t> {
                if let Node::View(view) = self.0 {
                    return view.$result();
                }
                self.$as().ok_or_else(|| self.no($what, $range))
            }

            #[doc = concat!("Returns the value of [`Ref::", stringify!($as), "`], or `default`.")]
            #[inline]
            pub fn $or(&self, default: $t) -> $t {
                self.$as().unwrap_or(default)
            }
        )*}

        /// # Typed access
        #[allow(clippy::needless_lifetimes, reason = "the table names it")]
        impl<R: Count> Value<R> {$(
            #[doc = concat!("Calls [`Ref::", stringify!($as), "`] on this value.")]
            #[inline]
            pub fn $as(&self) -> Option<$borrowed> {
                self.as_ref().$as()
            }

            #[doc = concat!("Calls [`Ref::", stringify!($result), "`] on this value.\n\n# Errors\n",
                "`TypeMismatch`, `NumberOutOfRange`.")]
            #[inline]
            pub fn $result(&self) -> Result<$borrowed> {
                self.as_ref().$result()
            }

            #[doc = concat!("Calls [`Ref::", stringify!($or), "`] on this value.")]
            #[inline]
            pub fn $or<'a>(&'a self, default: $t) -> $t {
                self.as_ref().$or(default)
            }
        )*}
    };
}

const INTEGERS: &[Kind] = &[Kind::Integer];
const NUMBERS: &[Kind] = &[Kind::Integer, Kind::Decimal];

forms! {
    as_bool bool bool_or bool, bool, "a boolean", &[];
    as_i64 i64 i64_or i64, i64, "an integer that fits i64", INTEGERS;
    as_u64 u64 u64_or u64, u64, "an integer that fits u64", INTEGERS;
    as_f64 f64 f64_or f64, f64, "a number that f64 holds", NUMBERS;
    as_f64_exact f64_exact f64_exact_or f64, f64, "a number that f64 holds exactly", NUMBERS;
    as_number number number_or Number<'a>, Number<'_>, "a number", &[];
    as_str str str_or &'a str, &str, "a string", &[];
    as_timestamp timestamp timestamp_or Timestamp, Timestamp, "a timestamp", &[];
}

impl<R: Count> Value<R> {
    /// Returns the value of the member `key`; see [`Ref::get`].
    #[inline(always)]
    pub fn get(&self, key: &str) -> Option<Ref<'_, R>> {
        // The path of most calls makes no reference first.
        match &self.0 {
            Repr::Object(object) => object.get(key),
            _ => self.get_other(key),
        }
    }

    /// Out of line, so that the other path is short.
    #[inline(never)]
    fn get_other(&self, key: &str) -> Option<Ref<'_, R>> {
        match &self.0 {
            Repr::Frozen(node) => Ref::from_frozen(node).get(key),
            _ => self.as_ref().get_in_map(key),
        }
    }

    /// Returns the item at `index`; see [`Ref::at`].
    #[inline]
    pub fn at(&self, index: usize) -> Option<Ref<'_, R>> {
        match &self.0 {
            Repr::Array(array) => array.at(index),
            _ => self.frozen_at(index),
        }
    }

    /// Out of line, so that the other path is short.
    #[inline(never)]
    fn frozen_at(&self, index: usize) -> Option<Ref<'_, R>> {
        Ref::from_view(self.frozen_view()?).at(index)
    }
}

/// Implements methods of [`Value`] by those of its [`Ref`].
macro_rules! forward {
    ($($name:ident($($arg:ident: $t:ty),*) -> $out:ty;)*) => {
        /// # Reading
        ///
        /// These methods read like those of [`Ref`] and thaw nothing.
        impl<R: Count> Value<R> {$(
            #[doc = concat!("Calls [`Ref::", stringify!($name), "`] on this value.")]
            #[inline]
            pub fn $name(&self, $($arg: $t),*) -> $out {
                self.as_ref().$name($($arg),*)
            }
        )*}
    };
}

forward! {
    is_null() -> bool;
    is_array() -> bool;
    is_object() -> bool;
    len() -> usize;
    is_empty() -> bool;
    position(key: &str) -> Option<usize>;
    value_at(index: usize) -> Option<Ref<'_, R>>;
    get_key_value(key: &str) -> Option<(&str, Ref<'_, R>)>;
    entry_at(index: usize) -> Option<(&str, Ref<'_, R>)>;
    field(key: &str) -> Result<Ref<'_, R>>;
    item(index: usize) -> Result<Ref<'_, R>>;
    tag() -> Option<(Tag, Ref<'_, R>)>;
    as_f32() -> Option<f32>;
    as_number_text() -> Option<&str>;
    as_bytes() -> Option<&[u8]>;
    pairs() -> crate::Pairs<'_, R>;
    keys() -> crate::Keys<'_, R>;
    values() -> crate::Values<'_, R>;
}
