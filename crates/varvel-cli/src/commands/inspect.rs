//! `varvel inspect`: shows the content of a file, and how many bytes each part of a frozen buffer
//! takes.

use std::path::PathBuf;

use anstream::AutoStream;
use varvel::path::Quoted;
use varvel::{Kind, Usage, Value, json, value};

#[cfg(feature = "full")]
use crate::commands::inspect_table::Table;
use crate::files::document::Document;
use crate::files::format::Format;
use crate::files::input::{Opened, described};
use crate::files::reading::Reading;
use crate::files::survey::{KINDS, Survey};
use crate::terminal::exit::Failure;
use crate::terminal::output::{self, Output};
use crate::terminal::picture::{Picture, grouped};
use crate::terminal::report;

/// Show the content of a file: kinds, depth, strings that repeat, shapes of objects
///
/// For a frozen buffer, also how many bytes each part of it takes. All of the document is held in
/// memory. For a Parquet or Arrow file, the metadata: row groups, and columns with their
/// types, nulls and bounds.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// File to inspect; `-` is standard input
    file: PathBuf,
    /// Print the result as JSON, for programs
    #[arg(long)]
    json: bool,
    /// How many shapes and repeated strings to show
    #[arg(long, value_name = "N", default_value_t = 5)]
    top: usize,
    #[command(flatten)]
    reading: Reading,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let opened = Opened::open(&args.file, &args.reading)?;
    #[cfg(feature = "full")]
    if let Format::Table(_) = opened.format {
        let table = Table::open(opened, &args.reading)?;
        return match args.json {
            true => output::print(&output::with_newline(table.text()?)?),
            false => print(&table.picture(args.top)),
        };
    }
    let document = Document::of(opened, &args.reading)?;
    let fails = |error| report::in_document(&document.name, &error);
    let survey = Survey::of(document.view()).map_err(fails)?;
    let usage = match document.format {
        Format::Frozen => Some(Usage::of(&document.view()).map_err(fails)?),
        _ => None,
    };
    if args.json {
        let value = figures(args, &document, &survey, usage.as_ref());
        let text = json::to_vec_with(&value, &json::WriteOptions::pretty()).map_err(fails)?;
        return output::print(&output::with_newline(text)?);
    }
    print(&picture(args, &document, &survey, usage.as_ref()))
}

/// Prints text with colours, if standard output shows them.
fn print(text: &str) -> Result<(), Failure> {
    let choice = AutoStream::choice(&std::io::stdout());
    let text = match choice {
        anstream::ColorChoice::Never => anstream::adapter::strip_str(text).to_string(),
        _ => text.to_owned(),
    };
    Output::Stream.write(text.as_bytes())
}

