//! JSON that is drawn for a schema, for us and for `flatc`, if it is installed: both accept the
//! same texts, and make equal buffers.

use std::fs;
use std::process::Command;

use conformance::drawn;
use varvel_flatbuffers::reflect::{Builder, Dynamic, SchemaLayout};

/// The number of documents of each kind: `flatc` is started for each.
const DOCUMENTS: u64 = 150;

/// Known reasons why only one of them accepts a text. We alone take null for an absent field.
/// `flatc` alone takes `true` for a number, and members that are deprecated.
const KNOWN: &[&str] = &[
    "invalid number: \"null\"",
    "found a boolean",
    "deprecated by the schema",
];

/// Returns bytes of a seeded stream (xorshift64*, S. Vigna).
fn bytes(seed: u64) -> Vec<u8> {
    let mut state = seed.wrapping_mul(0x9e37_79b9_7f4a_7c15) | 1;
    let mut next = || {
        state ^= state >> 12;
        state ^= state << 25;
        state ^= state >> 27;
        (state.wrapping_mul(0x2545_f491_4f6c_dd1d) >> 56) as u8
    };
    (0..200).map(|_| next()).collect()
}

fn build(layout: &SchemaLayout, json: &str) -> varvel_core::Result<Vec<u8>> {
    let mut builder = Builder::new(layout)?;
    varvel_json::drive(json.as_bytes(), &Default::default(), &mut builder)?;
    builder.finish()
}

fn json(layout: &SchemaLayout, bytes: &[u8]) -> String {
    let dynamic = Dynamic::new(layout, bytes).unwrap_or_else(|error| panic!("{error}"));
    varvel_json::to_string(&dynamic).unwrap()
}

#[test]
fn flatc_takes_what_is_taken_and_says_the_same() {
    if Command::new("flatc").arg("--version").output().is_err() {
        conformance::skipped("no flatc (Debian has it as flatbuffers-compiler)");
        return;
    }
    let schema = varvel_fbs::parse_text(drawn::SCHEMA).unwrap();
    let layout = SchemaLayout::new(&schema).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let fbs = folder.path().join("drawn.fbs");
    fs::write(&fbs, drawn::SCHEMA).unwrap();
    let (mut taken, mut refused) = (0, 0);
    for (wild, seed) in [false, true]
        .into_iter()
        .flat_map(|wild| (0..DOCUMENTS).map(move |seed| (wild, seed)))
    {
        let text = drawn::json(&bytes(seed), wild);
        let (data, made) = (
            folder.path().join("drawn.json"),
            folder.path().join("drawn.bin"),
        );
        fs::write(&data, &text).unwrap();
        let _ = fs::remove_file(&made);
        let output = Command::new("flatc")
            .args(["--binary", "--strict-json", "-o"])
            .args([folder.path(), &fbs, &data])
            .output()
            .unwrap();
        let theirs = fs::read(&made).ok().filter(|_| output.status.success());
        let ours = build(&layout, &text);
        match (ours, theirs) {
            (Ok(ours), Some(theirs)) => {
                taken += 1;
                assert_eq!(json(&layout, &ours), json(&layout, &theirs), "{text}");
            }
            (Err(_), None) => refused += 1,
            (ours, _) => {
                let said = String::from_utf8_lossy(&output.stderr);
                let why = ours
                    .err()
                    .map_or(said.into_owned(), |error| error.to_string());
                assert!(
                    KNOWN.iter().any(|known| why.contains(known)),
                    "{text}\n{why}"
                );
            }
        }
    }
    assert!(
        taken > DOCUMENTS && refused > 0,
        "{taken} taken, {refused} refused"
    );
}
