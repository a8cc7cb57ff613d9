//! Records
//!
//! Records follow one another in an input of any length: lines of JSON (VV_JSON), each with one
//! document or several; documents of JSON5 (VV_JSON5) on any lines; values of MessagePack or CBOR;
//! or a frozen stream (VV_FROZEN). They are read and written by callbacks, in
//! bounded memory. vv_records_convert() works on all cores, so it calls them from threads of its
//! own: each callback by one thread at a time, in the order of the records.

use core::ffi::c_void;
use core::num::NonZeroUsize;
use core::ops::ControlFlow;
use std::borrow::Cow;
use std::io::{self, Read, Write};

use varvel::records::{BadRecord, Failure as Stopped, Format, Options, Progress, Reader, Watch};
use varvel::{Builder, ErrorKind, Limits, SegmentReader};

use crate::codes::{VV_E_IO, vv_code};
use crate::failure::{c_text, cancelled, code_of, failure, vv_error};
use crate::guard::{Failure, Fallible, guard, invalid, put};
use crate::hints;
use crate::node::vv_node;
use crate::options::{
    Chosen, VV_NO_FORMAT, Which, chosen, sized, vv_bytes, vv_format, vv_options, vv_str, which,
};

/// The answer of a callback that could not read.
pub const VV_READ_FAILED: usize = usize::MAX;

/// Where records come from. `read` stores at most `room` bytes at `to` and returns how many; 0 at
/// the end; VV_READ_FAILED if it cannot. It must not throw.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_input {
    /// Reads; not NULL.
    pub read:
        Option<unsafe extern "C" fn(context: *mut c_void, to: *mut c_void, room: usize) -> usize>,
    /// Handed to `read`.
    pub context: *mut c_void,
}

/// Where records go. `write` takes all of the bytes and returns true, or false if it cannot. It
/// must not throw.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_output {
    /// Writes; not NULL.
    pub write:
        Option<unsafe extern "C" fn(context: *mut c_void, data: *const c_void, len: usize) -> bool>,
    /// Handed to `write`.
    pub context: *mut c_void,
}

/// How far a conversion has come. At the end these are its totals.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_progress {
    /// Bytes of the input that are done with.
    pub bytes_in: u64,
    /// Bytes that were written.
    pub bytes_out: u64,
    /// Records that were written.
    pub records: u64,
    /// Records that were set aside.
    pub bad: u64,
}

/// A record that is bad.
#[repr(C)]
pub struct vv_bad_record {
    /// Its line from 1, if records are lines; else its number from 0.
    pub number: u64,
    /// Where it begins in the whole input, in bytes.
    pub offset: u64,
    /// Where its error is in the whole input, in bytes.
    pub error_offset: u64,
    /// The bytes of the record.
    pub bytes: vv_bytes,
    /// The number of its error.
    pub code: vv_code,
    /// One line that says what is wrong and where.
    pub message: vv_str,
}

/// The input is one document, an array whose items are the records.
pub const VV_RECORDS_ARRAY: u32 = 1;
/// Records are written as soon as they have come, for an input that comes slowly.
pub const VV_RECORDS_PROMPT: u32 = 1 << 1;

/// How records are converted. Begin with `vv_records_options options = VV_RECORDS_OPTIONS;`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_records_options {
    /// sizeof(vv_records_options).
    pub size: usize,
    /// How each record is read and written; NULL for the defaults.
    pub options: *const vv_options,
    /// How many threads work at most; 0 for as many as the machine runs at once.
    pub threads: u32,
    /// VV_RECORDS_ARRAY and VV_RECORDS_PROMPT, joined by `|`.
    pub flags: u32,
    /// About how many bytes of input are one piece of work; 0 for the default of 256 KiB.
    pub block_bytes: usize,
    /// Handed to `progress` and `bad`.
    pub context: *mut c_void,
    /// Called about each block; false ends it: VV_E_CANCELLED. May be NULL.
    pub progress:
        Option<unsafe extern "C" fn(context: *mut c_void, progress: *const vv_progress) -> bool>,
    /// Takes a record that is bad; the next one follows. False ends it: VV_E_CANCELLED. If it is
    /// NULL, the first bad record ends it.
    pub bad: Option<unsafe extern "C" fn(context: *mut c_void, bad: *const vv_bad_record) -> bool>,
}

/// Calls into the program from any thread.
#[derive(Clone, Copy)]
struct Shared<T>(T);

// SAFETY: the header says that callbacks are called by threads of the library, each by one at a
// time.
unsafe impl<T> Send for Shared<T> {}

impl Read for Shared<vv_input> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(read) = self.0.read else {
            return Ok(0);
        };
        // SAFETY: the caller gave the function for this context; so many bytes can be written.
        let got = unsafe { read(self.0.context, buffer.as_mut_ptr().cast(), buffer.len()) };
        if got > buffer.len() {
            return Err(io::Error::other("the callback that reads has failed"));
        }
        Ok(got)
    }
}

