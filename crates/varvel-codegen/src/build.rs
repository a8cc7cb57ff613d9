//! Generates code from a `build.rs`: reads schemas, and writes their code below `OUT_DIR`.

use std::fmt;
use std::fs;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;
use varvel_fbs::{Differs, Disk, File, Joined, Problems, Schema, join, parse};
use varvel_flatbuffers::reflect::bfbs;

use crate::{Backend, Rust, Unsupported};

/// Generates Rust from schemas when a crate is built.
///
/// ```no_run
/// // In `build.rs`:
/// varvel_codegen::Builder::default().include("schemas").compile("schemas/monster.fbs");
/// ```
///
/// The crate then includes the file:
///
/// ```text
/// #[allow(dead_code, reason = "generated")]
/// mod monster {
///     include!(concat!(env!("OUT_DIR"), "/monster.rs"));
/// }
/// ```
#[derive(Clone, Debug, Default)]
pub struct Builder {
    folders: Vec<PathBuf>,
}

impl Builder {
    /// Adds a folder in which included files are looked for.
    pub fn include(mut self, folder: impl Into<PathBuf>) -> Self {
        self.folders.push(folder.into());
        self
    }

    /// Writes the code of a schema (`.fbs` or `.bfbs`) below `OUT_DIR`, and tells cargo which files
    /// it depends on.
    ///
    /// If anything fails, this prints the error and ends the process, so that the build fails.
    pub fn compile(&self, schema: impl AsRef<Path>) {
        let Some(out) = std::env::var_os("OUT_DIR") else {
            eprintln!("error: OUT_DIR is not set: call this from a build.rs");
            std::process::exit(1);
        };
        match self.write(schema.as_ref(), Path::new(&out)) {
            Ok(files) => files
                .iter()
                .for_each(|file| println!("cargo::rerun-if-changed={file}")),
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(1);
            }
        }
    }

    /// Writes the code of several schemas below `OUT_DIR` as one file called `name`.
    ///
    /// Each file of the schemas becomes a module, so that a type of a file that two schemas include
    /// is one type. Errors are handled as in [`Builder::compile`].
    ///
    /// ```no_run
    /// // In `build.rs`:
    /// varvel_codegen::Builder::default().compile_all(&["schemas/orders.fbs", "schemas/bills.fbs"], "shop.rs");
    /// ```
    pub fn compile_all<P: AsRef<Path>>(&self, schemas: &[P], name: &str) {
        let Some(out) = std::env::var_os("OUT_DIR") else {
            eprintln!("error: OUT_DIR is not set: call this from a build.rs");
            std::process::exit(1);
        };
        match self.write_all(schemas, &Path::new(&out).join(name)) {
            Ok(files) => files
                .iter()
                .for_each(|file| println!("cargo::rerun-if-changed={file}")),
            Err(error) => {
                eprintln!("{error}");
                std::process::exit(1);
            }
        }
    }

    /// Writes the code of several schemas into one file, as [`Builder::compile_all`] does. Returns
    /// the names of the schemas' files.
    ///
    /// # Errors
    /// Returns an error if a schema is wrong, if it cannot be expressed in Rust, if the schemas
    /// cannot be joined, or if the file cannot be written.
    pub fn write_all<P: AsRef<Path>>(
        &self,
        schemas: &[P],
        path: &Path,
    ) -> Result<Vec<String>, BuildError> {
        let mut names: Vec<String> = Vec::new();
        let mut parsed = Vec::new();
        for schema in schemas {
            let (mut read, files) = self.read(schema.as_ref())?;
            read.files = file_names(&files);
            names.extend(files);
            parsed.push(read);
        }
        let joined = join_files(&parsed).map_err(BuildError::Differs)?;
        let code = Rust
            .generate_in_one(&joined)
            .map_err(BuildError::Unsupported)?;
        let folder = path.parent().unwrap_or(Path::new("."));
        written(path, folder, code.as_bytes())?;
        names.sort();
        names.dedup();
        Ok(names)
    }

    /// Writes the code of a schema (`.fbs` or `.bfbs`) into a folder, under the name of the schema.
    /// Returns the names of the schema's files.
    ///
    /// A file that has these bytes already is left alone. Any other is replaced as a whole.
    ///
    /// # Errors
    /// Returns an error if the schema is wrong, if it cannot be expressed in Rust, or if the file
    /// cannot be written.
    pub fn write(&self, schema: &Path, out: &Path) -> Result<Vec<String>, BuildError> {
        let (parsed, files) = self.read(schema)?;
        let code = Rust.generate(&parsed).map_err(BuildError::Unsupported)?;
        // All but the last extension belongs to the name, as in `monster.v2.fbs`.
        let mut name = schema.file_stem().unwrap_or_default().to_owned();
        name.push(".");
        name.push(Rust.extension());
        let path = out.join(name);
        written(&path, out, code.as_bytes())?;
        Ok(files)
    }

    /// Reads a schema, and returns it with the names of its files.
    fn read(&self, schema: &Path) -> Result<(Schema, Vec<String>), BuildError> {
        let shown = schema.display().to_string();
        // A file that cannot be read here is left to the parser, which reports it.
        if let Ok(bytes) = fs::read(schema)
            && bfbs::is_binary(&bytes)
        {
            return match bfbs::read(&bytes) {
                Ok(read) => Ok((read, vec![shown])),
                Err(error) => Err(BuildError::Binary(schema.to_owned(), error.into())),
            };
        }
        let disk = self
            .folders
            .iter()
            .fold(Disk::default(), |disk, folder| disk.searched(folder));
        let mut read = parse(&shown, &disk).map_err(BuildError::Schema)?;
        let files = std::mem::take(&mut read.files);
        Ok((read, files.into_iter().map(|file| file.name).collect()))
    }
}

