//! A document as plain data, from any source of events: order and duplicate keys are kept.

use varvel_core::{Bytes, Encode, Error, ErrorKind, Result, Sink, Str, Tag, Timestamp};

/// A JSON document as plain data.
#[derive(Clone, Debug, PartialEq)]
pub enum Tree {
    /// A null.
    Null,
    /// True or false.
    Bool(bool),
    /// An integer of any size, as its digits.
    Integer(String),
    /// The bits of a float.
    Float(u64),
    /// A string.
    String(String),
    /// Items in order.
    Array(Vec<Self>),
    /// Members in order.
    Object(Vec<(String, Self)>),
}

/// Returns the tree of a value's events.
pub fn of(value: &impl Encode) -> Result<Tree> {
    let mut builder = TreeBuilder::default();
    value.encode(&mut builder, &())?;
    builder.finish()
}

/// A sink that builds a [`Tree`].
#[derive(Debug, Default)]
pub struct TreeBuilder {
    /// The open containers, each with the key that waits for its value.
    open: Vec<(Tree, Option<String>)>,
    done: Option<Tree>,
}

impl TreeBuilder {
    /// Returns the document, if it is complete.
    pub fn finish(self) -> Result<Tree> {
        self.done.ok_or_else(wrong)
    }

    fn push(&mut self, node: Tree) -> Result {
        match self.open.last_mut() {
            None if self.done.is_none() => self.done = Some(node),
            Some((Tree::Array(items), _)) => items.push(node),
            Some((Tree::Object(members), key)) => {
                members.push((key.take().ok_or_else(wrong)?, node))
            }
            _ => return Err(wrong()),
        }
        Ok(())
    }

    fn close(&mut self) -> Result {
        let (node, _) = self.open.pop().ok_or_else(wrong)?;
        self.push(node)
    }
}

fn wrong() -> Error {
    Error::new(ErrorKind::InvalidEvents)
}

fn not_json() -> Error {
    Error::new(ErrorKind::Unrepresentable)
}

impl<'de> Sink<'de> for TreeBuilder {
    fn null(&mut self) -> Result {
        self.push(Tree::Null)
    }
    fn bool(&mut self, value: bool) -> Result {
        self.push(Tree::Bool(value))
    }
    fn i64(&mut self, value: i64) -> Result {
        self.push(Tree::Integer(value.to_string()))
    }
    fn u64(&mut self, value: u64) -> Result {
        self.push(Tree::Integer(value.to_string()))
    }
    fn f64(&mut self, value: f64) -> Result {
        self.push(Tree::Float(value.to_bits()))
    }
    fn f32(&mut self, _: f32) -> Result {
        Err(not_json())
    }
    fn big_integer(&mut self, digits: &str) -> Result {
        self.push(Tree::Integer(digits.to_owned()))
    }
    fn decimal(&mut self, _: &str) -> Result {
        Err(not_json())
    }
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        self.push(Tree::String(value.to_string()))
    }
    fn bytes(&mut self, _: Bytes<'de, '_>) -> Result {
        Err(not_json())
    }
    fn timestamp(&mut self, _: Timestamp) -> Result {
        Err(not_json())
    }
    fn tag(&mut self, _: Tag) -> Result {
        Err(not_json())
    }
    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.open.push((Tree::Array(Vec::new()), None));
        Ok(())
    }
    fn end_array(&mut self) -> Result {
        self.close()
    }
    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.open.push((Tree::Object(Vec::new()), None));
        Ok(())
    }
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        let (_, waiting) = self.open.last_mut().ok_or_else(wrong)?;
        *waiting = Some(key.to_string());
        Ok(())
    }
    fn any_key(&mut self) -> Result {
        Err(not_json())
    }
    fn end_map(&mut self) -> Result {
        self.close()
    }
}
