//! Files as the command and other programs read them: compressed, chosen by names with wildcards,
//! and in splits that are read alone.
//!
//! | room | holds |
//! |---|---|
//! | `compression` | [`Compression`]: how a file is compressed |
//! | `unpack`, `pack` | [`unpack()`] and [`Writer`]: compressed files in and out |
//! | `refused` | [`Refused`]: why a file was not read |

#![forbid(unsafe_code)]

mod compression;
mod pack;
mod refused;
mod unpack;

pub use compression::Compression;
pub use pack::Writer;
pub use refused::Refused;
pub use unpack::{MAX_EXPANSION, unpack};
