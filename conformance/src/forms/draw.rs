//! Draws nodes of all forms, and records that are alike.

use super::node::{Node, Packed, Pairs, Widths};
use super::twins::twin;
use super::vocabulary::Vocabulary;
use crate::documents::Draw;

const TEXTS: &[&str] = &[
    "ab",
    "héllo",
    "a longer text, so that references need wider slots than they do without it",
    "日本語",
    "x y z",
    "ÿ",
    "",
];

/// Texts for slots. The first ones fit slots of 2 bytes.
const SHORT: &[&str] = &["", "a", "z", "é", "abc", "日本", "1234567"];

/// Nodes are drawn with these keys, shapes and shared strings.
pub struct Nodes<'a> {
    /// The keys, shapes and shared strings.
    pub vocabulary: &'a Vocabulary,
    /// The source of all choices.
    pub draw: &'a mut Draw,
    /// Whether all nodes so far are such that the document is valid. Two keys of a map may be
    /// equal.
    pub sure: bool,
}

impl Nodes<'_> {
    /// Draws a number of a fixed size, or a value in its slot. Objects of these are those that a
    /// validator may compare with one another.
    pub fn number(&mut self) -> Node {
        let draw = &mut *self.draw;
        match draw.below(9) {
            0 => Node::Literal(draw.below(3) as u64),
            1 | 2 => Node::Integer(draw.below(4000) as i64 - 2000),
            3 => Node::Short(draw.of(&SHORT[..3]).to_owned()),
            4 => Node::F64(draw.word()),
            5 => Node::I32(draw.word() as i32),
            6 => Node::I64(draw.word() as i64),
            7 => Node::F32(draw.word() as u32),
            _ => Node::Literal(0),
        }
    }

    fn scalar(&mut self) -> Node {
        let draw = &mut *self.draw;
        match draw.below(14) {
            0 => Node::Literal(draw.below(5) as u64),
            1 => Node::Integer(draw.word() as i64 >> (4 + draw.below(58))),
            2 => Node::Short(draw.of(SHORT).to_owned()),
            3 | 4 => Node::Text(draw.of(TEXTS).to_owned()),
            5 => Node::U64(draw.word() | 1 << 63),
            6 => Node::Timestamp(draw.word() as i64, draw.below(1_000_000_000) as u32),
            7 => Node::Decimal(draw.of(&["0.10", "-1.5e7", "1E+400", "-0", "5"])),
            8 => Node::Big(draw.of(&["18446744073709551616", "-9223372036854775809"])),
            9 => Node::Bytes(vec![0xFF; draw.below(4)]),
            10 if !self.vocabulary.shared.is_empty() => {
                Node::Shared(draw.below(self.vocabulary.shared.len()))
            }
            _ => self.number(),
        }
    }

    fn packed(&mut self) -> Node {
        let draw = &mut *self.draw;
        let element = draw.below(8) as u8;
        let rows = match draw.once_in(3) {
            true => Some(1 + draw.below(4)),
            false => None,
        };
        let count = rows.unwrap_or(1) * (1 + draw.below(if rows.is_some() { 4 } else { 12 }));
        Node::Packed(Packed {
            element,
            counts: draw.of(&[0, 0, 0, 1, 2, 3]),
            rows,
            numbers: (0..count).map(|_| draw.word()).collect(),
            padding: draw.below(8),
        })
    }

    /// Draws a value with at most `levels` of containers. A plain one is of numbers and objects.
    pub fn value(&mut self, levels: usize, plain: bool) -> Node {
        if levels == 0 || self.draw.below(10) < 6 {
            return if plain { self.number() } else { self.scalar() };
        }
        if plain {
            return self.object(levels, true);
        }
        match self.draw.below(9) {
            0..=2 => {
                let plain = self.draw.once_in(2);
                self.object(levels, plain)
            }
            3 | 4 => {
                let count = 1 + self.draw.below(4);
                let items = (0..count).map(|_| self.value(levels - 1, false)).collect();
                Node::Array(Widths::draw(self.draw), items)
            }
            5 => self.packed(),
            6 => {
                let kind = self.draw.of(&[6, 7, 10]);
                // Only the number of a tag is larger than a byte.
                let number = match kind == 6 && self.draw.once_in(2) {
                    true => self.draw.word() >> self.draw.below(64),
                    false => self.draw.below(256) as u64,
                };
                let inner = self.value(levels - 1, false);
                Node::Tagged(Widths::draw(self.draw), kind, number, Box::new(inner))
            }
            7 => self.map(levels),
            _ => self.own_keys(),
        }
    }

    /// Draws an object with a shape.
    pub fn object(&mut self, levels: usize, plain: bool) -> Node {
        let shape = self.draw.below(self.vocabulary.shapes.len());
        let keys = self.vocabulary.shapes[shape].len();
        // Many members are numbers: there would be too many nodes.
        let levels = if keys > 16 { 1 } else { levels };
        let values = (0..keys).map(|_| self.value(levels - 1, plain)).collect();
        Node::Object(Widths::draw(self.draw), shape, values)
    }

    /// Draws a map. Now and then two of its keys are equal, or nearly so, in different forms.
    fn map(&mut self, levels: usize) -> Node {
        let count = 1 + self.draw.below(4);
        let mut members = vec![];
        for i in 0..count {
            // The number makes each key differ from others.
            let number = 1000 + i as i64;
            let key = match self.draw.below(4) {
                0 => Node::Integer(number),
                1 => Node::I64(number),
                2 => Node::I32(number as i32),
                _ => {
                    let other = self.value(levels - 1, false);
                    Node::Array(Widths::draw(self.draw), vec![Node::Integer(number), other])
                }
            };
            members.push((key, self.value(levels - 1, false)));
        }
        if self.draw.once_in(6) {
            let key = match self.draw.once_in(2) {
                true => self.value(levels - 1, false),
                false => members[0].0.clone(),
            };
            let other = twin(&key, self.vocabulary, self.draw);
            members.push((key, Node::Literal(0)));
            members.push((other, Node::Literal(1)));
            self.sure = false;
        }
        Node::Pairs(Widths::draw(self.draw), Pairs::Map, members)
    }

    /// Draws an object with keys of its own.
    fn own_keys(&mut self) -> Node {
        let count = match self.draw.once_in(3) {
            true => 17 + self.draw.below(24),
            false => 1 + self.draw.below(4),
        };
        let mut members = vec![];
        for i in 0..count {
            let key = match self.draw.below(8) {
                0 => Node::Short(format!("s{i}")),
                1 if i == 0 => Node::Text("v".repeat(300)),
                1 if i == 1 && !self.vocabulary.shared.is_empty() => Node::Shared(0),
                _ => Node::Text(format!("own key {i}")),
            };
            members.push((key, self.value(0, false)));
        }
        let kind = Pairs::Object {
            in_order: self.draw.once_in(2),
        };
        Node::Pairs(Widths::draw(self.draw), kind, members)
    }

    /// Returns another record like this one: with other numbers, and now and then an odd value.
    pub fn alike(&mut self, node: &Node) -> Node {
        if self.draw.once_in(80) {
            return self.number();
        }
        let draw = &mut *self.draw;
        match node {
            Node::Integer(_) if !draw.once_in(8) => Node::Integer(draw.below(4000) as i64 - 2000),
            Node::F64(_) => Node::F64(draw.word()),
            Node::F32(_) => Node::F32(draw.word() as u32),
            Node::I32(_) => Node::I32(draw.word() as i32),
            Node::I64(_) => Node::I64(draw.word() as i64),
            Node::U64(_) => Node::U64(draw.word() | 1 << 63),
            Node::Array(widths, items) => {
                Node::Array(*widths, items.iter().map(|item| self.alike(item)).collect())
            }
            Node::Object(widths, shape, values) => {
                let values = values.iter().map(|value| self.alike(value)).collect();
                Node::Object(*widths, *shape, values)
            }
            Node::Tagged(widths, kind, number, inner) => {
                Node::Tagged(*widths, *kind, *number, Box::new(self.alike(inner)))
            }
            other => other.clone(),
        }
    }
}

