//! Reading MessagePack: a document driven into a sink.
//!
//! | room | holds |
//! |---|---|
//! | `drive` | the loop over values |
//! | `numbers` | its part for arrays of numbers |
//! | `input` | the bytes, and how values begin |

mod drive;
mod input;
mod numbers;

use varvel_core::{Limits, Result, Sink};
use varvel_raw::simd::{self, Isa, Task};

use crate::error;
pub(crate) use input::text_at;

/// How MessagePack is read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct ReadOptions {
    /// What a document may cost.
    pub limits: Limits,
}

impl ReadOptions {
    /// The defaults with other limits.
    pub fn with_limits(limits: Limits) -> Self {
        Self { limits }
    }
}

/// Drives the MessagePack value `input` into `sink`.
///
/// Time is linear in the input. Memory of its own: 40 bytes an open container.
///
/// ```
/// use varvel_msgpack::{ReadOptions, Writer, drive};
/// // An array of one integer, in more bytes than it needs.
/// let mut writer = Writer::new();
/// drive(&[0xDC, 0, 1, 0xD2, 0, 0, 0, 7], &ReadOptions::default(), &mut writer)?;
/// assert_eq!(writer.finish()?, [0x91, 7]);
/// # Ok::<(), varvel_core::Error>(())
/// ```
///
/// # Errors
/// What is wrong with the document, and where: byte offset and path.
pub fn drive<'de, S: Sink<'de>>(input: &'de [u8], options: &ReadOptions, sink: &mut S) -> Result {
    let mut at = 0;
    drive_next(input, &mut at, options, sink)?;
    match at == input.len() {
        true => Ok(()),
        false => Err(error::trailing(at)),
    }
}

/// Drives the value at `at` of a stream into `sink`, and leaves `at` behind it.
///
/// ```
/// use varvel_core::Discard;
/// use varvel_msgpack::{ReadOptions, read::drive_next};
/// let stream = [0x01, 0x92, 0x02, 0x03];
/// let mut at = 0;
/// drive_next(&stream, &mut at, &ReadOptions::default(), &mut Discard)?;
/// assert_eq!(at, 1);
/// drive_next(&stream, &mut at, &ReadOptions::default(), &mut Discard)?;
/// assert_eq!(at, stream.len());
/// # Ok::<(), varvel_core::Error>(())
/// ```
///
/// # Errors
/// Those of [`drive`]. Then `at` is where the error was met.
pub fn drive_next<'de, S: Sink<'de>>(
    input: &'de [u8],
    at: &mut usize,
    options: &ReadOptions,
    sink: &mut S,
) -> Result {
    struct Drive<'a, 'de, S> {
        input: &'de [u8],
        at: &'a mut usize,
        options: &'a ReadOptions,
        sink: &'a mut S,
    }
    impl<'de, S: Sink<'de>> Task for Drive<'_, 'de, S> {
        type Output = Result;
        #[inline(always)]
        fn run<I: Isa>(self, isa: I) -> Result {
            drive::document(isa, self.input, self.at, &self.options.limits, self.sink)
        }
    }
    let limits = &options.limits;
    let len = input.len().saturating_sub(*at);
    if len > limits.bytes {
        return Err(error::too_large(len, limits.bytes));
    }
    simd::dispatch(Drive {
        input,
        at,
        options,
        sink,
    })
}
