//! Hostile inputs for the readers in C and Go: frozen buffers, FlatBuffers of the schema of the zoo
//! (`crates/varvel-codegen/tests/corpus/zoo.fbs`), and JSON and JSON5 for them.

use std::fmt::Write as _;

use super::documents::DOCUMENTS;

/// Makes an input of about so many parts.
type Make = fn(usize) -> Vec<u8>;

/// Frozen buffers beside the documents of the other cases.
const FROZEN: &[(&str, Make)] = &[
    ("back-to-ints", |n| back(n, Target::Ints)),
    ("back-to-text", |n| back(n, Target::Text)),
    ("back-to-string", |n| back(n, Target::String)),
    ("back-to-decimal", |n| back(n, Target::Decimal)),
];

const FLATBUFFERS: &[(&str, Make)] = &[
    ("one-vtable", |n| children(n, &Children::default())),
    ("long-vtable", |n| {
        let all = Children {
            vtable: 65_534,
            ..Children::default()
        };
        children(n, &all)
    }),
    ("own-vtables", |n| {
        let all = Children {
            own_vtables: true,
            ..Children::default()
        };
        children(n, &all)
    }),
    ("one-table", |n| {
        let all = Children {
            one_table: true,
            ..Children::default()
        };
        children(n, &all)
    }),
    ("one-string", |n| {
        let all = Children {
            string: n,
            ..Children::default()
        };
        children(n, &all)
    }),
    ("paths", paths),
    ("deep", deep),
];

/// JSON of a zoo.
const JSON: &[(&str, Make)] = &[
    ("escapes", |n| {
        format!("{{\"name\":\"{}\"}}", r"\u00e9\n".repeat(n)).into()
    }),
    ("integer", |n| {
        format!(
            "{{\"name\":\"\",\"scalars\":{{\"u64\":{}}}}}",
            "9".repeat(n)
        )
        .into()
    }),
    ("zeros", |n| {
        let zeros = "0".repeat(n);
        format!("{{\"name\":\"\",\"scalars\":{{\"f64\":0.{zeros}1,\"f32\":1{zeros}}}}}").into()
    }),
    ("digits", |n| {
        let digits = "1234567890".repeat(n / 10 + 1);
        format!("{{\"name\":\"\",\"scalars\":{{\"f64\":1.{digits},\"f32\":0.{digits}}}}}").into()
    }),
    ("exponent", |n| {
        format!(
            "{{\"name\":\"\",\"scalars\":{{\"f64\":1e-{}}}}}",
            "9".repeat(n)
        )
        .into()
    }),
    ("unknown", |n| {
        object(n, "", "", |out, i| write!(out, "\"unknown {i}\":[{{}}]"))
    }),
    ("deep", |n| {
        let open = "{\"name\":\"\",\"parent\":".repeat(n);
        format!("{open}{{\"name\":\"\"}}{}", "}".repeat(n)).into()
    }),
    ("keyed", |n| {
        object(n, "\"keyed\":{\"names\":[", "]}", |out, i| {
            write!(out, "{{\"name\":\"a name {:08}\"}}", (i * 7919) % 10_007)
        })
    }),
    ("shared", |n| {
        object(n, "\"shared\":[", "]", |out, i| write!(out, "\"text {i}\""))
    }),
    ("colliding-shared", |n| {
        let mut from = 0;
        object(n, "\"shared\":[", "]", |out, _| {
            write!(out, "\"{}\"", colliding(&mut from))
        })
    }),
    ("unions", |n| {
        object(n, "\"children\":[", "]", |out, _| {
            let late = r#"{"many":[{"name":"m"},"w"],"many_type":["Named","Word"],"one":"x","one_type":"Word"}"#;
            write!(out, "{{\"name\":\"\",\"unions\":{late}}}")
        })
    }),
    ("one-late-union", |n| {
        object(
            n,
            "\"unions\":{\"many\":[",
            "],\"many_type\":[1]}",
            |out, _| write!(out, "{{\"name\":\"m\"}}"),
        )
    }),
    ("flex-keys", |n| {
        object(n, "\"flex\":{", "}", |out, i| {
            write!(out, "\"key {:08}\":{i}", (i * 7919) % 1_000_003)
        })
    }),
    ("flex-prefixes", |n| {
        object(n / 100, "\"flex\":{", "}", |out, i| {
            write!(out, "\"{}{i:08}\":0", "same".repeat(100))
        })
    }),
    ("flex-objects", |n| {
        object(n, "\"flex\":[", "]", |out, i| {
            write!(out, "{{\"key {}\":{{\"b\":{i}}}}}", i % 100)
        })
    }),
    ("flex-deep", |n| {
        object(1, "\"flex\":", "", |out, _| {
            write!(out, "{}1{}", "[".repeat(n), "]".repeat(n))
        })
    }),
    ("flex-maps-deep", |n| {
        object(1, "\"flex\":", "", |out, _| {
            write!(out, "{}1{}", "{\"a\":".repeat(n), "}".repeat(n))
        })
    }),
    ("nested", |n| {
        object(n, "\"children\":[", "]", |out, i| {
            write!(
                out,
                "{{\"name\":\"\",\"nested\":{{\"name\":\"{i}\",\"value\":{i}}}}}"
            )
        })
    }),
    ("names", |n| {
        object(n, "\"children\":[", "]", |out, _| {
            write!(
                out,
                "{{\"name\":\"\",\"traits\":\"Furry Fast Loud Furry Fast\",\"size\":\"Large\"}}"
            )
        })
    }),
    ("flags", |n| {
        format!("{{\"name\":\"\",\"traits\":\"{}\"}}", "Furry ".repeat(n)).into()
    }),
    ("space", |n| {
        format!("{{{}\"name\"{}:\"\"}}", " \n".repeat(n), "\t".repeat(n)).into()
    }),
];

