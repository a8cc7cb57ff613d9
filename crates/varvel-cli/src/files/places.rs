//! [`Places`]: the files that a command reads and writes.
//!
//! No file that is read is overwritten, and no file is written twice. Files are compared by their
//! identity, so that links and other names of a file are found, too.

use std::borrow::Cow;
use std::fs;
use std::path::{Path, PathBuf};

use crate::files::input::is_stream;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::Output;
use crate::terminal::report;

/// A place with no content. All outputs may go there.
const NULL: &str = "/dev/null";

/// The files of a command.
#[derive(Default)]
pub struct Places<'a> {
    inputs: Vec<Cow<'a, Path>>,
    read: Vec<(&'static str, Cow<'a, Path>)>,
    outputs: Vec<Cow<'a, Path>>,
    written: Vec<(&'static str, Cow<'a, Path>)>,
}

impl<'a> Places<'a> {
    /// Adds the inputs and the outputs of a conversion. Whether an output may be an input is
    /// decided elsewhere: a document may be converted in its place.
    pub fn convert(
        &mut self,
        inputs: impl IntoIterator<Item = &'a Path>,
        outputs: impl IntoIterator<Item = Option<&'a Path>>,
    ) {
        let inputs = inputs.into_iter();
        self.inputs
            .extend(inputs.map(|path| Cow::Borrowed(file_of(path, "/dev/stdin"))));
        let outputs = outputs.into_iter();
        self.outputs
            .extend(outputs.map(|path| Cow::Borrowed(output_of(path))));
    }

    /// Adds a file that is read, and must not be written: `what` tells which one.
    pub fn read(&mut self, what: &'static str, path: impl Into<Cow<'a, Path>>) {
        self.read.push((what, path.into()));
    }

    /// Adds the file of a schema, and those that it includes.
    pub fn read_schema(&mut self, file: Option<&'a Path>, included: Vec<PathBuf>) {
        self.read
            .extend(file.map(|file| ("the schema", file.into())));
        for path in included {
            self.read("a file of the schema", path);
        }
    }

    /// Adds a file that is written: `what` tells which one.
    pub fn write(&mut self, what: &'static str, path: Option<&'a Path>) {
        if path.is_some() {
            self.written.push((what, Cow::Borrowed(output_of(path))));
        }
    }

    /// Fails if a file would be overwritten that the command reads or writes.
    pub fn check(&self) -> Result<(), Failure> {
        let outputs = self.outputs.iter().map(|path| ("the output", &**path));
        let written = self.written.iter().map(|(what, path)| (*what, &**path));
        for (what, path) in written.clone().chain(outputs.clone()) {
            let read = self.read.iter();
            let mut read = read.filter(|(_, other)| is_same(path, other));
            if let Some((other, _)) = read.next() {
                return Err(refused(what, other));
            }
        }
        for (index, (what, path)) in written.clone().enumerate() {
            if self.inputs.iter().any(|input| is_same(path, input)) {
                return Err(refused(what, "the input"));
            }
            let others = written.clone().skip(index + 1).chain(outputs.clone());
            let is_twice =
                |other: &Path| (other == path && path != Path::new(NULL)) || is_same(path, other);
            if let Some((other, _)) = others.clone().find(|(_, other)| is_twice(other)) {
                return Err(refused(what, other));
            }
        }
        Ok(())
    }
}

fn refused(what: &str, other: &str) -> Failure {
    report::plain(Exit::Usage, format!("{what} is {other}"), None)
}

/// Returns the name of the file that an output goes to.
fn output_of(path: Option<&Path>) -> &Path {
    let standard = Path::new("/dev/stdout");
    Output::named(path).path().unwrap_or(standard)
}

/// Returns the name of the file that `path` means, where `-` is a standard stream.
pub fn file_of<'p>(path: &'p Path, standard: &'static str) -> &'p Path {
    match is_stream(path) {
        true => Path::new(standard),
        false => path,
    }
}

/// Returns whether two names lead to one file, by any way, also if it does not exist yet.
pub fn is_same(a: &Path, b: &Path) -> bool {
    match (fs::metadata(a), fs::metadata(b)) {
        #[cfg(unix)]
        (Ok(a), Ok(b)) => {
            use std::os::unix::fs::MetadataExt as _;
            // A device has no content to read or replace.
            a.is_file() && (a.dev(), a.ino()) == (b.dev(), b.ino())
        }
        (Ok(_), Err(_)) | (Err(_), Ok(_)) => false,
        _ => place_of(a).is_some_and(|place| Some(place) == place_of(b)),
    }
}

/// Returns the place of a file, if it exists or its folder does.
fn place_of(path: &Path) -> Option<PathBuf> {
    let folder = || match path.parent()? {
        folder if folder.as_os_str().is_empty() => Some(Path::new(".")),
        folder => Some(folder),
    };
    let there = fs::canonicalize(path).ok();
    there.or_else(|| Some(fs::canonicalize(folder()?).ok()?.join(path.file_name()?)))
}
