//! [`Once`]: an input that gives its bytes only once: a pipe, a socket, a device.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::{env, process, thread};

use crate::interrupts::{EVERY, Interrupts};
use crate::lock::lock;

/// An input that gives its bytes only once. Nothing opens it before the first reading: that waits
/// for the other end of a pipe.
#[derive(Debug)]
pub struct Once {
    state: Mutex<State>,
    /// The pipe, if it has no name, so that nobody fills it anew.
    pipe: Option<Pipe>,
}

/// The numbers of the device and of the file, by which the system knows a pipe.
type Pipe = (u64, u64);

/// The pipes without a name that were read. Another reading, as of a table of its own, would find
/// nothing in them.
static READ: Mutex<BTreeSet<Pipe>> = Mutex::new(BTreeSet::new());

#[derive(Debug)]
enum State {
    Unread,
    /// All of its bytes are in this file, which has no name.
    Kept(Arc<File>),
    /// The bytes were given to a reader.
    Read,
}

impl Once {
    /// Returns one for a file of the system that gives its bytes only once; `None` for a regular
    /// file, a folder, and what is not there.
    pub fn of(path: &Path) -> Option<Arc<Self>> {
        let found = fs::metadata(path).ok()?;
        // Linux opens `/dev/stdin` anew. Others go on where the last reader has stopped.
        let is_shared = cfg!(not(target_os = "linux")) && path.starts_with("/dev");
        let once = !found.is_dir() && (!found.is_file() || is_shared);
        once.then(|| {
            Arc::new(Self {
                state: Mutex::new(State::Unread),
                pipe: nameless(path, &found),
            })
        })
    }

    /// Notes that the bytes are read now.
    ///
    /// # Errors
    /// One if they were read before.
    fn begin(&self, state: &mut State) -> io::Result<()> {
        let is_new = self.pipe.is_none_or(|pipe| lock(&READ).insert(pipe));
        match (&*state, is_new) {
            (State::Unread, true) => {
                *state = State::Read;
                Ok(())
            }
            _ => Err(io::Error::other(
                "it is no regular file, so that its bytes come only once, and they were read \
                 before: read it by one call without `schema`, which keeps the bytes, or save them \
                 to a file",
            )),
        }
    }

    /// Copies the bytes into a temporary file, so that they can be read several times. A thread
    /// does that, which is left alone if a signal ends the work: it may wait for bytes that never
    /// come.
    ///
    /// # Errors
    /// Those of the operating system, one if the bytes were given to a reader, and any if it was
    /// interrupted.
    pub fn keep(&self, path: &Path, interrupts: &Interrupts) -> io::Result<()> {
        let mut state = lock(&self.state);
        if matches!(*state, State::Kept(_)) {
            return Ok(());
        }
        self.begin(&mut state)?;
        let (sender, kept) = channel();
        let path = PathBuf::from(path);
        let work = move || {
            let copied = File::open(path).and_then(|mut input| {
                let folder = env::temp_dir();
                let copied = unnamed(&folder).and_then(|mut file| {
                    io::copy(&mut input, &mut file)?;
                    Ok(file)
                });
                copied.map_err(|error| {
                    let what = format!("it is kept in {}: {error}", folder.display());
                    io::Error::new(error.kind(), what)
                })
            });
            // Nobody waits after an interrupt.
            let _ = sender.send(copied);
        };
        thread::Builder::new()
            .name("varvel-keep".to_owned())
            .spawn(work)?;
        loop {
            match kept.recv_timeout(EVERY) {
                Ok(file) => {
                    *state = State::Kept(Arc::new(file?));
                    return Ok(());
                }
                Err(RecvTimeoutError::Timeout) if interrupts.poll().is_continue() => {}
                Err(_) => return Err(io::Error::other("interrupted")),
            }
        }
    }

    /// Returns whether the bytes are in a file, so that reading them waits for nobody.
    pub fn is_kept(&self) -> bool {
        matches!(*lock(&self.state), State::Kept(_))
    }

    /// Returns a reader of all bytes.
    ///
    /// # Errors
    /// Those of the operating system, and one if the bytes were given to a reader before.
    pub fn open(&self, path: &Path) -> io::Result<Box<dyn Read + Send>> {
        let mut state = lock(&self.state);
        if let State::Kept(file) = &*state {
            let file = Arc::clone(file);
            return Ok(Box::new(FromStart { file, at: 0 }));
        }
        self.begin(&mut state)?;
        drop(state);
        Ok(Box::new(File::open(path)?))
    }
}

/// Returns the pipe that a file of the system is, if no folder has it.
fn nameless(path: &Path, found: &Metadata) -> Option<Pipe> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::{FileTypeExt as _, MetadataExt as _};
        let is_nameless = found.file_type().is_fifo() && path.canonicalize().is_err();
        is_nameless.then(|| (found.dev(), found.ino()))
    }
    #[cfg(not(unix))]
    {
        let _ = (path, found);
        None
    }
}

/// A reader of a file that several may read at once.
struct FromStart {
    file: Arc<File>,
    at: u64,
}

impl Read for FromStart {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        #[cfg(unix)]
        let read = std::os::unix::fs::FileExt::read_at(&*self.file, into, self.at)?;
        #[cfg(windows)]
        let read = std::os::windows::fs::FileExt::seek_read(&*self.file, into, self.at)?;
        self.at += read as u64;
        Ok(read)
    }
}

/// Makes a file in a folder that is gone once it is closed, also if the process is killed.
fn unnamed(folder: &Path) -> io::Result<File> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    let mut options = File::options();
    options.read(true).write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    // FILE_FLAG_DELETE_ON_CLOSE
    #[cfg(windows)]
    std::os::windows::fs::OpenOptionsExt::custom_flags(&mut options, 0x0400_0000);
    loop {
        let count = COUNT.fetch_add(1, Ordering::Relaxed);
        let path = folder.join(format!(".varvel-{}-{count}.pipe", process::id()));
        match options.open(&path) {
            Ok(file) => {
                #[cfg(unix)]
                fs::remove_file(&path)?;
                return Ok(file);
            }
            // Another process with this number may have left it.
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists => {}
            Err(error) => return Err(error),
        }
    }
}
