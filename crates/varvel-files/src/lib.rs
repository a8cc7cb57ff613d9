//! Files as the command and other programs read them: compressed, chosen by names with wildcards,
//! and in splits that are read alone.
//!
//! | room | holds |
//! |---|---|
//! | `attributes` | [`take_over`]: the permissions of a file that another one replaces |
//! | `compression` | [`Compression`]: how a file is compressed |
//! | `unpack`, `pack` | [`unpack()`] and [`Writer`]: compressed files in and out |
//! | `names` | [`expand`]: the files that a name with wildcards means |
//! | `lock` | [`lock_for_edit`]: keeps other edits of a file away |
//! | `refused` | [`Refused`]: why a file was not read |
//! | `split` | [`Split`]: a part of a file that is read alone |
//! | `plan` | [`plan()`]: cuts a file into splits |
//! | `part` | [`Part`]: reads a split |

#![forbid(unsafe_code)]

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(unix)]
mod attributes;
mod compression;
mod lock;
mod names;
mod pack;
mod part;
mod plan;
mod refused;
mod split;
mod unpack;

#[cfg(unix)]
pub use attributes::take_over;
pub use compression::Compression;
pub use lock::{is_at, lock_for_edit};
pub use names::expand;
pub use pack::Writer;
pub use part::{Before, Origin, Part};
pub use plan::{Plan, SPLIT_BYTES, plan};
pub use refused::Refused;
pub use split::Split;
pub use unpack::{MAX_EXPANSION, unpack};

/// Gives a new file the permissions of the `old` one, which it will replace.
///
/// # Errors
/// Those of the system.
#[cfg(not(unix))]
pub fn take_over(new: &std::fs::File, old: &std::fs::File) -> std::io::Result<()> {
    new.set_permissions(old.metadata()?.permissions())
}
