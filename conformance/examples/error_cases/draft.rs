//! Documents as plain data, which may hold what no type fits: doubled keys, keys of any kind.

use conformance::documents::Draw;
use varvel::{Bytes, Encode, Result, Sink, Str};

/// A node of a document.
#[derive(Clone, Debug)]
pub enum Draft {
    Null,
    Bool(bool),
    Signed(i64),
    Unsigned(u64),
    /// An integer beyond 64 bits.
    Digits(&'static str),
    Float(f64),
    Text(String),
    Bytes(Vec<u8>),
    List(Vec<Draft>),
    Members(Vec<(Draft, Draft)>),
}

impl Encode for Draft {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &()) -> Result {
        match self {
            Self::Null => sink.null(),
            Self::Bool(value) => sink.bool(*value),
            Self::Signed(value) => sink.i64(*value),
            Self::Unsigned(value) => match i64::try_from(*value) {
                Ok(value) => sink.i64(value),
                Err(_) => sink.u64(*value),
            },
            Self::Digits(digits) => sink.big_integer(digits),
            Self::Float(value) => sink.f64(*value),
            Self::Text(text) => sink.str(Str::from(text.as_str())),
            Self::Bytes(bytes) => sink.bytes(Bytes::Input(bytes)),
            Self::List(items) => {
                sink.begin_array(Some(items.len()))?;
                for item in items {
                    item.encode(sink, context)?;
                }
                sink.end_array()
            }
            Self::Members(members) => {
                sink.begin_map(Some(members.len()))?;
                for (key, value) in members {
                    match key {
                        Self::Text(text) => sink.key(Str::from(text.as_str()))?,
                        other => {
                            sink.any_key()?;
                            other.encode(sink, context)?;
                        }
                    }
                    value.encode(sink, context)?;
                }
                sink.end_map()
            }
        }
    }
}

impl Draft {
    /// Returns a text.
    pub fn text(text: &str) -> Self {
        Self::Text(text.to_owned())
    }

    /// Returns the number of nodes in it, keys not counted.
    fn count(&self) -> usize {
        1 + match self {
            Self::List(items) => items.iter().map(Self::count).sum(),
            Self::Members(members) => members.iter().map(|(_, value)| value.count()).sum(),
            _ => 0,
        }
    }

    /// Returns the node of this number, counted from the outside in.
    fn nth(&mut self, mut number: usize) -> &mut Self {
        if number == 0 {
            return self;
        }
        number -= 1;
        let children: Vec<&mut Self> = match self {
            Self::List(items) => items.iter_mut().collect(),
            Self::Members(members) => members.iter_mut().map(|(_, value)| value).collect(),
            _ => Vec::new(),
        };
        for child in children {
            let count = child.count();
            if number < count {
                return child.nth(number);
            }
            number -= count;
        }
        unreachable!("the number is below the count")
    }

    /// Changes one node, so that the document is whole but may not fit its type any more.
    pub fn change(&mut self, draw: &mut Draw) {
        let number = draw.below(self.count());
        let node = self.nth(number);
        match node {
            Self::Members(members) if !draw.once_in(4) => change_members(members, draw),
            Self::List(items) if !draw.once_in(4) => change_items(items, draw),
            _ => *node = any(draw),
        }
    }
}

/// Returns a node of any kind, often a number at the border of some type.
fn any(draw: &mut Draw) -> Draft {
    const BORDERS: [u32; 7] = [7, 8, 15, 16, 31, 32, 63];
    let border = 1_u64 << draw.of(&BORDERS);
    match draw.below(14) {
        0 => Draft::Null,
        1 => Draft::Bool(draw.once_in(2)),
        2 => Draft::Unsigned(border),
        3 => Draft::Unsigned(border - 1),
        4 => Draft::Signed((border as i64).wrapping_neg()),
        5 => Draft::Signed((border as i64).wrapping_neg().wrapping_sub(1)),
        6 => Draft::Digits(draw.of(&["18446744073709551616", "-123456789012345678901234567890"])),
        7 => Draft::Float(draw.of(&[0.5, -1.0, 1e39, -3.5e38, 1e300, 3.0, 9007199254740993.0])),
        8 => Draft::text(draw.of(&[
            "",
            "x",
            "low",
            "hgih",
            "aGk=",
            "aGk",
            "7",
            "true",
            "größe \u{1F600}",
            "circle",
            "null",
            "~",
            "a text that is longer than short ones",
        ])),
        9 => Draft::Bytes(vec![0, 1, 255]),
        10 => Draft::List(Vec::new()),
        11 => Draft::List(vec![Draft::Signed(1), Draft::text("a")]),
        12 => Draft::Members(Vec::new()),
        _ => Draft::Members(vec![(Draft::text("id"), Draft::Null)]),
    }
}

/// Returns a key that members may have, or one that none has.
fn any_key(draw: &mut Draw) -> Draft {
    match draw.below(8) {
        0 => Draft::Signed(draw.of(&[-5, 0, 70_000])),
        1 => Draft::Bool(true),
        _ => Draft::text(draw.of(&[
            "id", "levle", "level", "kind", "x", "", "a b", "größe", "07", "40000", "-3", "wdith",
        ])),
    }
}

fn change_members(members: &mut Vec<(Draft, Draft)>, draw: &mut Draw) {
    let at = draw.below(members.len());
    match draw.below(5) {
        0 if !members.is_empty() => drop(members.remove(at)),
        1 if !members.is_empty() => members[at].0 = any_key(draw),
        2 if members.len() > 1 => members.swap(0, at),
        // A key that is there already.
        3 if members.len() > 1 && draw.once_in(3) => members[at].0 = members[0].0.clone(),
        _ => members.insert(at, (any_key(draw), any(draw))),
    }
}

fn change_items(items: &mut Vec<Draft>, draw: &mut Draw) {
    let at = draw.below(items.len());
    match draw.below(3) {
        0 if !items.is_empty() => drop(items.remove(at)),
        1 if !items.is_empty() => items.insert(at, items[at].clone()),
        _ => items.insert(at, any(draw)),
    }
}
