//! The inputs and outputs of the subcommands.
//!
//! | room | holds |
//! |---|---|
//! | `format` | the formats of files, and how the command recognizes them |
//! | `flatbuffers`, `schema_file` | FlatBuffers by the schema of `--schema`, and schemas of all kinds as files |
//! | `fitting`, `json_schema` | documents and records by a JSON Schema, and how that is read |
//! | `any_sink` | a sink of any type |
//! | `input`, `input_failure` | a file or standard input, unpacked, and reports of errors in it |
//! | `node_place` | the place of a node of a tree in the bytes that the tree was read from |
//! | `reading` | the options for reading |
//! | `purpose` | the output that a document is read for |
//! | `document`, `json_documents` | a document frozen from any format, and several JSON documents in a text |
//! | `survey`, `strings` | counts of content, and of equal strings |
//! | `layout` | how JSON is written |
//! | `records`, `record_writer` | streams in and out, record by record |
//! | `array`, `trail` | an array that is too large to be held, item by item, and the place of an error in it |
//! | `table_rows`, `table_schema` | rows of Parquet and Arrow files, and the schema that is given for one |
//! | `lines` | whether a text that may be a JSON document is lines |
//! | `located` | the place of a split in its file |
//! | `places` | the files of a command, of which none may be overwritten |
//! | `pipeline`, `append`, `bad_lines` | conversion of streams on all cores, appending to one, and the file for bad records |

mod any_sink;
pub mod append;
pub mod array;
pub mod bad_lines;
pub mod document;
pub mod fitting;
pub mod flatbuffers;
pub mod format;
pub mod input;
mod input_failure;
mod json_documents;
pub mod json_schema;
pub mod layout;
#[cfg(feature = "full")]
mod lines;
pub mod located;
mod node_place;
pub mod pipeline;
pub mod places;
pub mod purpose;
pub mod reading;
pub mod record_writer;
pub mod records;
pub mod schema_file;
mod strings;
pub mod survey;
#[cfg(feature = "full")]
pub mod table_rows;
#[cfg(feature = "full")]
pub mod table_schema;
pub mod trail;
