//! `flatcc`: the suite of dvidelabs/flatcc, on 64 documents with the same fields and other numbers.
//! `cargo xtask bench flatcc` also builds the subjects in C and C++.

use super::{Options, Planned};
use crate::harness::Subject;
#[cfg(unix)]
use crate::subjects::flatbuffers::native;
use crate::subjects::flatbuffers::{documents, flatcc, json};

type Subjects = Vec<Box<dyn Subject>>;

/// Puts the subjects in C and C++ behind those in Rust, where shared objects are loaded.
macro_rules! with_native {
    ($($module:ident::$family:ident;)*) => {
        $(fn $family() -> Subjects {
            #[allow(unused_mut, reason = "no shared objects")]
            let mut all = $module::$family();
            #[cfg(unix)]
            all.extend(native::$family());
            all
        })*
    };
}

with_native! {
    flatcc::encode;
    flatcc::encode_fresh;
    flatcc::traverse;
    flatcc::verify;
    json::print;
    json::parse;
}

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let case = |name: &str, subjects: super::Family, truth: super::Truth| {
        let planned = Planned::new("flatcc", name.to_owned(), documents(), subjects);
        planned.of(1).checked_by(truth)
    };
    let planned = vec![
        case("encode/reused", encode, flatcc::truth),
        case("encode-fresh/fresh", encode_fresh, flatcc::truth),
        case("traverse/verified", traverse, flatcc::traversal_truth),
        case("verify/buffer", verify, flatcc::truth),
        case("json/print", print, flatcc::truth),
        case("json/parse", parse, flatcc::truth),
    ];
    super::run(planned, options)
}
