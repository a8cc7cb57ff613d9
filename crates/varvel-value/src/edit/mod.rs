//! Changes a tree in place.
//!
//! | room | holds |
//! |---|---|
//! | `array` | [`ArrayMut`]: an array with the methods of a `Vec` |
//! | `object` | [`ObjectMut`]: an object with the methods of an ordered map |
//! | `entry` | [`Entry`]: one member, present or not |
//! | `map` | members with keys of any kind |
//! | `index` | `value["key"]`, `value[0]` |

mod array;
mod entry;
mod index;
mod map;
mod object;

use varvel_core::{Error, ErrorKind, Kind, Result, Tag};

pub use array::ArrayMut;
pub use entry::{Entry, OccupiedEntry, VacantEntry};
pub use index::Index;
pub use object::ObjectMut;

pub use crate::store::object::MembersMut;

use crate::count::Count;
use crate::store::array::Array;
use crate::store::map::Map;
use crate::store::object::Object;
use crate::value::{Repr, Value};

/// # Changing
///
/// These methods thaw a frozen container, but not its children. They copy one level of a shared
/// container.
impl<R: Count> Value<R> {
    /// Returns the array in this value, ready to be changed.
    #[inline]
    pub(crate) fn array_store(&mut self) -> Option<&mut Array<R>> {
        if let Repr::Frozen(_) = self.0
            && self.is_array()
        {
            self.thaw_one();
        }
        let Repr::Array(array) = &mut self.0 else {
            return None;
        };
        let array = R::make_mut(array);
        array.forget();
        Some(array)
    }

    /// Returns the object in this value, ready to be changed.
    #[inline]
    pub(crate) fn object_store(&mut self) -> Option<&mut Object<R>> {
        if let Repr::Frozen(_) = self.0
            && self.is_object()
        {
            self.thaw_one();
        }
        let Repr::Object(object) = &mut self.0 else {
            return None;
        };
        let object = R::make_mut(object);
        object.forget();
        Some(object)
    }

    /// Returns the map in this value, ready to be changed.
    pub(crate) fn map_store(&mut self) -> Option<&mut Map<R>> {
        if let Repr::Frozen(_) = self.0
            && self.kind() == Kind::Map
        {
            self.thaw_one();
        }
        let Repr::Map(map) = &mut self.0 else {
            return None;
        };
        let map = R::make_mut(map);
        map.forget();
        Some(map)
    }

    /// Returns this array with the methods of a `Vec`, if it is one.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([3, 1]);
    /// if let Some(mut list) = v.as_array_mut() {
    ///     list.push(2);
    ///     list.sort();
    /// }
    /// assert_eq!(v, value!([1, 2, 3]));
    /// assert!(value!(1).as_array_mut().is_none());
    /// ```
    #[inline]
    pub fn as_array_mut(&mut self) -> Option<ArrayMut<'_, R>> {
        self.array_store().map(ArrayMut::new)
    }

    /// Returns this array with the methods of a `Vec`, or an error.
    ///
    /// # Errors
    /// `TypeMismatch` if this is no array.
    ///
    /// ```
    /// # use varvel::value;
    /// value!([1]).array_mut()?.push(2);
    /// assert!(value!({}).array_mut().is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn array_mut(&mut self) -> Result<ArrayMut<'_, R>> {
        let kind = self.kind();
        self.as_array_mut()
            .ok_or_else(|| Error::wrong_kind("an array", kind))
    }

    /// Returns this object with the methods of an ordered map, if it is one.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"b": 1});
    /// if let Some(mut object) = v.as_object_mut() {
    ///     object.insert("a", 2);
    ///     object.sort_keys();
    /// }
    /// assert_eq!(v.to_string(), r#"{"a":2,"b":1}"#);
    /// ```
    #[inline]
    pub fn as_object_mut(&mut self) -> Option<ObjectMut<'_, R>> {
        self.object_store().map(ObjectMut::new)
    }

    /// Returns this object with the methods of an ordered map, or an error.
    ///
    /// # Errors
    /// `TypeMismatch` if this is no object.
    ///
    /// ```
    /// # use varvel::value;
    /// value!({}).object_mut()?.insert("a", 1);
    /// assert!(value!([]).object_mut().is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn object_mut(&mut self) -> Result<ObjectMut<'_, R>> {
        let kind = self.kind();
        self.as_object_mut()
            .ok_or_else(|| Error::wrong_kind("an object", kind))
    }

    /// Returns the value of the member `key` of an object or a map, for changing. Thaws nothing if
    /// there is no such member.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": {"b": 1}});
    /// if let Some(b) = v.get_mut("a").and_then(|a| a.get_mut("b")) {
    ///     *b = 2.into();
    /// }
    /// assert_eq!(v, value!({"a": {"b": 2}}));
    /// ```
    #[inline]
    pub fn get_mut(&mut self, key: &str) -> Option<&mut Self> {
        let at = self.position(key)?;
        match self.0 {
            Repr::Map(_) => self.map_store()?.value_mut(at),
            Repr::Frozen(_) if self.kind() == Kind::Map => self.map_store()?.value_mut(at),
            _ => self.object_store()?.value_mut(at),
        }
    }

    /// Returns the item at `index` of an array, for changing.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1, 2]);
    /// *v.at_mut(1).unwrap() = 3.into();
    /// assert_eq!(v, value!([1, 3]));
    /// assert!(v.at_mut(2).is_none());
    /// ```
    #[inline]
    pub fn at_mut(&mut self, index: usize) -> Option<&mut Self> {
        if index >= self.len() {
            return None;
        }
        self.array_store()?.value_mut(index)
    }

    /// Returns the value of the member `key`, for changing, or an error.
    ///
    /// # Errors
    /// `NotFound` if there is no such member, `TypeMismatch` if this is no object or map.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!({"a": 1});
    /// *v.field_mut("a")? = 2.into();
    /// assert!(v.field_mut("b").is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn field_mut(&mut self, key: &str) -> Result<&mut Self> {
        self.field(key)?;
        self.get_mut(key)
            .ok_or_else(|| Error::new(ErrorKind::NotFound))
    }

    /// Returns the item at `index`, for changing, or an error.
    ///
    /// # Errors
    /// `NotFound` if there is no such item, `TypeMismatch` if this is no array.
    ///
    /// ```
    /// # use varvel::value;
    /// let mut v = value!([1]);
    /// *v.item_mut(0)? = 2.into();
    /// assert!(v.item_mut(1).is_err());
    /// # Ok::<(), varvel::Error>(())
    /// ```
    pub fn item_mut(&mut self, index: usize) -> Result<&mut Self> {
        self.item(index)?;
        self.at_mut(index)
            .ok_or_else(|| Error::new(ErrorKind::NotFound))
    }

    /// Returns the tag of a tagged node, and the tagged node, for changing.
    ///
    /// ```
    /// # use varvel::Value;
    /// use varvel::Tag;
    /// let mut v: Value = Value::tagged(Tag::Number(1), 100);
    /// if let Some((_, seconds)) = v.tag_mut() {
    ///     *seconds = 200.into();
    /// }
    /// assert_eq!(v.tag().unwrap().1, 200);
    /// ```
    pub fn tag_mut(&mut self) -> Option<(Tag, &mut Self)> {
        if let Repr::Frozen(_) = self.0
            && self.kind() == Kind::Tagged
        {
            self.thaw_one();
        }
        match &mut self.0 {
            Repr::Tagged(tagged) => {
                let tagged = R::make_mut(tagged);
                Some((tagged.tag, &mut tagged.value))
            }
            _ => None,
        }
    }
}
