//! Buffers whose references lead back are refused without going over the same bytes again and
//! again. Each buffer is so long that quadratic work would take minutes; nothing measures time.

use varvel_frozen::Frozen;

use crate::model::by_hand::*;

/// Where the tree begins in a buffer.
const START: usize = 32;
const SIZE: usize = if cfg!(miri) { 1 << 10 } else { 4 << 20 };

/// Returns an array of references by turns: to a number at the beginning, and to a node that takes
/// half of the buffer. `node` returns the bytes of that node, behind its content, if it has any.
fn by_turns(number: u64, node: impl Fn(usize) -> (Vec<u8>, Vec<u8>), tag: u64) -> Vec<u8> {
    let mut tree = vec![7; 8];
    let number_at = 0;
    let (content, node) = node(SIZE / 2);
    tree.extend(content);
    let node_at = tree.len();
    tree.extend(node);
    let base = tree.len();
    let count = (SIZE / 16) as u32;
    // Slots of four bytes, a count of four bytes.
    tree.push(1 | 2 << 2);
    tree.extend((2 * count).to_le_bytes());
    for _ in 0..count {
        for (at, tag) in [(number_at, number), (node_at, tag)] {
            tree.extend((((base - at) as u32) << 4 | tag as u32).to_le_bytes());
        }
    }
    by_hand(&tree, ARRAY, tree.len() - base).bytes()
}

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

#[test]
fn references_that_lead_back_cost_no_time() {
    let integers = |size: usize| {
        let count = (size / 2) as u32;
        let mut node = vec![2 << 2];
        node.extend(count.to_le_bytes());
        node.extend([0x11, 0].repeat(count as usize));
        (Vec::new(), node)
    };
    let text = |size: usize| (Vec::new(), prefixed("é".repeat(size / 2).into_bytes()));
    let decimal = |size: usize| {
        let digits = prefixed(vec![b'1'; size]);
        (Vec::new(), [vec![3], digits].concat())
    };
    let around_text = |size: usize| {
        let content = prefixed(vec![b'a'; size]);
        let back = content.len() as u32;
        let node = [&[1, 1][..], &(back << 4 | STRING as u32).to_le_bytes()].concat();
        (content, node)
    };
    let empties = |size: usize| {
        let slots = [0x30, 0].repeat(size / 2);
        let node = [&[8][..], &(size as u32 / 2).to_le_bytes(), &slots];
        (Vec::new(), node.concat())
    };
    for number in [I32, I64, FLOAT, STRING] {
        let buffers = [
            by_turns(number, integers, ARRAY),
            by_turns(number, text, STRING),
            by_turns(number, decimal, OTHER),
            by_turns(number, around_text, ARRAY),
            by_turns(number, empties, ARRAY),
        ];
        for (i, buffer) in buffers.iter().enumerate() {
            assert!(buffer.len() > START + SIZE / 2);
            assert!(Frozen::validate(buffer).is_err(), "{number} {i}");
        }
    }
}
