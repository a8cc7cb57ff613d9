//! The errors of the verifier: what was expected, and the path to it.

use alloc::format;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind};

use super::pass::Pass;
use super::stack::Frame;
use crate::layout::Field;

impl Pass<'_> {
    #[cold]
    #[inline(never)]
    pub(super) fn invalid(&self, at: usize, wanted: &'static str) -> Error {
        Error::expected(ErrorKind::InvalidBuffer, wanted).with_offset(at)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn misaligned(&self, at: usize, align: usize) -> Error {
        Error::expected(
            ErrorKind::InvalidBuffer,
            format!("a position that is a multiple of {align}"),
        )
        .with_found(format!("{} more than one", (at - self.start) % align))
        .with_offset(at)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn end_inside(&self, at: usize, wanted: &'static str) -> Error {
        let found = format!("the end of the buffer at byte {}", self.end);
        Error::expected(ErrorKind::UnexpectedEnd, wanted)
            .with_found(found)
            .with_offset(at)
    }

    #[cold]
    #[inline(never)]
    pub(super) fn missing(&self, field: &Field, at: usize) -> Error {
        let name = self.layout.name(field.name);
        Error::expected(
            ErrorKind::MissingField,
            format!("the required field `{name}`"),
        )
        .with_offset(at)
    }

    /// Puts the path to the current frame before the path of an error.
    #[cold]
    #[inline(never)]
    pub(super) fn trace(&self, error: Error, innermost: &Frame) -> Error {
        let mut error = self.trace_one(error, innermost);
        // The frames above have already advanced past the frame that they entered.
        for frame in self.stack.outward() {
            error = self.trace_one(error, &frame.before());
        }
        error
    }

    pub(super) fn trace_one(&self, error: Error, frame: &Frame) -> Error {
        match *frame {
            Frame::Table(table) => {
                let fields = self.layout.fields(table.object as usize);
                match fields.get(table.field as usize) {
                    Some(field) => error.inside(Step::Key(self.layout.name(field.name).into())),
                    None => error,
                }
            }
            Frame::Tables { index, .. } | Frame::Unions { index, .. } => {
                error.inside(Step::Index(index))
            }
            Frame::Nested { .. } => error,
        }
    }
}

#[cold]
#[inline(never)]
pub(super) fn not_utf8(text: &[u8]) -> Error {
    let error = Error::expected(ErrorKind::InvalidUtf8, "UTF-8");
    match core::str::from_utf8(text) {
        Ok(_) => error,
        Err(reason) => error.with_found(format!(
            "other bytes at byte {} of the string",
            reason.valid_up_to()
        )),
    }
}
