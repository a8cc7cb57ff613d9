//! Damaged headers of a buffer, and wrong checksums.

use super::{Hostile, vector};
use crate::model::by_hand::*;
use crate::model::*;

pub fn damaged_headers() -> Vec<Hostile> {
    let good = slot(LITERAL);
    let with = |at: usize, value: u8| {
        let mut bytes = good.clone();
        bytes[at] = value;
        bytes
    };
    let mut longer = good.clone();
    longer.push(0);
    let summed = Null.summed();
    let summed_with = |at: usize, value: u8| {
        let mut bytes = summed.clone();
        bytes[at] = value;
        bytes
    };
    // The buffer is as long as a header and empty tables.
    let mut no_room = with(FLAGS, 1);
    no_room[16] = 24;
    let end = no_room.len() - 8;
    let sum = twox_hash::XxHash3_64::oneshot(&no_room[..end]);
    no_room[end..].copy_from_slice(&sum.to_le_bytes());
    vec![
        vector("flags", "a flag that does not exist", with(FLAGS, 2)),
        vector(
            "checksum-absent",
            "a flag that says that there is a checksum",
            with(FLAGS, 1),
        ),
        vector(
            "checksum-unsaid",
            "a checksum of which no flag says that it is there",
            summed_with(FLAGS, 0),
        ),
        vector(
            "checksum-wrong",
            "a checksum of other bytes",
            summed_with(ROOT, 0x10),
        ),
        vector(
            "checksum-damaged",
            "another checksum than that of the bytes",
            summed_with(summed.len() - 1, !summed[summed.len() - 1]),
        ),
        vector(
            "checksum-in-tables",
            "a checksum in the place of the tables",
            no_room,
        ),
        vector("empty", "there are no bytes", vec![]),
        vector("header-cut", "the header is cut off", good[..20].to_vec()),
        vector("tables-cut", "the tables are cut off", good[..40].to_vec()),
        vector("magic", "other first bytes", with(0, b'v')),
        vector("version", "a version that does not exist yet", with(4, 9)),
        vector("version-next", "the version after this one", with(4, 2)),
        vector("version-draft", "the version of the drafts", with(4, 0)),
        vector("reserved", "a reserved byte is not zero", with(6, 1)),
        vector(
            "total",
            "the total length is not that of the buffer",
            longer,
        ),
        vector(
            "tree-end-early",
            "the tree ends inside the header",
            with(16, 31),
        ),
        vector(
            "tree-end-late",
            "the tree leaves no room for tables",
            with(16, 33),
        ),
        vector(
            "tree-end-far",
            "the tree ends beyond the buffer",
            with(23, 1),
        ),
    ]
}
