//! [`Described`]: types that describe their documents.
//!
//! | room | holds |
//! |---|---|
//! | `scalars` | numbers, booleans, strings, addresses, points in time |
//! | `containers` | containers: lists, maps, tuples, pointers, cells, `Option` |
//! | `records` | the structs and enums of `std` |
//! | `foreign` | types of other crates, by features |

mod containers;
#[cfg(any(
    feature = "bytes",
    feature = "indexmap",
    feature = "jiff",
    feature = "ordered-float",
    feature = "rust_decimal",
    feature = "smallvec",
    feature = "time",
    feature = "uuid"
))]
mod foreign;
mod records;
mod scalars;

use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::any::type_name;

use hashbrown::{HashMap, HashSet};
use varvel_core::secret::RandomState;

use crate::schema::{Node, NodeId, Schema, Type};

/// A type that describes the documents from which it is read.
///
/// All types of `std` and of other crates that have codecs implement it; `#[derive(Schema)]`
/// implements it for others. A type with a codec written by hand implements it by one call of
/// [`Describer::define`] or of another type's `describe`:
///
/// ```
/// use varvel::schema::{Described, Describer, NodeId, Schema, Type};
/// struct Celsius(f64); // read from a number
/// impl Described for Celsius {
///     fn describe(schema: &mut Describer) -> NodeId {
///         f64::describe(schema)
///     }
/// }
/// assert_eq!(Schema::of::<Celsius>(), Schema::of::<f64>());
/// ```
pub trait Described {
    /// Whether a member of this type may be missing without an attribute on the struct's field, as
    /// an `Option` may.
    const MAY_BE_MISSING: bool = false;

    /// Returns the node of this type in `schema`, and makes it if it does not exist yet.
    fn describe(schema: &mut Describer) -> NodeId;
}

/// A schema that is being made from types.
///
/// A type is known by its name ([`core::any::type_name`]): two types with the same crate, module
/// and name (types inside of functions may be such) are taken for one.
#[derive(Debug, Default)]
pub struct Describer {
    nodes: Vec<Node>,
    known: HashMap<&'static str, NodeId, RandomState>,
    names: HashSet<String, RandomState>,
}

impl Describer {
    /// Returns the node of the type `T`: the known one, or a new one that `define` makes. The new
    /// node may contain `T` itself.
    pub fn define<T: ?Sized>(&mut self, define: impl FnOnce(&mut Self) -> Type) -> NodeId {
        self.define_node::<T>(|schema| Node::new(define(schema)))
    }

    /// Returns the node of a type that has a name and a description in the schema.
    pub fn define_named<T: ?Sized>(
        &mut self,
        doc: &str,
        define: impl FnOnce(&mut Self) -> Type,
    ) -> NodeId {
        self.define_node::<T>(|schema| {
            let name = schema.free_name(&short_name(type_name::<T>()));
            Node {
                name: Some(name),
                doc: doc.to_string(),
                ty: define(schema),
            }
        })
    }

    fn define_node<T: ?Sized>(&mut self, define: impl FnOnce(&mut Self) -> Node) -> NodeId {
        let key = type_name::<T>();
        if let Some(id) = self.known.get(key) {
            return *id;
        }
        let id = self.add(Type::Any);
        self.known.insert(key, id);
        self.nodes[id.index()] = define(self);
        id
    }

    /// Adds a node without a type of Rust.
    pub fn add(&mut self, ty: Type) -> NodeId {
        let id = NodeId(self.nodes.len() as u32);
        self.nodes.push(Node::new(ty));
        id
    }

    /// Returns the node that `id` is if it is not null.
    pub fn not_null(&self, id: NodeId) -> NodeId {
        match self.nodes[id.index()].ty {
            Type::Optional(inner) => inner,
            _ => id,
        }
    }

    /// Returns the schema whose documents are `root`.
    pub fn finish(self, root: NodeId) -> Schema {
        Schema {
            nodes: self.nodes,
            root,
        }
    }

    /// Returns this name, or this name with a number behind it if it is taken.
    fn free_name(&mut self, name: &str) -> String {
        let numbered = (2..).map(|number| alloc::format!("{name}{number}"));
        let mut names = core::iter::once(name.to_string()).chain(numbered);
        // There are more numbers than names.
        let free = names.find(|name| !self.names.contains(name));
        let free = free.unwrap_or_default();
        self.names.insert(free.clone());
        free
    }
}

impl Schema {
    /// Returns the schema of a type.
    ///
    /// ```
    /// use varvel::schema::Schema;
    /// let schema = Schema::of::<std::collections::BTreeMap<String, Vec<u8>>>();
    /// assert_eq!(schema.to_string(), "map of array of integer, 0 to 255\n");
    /// ```
    pub fn of<T: Described + ?Sized>() -> Self {
        let mut describer = Describer::default();
        let root = T::describe(&mut describer);
        describer.finish(root)
    }
}

/// Returns a type's name without modules: `app::Page<app::User>` is `Page_User`.
fn short_name(full: &str) -> String {
    let mut short = String::new();
    let mut word = String::new();
    let mut end = |word: &mut String| {
        if !word.is_empty() {
            if !short.is_empty() {
                short.push('_');
            }
            short.push_str(word);
            word.clear();
        }
    };
    let mut chars = full.chars().peekable();
    while let Some(c) = chars.next() {
        match c {
            ':' if chars.peek() == Some(&':') => word.clear(),
            c if c.is_alphanumeric() || c == '_' => word.push(c),
            _ => end(&mut word),
        }
    }
    end(&mut word);
    short
}

#[cfg(test)]
mod tests {
    use super::short_name;

    #[test]
    fn names_without_modules() {
        assert_eq!(short_name("app::orders::Order"), "Order");
        assert_eq!(
            short_name("app::Page<alloc::vec::Vec<app::User>, 3>"),
            "Page_Vec_User_3"
        );
        assert_eq!(
            short_name("(u8, [core::time::Duration; 2])"),
            "u8_Duration_2"
        );
    }
}
