//! A schema as text for people: a line for each member, indented by its depth, and the named nodes
//! at the end.
//!
//! ```text
//! Order
//!
//! Order: object
//!   id: integer, 0 to 65535
//!   note?: string or null
//! ```

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use varvel_core::path::Quoted;
use varvel_core::recording::Event;

use crate::schema::{Field, NodeId, Schema, StringFormat, Tagging, TimeUnit, Type, Union, Variant};

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut lines = Lines {
            schema: self,
            left: Vec::new(),
        };
        let line = lines.line(0, String::new(), self.root, "");
        lines.left.push(line);
        lines.write(f)?;
        for (id, node) in self.nodes() {
            if let Some(name) = &node.name {
                f.write_str("\n")?;
                let line = lines.definition(name, id, &node.doc);
                lines.left.push(line);
                lines.write(f)?;
            }
        }
        Ok(())
    }
}

/// The lines that are still to be written.
struct Lines<'s> {
    schema: &'s Schema,
    left: Vec<Line>,
}

struct Line {
    indent: usize,
    text: String,
    /// The node whose lines are written below it, indented.
    below: Option<NodeId>,
}

impl Lines<'_> {
    fn write(&mut self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        while let Some(line) = self.left.pop() {
            // A width of the formatter is at most 65,535.
            (0..line.indent).try_for_each(|_| f.write_str("  "))?;
            writeln!(f, "{}", line.text)?;
            if let Some(id) = line.below {
                let start = self.left.len();
                self.below(id, line.indent + 1);
                self.left[start..].reverse();
            }
        }
        Ok(())
    }

    /// Returns the line of a node that has a name.
    fn definition(&self, name: &str, id: NodeId, doc: &str) -> Line {
        let (text, below) = self.head(id, true);
        let text = format!("{name}: {text}{}", comment(doc));
        Line {
            indent: 0,
            text,
            below,
        }
    }

    fn line(&self, indent: usize, before: String, id: NodeId, doc: &str) -> Line {
        let (text, below) = self.head(id, false);
        Line {
            indent,
            text: format!("{before}{text}{}", comment(doc)),
            below,
        }
    }

    /// Describes a node in one line. Returns the text, and the node that the lines below describe.
    fn head(&self, mut id: NodeId, mut inside: bool) -> (String, Option<NodeId>) {
        let (mut before, mut behind) = (String::new(), String::new());
        for _ in 0..=self.schema.nodes.len() {
            let node = self.schema.node(id);
            if let (Some(name), false) = (&node.name, inside) {
                return (format!("{before}{name}{behind}"), None);
            }
            inside = false;
            match &node.ty {
                Type::Array { items, len } => {
                    match len {
                        None => before.push_str("array of "),
                        Some(len) => before.push_str(&format!("array of {len} times ")),
                    }
                    id = *items;
                }
                Type::Map { keys, values } => {
                    before.push_str(match &self.schema.node(*keys).ty {
                        Type::Integer { .. } => "map by integer of ",
                        Type::String { format: None } => "map of ",
                        _ => "map by other keys of ",
                    });
                    id = *values;
                }
                Type::Optional(inner) => {
                    behind.insert_str(0, " or null");
                    id = *inner;
                }
                Type::Alias(inner) => id = *inner,
                ty => {
                    let (text, more) = scalar(ty);
                    return (format!("{before}{text}{behind}"), more.then_some(id));
                }
            }
        }
        // A type that contains only itself.
        (format!("{before}itself{behind}"), None)
    }

    /// Adds the lines below a node.
    fn below(&mut self, id: NodeId, indent: usize) {
        match &self.schema.node(id).ty {
            Type::Tuple { items } => {
                for (number, item) in items.iter().enumerate() {
                    let line = self.line(indent, format!("{number}: "), *item, "");
                    self.left.push(line);
                }
            }
            Type::Record(record) => {
                for field in &record.fields {
                    let line = self.field(indent, field);
                    self.left.push(line);
                }
                for inner in &record.flattened {
                    let line = self.line(indent, "and the members of ".into(), *inner, "");
                    self.left.push(line);
                }
            }
            Type::Union(union) => {
                for variant in &union.variants {
                    let line = self.variant(indent, variant);
                    self.left.push(line);
                }
            }
            _ => {}
        }
    }

    fn field(&self, indent: usize, field: &Field) -> Line {
        let mark = if field.required { "" } else { "?" };
        let mut before = name(&field.name);
        for alias in &field.aliases {
            before.push_str(&format!(" (or {})", name(alias)));
        }
        let mut line = self.line(indent, format!("{before}{mark}: "), field.node, "");
        if let Some(default) = field.default.as_deref().and_then(|d| shown(d.events())) {
            line.text.push_str(&format!(" = {default}"));
        }
        line.text.push_str(&comment(&field.doc));
        line
    }

    fn variant(&self, indent: usize, variant: &Variant) -> Line {
        let mut before = match (variant.value, variant.other) {
            (Some(value), false) => format!("{value} {}", name(&variant.name)),
            (_, true) => format!("{} (all others)", name(&variant.name)),
            _ => name(&variant.name),
        };
        match variant.content {
            Some(content) => self.line(indent, format!("{before}: "), content, &variant.doc),
            None => {
                before.push_str(&comment(&variant.doc));
                Line {
                    indent,
                    text: before,
                    below: None,
                }
            }
        }
    }
}

