//! Writing event by event
//!
//! A writer takes a document piece by piece and keeps no tree of it:
//!
//! ```c
//! vv_writer_begin(writer, VV_OBJECT, &error);
//! vv_writer_key(writer, VV_LIT("id"), &error);
//! vv_writer_put(writer, vv_of_i64(7), &error);
//! vv_writer_end(writer, &error);
//! vv_writer_finish(writer, &buffer, &error);
//! ```
//!
//! A call that does not fit the ones before it is VV_E_INVALID_EVENTS. After an error all calls
//! fail until vv_writer_finish(), so one check at the end is enough.

use core::ffi::c_char;

use varvel::formats::{Row, Visit, WriteOptions};
use varvel::{Builder, Error, ErrorKind, Sink, Str};

use crate::any::{given, vv_any};
use crate::buffer::vv_buffer;
use crate::codes::{VV_E_INVALID_EVENTS, vv_code};
use crate::failure::vv_error;
use crate::guard::{Failure, Fallible, borrow_mut, boxed, free, guard, invalid, make, text};
use crate::node::{VV_ARRAY, VV_MAP, VV_OBJECT, vv_kind};
use crate::options::{Chosen, Which, chosen, vv_format, vv_options, which};
use crate::tag::vv_tag;

/// An output that is made once and used for each document.
trait Target {
    /// Begins a document in some memory.
    fn begin(&mut self, options: &WriteOptions, memory: Vec<u8>) -> varvel::Result;

    /// The sink of the document that was begun.
    fn sink<'de>(&mut self) -> &mut dyn Sink<'de>;

    /// The document.
    fn finish(&mut self) -> varvel::Result<Vec<u8>>;
}

/// The writer of a format; nothing between two documents.
struct Document<F: Row>(Option<F::Writer>);

impl<F: Row> Target for Document<F> {
    fn begin(&mut self, options: &WriteOptions, memory: Vec<u8>) -> varvel::Result {
        self.0 = Some(F::writer(&F::write_options(options), memory));
        Ok(())
    }

    fn sink<'de>(&mut self) -> &mut dyn Sink<'de> {
        // Callers begin a document first. If none did, what is written here goes nowhere.
        self.0.get_or_insert_with(|| {
            F::writer(&F::write_options(&WriteOptions::default()), Vec::new())
        })
    }

    fn finish(&mut self) -> varvel::Result<Vec<u8>> {
        match self.0.take() {
            Some(writer) => F::finish(writer),
            None => Err(Error::new(ErrorKind::InvalidEvents)),
        }
    }
}

impl Target for Builder {
    fn begin(&mut self, _: &WriteOptions, _: Vec<u8>) -> varvel::Result {
        self.start()
    }

    fn sink<'de>(&mut self) -> &mut dyn Sink<'de> {
        self
    }

    fn finish(&mut self) -> varvel::Result<Vec<u8>> {
        Ok(Self::finish(self)?.into_bytes())
    }
}

/// Makes the target for a format.
struct Make;

impl Visit for Make {
    type Output = Fallible<Box<dyn Target>>;

    fn visit<F: Row>(self) -> Self::Output {
        Ok(boxed(Document::<F>(None))?)
    }
}

fn target(format: Which, chosen: &Chosen) -> Fallible<Box<dyn Target>> {
    match format {
        Which::Document(format) => format.visit(Make),
        Which::Frozen => {
            let builder = Builder::try_with(chosen.duplicates, chosen.read.limits)?;
            Ok(boxed(builder)?)
        }
    }
}

/// A container that is open, and what may come in it.
#[derive(Clone, Copy, PartialEq)]
enum Open {
    Array,
    /// A key or the end.
    Key,
    /// The node that is a key.
    AnyKey,
    /// The value of the key that came.
    Value,
}

/// Writes documents of one format from events. One thread at a time may use it. Freed by
/// vv_writer_free().
pub struct vv_writer {
    options: WriteOptions,
    /// Memory for the next document.
    spare: Vec<u8>,
    target: Box<dyn Target>,
    /// Whether a document was begun.
    begun: bool,
    open: Vec<Open>,
    tagged: bool,
    done: bool,
    failed: Failed,
}

/// Whether a call about the document has failed, so that all calls fail until its end.
#[derive(Clone, Copy, PartialEq)]
enum Failed {
    No,
    Yes,
    /// Memory was refused. The calls that follow say so, too.
    NoMemory,
}