/// JSON5 of a zoo.
const JSON5: &[(&str, Make)] = &[
    ("comments", |n| {
        format!("{{{}name:''}}", "/**/ // x\n".repeat(n)).into()
    }),
    ("stars", |n| {
        format!("{{/{}/name:''}}", "*".repeat(n)).into()
    }),
    ("quotes", |n| {
        format!("{{name:'{}'}}", "\"\\'".repeat(n)).into()
    }),
    ("hexadecimal", |n| {
        format!("{{name:'',hash:0x{}1}}", "0".repeat(n)).into()
    }),
    ("words", |n| format!("{{name:{}}}", "word".repeat(n)).into()),
    ("commas", |n| {
        object(n, "children:[", ",]", |out, _| write!(out, "{{name:'',}}"))
    }),
    ("lines", |n| {
        format!("{{name:'{}'}}", "\\\n".repeat(n)).into()
    }),
];

/// The kinds of inputs.
const KINDS: &[(&str, &[(&str, Make)])] = &[
    ("frozen", FROZEN),
    ("flatbuffer", FLATBUFFERS),
    ("json", JSON),
    ("json5", JSON5),
];

/// Returns the names of all inputs, with their kind before a slash.
pub fn cases() -> impl Iterator<Item = String> {
    let documents = DOCUMENTS.iter().map(|(name, _)| format!("frozen/{name}"));
    let others = KINDS.iter().flat_map(|(kind, all)| {
        let names = all.iter().map(move |(name, _)| format!("{kind}/{name}"));
        names.collect::<Vec<_>>()
    });
    documents.chain(others)
}

/// Returns an input.
pub fn bytes(case: &str, size: usize) -> Vec<u8> {
    let (kind, name) = case.split_once('/').expect("a kind and a name");
    let document = DOCUMENTS.iter().find(|(document, _)| *document == name);
    if let (Some((_, prepare)), "frozen") = (document, kind) {
        return prepare(size).as_bytes().to_vec();
    }
    let (_, all) = KINDS.iter().find(|(of, _)| *of == kind).expect("a kind");
    let (_, make) = all.iter().find(|(of, _)| *of == name).expect("a name");
    make(size)
}

/// Returns JSON of a zoo with one member, which has so many items.
fn object(
    n: usize,
    open: &str,
    close: &str,
    mut item: impl FnMut(&mut String, usize) -> std::fmt::Result,
) -> Vec<u8> {
    let mut text = format!("{{\"name\":\"\",{open}");
    for i in 0..n {
        text.push_str(if i == 0 { "" } else { "," });
        item(&mut text, i).expect("memory");
    }
    (text + close + "}").into_bytes()
}