impl Write for Shared<vv_output> {
    fn write(&mut self, data: &[u8]) -> io::Result<usize> {
        let Some(write) = self.0.write else {
            return Ok(data.len());
        };
        // SAFETY: the caller gave the function for this context; so many bytes can be read.
        match unsafe { write(self.0.context, data.as_ptr().cast(), data.len()) } {
            true => Ok(data.len()),
            false => Err(io::Error::other("the callback that writes has failed")),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl From<&Progress> for vv_progress {
    fn from(progress: &Progress) -> Self {
        Self {
            bytes_in: progress.bytes_in,
            bytes_out: progress.bytes_out,
            records: progress.records,
            bad: progress.bad,
        }
    }
}

/// The records of a format.
fn records_of(format: vv_format) -> Fallible<Format> {
    let found = match which(format)? {
        Which::Frozen => Some(Format::Frozen),
        Which::Document(document) => {
            let mut all = Format::ALL.iter().copied().chain([Format::Json5]);
            all.find(|one| one.document() == Some(document))
        }
    };
    found.map_or_else(|| invalid("this format has no records"), Ok)
}

/// The options of a call, checked.
struct Asked {
    own: vv_records_options,
    chosen: Chosen,
}

impl Asked {
    /// Reads options.
    ///
    /// # Safety
    /// The contract of the header.
    unsafe fn new(options: *const vv_records_options) -> Fallible<Self> {
        // SAFETY: the structure begins with its size, and is made of integers and pointers.
        unsafe {
            let own = sized(options)?.unwrap_or(core::mem::zeroed());
            if own.flags & !(VV_RECORDS_ARRAY | VV_RECORDS_PROMPT) != 0 {
                return invalid("a flag of records that has no meaning");
            }
            let chosen = chosen(own.options)?;
            Ok(Self { own, chosen })
        }
    }

    fn limits(&self) -> Limits {
        self.chosen.read.limits
    }

    fn is_array(&self) -> bool {
        self.own.flags & VV_RECORDS_ARRAY != 0
    }

    /// Hands a bad record to the callback for it, or fails.
    #[cold]
    fn refuse(&self, record: Option<BadRecord<'_>>) -> Fallible {
        let Some(record) = record else {
            return Ok(());
        };
        // Where memory is refused, the next record finds none either.
        if self.own.bad.is_none() || record.error.kind() == ErrorKind::OutOfMemory {
            return Err(Failure::with(bad_record(&record)));
        }
        let taken = Shared(self.own).bad(&record);
        taken.map_err(|cause| not_taken(&cause))
    }

    fn options(&self) -> Options {
        Options {
            threads: NonZeroUsize::new(self.own.threads as usize),
            limits: self.limits(),
            duplicates: self.chosen.duplicates,
            block_bytes: match self.own.block_bytes {
                0 => Options::DEFAULT.block_bytes,
                bytes => bytes,
            },
            as_text: self.chosen.write.as_text,
            exact_decimals: self.chosen.read.exact_decimals,
            array: self.is_array(),
            part: None,
            several: true,
            prompt: self.own.flags & VV_RECORDS_PROMPT != 0,
        }
    }
}

/// The error that stopped it.
#[cold]
fn stopped(why: Stopped) -> Failure {
    match why {
        Stopped::Bad(record) => Failure::with(bad_record(&record)),
        Stopped::Input(error) => error.into(),
        Stopped::SetAside(cause) => not_taken(&cause),
        Stopped::Cancelled => cancelled(),
        why => failure(VV_E_IO, why),
    }
}

/// The failure of a bad record that was not set aside.
#[cold]
fn not_taken(cause: &io::Error) -> Failure {
    match cause.kind() {
        io::ErrorKind::OutOfMemory => Failure::NO_MEMORY,
        _ => cancelled(),
    }
}

/// The error of a record, with its place in the whole input.
#[cold]
fn bad_record(record: &BadRecord<'_>) -> Option<vv_error> {
    let mut made = vv_error::new(&record.error, None)?;
    let worded = hints::of_c(&record.error).ok()?.map(|error| BadRecord {
        bytes: Cow::Borrowed(&*record.bytes),
        error,
        ..*record
    });
    let record = worded.as_ref().unwrap_or(record);
    made.message = c_text(record)?;
    made.excerpt = c_text(record.report())?;
    made.offset = usize::try_from(record.error_offset()).ok();
    made.place = record.line_column().unwrap_or((0, 0));
    made.record = Some(record.number);
    Some(made)
}

/// Converts the records of an input into another format, or anew into the same. With VV_NO_FORMAT
/// as `to` they are only checked and counted, and `output` is not used. `*done` (NULL if it is not
/// wanted) gets what was done, on success.
///
/// Fails with the first bad record, in the order of the input, unless `bad` takes it; with VV_E_IO
/// if a callback cannot read or write; with VV_E_CANCELLED. All records before that were written.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_records_convert(
    from: vv_format,
    input: vv_input,
    to: vv_format,
    output: vv_output,
    options: *const vv_records_options,
    done: *mut vv_progress,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let asked = Asked::new(options)?;
            let from = records_of(from)?;
            if input.read.is_none() || (to != VV_NO_FORMAT && output.write.is_none()) {
                return invalid("a null pointer in place of a callback");
            }
            let all = asked.options();
            let watch = Shared(asked.own);
            let mut on_progress = move |progress: &Progress| watch.progress(progress);
            let mut on_bad = move |record: &BadRecord<'_>| watch.bad(record);
            let watch = Watch {
                bad: match asked.own.bad {
                    Some(_) => Some(&mut on_bad),
                    None => None,
                },
                progress: Some(&mut on_progress),
            };
            let (input, output) = (Shared(input), Shared(output));
            let progress = match to {
                VV_NO_FORMAT => varvel::records::check(input, from, &all, watch),
                to => varvel::records::convert(input, from, output, records_of(to)?, &all, watch),
            };
            put(done, vv_progress::from(&progress.map_err(stopped)?));
            Ok(())
        })
    }
}

