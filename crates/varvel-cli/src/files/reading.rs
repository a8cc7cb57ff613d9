//! [`Reading`]: the options for reading. They are in several sets, so that a subcommand lists only
//! those that it takes.

use clap::ValueEnum;
use varvel::edit::Syntax;
use varvel::formats::{AnyFormat, ReadOptions, Row};
use varvel::json::{self, Json, Relaxed};
use varvel::msgpack::{self, MessagePack};
use varvel::{Duplicates, Limits, Sink, records};
use varvel_files::Compression;

use crate::files::any_sink::AnySink;
use crate::files::flatbuffers::{Loaded, Schema};
use crate::files::format::{Format, MAGIC, TextFormat};
use crate::files::purpose::Purpose;
use crate::terminal::exit::Failure;

/// The options of all subcommands that read a file.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
pub struct FileOptions {
    /// How many arrays and objects may stand inside each other
    #[arg(long, value_name = "N", default_value_t = Limits::DEFAULT.depth)]
    max_depth: usize,
    /// Accept two forms that YAML forbids and many files have
    ///
    /// A closing bracket in the column of its parent, and a text in quotes that continues in the
    /// column of its key.
    #[arg(long)]
    tolerant: bool,
    /// How many times its size a compressed file, or a part of a Parquet or Arrow file, may expand
    /// to; 1 MiB is always allowed, and 64 MiB of such a part
    #[arg(long, value_name = "N", default_value_t = varvel_files::MAX_EXPANSION)]
    pub max_expansion: u64,
    /// Show no progress, and no line about what was written
    #[arg(long, short, help_heading = None::<&str>)]
    pub quiet: bool,
}

/// The options of subcommands that change a text and not its values.
#[derive(Clone, Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
pub struct TextOptions {
    /// Format of the text [default: by its first bytes and its name, else json]
    #[arg(long, value_name = "FORMAT")]
    from: Option<TextFormat>,
    #[command(flatten)]
    pub file: FileOptions,
}

/// The option of subcommands that accept a key twice.
#[derive(Clone, Copy, Debug, Default, clap::Args)]
#[command(next_help_heading = "Reading")]
pub struct KeyOptions {
    /// If an object has a key twice: refuse it, or keep the first or the last member
    #[arg(
        long,
        value_name = "error|first|last",
        default_value = "error",
        hide_possible_values = true
    )]
    duplicates: Policy,
}

/// The options of subcommands that read the values of documents.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "Reading")]
pub struct Reading {
    /// Format of the input [default: by its first bytes and its name, else json]
    #[arg(long, value_name = "FORMAT")]
    pub from: Option<Format>,
    #[command(flatten)]
    pub file: FileOptions,
    #[command(flatten)]
    keys: KeyOptions,
    /// The version of YAML that scalars without quotes follow: 1.1 also has yes, no, on, off, 014
    /// for 12, 1_000, 1:30:00
    #[arg(
        long,
        value_name = "1.2|1.1",
        default_value = "1.2",
        hide_possible_values = true
    )]
    yaml: YamlVersion,
    /// Resolve merge keys of YAML: `<<: *defaults` adds the members of that mapping
    #[arg(long)]
    pub merge_keys: bool,
    /// Never round a decimal: frozen documents keep all of its digits, MessagePack and FlexBuffers,
    /// which have no decimals, refuse it (with --as-text they hold its digits as text). A column of
    /// floats takes only what it gives back as the same number; --conflicts is for others
    ///
    /// Text formats, and columns of JSON and VARIANT, keep all digits without this option. In the
    /// others a decimal becomes the nearest float of 64 bits.
    #[arg(long)]
    exact_decimals: bool,
    /// Read the whole segments of a frozen stream whose end is missing
    #[arg(long)]
    pub recover: bool,
    /// Leave out members that are null when rows of Parquet and Arrow files are read
    ///
    /// Their columns do not tell a null from a missing member.
    #[cfg(feature = "full")]
    #[arg(long)]
    pub skip_nulls: bool,
    #[command(flatten)]
    pub schema: Schema,
}

/// The policy for duplicate keys.
#[derive(Clone, Copy, Debug, Default, ValueEnum)]
enum Policy {
    /// Refuse the document
    #[default]
    Error,
    /// Keep the first member
    First,
    /// Keep the last member
    Last,
}

/// Versions of YAML.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum YamlVersion {
    /// The core schema
    #[value(name = "1.2")]
    Core,
    /// The types of YAML 1.1
    #[value(name = "1.1")]
    Old,
}

impl Reading {
    /// Makes the options for reading a text that is edited or formatted: its values stay as they
    /// are written.
    pub fn of_text(text: &TextOptions, keys: KeyOptions) -> Self {
        Self {
            from: text.from.map(Format::from),
            file: text.file.clone(),
            keys,
            yaml: YamlVersion::Core,
            merge_keys: false,
            exact_decimals: false,
            recover: false,
            #[cfg(feature = "full")]
            skip_nulls: false,
            schema: Schema::default(),
        }
    }

