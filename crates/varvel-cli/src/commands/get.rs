//! `varvel get`: prints one node of a document.

use std::borrow::Cow;
use std::path::PathBuf;

use varvel::formats::AnyFormat;
use varvel::path::{KeyText, Path, Quoted, Selector, Selectors, Step};
use varvel::{Error, Kind, View};
#[cfg(feature = "full")]
use varvel_arrow::Projection;

use crate::files::document::Document;
#[cfg(feature = "full")]
use crate::files::format::Format;
use crate::files::input::Opened;
use crate::files::layout::Layout;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::output;
use crate::terminal::report;

/// Print one node of a document as JSON
///
/// A stream is the array of its records. If the path begins with a number, only that record of a
/// stream, or item of an array, is held in memory. Reading stops behind it: what follows is not
/// checked. Arrays of YAML, JSON5 and FlexBuffers are read whole. Of a frozen document only the
/// node and the way to it are read: `validate` checks the rest.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File to read; `-` is standard input
    file: PathBuf,
    /// Which node: `users[3].name`, or a JSON Pointer such as `/users/3/name`; `$` is the document
    path: String,
    /// Print a string as it is, without quotes and escapes
    #[arg(long)]
    raw: bool,
    #[command(flatten)]
    reading: Reading,
    #[command(flatten)]
    layout: Layout,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let selectors: Vec<Selector<'_>> = Selectors::path(&args.path)
        .collect::<Result<_, _>>()
        .map_err(|error| no_path(&args.path, &error))?;
    let opened = Opened::open(&args.file, &args.reading)?;
    let (document, reached) = match Document::of_path(opened, &selectors, &args.reading)? {
        Ok(part) => part,
        Err(opened) => match selectors.first().and_then(Selector::index) {
            #[cfg(feature = "full")]
            Some(number) if matches!(opened.format, Format::Table(_)) => {
                let path = &selectors[1..];
                (
                    of_row(args, opened, number, path)?,
                    vec![Step::Index(number)],
                )
            }
            Some(number) => one(opened, number, &args.reading)?,
            None => (whole(opened, &args.reading)?, Vec::new()),
        },
    };
    let selectors = &selectors[reached.len()..];
    let name = &document.name;
    let found = walk(document.view(), reached, selectors);
    let (node, reached) = found.map_err(|missing| absent(name, &missing))?;
    let text = match node.as_str() {
        Some(string) if args.raw => string.as_bytes().to_vec(),
        _ => {
            let text = args.layout.document(&node, AnyFormat::Json);
            text.map_err(|error| {
                document.failure_below(&args.file, &args.reading, reached.into_iter(), error)
            })?
        }
    };
    output::print(&output::with_newline(text)?)
}

/// Reads the record of a stream, or the item of an array, with this number. Any other document is
/// read whole. Returns the steps to what was read, too.
fn one(opened: Opened, number: usize, reading: &Reading) -> Result<(Document, Vec<Step>), Failure> {
    let reached = vec![Step::Index(number)];
    if opened.format.is_stream() {
        return Ok((Document::of_record(opened, number, reading)?, reached));
    }
    match Document::of_item(opened, number, reading)? {
        Ok(document) => Ok((document, reached)),
        Err(opened) => Ok((whole(opened, reading)?, Vec::new())),
    }
}

/// Reads a row of a table: only the column in which the path leads on, if it does.
#[cfg(feature = "full")]
fn of_row(
    args: &Args,
    opened: Opened,
    number: usize,
    path: &[Selector<'_>],
) -> Result<Document, Failure> {
    let names = path.iter().map_while(Selector::name);
    let pointer: String = names
        .map(|name| name.to_cow().replace('~', "~0").replace('/', "~1"))
        .map(|name| format!("/{name}"))
        .collect();
    let column = Projection::new([&*pointer]).ok();
    let column = column.filter(|_| !opened.is_pipe());
    let chosen = column.is_some();
    match Document::of_record(opened.with_columns(column), number, &args.reading) {
        // Without the column the error names those that there are.
        Err(_) if chosen => {
            let opened = Opened::open(&args.file, &args.reading)?;
            Document::of_record(opened, number, &args.reading)
        }
        read => read,
    }
}

fn whole(opened: Opened, reading: &Reading) -> Result<Document, Failure> {
    Document::of_for(opened, reading, Purpose::Json)
}

/// Reports an argument that is not a path: what was expected, and where.
pub fn no_path(path: &str, error: &Error) -> Failure {
    let before = &path[..error.offset().unwrap_or_default()];
    let what = format!(
        "`{path}` is no path: expected {} at character {}",
        error.expectation().unwrap_or_default(),
        1 + before.chars().count(),
    );
    report::plain(Exit::Usage, what, error.hint())
}

/// A path that led nowhere: how far it led.
pub struct Missing<'a> {
    /// The steps that were found.
    reached: Vec<Step>,
    /// The node behind them.
    node: View<'a>,
    /// The step that was not found.
    step: Step,
}

