//! What is read at a glance: values as most of them are, where nothing is in the way.
//!
//! All is asked before anything is changed, and nothing is called, so that whoever reads needs no
//! frame. What is not seen here is read, or refused, by the functions of `pull` that see
//! everything.

use varvel_core::Text;
use varvel_raw::simd::Isa;

use super::open::{Next, State};
use super::{Reader, numbers};
use crate::codes;

impl<'de, I: Isa> Reader<'de, I> {
    /// Whether a value comes, and may: one more is within the limits.
    #[inline(always)]
    pub(super) fn may_come(&self) -> bool {
        self.open.state.takes_value() && self.nodes < self.options.limits.nodes
    }

    /// The integer without a sign that stands here, and how long it is, where nothing is in the way
    /// and nine bytes are left. Nothing is counted or passed.
    #[inline(always)]
    pub(super) fn likely_unsigned(&self) -> Option<(u64, usize)> {
        match self.may_come() {
            true => numbers::unsigned(self.input.rest().first_chunk()?),
            false => None,
        }
    }

    /// The string that stands here, and how long its head is, where nothing is in the way and it is
    /// like most: up to 64 bytes of ASCII, and as many are left. Nothing is counted or passed.
    #[inline(always)]
    pub(super) fn likely_text(&self) -> Option<(Text<'de>, usize)> {
        if !self.may_come() {
            return None;
        }
        let rest = self.input.rest();
        let (len, head) = match *rest.first_chunk()? {
            [first @ codes::FIX_STR..codes::NIL, _] => (usize::from(first & 31), 1),
            [codes::STR_8, len] => (usize::from(len), 2),
            _ => return None,
        };
        let text = Text::short_ascii(self.input.isa, rest.get(head..)?, len)?;
        Some((text, head))
    }

    /// Enters a container whose head is one byte, if that is what stands here and nothing is in the
    /// way; each item or member has `nodes` nodes, and `place` is what comes in it.
    ///
    /// All is asked before anything is changed, and nothing is called.
    #[inline(always)]
    pub(super) fn enters_short(&mut self, short: u8, nodes: usize, place: Next) -> Option<usize> {
        let (limits, state) = (&self.options.limits, self.open.state);
        let from_head = self.input.rest();
        let (&first, rest) = from_head.split_first()?;
        let count = usize::from(first & 15);
        let likely = first & 0xF0 == short
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