/// The most nodes of a document, roughly.
const MOST: usize = 2000;

/// Draws the root of a document.
pub fn root(nodes: &mut Nodes<'_>) -> Node {
    match nodes.draw.below(40) {
        0 => nodes.scalar(),
        1 | 2 => nodes.value(4, false),
        3 => deep(nodes),
        4 | 5 if !nodes.vocabulary.shared.is_empty() => shared(nodes),
        kind => {
            let records = records(nodes);
            let array = Node::Array(Widths::draw(nodes.draw), records);
            if kind < 32 || nodes.vocabulary.shapes[0].len() > 16 {
                return array;
            }
            let mut values = vec![Node::Literal(0); nodes.vocabulary.shapes[0].len()];
            let at = nodes.draw.below(values.len());
            values[at] = array;
            Node::Object(Widths::draw(nodes.draw), 0, values)
        }
    }
}

/// Draws many references to the longest shared string, or many records of such. Together they may
/// stand for more text than a buffer may.
fn shared(nodes: &mut Nodes<'_>) -> Node {
    nodes.sure = false;
    let Vocabulary {
        texts,
        shapes,
        shared,
    } = nodes.vocabulary;
    let longest = (0..shared.len()).max_by_key(|number| texts[shared[*number]].len());
    let text = Node::Shared(longest.unwrap_or(0));
    // Records of few bytes, which a validator may compare.
    let few = (0..shapes.len()).filter(|shape| shapes[*shape].len() <= 7);
    let shape = few.max_by_key(|shape| shapes[*shape].len());
    let widths = Widths { slot: 0, number: 0 };
    let item = match shape {
        Some(shape) if nodes.draw.once_in(2) => {
            Node::Object(widths, shape, vec![text; shapes[shape].len()])
        }
        _ => text,
    };
    let count = MOST / item.weight() + nodes.draw.below(MOST);
    Node::Array(widths, vec![item; count])
}

/// Draws a value inside of many containers.
fn deep(nodes: &mut Nodes<'_>) -> Node {
    let mut node = nodes.value(1, false);
    for _ in 0..nodes.draw.below(100) {
        let widths = Widths::draw(nodes.draw);
        node = match nodes.draw.once_in(2) {
            true => Node::Array(widths, vec![node]),
            false => Node::Tagged(widths, 6, 7, Box::new(node)),
        };
    }
    node
}

/// Draws records: some kinds of them, and of each kind many that are alike.
fn records(nodes: &mut Nodes<'_>) -> Vec<Node> {
    let mut kinds = vec![];
    for _ in 0..1 + nodes.draw.below(3) {
        let plain = !nodes.draw.once_in(3);
        kinds.push(nodes.object(3, plain));
    }
    // A validator may look for what is alike only after some hundreds of nodes.
    let count = match nodes.draw.once_in(32) {
        true => 300 + nodes.draw.below(300),
        false => 1 + nodes.draw.below(24),
    };
    let heaviest = kinds.iter().map(Node::weight).max().unwrap_or(1);
    let count = count.min(MOST / heaviest).max(1);
    let mut records = vec![];
    for i in 0..count {
        let kind = match nodes.draw.once_in(10) {
            true => nodes.draw.below(kinds.len()),
            false => i / 20 % kinds.len(),
        };
        records.push(nodes.alike(&kinds[kind]));
    }
    records
}
