//! All instruction sets give the results of the portable one, at every position of seeded random
//! and adversarial inputs, near their ends and beyond.

mod probe;

use probe::all_agree;

/// SplitMix64: the same numbers in every run.
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }
    fn below(&mut self, n: usize) -> usize {
        (self.next() % n as u64) as usize
    }
}

/// The pieces of inputs: pieces of JSON, pieces that almost are, and bytes that are not UTF-8.
const PIECES: &[&[u8]] = &[
    b"\"",
    b"\\",
    b"\\n",
    b"\\u00e9",
    b"\\\"",
    b",",
    b":",
    b", ",
    b",\n    ",
    b": ",
    b" : ",
    b" ",
    b"\t\r\n ",
    b"                                                                    ",
    b"{",
    b"}",
    b"[",
    b"]",
    b"null",
    b"true",
    b"false",
    b"0",
    b"-0",
    b"-",
    b"17",
    b"-9223372036854775808",
    b"18446744073709551616",
    b"3.25e-7",
    b"1e400",
    b"0.1",
    b"12345678901234567890123456789",
    b"a",
    b"abcdefgh",
    b"name",
    b"\"name\"",
    b"\"name\": ",
    b"\x00",
    b"\x1F",
    b"\x20",
    b"\x7F",
    b"\x80",
    b"\xC3",
    b"\xC3\xA9",
    b"\xE2\x82\xAC",
    b"\xF0\x9F\x98\x80",
    b"\xED\xA0\x80",
    b"\xF4\x90\x80\x80",
    b"\xFF",
    b"0123456789abcdef",
    b"the quick brown fox jumps over the lazy dog, and back again",
];

const KEYS: &[&str] = &[
    "name",
    "",
    "a",
    "abcdefgh",
    "é",
    "thirty bytes of a key, no more.",
];

fn input(random: &mut Random, len: usize) -> Vec<u8> {
    let mut input = Vec::new();
    // Some inputs use few kinds of pieces, so that they have long runs of one.
    let kinds = 1 + random.below(PIECES.len());
    let first = random.below(PIECES.len());
    while input.len() < len {
        input.extend(PIECES[(first + random.below(kinds)) % PIECES.len()]);
    }
    input.truncate(len);
    input
}

#[test]
#[cfg_attr(miri, ignore = "takes hours")]
fn at_every_position_of_random_inputs() {
    let mut random = Random(1);
    for round in 0..12 {
        for len in (0..300).step_by(7) {
            let len = len + round % 7;
            let input = input(&mut random, len);
            // Near the end, one further position of the many, and beyond.
            let near = len.saturating_sub(70)..len + 3;
            for at in near.chain([random.below(len + 1)]) {
                all_agree(&input, at, KEYS[random.below(KEYS.len())]);
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes hours")]
fn one_byte_among_others_at_every_distance_from_the_end() {
    for fill in [b"a", b" ", b"7"] {
        for stop in [b'"', b'\\', 0, 0x1F, 0x80, 0xFF, b'-'] {
            for len in (1..200).step_by(3) {
                let mut input = fill.repeat(len);
                for at in [0, len / 3, len.saturating_sub(17), len - 1] {
                    input[at] = stop;
                    for from in [0, 1, at.saturating_sub(1), len.saturating_sub(33)] {
                        all_agree(&input, from, "a");
                    }
                    input[at] = fill[0];
                }
            }
        }
    }
}

/// Strings of up to two vectors and more, plain and with one other byte in them.
#[test]
#[cfg_attr(miri, ignore = "takes hours")]
fn strings_of_every_length_at_every_distance_from_the_end() {
    for len in 0..132 {
        for padding in [0, 1, 14, 15, 16, 30, 31, 32, 33, 63, 64, 65, 68, 200] {
            let mut input = format!("{{\"{}\"", "a".repeat(len)).into_bytes();
            input.resize(input.len() + padding, b'"');
            all_agree(&input, 1, "a");
            let other = [b'\\', 0x1F, 0x80][(len + padding) % 3];
            for at in [2, 2 + len / 2, 1 + len, 2 + len] {
                let was = std::mem::replace(&mut input[at], other);
                all_agree(&input, 1, "a");
                input[at] = was;
            }
        }
    }
}

#[test]
#[cfg_attr(miri, ignore = "takes hours")]
fn members_with_every_lead_and_colon() {
    for key in KEYS {
        for lead in [",", ", ", ",\n  ", ",\n                              "] {
            for colon in [":", ": ", " : ", ":    "] {
                let text = format!("{lead}\"{key}\"{colon}1");
                for padding in [0, 1, 20, 31, 32, 36, 68, 300] {
                    let mut input = text.clone().into_bytes();
                    input.resize(text.len() + padding, b' ');
                    for at in 0..4 {
                        all_agree(&input, at, key);
                    }
                    for cut in 1..text.len().min(60) {
                        all_agree(&input[..cut], 0, key);
                    }
                }
            }
        }
    }
}

/// A caller's mistake must not become a read outside the input.
#[test]
fn positions_that_no_input_has() {
    for len in [0, 1, 15, 16, 31, 32, 63, 64, 67, 68, 128, 255, 256, 300] {
        if cfg!(miri) && len != 300 {
            continue;
        }
        for byte in [b'a', b' ', b'"', b'1'] {
            let input = vec![byte; len];
            // Under Miri only one, since each takes about a second.
            let most = if cfg!(miri) { 1 } else { usize::MAX };
            for back in [3, 0, 300]
                .into_iter()
                .chain(1..=70)
                .chain(255..258)
                .take(most)
            {
                all_agree(&input, usize::MAX - back, "a");
                all_agree(&input, (usize::MAX >> 1) - back, "a");
                all_agree(&input, (usize::MAX >> 1) + 1 + back, "a");
            }
        }
    }
}
