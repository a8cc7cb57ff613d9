//! All fuzz targets in one program, so that their common code is compiled once. `VARVEL_FUZZ` names
//! the one that runs: `cargo xtask fuzz TARGET` sets it.
#![no_main]

mod plain;

use std::sync::OnceLock;

use libfuzzer_sys::arbitrary::{Arbitrary, Unstructured};
use libfuzzer_sys::fuzz_target;

/// Declares the modules of the targets, and lists them by their names.
macro_rules! targets {
    ($($name:ident)*) => {
        mod targets {
            $(pub mod $name;)*
        }

        /// The targets, each with its name.
        const TARGETS: &[(&str, Target)] = &[$((stringify!($name), targets::$name::run)),*];
    };
}

type Target = fn(&[u8]);

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
    kernels
    msgpack_vs_rmpv
    pull_vs_drive
    records
    splitter
    typed
    value_model
    write_roundtrip
    yaml_vs_saphyr
}

/// Returns the target that `VARVEL_FUZZ` names.
fn chosen() -> Target {
    static CHOSEN: OnceLock<Target> = OnceLock::new();
    *CHOSEN.get_or_init(|| {
        let name = std::env::var("VARVEL_FUZZ").unwrap_or_default();
        let target = TARGETS.iter().find(|(known, _)| *known == name);
        let names: Vec<&str> = TARGETS.iter().map(|(known, _)| *known).collect();
        match target {
            Some((_, run)) => *run,
            None => panic!("VARVEL_FUZZ is `{name}`, not one of {}", names.join(", ")),
        }
    })
}

/// Decodes an input and passes it to a target. An input that is too short is ignored.
fn decoded<'a, T: Arbitrary<'a>>(input: &'a [u8], run: impl FnOnce(T)) {
    if let Ok(case) = T::arbitrary_take_rest(Unstructured::new(input)) {
        run(case);
    }
}

fuzz_target!(|input: &[u8]| chosen()(input));
