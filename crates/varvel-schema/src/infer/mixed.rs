//! [`Mixed`]: lists the places whose nodes are of several kinds.

use alloc::borrow::ToOwned as _;
use alloc::string::{String, ToString as _};
use alloc::vec::Vec;
use core::fmt;

use varvel_core::path::{Path, Step};

use super::seen::{First, Kinds, NOWHERE, Seen};
use super::{BEYOND, ROOT};

/// A place of documents with nodes of several kinds, so that its type is wider than that of each.
///
/// [`Inference::mixed`](super::Inference::mixed) has an example.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Mixed {
    /// The steps that lead to the place; none for the documents themselves.
    pub steps: Vec<MixedStep>,
    /// The kinds, in the order in which they came.
    pub kinds: Vec<KindSeen>,
}

/// A step to a place of documents.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MixedStep {
    /// To the member of this name.
    Member(String),
    /// To any item of an array.
    Items,
    /// To any key of a map, if keys are not strings alone.
    Keys,
    /// To any value of a map.
    Values,
}

/// A kind of nodes, and where it came first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct KindSeen {
    /// A node of the kind, in words: `an integer above 2^63 - 1`.
    pub kind: &'static str,
    /// The number of the first document with such a node.
    pub number: u64,
}

impl Mixed {
    /// Returns the path to the place: `user.tags[]`, where `[]` is any item of an array and `*` any
    /// value of a map; empty for the documents themselves. More than 12 steps are shortened.
    pub fn path(&self) -> String {
        let (mut path, len) = (String::new(), self.steps.len());
        for (index, step) in self.steps.iter().enumerate() {
            match len > STEPS && (STEPS - LAST..len - LAST).contains(&index) {
                true if index == STEPS - LAST => path.push('…'),
                true => {}
                false => step.write(&mut path),
            }
        }
        path
    }
}

impl MixedStep {
    /// Adds the step to a path.
    fn write(&self, path: &mut String) {
        let dot = if path.is_empty() { "" } else { "." };
        *path += &match self {
            Self::Member(name) => {
                let step = Path::new(&[Step::Key(name.clone())]).to_string();
                let step = step.trim_start_matches('$');
                match step.strip_prefix('.') {
                    Some(name) => alloc::format!("{dot}{name}"),
                    None => step.to_owned(),
                }
            }
            Self::Items => "[]".to_owned(),
            Self::Keys => " (keys)".to_owned(),
            Self::Values => alloc::format!("{dot}*"),
        };
    }
}

impl fmt::Display for Mixed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, KindSeen { kind, number }) in self.kinds.iter().enumerate() {
            let comma = if index == 0 { "" } else { ", " };
            write!(f, "{comma}{kind} in {number}")?;
        }
        Ok(())
    }
}

/// Kinds in words, and the kinds beside which they say nothing new.
const WORDS: &[(Kinds, Kinds, &str)] = &[
    (Kinds::BOOL, Kinds::NONE, "a boolean"),
    (Kinds::INTEGER, Kinds::WIDE, "an integer"),
    (Kinds::NEGATIVE, Kinds::INTEGER, "an integer below 0"),
    (Kinds::WIDE, Kinds::NONE, "an integer above 2^63 - 1"),
    (
        Kinds::BIG_INTEGER,
        Kinds::HUGE,
        "an integer of more than 64 bits",
    ),
    (
        Kinds::HUGE,
        Kinds::NONE,
        "an integer of more than 38 digits",
    ),
    (
        Kinds::NO_FLOAT,
        Kinds::BIG_INTEGER,
        "an integer that no float is",
    ),
    (Kinds::FLOAT, Kinds::NONE, "a float"),
    (Kinds::BEYOND, Kinds::NONE, "a number beyond all floats"),
    (
        Kinds::LONG,
        Kinds::NONE,
        "a number of more digits than its float",
    ),
    (Kinds::STRING, Kinds::NONE, "a string"),
    (Kinds::BYTES, Kinds::NONE, "bytes"),
    (Kinds::TIMESTAMP, Kinds::FINE_OR_FAR, "a timestamp"),
    (
        Kinds::FINE,
        Kinds::NONE,
        "a timestamp finer than microseconds",
    ),
    (
        Kinds::FAR,
        Kinds::FARTHEST,
        "a timestamp beyond the years 1677 to 2262",
    ),
    (
        Kinds::FARTHEST,
        Kinds::NONE,
        "a timestamp beyond 64 bits of microseconds",
    ),
    (Kinds::ARRAY, Kinds::NONE, "an array"),
    (Kinds::OBJECT, Kinds::NONE, "an object"),
    (Kinds::ANYTHING, Kinds::NONE, "a node of no type"),
];

