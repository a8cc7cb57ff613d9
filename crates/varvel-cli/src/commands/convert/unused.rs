//! Options that a conversion has no use for: they are refused, and not silently left out.

use std::path::PathBuf;

use crate::commands::convert::Args;
use crate::files::flatbuffers;
use crate::files::format::Format;
use crate::files::input::Opened;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// The conversions that use an option.
#[derive(Clone, Copy, Debug)]
enum Use {
    /// Those that find the types of columns: of records that become a table.
    Types,
    /// Those that read or write a table.
    #[cfg(feature = "full")]
    Columns,
    /// Those of a table into documents.
    #[cfg(feature = "full")]
    Nulls,
    /// Those that read or write FlatBuffers.
    Flatbuffers,
    /// Those that read or write FlatBuffers, or find the types of columns.
    Schema,
    /// Those of inputs that may be FlatBuffers: a schema of these tells which are.
    Recognition,
    /// Those of values without types, into formats that have room for their digits or can tell.
    Decimals,
}

/// The formats of a conversion.
#[derive(Clone, Copy, Debug)]
struct Formats {
    from: Format,
    to: Format,
}

impl Formats {
    fn are_tables(self) -> [bool; 2] {
        #[cfg(feature = "full")]
        return [self.from, self.to].map(|it| matches!(it, Format::Table(_)));
        #[cfg(not(feature = "full"))]
        [false, false]
    }

    fn has_flatbuffers(self) -> bool {
        [self.from, self.to].map(is_flatbuffers).contains(&true)
    }
}

fn is_flatbuffers(format: Format) -> bool {
    matches!(format, Format::Flatbuffers | Format::FlatbuffersStream)
}

impl Use {
    /// Returns whether a conversion uses the option.
    fn is_in(self, formats: Formats) -> bool {
        let [from_table, to_table] = formats.are_tables();
        match self {
            Self::Types => to_table && !from_table,
            #[cfg(feature = "full")]
            Self::Columns => from_table || to_table,
            #[cfg(feature = "full")]
            Self::Nulls => from_table && !to_table,
            Self::Flatbuffers => formats.has_flatbuffers(),
            Self::Schema => formats.has_flatbuffers() || Self::Types.is_in(formats),
            Self::Recognition => !from_table || Self::Schema.is_in(formats),
            Self::Decimals => !(is_flatbuffers(formats.to) || from_table && to_table),
        }
    }

    /// Returns the reason why a conversion does not use the option of this name.
    fn reason(self, option: &str, formats: Formats) -> String {
        let [from_table, _] = formats.are_tables();
        let [from, to] = [formats.from, formats.to].map(Format::phrase);
        match self {
            Self::Types | Self::Schema | Self::Recognition | Self::Decimals if from_table => {
                format!("{option} is for records, and the columns of the input have types")
            }
            Self::Types => {
                format!("{option} is for Parquet and Arrow files, and this writes {to}")
            }
            #[cfg(feature = "full")]
            Self::Columns => {
                format!("{option} is for Parquet and Arrow files, and this writes {to}")
            }
            #[cfg(feature = "full")]
            Self::Nulls if formats.are_tables()[1] => {
                format!("{option} is for rows that become documents, and this writes {to}")
            }
            #[cfg(feature = "full")]
            Self::Nulls => {
                format!("{option} is for rows of Parquet and Arrow files, and this reads {from}")
            }
            Self::Schema if cfg!(feature = "full") => format!(
                "{option} is for FlatBuffers, and for records that become Parquet and Arrow files; \
                 this reads {from} and writes {to}"
            ),
            Self::Flatbuffers | Self::Schema | Self::Recognition => {
                format!("{option} is for FlatBuffers, and this reads {from} and writes {to}")
            }
            Self::Decimals => {
                format!("{option} is for values without a type, and the fields of {to} have types")
            }
        }
    }
}

/// Returns the options that are set and that not all conversions use.
fn set(args: &Args) -> Vec<(&'static str, Use)> {
    let mut all = Vec::new();
    #[cfg(feature = "full")]
    {
        let types = args.table.of_types().into_iter();
        all.extend(types.map(|(name, is_set)| (name, is_set, Use::Types)));
        all.push(("--columns", args.table.has_columns(), Use::Columns));
        all.push(("--skip-nulls", args.reading.skip_nulls, Use::Nulls));
    }
    let schema: &flatbuffers::Schema = &args.reading.schema;
    let of_schema = match schema.is_given() {
        true => Use::Recognition,
        false => Use::Schema,
    };
    all.push(("--schema", schema.file().is_some(), of_schema));
    all.push(("--skip-unknown", schema.skips_unknown(), Use::Schema));
    let buffers = schema.of_buffers().into_iter();
    all.extend(buffers.map(|(name, is_set)| (name, is_set, Use::Flatbuffers)));
    let exact = args.reading.keeps_all_decimals();
    all.push(("--exact-decimals", exact, Use::Decimals));
    let set = all.into_iter().filter(|(_, is_set, _)| *is_set);
    set.map(|(name, _, of)| (name, of)).collect()
}

/// Fails if an option is set that the conversion of one input does not use.
pub fn check(args: &Args, from: Format, to: Format) -> Result<(), Failure> {
    check_all(args, &[from], to)
}

/// Fails if an option is set that no conversion of several inputs uses. An input that can be read
/// only once is not looked at: it may use all.
pub fn check_inputs(args: &Args, inputs: &[PathBuf], to: Format) -> Result<(), Failure> {
    if set(args).is_empty() || !inputs.iter().all(|input| input.is_file()) {
        return Ok(());
    }
    let formats = inputs.iter().map(|input| {
        let opened = Opened::open(input, &args.reading)?;
        Ok(opened.format)
    });
    check_all(args, &formats.collect::<Result<Vec<_>, Failure>>()?, to)
}

/// Reports the input `name`, of which no columns can be chosen, since it is no table.
#[cfg(feature = "full")]
pub fn no_columns(name: &str, to: Format) -> Failure {
    let what = format!(
        "--columns is for Parquet and Arrow files: {name} is none, and this writes {}",
        to.phrase()
    );
    report::plain(Exit::Usage, what, None)
}

fn check_all(args: &Args, inputs: &[Format], to: Format) -> Result<(), Failure> {
    for (option, of) in set(args) {
        let mut formats = inputs.iter().map(|&from| Formats { from, to });
        let Some(first) = formats.clone().next() else {
            continue;
        };
        if !formats.any(|formats| of.is_in(formats)) {
            return Err(report::plain(Exit::Usage, of.reason(option, first), None));
        }
    }
    // A schema that only tells what is no FlatBuffer has to be one all the same.
    args.reading.schema.parsed().map(drop)
}
