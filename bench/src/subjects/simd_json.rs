//! simd-json: borrowed `Value`, and the tape (reused, from padded input, its fastest way). It
//! destroys its input, so every operation has its own copy, made outside of the timing.

use std::mem;

use simd_json::prelude::Writable;
use simd_json::{BorrowedValue, Buffers, Node, OwnedValue, StaticNode, Tape};

use super::documents::Consumed;
use crate::checksum::Checksum;
use crate::harness::Subject;

pub fn parse() -> Vec<Box<dyn Subject>> {
    vec![
        Box::new(ParseTape::default()),
        Box::new(ParseBorrowed::default()),
    ]
}

pub fn write() -> Vec<Box<dyn Subject>> {
    vec![Box::new(Write::default())]
}

fn scalar(node: StaticNode, sum: &mut Checksum) {
    match node {
        StaticNode::Null => sum.null(),
        StaticNode::Bool(flag) => sum.boolean(flag),
        StaticNode::I64(integer) => sum.integer(integer as u64),
        StaticNode::U64(integer) => sum.integer(integer),
        StaticNode::F64(float) => sum.number(float),
    }
}

fn walk(value: &BorrowedValue<'_>, sum: &mut Checksum) {
    match value {
        BorrowedValue::Static(node) => scalar(*node, sum),
        BorrowedValue::String(text) => sum.string(text),
        BorrowedValue::Array(array) => {
            sum.container();
            array.iter().for_each(|child| walk(child, sum));
        }
        BorrowedValue::Object(object) => {
            sum.container();
            for (key, child) in object.iter() {
                sum.key(key);
                walk(child, sum);
            }
        }
    }
}

/// Walks the node at the front of a tape and returns the rest.
fn walk_tape<'t, 'n>(tape: &'t [Node<'n>], sum: &mut Checksum) -> &'t [Node<'n>] {
    let (first, mut rest) = tape
        .split_first()
        .expect("a tape holds the nodes it announces");
    match *first {
        Node::Static(node) => scalar(node, sum),
        Node::String(text) => sum.string(text),
        Node::Array { len, .. } => {
            sum.container();
            for _ in 0..len {
                rest = walk_tape(rest, sum);
            }
        }
        Node::Object { len, .. } => {
            sum.container();
            for _ in 0..len {
                if let Node::String(key) = rest[0] {
                    sum.key(key);
                }
                rest = walk_tape(&rest[1..], sum);
            }
        }
    }
    rest
}

#[derive(Default)]
struct ParseBorrowed {
    input: Consumed,
    buffers: Buffers,
}

impl Subject for ParseBorrowed {
    fn name(&self) -> &str {
        "simd-json borrowed"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents, 0);
        Ok(())
    }

    fn refill(&mut self, count: usize) {
        self.input.refill(count);
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let text = self.input.get(i);
        let value = simd_json::borrowed::to_value_with_buffers(text, &mut self.buffers);
        let mut sum = Checksum::default();
        walk(&value.map_err(|error| error.to_string())?, &mut sum);
        Ok(sum)
    }

    fn run(&mut self, i: usize) -> u64 {
        let text = self.input.get(i);
        let value = simd_json::borrowed::to_value_with_buffers(text, &mut self.buffers);
        u64::from(matches!(
            value.expect("checked before"),
            BorrowedValue::Object(_)
        ))
    }
}

struct ParseTape {
    input: Consumed,
    buffers: Buffers,
    tape: Tape<'static>,
}

impl Default for ParseTape {
    fn default() -> Self {
        Self {
            input: Consumed::default(),
            buffers: Buffers::default(),
            tape: Tape::null(),
        }
    }
}

impl ParseTape {
    /// Parses into the reused tape and passes it to `look`.
    fn with_tape<T>(
        &mut self,
        i: usize,
        look: impl FnOnce(&Tape<'_>) -> T,
    ) -> Result<T, simd_json::Error> {
        let mut tape = mem::replace(&mut self.tape, Tape(Vec::new()));
        let text = self.input.get(i);
        let length = text.len() - simd_json::INPUT_PADDING;
        simd_json::fill_tape_padded(text, length, &mut self.buffers, &mut tape)?;
        let seen = look(&tape);
        self.tape = tape.reset();
        Ok(seen)
    }
}

impl Subject for ParseTape {
    fn name(&self) -> &str {
        "simd-json tape"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.input.load(documents, simd_json::INPUT_PADDING);
        Ok(())
    }

    fn refill(&mut self, count: usize) {
        self.input.refill(count);
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        let mut sum = Checksum::default();
        self.with_tape(i, |tape| walk_tape(&tape.0, &mut sum).len())
            .map_err(|error| error.to_string())?;
        Ok(sum)
    }

    fn run(&mut self, i: usize) -> u64 {
        self.with_tape(i, |tape| tape.0.len() as u64)
            .expect("checked before")
    }
}

#[derive(Default)]
struct Write(Vec<OwnedValue>);

impl Subject for Write {
    fn name(&self) -> &str {
        "simd-json"
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        let values = documents
            .iter()
            .map(|document| simd_json::to_owned_value(&mut document.clone()));
        self.0 = values
            .collect::<Result<_, _>>()
            .map_err(|error| error.to_string())?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        super::reference(self.0[i].encode().as_bytes())
    }

    fn run(&mut self, i: usize) -> u64 {
        self.0[i % self.0.len()].encode().len() as u64
    }
}
