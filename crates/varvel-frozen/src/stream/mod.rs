//! Frozen streams: documents in a row, in segments, with an index at the end.
//!
//! A segment is a frozen buffer whose root is an array of records; they share its shapes. So memory
//! is bounded by a segment, whatever the number of records, and any record is reached by its
//! number. `spec/stream.md` is the norm.
//!
//! | room | holds |
//! |---|---|
//! | `block` | the bytes of segments and indexes |
//! | `index` | where the segments are: from the index at the end, or found from the front |
//! | `memory` | [`Stream`]: reading what is in memory |
//! | `file` | a file, one block at a time |
//! | `read` | [`StreamReader`]: reading a file, one segment at a time |
//! | `forward` | [`SegmentReader`]: reading from the front what cannot seek |
//! | `write` | [`StreamWriter`]: writing records, and appending |
//! | `segment` | [`SegmentBuilder`]: segments that it takes, made elsewhere |

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
pub use forward::{RawSegment, SegmentReader};
pub use memory::{Stream, StreamRecords};
#[cfg(feature = "std")]
pub use read::StreamReader;
#[cfg(feature = "std")]
pub use segment::SegmentBuilder;
#[cfg(feature = "std")]
pub use write::{StreamOptions, StreamWriter};
