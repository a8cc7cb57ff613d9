//! What stands between the values of a document that is indented as most are, guessed whole from
//! its first line: else each depth would be learned in its turn, which in a short document is much
//! of the work.

use varvel_raw::key::{Colon, Lead};

/// Depths whose leads are remembered apart; a power of two.
pub(super) const LEADS: usize = 8;

/// Behind a key in such a document.
pub(super) const COLON: Colon = Colon::SPACED;

static TWO_SPACES: [Lead; LEADS] = indented(b' ', 2);
static FOUR_SPACES: [Lead; LEADS] = indented(b' ', 4);
static TABS: [Lead; LEADS] = indented(b'\t', 1);

/// What leads to the members and items at each depth, from the white space behind the document's
/// first bracket.
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
