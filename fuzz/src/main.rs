//! All fuzz targets in one program, so that their common code is compiled once. `VARVEL_FUZZ` names
//! the one that runs: `cargo xtask fuzz TARGET` sets it.
#![no_main]

use std::sync::OnceLock;

use libfuzzer_sys::fuzz_target;
use varvel_fuzz::{TARGETS, Target};

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

fuzz_target!(|input: &[u8]| chosen()(input));