/// The most steps of a path that is shown whole, and how many are shown behind those left out.
const STEPS: usize = 12;
const LAST: usize = 4;

/// The most places that are listed.
const MOST: usize = 1000;

/// A place on the way, with the step that leads to it from another.
struct Way<'s> {
    place: u32,
    from: usize,
    step: Between<'s>,
}

/// A step whose name is not copied yet.
#[derive(Clone, Copy)]
enum Between<'s> {
    Member(&'s str),
    Items,
    Keys,
    Values,
}

/// Lists the first mixed places in the order of the schema.
pub(super) fn of(seen: &[Seen]) -> Vec<Mixed> {
    let mut ways = alloc::vec![Way {
        place: ROOT,
        from: 0,
        step: Between::Items,
    }];
    let (mut left, mut mixed) = (alloc::vec![0], Vec::new());
    while let Some(way) = left.pop() {
        let here = &seen[ways[way].place as usize];
        let kinds = kinds(here);
        if kinds.len() > 1 || here.kinds.has(Kinds::BOUNDLESS) {
            let steps = steps(&ways, way);
            mixed.push(Mixed { steps, kinds });
            if mixed.len() == MOST {
                break;
            }
        }
        let begin = ways.len();
        let mut go = |place, step| {
            if place != NOWHERE && place != BEYOND {
                let from = way;
                ways.push(Way { place, from, step });
            }
        };
        go(here.items, Between::Items);
        let mut members: Vec<_> = here.members.iter().collect();
        members.sort_unstable_by_key(|member| member.first);
        for member in members {
            go(member.place, Between::Member(&member.name));
        }
        go(here.keys, Between::Keys);
        go(here.rest, Between::Values);
        left.extend((begin..ways.len()).rev());
    }
    mixed
}

fn steps(ways: &[Way<'_>], mut way: usize) -> Vec<MixedStep> {
    let mut steps = Vec::new();
    while way != 0 {
        steps.push(match ways[way].step {
            Between::Member(name) => MixedStep::Member(name.to_owned()),
            Between::Items => MixedStep::Items,
            Between::Keys => MixedStep::Keys,
            Between::Values => MixedStep::Values,
        });
        way = ways[way].from;
    }
    steps.reverse();
    steps
}

/// Returns the kinds of nodes of a place that make its type wider, in the order in which they came.
/// Returns the words for one of the kinds that is no object. A node of no type may be one, for
/// which there was no room.
#[inline]
pub(super) fn other_than_object(kinds: Kinds) -> Option<&'static str> {
    match kinds.without(Kinds::OF_OBJECT) {
        Kinds::NONE => None,
        kinds => other(kinds),
    }
}

#[cold]
fn other(kinds: Kinds) -> Option<&'static str> {
    let mut words = WORDS.iter();
    let found = words.find(|(kind, beside, _)| kinds.has(*kind) && !kinds.has(*beside));
    let null = kinds.has(Kinds::NULL).then_some("null");
    found.map(|&(_, _, word)| word).or(null)
}

fn kinds(seen: &Seen) -> Vec<KindSeen> {
    // Most places have one kind.
    if seen.firsts.len() < 2 && !seen.kinds.has(Kinds::BOUNDLESS) {
        return Vec::new();
    }
    let all = seen.kinds;
    let mut ignored = Kinds::NULL;
    if !all.has(Kinds::FLOAT) {
        ignored.add(Kinds::NO_FLOAT);
    }
    if !all.has(Kinds::WIDE) || all.has(Kinds::BIG_INTEGER) {
        ignored.add(Kinds::NEGATIVE);
    }
    let has_one_unit = !all.has(Kinds::FINE) || !all.has(Kinds::FAR);
    if has_one_unit && !all.has(Kinds::FARTHEST) {
        ignored.add(Kinds::FINE_OR_FAR);
    }
    let mut firsts = seen.firsts.clone();
    firsts.sort_by_key(|first| first.number);
    let of = |&First { kinds, number }: &First| {
        let kinds = kinds.without(ignored);
        let words = WORDS
            .iter()
            .filter(move |(kind, beside, _)| kinds.has(*kind) && !kinds.has(*beside));
        words.map(move |&(_, _, kind)| KindSeen { kind, number })
    };
    firsts.iter().flat_map(of).collect()
}
