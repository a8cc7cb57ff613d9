//! Input that no writer of ours makes, of about so many bytes: most of it is refused. Whatever a
//! reader says of it, the work may only grow with the number of bytes.

use std::hint::black_box;

use varvel::format::UniqueKeys;
use varvel::formats::{self, AnyFormat, Row, Visit};
use varvel::freeze_with;
use varvel_core::{Discard, Duplicates, Limits};
use varvel_fbs::parse_text;
use varvel_flatbuffers::Verify;
use varvel_flatbuffers::reflect::SchemaLayout;
use varvel_frozen::{Frozen, Stream};

/// The readers of an input.
#[derive(Clone, Copy)]
pub enum Reader {
    /// All ways to read a format of the table.
    Format(AnyFormat),
    /// The validators of frozen documents and streams.
    Frozen,
    /// The verifier of FlatBuffers, for [`TABLES`].
    FlatBuffers,
    /// The parser of FlatBuffers schemas.
    Schema,
}

/// A family of inputs: its name, who reads it, and an input of a number of bytes.
pub type Family = (&'static str, Reader, fn(usize) -> Vec<u8>);

const JSON: Reader = Reader::Format(AnyFormat::Json);
const JSON5: Reader = Reader::Format(AnyFormat::Json5);
const YAML: Reader = Reader::Format(AnyFormat::Yaml);
const CBOR: Reader = Reader::Format(AnyFormat::Cbor);
const MSGPACK: Reader = Reader::Format(AnyFormat::MessagePack);
const FLEX: Reader = Reader::Format(AnyFormat::FlexBuffers);

/// Reads an input in each way there is. What it is refused for does not matter here.
pub fn read(reader: Reader, input: &[u8]) {
    match reader {
        Reader::Format(format) => format.visit(All(input)),
        Reader::Frozen => {
            let _ = black_box(Frozen::validate_with(input, &Limits::NONE));
            let stream = Stream::open(input, Limits::NONE);
            let _ = black_box(stream.and_then(|stream| stream.validate_all()));
        }
        Reader::FlatBuffers => {
            let schema = parse_text(TABLES).expect("a schema");
            let layout = SchemaLayout::new(&schema).expect("a schema");
            let layout = layout.layout();
            let root = layout.root().expect("a root");
            let _ = black_box(Verify::new().check(&layout, root, input));
        }
        Reader::Schema => {
            let text = std::str::from_utf8(input).expect("text");
            let _ = black_box(parse_text(text));
        }
    }
}

/// Reads an input of a format: skipped, driven, with keys compared, and into a frozen document.
struct All<'i>(&'i [u8]);

impl Visit for All<'_> {
    type Output = ();

    fn visit<F: Row>(self) {
        let read = || F::read_options(&formats::ReadOptions::with_limits(Limits::DEFAULT));
        let scratch = F::Scratch::default;
        let _ = F::read(self.0, &read(), super::Skip);
        let _ = F::drive(self.0, &read(), &mut scratch(), &mut Discard);
        let _ = F::drive(
            self.0,
            &read(),
            &mut scratch(),
            &mut UniqueKeys::new(Discard),
        );
        for duplicates in [Duplicates::Error, Duplicates::Last] {
            let _ = black_box(freeze_with::<F>(self.0, duplicates, read()));
        }
    }
}

/// Joins what `item` returns for numbers from 0 on, up to `size` bytes.
fn repeated(size: usize, item: impl Fn(usize) -> String) -> String {
    let mut text = String::new();
    let mut i = 0;
    while text.len() < size {
        text += &item(i);
        i += 1;
    }
    text
}

fn lines(head: &str, size: usize, tail: &str, item: impl Fn(usize) -> String) -> Vec<u8> {
    format!("{head}{}{tail}", repeated(size, item)).into_bytes()
}

/// Returns `head`, `part` up to `size` bytes, and `tail`.
fn many(head: &[u8], part: &[u8], size: usize, tail: &[u8]) -> Vec<u8> {
    [head, &part.repeat(size / part.len()), tail].concat()
}

/// Returns a key that is equal to others in all that unseeded hashes of keys look at.
fn alike(i: usize) -> String {
    format!("same head{i:08}{:<30}", "")
}

