//! [`JsonSchema`]: a schema as JSON Schema 2020-12
//! (<https://json-schema.org/draft/2020-12/schema>).
//!
//! | room | holds |
//! |---|---|
//! | `parts` | the document, written piece by piece from a list of the rest |
//! | `objects` | objects: their members, and those of flattened nodes |
//! | `unions` | unions, for each way in which a document names the variant |
//! | `read` | [`OwnedJsonSchema`]: a JSON Schema read as a schema |

mod objects;
mod parts;
mod read;
mod unions;

use alloc::format;

use varvel_core::{Encode, Result, Sink};

use crate::schema::{NodeId, Schema, StringFormat, Type};
use parts::{Parts, drive};

pub use read::OwnedJsonSchema;

/// A schema that encodes itself as JSON Schema 2020-12.
///
/// It describes documents in JSON: bytes are strings in Base64, points in time are strings, keys
/// that are integers are strings of digits. The JSON Schema accepts all that the type writes. The
/// type reads all that it accepts, with exceptions that JSON Schema cannot express: `1.0` is no
/// integer; a number may be beyond all floats; two members may be one by an alias; a decimal may
/// have too many digits; a string may have to follow more than its `format`. Bounds beyond 64 bits
/// are left out. Named nodes are in `$defs`.
///
/// ```
/// use varvel::schema::{JsonSchema, Recording, Schema};
/// let schema = Schema::of::<Vec<bool>>();
/// let events = Recording::of(&JsonSchema(&schema))?; // or `varvel::json::to_string`
/// # assert!(!events.is_empty());
/// # Ok::<(), varvel::Error>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct JsonSchema<'s>(pub &'s Schema);

impl<C: ?Sized> Encode<C> for JsonSchema<'_> {
    /// Writes the JSON Schema. Time and memory are linear in the schema, plus the members of
    /// flattened nodes for each place where they are flattened.
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        let schema = self.0;
        let mut parts = Parts::default();
        parts.begin_map();
        parts
            .key("$schema")
            .text("https://json-schema.org/draft/2020-12/schema");
        if let Some(name) = &schema.node(schema.root).name {
            parts.key("title").text(name.clone());
        }
        body(schema, schema.root, &mut parts);
        let mut named = schema
            .nodes()
            .filter(|(id, node)| node.name.is_some() && *id != schema.root)
            .peekable();
        if named.peek().is_some() {
            parts.key("$defs").begin_map();
            for (id, node) in named {
                parts.key(node.name.clone().unwrap_or_default());
                parts.definition(id);
            }
            parts.end_map();
        }
        parts.end_map();
        drive(schema, parts, sink)
    }
}

/// Adds the keywords of a node where it is used: a reference to it if it has a name.
fn place(schema: &Schema, id: NodeId, parts: &mut Parts) {
    match &schema.node(id).name {
        Some(_) if id == schema.root => _ = parts.key("$ref").text("#"),
        Some(name) => {
            let name = fragment(name);
            parts.key("$ref").text(format!("#/$defs/{name}"));
        }
        None => body(schema, id, parts),
    }
}

