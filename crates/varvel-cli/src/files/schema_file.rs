//! Schemas as files: those of FlatBuffers as text (`.fbs`) with its includes or binary (`.bfbs`),
//! and JSON Schemas. A file is opened once, since it may be a pipe.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};

use varvel::flatbuffers::bfbs;
use varvel::formats::AnyFormat;
use varvel::schema::fbs::{Disk, Files, Located, ProblemKind, Problems, Schema, parse};

use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// The most bytes that are read. An endless file (`/dev/zero`) is no schema.
const LONGEST: u64 = 1 << 30;

/// A schema that was read.
#[derive(Debug)]
pub struct SchemaFile {
    path: PathBuf,
    bytes: Vec<u8>,
}

impl SchemaFile {
    /// Reads a file.
    pub fn open(path: &Path) -> Result<Self, Failure> {
        let bytes = read_all(path);
        let failed = |cause| report::io(&format!("read {}", path.display()), &cause);
        Ok(Self {
            path: path.to_owned(),
            bytes: bytes.map_err(failed)?,
        })
    }

    /// Returns whether it is a JSON Schema: the only schema that begins as JSON does, or one whose
    /// name says that it is JSON or YAML.
    pub fn is_json(&self) -> bool {
        let first = self.bytes.strip_prefix(b"\xEF\xBB\xBF");
        let first = first.unwrap_or(&self.bytes).trim_ascii_start().first();
        is_named_json(&self.path) || first == Some(&b'{')
    }

    /// Returns the name for reports.
    pub fn name(&self) -> String {
        self.path.display().to_string()
    }

    /// Returns the content.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Returns the format of a JSON Schema: YAML if the name says so.
    pub fn format(&self) -> AnyFormat {
        match format_of(&self.path) {
            Some(AnyFormat::Yaml) => AnyFormat::Yaml,
            _ => AnyFormat::Json,
        }
    }

    /// Reads a schema of FlatBuffers, with the files that it includes. The first bytes tell a
    /// binary one.
    pub fn flatbuffers(&self, include: &[PathBuf]) -> Result<Schema, Failure> {
        if bfbs::is_binary(&self.bytes) {
            let schema = bfbs::read(&self.bytes);
            return schema.map_err(|error| report::in_document(&self.name(), &error));
        }
        let files = Opened {
            root: self,
            disk: searched(include),
        };
        parse(utf8_name(&self.path)?, &files).map_err(|problems| failure(&problems))
    }

    /// Returns the files that the text of `schema` is in. A binary schema has their names, but does
    /// not need them.
    pub fn files_of(&self, schema: &Schema) -> Vec<PathBuf> {
        match bfbs::is_binary(&self.bytes) {
            true => Vec::new(),
            false => {
                let files = schema.files.iter();
                files.map(|file| PathBuf::from(&file.name)).collect()
            }
        }
    }
}

/// Reads the schema of FlatBuffers in a file, with its includes.
pub fn read(path: &Path, include: &[PathBuf]) -> Result<Schema, Failure> {
    opened(path, include)?.flatbuffers(include)
}

/// Reads a schema as [`read`] does. Returns it with the files of its text.
pub fn read_with_files(
    path: &Path,
    include: &[PathBuf],
) -> Result<(Schema, Vec<PathBuf>), Failure> {
    let file = opened(path, include)?;
    let schema = file.flatbuffers(include)?;
    let files = file.files_of(&schema);
    Ok((schema, files))
}

fn opened(path: &Path, include: &[PathBuf]) -> Result<SchemaFile, Failure> {
    SchemaFile::open(path).or_else(|failed| {
        // The parser of schemas tells why it cannot be read.
        match parse(utf8_name(path)?, &searched(include)) {
            Err(problems) => Err(failure(&problems)),
            Ok(_) => Err(failed),
        }
    })
}

/// Returns whether the name says that it is JSON or YAML.
pub fn is_named_json(path: &Path) -> bool {
    matches!(format_of(path), Some(AnyFormat::Json | AnyFormat::Yaml))
}

fn read_all(path: &Path) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(path)?
        .take(LONGEST + 1)
        .read_to_end(&mut bytes)?;
    match bytes.len() as u64 > LONGEST {
        true => Err(io::Error::other(
            "it is longer than 1 GiB, and so no schema",
        )),
        false => Ok(bytes),
    }
}

fn searched(include: &[PathBuf]) -> Disk {
    let folders = include.iter();
    folders.fold(Disk::default(), |disk, folder| disk.searched(folder))
}

fn utf8_name(path: &Path) -> Result<&str, Failure> {
    path.to_str().ok_or_else(|| {
        let what = format!("{} is no name in UTF-8", path.display());
        report::plain(Exit::Usage, what, None)
    })
}

/// The files of a schema, of which the first was opened.
struct Opened<'s> {
    root: &'s SchemaFile,
    disk: Disk,
}

impl Files for Opened<'_> {
    fn find(&self, name: &str, from: Option<&str>) -> Option<Located> {
        let found = self.disk.find(name, from);
        // A pipe has no place on the disk.
        found.or_else(|| {
            from.is_none().then(|| Located {
                path: name.to_owned(),
                identity: name.to_owned(),
            })
        })
    }

    fn read(&self, file: &Located) -> Result<Vec<u8>, String> {
        match self.root.path == Path::new(&file.path) {
            true => Ok(self.root.bytes.clone()),
            false => self.disk.read(file),
        }
    }
}

/// Returns the format that the name says.
fn format_of(file: &Path) -> Option<AnyFormat> {
    let extension = file.extension().and_then(|extension| extension.to_str());
    extension.and_then(AnyFormat::of_extension)
}

fn failure(problems: &Problems) -> Failure {
    let unread = problems
        .iter()
        .any(|problem| problem.kind == ProblemKind::File);
    Failure {
        exit: if unread { Exit::Io } else { Exit::Document },
        text: problems.to_string().trim_end().to_owned(),
    }
}
