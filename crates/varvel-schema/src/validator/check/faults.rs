//! Faults, and the errors that they become.

use alloc::borrow::Cow;
use alloc::boxed::Box;
use alloc::collections::BTreeSet;
use alloc::format;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;

use hashbrown::HashSet;
use varvel_core::secret::RandomState;
use varvel_core::{Error, ErrorKind};

use super::Check;
use crate::validator::document::{Content, Id, KEY, shortened};
use crate::validator::rules::{Count, Rule, TYPES};

/// A value that a schema refuses.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct Fault {
    pub id: Id,
    pub what: What,
}

/// A bound of numbers.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Bound {
    Least,
    Most,
    Above,
    Below,
    Part,
}

/// Why a value is refused, with the schema that says so.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum What {
    /// No value fits.
    Never,
    Type(Rule),
    Values(Rule),
    Constant(Rule),
    Bound(Rule, Bound),
    Length(Rule),
    Pattern(Rule),
    Items(Rule),
    /// An item that equals an earlier one.
    Again,
    Contains(Rule, u64),
    Members(Rule),
    /// The number of a name in `required`.
    Missing(Rule, usize),
    /// The number of the member in the list, and the one of a name that it wants beside it.
    MissingBeside(Rule, usize, usize),
    /// A key that is not in `properties`.
    Unknown(Rule),
    Unevaluated,
    Not,
    /// So many schemas of `oneOf` fit.
    One(u64),
    /// None of several schemas fits.
    NoneOf(Box<[What]>),
}

/// The most values of `enum` in a message.
const VALUES: usize = 10;

impl Check<'_> {
    /// Notes a fault, and returns `false`.
    pub(super) fn bad(&mut self, id: Id, what: What) -> bool {
        if self.notes {
            self.note(Fault { id, what });
        }
        false
    }

    pub(super) fn note(&mut self, fault: Fault) {
        self.faults.push(fault);
        // More than these are not reported. They are found in another order than that of the
        // document, so the first ones are known only now.
        if self.faults.len() - self.branch > self.most.saturating_mul(2).saturating_add(64) {
            let mut own = self.faults.split_off(self.branch);
            put_in_order(&mut own);
            own.truncate(self.most);
            self.faults.extend(own);
        }
    }

    /// Returns the faults as errors, in the order of the document.
    pub(super) fn finish(mut self) -> Vec<Error> {
        let mut faults = core::mem::take(&mut self.faults);
        put_in_order(&mut faults);
        let faults = faults.iter().take(self.most);
        faults.map(|fault| self.error(fault)).collect()
    }

    fn error(&self, fault: &Fault) -> Error {
        let error = match &fault.what {
            What::Unknown(rule) => {
                let objects = self.rules(*rule).object.as_deref();
                let names = objects.map_or(&[][..], |objects| &objects.names);
                let names: Vec<&str> = names.iter().map(|name| &**name).collect();
                Error::unknown_member(self.document.key(fault.id), &names)
            }
            what => {
                let error = Error::expected(kind_of(what), self.expected(what));
                match self.found(fault) {
                    Some(fact) => error.with_found(fact),
                    None => error.with_content(self.document.shown(fault.id)),
                }
            }
        };
        self.document.at(fault.id, error)
    }

    /// Returns what came instead, if it is not the value.
    fn found(&self, fault: &Fault) -> Option<Cow<'static, str>> {
        let content = self.document.content(fault.id);
        Some(match (&fault.what, content) {
            (What::Type(_), content) => kind(&content).into(),
            (What::Missing(..) | What::MissingBeside(..), _) => "an object without".into(),
            (What::Length(_), Content::String(text)) => text.chars().count().to_string().into(),
            (What::Items(_), Content::Array(items)) => items.len().to_string().into(),
            (What::Members(_), Content::Object(members)) => members.all.len().to_string().into(),
            (What::Contains(_, count) | What::One(count), _) => format!("{count} of them").into(),
            _ => return None,
        })
    }

    /// Returns what should have come.
    fn expected(&self, what: &What) -> Cow<'static, str> {
        match what {
            What::Never => "no value here".into(),
            What::Type(rule) => {
                let types = self.rules(*rule).types;
                let names = TYPES.iter().enumerate();
                let names = names.filter(|(bit, _)| types >> bit & 1 == 1);
                joined(names.map(|(_, (_, words))| Cow::Borrowed(*words))).into()
            }
            What::Values(rule) => {
                let values = self.rules(*rule).values.as_ref();
                let values = values.map_or(&[][..], |values| &values.in_order);
                let shown = values.iter().take(VALUES).map(|id| self.in_schema(*id));
                let shown: Vec<String> = shown.collect();
                let more = if values.len() > VALUES { ", …" } else { "" };
                format!("one of {}{more}", shown.join(", ")).into()
            }
            What::Constant(rule) => {
                let value = self.rules(*rule).constant;
                value.map_or(String::new(), |id| self.in_schema(id)).into()
            }
            What::Bound(rule, bound) => self.bound(*rule, *bound).into(),
            What::Length(rule) => {
                let strings = self.rules(*rule).string.as_deref();
                counted(strings.map(|strings| strings.length), "character").into()
            }
            What::Pattern(rule) => {
                let strings = self.rules(*rule).string.as_deref();
                let pattern = strings.and_then(|strings| strings.pattern.as_ref());
                let text = pattern.map_or("", |pattern| pattern.text());
                format!("text that matches `{}`", shortened(text)).into()
            }
            What::Items(rule) => {
                let arrays = self.rules(*rule).array.as_deref();
                counted(arrays.map(|arrays| arrays.count), "item").into()
            }
            What::Again => "each item once".into(),
            What::Contains(rule, _) => {
                let arrays = self.rules(*rule).array.as_deref();
                let contains = arrays.and_then(|arrays| arrays.contains.as_ref());
                let count = counted(contains.map(|contains| contains.count), "item");
                format!("{count} for `contains`").into()
            }
            What::Members(rule) => {
                let objects = self.rules(*rule).object.as_deref();
                counted(objects.map(|objects| objects.count), "member").into()
            }
            What::Missing(rule, number) => {
                let objects = self.rules(*rule).object.as_deref();
                let name = objects.and_then(|objects| objects.required.get(*number));
                let name = name.map_or("", |name| name);
                format!("a member `{}`", shortened(name)).into()
            }
            What::MissingBeside(rule, number, other) => {
                let objects = self.rules(*rule).object.as_deref();
                let list = objects.and_then(|objects| objects.with_names.get(*number));
                let other = list.and_then(|(_, others)| others.get(*other));
                let name = list.map_or("", |(name, _)| name);
                let other = other.map_or("", |other| other);
                let (name, other) = (shortened(name), shortened(other));
                format!("a member `{other}` beside `{name}`").into()
            }
            What::Unknown(_) | What::Unevaluated => "a member that the schema names".into(),
            What::Not => "a value that `not` does not take".into(),
            What::One(_) => "a value for one schema of `oneOf`".into(),
            What::NoneOf(whats) if whats.is_empty() => "a value that some schema takes".into(),
            What::NoneOf(whats) => self.alternatives(whats).into(),
        }
    }

    /// Returns the words for one of several, each once. Values are one list.
    fn alternatives(&self, whats: &[What]) -> String {
        let mut seen = BTreeSet::new();
        let words = whats.iter().map(|what| self.expected(what));
        let words = words.filter(|words| seen.insert(words.clone()));
        joined(words)
    }

    fn bound(&self, rule: Rule, which: Bound) -> String {
        let Some(bounds) = &self.rules(rule).number else {
            return String::new();
        };
        let (words, bound) = match which {
            Bound::Least => ("at least", bounds.least),
            Bound::Most => ("at most", bounds.most),
            Bound::Above => ("more than", bounds.above),
            Bound::Below => ("less than", bounds.below),
            Bound::Part => ("a multiple of", bounds.part),
        };
        format!(
            "{words} {}",
            bound.map_or(String::new(), |id| self.in_schema(id))
        )
    }

    /// Returns a value of the schema as a message shows it.
    fn in_schema(&self, id: Id) -> String {
        self.schema.shown(id).to_string()
    }
}