/// All families.
pub const FAMILIES: &[Family] = &[
    ("never-closed", JSON, |n| vec![b'['; n]),
    ("never-closed-objects", JSON, |n| {
        many(b"", b"{\"a\":", n, b"")
    }),
    ("one-integer", JSON, |n| vec![b'1'; n]),
    ("one-fraction", JSON, |n| many(b"0.", b"1", n, b"")),
    ("long-exponents", JSON, |n| {
        many(b"[", b"1e0000000001,", n, b"1]")
    }),
    ("long-fractions", JSON, |n| {
        let part = format!("0.{},", "123456789".repeat(100));
        many(b"[", part.as_bytes(), n, b"1]")
    }),
    ("escapes", JSON, |n| many(b"\"", b"\\u00e9", n, b"\"")),
    ("escapes-cut-off", JSON, |n| {
        many(b"\"", b"\\ud83d\\ude00", n, b"\\u")
    }),
    ("keys-of-one-hash", JSON, |n| {
        lines("{", n, "\"z\":1}", |i| format!("\"{}\":1,", alike(i)))
    }),
    ("shapes-of-one-hash", JSON, |n| {
        lines("[", n, "1]", |i| format!("{{\"a\":1,\"{}\":1}},", alike(i)))
    }),
    ("a-key-twice-at-last", JSON, |n| {
        lines("{", n, "\"k0\":1}", |i| format!("\"k{i}\":1,"))
    }),
    ("a-key-always-twice", JSON, |n| {
        many(b"{", b"\"a\":1,", n, b"\"a\":1}")
    }),
    ("growing-objects", JSON, |n| {
        lines("[", n, "1]", |i| {
            let members: Vec<_> = (0..i % 60).map(|key| format!("\"{key}\":1")).collect();
            format!("{{{}}},", members.join(","))
        })
    }),
    ("turning-keys", JSON, |n| {
        lines("[", n, "1]", |i| {
            let members = [0, 1, 4].map(|j| format!("\"{}\":1", (7 * i + j) % 997));
            format!("{{{}}},", members.join(","))
        })
    }),
    ("spaces", JSON, |n| many(b"[", b" ", n, b"")),
    ("comments", JSON5, |n| many(b"[", b"/* */ // \n", n, b"")),
    ("comment-cut-off", JSON5, |n| many(b"/*", b"*", n, b"")),
    ("hexadecimal", JSON5, |n| many(b"0x", b"f", n, b"")),
    ("names", JSON5, |n| {
        lines("{", n, "}", |i| format!("k{i}:0x{i:x},"))
    }),
    ("names-in-escapes", JSON5, |n| {
        many(b"{", b"\\u0061", n, b":1}")
    }),
    ("continued-text", JSON5, |n| many(b"'", b"\\\n", n, b"'")),
    ("flat", YAML, |n| {
        lines("", n, "", |i| format!("k{i}: {i}\n"))
    }),
    ("keys-of-one-hash", YAML, |n| {
        lines("", n, "", |i| format!("{}: 1\n", alike(i).trim()))
    }),
    ("flow-maps-as-keys", YAML, |n| {
        many(b"[", b"{[1,2]: 3}, ", n, b"]")
    }),
    ("flow-sequences-as-keys", YAML, |n| {
        let line = format!("{}a{}: 1\n", "[".repeat(60), "]".repeat(60));
        many(b"", line.as_bytes(), n, b"")
    }),
    ("long-flow-key", YAML, |n| many(b"[", b"a, ", n, b"]: 1\n")),
    ("long-key", YAML, |n| many(b"\"", b"x", n, b"\": 1\n")),
    ("flow-in-flow-as-keys", YAML, |n| {
        let (open, close) = ("[".repeat(90), " ] : x".repeat(90));
        many(open.as_bytes(), b"a, ", n, format!("b{close}\n").as_bytes())
    }),
    ("question-marks", YAML, |n| many(b"", b"? a\n", n, b"")),
    ("questions-in-flow", YAML, |n| many(b"{", b"? a\n", n, b"}")),
    ("explicit-keys", YAML, |n| {
        lines("", n, "", |i| format!("? [{i}, a]\n: {i}\n"))
    }),
    ("anchors", YAML, |n| {
        lines("", n, "", |i| format!("- &a{i} x\n- *a{i}\n"))
    }),
    ("anchors-of-one-hash", YAML, |n| {
        let name = |i| alike(i).trim().replace(' ', "-");
        lines("", n, "", |i| format!("- &{0} 1\n- *{0}\n", name(i)))
    }),
    ("one-anchor-again", YAML, |n| {
        many(b"", b"- &a x\n- *a\n", n, b"")
    }),
    ("aliases-far-away", YAML, |n| {
        let text = many(b"- &a x\n", b"- y\n", n / 2, b"");
        many(&text, b"- *a\n", n / 2, b"")
    }),
    ("aliases-of-aliases", YAML, |n| {
        lines("- &a0 [x]\n", n, "", |i| {
            format!("- &a{} [*a{i}, *a{i}]\n", i + 1)
        })
    }),
    ("indentation", YAML, |n| {
        let stairs: Vec<_> = (0..100).map(|i| format!("{}a:\n", " ".repeat(i))).collect();
        many(b"", stairs.concat().as_bytes(), n, b"")
    }),
    ("blank-lines", YAML, |n| many(b"a: |\n", b"\n", n, b"  x\n")),
    ("blank-lines-of-spaces", YAML, |n| {
        many(b"a: |\n", b"                    \n", n, b"  x\n")
    }),
    ("folded-lines", YAML, |n| {
        many(b"a: \"", b"x \n ", n, b"\"\n")
    }),
    ("plain-lines", YAML, |n| many(b"a: b\n", b"  c\n", n, b"")),
    ("colons", YAML, |n| many(b"- ", b"a:", n, b"\n")),
    ("number-signs", YAML, |n| many(b"- ", b"a#", n, b"\n")),
    ("quotes-not-closed", YAML, |n| many(b"", b"- \"a\n", n, b"")),
    ("tabs", YAML, |n| many(b"", b"- a\t\t\t\t#\n", n, b"")),
    ("tags", YAML, |n| many(b"", b"- !!str a\n", n, b"")),
    ("tag-directives", YAML, |n| {
        lines("", n, "--- a\n", |i| format!("%TAG !t{i}! tag:x,{i}:\n"))
    }),
    ("documents", YAML, |n| many(b"", b"--- a\n", n, b"")),
    ("wrong-at-last", YAML, |n| many(b"", b"- a\n", n, b"}")),
    ("never-closed", CBOR, |n| vec![0x9F; n]),
    ("chunks", CBOR, |n| many(&[0x7F], &[0x61, b'a'], n, &[0xFF])),
    ("empty-chunks", CBOR, |n| many(&[0x7F], &[0x60], n, &[0xFF])),
    ("tags-of-tags", CBOR, |n| vec![0xC6; n]),
    ("a-huge-length", CBOR, |n| {
        many(&[0x9B, 0, 0, 0, 0, 0xFF, 0, 0, 0], &[0x80], n, b"")
    }),
    ("one-big-number", CBOR, |n| {
        let head = [&[0xC2, 0x5A][..], &(n as u32).to_be_bytes()].concat();
        many(&head, &[0xFF], n, b"")
    }),
    ("big-numbers", CBOR, |n| {
        let number = [&[0xC2, 0x59, 3, 232][..], &[0xFF; 1000]].concat();
        many(&[0x9F], &number, n, &[0xFF])
    }),
    ("integers-as-keys", CBOR, |n| {
        let pairs =
            (0..n as u32 / 6).map(|i| [&[0x1A][..], &(i + 65536).to_be_bytes(), &[1]].concat());
        [vec![0xBF], pairs.flatten().collect(), vec![0xFF]].concat()
    }),
    ("bytes-as-keys", CBOR, |n| {
        let pairs = (0..n as u32 / 6).map(|i| [&[0x44][..], &i.to_be_bytes(), &[0]].concat());
        [vec![0xBF], pairs.flatten().collect(), vec![0xFF]].concat()
    }),
    ("maps-as-keys", CBOR, |n| {
        let pairs = (0..n as u32 / 8)
            .map(|i| [&[0xA1, 0x1A][..], &(i + 65536).to_be_bytes(), &[0, 0]].concat());
        [vec![0xBF], pairs.flatten().collect(), vec![0xFF]].concat()
    }),
    ("a-long-key-in-keys", CBOR, |n| {
        let text = [&[0x7A][..], &(n as u32).to_be_bytes(), &vec![b'a'; n]].concat();
        [vec![0xA2; 100], text, [0, 1, 2].repeat(100)].concat()
    }),
    ("never-closed", MSGPACK, |n| vec![0x91; n]),
    ("a-huge-length", MSGPACK, |n| {
        many(&[0xDD, 0xFF, 0, 0, 0], &[0x90], n, b"")
    }),
    ("a-huge-map", MSGPACK, |n| {
        many(&[0xDF, 0x7F, 0, 0, 0], &[0xA1, b'a', 1], n, b"")
    }),
    ("integers-as-keys", MSGPACK, |n| {
        let pairs =
            (0..n as u32 / 6).map(|i| [&[0xCE][..], &(i + 65536).to_be_bytes(), &[1]].concat());
        let head = [&[0xDF][..], &(n as u32 / 6).to_be_bytes()].concat();
        [head, pairs.flatten().collect()].concat()
    }),
    ("extensions", MSGPACK, |n| {
        many(&[0xDD, 0, 0xFF, 0, 0], &[0xD4, 5, 0], n, b"")
    }),
    ("zeros", FLEX, |n| vec![0; n]),
    ("one-vector-again", FLEX, |n| {
        // A vector of indirect vectors, all of which are the same one.
        let mut bytes = vec![0; n / 2];
        let inner = bytes.len();
        let count = (n / 10) as u32;
        bytes.extend(count.to_le_bytes());
        let start = bytes.len();
        for i in 0..count {
            let at = start + 4 * i as usize;
            bytes.extend(((at - inner.min(at)) as u32).to_le_bytes());
        }
        bytes.extend(vec![10 << 2 | 2; count as usize]);
        let root = (bytes.len() - start) as u32;
        bytes.extend(root.to_le_bytes());
        bytes.extend([10 << 2 | 2, 4]);
        bytes
    }),
    ("zeros", Reader::Frozen, |n| vec![0; n]),
    ("numbers-lead-back-to-numbers", Reader::Frozen, |n| {
        leading_back(n, (12, &[7, 0, 0, 0]), 9, |half| {
            let count = (half / 2) as u32;
            [&[8][..], &count.to_le_bytes(), &[0x11, 0].repeat(half / 2)].concat()
        })
    }),
    ("floats-lead-back-to-text", Reader::Frozen, |n| {
        leading_back(n, (11, &[0; 8]), 8, |half| {
            prefixed("é".repeat(half / 2).into_bytes())
        })
    }),
    ("wide-numbers-lead-back-to-digits", Reader::Frozen, |n| {
        leading_back(n, (13, &[9; 8]), 15, |half| {
            [vec![3], prefixed(vec![b'1'; half])].concat()
        })
    }),
    ("texts-lead-back-to-numbers", Reader::Frozen, |n| {
        leading_back(n, (8, &[1, b'a']), 9, |half| {
            let count = (half / 2) as u32;
            [&[8][..], &count.to_le_bytes(), &[0x11, 0].repeat(half / 2)].concat()
        })
    }),
    ("texts-lead-back-to-text", Reader::Frozen, |n| {
        leading_back(n, (8, &[1, b'a']), 8, |half| prefixed(vec![b'a'; half]))
    }),
    ("one-text-again", Reader::Frozen, |n| {
        leading_back(n, (8, &[1, b'a']), 8, |_| vec![1, b'b'])
    }),
    ("empty-keys", Reader::Frozen, |n| {
        // Tables whose texts are all empty.
        frozen(&[], 0, |tables| {
            tables[4..8].copy_from_slice(&(n as u32).to_le_bytes());
            tables.extend(vec![0; n]);
            tables[8..12].copy_from_slice(&(16 + n as u32).to_le_bytes());
        })
    }),
    ("one-table-again", Reader::FlatBuffers, |n| tables(&[n / 4])),
    ("tables-of-one-table", Reader::FlatBuffers, |n| {
        tables(&vec![n / 240; 60])
    }),
    ("tables-of-two-tables", Reader::FlatBuffers, |n| {
        let mut counts = vec![2; 60];
        counts.push(n / 4);
        tables(&counts)
    }),
    ("a-chain-of-tables", Reader::FlatBuffers, |n| {
        tables(&vec![1; n / 16])
    }),
    ("a-schema-of-structs", Reader::Schema, |n| {
        lines("struct S0 { a:int; }\n", n, "", |i| {
            format!("struct S{} {{ a:S{i}; b:S{i}; }}\n", i + 1)
        })
    }),
    ("a-schema-of-fields", Reader::Schema, |n| {
        lines("table T {", n, "}", |i| format!("f{i}:int;"))
    }),
    ("a-schema-of-comments", Reader::Schema, |n| {
        many(b"", b"/// a\n", n, b"table T {}")
    }),
];

