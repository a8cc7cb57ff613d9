//! `stream`: lines of research papers into a frozen stream and other formats, into a null sink. It
//! uses the wall clock, since several threads work: other work on the machine shows.

use super::{Family, Options, Planned};
use crate::corpus::papers;
use crate::subjects;

/// The families of cases.
const FAMILIES: &[(&str, Family)] = &[
    ("to-frozen", subjects::stream_freeze),
    ("to-msgpack", subjects::stream_pack),
    ("to-ndjson", subjects::stream_thaw),
];

/// The bytes of NDJSON in each document.
const BYTES: usize = 16 << 20;

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let documents = papers::papers(BYTES);
    let plan = |&(family, subjects): &(&str, Family)| {
        Planned::new(
            "stream",
            format!("{family}/papers"),
            documents.clone(),
            subjects,
        )
        .checked_by(subjects::stream_truth)
        .on_the_wall()
    };
    super::run(FAMILIES.iter().map(plan).collect(), options)
}