impl Missing<'_> {
    /// Returns whether an error is about this step, and not about one that follows in containers
    /// that an edit makes.
    pub fn is_at(&self, error: &Error) -> bool {
        let steps = error.steps().map_or(0, <[Step]>::len);
        steps == self.reached.len() && self.node.kind() != Kind::Null
    }
}

/// Follows selectors from `node`, which `steps` reached. Returns the node and all steps to it.
pub fn walk<'a>(
    mut node: View<'a>,
    mut reached: Vec<Step>,
    selectors: &[Selector<'_>],
) -> Result<(View<'a>, Vec<Step>), Missing<'a>> {
    for selector in selectors {
        // A path skips tags.
        while let Some((_, tagged)) = node.tag() {
            node = tagged;
        }
        let step = selector.step(node.kind());
        let Some(next) = node.select(selector) else {
            return Err(Missing {
                reached,
                node,
                step,
            });
        };
        reached.push(step);
        node = next;
    }
    Ok((node, reached))
}

/// Reports how far the path led, and what could be chosen there.
pub fn absent(name: &str, missing: &Missing<'_>) -> Failure {
    let Missing {
        reached,
        node,
        step,
    } = missing;
    let here = Path::new(reached);
    let (what, hint) = match (step, node.kind()) {
        (Step::Key(key), Kind::Object | Kind::Map) => (
            format!("{here} has no member {}", Quoted(key)),
            near_keys(node, key),
        ),
        (Step::Index(index), Kind::Array) => (
            format!("{here} has no item {index}"),
            Some(match node.len() {
                0 => "it is an empty array".to_owned(),
                len => format!("its items are [0] to [{}]", len - 1),
            }),
        ),
        (Step::Key(key), kind) => (
            format!(
                "{here} is {}, and has no member {}",
                kind.name(),
                Quoted(key)
            ),
            (kind == Kind::Array).then(|| "items of an array are written [0], [1], ...".to_owned()),
        ),
        (Step::Index(index), kind @ (Kind::Object | Kind::Map)) => (
            format!("{here} is {}, and has no item {index}", kind.name()),
            near_keys(node, &index.to_string()),
        ),
        (Step::Index(index), kind) => (
            format!("{here} is {}, and has no item {index}", kind.name()),
            None,
        ),
    };
    report::plain(Exit::Document, format!("{name}: {what}"), hint.as_deref())
}

/// The most keys that a message names.
const NAMED: usize = 8;

/// The number of members that are searched for near keys, so that the search is short in a huge
/// object.
const LOOKED_AT: usize = 10_000;

/// Returns keys that the user may have meant, or else the first keys. Keys that are not strings
/// have their text.
fn near_keys(node: &View<'_>, wanted: &str) -> Option<String> {
    let keys = || node.pairs().map(|(key, _)| text_of(key));
    let lower = wanted.to_lowercase();
    let mut near: Vec<(f64, Cow<'_, str>)> = keys()
        .take(LOOKED_AT)
        .filter(|key| key.len() <= 4 * wanted.len().max(16))
        .map(|key| (strsim::jaro_winkler(&lower, &key.to_lowercase()), key))
        .filter(|(alike, _)| *alike > 0.8)
        .collect();
    near.sort_by(|a, b| b.0.total_cmp(&a.0));
    let quoted = |key: Cow<'_, str>| Quoted(&key).to_string();
    if !near.is_empty() {
        let keys: Vec<String> = near
            .into_iter()
            .take(3)
            .map(|(_, key)| quoted(key))
            .collect();
        return Some(format!("did you mean {}?", keys.join(" or ")));
    }
    let first: Vec<String> = keys().take(NAMED).map(quoted).collect();
    let names = first.join(", ");
    Some(match node.len() {
        0 => "it is an empty object".to_owned(),
        len if len > first.len() => format!("it has {names}, and {} more", len - first.len()),
        _ => format!("it has {names}"),
    })
}

/// Returns the text by which a path finds a key.
fn text_of(key: View<'_>) -> Cow<'_, str> {
    match key.as_str() {
        Some(key) => Cow::Borrowed(key),
        None => Cow::Owned(KeyText::of(&key)),
    }
}
