//! Compares two versions of a schema: each version must read what the other wrote.
//!
//! Only places in buffers count. So types are compared along the paths from the root, not by their
//! names: namespaces and types may be renamed. Types that no path reaches are compared if they kept
//! their names.
//!
//! | room | holds |
//! |---|---|
//! | `objects` | tables, structs and their fields |
//! | `enums` | enums and unions |

mod enums;
mod objects;

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use hashbrown::{HashMap, HashSet};
use varvel_core::secret::RandomState;

use super::schema::{Element, EnumId, ObjectId, Schema, SourcePos, UnionId};

/// Compares a schema with a newer version, and reports what changed and which changes break.
///
/// Time and memory are linear in the schemas. The exception is that each of many tables became many
/// others: then the comparison stops, and reports that as a breaking change.
///
/// ```
/// use varvel::schema::fbs::{compatible, parse_text};
/// let old = parse_text("table T { a: int; b: string; } root_type T;")?;
/// let new = parse_text("table T { a: int; b: string; c: float; } root_type T;")?;
/// let changes = compatible(&old, &new);
/// assert!(changes.is_compatible());
/// assert_eq!(changes.to_string(), "T.c: new\n");
///
/// let wrong = parse_text("table T { a: uint; b: string; } root_type T;")?;
/// let changes = compatible(&old, &wrong);
/// assert_eq!(changes.to_string(), "breaks: T.a: int has become uint: what only one of them holds is misread\n");
/// # Ok::<(), varvel::schema::fbs::Problems>(())
/// ```
pub fn compatible(old: &Schema, new: &Schema) -> Compatibility {
    let mut comparison = Comparison {
        old,
        new,
        changes: Vec::new(),
        waiting: Vec::new(),
        seen: HashSet::default(),
    };
    comparison.all();
    Compatibility {
        changes: comparison.changes,
    }
}

/// The changes from one schema to the next. `Display` writes one line for each.
#[derive(Clone, Debug, PartialEq)]
pub struct Compatibility {
    /// All changes, breaking and others.
    pub changes: Vec<Change>,
}

impl Compatibility {
    /// Returns whether no change breaks.
    pub fn is_compatible(&self) -> bool {
        self.breaking().next().is_none()
    }

    /// Returns the changes that break.
    pub fn breaking(&self) -> impl Iterator<Item = &Change> {
        self.changes.iter().filter(|change| change.breaks)
    }
}

impl fmt::Display for Compatibility {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.changes
            .iter()
            .try_for_each(|change| writeln!(f, "{change}"))
    }
}

/// One difference between two schemas.
#[derive(Clone, Debug, PartialEq)]
pub struct Change {
    /// Whether buffers of one schema are refused or misread by code of the other.
    pub breaks: bool,
    /// The definition or member that changed (`Monster.hp`), by its name in the newer schema if it
    /// is there.
    pub subject: String,
    /// A description of the change.
    pub message: String,
    /// The place of the declaration in the older schema, if it is there.
    pub old: Option<SourcePos>,
    /// The place of the declaration in the newer schema, if it is there.
    pub new: Option<SourcePos>,
}

impl fmt::Display for Change {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mark = if self.breaks { "breaks: " } else { "" };
        write!(f, "{mark}{}: {}", self.subject, self.message)
    }
}

/// Two definitions at the same place of buffers, the older first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
enum Pair {
    Objects(ObjectId, ObjectId),
    Enums(EnumId, EnumId),
    Unions(UnionId, UnionId),
}

struct Comparison<'s> {
    old: &'s Schema,
    new: &'s Schema,
    changes: Vec<Change>,
    /// The pairs that are still to be compared.
    waiting: Vec<Pair>,
    /// All pairs that have ever waited.
    seen: HashSet<Pair, RandomState>,
}

