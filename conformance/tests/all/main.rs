//! The suites that others publish, judged case by case, and comparisons with other programs: one
//! program, so that it is linked once. Tests that count allocations are in `counted`.

mod binary_schemas;
mod builders;
mod cbor;
mod chains;
mod dart_judge;
mod deep;
mod flatbuffers;
mod flatbuffers_build;
mod flatbuffers_verdicts;
mod flatc;
mod flatc_drawn;
mod forms;
mod frozen_readers;
mod generated_json;
mod generated_keys;
mod java_binary;
mod java_judge;
mod json5_npm;
mod json5_tests;
mod json_checker;
mod json_examples;
mod json_readers;
mod json_schema_suite;
mod json_test_suite;
mod key_paths;
mod libdart;
mod line_judge;
mod msgpack_test_suite;
mod pyyaml;
mod rfc_vectors;
mod spec_vectors;
mod yaml_edits;
mod yaml_test_suite;