/// Returns a text whose hash is that of all others, for the builder in C: FNV over words.
fn colliding(from: &mut u64) -> String {
    const PRIME: u64 = 0x9E37_79B9_7F4A_7C15;
    const AIM: u64 = 0x0123_4567_89AB_CDEF;
    const LETTERS: &[u8; 32] = b"abcdefghijklmnopqrstuvwxyzABCDEF";
    loop {
        let first: [u8; 8] = std::array::from_fn(|i| LETTERS[(*from >> (5 * i)) as usize % 32]);
        *from += 1;
        let hash = (16 ^ u64::from_le_bytes(first)).wrapping_mul(PRIME);
        let second = (hash ^ AIM).to_le_bytes();
        let plain = |byte: &u8| matches!(byte, b' '..=b'~') && !matches!(byte, b'"' | b'\\');
        if second.iter().all(plain) {
            let all = [first, second].concat();
            return String::from_utf8(all).expect("ASCII");
        }
    }
}

/// A buffer that is written at any place.
struct Buffer(Vec<u8>);

impl Buffer {
    fn new(size: usize) -> Self {
        Self(vec![0; size])
    }

    fn put(&mut self, at: usize, number: usize) {
        self.0[at..at + 4].copy_from_slice(&(number as u32).to_le_bytes());
    }

    /// Puts the offset from one place to a later one.
    fn refer(&mut self, at: usize, to: usize) {
        self.put(at, to - at);
    }

    /// Puts a vtable: its size, that of its table, and the offsets of fields by their ids.
    fn vtable(&mut self, at: usize, size: usize, table: usize, fields: &[(usize, usize)]) {
        let mut put = |at: usize, number: usize| {
            self.0[at..at + 2].copy_from_slice(&(number as u16).to_le_bytes());
        };
        put(at, size);
        put(at + 2, table);
        for (id, offset) in fields {
            put(at + 4 + 2 * id, *offset);
        }
    }

    fn string(&mut self, at: usize, length: usize) {
        self.put(at, length);
        self.0[at + 4..at + 4 + length].fill(b'a');
    }
}

/// How the children of a zoo are laid out.
struct Children {
    /// The size of the vtable that they share.
    vtable: usize,
    own_vtables: bool,
    one_table: bool,
    /// The length of the name of all.
    string: usize,
}

impl Default for Children {
    fn default() -> Self {
        Self {
            vtable: 6,
            own_vtables: false,
            one_table: false,
            string: 1,
        }
    }
}

/// The ids of fields of the zoo.
const NAME: usize = 0;
const PARENT: usize = 20;
const CHILDREN: usize = 21;

/// Returns a zoo with so many children.
fn children(n: usize, how: &Children) -> Vec<u8> {
    const ROOT_VTABLE: usize = 4;
    const VTABLE: usize = 52;
    let root = (VTABLE + how.vtable).next_multiple_of(4);
    let vector = root + 12;
    let first = vector + 4 + 4 * n;
    let stride = if how.own_vtables { 16 } else { 8 };
    let string = first + stride * n + 8;
    let mut b = Buffer::new((string + 5 + how.string).next_multiple_of(4));
    b.refer(0, root);
    b.vtable(ROOT_VTABLE, 48, 12, &[(NAME, 4), (CHILDREN, 8)]);
    b.vtable(VTABLE, how.vtable, 8, &[(NAME, 4)]);
    b.put(root, root - ROOT_VTABLE);
    b.refer(root + 4, string);
    b.refer(root + 8, vector);
    b.put(vector, n);
    for i in 0..n {
        let mut table = first + stride * i;
        let mut vtable = VTABLE;
        if how.own_vtables {
            vtable = table;
            b.vtable(vtable, 6, 8, &[(NAME, 4)]);
            table += 8;
        }
        b.put(table, table - vtable);
        b.refer(table + 4, string);
        b.refer(
            vector + 4 + 4 * i,
            if how.one_table { first } else { table },
        );
    }
    b.string(string, how.string);
    b.0
}

