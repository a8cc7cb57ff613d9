//! Buffers inside of buffers: offsets and alignment count in their own bytes.

use varvel_core::Result;

use super::pass::{Fields, Pass, Then};
use super::stack::Frame;

impl Pass<'_> {
    /// A buffer inside of a vector of bytes: into it, and out of it again.
    pub(super) fn nested(&mut self, frame: &mut Frame) -> Result<Then> {
        let Frame::Nested { object, start, end } = frame else {
            return Ok(Then::Done);
        };
        // The bounds change places: those of the nested buffer, and later those of the one around
        // it.
        core::mem::swap(&mut self.start, start);
        core::mem::swap(&mut self.end, end);
        self.seen = Fields::NONE;
        match object.take() {
            Some(object) => {
                let root = self.offset(self.start, false)?;
                match self.enter_table(object, root)? {
                    Then::Enter => Ok(Then::Enter),
                    // All of it was seen at once: out of it again.
                    Then::Done => self.nested(frame),
                }
            }
            None => Ok(Then::Done),
        }
    }
}
