//! Gives a node to a serializer.

use ::serde_core::ser::{Error, Serialize, SerializeMap, SerializeSeq, Serializer};
use varvel_core::serde::{EXTENSION, SIMPLE, TAG, serialize_text};
use varvel_core::{Kind, Tag};

use super::{Node, too_deep};
use crate::node::TreeNode;

/// Bytes in serde's form, which `&[u8]` does not have.
struct Bytes<'a>(&'a [u8]);

impl Serialize for Bytes<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_bytes(self.0)
    }
}

/// A tagged node as a newtype struct without a name of its own.
struct Behind<C>(Node<C>);

impl<'a, C: TreeNode<'a>> Serialize for Behind<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_newtype_struct("Node", &self.0)
    }
}

impl<'a, C: TreeNode<'a>> Serialize for Node<C> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let node = self.node;
        match node.kind() {
            Kind::Null => serializer.serialize_unit(),
            Kind::Bool => serializer.serialize_bool(node.as_bool().unwrap_or_default()),
            Kind::Integer => match (node.as_i64(), node.as_u64()) {
                (Some(value), _) => serializer.serialize_i64(value),
                (_, Some(value)) => serializer.serialize_u64(value),
                _ => serialize_text(node.as_number_text().unwrap_or_default(), serializer),
            },
            Kind::Float => match node.as_f32() {
                Some(value) => serializer.serialize_f32(value),
                None => serializer.serialize_f64(node.as_f64().unwrap_or_default()),
            },
            Kind::Decimal => serialize_text(node.as_number_text().unwrap_or_default(), serializer),
            Kind::String => serializer.serialize_str(node.as_str().unwrap_or_default()),
            Kind::Bytes => serializer.serialize_bytes(node.as_bytes().unwrap_or_default()),
            Kind::Timestamp => match node.as_timestamp() {
                Some(timestamp) => timestamp.serialize(serializer),
                None => serializer.serialize_unit(),
            },
            Kind::Tagged => self.give_tagged(serializer),
            Kind::Array => self.give_items(serializer),
            _ => self.give_members(serializer),
        }
    }
}

impl<'a, C: TreeNode<'a>> Node<C> {
    fn give_items<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth == 0 {
            return Err(S::Error::custom(too_deep()));
        }
        let mut items = serializer.serialize_seq(Some(self.node.len()))?;
        for item in self.node.items() {
            items.serialize_element(&self.inner(item))?;
        }
        items.end()
    }

    fn give_members<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth == 0 {
            return Err(S::Error::custom(too_deep()));
        }
        let mut members = serializer.serialize_map(Some(self.node.len()))?;
        for (key, value) in self.node.pairs() {
            members.serialize_entry(&self.inner(key), &self.inner(value))?;
        }
        members.end()
    }

    fn give_tagged<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.depth == 0 {
            return Err(S::Error::custom(too_deep()));
        }
        match self.node.tag() {
            Some((Tag::Number(number), node)) => {
                serializer.serialize_newtype_struct(TAG, &(number, Behind(self.inner(node))))
            }
            Some((Tag::Extension(kind), node)) => serializer.serialize_newtype_struct(
                EXTENSION,
                &(kind, Bytes(node.as_bytes().unwrap_or_default())),
            ),
            Some((Tag::Simple(number), _)) => {
                serializer.serialize_newtype_struct(SIMPLE, &(number, ()))
            }
            None => serializer.serialize_unit(),
        }
    }
}
