//! The command as a user meets it: its output, the files that it leaves, and its exit codes.

mod abuse;
mod arrays;
#[cfg(target_os = "linux")]
mod attributes;
mod beyond;
mod cases;
mod command;
mod compress;
mod convert;
mod decimals;
mod edit;
mod examples;
mod flatbuffers;
mod flatbuffers_files;
mod formats;
mod generate;
mod generate_cmake;
mod get;
mod help;
#[cfg(target_os = "linux")]
mod interrupt;
mod json_texts;
#[cfg(all(feature = "full", target_os = "linux"))]
mod long_lines;
mod look;
#[cfg(target_os = "linux")]
mod overwriting;
mod own_streams;
#[cfg(feature = "full")]
mod parquet;
mod pipes;
mod places;
mod records;
mod schema;
mod several;
#[cfg(feature = "full")]
mod several_tables;
mod splits;
mod streams;
mod table;
#[cfg(feature = "full")]
mod table_documents;
#[cfg(feature = "full")]
mod table_inputs;
#[cfg(feature = "full")]
mod table_types;
mod tags;
mod unused;
mod validate;
mod validate_schema;
mod yaml;
