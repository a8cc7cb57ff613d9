//! Damaged strings, bytes and numbers.

use super::{Hostile, vector};
use crate::model::by_hand::*;

pub fn damaged_scalars() -> Vec<Hostile> {
    let mut u64_ = b"\0".to_vec();
    u64_.extend((i64::MAX as u64).to_le_bytes());
    let mut time = b"\x05\0\0\0\0\0\0\0\0".to_vec();
    time.extend(1_000_000_000_u32.to_le_bytes());
    let other = |tree: &[u8]| by_hand(tree, OTHER, tree.len()).bytes();
    let string = |tree: &[u8]| by_hand(tree, STRING, tree.len()).bytes();
    vec![
        vector(
            "string-past",
            "a string that ends behind the tree",
            string(b"\x03ab"),
        ),
        vector(
            "string-length-long",
            "a length in more bytes than it needs",
            string(b"\x81\0a"),
        ),
        vector(
            "string-length-huge",
            "a length beyond 64 bits",
            string(&[0xFF; 12]),
        ),
        vector(
            "string-utf8",
            "a string that is not UTF-8",
            string(b"\x02\xC3("),
        ),
        vector(
            "string-utf8-late",
            "a long string of which a byte is not UTF-8",
            string(&[&[100][..], &[b'x'; 70], &[0xFF], &[b'x'; 29]].concat()),
        ),
        vector(
            "string-surrogate",
            "a string with a surrogate",
            string(b"\x03\xED\xA0\x80"),
        ),
        vector(
            "string-cut",
            "a string that ends inside a character",
            by_hand(b"\x01\xC3\x01\xA9\0\x02\x48\0\x28\0", ARRAY, 6).bytes(),
        ),
        vector(
            "float-past",
            "a float that ends behind the tree",
            by_hand(&[0; 7], FLOAT, 7).bytes(),
        ),
        vector(
            "int-past",
            "an integer that ends behind the tree",
            by_hand(&[0; 3], I32, 3).bytes(),
        ),
        vector(
            "float-32-past",
            "a float of 32 bits that ends behind the tree",
            other(b"\x01\0\0\0"),
        ),
        vector(
            "timestamp-past",
            "a timestamp that ends behind the tree",
            other(&[5, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]),
        ),
        vector(
            "unsigned-small",
            "an unsigned integer that is not above 2^63",
            other(&u64_),
        ),
        vector(
            "big-short",
            "a big integer of one digit",
            other(b"\x02\x017"),
        ),
        vector(
            "big-small-negative",
            "a big integer that 64 bits hold with its sign",
            other(b"\x02\x14-9223372036854775808"),
        ),
        vector(
            "big-small",
            "a big integer that 64 bits hold",
            other(b"\x02\x1418446744073709551615"),
        ),
        vector(
            "big-zero",
            "a big integer with a zero before it",
            other(b"\x02\x16000018446744073709551616"),
        ),
        vector(
            "big-text",
            "a big integer that is no integer",
            other(b"\x02\x161844674407370955161.600"),
        ),
        vector(
            "decimal-text",
            "a decimal that is no number",
            other(b"\x03\x021."),
        ),
        vector("decimal-empty", "a decimal without text", other(b"\x03\0")),
        vector("timestamp", "a whole second of nanoseconds", other(&time)),
        vector(
            "other-kind",
            "a kind of node that does not exist",
            other(b"\x0A"),
        ),
        vector(
            "bytes-past",
            "bytes that end behind the tree",
            other(b"\x04\x02a"),
        ),
    ]
}
