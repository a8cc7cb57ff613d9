//! The white space between the values of an indented document, guessed from its first line. Without
//! the guess each depth would be learnt in turn, which is much of the work in a short document.

use varvel_raw::key::{Colon, Lead};

/// At how many depths white space is remembered separately. It is a power of two.
pub(super) const LEADS: usize = 8;

/// The text behind a key in an indented document.
pub(super) const COLON: Colon = Colon::SPACED;

static TWO_SPACES: [Lead; LEADS] = indented(b' ', 2);
static FOUR_SPACES: [Lead; LEADS] = indented(b' ', 4);
static TABS: [Lead; LEADS] = indented(b'\t', 1);

/// Returns the text that leads to the members and items at each depth, if the white space behind
/// the document's first bracket is a usual one.
pub(super) fn guess(first: &[u8]) -> Option<&'static [Lead; LEADS]> {
    match first {
        b"\n  " => Some(&TWO_SPACES),
        b"\n    " => Some(&FOUR_SPACES),
        b"\n\t" => Some(&TABS),
        _ => None,
    }
}

const fn indented(space: u8, times: usize) -> [Lead; LEADS] {
    let mut leads = [Lead::COMMA; LEADS];
    let mut depth = 1;
    while depth <= LEADS {
        leads[depth % LEADS] = Lead::indented(space, times * depth);
        depth += 1;
    }
    leads
}
