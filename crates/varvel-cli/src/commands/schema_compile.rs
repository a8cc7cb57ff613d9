//! `varvel schema compile`: writes a FlatBuffers schema as one binary or text file.

use std::path::PathBuf;

use varvel::flatbuffers::bfbs;

use crate::files::places::Places;
use crate::files::schema_file::read_with_files;
use crate::terminal::exit::Failure;
use crate::terminal::output::Output;
use crate::terminal::report;

/// Write a FlatBuffers schema with all that it includes as one binary schema (.bfbs)
///
/// The output has all parts of the text, including comments and attributes; declarations are sorted
/// by name. An output that is called .fbs is text again, so that people can read a binary schema.
#[derive(Debug, clap::Args)]
pub struct Args {
    /// The schema (.fbs, .bfbs)
    #[arg(value_name = "SCHEMA")]
    schema: PathBuf,
    /// The file to write; `-` is standard output
    #[arg(short, long, value_name = "FILE")]
    out: PathBuf,
    /// Folder to search for included files that are not beside the file that includes them
    #[arg(short = 'I', long = "include", value_name = "DIR")]
    include: Vec<PathBuf>,
}

/// Runs the subcommand.
pub fn run(args: &Args) -> Result<(), Failure> {
    let (schema, files) = read_with_files(&args.schema, &args.include)?;
    let mut places = Places::default();
    places.read_schema(Some(&args.schema), files);
    places.write("the output", Some(&args.out));
    places.check()?;
    let text = args
        .out
        .extension()
        .is_some_and(|extension| extension == "fbs");
    let written = match text {
        true => schema.to_string().into_bytes(),
        false => bfbs::write(&schema)
            .map_err(|error| report::in_document(&args.schema.display().to_string(), &error))?,
    };
    Output::named(Some(&args.out)).write(&written)
}
