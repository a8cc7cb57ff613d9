//! Frozen streams: records in a row, grouped into segments, with an index at the end.
//!
//! A segment is a frozen buffer whose root is an array of records, which share its shapes. So a
//! segment bounds the memory, whatever the number of records, and any record is accessible by its
//! number. `spec/stream.md` is the norm.
//!
//! | room | holds |
//! |---|---|
//! | `block` | the bytes of segments and indexes |
//! | `index` | where the segments are: read from the index at the end, or found from the front |
//! | `memory` | [`Stream`]: reads a stream in memory |
//! | `file` | a file, one block at a time |
//! | `read` | [`StreamReader`]: reads a file, one segment at a time |
//! | `forward` | [`SegmentReader`]: reads inputs that cannot seek, from the front |
//! | `write` | [`StreamWriter`]: writes and appends records |
//! | `segment` | [`SegmentBuilder`]: makes segments in another thread, say, for a `StreamWriter` |

mod block;
#[cfg(feature = "std")]
mod file;
#[cfg(feature = "std")]
mod forward;
mod index;
mod memory;
#[cfg(feature = "std")]
mod read;
#[cfg(feature = "std")]
mod segment;
#[cfg(feature = "std")]
mod write;

#[cfg(feature = "std")]
pub(crate) use file::{io, read_more};
#[cfg(feature = "std")]
pub use forward::{RawSegment, SegmentReader};
pub use memory::{Stream, StreamRecords};
#[cfg(feature = "std")]
pub use read::StreamReader;
#[cfg(feature = "std")]
pub use segment::SegmentBuilder;
#[cfg(feature = "std")]
pub use write::{StreamOptions, StreamWriter};