impl Comparison<'_> {
    fn all(&mut self) {
        self.files();
        self.compare_waiting();
        self.services();
        self.same_names();
        self.compare_waiting();
    }

    fn add(&mut self, pair: Pair) {
        if self.seen.insert(pair) {
            self.waiting.push(pair);
        }
    }

    fn compare_waiting(&mut self) {
        let definitions =
            |schema: &Schema| schema.objects.len() + schema.enums.len() + schema.unions.len();
        let most = 1024 + 8 * (definitions(self.old) + definitions(self.new));
        while let Some(pair) = self.waiting.pop() {
            if self.seen.len() > most {
                self.note(
                    true,
                    "the schemas",
                    "types have become too many others for all to be compared",
                );
                self.waiting.clear();
                return;
            }
            match pair {
                Pair::Objects(old, new) => self.objects(old, new),
                Pair::Enums(old, new) => self.enums(old, new),
                Pair::Unions(old, new) => self.unions(old, new),
            }
        }
    }

    fn note(&mut self, breaks: bool, subject: impl Into<String>, message: impl Into<String>) {
        self.change(breaks, subject, message, None, None);
    }

    fn change(
        &mut self,
        breaks: bool,
        subject: impl Into<String>,
        message: impl Into<String>,
        old: Option<SourcePos>,
        new: Option<SourcePos>,
    ) {
        self.changes.push(Change {
            breaks,
            subject: subject.into(),
            message: message.into(),
            old,
            new,
        });
    }

    /// Compares the properties of whole buffers: root, file identifier, extension.
    fn files(&mut self) {
        match (self.old.root, self.new.root) {
            (Some(old), Some(new)) => self.add(Pair::Objects(old, new)),
            (Some(_), None) => self.note(true, "root_type", "there is none any more"),
            (None, _) => {}
        }
        let identifiers = (&self.old.file_identifier, &self.new.file_identifier);
        let message = match identifiers {
            (old, new) if old == new => None,
            (Some(old), Some(new)) => Some(format!("`{old}` has become `{new}`")),
            (Some(old), None) => Some(format!("`{old}` is gone, which older code looks for")),
            (None, Some(new)) => Some(format!("`{new}` is new, and older buffers do not have it")),
            (None, None) => None,
        };
        if let Some(message) = message {
            self.note(true, "file_identifier", message);
        }
        if self.old.file_extension != self.new.file_extension {
            self.note(false, "file_extension", "another");
        }
    }

    /// Compares the calls of services with the same name.
    fn services(&mut self) {
        let (older, newer) = (self.old, self.new);
        let new: HashMap<&str, _, RandomState> = newer
            .services
            .iter()
            .map(|service| (service.name.as_str(), service))
            .collect();
        for old in &older.services {
            let name = old.name.as_str();
            let Some(service) = new.get(name) else {
                self.change(true, name, "the service is gone", Some(old.place), None);
                continue;
            };
            let calls: HashMap<&str, _, RandomState> = service
                .calls
                .iter()
                .map(|call| (call.name.as_str(), call))
                .collect();
            for call in &old.calls {
                let subject = format!("{name}.{}", call.name);
                match calls.get(call.name.as_str()) {
                    None => self.change(true, subject, "the call is gone", Some(call.place), None),
                    Some(now) => {
                        self.add(Pair::Objects(call.request, now.request));
                        self.add(Pair::Objects(call.response, now.response));
                        if call.attributes.get("streaming") != now.attributes.get("streaming") {
                            let (old, new) = (Some(call.place), Some(now.place));
                            self.change(true, subject, "it streams otherwise", old, new);
                        }
                    }
                }
            }
        }
    }

    /// Adds pairs of definitions that no path has reached, by their names.
    fn same_names(&mut self) {
        let mut old = HashSet::<Element, RandomState>::default();
        let mut new = HashSet::<Element, RandomState>::default();
        for pair in &self.seen {
            let (from, to) = pair.elements();
            old.insert(from);
            new.insert(to);
        }
        let newer = named(self.new);
        let newer: HashMap<&str, Element, RandomState> = newer.collect();
        for (name, from) in named(self.old).filter(|(_, from)| !old.contains(from)) {
            match (from, newer.get(name)) {
                (Element::Object(old), Some(Element::Object(new))) => {
                    self.add(Pair::Objects(old, *new))
                }
                (Element::Enum(old), Some(Element::Enum(new))) => self.add(Pair::Enums(old, *new)),
                (Element::Union(old), Some(Element::Union(new))) => {
                    self.add(Pair::Unions(old, *new))
                }
                (_, Some(_)) => self.note(true, name, "it is something else now"),
                (_, None) => self.note(
                    false,
                    name,
                    "it is gone; nothing that was compared needs it",
                ),
            }
        }
        let older: HashSet<&str, RandomState> = named(self.old).map(|(name, _)| name).collect();
        for (name, _) in
            named(self.new).filter(|(name, to)| !new.contains(to) && !older.contains(name))
        {
            self.note(false, name, "new");
        }
    }
}

impl Pair {
    fn elements(self) -> (Element, Element) {
        match self {
            Self::Objects(old, new) => (Element::Object(old), Element::Object(new)),
            Self::Enums(old, new) => (Element::Enum(old), Element::Enum(new)),
            Self::Unions(old, new) => (Element::Union(old), Element::Union(new)),
        }
    }
}

/// Returns all types with their full names.
fn named(schema: &Schema) -> impl Iterator<Item = (&str, Element)> {
    let objects = (0..).zip(&schema.objects);
    let enums = (0..).zip(&schema.enums);
    let unions = (0..).zip(&schema.unions);
    let objects = objects.map(|(n, o)| (o.name.as_str(), Element::Object(ObjectId(n))));
    let enums = enums.map(|(n, e)| (e.name.as_str(), Element::Enum(EnumId(n))));
    let unions = unions.map(|(n, u)| (u.name.as_str(), Element::Union(UnionId(n))));
    objects.chain(enums).chain(unions)
}
