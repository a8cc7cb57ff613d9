//! Verdicts of the verifier about mutated FlatBuffers, as a table that other languages are judged
//! by: `bindings/c/flatbuffers/tests/verdicts.tsv`.
//!
//! A mutant depends on the file and on its number alone, so that each language makes the same. With
//! `VARVEL_BLESS` set the table is written anew.

use std::fmt::Write as _;
use std::fs;
use std::path::Path;

use conformance::suite;
use varvel_fbs::{Disk, parse};
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::reflect::SchemaLayout;

/// A file of the corpus or of the suite, its schema, and how many mutants of it there are.
const FILES: [(&str, &str, u64); 3] = [
    ("shop.bin", "shop", 40_000),
    ("kinds.bin", "kinds", 30_000),
    ("monsterdata_test.mon", "monster", 30_000),
];

const HEAD: &str = "# file\tschema\tmutants\tvalid\tFNV-1a of the verdicts, a byte each\n";

/// SplitMix64.
fn next(state: &mut u64) -> u64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (*state ^ *state >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// Makes the mutant of some bytes that has this number.
fn mutate(bytes: &mut Vec<u8>, number: u64) {
    let mut state = number;
    for _ in 0..1 + next(&mut state) % 3 {
        if bytes.is_empty() {
            return;
        }
        let kind = next(&mut state) % 5;
        let at = (next(&mut state) % bytes.len() as u64) as usize;
        let value = next(&mut state);
        match kind {
            0 => bytes[at] = value as u8,
            1 => bytes[at] ^= 1 << (value % 8),
            2 => {
                if let Some(word) = bytes.get_mut(at & !3..(at & !3) + 4) {
                    word.copy_from_slice(&((value % 64) as u32).to_le_bytes());
                }
            }
            3 => {
                if let Some(word) = bytes.get_mut(at & !1..(at & !1) + 2) {
                    word.copy_from_slice(&((value % 32) as u16).to_le_bytes());
                }
            }
            _ => bytes.truncate(at),
        }
    }
}

#[test]
fn the_verdicts_are_what_other_languages_are_judged_by() {
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let tests = here.join("../bindings/c/flatbuffers/tests");
    let table = tests.join("verdicts.tsv");
    let old = fs::read_to_string(&table).unwrap_or_default();
    let mut new = HEAD.to_owned();
    for (file, schema_name, count) in FILES {
        let folder = suite("flatbuffers").map(|suite| suite.join("tests"));
        let folders = [Some(tests.join("corpus")), folder];
        let bytes = folders
            .into_iter()
            .flatten()
            .find_map(|folder| fs::read(folder.join(file)).ok());
        let Some(bytes) = bytes else {
            println!("skipped: {file}: no flatbuffers at VARVEL_SUITES or ../shared/suites");
            let kept = old.lines().find(|row| row.starts_with(file));
            new.extend(kept.into_iter().flat_map(|row| [row, "\n"]));
            continue;
        };
        let schema = here.join(format!(
            "../crates/varvel-codegen/tests/generated/{schema_name}.fbs"
        ));
        let schema = parse(schema.to_str().unwrap(), &Disk::default()).unwrap();
        let layout = SchemaLayout::new(&schema).unwrap();
        let layout = layout.layout();
        let root = layout.root().unwrap();
        let (mut valid, mut digest) = (0, 0xcbf2_9ce4_8422_2325_u64);
        for number in 0..count {
            let mut mutant = bytes.clone();
            mutate(&mut mutant, number);
            let verdict = Verify::new().check(&layout, root, &mutant).is_ok();
            valid += u64::from(verdict);
            digest = (digest ^ u64::from(verdict)).wrapping_mul(0x100_0000_01b3);
        }
        let _ = writeln!(
            new,
            "{file}\t{schema_name}\t{count}\t{valid}\t{digest:016x}"
        );
    }
    if std::env::var_os("VARVEL_BLESS").is_some() {
        fs::write(&table, &new).unwrap();
    }
    assert_eq!(fs::read_to_string(&table).unwrap(), new);
}