impl Failed {
    /// Fails with `what`, or for the reason of before, if a call has failed.
    fn check(self, what: &'static str) -> Fallible {
        match self {
            Self::No => Ok(()),
            Self::Yes => out_of_order(what),
            Self::NoMemory => Err(Failure::NO_MEMORY),
        }
    }
}

#[cold]
fn out_of_order<T>(what: &'static str) -> Fallible<T> {
    Err(Failure::Call(VV_E_INVALID_EVENTS, what))
}

impl vv_writer {
    /// The sink of the document, which is begun if none is.
    fn sink<'de>(&mut self) -> Fallible<&mut dyn Sink<'de>> {
        if !self.begun {
            let memory = core::mem::take(&mut self.spare);
            self.target.begin(&self.options, memory)?;
            self.begun = true;
        }
        Ok(self.target.sink())
    }

    /// Takes notice that a node comes.
    fn expect_node(&mut self) -> Fallible {
        self.tagged = false;
        match self.open.last_mut() {
            None if self.done => return out_of_order("the document is complete"),
            None => self.done = true,
            Some(Open::Array) => {}
            Some(Open::Key) => return out_of_order("a key comes before a value"),
            Some(open @ Open::AnyKey) => *open = Open::Value,
            Some(open @ Open::Value) => *open = Open::Key,
        }
        Ok(())
    }

    /// Takes notice that a key comes.
    fn expect_key(&mut self, then: Open) -> Fallible {
        match self.open.last_mut() {
            Some(open @ Open::Key) => *open = then,
            _ => return out_of_order("keys stand in objects, each before its value"),
        }
        Ok(())
    }

    fn put(&mut self, any: &vv_any) -> Fallible {
        // SAFETY: the contract of the header, which the caller of each function keeps.
        let given = unsafe { given(any)? };
        self.expect_node()?;
        given.encode(self.sink()?)
    }

    fn begin(&mut self, kind: vv_kind) -> Fallible {
        let open = match kind {
            VV_ARRAY => Open::Array,
            VV_OBJECT | VV_MAP => Open::Key,
            _ => return invalid("neither VV_ARRAY nor VV_OBJECT begins"),
        };
        self.expect_node()?;
        let refused = |_| Error::out_of_memory();
        self.open.try_reserve(1).map_err(refused)?;
        self.open.push(open);
        let sink = self.sink()?;
        let begun = match open {
            Open::Array => sink.begin_array(None),
            _ => sink.begin_map(None),
        };
        Ok(begun?)
    }

    fn end(&mut self) -> Fallible {
        match self.open.last() {
            _ if self.tagged => return out_of_order("a node follows its tag"),
            Some(Open::Array) => self.sink()?.end_array()?,
            Some(Open::Key) => self.sink()?.end_map()?,
            Some(_) => return out_of_order("the value of a key is missing"),
            None => return out_of_order("nothing is open"),
        }
        self.open.pop();
        Ok(())
    }

    /// The document, and a writer that is ready for the next one.
    fn finish(&mut self) -> Fallible<Vec<u8>> {
        const WHAT: &str = "the document is not complete, or a call before this one failed";
        let complete = self.begun && self.done && !self.tagged && self.open.is_empty();
        let failed = core::mem::replace(&mut self.failed, Failed::No);
        self.open.clear();
        (self.begun, self.done, self.tagged) = (false, false, false);
        failed.check(WHAT)?;
        match complete {
            true => Ok(self.target.finish()?),
            false => out_of_order(WHAT),
        }
    }
}

/// Makes a writer of documents of a format, `*out`.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_new(
    format: vv_format,
    options: *const vv_options,
    out: *mut *mut vv_writer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        make(out, error, || {
            let chosen = chosen(options)?;
            Ok(vv_writer {
                target: target(which(format)?, &chosen)?,
                options: chosen.write,
                spare: Vec::new(),
                begun: false,
                open: Vec::new(),
                tagged: false,
                done: false,
                failed: Failed::No,
            })
        })
    }
}

