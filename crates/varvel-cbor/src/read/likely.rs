//! The fast reads: values in their most common forms, if nothing special has to be done.
//!
//! All conditions are checked before anything is changed, and nothing is called, so that the
//! callers need no stack frame. The functions of `pull` read all other values, or refuse them.

use varvel_core::Text;
use varvel_raw::simd::Isa;

use super::open::{Next, State};
use super::{Reader, numbers};
use crate::codes::{self, INFO, MAJOR};

impl<'de, I: Isa> Reader<'de, I> {
    /// Returns whether a value comes next, and another node is within the limits.
    #[inline(always)]
    pub(super) fn may_come(&self) -> bool {
        self.open.state.takes_value() && self.nodes < self.options.limits.nodes
    }

    /// Returns the unsigned integer at the position with its length, if a value may come and nine
    /// bytes are left. It counts and passes nothing.
    #[inline(always)]
    pub(super) fn likely_unsigned(&self) -> Option<(u64, usize)> {
        match self.may_come() {
            true => numbers::unsigned(self.input.rest().first_chunk()?),
            false => None,
        }
    }

    /// Returns the string at the position with the length of its head, if a value may come and the
    /// string is a common one: up to 64 bytes of ASCII, with as many bytes left. It counts and
    /// passes nothing.
    #[inline(always)]
    pub(super) fn likely_text(&self) -> Option<(Text<'de>, usize)> {
        const LONG: u8 = codes::TEXT | codes::ONE_BYTE;
        if !self.may_come() {
            return None;
        }
        let rest = self.input.rest();
        let (len, head) = match *rest.first_chunk()? {
            [first @ codes::TEXT..LONG, _] => (usize::from(first & INFO), 1),
            [LONG, len] => (usize::from(len), 2),
            _ => return None,
        };
        let text = Text::short_ascii(self.input.isa, rest.get(head..)?, len)?;
        Some((text, head))
    }

    /// Enters a container of a major type whose head is one byte, if one comes next and may be
    /// entered. Returns its number of items or members. Each of them has `nodes` nodes, and `place`
    /// comes next in the container.
    ///
    /// All conditions are checked before anything is changed, and nothing is called.
    #[inline(always)]
    pub(super) fn enters_short(&mut self, major: u8, nodes: usize, place: Next) -> Option<usize> {
        let (limits, state) = (&self.options.limits, self.open.state);
        let from_head = self.input.rest();
        let (&first, rest) = from_head.split_first()?;
        let count = usize::from(first & INFO);
        let likely = first & MAJOR == major
            && count < usize::from(codes::ONE_BYTE)
            && state.takes_value()
            && self.nodes < limits.nodes
            && self.open.admits(limits, nodes * count, rest.len());
        if !likely {
            return None;
        }
        self.nodes += 1;
        self.input.pass_to(rest);
        let inside = State::new(place, count);
        self.open
            .enter_in_room(from_head.len(), inside, state.behind_value());
        Some(count)
    }
}
