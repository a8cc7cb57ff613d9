//! The keys, shapes and shared strings of a document.

use crate::documents::Draw;

/// Texts, and what they are used for.
#[derive(Debug, Default)]
pub struct Vocabulary {
    /// The texts of the tables.
    pub texts: Vec<String>,
    /// The texts of the keys of each shape.
    pub shapes: Vec<Vec<usize>>,
    /// The text of each shared string.
    pub shared: Vec<usize>,
}

impl Vocabulary {
    /// Draws texts, shapes of them, and which of them are shared. Some of each stay unused.
    pub fn draw(draw: &mut Draw) -> Self {
        // Numbers of more than 256 keys have two bytes.
        let many = draw.once_in(80);
        let count = if many { 300 } else { 3 + draw.below(24) };
        let mut texts: Vec<String> = (0..count).map(text).collect();
        texts.push("t".repeat(draw.of(&[0, 127, 128, 200, 256])));
        let mut shapes = vec![];
        for i in 0..1 + draw.below(4) {
            let most = match draw.once_in(8) {
                true => texts.len().min(40),
                false => texts.len().min(6),
            };
            let keys = match many && i == 0 {
                true => texts.len(),
                false => 1 + draw.below(most),
            };
            shapes.push(some(texts.len(), keys, draw));
        }
        // Too long for a key.
        texts.push("u".repeat(257));
        let shared = match draw.once_in(3) {
            true => 1 + draw.below(3),
            false => 0,
        };
        let long = texts.len() - 2;
        let shared = (0..shared).map(|_| match draw.once_in(2) {
            true => long + draw.below(2),
            false => draw.below(texts.len()),
        });
        let shared = shared.collect();
        Self {
            texts,
            shapes,
            shared,
        }
    }

    /// Returns whether no number of shared strings stands for too much text.
    pub fn expands_little(&self) -> bool {
        let shared = self.shared.iter();
        shared.copied().all(|text| self.texts[text].len() <= 128)
    }

    /// Returns the keys of a shape.
    pub fn keys(&self, shape: usize) -> Vec<&str> {
        let keys = self.shapes[shape].iter();
        keys.map(|key| self.texts[*key].as_str()).collect()
    }
}

/// Returns a text of its own for each number.
fn text(number: usize) -> String {
    match number % 4 {
        0 => format!("k{number}"),
        1 => format!("a longer key number {number}"),
        2 => format!("é{number}"),
        _ => number.to_string(),
    }
}

/// Returns `count` different numbers below `end`, in any order.
fn some(end: usize, count: usize, draw: &mut Draw) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..end).collect();
    for i in 0..count {
        numbers.swap(i, i + draw.below(end - i));
    }
    numbers.truncate(count);
    numbers
}
