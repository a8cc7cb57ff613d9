//! `varvel gen`: makes code from FlatBuffers schemas.

use std::fs;
use std::path::{Path, PathBuf};

use varvel::schema::fbs::{Joined, Schema};
use varvel_codegen::{Backend, File, Rust, join_files};

use crate::files::input::is_stream;
use crate::files::schema_file::read;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::{Output, print};
use crate::terminal::report;

/// Make code from FlatBuffers schemas
///
/// Each schema becomes a file of its own with all that it includes, called like the schema. If
/// several include the same file, each file becomes a file of code instead, with `mod.rs` as the
/// root, so that common types are written once. The same schema gives the same bytes everywhere; a
/// file that has them already is left alone.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The language of the code
    #[arg(value_name = "LANGUAGE")]
    language: Language,
    /// Schemas (.fbs, .bfbs)
    #[arg(value_name = "SCHEMA", required = true)]
    schemas: Vec<PathBuf>,
    /// The folder that the files go to; it is made if it is not there; `-` is standard output
    #[arg(short, long, value_name = "DIR", default_value = ".")]
    out: PathBuf,
    /// A folder in which included files are looked for that are not beside the one that includes
    /// them
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,
    /// Write nothing; fail if a file is not up to date
    #[arg(long)]
    check: bool,
    /// Do not say what was written
    #[arg(short, long)]
    quiet: bool,
}

/// A language that code can be made in.
#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Language {
    /// Rust over the crate `varvel-flatbuffers`
    Rust,
}

impl Language {
    fn backend(self) -> &'static dyn Backend {
        match self {
            Self::Rust => &Rust,
        }
    }
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    // All faults of the schemas are found before the first file is written.
    let files = generated(args)?;
    if is_stream(&args.out) {
        return to_stdout(args, &files);
    }
    for (path, _) in &files {
        if let Some(other) = args.schemas.iter().find(|other| is_same(other, path)) {
            let what = format!(
                "the code would be written over the schema {}",
                other.display()
            );
            let hint = "say in which folder it is to be: `--out DIR`";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        }
    }
    if !args.check {
        fs::create_dir_all(&args.out).map_err(|error| {
            let what = format!("cannot create {}: {error}", args.out.display());
            report::plain(Exit::Io, what, None)
        })?;
    }
    let mut old = 0;
    for (path, code) in &files {
        let same = fs::read(path).is_ok_and(|found| found == code.as_bytes());
        old += usize::from(!same);
        let state = match (same, args.check) {
            (true, _) => "unchanged",
            (false, true) => "not as generated",
            (false, false) => {
                Output::named(Some(path)).write(code.as_bytes())?;
                "written"
            }
        };
        if !args.quiet {
            print(format!("{}: {state}\n", path.display()).as_bytes())?;
        }
    }
    match args.check && old > 0 {
        true => Err(report::plain(
            Exit::Document,
            format!("files that are not as generated: {old}"),
            Some("the same command without `--check` writes them"),
        )),
        false => Ok(()),
    }
}

/// Returns the files with their code.
fn generated(args: &Args) -> Result<Vec<(PathBuf, String)>, Failure> {
    let backend = args.language.backend();
    let schemas = args
        .schemas
        .iter()
        .map(|schema| read(schema, &args.include))
        .collect::<Result<Vec<_>, _>>()?;
    for (number, schema) in args.schemas.iter().enumerate() {
        if args.schemas[..number]
            .iter()
            .any(|other| is_same(other, schema))
        {
            let path = target(schema, &args.out, backend)?;
            let what = format!("two schemas would be written to {}", path.display());
            return Err(report::plain(Exit::Usage, what, None));
        }
    }
    if let Some(joined) = joined(&schemas)? {
        let files = backend.generate_joined(&joined);
        let files = files.map_err(|error| report::plain(Exit::Document, error, None))?;
        let file = |file: File| (args.out.join(file.name), file.code);
        return Ok(files.into_iter().map(file).collect());
    }
    let mut files: Vec<(PathBuf, String)> = Vec::new();
    for (schema, parsed) in args.schemas.iter().zip(&schemas) {
        let path = target(schema, &args.out, backend)?;
        if let Some((other, _)) = files.iter().find(|(other, _)| *other == path) {
            let what = format!("two schemas would be written to {}", other.display());
            return Err(report::plain(Exit::Usage, what, None));
        }
        let code = backend.generate(parsed).map_err(|error| {
            let what = format!("{}: {error}", schema.display());
            report::plain(Exit::Document, what, None)
        })?;
        files.push((path, code));
    }
    Ok(files)
}

/// Returns the schemas joined, if a file is in more than one of them.
fn joined(schemas: &[Schema]) -> Result<Option<Joined>, Failure> {
    if schemas.len() < 2 {
        return Ok(None);
    }
    let joined = join_files(schemas).map_err(|error| {
        let hint = "make the code of each by itself";
        report::plain(Exit::Document, error, Some(hint))
    })?;
    let all: usize = schemas.iter().map(|schema| schema.files.len()).sum();
    Ok((joined.schema.files.len() < all).then_some(joined))
}

/// Writes the code of one file to standard output.
fn to_stdout(args: &Args, files: &[(PathBuf, String)]) -> Result<(), Failure> {
    let what = match files {
        _ if args.check => "--check looks at files, and there are none on standard output",
        [(_, code)] => return print(code.as_bytes()),
        _ => "the code of several schemas is several files",
    };
    let hint = "say in which folder they are: `--out DIR`";
    Err(report::plain(Exit::Usage, what, Some(hint)))
}

/// Returns whether both are names of one existing file.
fn is_same(a: &Path, b: &Path) -> bool {
    match (fs::canonicalize(a), fs::canonicalize(b)) {
        (Ok(a), Ok(b)) => a == b,
        _ => false,
    }
}

/// Returns where the code of a schema goes.
fn target(schema: &Path, out: &Path, backend: &dyn Backend) -> Result<PathBuf, Failure> {
    match schema.file_stem() {
        Some(stem) => {
            let mut name = stem.to_owned();
            name.push(".");
            name.push(backend.extension());
            Ok(out.join(name))
        }
        None => {
            let what = format!("{} is no name of a file", schema.display());
            Err(report::plain(Exit::Usage, what, None))
        }
    }
}
