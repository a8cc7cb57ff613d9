//! `varvel set` and `varvel rm`: change a node of a JSON or YAML file, and leave the rest of the
//! file as it is.

use std::io;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use varvel::edit::{Document, Syntax};
use varvel::formats::AnyFormat;
use varvel::path::{Selector, Selectors};
use varvel::{Duplicates, Error, ErrorKind, Value, json};
use varvel_files::{Compression, lock_for_edit};

use crate::commands::get::{absent, no_path, walk};
use crate::files::format::Format;
use crate::files::input::{Input, Opened, is_stream, shown};
use crate::files::reading::{KeyOptions, Reading, TextOptions};
use crate::terminal::difference::unified;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output::{Output, print};
use crate::terminal::{descriptor, report};

/// Set a node of a JSON or YAML file, and leave the rest of the file as it is
///
/// Comments, spacing, quotes and the order of keys stay. Nodes that are missing on the way to the
/// node are made; `-` in a JSON Pointer is the item behind the last one. Where nothing is, `l[0]`
/// and `/l/-` make an array, `l.key` and `/l/key` an object. The file is replaced as a whole or not
/// at all; standard input is edited to standard output.
#[derive(Debug, clap::Args)]
pub struct Set {
    #[command(flatten)]
    target: Target,
    /// The new value: JSON, whose numbers keep their digits, or a word that is taken as a string
    #[arg(allow_hyphen_values = true)]
    value: String,
    /// Take the value as a string, whatever it is
    #[arg(long)]
    string: bool,
    /// Replace nothing: put the value before the item at PATH, or add it as a new member; the array
    /// or object must be there
    #[arg(long)]
    insert: bool,
    #[command(flatten)]
    writing: Writing,
}

/// Remove a node of a JSON or YAML file, and leave the rest of the file as it is
///
/// The key of the node and the comment on its line are removed, too. The file is replaced as a
/// whole or not at all. Standard input is edited to standard output.
#[derive(Debug, clap::Args)]
pub struct Rm {
    #[command(flatten)]
    target: Target,
    #[command(flatten)]
    writing: Writing,
}

/// The node that is edited.
#[derive(Debug, clap::Args)]
struct Target {
    /// File to edit; `-` is standard input
    file: PathBuf,
    /// Which node: `users[3].name`, or a JSON Pointer such as `/users/3/name`
    path: String,
    /// Change what aliases of YAML refer to, in all places; PATH leads through them
    #[arg(long)]
    through_aliases: bool,
}

/// How an edit is read and written.
#[derive(Debug, clap::Args)]
struct Writing {
    /// Write nothing; show what would change as a diff
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    reading: TextOptions,
}

/// Runs `varvel set`.
pub fn set(args: &Set) -> Result<(), Failure> {
    let value = match args.string {
        true => Value::from(args.value.as_str()),
        false => parsed(&args.value)?,
    };
    let path = &args.target.path;
    edit(&args.target, &args.writing, |document| match args.insert {
        true => document.insert(path, value),
        false => document.set(path, value),
    })
}

/// Runs `varvel rm`.
pub fn rm(args: &Rm) -> Result<(), Failure> {
    let path = &args.target.path;
    edit(&args.target, &args.writing, |document| {
        document.remove(path).map(drop)
    })
}

/// Parses the value that the user wrote: JSON, whose decimals keep their digits; or a string,
/// unless the text begins with a character with which only JSON begins.
fn parsed(text: &str) -> Result<Value, Failure> {
    let options = json::ReadOptions::default().with_exact_decimals();
    match json::freeze_with(text.as_bytes(), Duplicates::Error, options) {
        Ok(frozen) => Ok(Value::from(frozen)),
        Err(_) if !text.trim_start().starts_with(['{', '[', '"']) => Ok(Value::from(text)),
        Err(error) => {
            let what = format!("the value cannot be taken as JSON: {error}");
            let hint = "`--string` takes it as a string as it is";
            Err(report::plain(Exit::Usage, what, Some(hint)))
        }
    }
}

