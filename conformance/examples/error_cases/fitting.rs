//! Drawn documents that fit a type.

use conformance::documents::Draw;

use super::draft::Draft;

/// Returns a document that fits the root of this number.
pub fn document(root: usize, draw: &mut Draw) -> Draft {
    match root {
        0 => order(draw, 1),
        1 => list(draw, item),
        2 => map(draw, |draw| list(draw, item)),
        3 => numbers(draw),
        4 => strict(draw, 2),
        5 => list(draw, shape),
        6 => {
            let one = |at: i64, draw: &mut Draw| (key_of(at * 7 - 5), texts(draw));
            Draft::Members((0..draw.below(4) as i64).map(|at| one(at, draw)).collect())
        }
        _ => list(draw, mixed),
    }
}

/// Integers are keys as text, which every format has.
fn key_of(number: i64) -> Draft {
    Draft::text(&number.to_string())
}

fn list(draw: &mut Draw, item: fn(&mut Draw) -> Draft) -> Draft {
    Draft::List((0..draw.below(4)).map(|_| item(draw)).collect())
}

fn map(draw: &mut Draw, value: impl Fn(&mut Draw) -> Draft) -> Draft {
    const KEYS: [&str; 5] = [
        "first",
        "a b",
        "größe",
        "",
        "a key that is longer than forty bytes, by far",
    ];
    let (from, to) = (draw.below(3), draw.below(KEYS.len() + 1));
    let keys = KEYS.get(from..to).unwrap_or_default();
    Draft::Members(
        keys.iter()
            .map(|key| (Draft::text(key), value(draw)))
            .collect(),
    )
}

fn members<const N: usize>(all: [(&str, Draft); N]) -> Draft {
    Draft::Members(all.map(|(name, value)| (Draft::text(name), value)).into())
}

fn word(draw: &mut Draw) -> Draft {
    Draft::text(draw.of(&[
        "ab",
        "größe",
        "",
        "a\nb",
        "a text that is longer than short ones",
        "x",
    ]))
}

fn level(draw: &mut Draw) -> Draft {
    Draft::text(draw.of(&["low", "medium", "high"]))
}

fn float(draw: &mut Draw) -> Draft {
    Draft::Float(draw.of(&[0.5, -1.25, 3.0, 1e30]))
}

/// Returns a value or null.
fn maybe(draw: &mut Draw, value: fn(&mut Draw) -> Draft) -> Draft {
    match draw.once_in(3) {
        true => Draft::Null,
        false => value(draw),
    }
}

fn numbers(draw: &mut Draw) -> Draft {
    let signed = |draw: &mut Draw, bits: u32| Draft::Signed(draw.word() as i64 >> (64 - bits));
    let unsigned = |draw: &mut Draw, bits: u32| Draft::Unsigned(draw.word() >> (64 - bits));
    members([
        ("a", signed(draw, 8)),
        ("b", unsigned(draw, 8)),
        ("c", signed(draw, 16)),
        ("d", unsigned(draw, 16)),
        ("e", signed(draw, 32)),
        ("f", unsigned(draw, 32)),
        ("g", signed(draw, 64)),
        ("h", unsigned(draw, 64)),
        ("single", float(draw)),
        ("double", float(draw)),
        ("yes", Draft::Bool(draw.once_in(2))),
    ])
}

fn texts(draw: &mut Draw) -> Draft {
    let data = (0..draw.below(5)).map(|at| (at * 50) as u8).collect();
    members([
        ("name", word(draw)),
        ("note", maybe(draw, word)),
        ("data", Draft::Bytes(data)),
    ])
}

fn item(draw: &mut Draw) -> Draft {
    let count = |draw: &mut Draw| Draft::Signed(draw.below(60_000) as i64 - 30_000);
    members([
        ("id", Draft::Unsigned(draw.word() >> 32)),
        ("level", level(draw)),
        ("tags", list(draw, word)),
        ("sizes", list(draw, float)),
        ("counts", list(draw, count)),
        ("maybe", maybe(draw, count)),
    ])
}

fn strict(draw: &mut Draw, depth: usize) -> Draft {
    let flags = (0..3).map(|_| Draft::Bool(draw.once_in(2))).collect();
    let pair = vec![Draft::Signed(draw.below(256) as i64 - 128), word(draw)];
    let inner = match depth == 0 || draw.once_in(2) {
        true => Draft::Null,
        false => strict(draw, depth - 1),
    };
    members([
        ("width", Draft::Unsigned(draw.word() >> 48)),
        ("flags", Draft::List(flags)),
        ("pair", Draft::List(pair)),
        ("inner", inner),
    ])
}

fn shape(draw: &mut Draw) -> Draft {
    match draw.once_in(2) {
        true => members([
            ("kind", Draft::text("circle")),
            ("radius", float(draw)),
            ("level", maybe(draw, level)),
        ]),
        // The tag may come last.
        false => members([
            ("side", Draft::Unsigned(draw.word() >> 56)),
            ("level", level(draw)),
            ("kind", Draft::text("square")),
        ]),
    }
}

fn mixed(draw: &mut Draw) -> Draft {
    let number = |draw: &mut Draw| Draft::Signed(draw.word() as i64);
    let value = if draw.once_in(2) { number } else { word };
    maybe(draw, value)
}

fn order(draw: &mut Draw, depth: usize) -> Draft {
    let by_id = (0..draw.below(4) as i64).map(|at| (key_of(at * 70_000), Draft::Bool(true)));
    let by_id = Draft::Members(by_id.collect());
    let next = match depth == 0 || draw.once_in(2) {
        true => Draft::Null,
        false => order(draw, depth - 1),
    };
    members([
        ("id", Draft::Unsigned(draw.word())),
        ("numbers", numbers(draw)),
        ("texts", texts(draw)),
        ("items", list(draw, item)),
        ("named", map(draw, item)),
        ("by_id", by_id),
        ("shape", shape(draw)),
        ("levels", map(draw, level)),
        ("next", next),
    ])
}
