//! [`Array`] and [`Object`]: values that are known to be an array or an object.

use alloc::string::String;
use alloc::vec;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::ops::{Deref, Index, IndexMut};
use core::slice;

use varvel_core::{Decode, Encode, Error, Kind, Result, Sink, Source};

use crate::count::{Atomic, Count};
use crate::edit::{self, ArrayMut, Entry, MembersMut, ObjectMut};
use crate::iter::{Entries, Items};
use crate::value::Value;

/// A [`Value`] that is an array and stays one, for parameters, results and fields.
///
/// It is read as a [`Value`], and [`Array::edit`] cannot fail. It is no faster than a [`Value`].
///
/// ```
/// use varvel::{Value, value, value::Array};
/// fn add(list: &mut Array, word: &str) {
///     list.edit().push(word);
/// }
/// let mut list: Array = ["a"].into_iter().collect();
/// add(&mut list, "b");
/// assert_eq!(list.len(), 2);
/// assert_eq!(Value::from(list), value!(["a", "b"]));
/// assert!(<Array>::try_from(value!({})).is_err());
/// ```
pub struct Array<R: Count = Atomic>(Value<R>);

/// A [`Value`] that is an object and stays one, for parameters, results and fields.
///
/// It is read as a [`Value`], and [`Object::edit`] cannot fail. It is no faster than a [`Value`].
///
/// ```
/// use varvel::{Value, value, value::Object};
/// struct User {
///     name: String,
///     extra: Object,
/// }
/// let mut user = User { name: "Ada".into(), extra: Object::new() };
/// user.extra["born"] = 1815.into();
/// assert_eq!(user.extra.get("born").unwrap(), 1815);
/// for (key, value) in user.extra {
///     assert_eq!((key.as_str(), value), ("born", value!(1815)));
/// }
/// assert!(<Object>::try_from(value!([])).is_err());
/// ```
pub struct Object<R: Count = Atomic>(Value<R>);

/// Implements what both types share as values.
macro_rules! typed {
    ($($name:ident, $is:ident, $new:ident, $kind:ident, $what:literal;)*) => {$(
        impl<R: Count> $name<R> {
            /// Returns an empty one.
            pub fn new() -> Self {
                Self(Value::$new())
            }
        }

        impl<R: Count> Default for $name<R> {
            fn default() -> Self {
                Self::new()
            }
        }

        impl<R: Count> Deref for $name<R> {
            type Target = Value<R>;

            fn deref(&self) -> &Value<R> {
                &self.0
            }
        }

        impl<R: Count> From<$name<R>> for Value<R> {
            fn from(typed: $name<R>) -> Self {
                typed.0
            }
        }

        impl<R: Count> TryFrom<Value<R>> for $name<R> {
            type Error = Error;

            /// # Errors
            /// `TypeMismatch`.
            fn try_from(value: Value<R>) -> Result<Self> {
                match value.$is() {
                    true => Ok(Self(value)),
                    false => Err(Error::wrong_kind($what, value.kind())),
                }
            }
        }

        impl<R: Count, C: ?Sized> Encode<C> for $name<R> {
            fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result {
                self.0.encode(sink, context)
            }

            fn size_hint(&self) -> usize {
                Encode::<C>::size_hint(&self.0)
            }
        }

        impl<'de, R: Count, C: ?Sized> Decode<'de, C> for $name<R> {
            fn decode<S: Source<'de>>(source: &mut S, context: &C) -> Result<Self> {
                match source.peek()? {
                    Kind::$kind => Value::decode(source, context)?.try_into(),
                    found => Err(Error::wrong_kind($what, found).or_offset(source.offset())),
                }
            }
        }

        /// Indexes like [`Value`].
        impl<R: Count, I: edit::Index> Index<I> for $name<R> {
            type Output = Value<R>;

            fn index(&self, index: I) -> &Value<R> {
                &self.0[index]
            }
        }

        /// Indexes like [`Value`], for changing.
        impl<R: Count, I: edit::Index> IndexMut<I> for $name<R> {
            fn index_mut(&mut self, index: I) -> &mut Value<R> {
                &mut self.0[index]
            }
        }

        impl<R: Count> Clone for $name<R> {
            fn clone(&self) -> Self {
                Self(self.0.clone())
            }
        }

        impl<R: Count> PartialEq for $name<R> {
            fn eq(&self, other: &Self) -> bool {
                self.0 == other.0
            }
        }

        impl<R: Count> Eq for $name<R> {}

        impl<R: Count> PartialEq<Value<R>> for $name<R> {
            fn eq(&self, other: &Value<R>) -> bool {
                self.0 == *other
            }
        }

        impl<R: Count> PartialEq<$name<R>> for Value<R> {
            fn eq(&self, other: &$name<R>) -> bool {
                *self == other.0
            }
        }

        impl<R: Count> Ord for $name<R> {
            fn cmp(&self, other: &Self) -> Ordering {
                self.0.cmp(&other.0)
            }
        }

        impl<R: Count> PartialOrd for $name<R> {
            fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }

        impl<R: Count> Hash for $name<R> {
            fn hash<H: Hasher>(&self, state: &mut H) {
                self.0.hash(state);
            }
        }

        impl<R: Count> fmt::Display for $name<R> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Display::fmt(&self.0, f)
            }
        }

        impl<R: Count> fmt::Debug for $name<R> {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                fmt::Debug::fmt(&self.0, f)
            }
        }
    )*};
}

