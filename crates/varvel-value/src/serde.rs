//! serde's traits for [`Value`] and [`Ref`]. Any serializer writes both. A tree is built from any
//! deserializer. A [`Ref`] is itself a deserializer, from which types are read.

use ::serde_core::de::{
    Deserialize, DeserializeSeed, Deserializer, Error as _, IntoDeserializer, Visitor,
};
use ::serde_core::ser::{Serialize, Serializer};
use varvel_core::Error;
use varvel_serde::Drive;
use varvel_tree::serde::Node;

use crate::build::TreeBuilder;
use crate::count::Count;
use crate::reference::Ref;
use crate::typed::{Array, Object};
use crate::value::Value;

impl<R: Count> Serialize for Ref<'_, R> {
    /// Carries kinds that serde does not have as described in [`varvel_core::serde`]. Allows at
    /// most 128 containers inside each other, since serde recurses.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Node::new(*self).serialize(serializer)
    }
}

impl<R: Count> Serialize for Value<R> {
    /// Serializes as [`Ref`] does.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.as_ref().serialize(serializer)
    }
}

impl<'de, R: Count> Deserialize<'de> for Value<R> {
    /// Refuses duplicate keys, and more than 128 containers inside each other.
    ///
    /// ```
    /// # use varvel::{Value, value};
    /// let tree: Value = serde_json::from_str(r#"{"a": [1, 2.5, null]}"#).unwrap();
    /// assert_eq!(tree, value!({"a": [1, 2.5, null]}));
    /// assert_eq!(serde_json::to_string(&tree).unwrap(), r#"{"a":[1,2.5,null]}"#);
    /// ```
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut builder = TreeBuilder::new();
        Drive::new(&mut builder).deserialize(deserializer)?;
        builder.finish().map_err(D::Error::custom)
    }
}

/// Implements serde's traits for the types that hold one kind of value.
macro_rules! typed {
    ($($name:ident)*) => {$(
        impl<R: Count> Serialize for $name<R> {
            /// Serializes as [`Ref`] does.
            fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                self.as_ref().serialize(serializer)
            }
        }

        impl<'de, R: Count> Deserialize<'de> for $name<R> {
            /// Deserializes as [`Value`] does; refuses another kind.
            fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                Value::deserialize(deserializer)?.try_into().map_err(D::Error::custom)
            }
        }
    )*};
}

typed! { Array Object }

/// Reads a type from a node: borrowed data lives as long as the tree.
///
/// ```
/// # use varvel::{Value, value};
/// use serde::Deserialize;
/// let tree = value!({"name": "Ada", "born": [1815, 12]});
/// let born = <(u16, u8)>::deserialize(&tree["born"])?;
/// let name = <&str>::deserialize(tree.field("name")?)?;
/// assert_eq!((name, born), ("Ada", (1815, 12)));
/// let error = <(u8, u8)>::deserialize(&tree).unwrap_err();
/// assert_eq!(error.to_string(), "wrong kind of value: expected a tuple of size 2, found an object");
/// # Ok::<(), varvel::Error>(())
/// ```
impl<'de, R: Count> Deserializer<'de> for Ref<'de, R> {
    type Error = Error;

    varvel_serde::forward_deserializer! { self => Node::new(self) }
}

/// Reads a type from a value, as from its [`Ref`].
impl<'de, R: Count> Deserializer<'de> for &'de Value<R> {
    type Error = Error;

    varvel_serde::forward_deserializer! { self => Node::new(self.as_ref()) }
}

impl<'de, R: Count> IntoDeserializer<'de, Error> for Ref<'de, R> {
    type Deserializer = Node<Ref<'de, R>>;

    fn into_deserializer(self) -> Node<Ref<'de, R>> {
        Node::new(self)
    }
}

impl<'de, R: Count> IntoDeserializer<'de, Error> for &'de Value<R> {
    type Deserializer = Node<Ref<'de, R>>;

    /// ```
    /// # use varvel::value;
    /// use serde::Deserialize;
    /// use serde::de::IntoDeserializer;
    /// let point = value!({"x": 1, "y": -2});
    /// let error = <(u8, u8)>::deserialize(point.into_deserializer()).unwrap_err();
    /// assert_eq!(error.to_string(), "wrong kind of value: expected a tuple of size 2, found an object");
    /// ```
    fn into_deserializer(self) -> Node<Ref<'de, R>> {
        Node::new(self.as_ref())
    }
}
