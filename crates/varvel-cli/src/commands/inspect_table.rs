//! `varvel inspect` of a Parquet or Arrow file: what its metadata tells.

use varvel::{Value, json, value};
use varvel_arrow::{ColumnAbout, FileAbout, PartAbout};

use crate::files::input::{Opened, described};
use crate::files::reading::Reading;
use crate::files::table_rows::reader;
use crate::terminal::exit::Failure;
use crate::terminal::picture::{Picture, grouped};
use crate::terminal::report;

/// A table, and what its metadata tells.
pub struct Table {
    name: String,
    format: &'static str,
    described: String,
    rows: u64,
    about: FileAbout,
}

impl Table {
    /// Opens a table.
    pub fn open(opened: Opened, reading: &Reading) -> Result<Self, Failure> {
        let (name, format) = (opened.name.clone(), opened.format);
        let described = described(format, opened.compression);
        let reader = reader(opened, reading)?;
        Ok(Self {
            name,
            format: format.word(),
            described,
            rows: reader.rows(),
            about: reader.about(),
        })
    }

    /// Returns the figures for a person. Lists the first `top` row groups.
    pub fn picture(&self, top: usize) -> String {
        let mut picture = Picture::new();
        let about = &self.about;
        let mut more = format!(": {}, {} rows", self.described, grouped(self.rows));
        if let Some(program) = &about.created_by {
            more += &format!(", by {}", report::clean(program));
        }
        picture.title(&report::clean(&self.name), &more);
        if !about.metadata.is_empty() {
            let names: Vec<String> = about
                .metadata
                .iter()
                .map(|name| report::clean(name))
                .collect();
            picture.line(&format!("metadata: {}", names.join(", ")));
        }
        let parts = match self.format {
            "parquet" => "row groups",
            _ => "batches",
        };
        picture.title(parts, &format!("  {}", grouped(about.parts.len() as u64)));
        for part in about.parts.iter().take(top) {
            picture.line(&part_line(part));
        }
        if let Some(left) = about.parts.len().checked_sub(top).filter(|&left| left > 0) {
            picture.line(&format!("and {} more", grouped(left as u64)));
        }
        picture.title(
            "columns",
            &format!("  {}", grouped(about.columns.len() as u64)),
        );
        for column in &about.columns {
            picture.line(&column_line(column));
        }
        picture.finish()
    }

    /// Returns the figures for programs.
    pub fn figures(&self) -> Value {
        let about = &self.about;
        let parts: Vec<Value> = about
            .parts
            .iter()
            .map(|part| {
                value!({
                    "rows": part.rows,
                    "bytes": part.bytes,
                    "unpacked_bytes": part.unpacked,
                    "codecs": part.codecs.clone(),
                })
            })
            .collect();
        let columns: Vec<Value> = about
            .columns
            .iter()
            .map(|column| {
                let mut value = value!({
                    "path": column.path.as_str(),
                    "type": column.ty.as_str(),
                    "bytes": column.bytes,
                    "nulls": column.nulls,
                    "min": column.min.as_ref().map(|value| value.to_string()),
                    "max": column.max.as_ref().map(|value| value.to_string()),
                });
                if let Some((version, shredded)) = column.variant {
                    value["variant"] =
                        value!({"version": i64::from(version), "shredded": shredded});
                }
                value
            })
            .collect();
        value!({
            "file": self.name.as_str(),
            "format": self.format,
            "rows": self.rows,
            "created_by": about.created_by.as_deref(),
            "metadata": about.metadata.clone(),
            "parts": parts,
            "columns": columns,
        })
    }

    /// Returns the figures for programs as text.
    pub fn text(&self) -> Result<Vec<u8>, Failure> {
        json::to_vec_with(&self.figures(), &json::WriteOptions::pretty())
            .map_err(|error| report::in_document(&self.name, &error))
    }
}

fn part_line(part: &PartAbout) -> String {
    let mut line = format!("{} rows, {} bytes", grouped(part.rows), grouped(part.bytes));
    if let Some(unpacked) = part.unpacked {
        line += &format!(", {} unpacked", grouped(unpacked));
    }
    if !part.codecs.is_empty() {
        line += &format!(", {}", part.codecs.join(" and "));
    }
    line
}

fn column_line(column: &ColumnAbout) -> String {
    let mut line = format!("{}: {}", report::clean(&column.path), column.ty);
    if let Some((version, shredded)) = column.variant {
        let how = if shredded { ", shredded" } else { "" };
        line += &format!(" of VARIANT {version}{how}");
    }
    if let Some(nulls) = column.nulls {
        line += &format!(", {} nulls", grouped(nulls));
    }
    if let (Some(min), Some(max)) = (&column.min, &column.max) {
        line += &format!(", {} to {}", shortened(min), shortened(max));
    }
    if let Some(bytes) = column.bytes {
        line += &format!(", {} bytes", grouped(bytes));
    }
    line
}

/// Returns a value as JSON, cut off after 32 characters.
fn shortened(value: &Value) -> String {
    const MOST: usize = 32;
    let text = report::clean(&value.to_string());
    match text.char_indices().nth(MOST) {
        Some((at, _)) => format!("{}…", &text[..at]),
        None => text,
    }
}