/// Returns a name, in quotes if it could be misread.
fn name(name: &str) -> String {
    let plain = |c: char| c.is_alphanumeric() || matches!(c, '_' | '-' | '.' | '$' | '@' | '/');
    match !name.is_empty() && name.chars().all(plain) {
        true => name.into(),
        false => format!("{}", Quoted(name)),
    }
}

/// Returns the first line of a description as a comment.
fn comment(doc: &str) -> String {
    match doc.lines().next() {
        Some(line) if !line.is_empty() => format!("  # {line}"),
        _ => String::new(),
    }
}

/// Describes a node that contains no other in its line. Returns the text, and whether there are
/// lines below it.
fn scalar(ty: &Type) -> (String, bool) {
    let text = match ty {
        Type::Null => "null",
        Type::Bool => "boolean",
        Type::Integer { min, max, zero } => return (integer(*min, *max, *zero), false),
        Type::Float { bits: 32 } => "number of 32 bits",
        Type::Float { .. } | Type::Number => "number",
        Type::String { format } => string(*format),
        Type::Bytes { len: Some(len) } => return (format!("{len} bytes"), false),
        Type::Bytes { len: None } => "bytes",
        Type::Timestamp { unit } => match unit {
            TimeUnit::Microsecond => "timestamp",
            TimeUnit::Nanosecond => "timestamp with nanoseconds",
            TimeUnit::Neither => "timestamp beyond 64 bits",
        },
        Type::Tuple { items } => return (format!("array of {}", items.len()), true),
        Type::Record(record) if record.closed => return ("object, of nothing else".into(), true),
        Type::Record(_) => return ("object".into(), true),
        Type::Union(union) => return (tagging(union), true),
        _ => "anything",
    };
    (text.into(), false)
}

fn integer(min: Option<i128>, max: Option<i128>, zero: bool) -> String {
    const WIDE: (Option<i128>, Option<i128>) = (Some(i64::MIN as i128), Some(i64::MAX as i128));
    const DIGITS: (Option<i128>, Option<i128>) =
        (Some(1 - 10i128.pow(38)), Some(10i128.pow(38) - 1));
    let mut text = String::from("integer");
    match (min, max) {
        wide if wide == WIDE => {}
        digits if digits == DIGITS => text.push_str(" of up to 38 digits"),
        (Some(min), Some(max)) => text.push_str(&format!(", {min} to {max}")),
        (Some(min), None) => text.push_str(&format!(", {min} or more")),
        (None, Some(max)) => text.push_str(&format!(", {max} or less")),
        (None, None) => text.push_str(" of any size"),
    }
    if !zero && min < Some(0) {
        text.push_str(", not 0");
    }
    text
}

const fn string(format: Option<StringFormat>) -> &'static str {
    match format {
        None => "string",
        Some(StringFormat::Char) => "string of one character",
        Some(StringFormat::DateTime) => "string (date and time)",
        Some(StringFormat::Date) => "string (date)",
        Some(StringFormat::Time) => "string (time)",
        Some(StringFormat::Duration) => "string (duration)",
        Some(StringFormat::Ipv4) => "string (IPv4 address)",
        Some(StringFormat::Ipv6) => "string (IPv6 address)",
        Some(StringFormat::Uuid) => "string (UUID)",
    }
}

fn tagging(union: &Union) -> String {
    match &union.tagging {
        Tagging::External | Tagging::Untagged => "one of".into(),
        Tagging::Integer => "integer, one of".into(),
        Tagging::Internal(tag) => format!("object, by {}", name(tag)),
        Tagging::Adjacent { tag, content } => {
            format!("object, by {}, with {}", name(tag), name(content))
        }
    }
}

/// Returns a default that fits a line.
fn shown(events: &[Event]) -> Option<String> {
    Some(match events {
        [Event::Null] => "null".into(),
        [Event::Bool(value)] => format!("{value}"),
        [Event::I64(value)] => format!("{value}"),
        [Event::U64(value)] => format!("{value}"),
        [Event::F64(value)] => format!("{value:?}"),
        [Event::F32(value)] => format!("{value:?}"),
        [Event::Big(text) | Event::Decimal(text)] => text.clone(),
        [Event::Str(text)] => format!("{}", Quoted(text)),
        [Event::Array(..), Event::EndArray] => "[]".into(),
        [Event::Map(..), Event::EndMap] => "{}".into(),
        _ => return None,
    })
}
