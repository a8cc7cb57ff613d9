//! Names of streams that the process already has: `/dev/stdout`, `/dev/fd/3`, `/proc/self/fd/3`,
//! and links to them.
//!
//! Such a stream is written to at its place, and never replaced or cut: whoever opened it goes on
//! writing to it. Opening its name would not do, since on Linux that opens the file behind it anew,
//! at its beginning.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// The number of symbolic links that are followed before they are taken for a ring.
pub const LINKS: usize = 40;

/// Returns the number of the stream that `path` names, if it names one of this process.
pub fn named(path: &Path) -> Option<u32> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let folder = match path.parent()? {
            folder if folder.as_os_str().is_empty() => Path::new("."),
            folder => folder,
        };
        let folder = fs::canonicalize(folder).ok()?;
        let name = path.file_name()?;
        if is_of_streams(&folder) {
            return name.to_str()?.parse().ok();
        }
        path = folder.join(fs::read_link(folder.join(name)).ok()?);
    }
    None
}

/// Returns whether the files in a folder are the streams of this process.
fn is_of_streams(folder: &Path) -> bool {
    let own = Path::new("/proc").join(std::process::id().to_string());
    let in_proc = || folder.file_name().is_some_and(|name| name == "fd") && folder.starts_with(own);
    cfg!(unix) && (folder == Path::new("/dev/fd") || in_proc())
}

/// Opens the stream with this number for writing, at the place where it is.
#[cfg(target_os = "linux")]
pub fn open(number: u32) -> io::Result<File> {
    use rustix::process::{PidfdFlags, PidfdGetfdFlags, getpid, pidfd_getfd, pidfd_open};
    if !is_inherited(number) {
        return Err(rustix::io::Errno::BADF.into());
    }
    let process = pidfd_open(getpid(), PidfdFlags::empty())?;
    let stream = pidfd_getfd(process, number.cast_signed(), PidfdGetfdFlags::empty());
    match stream {
        Ok(stream) => Ok(stream.into()),
        // An old kernel, or one that does not allow it. A pipe or a device has no place.
        Err(cause) => {
            let path = format!("/proc/self/fd/{number}");
            match fs::metadata(&path)?.is_file() {
                true => Err(cause.into()),
                false => fs::OpenOptions::new().write(true).open(path),
            }
        }
    }
}

/// Returns whether the process was started with this stream. Those that it opened by itself are
/// closed when another program takes over.
#[cfg(target_os = "linux")]
fn is_inherited(number: u32) -> bool {
    let text = fs::read_to_string(format!("/proc/self/fdinfo/{number}")).unwrap_or_default();
    let flags = text.lines().find_map(|line| line.strip_prefix("flags:"));
    let flags = flags.and_then(|flags| u32::from_str_radix(flags.trim(), 8).ok());
    flags.is_some_and(|flags| flags & rustix::fs::OFlags::CLOEXEC.bits() == 0)
}

/// Opens the stream with this number for writing, at the place where it is: opening `/dev/fd/3` is
/// duplicating it.
#[cfg(not(target_os = "linux"))]
pub fn open(number: u32) -> io::Result<File> {
    let path = format!("/dev/fd/{number}");
    fs::OpenOptions::new().write(true).open(path)
}
