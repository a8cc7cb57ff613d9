//! FlatBuffers as documents, by the schema that `--schema` names.

use std::path::{Path, PathBuf};

use varvel::flatbuffers::{BuildOptions, Builder, Dynamic, Options, SchemaLayout, Verify};
use varvel::{Encode as _, Limits, Sink};

use crate::exit::{Exit, Failure};
use crate::format::Format;
use crate::report;
use crate::schema_file::read;

/// By what FlatBuffers are read and written.
#[derive(Debug, clap::Args)]
#[command(next_help_heading = "FlatBuffers")]
pub struct Schema {
    /// Schema (.fbs, .bfbs) of the FlatBuffers that are read or written
    #[arg(long, value_name = "FBS")]
    schema: Option<PathBuf>,
    /// Table that is the root [default: the schema's root_type]
    #[arg(long, value_name = "TABLE", requires = "schema")]
    root: Option<String>,
    /// A folder in which included files are looked for that are not beside the one that includes them
    #[arg(short = 'I', long = "include", value_name = "DIR", requires = "schema")]
    include: Vec<PathBuf>,
    /// Give fields that are not there if they have a default, and write those that are their default
    #[arg(long, requires = "schema")]
    defaults: bool,
    /// Leave out what the schema does not have
    #[arg(long, requires = "schema")]
    skip_unknown: bool,
}

impl Schema {
    /// Whether there is one.
    pub fn is_given(&self) -> bool {
        self.schema.is_some()
    }

    /// The format that files of this name have if the name tells, or the schema and the name.
    pub fn format_of(&self, path: &Path) -> Option<Format> {
        let extension = path.extension().and_then(|extension| extension.to_str());
        let buffer = matches!(extension, Some("bin" | "fb" | "mon"));
        let by_schema = (self.schema.is_some() && buffer).then_some(Format::Flatbuffers);
        Format::of_name(path).or(by_schema)
    }

    /// The schema, read.
    pub fn load(&self, limits: Limits) -> Result<Loaded, Failure> {
        let Some(file) = &self.schema else {
            let what = "FlatBuffers are read and written by a schema";
            let hint = "name it: `--schema FILE.fbs`";
            return Err(report::plain(Exit::Usage, what, Some(hint)));
        };
        let schema = read(file, &self.include)?;
        let fails = |what: &dyn std::fmt::Display, hint| {
            let what = format!("{}: {what}", file.display());
            report::plain(Exit::Usage, what, hint)
        };
        let layout = SchemaLayout::new(&schema).map_err(|error| fails(&error, None))?;
        let root = match &self.root {
            Some(name) => layout.table(name).map_err(|error| {
                fails(&error, Some("say its full name, `Some.Namespace.Table`"))
            })?,
            None => layout.layout().root().ok_or_else(|| {
                let what = "the schema has no root type";
                fails(&what, Some("say which table is the root: `--root TABLE`"))
            })?,
        };
        Ok(Loaded {
            layout,
            root,
            limits,
            defaults: self.defaults,
            skip_unknown: self.skip_unknown,
        })
    }
}

/// A schema that was read, and how it is used.
pub struct Loaded {
    layout: SchemaLayout,
    root: usize,
    limits: Limits,
    defaults: bool,
    skip_unknown: bool,
}

impl Loaded {
    /// Verifies a buffer, and gives it to a sink.
    pub fn drive<S: for<'x> Sink<'x>>(&self, bytes: &[u8], sink: &mut S) -> varvel::Result {
        let verify = Verify::new().limits(self.limits);
        let dynamic = Dynamic::with(&self.layout, self.root, bytes, verify)?;
        let options = Options {
            defaults: self.defaults,
            limits: self.limits,
            ..Options::default()
        };
        dynamic.options(options).encode(sink, &())
    }

    /// What builds a buffer.
    pub fn builder(&self) -> varvel::Result<Builder<'_>> {
        let options = BuildOptions {
            defaults: self.defaults,
            skip_unknown: self.skip_unknown,
            limits: self.limits,
            ..BuildOptions::default()
        };
        Builder::with(&self.layout, self.root, options)
    }
}