impl Shared<vv_records_options> {
    fn progress(self, progress: &Progress) -> ControlFlow<()> {
        let Self(own) = self;
        // SAFETY: the caller gave the function for this context.
        let on = own
            .progress
            .map(|call| unsafe { call(own.context, &progress.into()) });
        match on {
            Some(false) => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn bad(self, record: &BadRecord<'_>) -> io::Result<()> {
        let Self(own) = self;
        let message = c_text(record).ok_or(io::ErrorKind::OutOfMemory)?;
        let bad = vv_bad_record {
            number: record.number,
            offset: record.offset,
            error_offset: record.error_offset(),
            bytes: (&*record.bytes).into(),
            code: code_of(record.error.kind()),
            message: message.to_str().unwrap_or_default().into(),
        };
        // SAFETY: the caller gave the function for this context.
        match own.bad.map(|call| unsafe { call(own.context, &bad) }) {
            Some(false) => Err(io::Error::other("a callback asked to stop")),
            _ => Ok(()),
        }
    }
}

/// Takes a record, whose root is lent until it returns. `number` is the line of the record from 1,
/// if records are lines; else its number from 0. Returns false to end it: VV_E_CANCELLED.
pub type vv_each_fn =
    Option<unsafe extern "C" fn(context: *mut c_void, root: vv_node, number: u64) -> bool>;

/// Gives the records of an input to `each`, one after the other and in the calling thread. Of the
/// options the fields `options`, `context` and `bad`, and the flag VV_RECORDS_ARRAY are used.
///
/// Fails with the first bad record, unless `bad` takes it; with VV_E_IO if the callback cannot
/// read; with VV_E_CANCELLED.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_records_each(
    from: vv_format,
    input: vv_input,
    options: *const vv_records_options,
    each: vv_each_fn,
    context: *mut c_void,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header; a root is not used after the call that it is given to.
    unsafe {
        guard(error, || {
            let asked = Asked::new(options)?;
            let (Some(_), Some(each)) = (input.read, each) else {
                return invalid("a null pointer in place of a callback");
            };
            each_record(
                records_of(from)?,
                Shared(input),
                &asked,
                |root, number| match each(context, root, number) {
                    true => Ok(()),
                    false => Err(cancelled()),
                },
            )
        })
    }
}

fn each_record(
    from: Format,
    input: Shared<vv_input>,
    asked: &Asked,
    mut each: impl FnMut(vv_node, u64) -> Fallible,
) -> Fallible {
    let Some(mut records) = Reader::new(input, from, asked.is_array(), &asked.limits()) else {
        return each_frozen(input, asked, each);
    };
    let mut builder = Builder::try_with(asked.chosen.duplicates, asked.limits())?;
    let (how, read) = (records.each(), &asked.chosen.read);
    loop {
        if let Err(error) = records.advance() {
            return Err(match error.kind() {
                ErrorKind::Io | ErrorKind::OutOfMemory => error.into(),
                _ => Failure::with(bad_record(&records.lost(error))),
            });
        }
        let Some(record) = records.current() else {
            return Ok(());
        };
        let (mut rest, mut len) = (record.document, record.document.len());
        // One document in most records; a line of JSON may have several.
        while !rest.is_empty() {
            let frozen = builder
                .start()
                .and_then(|()| how.drive(&rest[..len], read, &mut builder))
                .and_then(|()| builder.finish_view());
            match frozen {
                Ok(root) => {
                    each(root.into(), record.number)?;
                    rest = &rest[len..];
                    len = rest.len();
                }
                Err(error) => match how.first_end(rest, &error).filter(|end| *end < len) {
                    Some(end) => len = end,
                    None => {
                        let done = record.document.len() - rest.len();
                        asked.refuse(records.bad_behind(done, read, error))?;
                        break;
                    }
                },
            }
        }
    }
}

fn each_frozen(
    input: Shared<vv_input>,
    asked: &Asked,
    mut each: impl FnMut(vv_node, u64) -> Fallible,
) -> Fallible {
    let mut segments = SegmentReader::new(input, asked.limits());
    let mut number = 0;
    while let Some(segment) = segments.next()? {
        for record in segment.items() {
            each(record.into(), number)?;
            number += 1;
        }
    }
    Ok(())
}