fn prefixed(text: Vec<u8>) -> Vec<u8> {
    let mut len = text.len();
    let mut bytes = Vec::new();
    while len >= 0x80 {
        bytes.push(len as u8 | 0x80);
        len >>= 7;
    }
    bytes.push(len as u8);
    bytes.extend(text);
    bytes
}

/// Returns a frozen buffer with this tree, whose root has this slot. `tables` fills the tables in.
fn frozen(tree: &[u8], root: u64, tables: impl FnOnce(&mut Vec<u8>)) -> Vec<u8> {
    let mut last = vec![0; 16];
    last[8] = 16;
    tables(&mut last);
    let end = 32 + tree.len() as u64;
    let total = end + last.len() as u64;
    let header = [
        &b"VRVL\x01\0\0\0"[..],
        &total.to_le_bytes(),
        &end.to_le_bytes(),
    ];
    [&header.concat(), &root.to_le_bytes()[..], tree, &last].concat()
}

/// Returns an array of references by turns to a small node at the beginning, with this tag, and to
/// one of half of the bytes.
fn leading_back(
    n: usize,
    (small, bytes): (u32, &[u8]),
    large: u32,
    node: impl Fn(usize) -> Vec<u8>,
) -> Vec<u8> {
    let mut tree = bytes.to_vec();
    let at = tree.len();
    tree.extend(node(n / 2));
    let base = tree.len();
    let count = (n / 16) as u32;
    tree.push(1 | 2 << 2);
    tree.extend((2 * count).to_le_bytes());
    for _ in 0..count {
        for slot in [
            (base as u32) << 4 | small,
            ((base - at) as u32) << 4 | large,
        ] {
            tree.extend(slot.to_le_bytes());
        }
    }
    let root = ((tree.len() - base) as u64) << 4 | 9;
    frozen(&tree, root, |_| {})
}

/// The schema of the FlatBuffers.
const TABLES: &str = "table T { v:[T]; } root_type T;";

/// Returns a FlatBuffer: a table with a vector of so many references to one table, which has a
/// vector of so many references to the next one, and so on.
fn tables(counts: &[usize]) -> Vec<u8> {
    const VTABLE: [u8; 6] = [6, 0, 8, 0, 4, 0];
    let mut bytes = vec![12, 0, 0, 0];
    bytes.extend(VTABLE);
    bytes.extend([0, 0]);
    for &count in counts {
        let table = bytes.len() as u32;
        bytes.extend((table - 4).to_le_bytes());
        bytes.extend(4_u32.to_le_bytes());
        bytes.extend((count as u32).to_le_bytes());
        let next = bytes.len() + 4 * count;
        for _ in 0..count {
            let here = bytes.len();
            bytes.extend(((next - here) as u32).to_le_bytes());
        }
    }
    let table = bytes.len() as u32;
    bytes.extend((table - 4).to_le_bytes());
    bytes.extend(4_u32.to_le_bytes());
    bytes.extend(0_u32.to_le_bytes());
    bytes
}
