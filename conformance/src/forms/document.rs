//! A whole buffer: header, tree, tables, and a checksum if it has one.

use super::append::{counted, number};
use super::draw::{Nodes, root};
use super::index;
use super::layout::{Layout, Places};
use super::vocabulary::Vocabulary;
use crate::documents::Draw;
use crate::second::{HEADER, checksum, index::fingerprint};

/// A buffer in any form.
#[derive(Debug)]
pub struct Document {
    /// The buffer.
    pub bytes: Vec<u8>,
    /// Where its parts are.
    pub places: Places,
    /// Whether it is valid for certain. Others may have equal keys, or stand for too much text.
    pub sure: bool,
}

impl Document {
    /// Draws a document.
    pub fn draw(draw: &mut Draw) -> Self {
        let vocabulary = Vocabulary::draw(draw);
        let mut nodes = Nodes {
            vocabulary: &vocabulary,
            draw,
            sure: vocabulary.expands_little(),
        };
        let root = root(&mut nodes);
        let sure = nodes.sure;
        let mut layout = Layout {
            bytes: vec![0; HEADER],
            places: Places::default(),
            vocabulary: &vocabulary,
            draw,
        };
        let content = layout.node(&root);
        let Layout {
            mut bytes,
            mut places,
            ..
        } = layout;
        let tree = bytes.len();
        places.tree = tree;
        places.slots.push((24, 8));
        tables(&mut bytes, &mut places, &vocabulary, draw);
        let has_checksum = draw.once_in(8);
        bytes[..4].copy_from_slice(b"VRVL");
        bytes[4..6].copy_from_slice(&[1, u8::from(has_checksum)]);
        bytes[16..24].copy_from_slice(&(tree as u64).to_le_bytes());
        bytes[24..32].copy_from_slice(&content.bits(tree).to_le_bytes());
        if has_checksum {
            bytes.extend([0; 8]);
        }
        let length = bytes.len() as u64;
        bytes[8..16].copy_from_slice(&length.to_le_bytes());
        mend(&mut bytes);
        Self {
            bytes,
            places,
            sure,
        }
    }
}

/// Makes the checksum that of the bytes, if the header says that there is one.
pub fn mend(bytes: &mut [u8]) {
    if bytes[5] == 1 {
        let end = bytes.len() - 8;
        let sum = checksum::of(&bytes[..end]);
        bytes[end..].copy_from_slice(&sum.to_le_bytes());
    }
}

/// Adds the tables.
fn tables(bytes: &mut Vec<u8>, places: &mut Places, vocabulary: &Vocabulary, draw: &mut Draw) {
    let start = bytes.len();
    let (shapes, shared) = (&vocabulary.shapes, &vocabulary.shared);
    let first = 16 + 4 * (shapes.len() + shared.len());
    let mut texts = vec![];
    let mut text_places = vec![];
    for text in &vocabulary.texts {
        text_places.push(first + texts.len());
        counted(&mut texts, text.as_bytes());
    }
    texts.push(0);
    let mut records = vec![];
    let mut record_places = vec![];
    for (shape, keys) in shapes.iter().enumerate() {
        let place = first + texts.len() + records.len();
        record_places.push(place);
        let finder = record(&mut records, &vocabulary.keys(shape), draw);
        let finder = start + first + texts.len() + finder;
        let end = start + first + texts.len() + records.len();
        places.indexes.push(finder..end);
        for (i, key) in keys.iter().enumerate() {
            places.numbers.push(end + 4 * i);
            number(&mut records, text_places[*key] as u64, 4);
        }
    }
    let counts = [
        shapes.len(),
        vocabulary.texts.len(),
        first + texts.len(),
        shared.len(),
    ];
    let shared = shared.iter().map(|text| text_places[*text]);
    for value in counts.into_iter().chain(record_places).chain(shared) {
        places.numbers.push(bytes.len());
        number(bytes, value as u64, 4);
    }
    bytes.extend(texts);
    bytes.extend(records);
}

/// Adds a record without the places of its keys. Returns where its index or fingerprints begin.
fn record(records: &mut Vec<u8>, keys: &[&str], draw: &mut Draw) -> usize {
    if keys.len() <= 16 {
        records.push(keys.len() as u8);
        let start = records.len();
        records.extend(keys.iter().map(|key| fingerprint(key)));
        return start;
    }
    records.push(0);
    number(records, keys.len() as u64, 4);
    let start = records.len();
    let in_order = draw.once_in(3);
    records.extend(index::make(keys, in_order, draw));
    start
}
