//! Buffers made byte by byte, from `spec/frozen.md` and not from the builder.

// The tags of slots.
pub const LITERAL: u64 = 0;
pub const STRING: u64 = 8;
pub const ARRAY: u64 = 9;
pub const OBJECT: u64 = 10;
pub const FLOAT: u64 = 11;
pub const I32: u64 = 12;
pub const I64: u64 = 13;
pub const PACKED: u64 = 14;
pub const OTHER: u64 = 15;

/// The positions of the flags and of the root slot in the header.
pub const FLAGS: usize = 5;
pub const ROOT: usize = 24;

/// A buffer made by hand: valid or invalid, and unlike those of the builder.
#[derive(Clone, Default)]
pub struct ByHand {
    tree: Vec<u8>,
    root: u64,
    keys: Vec<&'static [u8]>,
    shapes: Vec<Vec<u8>>,
    shared: Vec<u8>,
}

/// A buffer whose tree is `tree`. The root slot has `tag` and refers to `back` bytes before the end
/// of the tree.
pub fn by_hand(tree: &[u8], tag: u64, back: usize) -> ByHand {
    ByHand {
        tree: tree.to_vec(),
        root: (back as u64) << 4 | tag,
        ..ByHand::default()
    }
}

/// A buffer with an empty tree.
pub fn slot(root: u64) -> Vec<u8> {
    ByHand {
        root,
        ..ByHand::default()
    }
    .bytes()
}

impl ByHand {
    pub fn keys(mut self, keys: &[&'static str], shapes: &[&[u8]]) -> Self {
        self.keys = keys.iter().map(|key| key.as_bytes()).collect();
        self.shapes = shapes.iter().map(|shape| shape.to_vec()).collect();
        self
    }

    /// Adds texts that are shared strings, and may be keys too.
    pub fn shared(mut self, keys: &[u8]) -> Self {
        self.shared = keys.to_vec();
        self
    }

    /// Sets the root slot to a value that need not refer to the tree.
    pub fn root(mut self, slot: u64) -> Self {
        self.root = slot;
        self
    }

    pub fn bytes(self) -> Vec<u8> {
        let mut text = Vec::new();
        let mut places = Vec::new();
        let text_at = 16 + 4 * (self.shapes.len() + self.shared.len());
        for key in &self.keys {
            places.push((text_at + text.len()) as u32);
            match key.len() {
                len @ ..0x80 => text.push(len as u8),
                len => text.extend([len as u8 | 0x80, (len >> 7) as u8]),
            }
            text.extend(*key);
        }
        if !self.keys.is_empty() {
            text.push(0);
        }
        let mut records = Vec::new();
        let mut shapes = Vec::new();
        for shape in &self.shapes {
            shapes.push((text_at + text.len() + records.len()) as u32);
            records.push(shape.len() as u8);
            records.extend(
                shape
                    .iter()
                    .map(|&key| fingerprint(self.keys[key as usize])),
            );
            for &key in shape {
                records.extend(places[key as usize].to_le_bytes());
            }
        }
        let records_at = text_at + text.len();
        let mut tables = Vec::new();
        for field in [shapes.len(), places.len(), records_at, self.shared.len()] {
            tables.extend((field as u32).to_le_bytes());
        }
        tables.extend(shapes.into_iter().flat_map(u32::to_le_bytes));
        let shared = self.shared.iter().map(|&key| places[key as usize]);
        tables.extend(shared.flat_map(u32::to_le_bytes));
        tables.extend(text);
        tables.extend(records);
        let tree_end = 32 + self.tree.len();
        let mut bytes = b"VRVL\x01\0\0\0".to_vec();
        bytes.extend(((tree_end + tables.len()) as u64).to_le_bytes());
        bytes.extend((tree_end as u64).to_le_bytes());
        bytes.extend(self.root.to_le_bytes());
        bytes.extend(self.tree);
        bytes.extend(tables);
        bytes
    }
}

/// An array of this many references to a shared string of 1000 bytes.
pub fn expanding(references: usize) -> Vec<u8> {
    const LONG: &str = match std::str::from_utf8(&[b'x'; 1000]) {
        Ok(text) => text,
        Err(_) => panic!("ASCII"),
    };
    let mut tree = vec![0, references as u8];
    tree.extend([3, 0].repeat(references));
    let back = tree.len();
    by_hand(&tree, ARRAY, back)
        .keys(&[LONG], &[])
        .shared(&[0])
        .bytes()
}

/// An object that carries its keys of one letter each, with this index.
pub fn pairs_of(keys: &[u8], index: impl IntoIterator<Item = u8>) -> Vec<u8> {
    let mut tree = vec![9, 0, keys.len() as u8];
    tree.extend(keys.iter().flat_map(|&key| [0x12, key, 0, 0]));
    tree.extend(index);
    let back = tree.len();
    by_hand(&tree, OTHER, back).bytes()
}

/// The highest byte of the hash of a key.
fn fingerprint(key: &[u8]) -> u8 {
    let number = |bytes: &[u8]| bytes.iter().rev().fold(0, |n, &b| n << 8 | u128::from(b));
    let head = number(&key[..key.len().min(7)]) << 8 | u128::from(key.len() as u8);
    let middle = match key.len() {
        0..16 => 0,
        len => number(&key[len / 2 - 4..][..8]) as u64,
    };
    let head = head ^ u128::from(middle.wrapping_mul(0x3C6E_F372_FE94_F82B));
    let last = match key.len() {
        0..8 => 0,
        len => number(&key[len - 8..]),
    };
    let product = (head ^ 0x6A09_E667_F3BC_C909) * (last ^ 0xBB67_AE85_84CA_A73B);
    ((product as u64 ^ (product >> 64) as u64) >> 56) as u8
}
