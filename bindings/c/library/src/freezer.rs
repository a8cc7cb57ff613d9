//! Many documents of a kind
//!
//! A freezer reads one document after the other in the same memory, where vv_freeze() would give
//! each a buffer of its own.

use core::ffi::c_void;

use varvel::formats::{Row, Visit};
use varvel::{Freezer, View};

use crate::codes::vv_code;
use crate::failure::vv_error;
use crate::guard::{
    Fallible, borrow_mut, boxed, bytes, free, guard, invalid, make, of_input, room,
};
use crate::node::vv_node;
use crate::options::{Chosen, Which, chosen, vv_format, vv_options, which};

/// A freezer of any format.
trait AnyFreezer {
    fn freeze<'a>(&'a mut self, input: &[u8]) -> varvel::Result<View<'a>>;
}

impl<F: Row> AnyFreezer for Freezer<F> {
    fn freeze<'a>(&'a mut self, input: &[u8]) -> varvel::Result<View<'a>> {
        self.freeze(input)
    }
}

/// Freezes one document of a format after the other in the same memory, and knows the keys of those
/// before. One thread at a time may use it. Freed by vv_freezer_free().
pub struct vv_freezer(Box<dyn AnyFreezer>);

struct New<'r>(&'r Chosen);

impl Visit for New<'_> {
    type Output = Fallible<Box<dyn AnyFreezer>>;

    fn visit<F: Row>(self) -> Self::Output {
        let options = F::read_options(&self.0.read);
        Ok(boxed(Freezer::<F>::try_with(self.0.duplicates, options)?)?)
    }
}

/// Makes a freezer for documents of a format (not VV_FROZEN), `*out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_freezer_new(
    format: vv_format,
    options: *const vv_options,
    out: *mut *mut vv_freezer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, || {
            let chosen = chosen(options)?;
            let Which::Document(format) = which(format)? else {
                return invalid("frozen documents are validated, not frozen again");
            };
            Ok(vv_freezer(format.visit(New(&chosen))?))
        })
    }
}

/// Freezes the document of `len` bytes at `data`, and stores its root in `*root`. The root and all
/// that is found from it may be used until the next call with this freezer, which uses their memory
/// again. After the first documents of JSON the library allocates nothing; other formats make a few
/// small allocations for each.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_freezer_freeze(
    freezer: *mut vv_freezer,
    data: *const c_void,
    len: usize,
    root: *mut vv_node,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header; the node is not used after the freezer's next call.
    unsafe {
        guard(error, || {
            let (freezer, input) = (borrow_mut(freezer)?, bytes(data, len)?);
            let root = room(root)?;
            root.write(vv_node::MISSING);
            let view = of_input(freezer.0.freeze(input), input)?;
            root.write(view.into());
            Ok(())
        })
    }
}

/// Frees a freezer. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_freezer_free(freezer: *mut vv_freezer) {
    // SAFETY: the contract of the header.
    unsafe { free(freezer) };
}
