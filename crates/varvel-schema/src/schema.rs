//! The model: the parts of a [`Schema`].
//!
//! Nodes are in one list and name each other by number, so that types that contain themselves are
//! nothing special, and nothing here recurses. The model is independent of languages and formats:
//! derives, inference from documents, and schema languages all produce it.

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

/// A description of documents of one type: a list of nodes, one of which is the document.
///
/// ```
/// use varvel::schema::{Schema, Type};
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
    /// Returns the node of the document.
    pub fn root(&self) -> NodeId {
        self.root
    }

    /// Returns the node of this number.
    ///
    /// # Panics
    /// If `id` belongs to another schema, with more nodes than this one.
    pub fn node(&self, id: NodeId) -> &Node {
        &self.nodes[id.index()]
    }

    /// Returns all nodes with their numbers.
    pub fn nodes(&self) -> impl Iterator<Item = (NodeId, &Node)> {
        (0..).map(NodeId).zip(&self.nodes)
    }

    /// Returns the node of a name, if there is one.
    ///
    /// ```
    /// use varvel::schema::Schema;
    /// let schema = Schema::of::<(std::time::Duration, u8)>();
    /// assert!(schema.named("Duration").is_some() && schema.named("u8").is_none());
    /// ```
    pub fn named(&self, name: &str) -> Option<NodeId> {
        let found = |(_, node): &(NodeId, &Node)| node.name.as_deref() == Some(name);
        self.nodes().find(found).map(|(id, _)| id)
    }

    /// Returns the node behind aliases, such as that of a type that is written as its only field.
    pub fn resolved(&self, mut id: NodeId) -> NodeId {
        // A chain of aliases that leads back to itself ends somewhere.
        for _ in 0..self.nodes.len() {
            match self.node(id).ty {
                Type::Alias(inner) => id = inner,
                _ => break,
            }
        }
        id
    }
}

/// A node of a schema, which describes the nodes at some place of a document.
#[derive(Clone, Debug, PartialEq)]
pub struct Node {
    /// The name of the type, if it has one.
    pub name: Option<String>,
    /// The description; empty if there is none.
    pub doc: String,
    /// The type of the node.
    pub ty: Type,
}

impl Node {
    /// Returns a node without a name.
    pub fn new(ty: Type) -> Self {
        Self {
            name: None,
            doc: String::new(),
            ty,
        }
    }
}

/// The type of a node.
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
        /// The least value; `None` if 128 bits hold no bound.
        min: Option<i128>,
        /// The greatest value; `None` if 128 bits hold no bound.
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
        /// The form of the text, if it is known.
        format: Option<StringFormat>,
    },
    /// Bytes; in formats that have none a string in Base64.
    Bytes {
        /// The number of bytes, if it is known.
        len: Option<usize>,
    },
    /// A point in time; in formats that have none a string in the form of RFC 3339.
    Timestamp {
        /// The unit in which 64 bits hold each of them.
        unit: TimeUnit,
    },
    /// Any number of nodes of one kind.
    Array {
        /// The node of each item.
        items: NodeId,
        /// The number of items, if it is known.
        len: Option<usize>,
    },
    /// A fixed number of nodes, each of its own kind.
    Tuple {
        /// The nodes of the items.
        items: Vec<NodeId>,
    },
    /// A map whose keys are not known in advance.
    Map {
        /// The node of each key.
        keys: NodeId,
        /// The node of each value.
        values: NodeId,
    },
    /// Members with names.
    Record(Record),
    /// One of several variants.
    Union(Union),
    /// This node, or null.
    Optional(NodeId),
    /// This node under another name.
    Alias(NodeId),
}

/// The unit in which 64 bits hold all points in time of a place, as numbers since 1970.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum TimeUnit {
    /// Microseconds, or nothing is known about the points in time.
    #[default]
    Microsecond,
    /// Nanoseconds: some are finer than microseconds, and all are in the years 1677 to 2262.
    Nanosecond,
    /// Neither of them holds all.
    Neither,
}

impl Type {
    /// A point in time of which nothing else is known.
    pub const TIMESTAMP: Self = Self::Timestamp {
        unit: TimeUnit::Microsecond,
    };

    /// Returns the nodes that this one may contain.
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

/// The form of the text of a string.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum StringFormat {
    /// One character.
    Char,
    /// A point in time in the form of RFC 3339.
    DateTime,
    /// A day: `2026-01-31`.
    Date,
    /// A time of day: `12:00:00`.
    Time,
    /// A span of time in the form of ISO 8601: `PT4H5M6S`.
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
    /// The members, in the order in which they are written.
    pub fields: Vec<Field>,
    /// Nodes whose members belong to this record: records, maps, unions with an internal tag, and
    /// optional ones of these.
    pub flattened: Vec<NodeId>,
    /// Whether other members are refused.
    pub closed: bool,
}

/// A member of a record.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    /// The key.
    pub name: String,
    /// Other keys that are read as this one.
    pub aliases: Vec<String>,
    /// The description; empty if there is none.
    pub doc: String,
    /// The node of the value.
    pub node: NodeId,
    /// Whether the member has to be present.
    pub required: bool,
    /// The value of a missing member, if it is known.
    pub default: Option<Box<Recording>>,
}

impl Field {
    /// Returns a member that has to be present.
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

/// A choice between variants.
#[derive(Clone, Debug, PartialEq)]
pub struct Union {
    /// How a document names the variant.
    pub tagging: Tagging,
    /// The variants.
    pub variants: Vec<Variant>,
    /// Whether other members are refused in an object that has only the tag.
    pub closed: bool,
}

/// How a document names the variant.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Tagging {
    /// By a string with the name, or by the key of an object's only member.
    External,
    /// By this member, among those of the variant.
    Internal(String),
    /// By one member, with the content of the variant in another.
    Adjacent {
        /// The member with the name.
        tag: String,
        /// The member with the content.
        content: String,
    },
    /// Not at all: the first variant that fits is read.
    Untagged,
    /// By an integer.
    Integer,
}

/// A variant of a union.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    /// The name.
    pub name: String,
    /// Other names that are read as this one.
    pub aliases: Vec<String>,
    /// The description; empty if there is none.
    pub doc: String,
    /// The node of the content; `None` if the variant is only a name.
    pub content: Option<NodeId>,
    /// The integer that stands for the variant, if integers do.
    pub value: Option<i64>,
    /// Whether it stands for all names that no other variant has. Its content, if any, is the whole
    /// node.
    pub other: bool,
}

impl Variant {
    /// Returns a variant of this name.
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
