//! Nested buffers: offsets and alignment count in their own bytes.

use varvel_core::Result;

use super::pass::{Fields, Pass, Then};
use super::stack::Frame;

impl Pass<'_> {
    /// Enters a buffer inside of a vector of bytes, or leaves it.
    pub(super) fn nested(&mut self, frame: &mut Frame) -> Result<Then> {
        let Frame::Nested {
            object,
            start,
            end,
            left,
        } = frame
        else {
            return Ok(Then::Done);
        };
        // Swaps the bounds: sets those of the nested buffer, and later those of the buffer around
        // it.
        core::mem::swap(&mut self.start, start);
        core::mem::swap(&mut self.end, end);
        self.seen = Fields::NONE;
        match object.take() {
            Some(object) => {
                // The vector around it has paid for its bytes: visiting as many in it costs
                // nothing. The buffer around it gets nothing of what is left of them.
                *left = self.left;
                self.left = left.saturating_add(self.end - self.start);
                let root = self.offset(self.start, false)?;
                match self.enter_table(object, root)? {
                    Then::Enter => Ok(Then::Enter),
                    // All of it was verified at once, so that it can be left.
                    Then::Done => self.nested(frame),
                }
            }
            None => {
                self.left = self.left.min(*left);
                Ok(Then::Done)
            }
        }
    }
}
