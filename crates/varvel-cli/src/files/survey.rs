//! Counts the content of a document: kinds, depth, strings that repeat, shapes of objects. One
//! walk, without recursion; memory grows with the number of different strings and shapes.

use std::collections::HashMap;

use varvel::{Error, Items, Kind, Pairs, View};

use crate::files::strings::Strings;

/// The kinds of nodes, in the order in which they are shown.
pub const KINDS: [Kind; 12] = [
    Kind::Object,
    Kind::Map,
    Kind::Array,
    Kind::String,
    Kind::Integer,
    Kind::Float,
    Kind::Decimal,
    Kind::Bool,
    Kind::Null,
    Kind::Bytes,
    Kind::Timestamp,
    Kind::Tagged,
];

/// The counts.
#[derive(Debug, Default)]
pub struct Survey<'a> {
    /// The number of nodes of each of [`KINDS`]; keys that are strings do not count.
    pub kinds: [u64; KINDS.len()],
    /// The greatest depth of containers.
    pub depth: usize,
    /// The bytes of all strings except keys.
    pub string_bytes: u64,
    /// How often each string occurs except as a key.
    strings: Strings<'a>,
    /// How many objects have these keys in this order.
    shapes: HashMap<Vec<&'a str>, u64>,
}

/// A string that occurs more than once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Repeated<'a> {
    /// The string.
    pub text: &'a str,
    /// How often it occurs.
    pub times: u64,
}

impl Repeated<'_> {
    /// Returns the bytes of all occurrences but one.
    pub fn bytes(&self) -> u64 {
        (self.times - 1) * self.text.len() as u64
    }
}

impl<'a> Survey<'a> {
    /// Counts `root` and all nodes in it.
    pub fn of(root: View<'a>) -> varvel::Result<Self> {
        let mut survey = Self::default();
        let mut open: Vec<Inside<'a>> = Vec::new();
        let mut next = Some(root);
        loop {
            if let Some(node) = next
                && survey.add(&node)?
            {
                open.try_reserve(1).map_err(|_| Error::out_of_memory())?;
                open.push(Inside::of(&node));
                survey.depth = survey.depth.max(open.len());
            }
            let Some(innermost) = open.last_mut() else {
                survey.strings.finish()?;
                return Ok(survey);
            };
            next = innermost.next();
            if next.is_none() {
                open.pop();
            }
        }
    }

    /// Counts a node. Returns whether it has content to be counted.
    fn add(&mut self, node: &View<'a>) -> varvel::Result<bool> {
        let kind = node.kind();
        self.count(kind, 1);
        if let Some(text) = node.as_str() {
            self.string_bytes += text.len() as u64;
            self.strings.add(text)?;
            return Ok(false);
        }
        if let Some(element) = node.packed_kind() {
            self.count(element, node.len() as u64);
            self.depth = self.depth.max(1);
        } else if kind == Kind::Object && !node.is_empty() {
            let keys = node.keys().collect();
            self.shapes
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            *self.shapes.entry(keys).or_default() += 1;
        }
        let container = matches!(kind, Kind::Object | Kind::Map | Kind::Array | Kind::Tagged);
        Ok(container)
    }

    fn count(&mut self, kind: Kind, count: u64) {
        if let Some(at) = KINDS.iter().position(|&known| known == kind) {
            self.kinds[at] += count;
        }
    }

    /// Returns the number of all nodes.
    pub fn nodes(&self) -> u64 {
        self.kinds.iter().sum()
    }

    /// Returns the number of nodes of this kind.
    pub fn of_kind(&self, kind: Kind) -> u64 {
        let at = KINDS.iter().position(|&known| known == kind);
        at.map_or(0, |at| self.kinds[at])
    }

    /// Returns the strings that occur more than once. The first `top` are those that repeat most
    /// bytes, in order.
    pub fn repeated(&self, top: usize) -> Vec<Repeated<'a>> {
        let several = self.strings.counts().filter(|(_, times)| *times > 1);
        let mut repeated: Vec<Repeated<'a>> = several
            .map(|(text, times)| Repeated { text, times })
            .collect();
        let order =
            |a: &Repeated<'_>, b: &Repeated<'_>| b.bytes().cmp(&a.bytes()).then(a.text.cmp(b.text));
        if top < repeated.len() {
            repeated.select_nth_unstable_by(top, order);
        }
        let top = top.min(repeated.len());
        repeated[..top].sort_by(order);
        repeated
    }

    /// Returns the keys of objects with the number of objects that have them, the most frequent
    /// first.
    pub fn shapes(&self) -> Vec<(&[&'a str], u64)> {
        let mut shapes: Vec<(&[&str], u64)> = self
            .shapes
            .iter()
            .map(|(keys, &count)| (keys.as_slice(), count))
            .collect();
        shapes.sort_by(|a, b| b.1.cmp(&a.1).then(a.0.cmp(b.0)));
        shapes
    }
}

/// The nodes that are left in a container, except keys of objects.
struct Inside<'a> {
    tagged: Option<View<'a>>,
    items: Option<Items<'a>>,
    members: Pairs<'a>,
    /// Whether keys are nodes.
    map: bool,
    /// The value of the last key.
    value: Option<View<'a>>,
}

impl<'a> Inside<'a> {
    fn of(node: &View<'a>) -> Self {
        Self {
            tagged: node.tag().map(|(_, tagged)| tagged),
            items: node.packed_kind().is_none().then(|| node.items()),
            members: node.pairs(),
            map: node.kind() == Kind::Map,
            value: None,
        }
    }

    fn next(&mut self) -> Option<View<'a>> {
        let next = self.tagged.take().or_else(|| self.items.as_mut()?.next());
        if next.is_some() {
            return next;
        }
        if let Some(value) = self.value.take() {
            return Some(value);
        }
        let (key, value) = self.members.next()?;
        if self.map {
            self.value = Some(value);
            return Some(key);
        }
        Some(value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn everything_is_counted_once() {
        let text = br#"{"a": ["x", "x", {"b": [1, 2, 3], "c": null}], "d": {"b": 1.5, "c": "x"}, "e": []}"#;
        let frozen = varvel::json::freeze(text).unwrap();
        let survey = Survey::of(frozen.view()).unwrap();
        assert_eq!(survey.of_kind(Kind::Object), 3);
        assert_eq!(survey.of_kind(Kind::Array), 3);
        assert_eq!(survey.of_kind(Kind::String), 3);
        assert_eq!(survey.of_kind(Kind::Integer), 3);
        assert_eq!((survey.nodes(), survey.depth), (14, 4));
        let repeated = survey.repeated(usize::MAX);
        assert_eq!(
            repeated,
            [Repeated {
                text: "x",
                times: 3
            }]
        );
        assert_eq!((repeated[0].bytes(), survey.string_bytes), (2, 3));
        let shapes = survey.shapes();
        assert_eq!(shapes[0], (&["b", "c"][..], 2));
        assert_eq!(shapes[1], (&["a", "d", "e"][..], 1));
    }
}