typed! {
    Array, is_array, new_array, Array, "an array";
    Object, is_object, new_object, Object, "an object";
}

impl<R: Count> Array<R> {
    /// Returns the array with the methods of a `Vec`.
    ///
    /// ```
    /// # use varvel::{value, value::Array};
    /// let mut list: Array = [3, 1].into_iter().collect();
    /// list.edit().sort();
    /// assert_eq!(list, value!([1, 3]));
    /// ```
    pub fn edit(&mut self) -> ArrayMut<'_, R> {
        match self.0.as_array_mut() {
            Some(array) => array,
            None => unreachable!("an array stays one"),
        }
    }
}

impl<R: Count> Object<R> {
    /// Returns the object with the methods of an ordered map.
    ///
    /// ```
    /// # use varvel::{value, value::Object};
    /// let mut object: Object = [("b", 1), ("a", 2)].into_iter().collect();
    /// object.edit().sort_keys();
    /// assert!(object.keys().eq(["a", "b"]));
    /// ```
    pub fn edit(&mut self) -> ObjectMut<'_, R> {
        match self.0.as_object_mut() {
            Some(object) => object,
            None => unreachable!("an object stays one"),
        }
    }
}

/// The most used methods of [`ObjectMut`], without [`Object::edit`] before them.
///
/// ```
/// use varvel::{value, value::Object};
/// let mut object = <Object>::new();
/// assert_eq!(object.insert("a", 1), None);
/// *object.entry("b").or_insert(0) = 2.into();
/// if let Some(a) = object.get_mut("a") {
///     *a = 3.into();
/// }
/// assert!(object.contains_key("a") && object.iter().len() == 2);
/// assert_eq!(object.remove("a"), Some(value!(3)));
/// assert_eq!(object, value!({"b": 2}));
/// ```
impl<R: Count> Object<R> {
    /// Sets a member: [`ObjectMut::insert`].
    pub fn insert(&mut self, key: impl AsRef<str>, value: impl Into<Value<R>>) -> Option<Value<R>> {
        self.edit().insert(key, value)
    }

    /// Removes a member: [`ObjectMut::remove`].
    pub fn remove(&mut self, key: &str) -> Option<Value<R>> {
        self.edit().remove(key)
    }

    /// Returns a member, present or not, to be set or changed: [`ObjectMut::entry`].
    pub fn entry(&mut self, key: impl AsRef<str>) -> Entry<'_, R> {
        self.edit().entry(key)
    }

    /// Returns the value of the member `key`, for changing.
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Value<R>> {
        self.0.get_mut(key)
    }

    /// Returns whether there is a member `key`.
    pub fn contains_key(&self, key: &str) -> bool {
        self.get(key).is_some()
    }

    /// Returns the members: [`Value::entries`].
    pub fn iter(&self) -> Entries<'_, R> {
        self.entries()
    }

    /// Returns the members, with their values for changing.
    pub fn iter_mut(&mut self) -> MembersMut<'_, R> {
        self.edit().into_iter()
    }
}

impl<R: Count, T: Into<Value<R>>> FromIterator<T> for Array<R> {
    fn from_iter<I: IntoIterator<Item = T>>(items: I) -> Self {
        let mut array = Self::new();
        array.extend(items);
        array
    }
}

impl<R: Count, K: AsRef<str>, T: Into<Value<R>>> FromIterator<(K, T)> for Object<R> {
    /// Collects members. If keys are equal, the last value is kept.
    fn from_iter<I: IntoIterator<Item = (K, T)>>(members: I) -> Self {
        let mut object = Self::new();
        object.extend(members);
        object
    }
}

impl<R: Count, T: Into<Value<R>>> Extend<T> for Array<R> {
    fn extend<I: IntoIterator<Item = T>>(&mut self, items: I) {
        self.edit().extend(items);
    }
}

impl<R: Count, K: AsRef<str>, T: Into<Value<R>>> Extend<(K, T)> for Object<R> {
    fn extend<I: IntoIterator<Item = (K, T)>>(&mut self, members: I) {
        self.edit().extend(members);
    }
}

impl<R: Count> IntoIterator for Array<R> {
    type Item = Value<R>;
    type IntoIter = vec::IntoIter<Value<R>>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.edit().drain(..)
    }
}

impl<'a, R: Count> IntoIterator for &'a Array<R> {
    type Item = crate::Ref<'a, R>;
    type IntoIter = Items<'a, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.items()
    }
}

impl<'a, R: Count> IntoIterator for &'a mut Array<R> {
    type Item = &'a mut Value<R>;
    type IntoIter = slice::IterMut<'a, Value<R>>;

    fn into_iter(self) -> Self::IntoIter {
        self.edit().into_iter()
    }
}

impl<R: Count> IntoIterator for Object<R> {
    type Item = (String, Value<R>);
    type IntoIter = vec::IntoIter<(String, Value<R>)>;

    fn into_iter(mut self) -> Self::IntoIter {
        self.edit().drain(..)
    }
}

impl<'a, R: Count> IntoIterator for &'a Object<R> {
    type Item = (&'a str, crate::Ref<'a, R>);
    type IntoIter = Entries<'a, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries()
    }
}

impl<'a, R: Count> IntoIterator for &'a mut Object<R> {
    type Item = (&'a str, &'a mut Value<R>);
    type IntoIter = MembersMut<'a, R>;

    fn into_iter(self) -> Self::IntoIter {
        self.edit().into_iter()
    }
}
