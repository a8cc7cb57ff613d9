//! Values that are equal, or nearly so, in another form.

use super::node::{Node, Packed, Pairs, Widths};
use super::vocabulary::Vocabulary;
use crate::documents::Draw;

/// Returns a node that is equal to this one, or that differs by as little as nodes can.
pub fn twin(node: &Node, vocabulary: &Vocabulary, draw: &mut Draw) -> Node {
    match node {
        Node::Integer(value) => integer(*value, draw),
        Node::I32(value) => integer((*value).into(), draw),
        Node::I64(value) => integer(*value, draw),
        Node::F32(bits) => float(f32::from_bits(*bits).into(), draw),
        Node::F64(bits) => float(f64::from_bits(*bits), draw),
        Node::Short(text) | Node::Text(text) => Node::Text(text.clone()),
        Node::Shared(number) => Node::Text(vocabulary.texts[vocabulary.shared[*number]].clone()),
        // Three decimals that are one number.
        Node::Decimal(text) => Node::Decimal(draw.of(&[text, "0.1", "0.100"])),
        Node::Literal(3) => Node::Literal(draw.of(&[3, 4])),
        Node::Packed(packed) => unpacked(packed),
        Node::Array(widths, items) => {
            let items = items.iter().map(|item| twin(item, vocabulary, draw));
            Node::Array(*widths, items.collect())
        }
        Node::Tagged(widths, kind, number, inner) => {
            let kind = if *number < 256 {
                draw.of(&[*kind, *kind, 6])
            } else {
                *kind
            };
            let inner = twin(inner, vocabulary, draw);
            Node::Tagged(*widths, kind, *number, Box::new(inner))
        }
        Node::Object(widths, shape, values) => {
            let keys = vocabulary.keys(*shape).into_iter();
            let keys = keys.map(|key| Node::Text(key.to_owned()));
            let values = values.iter().map(|value| twin(value, vocabulary, draw));
            // The order of members does not count.
            let mut members: Vec<_> = keys.zip(values).collect();
            members.reverse();
            let in_order = draw.once_in(2);
            Node::Pairs(*widths, Pairs::Object { in_order }, members)
        }
        Node::Pairs(widths, kind, members) => {
            let members = members.iter().rev().cloned();
            Node::Pairs(*widths, *kind, members.collect())
        }
        other => other.clone(),
    }
}

fn integer(value: i64, draw: &mut Draw) -> Node {
    match (draw.below(3), i32::try_from(value)) {
        (0, _) => Node::I64(value),
        (1, Ok(value)) => Node::I32(value),
        _ => Node::F64((value as f64).to_bits()),
    }
}

fn float(value: f64, draw: &mut Draw) -> Node {
    match draw.below(4) {
        0 => Node::F64((-value).to_bits()),
        1 => Node::F32((value as f32).to_bits()),
        2 if value.is_nan() => Node::F64(value.to_bits() ^ 1),
        _ => Node::F64(value.to_bits()),
    }
}

/// Returns packed numbers as an array of nodes, or as an array of packed numbers.
fn unpacked(packed: &Packed) -> Node {
    let widths = Widths { slot: 0, number: 0 };
    if let Some(rows) = packed.rows {
        let columns = packed.numbers.len() / rows;
        let rows = packed.numbers.chunks(columns).map(|row| {
            Node::Packed(Packed {
                rows: None,
                numbers: row.to_vec(),
                ..*packed
            })
        });
        return Node::Array(widths, rows.collect());
    }
    let node = |number: &u64| match packed.element {
        0 => Node::I32(i32::from(*number as i8)),
        1 => Node::I32(i32::from(*number as i16)),
        2 => Node::I32(*number as i32),
        3 => Node::I64(*number as i64),
        4 if *number < 1 << 63 => Node::I64(*number as i64),
        4 => Node::U64(*number),
        5 => Node::F32(*number as u32),
        6 => Node::F64(*number),
        _ => Node::I64(i64::from(*number as u32)),
    };
    Node::Array(widths, packed.numbers.iter().map(node).collect())
}
