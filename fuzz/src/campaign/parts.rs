//! The parts of the campaign that are drawn cases.

use conformance::calls::{self, Made, records};
use conformance::chains;
use conformance::forms;
use varvel_fuzz::targets;

use crate::inputs::{flatbuffers, random, written};
use crate::{documents, floats, frozen};

/// A part.
pub struct Part {
    /// The word for it on the command line.
    pub name: &'static str,
    /// Tries the case of a number. Panics if something is wrong with it. Returns whether the input
    /// was accepted, so that the share of these can be seen.
    pub case: fn(u64) -> bool,
}

/// Returns whether drawn calls finished a document.
fn finished(made: Made) -> bool {
    made.finished > 0
}

/// Compares a JSON text with each peer. Returns whether it was accepted.
fn json(text: &[u8]) -> bool {
    targets::json_vs_simd_json::run(text);
    targets::json_vs_serde::run(text)
}

/// Declares the parts.
macro_rules! parts {
    ($($name:literal => $case:expr;)*) => {
        /// All parts.
        pub const PARTS: &[Part] = &[$(Part { name: $name, case: $case }),*];
    };
}

parts! {
    "frozen" => frozen::mutant;
    "forms" => |number| forms::judge::case(number).is_ok();
    "builder" => |number| finished(calls::frozen::builder(number));
    "splice" => |number| finished(calls::frozen::splice(number));
    "segments" => |number| finished(records::segments(number));
    "streams" => |number| finished(records::stream(number));
    "flatbuffers" => |number| targets::flatbuffers_verify_walk::run(&flatbuffers(number));
    "f32" => floats::single;
    "f64" => floats::double;
    "pairs" => documents::pairs;
    "chains" => chains::case;
    "json" => |number| written("json", number, json);
    "msgpack" => |number| written("msgpack", number, targets::msgpack_vs_rmpv::run);
    "cbor" => |number| written("cbor", number, targets::cbor_vs_ciborium::run);
    "yaml" => |number| written("yaml", number, targets::yaml_vs_saphyr::run);
    "flexbuffers" => |number| written("flexbuffers", number, targets::flexbuffers::run);
    "pull" => |number| written("json", number, targets::pull_vs_drive::run);
    "kernels" => |number| {
        targets::kernels::run(&random(number));
        true
    };
}
