//! JSON text: accepted or refused like `serde_json`, with equal values; written again, the same.
//!
//! The two may differ in these cases:
//!
//! * Deeper than the default limit: refused here, whatever it is.
//! * A float beyond the range of `f64`: refused here; there it is the text of a number until
//!   somebody asks.
//! * A byte order mark before the text: skipped here, refused there.
//!
//! JSON text is JSON5, too, with the same value; any other text is rewritten or refused, with a
//! place in it.
//!
//! `serde_json` reads numbers as text (`conformance::reference`), so that integers of any size
//! compare exactly. Both keep the members of an object in order, with duplicate keys.

use std::collections::BTreeMap;

use conformance::tree::{self, Tree, TreeBuilder};
use conformance::{freeze, reference, walk};
use varvel_core::ErrorKind;
use varvel_json::{ReadOptions, Relaxed, drive, to_vec};

/// The mark in UTF-8.
const BYTE_ORDER_MARK: &[u8] = b"\xEF\xBB\xBF";

/// Returns the tree with members in the order of their keys, and of equal keys the last one.
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

/// Returns the tree of a JSON5 text.
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

/// Tries one input. Returns whether it was accepted.
pub fn run(input: &[u8]) -> bool {
    let relaxed = relaxed(input);
    let mut driven = TreeBuilder::default();
    let ours = drive(input, &ReadOptions::default(), &mut driven);
    if let Err(error) = &ours {
        // Every error can be printed.
        let _ = error.report(input).to_string();
        if error.kind() == ErrorKind::DepthLimit {
            return false;
        }
    }
    let theirs = reference::read(input.strip_prefix(BYTE_ORDER_MARK).unwrap_or(input));
    let (ours, theirs) = match (ours, theirs) {
        (Ok(()), Ok(theirs)) => (driven.finish().unwrap(), theirs),
        (Err(_), Err(_)) => {
            assert!(freeze(input).is_err());
            return false;
        }
        (Err(error), Ok(theirs)) => {
            let overflow = error.kind() == ErrorKind::NumberOutOfRange && has_infinity(&theirs);
            assert!(overflow, "refused here only: {error}");
            return false;
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
    // Another reader reads the output.
    let rewritten = reference::read(&json).unwrap();
    assert_eq!(rewritten, tree::of(&frozen.view()).unwrap());
    true
}