/// Returns the parts of a frozen buffer, those that hold data first.
fn parts(usage: &Usage) -> [(&'static str, u64); 11] {
    [
        ("slots", usage.slots),
        ("strings", usage.strings),
        ("packed numbers", usage.packed),
        ("other numbers", usage.numbers),
        ("bytes and timestamps", usage.others),
        ("container heads", usage.containers),
        ("padding", usage.padding),
        ("keys and shared strings", usage.texts),
        ("tables of shapes", usage.tables),
        ("header", usage.header),
        ("checksum", usage.checksum),
    ]
    .map(|(name, bytes)| (name, bytes as u64))
}

fn picture(args: &Args, document: &Document, survey: &Survey<'_>, usage: Option<&Usage>) -> String {
    let mut picture = Picture::new();
    let mut about = format!(": {}", described(document.format, document.compression));
    if let Some(len) = document.len {
        about += &format!(", {} bytes", grouped(len as u64));
    }
    if document.format != Format::Frozen {
        let frozen = document.view().buffer().len();
        about += &format!(", {} as a frozen buffer", grouped(frozen as u64));
    }
    let name = report::clean(&document.name);
    picture.title(&name, &about);

    let nodes = format!("  {}, depth {}", grouped(survey.nodes()), survey.depth);
    picture.title("nodes", &nodes);
    let kinds: Vec<(&str, u64)> = KINDS
        .iter()
        .zip(survey.kinds)
        .map(|(kind, count)| (noun(*kind), count))
        .collect();
    picture.bars(&kinds);

    let repeated = survey.repeated(args.top);
    let times: u64 = repeated.iter().map(|string| string.times - 1).sum();
    let bytes: u64 = repeated.iter().map(|string| string.bytes()).sum();
    let strings = format!(
        "  {}, {} bytes; {} repeat an earlier one, {} bytes",
        grouped(survey.of_kind(Kind::String)),
        grouped(survey.string_bytes),
        grouped(times),
        grouped(bytes)
    );
    picture.title("strings", &strings);
    for string in repeated.iter().take(args.top) {
        let text = report::clean(&Quoted(string.text).to_string());
        picture.line(&format!("{} × {text}", grouped(string.times)));
    }

    let shapes = survey.shapes();
    if !shapes.is_empty() {
        let objects: u64 = shapes.iter().map(|(_, count)| count).sum();
        let figures = format!(
            "  {} in {} objects",
            grouped(shapes.len() as u64),
            grouped(objects)
        );
        picture.title("shapes", &figures);
    }
    for (keys, count) in shapes.iter().take(args.top) {
        let keys: Vec<String> = keys.iter().take(64).map(|key| report::clean(key)).collect();
        picture.line(&format!("{} × {}", grouped(*count), keys.join(", ")));
    }
    if let Some(usage) = usage {
        picture.title("bytes", &format!("  {}", grouped(usage.total() as u64)));
        picture.bars(&parts(usage));
    }
    picture.finish()
}

/// Returns the kind without an article.
fn noun(kind: Kind) -> &'static str {
    let name = kind.name();
    name.split_once(' ').map_or(name, |(_, noun)| noun)
}

/// Returns the figures for machines.
fn figures(args: &Args, document: &Document, survey: &Survey<'_>, usage: Option<&Usage>) -> Value {
    let mut kinds = value!({});
    for (kind, count) in KINDS.iter().zip(survey.kinds) {
        if count > 0 {
            kinds[noun(*kind)] = count.into();
        }
    }
    let repeated = survey.repeated(args.top);
    let times: u64 = repeated.iter().map(|string| string.times - 1).sum();
    let bytes: u64 = repeated.iter().map(|string| string.bytes()).sum();
    let top = repeated.iter().take(args.top);
    let top: Vec<Value> = top
        .map(|string| value!({"text": string.text, "times": string.times}))
        .collect();
    let shapes = survey.shapes();
    let shapes_top = shapes.iter().take(args.top);
    let shapes_top: Vec<Value> = shapes_top
        .map(|(keys, objects)| {
            let keys: Vec<Value> = keys.iter().map(|key| Value::from(*key)).collect();
            value!({"keys": keys, "objects": *objects})
        })
        .collect();
    let mut value = value!({
        "file": document.name.as_str(),
        "format": document.format.word(),
        "compression": document.compression.map(|how| how.name()),
        "bytes": document.len.map(|len| len as u64),
        "frozen_bytes": document.view().buffer().len() as u64,
        "nodes": survey.nodes(),
        "depth": survey.depth as u64,
        "kinds": kinds,
        "strings": {
            "count": survey.of_kind(Kind::String),
            "bytes": survey.string_bytes,
            "repeated": times,
            "repeated_bytes": bytes,
            "top": top,
        },
        "shapes": {"count": shapes.len() as u64, "top": shapes_top},
    });
    if let Some(usage) = usage {
        let mut bytes = value!({});
        for (name, figure) in parts(usage) {
            bytes[name.replace(' ', "_").as_str()] = figure.into();
        }
        value["parts"] = bytes;
    }
    value
}
