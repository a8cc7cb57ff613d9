//! Times number text over the numbers of JSON documents, beside the standard library:
//! `cargo run --release -p varvel-raw --example number_speed -- canada.json mesh.json`

use std::hint::black_box;
use std::time::Instant;
use varvel_raw::number::{Num, parse_f64, parse_json, write_f64, write_i64};

/// Returns the best of some rounds, in nanoseconds a number.
fn time(count: usize, run: impl Fn() -> u64) -> f64 {
    let mut best = f64::MAX;
    for _ in 0..25 {
        let start = Instant::now();
        black_box(run());
        best = best.min(start.elapsed().as_secs_f64());
    }
    best * 1e9 / count.max(1) as f64
}

/// Returns where the numbers of a document begin.
fn positions(document: &[u8]) -> Vec<usize> {
    let mut found = vec![];
    let (mut at, mut in_string) = (0, false);
    while at < document.len() {
        match document[at] {
            b'\\' if in_string => at += 1,
            b'"' => in_string = !in_string,
            b'-' | b'0'..=b'9' if !in_string => {
                found.push(at);
                at += parse_json(&document[at..]).map_or(1, |(_, len)| len) - 1;
            }
            _ => {}
        }
        at += 1;
    }
    found
}

fn main() {
    for path in std::env::args().skip(1) {
        let document = std::fs::read(&path).expect("a readable file");
        let (mut floats, mut integers, mut texts) = (vec![], vec![], vec![]);
        // All numbers in a row, so that each waits for the length of the one before it.
        let mut row = vec![];
        for at in positions(&document) {
            let Ok((number, len)) = parse_json(&document[at..]) else {
                continue;
            };
            match number {
                Num::F64(value) => floats.push(value),
                Num::I64(value) => integers.push(value),
                Num::U64(_) | Num::Big => {}
            }
            texts.push(std::str::from_utf8(&document[at..at + len]).expect("ASCII"));
            row.extend_from_slice(&document[at..at + len]);
            row.push(b',');
        }
        let count = texts.len();
        row.extend_from_slice(&[b' '; 64]);
        println!(
            "{path}: {} floats, {} integers",
            floats.len(),
            integers.len()
        );

        let ours = time(count, || {
            let (mut at, mut sum) = (0, 0u64);
            for _ in 0..count {
                let Ok((number, len)) = parse_json(&row[at..]) else {
                    return 0;
                };
                sum = sum.wrapping_add(match number {
                    Num::F64(value) => value.to_bits(),
                    Num::I64(value) => value as u64,
                    Num::U64(value) => value,
                    Num::Big => 0,
                });
                at += len + 1;
            }
            sum
        });
        let lenient = time(count, || {
            texts
                .iter()
                .filter_map(|text| parse_f64(text.as_bytes()))
                .fold(0, |sum, value| sum ^ value.to_bits())
        });
        let standard = time(count, || {
            texts
                .iter()
                .filter_map(|text| text.parse().ok())
                .fold(0, |sum, value: f64| sum ^ value.to_bits())
        });
        println!(
            "  read: parse_json {ours:.2} ns, parse_f64 {lenient:.2} ns, std {standard:.2} ns"
        );

        let mut out = [0; 32];
        let out = std::cell::RefCell::new(&mut out);
        let ours = time(floats.len(), || {
            floats
                .iter()
                .map(|&value| black_box(write_f64(value, *out.borrow_mut())) as u64)
                .sum()
        });
        let standard = time(floats.len(), || {
            floats
                .iter()
                .map(|value| black_box(format!("{value:?}")).len() as u64)
                .sum()
        });
        println!("  floats out: write_f64 {ours:.2} ns, std {standard:.2} ns");
        let ours = time(integers.len(), || {
            integers
                .iter()
                .map(|&value| black_box(write_i64(value, *out.borrow_mut())) as u64)
                .sum()
        });
        println!("  integers out: write_i64 {ours:.2} ns");
    }
}