/// Keeps each fault once.
pub(super) fn once(faults: &mut Vec<Fault>) {
    if faults.len() > 1 {
        let mut seen = HashSet::<Fault, RandomState>::default();
        faults.retain(|fault| seen.insert(fault.clone()));
    }
}

/// Sorts faults by their places, and keeps each once.
fn put_in_order(faults: &mut Vec<Fault>) {
    once(faults);
    // The numbers of nodes are in the order of the document.
    faults.sort_by_key(|fault| fault.id & !KEY);
}

fn kind_of(what: &What) -> ErrorKind {
    match what {
        What::Type(_) => ErrorKind::TypeMismatch,
        What::Values(_) | What::Constant(_) => ErrorKind::UnknownVariant,
        What::Bound(..) => ErrorKind::NumberOutOfRange,
        What::Missing(..) | What::MissingBeside(..) => ErrorKind::MissingField,
        What::Unknown(_) | What::Unevaluated => ErrorKind::UnknownMember,
        What::NoneOf(whats) => {
            let mut kinds = whats.iter().map(kind_of);
            let first = kinds.next().unwrap_or(ErrorKind::Refused);
            match kinds.all(|kind| kind == first) {
                true => first,
                false => ErrorKind::TypeMismatch,
            }
        }
        _ => ErrorKind::Refused,
    }
}

/// Returns the words for the type of a value.
fn kind(content: &Content<'_>) -> &'static str {
    match content {
        Content::Other(kind, _) => kind.name(),
        content => {
            let types = crate::validator::rules::types_of(content);
            TYPES[types.trailing_zeros() as usize].1
        }
    }
}

fn joined(words: impl Iterator<Item = Cow<'static, str>>) -> String {
    let words: Vec<Cow<'static, str>> = words.collect();
    words.join(" or ")
}

/// Returns the words for a number of things, such as `1 to 3 items`.
fn counted(count: Option<Count>, what: &str) -> String {
    let Count { least, most } = count.unwrap_or_default();
    let plural = |count| if count == 1 { "" } else { "s" };
    match most {
        None => format!("at least {least} {what}{}", plural(least)),
        Some(most) if least == most => format!("{most} {what}{}", plural(most)),
        Some(most) if least == 0 => format!("at most {most} {what}{}", plural(most)),
        Some(most) => format!("{least} to {most} {what}s"),
    }
}
