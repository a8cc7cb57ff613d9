//! FlatBuffers by a schema
//!
//! A `vv_schema` is read at run time, from the text of an .fbs file or the bytes of a .bfbs file.
//! By it FlatBuffers are verified, written in every format, and built of any node.

use core::ffi::{c_char, c_void};

use varvel::flatbuffers::{BuildOptions, Builder, Dynamic, SchemaLayout, Verify, bfbs};
use varvel::schema::fbs;
use varvel::{Encode, Error, ErrorKind};

use crate::buffer::{append, fill, vv_buffer};
use crate::codes::{VV_E_SYNTAX, vv_code};
use crate::document::write;
use crate::failure::{failure, vv_error};
use crate::guard::{Fallible, borrow, bytes, free, guard, make, of_input, text};
use crate::node::{node, vv_node};
use crate::options::{Chosen, chosen, vv_format, vv_options, which};

/// A schema of FlatBuffers. It does not change, so any number of threads may use it at once. Freed
/// by vv_schema_free().
pub struct vv_schema {
    layout: SchemaLayout,
    root: usize,
}

/// Reads a schema, `*out`: the text of an .fbs file without `include`, or the bytes of a .bfbs
/// file. `root` names the table that buffers have as their root; NULL for the schema's root_type.
/// The message lists all problems of a text, one on each line.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_schema_new(
    data: *const c_void,
    len: usize,
    root: *const c_char,
    root_len: usize,
    out: *mut *mut vv_schema,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, || {
            let input = bytes(data, len)?;
            let schema = match bfbs::is_binary(input) {
                true => bfbs::read(input)?,
                false => fbs::parse_text(text(data.cast(), len)?)
                    .map_err(|problems| failure(VV_E_SYNTAX, problems))?,
            };
            let layout = SchemaLayout::new(&schema)?;
            let root = match text(root, root_len)? {
                "" => layout.layout().root().ok_or_else(|| {
                    Error::expected(ErrorKind::Refused, "a schema with a root type")
                })?,
                name => layout.object(name)?,
            };
            Ok(vv_schema { layout, root })
        })
    }
}

impl vv_schema {
    /// A buffer that is verified.
    fn verified<'a>(&'a self, input: &'a [u8], chosen: &Chosen) -> Fallible<Dynamic<'a>> {
        let verify = Verify::new().limits(chosen.read.limits);
        of_input(Dynamic::with(&self.layout, self.root, input, verify), input)
    }
}

/// Checks that the `len` bytes at `data` are a FlatBuffer of the schema, within the limits of the
/// options.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_flatbuffer_verify(
    schema: *const vv_schema,
    data: *const c_void,
    len: usize,
    options: *const vv_options,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            borrow(schema)?.verified(bytes(data, len)?, &chosen(options)?)?;
            Ok(())
        })
    }
}

/// Verifies the FlatBuffer of `len` bytes at `data`, and writes it in a format into `*out`, in
/// place of what was there: VV_JSON to print it, VV_FROZEN to read it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_flatbuffer_convert(
    schema: *const vv_schema,
    data: *const c_void,
    len: usize,
    to: vv_format,
    options: *const vv_options,
    out: *mut vv_buffer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let chosen = chosen(options)?;
            let verified = borrow(schema)?.verified(bytes(data, len)?, &chosen)?;
            fill(out, |into| Ok(write(which(to)?, &verified, &chosen, into)?))
        })
    }
}

/// Builds a FlatBuffer of the schema out of a node, into `*out`, in place of what was there. A node
/// that the schema cannot hold exactly is refused by an error with its path.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_flatbuffer_build(
    schema: *const vv_schema,
    of: vv_node,
    out: *mut vv_buffer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let schema = borrow(schema)?;
            let of = node(&of)?;
            fill(out, |into| {
                let mut builder =
                    Builder::with(&schema.layout, schema.root, BuildOptions::default())?;
                of.encode(&mut builder, &())?;
                Ok(append(into, &builder.finish()?)?)
            })
        })
    }
}

/// Frees a schema. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_schema_free(schema: *mut vv_schema) {
    // SAFETY: the contract of the header.
    unsafe { free(schema) };
}
