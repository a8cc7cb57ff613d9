//! Fuzz targets: each takes bytes and panics if two ways to the same result differ. Two programs
//! run them: `targets`, by libFuzzer, and `campaign`, on drawn inputs.

mod plain;

use arbitrary::{Arbitrary, Unstructured};

/// Declares the modules of the targets, and lists them by their names.
macro_rules! targets {
    ($($name:ident)*) => {
        /// The targets.
        pub mod targets {
            $(pub mod $name;)*
        }

        /// The targets, each with its name.
        pub const TARGETS: &[(&str, Target)] = &[$((stringify!($name), |input| {
            targets::$name::run(input);
        })),*];
    };
}

/// Tries one input.
pub type Target = fn(&[u8]);

targets! {
    bfbs
    c_calls
    cbor_vs_ciborium
    fbs_parser
    flatbuffers_json
    flatbuffers_verify_walk
    flexbuffers
    frozen_stream
    frozen_validate_walk
    json_vs_serde
    json_vs_simd_json
    kernels
    msgpack_vs_rmpv
    pull_vs_drive
    records
    splitter
    tables
    typed
    value_model
    write_roundtrip
    yaml_vs_saphyr
}

/// Decodes an input and passes it to a target. An input that is too short is ignored.
fn decoded<'a, T: Arbitrary<'a>>(input: &'a [u8], run: impl FnOnce(T)) {
    if let Ok(case) = T::arbitrary_take_rest(Unstructured::new(input)) {
        run(case);
    }
}
