//! Drawn calls of the builders: any calls in any order, whose errors are ignored. Whatever a
//! builder finishes, its readers take.
//!
//! A case follows from its number alone. It makes a few documents with one builder, which keeps its
//! memory and what it has learned. Its result says how many calls it made and how many documents it
//! finished; it panics if a document is wrong.
//!
//! | room | holds |
//! |---|---|
//! | [`events`] | drawn calls of a sink |
//! | [`formats`] | the writers of all formats, the builder of trees |
//! | [`frozen`] | the builder of frozen documents, and its splices |
//! | [`records`] | records that are added as a whole or not at all: segments and streams |

pub mod events;
pub mod formats;
pub mod frozen;
pub mod records;

use varvel_core::{Duplicates, Limits};
use varvel_frozen::{Frozen, View};

use crate::documents::Draw;
use crate::walk;

/// The result of cases: how many calls they made, and how many documents they finished.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Made {
    /// The number of calls of the builder.
    pub calls: usize,
    /// The number of documents that it finished, all of which were valid.
    pub finished: usize,
}

impl Made {
    /// Runs the cases with these numbers.
    pub fn by(case: impl Fn(u64) -> Self, numbers: std::ops::Range<u64>) -> Self {
        let case = |number| {
            // A panic inside of a builder does not say which calls led to it.
            let made = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| case(number)));
            made.unwrap_or_else(|panic| {
                println!("case {number} panicked");
                std::panic::resume_unwind(panic)
            })
        };
        numbers.map(case).fold(Self::default(), |sum, made| Self {
            calls: sum.calls + made.calls,
            finished: sum.finished + made.finished,
        })
    }
}

/// Returns a policy for doubled keys.
fn policy(draw: &mut Draw) -> Duplicates {
    draw.of(&[Duplicates::Error, Duplicates::First, Duplicates::Last])
}

/// Returns limits: none, mostly.
fn limits(draw: &mut Draw) -> Limits {
    match draw.below(4) {
        0 => Limits {
            depth: draw.below(8),
            nodes: 1 + draw.below(60),
            ..Limits::NONE
        },
        1 => Limits {
            depth: draw.below(8),
            ..Limits::NONE
        },
        _ => Limits::NONE,
    }
}

/// Checks that a finished document is valid under `limits`, and reads every part of it.
///
/// # Panics
/// If it is not; `what` says which calls made it.
fn check(document: View<'_>, limits: &Limits, what: &str) {
    match Frozen::validate_with(document.buffer(), limits) {
        Ok(view) => {
            walk::every_member(view);
        }
        Err(error) => panic!("{error}\n{what}"),
    }
}