fn edit(
    target: &Target,
    writing: &Writing,
    change: impl FnOnce(&mut Document) -> varvel::Result,
) -> Result<(), Failure> {
    let path = &target.path;
    let selectors: Vec<Selector<'_>> = Selectors::path(path)
        .collect::<Result<_, _>>()
        .map_err(|error| no_path(path, &error))?;
    // Another edit waits until this one has replaced the file.
    let _lock = match writing.dry_run || is_stream(&target.file) {
        true => None,
        false => lock_for_edit(&target.file, || ControlFlow::Continue(())),
    };
    let (input, mut document) = read(&target.file, &writing.reading)?;
    let name = &input.name;
    let before = writing.dry_run.then(|| copied(document.text()));
    let before = before.transpose()?;
    document.through_aliases(target.through_aliases);
    let reads_differ = document.ends_in_block_scalar();
    if let Err(error) = change(&mut document) {
        let value = document.value().clone();
        // An edit that fails changes nothing.
        let bytes = document.into_text().into_bytes();
        return Err(failure(
            &Input { bytes, ..input },
            &value,
            &selectors,
            &error,
        ));
    }
    if reads_differ.is_ok_and(|differ| differ) {
        report::block_scalar_at_end(name);
    }
    let text = document.text();
    if let Some(before) = before {
        return print(unified(name, &before, text).as_bytes());
    }
    let output = Output::named(Some(&target.file));
    let bytes = input.encoding.encode(text);
    let bytes = bytes.map_err(|error| report::in_document(name, &error))?;
    if is_stream(&target.file) {
        return output.write(&bytes);
    }
    let changed = document.is_changed();
    if changed {
        output.write(&bytes)?;
    }
    match (writing.reading.file.quiet, changed) {
        (true, _) => Ok(()),
        (_, true) => print(format!("{}: changed\n", shown(&target.file)).as_bytes()),
        (_, false) => print(format!("{}: unchanged\n", shown(&target.file)).as_bytes()),
    }
}

/// Fails if a file cannot be replaced, since its name is that of a stream that the process has.
pub fn check_in_place(file: &Path) -> Result<(), Failure> {
    if is_stream(file) || descriptor::named(file).is_none() {
        return Ok(());
    }
    let what = format!(
        "{} is a stream of this process, and cannot be replaced",
        shown(file)
    );
    let hint = "`-` reads standard input and writes standard output";
    Err(report::plain(Exit::Usage, what, Some(hint)))
}

/// Reads a file. Returns the document, which took the bytes of the input, and the rest of the
/// input.
fn read(file: &Path, reading: &TextOptions) -> Result<(Input, Document), Failure> {
    let reading = &Reading::of_text(reading, KeyOptions::default());
    check_in_place(file)?;
    let opened = Opened::open(file, reading)?;
    if !is_stream(file) && opened.compression != Compression::of_name(file) {
        let (name, named) = (&opened.name, Compression::of_name(file));
        // The new content would be packed as the name says.
        let what = match (opened.compression, named) {
            (None, Some(how)) => {
                format!("{name} is not compressed, and its name says {}", how.name())
            }
            (Some(is), Some(how)) => {
                format!("{name} is {}, and its name says {}", is.name(), how.name())
            }
            _ => format!("{name} is compressed, and its name does not say so"),
        };
        return Err(report::plain(Exit::Usage, what, None));
    }
    let syntax = match opened.format {
        Format::Document(AnyFormat::Json) => Syntax::Json,
        Format::Document(AnyFormat::Json5) => Syntax::Json5,
        Format::Document(AnyFormat::Yaml) => reading.yaml_syntax(),
        format => {
            let what = format!(
                "{} is {}, and only JSON and YAML text can be edited",
                opened.name,
                format.phrase()
            );
            return Err(report::plain(Exit::Usage, what, None));
        }
    };
    let mut input = opened.whole()?;
    let text = String::from_utf8(std::mem::take(&mut input.bytes)).map_err(|error| {
        input.bytes = error.into_bytes();
        let bytes = &input.bytes;
        input.failure(&Error::not_utf8(bytes, 0, bytes.len()))
    })?;
    let limits = reading.limits();
    match Document::read(text, syntax, limits) {
        Ok(document) => Ok((input, document)),
        Err((error, text)) => {
            input.bytes = text.into_bytes();
            Err(input.failure_in_edit(&error))
        }
    }
}

/// Returns a copy of a text, if there is memory for it.
fn copied(text: &str) -> Result<String, Failure> {
    let mut copy = String::new();
    copy.try_reserve_exact(text.len())
        .map_err(|_| no_memory())?;
    copy.push_str(text);
    Ok(copy)
}

fn no_memory() -> Failure {
    report::io("hold the document", &io::ErrorKind::OutOfMemory.into())
}

/// Reports why an edit was not made. If the path leads nowhere, the report says how far it led.
fn failure(input: &Input, value: &Value, selectors: &[Selector<'_>], error: &Error) -> Failure {
    let nowhere = matches!(error.kind(), ErrorKind::NotFound | ErrorKind::TypeMismatch);
    if nowhere
        && let Ok(frozen) = value.freeze()
        && let Err(missing) = walk(frozen.view(), Vec::new(), selectors)
        // If the edit could have made what is missing, the error is about a later step.
        && missing.is_at(error)
    {
        return absent(&input.name, &missing);
    }
    match error.kind() {
        ErrorKind::OutOfMemory => no_memory(),
        // The text has each key once, so the member that was to be inserted is there.
        ErrorKind::DuplicateKey => {
            let what = format!("{}: the member is there already", input.name);
            report::plain(Exit::Document, what, Some("without --insert it is set"))
        }
        _ => input.failure_in_edit(error),
    }
}
