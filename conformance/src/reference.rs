//! The second opinion: a document as `serde_json` reads it. The standard library judges the text of
//! numbers: integers keep their digits, a decimal is the nearest `f64`.

use std::fmt;

use serde::de::{Deserializer, Error as _, MapAccess, Visitor};
use serde_json::value::RawValue;

use crate::tree::Tree;

/// Reads a document.
pub fn read(input: &[u8]) -> serde_json::Result<Tree> {
    tree(serde_json::from_slice(input)?)
}

fn tree(raw: &RawValue) -> serde_json::Result<Tree> {
    let text = raw.get();
    Ok(match text.as_bytes().first() {
        Some(b'n') => Tree::Null,
        Some(b't' | b'f') => Tree::Bool(serde_json::from_str(text)?),
        Some(b'"') => Tree::String(serde_json::from_str(text)?),
        Some(b'[') => {
            let items: Vec<&RawValue> = serde_json::from_str(text)?;
            Tree::Array(items.into_iter().map(tree).collect::<Result<_, _>>()?)
        }
        Some(b'{') => {
            let members = serde_json::Deserializer::from_str(text).deserialize_map(Members)?;
            let member = |(key, raw)| Ok((key, tree(raw)?));
            Tree::Object(
                members
                    .into_iter()
                    .map(member)
                    .collect::<Result<_, serde_json::Error>>()?,
            )
        }
        _ if text != "-0" && !text.contains(['.', 'e', 'E']) => Tree::Integer(text.to_owned()),
        _ => {
            let float: f64 = text.parse().map_err(serde_json::Error::custom)?;
            Tree::Float(float.to_bits())
        }
    })
}

/// The members of an object in order, with duplicate keys.
struct Members;

impl<'de> Visitor<'de> for Members {
    type Value = Vec<(String, &'de RawValue)>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Self::Value, A::Error> {
        let mut members = Vec::new();
        while let Some(member) = map.next_entry()? {
            members.push(member);
        }
        Ok(members)
    }
}
