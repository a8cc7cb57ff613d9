//! `objectbox`: the FlatBuffers suite of ObjectBox, ten operations a run.

use super::{Options, Planned};
use crate::subjects::flatbuffers::{documents, objectbox};

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let case = |name: &str, subjects: super::Family, truth: super::Truth| {
        let planned = Planned::new("objectbox", name.to_owned(), documents(), subjects);
        planned.of(objectbox::OPERATIONS).checked_by(truth)
    };
    let planned = vec![
        case(
            "build/with_bytes",
            objectbox::build::<true>,
            objectbox::truth::<true>,
        ),
        case(
            "build/without_bytes",
            objectbox::build::<false>,
            objectbox::truth::<false>,
        ),
        case(
            "read/with_bytes",
            objectbox::read::<true>,
            objectbox::truth::<true>,
        ),
        case(
            "read/without_bytes",
            objectbox::read::<false>,
            objectbox::truth::<false>,
        ),
    ];
    super::run(planned, options)
}
