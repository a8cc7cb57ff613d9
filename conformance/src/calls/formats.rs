//! Drawn calls of the writers of all formats, and of the builder of trees.

use varvel::formats::{AnyFormat, ReadOptions, Row, Visit, WriteOptions};
use varvel::value::TreeBuilder;
use varvel_core::{Discard, Limits};
use varvel_frozen::Frozen;

use super::events::{Ordered, close, event};
use super::{Made, limits};
use crate::documents::Draw;

/// Writes a document in each format, of drawn events.
///
/// # Panics
/// If the format's reader refuses a finished document.
pub fn writers(number: u64) -> Made {
    let mut draw = Draw::new(number);
    let format = draw.of(AnyFormat::ALL);
    format.visit(Writing {
        draw,
        what: format!("case {number}, {}: ", format.name()),
    })
}

struct Writing {
    draw: Draw,
    what: String,
}

impl Visit for Writing {
    type Output = Made;

    fn visit<F: Row>(self) -> Made {
        let Self { mut draw, mut what } = self;
        let mut made = Made::default();
        let mut writer = F::writer(&F::write_options(&WriteOptions::default()), Vec::new());
        let mut order = Ordered::default();
        // After an error a writer takes no more, and finishes nothing. Some end too early, and some
        // go on after the end.
        let length = 5 + draw.below(400);
        while made.calls < length && (!order.is_whole() || draw.once_in(20)) {
            let _ = order.event(&mut writer, &mut draw, &mut what);
            made.calls += 1;
        }
        let Ok(bytes) = F::finish(writer) else {
            return made;
        };
        made.finished += 1;
        let options = F::read_options(&ReadOptions::with_limits(Limits::NONE));
        if let Err(error) = F::drive(&bytes, &options, &mut F::Scratch::default(), &mut Discard) {
            let text = String::from_utf8_lossy(&bytes);
            panic!("{error}\n{text}\n{what}");
        }
        made
    }
}

/// Builds a tree of drawn events.
///
/// # Panics
/// If a finished tree cannot be frozen, or is another one when it is.
pub fn trees(number: u64) -> Made {
    let mut draw = Draw::new(number);
    let mut builder = <TreeBuilder>::with_limits(limits(&mut draw));
    let mut what = format!("case {number}: ");
    let mut made = Made::default();
    for _ in 0..2 + draw.below(40) {
        let _ = event(&mut builder, &mut draw, &mut what);
        made.calls += 1;
    }
    close(&mut builder);
    if let Ok(tree) = builder.finish() {
        made.finished += 1;
        let frozen = tree
            .freeze()
            .unwrap_or_else(|error| panic!("{error}\n{what}"));
        Frozen::validate_with(frozen.as_bytes(), &Limits::NONE)
            .unwrap_or_else(|error| panic!("{error}\n{what}"));
        assert!(tree == frozen, "{what}");
    }
    made
}
