//! Reads JSON Schemas from files.

use varvel::formats::AnyFormat;
use varvel::yaml::Encoding;
use varvel::{Decode, Limits, json, yaml};

use crate::files::format::Format;
use crate::files::input::Input;
use crate::files::schema_file::SchemaFile;
use crate::terminal::exit::Failure;

/// Reads a JSON Schema, which is JSON or YAML, as a type.
pub fn json_schema<T: for<'de> Decode<'de>>(
    file: &SchemaFile,
    limits: Limits,
) -> Result<T, Failure> {
    let (bytes, format) = (file.bytes(), file.format());
    let read = match format {
        AnyFormat::Yaml => {
            let options = yaml::ReadOptions::with_limits(limits).with_exact_decimals();
            yaml::from_slice_with(bytes, &options)
        }
        _ => {
            let options = json::ReadOptions::with_limits(limits).with_exact_decimals();
            json::from_slice_with(bytes, &options)
        }
    };
    read.map_err(|error| {
        let text = Input {
            name: file.name(),
            bytes: bytes.to_vec(),
            format: Format::Document(format),
            encoding: Encoding::Utf8,
            passed: None,
        };
        text.failure(&error)
    })
}
