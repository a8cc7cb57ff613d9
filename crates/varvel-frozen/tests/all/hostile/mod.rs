//! The hostile vectors: each differs from a valid buffer in one respect.

use std::iter;

use super::model::by_hand::*;
use super::model::*;

/// Longer than a key of a shape may be.
const LONG: &str = match std::str::from_utf8(&[b'x'; 257]) {
    Ok(text) => text,
    Err(_) => "",
};

/// More keys than are found without an index.
const KEYS: &[u8] = b"abcdefghijklmnopq";

/// A buffer or a stream that every reader refuses.
pub struct Hostile {
    pub name: &'static str,
    pub reason: &'static str,
    pub bytes: Vec<u8>,
}

/// All hostile buffers.
pub fn hostile() -> Vec<Hostile> {
    let mut all = damaged_headers();
    all.extend(damaged_tables());
    all.extend(damaged_slots());
    all.extend(damaged_scalars());
    all.extend(damaged_containers());
    all.extend(damaged_objects());
    all
}

/// Returns a hostile vector.
pub fn vector(name: &'static str, reason: &'static str, bytes: Vec<u8>) -> Hostile {
    Hostile {
        name,
        reason,
        bytes,
    }
}

fn damaged_headers() -> Vec<Hostile> {
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

fn damaged_tables() -> Vec<Hostile> {
    // Tables at 32: shapes, keys, records, zero; the places of the shapes at 48; the text at 56; a
    // zero at 63; records at 64 and 75, each with the number of keys, fingerprints, and the places
    // of the keys.
    let keys = ByHand::default()
        .keys(&["a", "é", "b"], &[&[0, 1], &[2]])
        .bytes();
    let with = |at: usize, value: u8| {
        let mut bytes = keys.clone();
        bytes[at] = value;
        bytes
    };
    let mut longer = keys.clone();
    longer.push(0);
    longer[8] += 1;
    let mut few_then_zero = with(36, 2);
    few_then_zero[61] = 0;
    // 70 keys: the record has a 0, the number of keys, a 7, then 16 displacements and 128 numbers.
    let many = Object((0..70).map(|i| (format!("key{i:03}"), Null)).collect());
    let many = many.freeze().unwrap().into_bytes();
    let tables = u64::from_le_bytes(many[16..24].try_into().unwrap()) as usize;
    let record = tables + u32::from_le_bytes(many[tables + 8..][..4].try_into().unwrap()) as usize;
    assert_eq!(many[record..record + 6], [0, 70, 0, 0, 0, 7]);
    let many = |at: usize, value: u8| {
        let mut bytes = many.clone();
        bytes[record + at] = value;
        bytes
    };
    let free = (22..150).find(|&at| many(0, 0)[record + at] == 0);
    vec![
        vector("shapes-count", "fewer shapes than places", with(32, 1)),
        vector("shapes-huge", "more shapes than bytes", with(35, 0xFF)),
        vector("keys-many", "more keys than the text holds", with(36, 4)),
        vector(
            "keys-as-bytes",
            "as many keys as the text has bytes",
            with(36, 8),
        ),
        vector("keys-huge", "more keys than bytes", with(36, 100)),
        vector(
            "keys-few-zero",
            "text behind the zero that stands behind the last key",
            few_then_zero,
        ),
        vector("keys-few", "text that belongs to no key", with(36, 2)),
        vector("records-early", "shapes in the text", with(40, 23)),
        vector("records-far", "shapes behind the buffer", with(40, 200)),
        vector(
            "shared-unplaced",
            "a shared string without a place",
            with(44, 1),
        ),
        vector("tables-long", "a byte behind the last shape", longer),
        vector("key-long", "a key ends behind the text", with(61, 3)),
        vector(
            "key-over-zero",
            "a key with the zero in it that stands behind the last",
            with(61, 2),
        ),
        vector(
            "key-in-character",
            "a key ends inside a character",
            with(57 + 1, 1),
        ),
        vector("key-utf8", "a key that is not UTF-8", with(59, 0xFF)),
        vector("key-zero", "no zero behind the last key", with(63, 1)),
        vector("key-twice", "the same key twice", with(62, b'a')),
        vector(
            "text-twice",
            "a text that is there twice, and that nothing uses",
            ByHand::default().keys(&["ab", "c", "ab"], &[]).bytes(),
        ),
        vector("shape-place", "a shape elsewhere than told", with(52, 44)),
        vector("shape-empty", "a shape without keys", with(75, 0)),
        vector(
            "shape-long",
            "a shape with more keys than bytes",
            with(75, 9),
        ),
        vector("shape-key", "the place of no key", with(67, 25)),
        vector(
            "shape-key-long",
            "a shape with a key of more than 256 bytes",
            ByHand::default()
                .keys(&["a", "b", LONG], &[&[0, 1, 2]])
                .bytes(),
        ),
        vector("shape-key-far", "a key behind the text", with(67, 31)),
        vector("shape-key-twice", "a shape with a key twice", with(71, 24)),
        vector(
            "shape-fingerprint",
            "another fingerprint than the key's",
            with(65, 0),
        ),
        vector("index-small", "an index of too few keys", many(1, 64)),
        vector("index-bits", "more places than bytes", many(5, 9)),
        vector("index-sorted", "places as keys in order", many(5, 0)),
        vector("index-displaced", "keys that are not found", many(6, 0xA5)),
        vector(
            "index-place",
            "a place that leads to no key",
            many(free.unwrap(), 70),
        ),
    ]
}

fn damaged_slots() -> Vec<Hostile> {
    // Tables at 32: shapes, texts, records, shared strings; the place of the shared string at 48;
    // its text at 52.
    let shared = ByHand::default().keys(&["text"], &[]).shared(&[0]).bytes();
    let shared_with = |at: usize, value: u8| {
        let mut bytes = shared.clone();
        bytes[32 + at] = value;
        bytes
    };
    // An object that carries its keys: one key in the tree, and an equal one as the number of a
    // shared string.
    let shared_keys = b"\x02ab\x09\0\x02\x38\0\0\0\x03\0\0\0".to_vec();
    vec![
        vector("slot-tag", "a tag that does not exist", slot(7)),
        vector(
            "shared-absent",
            "the number of a shared string where there is none",
            slot(3),
        ),
        vector(
            "shared-number",
            "the number of no shared string",
            by_hand(b"\0\x02\x03\0\x13\0", ARRAY, 6)
                .keys(&["text"], &[])
                .shared(&[0])
                .bytes(),
        ),
        vector(
            "shared-place",
            "a shared string that begins inside a text",
            shared_with(16, 21),
        ),
        vector(
            "shared-place-far",
            "a shared string behind the texts",
            shared_with(16, 26),
        ),
        vector(
            "shared-count",
            "more shared strings than places",
            shared_with(12, 2),
        ),
        vector(
            "shared-count-huge",
            "more shared strings than bytes",
            shared_with(15, 0xFF),
        ),
        vector(
            "shared-utf8",
            "a shared string that is not UTF-8",
            shared_with(21, 0xFF),
        ),
        vector(
            "shared-expansion",
            "references to a long string that stand for more than 64 times the buffer",
            expanding(100),
        ),
        vector(
            "shared-key-twice",
            "an object that carries a key twice, once as a shared string",
            by_hand(&shared_keys, OTHER, 11)
                .keys(&["ab"], &[])
                .shared(&[0])
                .bytes(),
        ),
        vector(
            "slot-literal",
            "a literal that does not exist",
            slot(5 << 4),
        ),
        vector(
            "slot-short-long",
            "a string longer than its slot",
            slot(0x82),
        ),
        vector(
            "slot-short-full",
            "a string that leaves its slot no room for itself",
            by_hand(b"\0\x01\x22\0", ARRAY, 4).bytes(),
        ),
        vector(
            "slot-short-rest",
            "bytes behind a string in its slot",
            slot(0x62_6112),
        ),
        vector(
            "slot-short-utf8",
            "a string in a slot that is not UTF-8",
            slot(0xFF12),
        ),
        vector(
            "slot-short-cut",
            "a string in a slot that ends inside a character",
            slot(0xC3_6122),
        ),
        vector(
            "slot-self",
            "a reference to the container itself",
            slot(STRING),
        ),
        vector(
            "slot-before",
            "a reference to before the tree",
            by_hand(b"\x01a", STRING, 3).bytes(),
        ),
        vector(
            "slot-far",
            "a reference to before the buffer",
            by_hand(b"\x01a", STRING, 3).root(1 << 44 | STRING).bytes(),
        ),
        vector(
            "gap-first",
            "a byte before the first node",
            by_hand(b"\0\x01a", STRING, 2).bytes(),
        ),
        vector(
            "gap-last",
            "a byte behind the last node",
            by_hand(b"\x01a\0", STRING, 3).bytes(),
        ),
        vector(
            "gap",
            "a byte between two nodes",
            by_hand(b"\x01a\0\x01b\0\x02\x58\0\x28\0", ARRAY, 6).bytes(),
        ),
        vector(
            "shared",
            "two slots refer to one node",
            by_hand(b"\x01a\0\x02\x28\0\x28\0", ARRAY, 6).bytes(),
        ),
        vector(
            "order",
            "nodes in another order than their slots",
            by_hand(b"\x01a\x01b\0\x02\x28\0\x48\0", ARRAY, 6).bytes(),
        ),
        vector(
            "gap-number",
            "a byte before an integer",
            by_hand(b"\0\x01\x02\x03\x04", I32, 4).bytes(),
        ),
        vector(
            "gap-other",
            "a byte before a float of 32 bits",
            by_hand(b"\0\x01\0\0\0\0", OTHER, 5).bytes(),
        ),
        vector(
            "shared-array",
            "two slots refer to one array",
            by_hand(b"\0\x01\0\0\0\x02\x49\0\x49\0", ARRAY, 6).bytes(),
        ),
        vector(
            "shared-packed",
            "two slots refer to one packed array",
            by_hand(b"\0\x01\x05\0\x02\x3E\0\x3E\0", ARRAY, 6).bytes(),
        ),
        vector(
            "shared-other",
            "two slots refer to one float of 32 bits",
            by_hand(b"\x01\0\0\0\0\0\x02\x5F\0\x5F\0", ARRAY, 6).bytes(),
        ),
        vector(
            "inside",
            "a slot that refers to the inside of a node",
            by_hand(b"\x02\x01a\0\x01\x28\0", ARRAY, 4).bytes(),
        ),
        vector(
            "unused",
            "a node to which no slot refers",
            by_hand(b"\x01a", LITERAL, 0).bytes(),
        ),
    ]
}

fn damaged_scalars() -> Vec<Hostile> {
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

fn damaged_containers() -> Vec<Hostile> {
    let other = |tree: &[u8], back| by_hand(tree, OTHER, back).bytes();
    let packed = |tree: &[u8]| by_hand(tree, PACKED, tree.len()).bytes();
    let object = |tree: &[u8]| {
        by_hand(tree, OBJECT, tree.len())
            .keys(&["a"], &[&[0]])
            .bytes()
    };
    // 200 arrays, each in the next.
    let mut deep = b"\0\x01\0\0".to_vec();
    for _ in 0..199 {
        deep.extend(b"\0\x01\x49\0");
    }
    let mut padded = vec![0; 8];
    padded.extend(b"\x06\x08");
    padded.extend([0; 64]);
    let mut filled = padded.clone();
    filled[7] = 1;
    // As many zeros as an element has bytes, before as many elements.
    let padded_by = |zeros: usize, element: u8, count: u8, bytes: usize| {
        let mut node = vec![0; zeros];
        node.extend([element, count]);
        node.resize(node.len() + bytes, 0);
        by_hand(&node, PACKED, 2 + bytes).bytes()
    };
    let mut matrix = b"\x3E".to_vec();
    matrix.extend((1_u64 << 32).to_le_bytes().repeat(2));
    vec![
        vector(
            "array-empty",
            "an array without items that is no literal",
            by_hand(b"\0\0", ARRAY, 2).bytes(),
        ),
        vector(
            "array-count",
            "more slots than there are bytes",
            by_hand(b"\0\x03\0\0\0\0", ARRAY, 6).bytes(),
        ),
        vector(
            "array-count-huge",
            "more slots than 64 bits count",
            by_hand(b"\x0C\xFF\xFF\xFF\xFF\xFF\xFF\xFF\xFF\0\0", ARRAY, 11).bytes(),
        ),
        vector(
            "array-widths",
            "a width of slots that does not exist",
            by_hand(b"\x03\x01\0\0", ARRAY, 4).bytes(),
        ),
        vector(
            "array-widths-rest",
            "a reserved bit of the widths",
            by_hand(b"\x10\x01\0\0", ARRAY, 4).bytes(),
        ),
        vector(
            "array-in-slots",
            "a container inside the slots of another",
            by_hand(b"\0\x02\0\x01\x39\0", ARRAY, 6).bytes(),
        ),
        vector(
            "object-shape",
            "a shape that does not exist",
            object(b"\0\x01\0\0"),
        ),
        vector(
            "object-slots",
            "fewer slots than the shape has keys",
            object(b"\0\0\0"),
        ),
        vector(
            "packed-empty",
            "a packed array without elements",
            packed(b"\0\0"),
        ),
        vector(
            "packed-element",
            "an unsigned element of less than four bytes",
            packed(b"\x07\x01\0\0\0"),
        ),
        vector(
            "packed-padding-32-bits",
            "four bytes of padding before elements of four bytes",
            padded_by(4, 2, 8, 32),
        ),
        vector(
            "packed-padding-unsigned",
            "four bytes of padding before unsigned elements of four bytes",
            padded_by(4, 7, 8, 32),
        ),
        vector(
            "packed-padding-float-32",
            "four bytes of padding before floats of four bytes",
            padded_by(4, 5, 8, 32),
        ),
        vector(
            "packed-padding-16-bits",
            "two bytes of padding before elements of two bytes",
            padded_by(2, 1, 8, 16),
        ),
        vector(
            "packed-padding-8-bits",
            "a byte of padding before elements of a byte",
            padded_by(1, 0, 8, 8),
        ),
        vector(
            "packed-padding-few-32-bits",
            "padding before seven elements of four bytes",
            padded_by(1, 2, 7, 28),
        ),
        vector(
            "matrix-unsigned",
            "a matrix whose last unsigned element ends behind the tree",
            packed(b"\x0F\x01\x02\0\0\0\0\0\0\0"),
        ),
        vector(
            "packed-widths",
            "a reserved bit of a packed node",
            packed(b"\x40\x01\0"),
        ),
        vector(
            "packed-past",
            "elements that end behind the tree",
            packed(b"\x02\x02\0\0\0\0"),
        ),
        vector(
            "packed-padding",
            "eight bytes of padding",
            by_hand(&padded, PACKED, 66).bytes(),
        ),
        vector(
            "packed-padding-rest",
            "padding that is not zero",
            by_hand(&filled[1..], PACKED, 66).bytes(),
        ),
        vector(
            "packed-padding-few",
            "padding before seven elements of eight bytes",
            padded_by(1, 6, 7, 56),
        ),
        vector(
            "packed-padding-small",
            "padding before bytes",
            by_hand(b"\0\0\x01\x01", PACKED, 3).bytes(),
        ),
        vector(
            "matrix-rows",
            "a matrix without rows",
            packed(b"\x08\0\x01"),
        ),
        vector(
            "matrix-cols",
            "a matrix without columns",
            packed(b"\x08\x01\0"),
        ),
        vector(
            "matrix-huge",
            "a matrix of more elements than 64 bits count",
            packed(&matrix),
        ),
        vector(
            "tag-widths",
            "a reserved bit of a tagged node",
            other(b"\x06\x10\x01\0\0", 5),
        ),
        vector(
            "tag-cut",
            "a tagged node without its slot",
            other(b"\x06\0\x01", 3),
        ),
        vector(
            "extension-type",
            "an extension type of nine bits",
            other(b"\x07\x04\0\x01\0\0", 6),
        ),
        vector(
            "simple-value",
            "a simple value of nine bits",
            other(b"\x0A\x04\0\x01\0\0", 6),
        ),
        vector(
            "pairs-key",
            "a key of an object that is no string",
            other(b"\x09\0\x01\x11\0\0\0", 7),
        ),
        vector(
            "pairs-twice",
            "an object that carries a key twice",
            other(b"\x01a\x09\0\x02\x12a\0\0\x28\0\0\0", 11),
        ),
        vector(
            "pairs-many-twice",
            "an object that carries 17 keys, one of them twice",
            pairs_of(b"abcdefghijklmnopa", iter::once(0).chain(0..17)),
        ),
        vector(
            "pairs-index-order",
            "an index of an object's own keys that are not in order",
            pairs_of(KEYS, [0, 1, 0].into_iter().chain(2..17)),
        ),
        vector(
            "pairs-index-cut",
            "an index of an object's own keys that ends behind the tree",
            pairs_of(KEYS, 0..17),
        ),
        vector(
            "pairs-index-bits",
            "an index of an object's own keys with too few places",
            pairs_of(KEYS, iter::once(3).chain(0..17)),
        ),
        vector(
            "map-strings",
            "a map whose keys are all strings",
            other(b"\x08\0\x01\x12a\0\0", 7),
        ),
        vector(
            "map-twice",
            "a map with a key twice, once in its slot",
            other(b"\x05\0\0\0\x08\0\x02\x51\0\0\0\x4C\0\0\0", 11),
        ),
        vector(
            "deep",
            "200 arrays inside each other, where 128 are allowed",
            by_hand(&deep, ARRAY, 4).bytes(),
        ),
    ]
}

/// Objects with the same layout, each with an integer before it.
fn damaged_objects() -> Vec<Hostile> {
    let array = |slots: [u8; 4], tags: [u8; 4]| {
        let mut tree = Vec::new();
        for slot in slots {
            tree.extend([1, 2, 3, 4, 0, 0, slot, 0]);
        }
        tree.extend([0, 4]);
        for (i, tag) in tags.into_iter().enumerate() {
            let back = 32 - 8 * i as u16 - 4;
            tree.extend((back << 4 | u16::from(tag)).to_le_bytes());
        }
        by_hand(&tree, ARRAY, 10).keys(&["n"], &[&[0]]).bytes()
    };
    // The count of an array is the number of a shape that does not exist.
    let mut confused = array([0x4C; 4], [9, 10, 10, 10]);
    confused[32 + 5] = 1;
    confused[32 + 13] = 1;
    vec![
        vector(
            "alike-slot",
            "an object like those before, but for the tag of its slot",
            array([0x4C, 0x4C, 0x47, 0x4C], [10; 4]),
        ),
        vector(
            "alike-array",
            "an object like the array before, with a shape that does not exist",
            confused,
        ),
    ]
}
