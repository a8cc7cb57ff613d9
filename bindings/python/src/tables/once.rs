//! [`Once`]: an input that gives its bytes only once: a pipe, a socket, a device.

use std::collections::BTreeSet;
use std::fs::{self, File, Metadata};
use std::io::{self, Read, Write as _};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::sync::{Arc, Mutex};
use std::{env, process, thread};

use crate::errors::Located;
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

/// How many bytes of an input are copied at a time.
const COPIED: usize = 256 << 10;

#[derive(Debug)]
enum State {
    Unread,
    /// All of its bytes are in this file, which has no name.
    Kept(Arc<File>),
    /// The first of its bytes, which were looked at, and the input that has the others.
    Begun(Vec<u8>, Arc<File>),
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
                 before: read it by one call without `schema` and `sample`, which keeps the bytes, \
                 or save them to a file",
            )),
        }
    }

    /// Copies the bytes into a temporary file, so that they can be read several times. A thread
    /// does that, which is left alone if a signal ends the work: it may wait for bytes that never
    /// come.
    ///
    /// # Errors
    /// Those of the operating system, about the input or the folder of temporary files; one if the
    /// bytes were given to a reader; and any if it was interrupted.
    pub fn keep(&self, path: &Path, interrupts: &Interrupts) -> Result<(), Located> {
        let mut state = lock(&self.state);
        if matches!(*state, State::Kept(_)) {
            return Ok(());
        }
        let fails = |error: io::Error| Located::system(&error, path);
        self.begin(&mut state).map_err(fails)?;
        let input = PathBuf::from(path);
        let file = waited(path, interrupts, move || copied(opened(&input)?, &input))?;
        *state = State::Kept(Arc::new(file));
        Ok(())
    }

    /// Lets `look` read the first bytes, which come once more for [`Once::open`]. A thread does
    /// that, as for [`Once::keep`].
    ///
    /// # Errors
    /// Those of `look` and of the operating system; one if the bytes were given to a reader; and
    /// any if it was interrupted.
    pub fn look<T: Send + 'static>(
        &self,
        path: &Path,
        interrupts: &Interrupts,
        look: impl FnOnce(Box<dyn Read + Send>) -> io::Result<T> + Send + 'static,
    ) -> Result<T, Located> {
        let mut state = lock(&self.state);
        let begun = self.begin(&mut state);
        begun.map_err(|error| Located::system(&error, path))?;
        let input = PathBuf::from(path);
        let (seen, head, file) = waited(path, interrupts, move || {
            let file = Arc::new(opened(&input)?);
            let head = Arc::new(Mutex::new(Vec::new()));
            let noted = Noted {
                file: Arc::clone(&file),
                head: Arc::clone(&head),
            };
            let seen = look(Box::new(noted));
            let seen = seen.map_err(|error| Located::system(&error, &input))?;
            let head = std::mem::take(&mut *lock(&head));
            Ok((seen, head, file))
        })?;
        *state = State::Begun(head, file);
        Ok(seen)
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
        if let State::Begun(head, file) = &mut *state {
            let all = io::Cursor::new(std::mem::take(head)).chain(Shared(Arc::clone(file)));
            *state = State::Read;
            return Ok(Box::new(all));
        }
        self.begin(&mut state)?;
        drop(state);
        Ok(Box::new(File::open(path)?))
    }
}

fn opened(path: &Path) -> Result<File, Located> {
    File::open(path).map_err(|error| Located::system(&error, path))
}

/// Does work in a thread, and waits for its end or for a signal that ends the waiting.
fn waited<T: Send + 'static>(
    path: &Path,
    interrupts: &Interrupts,
    work: impl FnOnce() -> Result<T, Located> + Send + 'static,
) -> Result<T, Located> {
    let fails = |error: io::Error| Located::system(&error, path);
    let (sender, done) = channel();
    let thread = thread::Builder::new().name("varvel-keep".to_owned());
    // Nobody waits after an interrupt.
    let thread = thread.spawn(move || drop(sender.send(work())));
    thread.map_err(fails)?;
    loop {
        match done.recv_timeout(EVERY) {
            Ok(done) => return done,
            Err(RecvTimeoutError::Timeout) if interrupts.poll().is_continue() => {}
            Err(_) => return Err(fails(io::Error::other("interrupted"))),
        }
    }
}

/// Returns a file without a name that has all bytes of an input.
fn copied(mut input: File, path: &Path) -> Result<File, Located> {
    let folder = env::temp_dir();
    let fails = |error: io::Error| {
        let note = format!("the bytes of {} are kept in this folder", path.display());
        Located::system(&error, &folder).with_note(&note)
    };
    let mut file = unnamed(&folder).map_err(fails)?;
    let mut bytes = vec![0; COPIED];
    loop {
        // The errors of reading are about another file than those of writing.
        match input.read(&mut bytes) {
            Ok(0) => return Ok(file),
            Ok(read) => file.write_all(&bytes[..read]).map_err(fails)?,
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(Located::system(&error, path)),
        }
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

/// A file that one of its owners reads at a time.
struct Shared(Arc<File>);

impl Read for Shared {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        (&*self.0).read(into)
    }
}

/// A reader that keeps the bytes that it gives.
struct Noted {
    file: Arc<File>,
    head: Arc<Mutex<Vec<u8>>>,
}

impl Read for Noted {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let read = (&*self.file).read(into)?;
        lock(&self.head).extend_from_slice(&into[..read]);
        Ok(read)
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
