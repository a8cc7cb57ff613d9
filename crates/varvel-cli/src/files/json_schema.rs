//! Reads JSON Schemas from files.

use std::fs;
use std::path::Path;

use varvel::formats::AnyFormat;
use varvel::yaml::Encoding;
use varvel::{Decode, json, yaml};

use crate::files::format::Format;
use crate::files::input::Input;
use crate::files::schema_file::is_yaml;
use crate::terminal::exit::Failure;
use crate::terminal::report;

/// Reads a JSON Schema, which is JSON or YAML, as a type.
pub fn json_schema<T: for<'de> Decode<'de>>(file: &Path) -> Result<T, Failure> {
    let (name, read) = (file.display().to_string(), fs::read(file));
    let bytes = read.map_err(|cause| report::io(&format!("read {name}"), &cause))?;
    let format = match is_yaml(file) {
        true => AnyFormat::Yaml,
        false => AnyFormat::Json,
    };
    let text = Input {
        name,
        bytes,
        format: Format::Document(format),
        encoding: Encoding::Utf8,
        passed: None,
    };
    let read = match format {
        AnyFormat::Yaml => {
            let options = yaml::ReadOptions::default().with_exact_decimals();
            yaml::from_slice_with(&text.bytes, &options)
        }
        _ => {
            let options = json::ReadOptions::default().with_exact_decimals();
            json::from_slice_with(&text.bytes, &options)
        }
    };
    read.map_err(|error| text.failure(&error))
}
