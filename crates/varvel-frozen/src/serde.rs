//! serde's traits for [`Frozen`] and [`View`]. Any serializer writes both. A [`Frozen`] is read by
//! any deserializer. A [`View`] is itself a deserializer, from which types are read.

use ::serde_core::de::{Deserialize, DeserializeSeed, Deserializer, Error as _, IntoDeserializer};
use ::serde_core::ser::{Serialize, Serializer};
use varvel_core::{Duplicates, Error, Limits};
use varvel_serde::Drive;
use varvel_tree::serde::Node;

use crate::{Frozen, Owner, View, with_builder};

impl Serialize for View<'_> {
    /// Carries kinds that serde does not have as described in [`varvel_core::serde`]. Allows at
    /// most 128 containers inside each other, since serde recurses.
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Node::new(*self).serialize(serializer)
    }
}

impl<O: Owner> Serialize for Frozen<O> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.view().serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Frozen {
    /// Refuses duplicate keys, and more than 128 containers inside each other.
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut told = None;
        let frozen = with_builder(Duplicates::Error, Limits::DEFAULT, |builder| {
            builder.start()?;
            match Drive::new(builder).deserialize(deserializer) {
                Ok(()) => builder.finish().map(Some),
                Err(error) => {
                    told = Some(error);
                    Ok(None)
                }
            }
        });
        match (frozen, told) {
            (_, Some(error)) => Err(error),
            (Ok(Some(frozen)), None) => Ok(frozen),
            (Ok(None), None) => Err(D::Error::custom("no document")),
            (Err(error), None) => Err(D::Error::custom(error)),
        }
    }
}

impl<'de> IntoDeserializer<'de, Error> for View<'de> {
    type Deserializer = Node<View<'de>>;

    /// ```
    /// use serde::Deserialize;
    /// use serde::de::IntoDeserializer;
    /// use varvel::Freeze;
    /// let frozen = Freeze::new().freeze(&[1_i64, 2])?;
    /// let numbers = Vec::<u8>::deserialize(frozen.view().into_deserializer())?;
    /// assert_eq!(numbers, [1, 2]);
    /// # Ok::<(), varvel::Error>(())
    /// ```
    fn into_deserializer(self) -> Node<View<'de>> {
        Node::new(self)
    }
}