/// Writes a piece of a document.
///
/// # Safety
/// The contract of the header.
unsafe fn write(
    writer: *mut vv_writer,
    error: *mut *mut vv_error,
    body: impl FnOnce(&mut vv_writer) -> Fallible,
) -> vv_code {
    // SAFETY: the contract of this function.
    unsafe {
        guard(error, || {
            let writer = borrow_mut(writer)?;
            writer.failed.check("a call before this one failed")?;
            // So it stays if the body panics.
            writer.failed = Failed::Yes;
            let done = body(writer);
            writer.failed = match &done {
                Ok(()) => Failed::No,
                Err(failure) if failure.is_of_memory() => Failed::NoMemory,
                Err(_) => Failed::Yes,
            };
            done
        })
    }
}

/// Writes a scalar, or a whole node or value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_put(
    writer: *mut vv_writer,
    value: vv_any,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { write(writer, error, |writer| writer.put(&value)) }
}

/// Begins an array (VV_ARRAY), or an object or a map (VV_OBJECT).
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_begin(
    writer: *mut vv_writer,
    kind: vv_kind,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { write(writer, error, |writer| writer.begin(kind)) }
}

/// Ends the container that was begun last.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_end(
    writer: *mut vv_writer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe { write(writer, error, vv_writer::end) }
}

/// Writes a key; its value comes next. Keys that come twice are refused by VV_FROZEN, and written
/// twice by all other formats.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_key(
    writer: *mut vv_writer,
    key: *const c_char,
    key_len: usize,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        write(writer, error, |writer| {
            let key = text(key, key_len)?;
            writer.expect_key(Open::Value)?;
            Ok(writer.sink()?.key(Str::from(key))?)
        })
    }
}

/// Announces a key of any kind: the node that comes next is the key, and the one behind it its
/// value.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_any_key(
    writer: *mut vv_writer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        write(writer, error, |writer| {
            writer.expect_key(Open::AnyKey)?;
            Ok(writer.sink()?.any_key()?)
        })
    }
}

/// Writes a tag; the node that has it comes next.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_tag(
    writer: *mut vv_writer,
    tag: vv_tag,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        write(writer, error, |writer| {
            let may_come = match writer.open.last() {
                None => !writer.done,
                Some(open) => *open != Open::Key,
            };
            if !may_come {
                return out_of_order("no node may come here");
            }
            let tag = tag.read()?;
            writer.sink()?.tag(tag)?;
            writer.tagged = true;
            Ok(())
        })
    }
}

/// Ends the document, and stores it in `*out` in place of what was there. The writer is ready for
/// the next document then, also after an error. Fails with VV_E_INVALID_EVENTS if a call failed
/// before, or if the document is not complete; with VV_E_OUT_OF_MEMORY if a call before found no
/// memory.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_finish(
    writer: *mut vv_writer,
    out: *mut vv_buffer,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let (writer, out) = (borrow_mut(writer)?, borrow_mut(out)?);
            let memory = out.take()?;
            let finished = writer.finish();
            if writer.spare.capacity() == 0 {
                writer.spare = memory;
            }
            out.give(finished?);
            Ok(())
        })
    }
}

/// Frees a writer. NULL is allowed.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_writer_free(writer: *mut vv_writer) {
    // SAFETY: the contract of the header.
    unsafe { free(writer) };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::any::{vv_of_bool, vv_of_null};
    use crate::options::{VV_FROZEN, VV_JSON};
    use core::ptr::{null, null_mut};

    #[test]
    fn a_writer_begins_anew_after_an_error() {
        for format in [VV_JSON, VV_FROZEN] {
            let mut writer = null_mut();
            let mut out = vv_buffer {
                data: null_mut(),
                len: 0,
                room: 0,
            };
            // SAFETY: handles and buffers that live.
            unsafe {
                assert_eq!(vv_writer_new(format, null(), &mut writer, null_mut()), 0);
                assert_eq!(vv_writer_begin(writer, VV_OBJECT, null_mut()), 0);
                let code = vv_writer_put(writer, vv_of_null(), null_mut());
                assert_eq!(code, VV_E_INVALID_EVENTS);
                let code = vv_writer_finish(writer, &mut out, null_mut());
                assert_eq!((code, out.len), (VV_E_INVALID_EVENTS, 0));
                for _ in 0..2 {
                    assert_eq!(vv_writer_put(writer, vv_of_bool(true), null_mut()), 0);
                    assert_eq!(vv_writer_finish(writer, &mut out, null_mut()), 0);
                    assert!(out.len >= 4);
                }
                vv_writer_free(writer);
                crate::buffer::vv_buffer_free(&mut out);
            }
        }
    }
}
