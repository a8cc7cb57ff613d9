//! `varvel schema`: prints the schema of documents; its subcommands compare schemas and convert
//! them into files.

use std::path::{Path, PathBuf};

use varvel::schema::{Inference, JsonSchema};
use varvel::{AsText, Encode as _, json, records};

use crate::commands::{schema_check, schema_compile};
use crate::files::document::Document;
use crate::files::format::Format;
use crate::files::input::{Opened, expanded};
use crate::files::layout::Layout;
use crate::files::pipeline;
use crate::files::purpose::Purpose;
use crate::files::reading::Reading;
use crate::files::records::Records;
use crate::terminal::exit::Failure;
use crate::terminal::output::print;
use crate::terminal::report;

/// Print the schema of documents: their members, the kinds of these, and which may be missing
///
/// All documents of all files, and all records of streams, are folded into one schema that each of
/// them fits. A member with `?` is missing in some. An object with more than 256 different keys is
/// a map.
#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub struct Args {
    #[command(subcommand)]
    action: Option<Action>,
    /// Files to look at, also by wildcards; `-` is standard input
    #[arg(required = true, value_name = "FILE")]
    files: Vec<PathBuf>,
    /// Print the schema as JSON Schema 2020-12
    #[arg(long)]
    json_schema: bool,
    #[command(flatten)]
    layout: Layout,
    #[command(flatten)]
    reading: Reading,
}

#[derive(Debug, clap::Subcommand)]
enum Action {
    Check(schema_check::Args),
    Compile(schema_compile::Args),
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    match &args.action {
        Some(Action::Check(args)) => return schema_check::run(args),
        Some(Action::Compile(args)) => return schema_compile::run(args),
        None => {}
    }
    let mut inference = Inference::default();
    let files = expanded(&args.files)?;
    for file in &files {
        add(&mut inference, file, &args.reading)?;
    }
    let schema = inference.finish();
    if !args.json_schema {
        return print(schema.to_string().as_bytes());
    }
    let text = json::to_vec_with(&JsonSchema(&schema), &args.layout.json(AsText::NOTHING));
    let mut text = text.map_err(|error| report::in_document("the schema", &error))?;
    text.push(b'\n');
    print(&text)
}

/// Folds a document in, or all records of a stream.
fn add(inference: &mut Inference, file: &Path, reading: &Reading) -> Result<(), Failure> {
    let opened = Opened::open(file, reading)?;
    if !opened.format.is_stream() {
        let document = Document::of_for(opened, reading, Purpose::Text)?;
        let folded = document.view().encode(inference, &());
        folded.map_err(|error| report::in_document(&document.name, &error))?;
        inference.end_document();
        return Ok(());
    }
    let name = opened.name.clone();
    let folded = match opened.format {
        Format::Records(records::Format::Frozen) => {
            let mut records = Records::of(opened, reading)?;
            let folded = records.frozen_bytes().map(|bytes| {
                pipeline::fold(bytes, records::Format::Frozen, Inference::default, reading)
            });
            match folded {
                Some(Ok(folded)) => folded,
                // If that fails, reading record by record through the index reports more.
                _ => one_by_one(&mut records)?,
            }
        }
        Format::Records(from) => pipeline::fold(opened, from, Inference::default, reading)
            .map_err(|cause| pipeline::failure(&name, None, cause))?,
        _ => one_by_one(&mut Records::of(opened, reading)?)?,
    };
    let merged = inference.merge(folded);
    merged.map_err(|error| report::in_document(&name, &error))
}

/// Folds all records of a stream, one after the other.
fn one_by_one(records: &mut Records<'_>) -> Result<Inference, Failure> {
    let mut inference = Inference::default();
    while let Some(record) = records.next()? {
        let folded = record.write(Purpose::Text, &mut inference);
        folded.map_err(|error| record.failure(error))?;
        inference.end_document();
    }
    Ok(inference)
}
