//! Drawn calls of the builder of frozen documents, and of its splices.

use std::fmt::Write as _;
use std::sync::LazyLock;

use varvel_core::{Limits, Result};
use varvel_frozen::{Builder, Freeze, Frozen, Splice, View};

use super::events::{Ordered, close, event};
use super::{Made, check, limits, policy};
use crate::documents::Draw;
use crate::mutants::Mutants;

/// Makes documents with a builder, of drawn events.
///
/// # Panics
/// If a finished document is wrong.
pub fn builder(number: u64) -> Made {
    let mut draw = Draw::new(number);
    let limits = limits(&mut draw);
    let mut builder = Builder::with(policy(&mut draw), limits);
    let mut made = Made::default();
    for _ in 0..1 + draw.below(4) {
        let mut log = format!("case {number}, {limits:?}: ");
        if !draw.once_in(50) {
            builder.start().expect("memory");
        }
        let mut order = Ordered::default();
        let (ordered, length) = (draw.once_in(2), 2 + draw.below(60));
        for _ in 0..length {
            let _ = match ordered && !order.is_whole() {
                true => order.event(&mut builder, &mut draw, &mut log),
                false if ordered => break,
                false => event(&mut builder, &mut draw, &mut log),
            };
            made.calls += 1;
        }
        close(&mut builder);
        made.finished += usize::from(finish(&mut builder, &mut draw, &limits, &log));
    }
    made
}

/// Ends a document in one of the ways to do so. Returns whether it was whole.
fn finish(builder: &mut Builder, draw: &mut Draw, limits: &Limits, log: &str) -> bool {
    match draw.below(3) {
        0 => match builder.finish_view() {
            Ok(view) => check(view, limits, log),
            Err(_) => return false,
        },
        _ => match builder.finish() {
            Ok(document) => {
                check(document.view(), limits, log);
                if draw.once_in(8) {
                    let canonical = Freeze::canonical().freeze_view(document.view());
                    let canonical = canonical.expect("a document that was built");
                    assert!(canonical == document, "{log}");
                }
                if draw.once_in(4) {
                    builder.recycle(document.into_bytes());
                }
            }
            Err(_) => return false,
        },
    }
    true
}

/// Valid buffers of all forms, as the builder writes them and as other writers may.
static BASES: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| {
    let mutants = Mutants::load();
    let numbers = 0..40_000;
    let buffers = numbers
        .map(|number| mutants.make(number))
        .filter(|mutant| !mutant.is_stream)
        .map(|mutant| mutant.bytes);
    buffers
        .filter(|bytes| Frozen::validate_with(bytes, &Limits::NONE).is_ok())
        .collect()
});

/// Returns a drawn node of a document.
fn node<'a>(draw: &mut Draw, root: View<'a>) -> View<'a> {
    let mut at = root;
    while !draw.once_in(3) {
        let i = draw.below(at.len());
        let inside = at
            .at(i)
            .or_else(|| at.value_at(i))
            .or_else(|| Some(at.tag()?.1));
        match inside {
            Some(inside) => at = inside,
            None => break,
        }
    }
    at
}

/// Makes documents with splices of drawn events and of parts of other documents.
///
/// # Panics
/// If a finished document is wrong.
pub fn splice(number: u64) -> Made {
    let mut draw = Draw::new(number);
    let limits = limits(&mut draw);
    let mut builder = Builder::with(policy(&mut draw), limits);
    let mut made = Made::default();
    let mut last: Option<Frozen> = None;
    for _ in 0..1 + draw.below(4) {
        let mut log = format!("case {number}, {limits:?}: ");
        let drawn = draw.below(BASES.len());
        let base = Frozen::validate_with(&BASES[drawn], &Limits::NONE).expect("a valid base");
        // The document before, as a rule: so copies of copies get deep.
        let kept = last.take().filter(|_| !draw.once_in(3));
        let base = kept.as_ref().map_or(base, |last| last.view());
        let other = Frozen::validate_with(&BASES[(drawn + 1) % BASES.len()], &Limits::NONE);
        let other = other.expect("a valid base");
        let mut splice = builder.splice(node(&mut draw, base)).expect("memory");
        for _ in 0..2 + draw.below(40) {
            let from = if draw.once_in(8) { other } else { base };
            let _ = call(&mut splice, &mut draw, from, &mut log);
            made.calls += 1;
        }
        close(&mut splice);
        if let Ok(document) = splice.finish() {
            check(document.view(), &limits, &log);
            made.finished += 1;
            last = Some(document);
        }
    }
    made
}

/// Makes one drawn call of a splice, and notes it in `log`.
fn call<'a>(
    splice: &mut Splice<'_, 'a>,
    draw: &mut Draw,
    from: View<'a>,
    log: &mut String,
) -> Result {
    let node = node(draw, from);
    let result = match draw.below(8) {
        0 => {
            let _ = write!(log, "node ");
            splice.node(node)
        }
        1 | 2 => {
            let start = draw.below(1 + node.len());
            let end = start + draw.below(8);
            let _ = write!(log, "items {start}..{end} ");
            splice.items(node, start..end)
        }
        3 => {
            let _ = write!(log, "like ");
            splice.begin_like(node).map(drop)
        }
        4 => {
            let _ = write!(log, "end like ");
            splice.end_like(node)
        }
        _ => return event(splice, draw, log),
    };
    if result.is_err() {
        log.push_str("! ");
    }
    result
}
