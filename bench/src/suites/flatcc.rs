//! `flatcc`: the suite of dvidelabs/flatcc, on 64 documents with the same fields and other numbers.

use super::{Options, Planned};
use crate::subjects::flatbuffers::{documents, flatcc, json};

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let case = |name: &str, subjects: super::Family, truth: super::Truth| {
        let planned = Planned::new("flatcc", name.to_owned(), documents(), subjects);
        planned.of(1).checked_by(truth)
    };
    let planned = vec![
        case("encode/reused", flatcc::encode, flatcc::truth),
        case("encode-fresh/fresh", flatcc::encode_fresh, flatcc::truth),
        case(
            "traverse/verified",
            flatcc::traverse,
            flatcc::traversal_truth,
        ),
        case("verify/buffer", flatcc::verify, flatcc::truth),
        case("json/print", json::print, flatcc::truth),
        case("json/parse", json::parse, flatcc::truth),
    ];
    super::run(planned, options)
}
