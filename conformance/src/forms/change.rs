//! Precise changes of one to three places: most of what they make is nearly valid, and some of it
//! is valid.

use super::document::{Document, mend};
use super::layout::Places;
use crate::documents::Draw;

/// Returns the document with changes.
pub fn changed(document: &Document, draw: &mut Draw) -> Vec<u8> {
    let mut bytes = document.bytes.clone();
    for _ in 0..draw.of(&[1, 1, 2, 3]) {
        change(&mut bytes, &document.places, draw);
    }
    if !draw.once_in(8) {
        mend(&mut bytes);
    }
    bytes
}

/// Changes one place.
fn change(bytes: &mut [u8], places: &Places, draw: &mut Draw) {
    match draw.below(16) {
        0..=4 => slot(bytes, places, draw),
        5 | 6 => head(bytes, places, draw),
        7 | 8 => copy(bytes, places, draw),
        9 => scalar(bytes, places, draw),
        10 if draw.once_in(2) => tables(bytes, places, draw),
        11 if draw.once_in(4) => nudge(bytes, 16, 8, draw),
        // Without the header's first bytes nothing else is looked at.
        12 if draw.once_in(8) => bytes[draw.below(16)] ^= 1 << draw.below(8),
        _ => anywhere(bytes, places, draw),
    }
}

/// Returns one of the places, if there are any.
fn one<T: Clone>(of: &[T], draw: &mut Draw) -> Option<T> {
    of.get(draw.below(of.len())).cloned()
}

/// Adds from -8 to 8 to the number at `at`.
fn nudge(bytes: &mut [u8], at: usize, width: usize, draw: &mut Draw) {
    add(&mut bytes[at..at + width], 0, draw);
}

/// Adds from -8 to 8 to a number above its lowest bits.
fn add(number: &mut [u8], above: u32, draw: &mut Draw) {
    let by = draw.of(&[-8_i64, -4, -3, -2, -1, 1, 2, 3, 4, 8]);
    let mut word = [0; 8];
    word[..number.len()].copy_from_slice(number);
    let word = u64::from_le_bytes(word).wrapping_add_signed(by << above);
    number.copy_from_slice(&word.to_le_bytes()[..number.len()]);
}

/// Changes a slot: its tag, or its payload by a little; or makes it another slot.
fn slot(bytes: &mut [u8], places: &Places, draw: &mut Draw) {
    let Some((at, width)) = one(&places.slots, draw) else {
        return;
    };
    match draw.below(6) {
        0 | 1 => bytes[at] = bytes[at] & 0xF0 | draw.below(16) as u8,
        2 | 3 => add(&mut bytes[at..at + width], 4, draw),
        4 => bytes[at] = bytes[at] & 0x0F | (draw.below(16) as u8) << 4,
        _ => {
            if let Some((other, other_width)) = one(&places.slots, draw) {
                bytes.copy_within(other..other + width.min(other_width), at);
            }
        }
    }
}

/// Changes the widths of a container, the number after them, or the kind of node before them.
fn head(bytes: &mut [u8], places: &Places, draw: &mut Draw) {
    let Some(at) = one(&places.heads, draw) else {
        return;
    };
    match draw.below(5) {
        0 => bytes[at] ^= 1 << draw.below(4),
        1 => bytes[at] = draw.below(12) as u8,
        2 => nudge(bytes, at - 1, 1, draw),
        3 => bytes[at + 1] = draw.below(6) as u8,
        _ => nudge(bytes, at + 1, 1, draw),
    }
}

/// Copies the head of a container over that of another, or one scalar over another.
fn copy(bytes: &mut [u8], places: &Places, draw: &mut Draw) {
    let of = match draw.once_in(4) {
        true => &places.scalars,
        false => &places.heads,
    };
    let (Some(from), Some(to)) = (one(of, draw), one(of, draw)) else {
        return;
    };
    let room = bytes.len() - from.max(to);
    let length = (1 + draw.below(16)).min(room);
    bytes.copy_within(from..from + length, to);
}

/// Changes the first bytes of a scalar or of a packed node.
fn scalar(bytes: &mut [u8], places: &Places, draw: &mut Draw) {
    let of = match draw.once_in(2) {
        true => &places.scalars,
        false => &places.packed,
    };
    let Some(at) = one(of, draw) else {
        return;
    };
    // A text may be no longer than this, but the tables follow.
    let at = at + draw.below(3);
    match draw.below(3) {
        0 => bytes[at] ^= 1 << draw.below(8),
        1 => bytes[at] = draw.of(&[0, 1, 0x7F, 0x80, 0xC3, 0xFF]),
        _ => nudge(bytes, at, 1, draw),
    }
}

/// Changes an index, a fingerprint, or a number of the tables.
fn tables(bytes: &mut [u8], places: &Places, draw: &mut Draw) {
    if draw.once_in(2) {
        let Some(index) = one(&places.indexes, draw) else {
            return;
        };
        let at = index.start + draw.below(index.len());
        match draw.once_in(2) {
            true => nudge(bytes, at, 1, draw),
            false => bytes[at] = bytes[index.start + draw.below(index.len())],
        }
    } else if let Some(at) = one(&places.numbers, draw) {
        match draw.once_in(2) {
            true => nudge(bytes, at, 4, draw),
            false => {
                let from = one(&places.numbers, draw).unwrap_or(at);
                bytes.copy_within(from..from + 4, at);
            }
        }
    }
}

/// Changes a byte anywhere after the length of the buffer, often in the tables.
fn anywhere(bytes: &mut [u8], places: &Places, draw: &mut Draw) {
    let start = if draw.once_in(3) { places.tree } else { 16 };
    let at = start + draw.below(bytes.len() - start);
    match draw.below(4) {
        0 => bytes[at] ^= 1 << draw.below(8),
        1 => bytes[at] = draw.word() as u8,
        2 => bytes[at] = draw.of(&[0, 1, 0x7F, 0x80, 0xC3, 0xFF]),
        _ => bytes.swap(at, start + draw.below(bytes.len() - start)),
    }
}
