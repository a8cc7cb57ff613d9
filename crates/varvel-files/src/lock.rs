//! Locks on files that are changed, so that no other process of this command changes them
//! meanwhile.

use std::fs::{self, File};
use std::io;
use std::path::Path;

/// Waits until no other process edits the file at `path`, and keeps them away until the result is
/// dropped. Returns `None` if the file cannot be locked: it is not there, or the system has no
/// locks that leave it readable.
pub fn wait(path: &Path) -> Option<File> {
    if cfg!(not(unix)) {
        return None;
    }
    loop {
        let file = File::open(path).ok()?;
        if !file.metadata().ok()?.is_file() {
            return None;
        }
        file.lock().ok()?;
        // The edit that was waited for has put another file into its place.
        if is_at(&file, path).ok()? {
            return Some(file);
        }
    }
}

/// Returns whether `file` is the one that has this name now.
pub fn is_at(file: &File, path: &Path) -> io::Result<bool> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt as _;
        let (opened, named) = (file.metadata()?, fs::metadata(path)?);
        Ok((opened.dev(), opened.ino()) == (named.dev(), named.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = (file, fs::metadata(path)?);
        Ok(true)
    }
}
