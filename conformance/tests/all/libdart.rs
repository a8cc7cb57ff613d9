//! Input of libdart's fuzzer: contiguous buffers of a similar format, with cycles and other damage
//! in them.

use conformance::{Verdict, cases, suite, walk};
use varvel_frozen::Frozen;

/// Unchanged, they are refused by their first bytes. So each is judged again as the tree of a
/// buffer with a valid header, and as its tables, with the root at different places: refused, or
/// read.
#[test]
fn hostile_buffers_of_a_like_format() {
    let Some(folder) = suite("libdart-fuzzer-input") else {
        return;
    };
    let mut verdict = Verdict::default();
    for case in cases(&folder) {
        if case.extension() != "dart" {
            continue;
        }
        let outcome = match Frozen::validate(&case.bytes) {
            Ok(_) => Err("accepted".to_owned()),
            Err(_) => Ok(()),
        };
        verdict.judge(&case.name, outcome);
        let no_tables = [0; 16];
        for (tree, tables) in [
            (&case.bytes[..], &no_tables[..]),
            (&[][..], &case.bytes[..]),
        ] {
            for tag in 8..16 {
                for back in [1, 2, 4, 8, 16, 24, 32, tree.len() as u64] {
                    let bytes = buffer(tree, tables, back << 4 | tag);
                    if let Ok(view) = Frozen::validate(&bytes) {
                        walk::every_member(view);
                    }
                }
            }
        }
    }
    verdict.close(27);
}

/// Returns a buffer with a valid header.
fn buffer(tree: &[u8], tables: &[u8], root: u64) -> Vec<u8> {
    let tree_end = 32 + tree.len() as u64;
    let mut bytes = b"VRVL\x01\0\0\0".to_vec();
    bytes.extend((tree_end + tables.len() as u64).to_le_bytes());
    bytes.extend(tree_end.to_le_bytes());
    bytes.extend(root.to_le_bytes());
    bytes.extend(tree);
    bytes.extend(tables);
    bytes
}