/// Returns zoos with two children each, which are one, so that paths double with each level.
fn paths(n: usize) -> Vec<u8> {
    const LEVELS: usize = 50;
    const VTABLE: usize = 4;
    const FIRST: usize = 52;
    let string = FIRST + 24 * LEVELS;
    let mut b = Buffer::new((string + 5 + n).next_multiple_of(4));
    b.refer(0, FIRST);
    b.vtable(VTABLE, 48, 12, &[(NAME, 4), (CHILDREN, 8)]);
    for level in 0..LEVELS {
        let table = FIRST + 24 * level;
        b.put(table, table - VTABLE);
        b.refer(table + 4, string);
        b.refer(table + 8, table + 12);
        if level + 1 < LEVELS {
            b.put(table + 12, 2);
            b.refer(table + 16, table + 24);
            b.refer(table + 20, table + 24);
        }
    }
    b.string(string, n);
    b.0
}

/// Returns zoos whose parent has a parent.
fn deep(n: usize) -> Vec<u8> {
    const VTABLE: usize = 4;
    const LAST_VTABLE: usize = 52;
    const FIRST: usize = 60;
    let string = FIRST + 12 * n;
    let mut b = Buffer::new(string + 8);
    b.refer(0, FIRST);
    b.vtable(VTABLE, 46, 12, &[(NAME, 4), (PARENT, 8)]);
    b.vtable(LAST_VTABLE, 6, 8, &[(NAME, 4)]);
    for level in 0..n {
        let table = FIRST + 12 * level;
        b.refer(table + 4, string);
        match level + 1 < n {
            true => {
                b.put(table, table - VTABLE);
                b.refer(table + 8, table + 12);
            }
            false => b.put(table, table - LAST_VTABLE),
        }
    }
    b.string(string, 1);
    b.0
}

/// The node to which the slots of an array refer by turns with a number that stands before it.
#[derive(Clone, Copy, PartialEq)]
enum Target {
    Ints,
    Text,
    String,
    Decimal,
}

/// Returns a frozen buffer whose array refers, again and again, to a number and then to what stands
/// behind it, so that a validator goes back each time.
fn back(n: usize, to: Target) -> Vec<u8> {
    const NUMBER: usize = 32;
    let mut b = vec![0; NUMBER];
    b.extend([7, 0, 0, 0]);
    let length = |b: &mut Vec<u8>, mut length: usize| {
        while length >= 0x80 {
            b.push(length as u8 | 0x80);
            length >>= 7;
        }
        b.push(length as u8);
    };
    let start = b.len();
    let mut target = start;
    match to {
        Target::Ints => {
            b.push(2 << 2);
            b.extend((4 * n as u32).to_le_bytes());
            b.extend([0x11, 0].repeat(4 * n));
        }
        Target::Text => {
            length(&mut b, 8 * n);
            b.resize(b.len() + 8 * n, b'a');
            target = b.len();
            b.extend([1, 1]);
            b.extend((((target - start) as u32) << 4 | 8).to_le_bytes());
        }
        Target::String => {
            length(&mut b, 8 * n);
            b.extend("é".repeat(4 * n).bytes());
        }
        Target::Decimal => {
            b.push(3);
            length(&mut b, 8 * n);
            b.resize(b.len() + 8 * n, b'1');
        }
    }
    let base = b.len();
    let kind = match to {
        Target::Ints | Target::Text => 9,
        Target::String => 8,
        Target::Decimal => 15,
    };
    b.push(1 | 2 << 2);
    b.extend((2 * n as u32).to_le_bytes());
    for _ in 0..n {
        b.extend((((base - NUMBER) as u32) << 4 | 12).to_le_bytes());
        b.extend((((base - target) as u32) << 4 | kind).to_le_bytes());
    }
    let end = b.len();
    b.extend([0; 16]);
    b[end + 8] = 16;
    let size = b.len() as u64;
    b[..5].copy_from_slice(b"VRVL\x01");
    b[8..16].copy_from_slice(&size.to_le_bytes());
    b[16..24].copy_from_slice(&(end as u64).to_le_bytes());
    b[24..32].copy_from_slice(&(((end - base) as u64) << 4 | 9).to_le_bytes());
    b
}
