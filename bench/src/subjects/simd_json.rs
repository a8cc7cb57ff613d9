//! simd-json: borrowed `Value`, and the tape (reused, from padded input, its fastest way). It
//! destroys its input, so every operation has its own copy, made outside of the timing.

use std::mem;

use simd_json::prelude::Writable;
use simd_json::{BorrowedValue, Buffers, Node, OwnedValue, StaticNode, Tape};

use super::prepared::{Each, text};
use super::reference;
use super::texts::Destroying;
use crate::checksum::Checksum;
use crate::harness::Subject;

pub fn parse() -> Vec<Box<dyn Subject>> {
    let tape = Destroying {
        name: "simd-json tape",
        kept: (Buffers::default(), Tape::null()),
        padding: simd_json::INPUT_PADDING,
        run: |kept, json| {
            with_tape(kept, json, |tape| tape.0.len() as u64).expect("checked before")
        },
        check: |kept, json| {
            let mut sum = Checksum::default();
            with_tape(kept, json, |tape| walk_tape(&tape.0, &mut sum).len()).map_err(text)?;
            Ok(sum)
        },
    };
    let borrowed = Destroying {
        name: "simd-json borrowed",
        kept: Buffers::default(),
        padding: 0,
        run: |buffers, json| {
            let value = simd_json::borrowed::to_value_with_buffers(json, buffers);
            u64::from(matches!(value, Ok(BorrowedValue::Object(_))))
        },
        check: |buffers, json| {
            let value = simd_json::borrowed::to_value_with_buffers(json, buffers);
            let mut sum = Checksum::default();
            walk(&value.map_err(text)?, &mut sum);
            Ok(sum)
        },
    };
    vec![tape.subject(), borrowed.subject()]
}

/// Parses a padded text into the tape, which is reused, and passes it to `look`.
fn with_tape<T>(
    (buffers, kept): &mut (Buffers, Tape<'static>),
    json: &mut [u8],
    look: impl FnOnce(&Tape<'_>) -> T,
) -> Result<T, simd_json::Error> {
    let mut tape = mem::replace(kept, Tape(Vec::new()));
    let length = json.len() - simd_json::INPUT_PADDING;
    simd_json::fill_tape_padded(json, length, buffers, &mut tape)?;
    let seen = look(&tape);
    *kept = tape.reset();
    Ok(seen)
}

pub fn write() -> Vec<Box<dyn Subject>> {
    let write = Each {
        name: "simd-json",
        load: |documents| {
            let values = documents.iter().cloned();
            let values = values.map(|mut json| simd_json::to_owned_value(&mut json));
            values.collect::<Result<Vec<OwnedValue>, _>>().map_err(text)
        },
        work: |value| value.encode(),
        sum: |json| reference(json.as_bytes()),
    };
    vec![write.subject()]
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
