//! Reads FlatBuffers schemas from files: text (`.fbs`) with its includes, or binary (`.bfbs`).
//! Tells JSON Schemas from them.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::{Path, PathBuf};

use varvel::flatbuffers::bfbs;
use varvel::formats::AnyFormat;
use varvel::schema::fbs::{Disk, ProblemKind, Problems, Schema, parse};

use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// Reads the schema in a file, with its includes. The first bytes tell a binary one.
pub fn read(file: &Path, include: &[PathBuf]) -> Result<Schema, Failure> {
    let shown = file.display();
    if is_binary(file) {
        let bytes = fs::read(file);
        let bytes = bytes.map_err(|cause| report::io(&format!("read {shown}"), &cause))?;
        return bfbs::read(&bytes).map_err(|error| report::in_document(&shown.to_string(), &error));
    }
    let Some(name) = file.to_str() else {
        let what = format!("{shown} is no name in UTF-8");
        return Err(report::plain(Exit::Usage, what, None));
    };
    let disk = include
        .iter()
        .fold(Disk::default(), |disk, folder| disk.searched(folder));
    parse(name, &disk).map_err(|problems| failure(&problems))
}

/// Returns whether it is a binary schema. A file that cannot be read is not: the error is reported
/// when it is opened as text.
fn is_binary(file: &Path) -> bool {
    let mut first = [0; 8];
    let read = File::open(file).and_then(|mut file| file.read_exact(&mut first));
    read.is_ok() && bfbs::is_binary(&first)
}

/// Returns whether it is a JSON Schema: the only schema that begins as JSON does, or one whose name
/// says that it is JSON or YAML. A file that cannot be read is none.
pub fn is_json_schema(file: &Path) -> bool {
    if let Some(AnyFormat::Json | AnyFormat::Yaml) = format_of(file) {
        return true;
    }
    let mut first = Vec::new();
    let read = File::open(file).and_then(|file| file.take(4096).read_to_end(&mut first));
    let first = first.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&first);
    read.is_ok() && first.trim_ascii_start().first() == Some(&b'{')
}

/// Returns whether the name says that it is YAML.
pub fn is_yaml(file: &Path) -> bool {
    format_of(file) == Some(AnyFormat::Yaml)
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