/// Joins schemas whose files are on disk. Two paths that lead to one file name the same file.
///
/// # Errors
/// Returns an error if [`join`] does.
pub fn join_files(schemas: &[Schema]) -> Result<Joined, Differs> {
    join(schemas, |number, name| match fs::canonicalize(name) {
        Ok(path) => path.to_string_lossy().into_owned(),
        // A binary schema can name a file that is not on this disk.
        Err(_) => format!("{number}:{name}"),
    })
}

fn file_names(names: &[String]) -> Vec<File> {
    let file = |name: &String| File {
        name: name.clone(),
        ..File::default()
    };
    names.iter().map(file).collect()
}

/// Writes a file, unless it has these bytes already.
fn written(path: &Path, folder: &Path, bytes: &[u8]) -> Result<(), BuildError> {
    let written = match fs::read(path) {
        Ok(old) if old == bytes => Ok(()),
        _ => replace(path, folder, bytes),
    };
    written.map_err(|error| BuildError::Io(path.to_owned(), error))
}

/// Writes a new file in the folder, and replaces the one at `path` by it.
fn replace(path: &Path, folder: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut names = tempfile::Builder::new();
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt as _;
        names.permissions(fs::Permissions::from_mode(0o666)); // the umask removes bits from these
    }
    let mut file: NamedTempFile = names.tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.persist(path)?;
    Ok(())
}

/// The reasons why no code was written.
#[derive(Debug)]
#[non_exhaustive]
pub enum BuildError {
    /// The schema is wrong.
    Schema(Problems),
    /// The binary schema is wrong.
    Binary(PathBuf, Box<dyn std::error::Error + Send + Sync>),
    /// The schema cannot be expressed in Rust.
    Unsupported(Unsupported),
    /// The schemas cannot be joined.
    Differs(Differs),
    /// The file cannot be written.
    Io(PathBuf, io::Error),
}

impl fmt::Display for BuildError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Schema(problems) => problems.fmt(f),
            Self::Binary(path, error) => write!(f, "error: {}: {error}", path.display()),
            Self::Unsupported(what) => what.fmt(f),
            Self::Differs(what) => write!(f, "error: {what}"),
            Self::Io(path, error) => write!(f, "error: cannot write {}: {error}", path.display()),
        }
    }
}

impl std::error::Error for BuildError {}