/// Adds the keywords of a node itself.
fn body(schema: &Schema, id: NodeId, parts: &mut Parts) {
    let node = schema.node(id);
    if !node.doc.is_empty() {
        parts.key("description").text(node.doc.clone());
    }
    match &node.ty {
        Type::Any => {}
        Type::Null => _ = parts.key("type").text("null"),
        Type::Bool => _ = parts.key("type").text("boolean"),
        Type::Integer { min, max, zero } => {
            parts.key("type").text("integer");
            for (key, bound) in [("minimum", min), ("maximum", max)] {
                if let Some(bound) = bound {
                    parts.bound(key, *bound);
                }
            }
            if !zero && *min < Some(0) {
                parts.key("not").begin_map();
                parts.key("const").integer(0);
                parts.end_map();
            }
        }
        Type::Float { bits } => {
            parts.key("type").text("number");
            if *bits == 32 {
                parts.key("minimum").float(-GREATEST_F32);
                parts.key("maximum").float(GREATEST_F32);
            }
        }
        // In JSON Schema each integer is a number. Here it says that integers stay exact.
        Type::Number => {
            parts.key("type").begin_array();
            parts.text("integer").text("number");
            parts.end_array();
        }
        Type::String { format } => string(*format, parts),
        Type::Bytes { len } => base64(*len, parts),
        Type::Timestamp { .. } => string(Some(StringFormat::DateTime), parts),
        Type::Array { items, len } => {
            parts.key("type").text("array");
            parts.key("items").node(*items);
            if let Some(len) = len {
                parts.key("minItems").integer(*len as i128);
                parts.key("maxItems").integer(*len as i128);
            }
        }
        Type::Tuple { items } => {
            parts.key("type").text("array");
            if !items.is_empty() {
                parts.key("prefixItems").begin_array();
                for item in items {
                    parts.node(*item);
                }
                parts.end_array();
            }
            parts.key("items").bool(false);
            parts.key("minItems").integer(items.len() as i128);
        }
        Type::Map { keys, values } => {
            parts.key("type").text("object");
            names(schema, *keys, parts);
            parts.key("additionalProperties").node(*values);
        }
        Type::Record(_) => objects::record(schema, id, parts),
        Type::Union(union) => unions::union(schema, union, parts),
        Type::Optional(inner) => {
            parts.key("anyOf").begin_array();
            parts.node(*inner).begin_map();
            parts.key("type").text("null");
            parts.end_map().end_array();
        }
        Type::Alias(inner) => _ = parts.key("allOf").begin_array().node(*inner).end_array(),
    }
}

/// `f32::MAX` with as few digits as `f32` needs. As `f64` this is more than `f32::MAX`.
const GREATEST_F32: f64 = 3.4028235e38;

fn string(format: Option<StringFormat>, parts: &mut Parts) {
    parts.key("type").text("string");
    let format = match format {
        None => return,
        Some(StringFormat::Char) => {
            parts.key("minLength").integer(1);
            parts.key("maxLength").integer(1);
            return;
        }
        Some(StringFormat::DateTime) => "date-time",
        Some(StringFormat::Date) => "date",
        Some(StringFormat::Time) => "time",
        Some(StringFormat::Duration) => "duration",
        Some(StringFormat::Ipv4) => "ipv4",
        Some(StringFormat::Ipv6) => "ipv6",
        Some(StringFormat::Uuid) => "uuid",
    };
    parts.key("format").text(format);
}

/// RFC 4648, section 4, padded. The last character before the padding has bits that must be zero.
const BASE64: &str =
    "^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}[AEIMQUYcgkosw048]=|[A-Za-z0-9+/][AQgw]==)?$";

fn base64(len: Option<usize>, parts: &mut Parts) {
    parts.key("type").text("string");
    parts.key("contentEncoding").text("base64");
    parts.key("pattern").text(BASE64);
    if let Some(len) = len {
        let text = len.div_ceil(3) as i128 * 4;
        parts.key("minLength").integer(text);
        parts.key("maxLength").integer(text);
    }
}

/// Adds the condition on the keys of a map, as far as JSON Schema can express it for strings.
fn names(schema: &Schema, keys: NodeId, parts: &mut Parts) {
    let keys = schema.resolved(keys);
    match &schema.node(keys).ty {
        Type::String { format: Some(_) } => _ = parts.key("propertyNames").node(keys),
        Type::Union(union)
            if union
                .variants
                .iter()
                .all(|variant| variant.content.is_none()) =>
        {
            parts.key("propertyNames").node(keys);
        }
        Type::Integer { min, .. } => {
            parts.key("propertyNames").begin_map();
            parts.key("pattern").text(match min {
                Some(0..) => "^(0|[1-9][0-9]*)$",
                _ => "^(0|-?[1-9][0-9]*)$",
            });
            parts.end_map();
        }
        Type::Bool => {
            parts.key("propertyNames").begin_map();
            parts.key("enum").begin_array().text("true").text("false");
            parts.end_array().end_map();
        }
        _ => {}
    }
}

/// Returns a name for the fragment of a reference: a JSON Pointer's token, percent-encoded.
fn fragment(name: &str) -> alloc::string::String {
    let mut text = alloc::string::String::new();
    for byte in name.bytes() {
        match byte {
            b'~' => text.push_str("~0"),
            b'/' => text.push_str("~1"),
            b'A'..=b'Z' | b'a'..=b'z' | b'0'..=b'9' | b'_' | b'-' | b'.' => text.push(byte.into()),
            _ => text.push_str(&format!("%{byte:02X}")),
        }
    }
    text
}