    /// Returns the policy for duplicate keys.
    pub fn duplicates(&self) -> Duplicates {
        match self.keys.duplicates {
            Policy::Error => Duplicates::Error,
            Policy::First => Duplicates::First,
            Policy::Last => Duplicates::Last,
        }
    }

    /// Returns the limits of a document.
    pub fn limits(&self) -> Limits {
        Limits {
            depth: self.file.max_depth,
            ..Limits::DEFAULT
        }
    }

    /// Returns whether decimals of text keep their digits when they are written in this format.
    pub fn keeps_decimals(&self, to: Format) -> bool {
        self.exact_decimals || to.is_text()
    }

    /// Returns whether decimals keep their digits whatever is written.
    pub fn keeps_all_decimals(&self) -> bool {
        self.exact_decimals
    }

    /// Returns the options for reading documents of any format for this purpose.
    pub fn options(&self, purpose: Purpose) -> ReadOptions {
        let mut options = ReadOptions::with_limits(self.limits());
        options.exact_decimals = self.exact_decimals || purpose.keeps_decimals();
        options.yaml.yaml_1_1 = self.yaml == YamlVersion::Old;
        options.yaml.merge_keys = self.merge_keys;
        options.yaml.tolerant = self.file.tolerant;
        options
    }

    /// Returns the options for reading documents of one format for this purpose.
    pub fn options_of<F: Row>(&self, purpose: Purpose) -> F::ReadOptions {
        F::read_options(&self.options(purpose))
    }

    /// Drives a document of this format into a sink. All sinks share the code.
    pub fn drive(
        &self,
        format: AnyFormat,
        bytes: &[u8],
        purpose: Purpose,
        mut sink: &mut AnySink<'_>,
    ) -> varvel::Result {
        match format {
            AnyFormat::Json5 => self.drive_json5(bytes, purpose, &mut sink),
            _ => format.drive(bytes, &self.options(purpose), sink),
        }
    }

    /// Drives a document of this format into a sink, fast: for JSON, JSON5 and MessagePack the code
    /// is compiled for this type of sinks. It is large, so this is for the sinks that matter.
    pub fn drive_fast<S: for<'x> Sink<'x>>(
        &self,
        format: AnyFormat,
        bytes: &[u8],
        purpose: Purpose,
        sink: &mut S,
    ) -> varvel::Result {
        match format {
            AnyFormat::Json => json::drive(bytes, &self.options_of::<Json>(purpose), sink),
            AnyFormat::MessagePack => {
                msgpack::drive(bytes, &self.options_of::<MessagePack>(purpose), sink)
            }
            // JSON5 is rewritten as JSON, so it needs no code of its own for the sink.
            AnyFormat::Json5 => self.drive_json5(bytes, purpose, sink),
            _ => format.drive(bytes, &self.options(purpose), sink),
        }
    }

    fn drive_json5<S: for<'x> Sink<'x>>(
        &self,
        bytes: &[u8],
        purpose: Purpose,
        sink: &mut S,
    ) -> varvel::Result {
        let options = self.options_of::<Json>(purpose).with_non_finite();
        let relaxed = self.relaxed(bytes)?;
        relaxed.read(|json| json::drive(json, &options, sink))
    }

    /// Rewrites JSON5 as JSON, with words for NaN and the infinities. With a schema other words are
    /// kept, too, such as names of enum values.
    pub fn relaxed<'t>(&self, text: &'t [u8]) -> varvel::Result<Relaxed<'t>> {
        match self.schema.is_given() {
            true => Relaxed::with_words(text),
            false => Relaxed::with_non_finite(text),
        }
    }

    /// Returns whether these first bytes show how the input is to be read, so that no more are
    /// needed.
    pub fn is_decided_by(&self, head: &[u8]) -> bool {
        let Some(&first) = head.first() else {
            return false;
        };
        if Compression::may_begin_with(head) || self.schema.is_given() {
            return false;
        }
        let items = |document| match Format::stream_of(document) {
            Some(Format::Records(items)) => items.is_array(head).is_some(),
            _ => true,
        };
        match self.from {
            Some(Format::Records(format)) => format != records::Format::Frozen,
            Some(Format::Document(document)) => items(document),
            Some(_) => false,
            // These may be the first bytes of a Parquet or Arrow file.
            None if matches!(first, b'P' | b'A') => false,
            None => first.is_ascii() && first != MAGIC[0] && items(AnyFormat::Json),
        }
    }

    /// Returns the syntax of YAML text that is edited.
    pub fn yaml_syntax(&self) -> Syntax {
        match self.file.tolerant {
            true => Syntax::TolerantYaml,
            false => Syntax::Yaml,
        }
    }

    /// Returns the schema for reading and writing FlatBuffers.
    pub fn flatbuffers(&self) -> Result<Loaded, Failure> {
        self.schema.load(self.limits())
    }
}
