//! [`Options`]: the options of tables.

use std::num::NonZeroU64;
use std::path::{Path, PathBuf};

use varvel_arrow::{Conflicts, Kind, Projection};

use crate::files::table_rows::no_column;
use crate::terminal::exit::{Exit, Failure};
use crate::terminal::report;

/// Options of tables.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Tables")]
pub struct Options {
    /// The treatment of columns whose values have no common type: numbers beside strings, or
    /// integers that no float holds beside floats [default: text]
    #[arg(long, value_name = "WHAT", value_enum)]
    conflicts: Option<OnConflict>,
    /// Columns that are VARIANT whatever their values are, by the names of members: `user.extra`.
    /// Paths lead through the items of arrays
    #[arg(long, value_name = "PATH", num_args = 1..)]
    variant: Vec<String>,
    /// Find the types of columns from the first N lines of each input, of which at most 64 MiB are
    /// taken. A later record that does not fit them is an error, or is set aside by `--bad-lines`
    /// [default: all records]
    #[arg(long, value_name = "N")]
    sample: Option<NonZeroU64>,
    /// Write the columns whose values are of several kinds to FILE, a line of JSON for each: its
    /// type, and where each kind came first. The first ten are shown in any case
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    /// Whether parts of VARIANT get columns of their own, if most of their values have one type:
    /// engines then read them without the rest [default: yes in Parquet, no in Arrow]
    #[arg(long, value_name = "YES|NO", value_enum, hide_possible_values = true)]
    shred: Option<Shred>,
    /// Columns to write, by the names of members: `id user.name`. Paths lead through the items of
    /// arrays. Columns keep the order of the input, or of the schema. From a Parquet or Arrow file
    /// nothing else is read [default: all]
    #[arg(long, value_name = "PATH", num_args = 1..)]
    columns: Vec<String>,
}

impl Options {
    /// Returns the options that are about the types of columns, each with whether it is set.
    pub fn of_types(&self) -> [(&'static str, bool); 5] {
        [
            ("--conflicts", self.conflicts.is_some()),
            ("--variant", !self.variant.is_empty()),
            ("--sample", self.sample.is_some()),
            ("--report", self.report.is_some()),
            ("--shred", self.shred.is_some()),
        ]
    }

    /// Returns whether columns are chosen.
    pub fn has_columns(&self) -> bool {
        !self.columns.is_empty()
    }

    /// Returns the file for the columns of several kinds.
    pub fn report(&self) -> Option<&Path> {
        self.report.as_deref()
    }

    /// Returns the treatment of columns whose values have no common type.
    pub fn conflicts(&self) -> Conflicts {
        match self.conflicts {
            None | Some(OnConflict::Text) => Conflicts::Text,
            Some(OnConflict::Variant) => Conflicts::Variant,
            Some(OnConflict::Error) => Conflicts::Error,
        }
    }

    /// Returns the columns that are VARIANT whatever their values are; `None` if there are none.
    pub fn variant(&self) -> Result<Option<Projection>, Failure> {
        chosen(&self.variant, "--variant", "no record has")
    }

    /// Returns how many lines the types of columns are found from; `None` for all records.
    pub fn sample(&self) -> Option<NonZeroU64> {
        self.sample
    }

    /// Returns whether columns of VARIANT are shredded in a file of this kind.
    pub fn shreds(&self, kind: Kind) -> Result<bool, Failure> {
        let variant =
            !self.variant.is_empty() || matches!(self.conflicts, Some(OnConflict::Variant));
        match (variant, self.shred) {
            (true, None) => Ok(kind == Kind::Parquet),
            (true, Some(shred)) => Ok(matches!(shred, Shred::Yes)),
            (false, None) => Ok(false),
            (false, Some(_)) => {
                let what = "--shred is for columns of VARIANT";
                let hint = "`--variant PATH` and `--conflicts variant` make them";
                Err(report::plain(Exit::Usage, what, Some(hint)))
            }
        }
    }

    /// Returns the columns to write; `None` for all.
    pub fn projection(&self) -> Result<Option<Projection>, Failure> {
        chosen(&self.columns, "--columns", "no record has")
    }

    /// Fails if an option is set that is about types which are not given.
    pub fn check_given(&self) -> Result<(), Failure> {
        let option = match (self.sample, &self.report) {
            (Some(_), _) => "--sample",
            (_, Some(_)) => "--report",
            (None, None) => return Ok(()),
        };
        let what =
            format!("{option} is about types that are found in records, and --schema gives them");
        Err(report::plain(Exit::Usage, what, None))
    }
}

/// Returns the columns on `paths`; `None` if there are none.
fn chosen(paths: &[String], option: &str, nothing: &str) -> Result<Option<Projection>, Failure> {
    if paths.is_empty() {
        return Ok(None);
    }
    let projection = Projection::new(paths.iter().map(String::as_str));
    projection
        .map(Some)
        .map_err(|error| no_column(option, nothing, &error))
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum OnConflict {
    /// Each value as JSON, in a column of text
    Text,
    /// Columns of VARIANT, which DuckDB and Spark read. Numbers have at most 38 digits or are
    /// those of a double, and others are text with `--as-text`; an object has its members in the
    /// order of their keys
    Variant,
    /// An error that names the columns, and the first line of each kind of their values
    Error,
}

#[derive(Clone, Copy, Debug, clap::ValueEnum)]
enum Shred {
    Yes,
    No,
}
