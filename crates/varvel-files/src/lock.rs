//! Locks on files that are changed, so that no other program with this rule changes them meanwhile.

use std::fs::{self, File};
use std::io;
use std::ops::ControlFlow;
use std::path::Path;

/// Waits until no other process edits the file at `path`, and keeps them away until the result is
/// dropped. `signalled` is asked whether to go on when a signal ends the waiting.
///
/// Returns `None` if the file cannot be locked: it is not there, the system has no locks that leave
/// it readable, or the waiting was given up.
pub fn lock_for_edit(path: &Path, mut signalled: impl FnMut() -> ControlFlow<()>) -> Option<File> {
    if cfg!(not(unix)) {
        return None;
    }
    loop {
        // Opening a pipe would wait for its other end.
        if !fs::metadata(path).ok()?.is_file() {
            return None;
        }
        let file = File::open(path).ok()?;
        match file.lock() {
            // The edit that was waited for may have put another file into its place.
            Ok(()) if is_at(&file, path).ok()? => return Some(file),
            Ok(()) => {}
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {
                if signalled().is_break() {
                    return None;
                }
            }
            Err(_) => return None,
        }
    }
}

/// Returns whether `file` is the one that has this name now.
///
/// # Errors
/// Those of the system.
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

#[cfg(all(test, unix))]
mod tests {
    use std::sync::mpsc::channel;
    use std::thread;
    use std::time::Duration;

    use super::*;

    fn go_on() -> ControlFlow<()> {
        ControlFlow::Continue(())
    }

    #[test]
    fn an_edit_waits_for_the_one_before_and_locks_the_new_file() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.json");
        fs::write(&path, "1").unwrap();
        let first = lock_for_edit(&path, go_on).unwrap();
        let (sender, locked) = channel();
        let second = thread::spawn({
            let path = path.clone();
            move || {
                let file = lock_for_edit(&path, go_on).unwrap();
                sender.send(fs::read_to_string(&path).unwrap()).unwrap();
                is_at(&file, &path).unwrap()
            }
        });
        assert!(locked.recv_timeout(Duration::from_millis(50)).is_err());
        let new = folder.path().join("new");
        fs::write(&new, "2").unwrap();
        fs::rename(&new, &path).unwrap();
        assert!(!is_at(&first, &path).unwrap());
        drop(first);
        assert_eq!(locked.recv().unwrap(), "2");
        assert!(second.join().unwrap());
    }

    #[test]
    fn nothing_is_locked_that_is_no_file() {
        let folder = tempfile::tempdir().unwrap();
        assert!(lock_for_edit(folder.path(), go_on).is_none());
        assert!(lock_for_edit(&folder.path().join("none"), go_on).is_none());
    }
}
