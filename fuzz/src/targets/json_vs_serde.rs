//! JSON text: accepted or refused as `serde_json` does, with equal values; written again, the same.
//!
//! Where the two may differ, and why:
//!
//! * Deeper than the default limit: refused here, whatever it is.
//! * A float beyond the range of `f64`: refused here; there it is the text of a number until
//!   somebody asks.
//! * A byte order mark before the text: passed over here, refused there.
//!
//! What is JSON is JSON5 too, and means the same there; any other text is rewritten or refused,
//! with a place in it.
//!
//! `serde_json` reads numbers as text (`conformance::reference`), so that integers of any size
//! compare exactly, and both see the members of an object in order, doubled keys too.

use std::collections::BTreeMap;

use conformance::tree::{self, Tree, TreeBuilder};
use conformance::{freeze, reference, walk};
use varvel_core::ErrorKind;
use varvel_json::{ReadOptions, Relaxed, drive, to_vec};

/// In UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// The tree with members in the order of their keys, of equal keys the last.
fn last(tree: Tree) -> Tree {
    match tree {
        Tree::Array(items) => Tree::Array(items.into_iter().map(last).collect()),
        Tree::Object(members) => {
            let members: BTreeMap<String, Tree> = members
                .into_iter()
                .map(|(key, value)| (key, last(value)))
                .collect();
            Tree::Object(members.into_iter().collect())
        }
        other => other,
    }
}

fn has_infinity(tree: &Tree) -> bool {
    match tree {
        Tree::Float(bits) => !f64::from_bits(*bits).is_finite(),
        Tree::Array(items) => items.iter().any(has_infinity),
        Tree::Object(members) => members.iter().any(|(_, value)| has_infinity(value)),
        _ => false,
    }
}

/// The tree of a text of JSON5.
fn relaxed(input: &[u8]) -> Option<Tree> {
    let mut tree = TreeBuilder::default();
    let options = ReadOptions::default();
    let read = Relaxed::new(input).and_then(|relaxed| {
        let words = Relaxed::with_words(input).unwrap();
        assert!(words.as_json() == relaxed.as_json());
        relaxed.read(|json| drive(json, &options, &mut tree))
    });
    match read {
        Ok(()) => Some(tree.finish().unwrap()),
        Err(error) => {
            assert!(error.offset().is_none_or(|offset| offset <= input.len()));
            None
        }
    }
}

/// Tries one input.
pub fn run(input: &[u8]) {
    let relaxed = relaxed(input);
    let mut driven = TreeBuilder::default();
    let ours = drive(input, &ReadOptions::default(), &mut driven);
    if let Err(error) = &ours {
        // Whatever is wrong, it can be told.
        let _ = error.report(input).to_string();
        if error.kind() == ErrorKind::DepthLimit {
            return;
        }
    }
    let theirs = reference::read(input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input));
    let (ours, theirs) = match (ours, theirs) {
        (Ok(()), Ok(theirs)) => (driven.finish().unwrap(), theirs),
        (Err(_), Err(_)) => {
            assert!(freeze(input).is_err());
            return;
        }
        (Err(error), Ok(theirs)) => {
            let overflow = error.kind() == ErrorKind::NumberOutOfRange && has_infinity(&theirs);
            assert!(overflow, "refused here only: {error}");
            return;
        }
        (Ok(()), Err(error)) => panic!("refused there only: {error}"),
    };
    assert_eq!(ours, theirs);
    assert_eq!(relaxed.as_ref(), Some(&ours));

    let frozen = freeze(input).unwrap();
    walk::every_member(frozen.view());
    let json = to_vec(&frozen.view()).unwrap();
    assert_eq!(last(tree::of(&frozen.view()).unwrap()), last(ours));
    let again = freeze(&json).unwrap();
    assert!(again.view() == frozen.view());
    assert_eq!(to_vec(&again.view()).unwrap(), json);
    // As another reader sees what was written.
    let rewritten = reference::read(&json).unwrap();
    assert_eq!(rewritten, tree::of(&frozen.view()).unwrap());
}
