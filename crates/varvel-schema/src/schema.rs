//! The model: what a [`Schema`] is made of.
//!
//! Nodes stand in one list and name each other by number, so that types which have themselves in
//! them are nothing special, and nothing here recurses. The model is of no language and no format:
//! a derive, the inference from documents, and languages of schemas make the same.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::recording::Recording;

/// The number of a node in its schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct NodeId(pub(crate) u32);

impl NodeId {
    pub(crate) fn index(self) -> usize {
        self.0 as usize
    }
}

/// What documents of one type look like: nodes, of which one is the document.
///
/// ```
/// use varvel_schema::{Schema, Type};
/// let schema = Schema::of::<Vec<bool>>();
/// let Type::Array { items, len: None } = schema.node(schema.root()).ty else { panic!() };
/// assert_eq!(schema.node(items).ty, Type::Bool);
/// ```
#[derive(Clone, Debug, PartialEq)]
pub struct Schema {
    pub(crate) nodes: Vec<Node>,
    pub(crate) root: NodeId,
}

impl Schema {
    /// The node that a document is.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// The node of this number.
    ///
    /// # Panics
    /// If it is one of another schema, with more nodes than this one.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// All nodes with their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    /// The node of a name, if there is one.
    ///
    /// ```
    /// use varvel_schema::Schema;
    /// let schema = Schema::of::<(std::time::Duration, u8)>();
    /// assert!(schema.named("Duration").is_some() && schema.named("u8").is_none());
    /// ```
    pub fn named(&self, name: &str) -> Option<NodeId> {
        let found = |(_, node): &(NodeId, &Node)| node.name.as_deref() == Some(name);
        self.nodes().find(found).map(|(id, _)| id)
    }

    /// The node that this one is, behind its names: a type that is what its only field is.
    pub fn resolved(&self, mut id: NodeId) -> NodeId {
        // One that only leads to itself ends somewhere on its way.
        for _ in 0..self.nodes.len() {
            match self.node(id).ty {
                Type::Alias(inner) => id = inner,
                _ => break,
            }
        }
        id
    }
}

/// A node of a schema: what may stand at some place of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name, of a type that has one.
    pub name: Option<String>,
    /// What is said of it; empty if nothing is.
    pub doc: String,
    /// What it is.
    pub ty: Type,
}

impl Node {
    /// A node without a name.
    pub fn new(ty: Type) -> Self {
        Self {
            name: None,
            doc: String::new(),
            ty,
        }
    }
}

/// What a node is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Type {
    /// Any node at all.
    Any,
    /// Null, and nothing else.
    Null,
    /// A boolean.
    Bool,
    /// An integer.
    Integer {
        /// The least, unless there is no bound that 128 bits hold.
        min: Option<i128>,
        /// The greatest, likewise.
        max: Option<i128>,
        /// Whether it may be zero.
        zero: bool,
    },
    /// A float, or an integer that the format takes for one (`Source::read_f64`).
    Float {
        /// 32 or 64.
        bits: u8,
    },
    /// A number of any size and kind.
    Number,
    /// A string.
    String {
        /// What its text is, if more is known.
        format: Option<StringFormat>,
    },
    /// Bytes; in formats that have none a string in Base64.
    Bytes {
        /// How many, if that is known.
        len: Option<usize>,
    },
    /// A point in time; in formats that have none a string as RFC 3339 has it.
    Timestamp,
    /// Nodes of one kind in a row.
    Array {
        /// Each of them.
        items: NodeId,
        /// How many, if that is known.
        len: Option<usize>,
    },
    /// Nodes in a row, each of its own kind.
    Tuple {
        /// They.
        items: Vec<NodeId>,
    },
    /// Keys that are not known before.
    Map {
        /// Each key.
        keys: NodeId,
        /// Each value.
        values: NodeId,
    },
    /// Members with names.
    Record(Record),
    /// One of several.
    Union(Union),
    /// This, or null.
    Optional(NodeId),
    /// This under another name.
    Alias(NodeId),
}

impl Type {
    /// The nodes that may stand in this one.
    pub(crate) fn parts(&self) -> Vec<NodeId> {
        match self {
            Self::Array { items: node, .. } | Self::Optional(node) | Self::Alias(node) => {
                alloc::vec![*node]
            }
            Self::Map { keys, values } => alloc::vec![*keys, *values],
            Self::Tuple { items } => items.clone(),
            Self::Record(record) => {
                let fields = record.fields.iter().map(|field| field.node);
                fields.chain(record.flattened.iter().copied()).collect()
            }
            Self::Union(union) => {
                let variants = union.variants.iter();
                variants.filter_map(|variant| variant.content).collect()
            }
            _ => Vec::new(),
        }
    }
}

/// What the text of a string is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StringFormat {
    /// One character.
    Char,
    /// A point in time as RFC 3339 has it.
    DateTime,
    /// A day: `2026-01-31`.
    Date,
    /// A time of day: `12:00:00`.
    Time,
    /// A span of time as ISO 8601 has it: `PT4H5M6S`.
    Duration,
    /// An IPv4 address.
    Ipv4,
    /// An IPv6 address.
    Ipv6,
    /// A UUID.
    Uuid,
}

/// Members with names.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Record {
    /// They, in the order in which they are written.
    pub fields: Vec<Field>,
    /// Nodes whose members stand among these: records, maps, unions with a tag inside, and what is
    /// one of these or not there.
    pub flattened: Vec<NodeId>,
    /// Whether there may be no other members.
    pub closed: bool,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub name: String,
    /// Keys that are read as this one, too.
    pub aliases: Vec<String>,
    /// What is said of it; empty if nothing is.
    pub doc: String,
    /// The value.
    pub node: NodeId,
    /// Whether it has to be there.
    pub required: bool,
    /// What it is where it is not there, if that is known.
    pub default: Option<Box<Recording>>,
}

impl Field {
    /// A member that has to be there.
    pub fn new(name: impl Into<String>, node: NodeId) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            doc: String::new(),
            node,
            required: true,
            default: None,
        }
    }
}

/// One of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// How a document says which.
    pub tagging: Tagging,
    /// They.
    pub variants: Vec<Variant>,
    /// Whether there may be no other members where nothing but the tag is expected.
    pub closed: bool,
}

/// How a document says which variant it is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// The name alone, or as the key of an object's only member.
    External,
    /// In this member, among those of the variant.
    Internal(String),
    /// In this member, with what is in the variant in another.
    Adjacent {
        /// The one with the name.
        tag: String,
        /// The other.
        content: String,
    },
    /// It does not: the first that fits.
    Untagged,
    /// By an integer.
    Integer,
}

/// One of several.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name.
    pub name: String,
    /// Names that are read as this one, too.
    pub aliases: Vec<String>,
    /// What is said of it; empty if nothing is.
    pub doc: String,
    /// What is in it; nothing if it is only a name.
    pub content: Option<NodeId>,
    /// The integer that stands for it, where that is how they are told from each other.
    pub value: Option<i64>,
    /// Whether it is for all names that are no other's. If something is in it, that is all of the
    /// node.
    pub other: bool,
}

impl Variant {
    /// A variant of this name.
    pub fn new(name: impl Into<String>, content: Option<NodeId>) -> Self {
        Self {
            name: name.into(),
            aliases: Vec::new(),
            doc: String::new(),
            content,
            value: None,
            other: false,
        }
    }
}
