//! JSON text: accepted or refused like `simd-json`, with equal values.
//!
//! The two may differ in these cases:
//!
//! * Deeper than the default limit: refused here, whatever it is.
//! * A byte order mark before the text: skipped here, refused there.
//! * `-0` is a float here, and the integer 0 there.
//! * An integer outside of 64 bits: exact here, refused there.
//! * A float beyond the range of `f64`: refused here; there it may be infinite.

use conformance::tree::{Tree, TreeBuilder};
use simd_json::{Node, StaticNode};
use varvel_core::ErrorKind;
use varvel_json::{ReadOptions, drive};

/// Returns the tree that begins with the next node of a tape, in the order of the text, with
/// duplicate keys.
fn tree<'a>(nodes: &mut impl Iterator<Item = Node<'a>>) -> Tree {
    match nodes.next().expect("a node") {
        Node::String(text) => Tree::String(text.to_owned()),
        Node::Object { len, .. } => {
            let member = |_| match (tree(nodes), tree(nodes)) {
                (Tree::String(key), value) => (key, value),
                (key, _) => panic!("a key is {key:?}"),
            };
            Tree::Object((0..len).map(member).collect())
        }
        Node::Array { len, .. } => Tree::Array((0..len).map(|_| tree(nodes)).collect()),
        Node::Static(StaticNode::Null) => Tree::Null,
        Node::Static(StaticNode::Bool(value)) => Tree::Bool(value),
        Node::Static(StaticNode::I64(value)) => Tree::Integer(value.to_string()),
        Node::Static(StaticNode::U64(value)) => Tree::Integer(value.to_string()),
        Node::Static(StaticNode::F64(value)) => Tree::Float(value.to_bits()),
    }
}

/// Returns the tree with 0 for each -0.0.
fn unsigned_zeros(tree: Tree) -> Tree {
    match tree {
        Tree::Float(bits) if bits == (-0.0_f64).to_bits() => Tree::Integer("0".to_owned()),
        Tree::Array(items) => Tree::Array(items.into_iter().map(unsigned_zeros).collect()),
        Tree::Object(members) => {
            let member = |(key, value)| (key, unsigned_zeros(value));
            Tree::Object(members.into_iter().map(member).collect())
        }
        other => other,
    }
}

/// Whether a tree has an integer outside of 64 bits.
fn is_wide(tree: &Tree) -> bool {
    match tree {
        Tree::Integer(digits) => digits.parse::<i64>().is_err() && digits.parse::<u64>().is_err(),
        Tree::Array(items) => items.iter().any(is_wide),
        Tree::Object(members) => members.iter().any(|(_, value)| is_wide(value)),
        _ => false,
    }
}

/// Tries one input.
pub fn run(input: &[u8]) {
    let mut driven = TreeBuilder::default();
    let ours = drive(input, &ReadOptions::default(), &mut driven);
    let ours = match ours {
        Ok(()) => Ok(driven.finish().unwrap()),
        Err(error) if error.kind() == ErrorKind::DepthLimit => return,
        Err(error) => Err(error),
    };
    // It unescapes strings in place.
    let mut text = input.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(input).to_vec();
    let theirs = simd_json::to_tape(&mut text).map(|tape| tree(&mut tape.0.into_iter()));
    match (ours, theirs) {
        (Ok(ours), Ok(theirs)) => assert_eq!(unsigned_zeros(ours), unsigned_zeros(theirs)),
        (Err(_), Err(_)) => {}
        (Ok(ours), Err(error)) => assert!(is_wide(&ours), "refused there only: {error}"),
        (Err(error), Ok(_)) => {
            let overflow = error.kind() == ErrorKind::NumberOutOfRange;
            assert!(overflow, "refused here only: {error}");
        }
    }
}
