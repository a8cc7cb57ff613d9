//! Damaged files: whatever the bytes are, there is a value or an error, in bounded memory.

#![cfg(feature = "parquet")]

mod reading;

use std::fs;
use std::panic;
use std::time::{Duration, Instant};

use reading::{files, lines, open};

/// Keeps quiet about panics that become errors.
fn quiet() {
    let hook = panic::take_hook();
    panic::set_hook(Box::new(move |info| {
        if !varvel_arrow::is_guarded() {
            hook(info);
        }
    }));
}

/// Reads all rows. Returns whether that went well.
fn read(bytes: Vec<u8>) -> bool {
    open(bytes)
        .and_then(|mut reader| lines(&mut reader))
        .is_ok()
}

#[test]
fn files_that_are_cut_off_are_errors() {
    quiet();
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        for part in 0..200 {
            let cut = bytes[..bytes.len() * part / 200].to_vec();
            let went_well = read(cut);
            // A stream may end behind any message.
            let stream = path.extension().is_some_and(|it| it == "arrows");
            assert!(!went_well || stream, "{} {part}", path.display());
        }
    }
}

#[test]
fn files_with_changed_bits_are_values_or_errors() {
    quiet();
    let mut random = 1_u64;
    let mut next = |below: usize| {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        (random % below as u64) as usize
    };
    let begun = Instant::now();
    let mut bad = 0;
    for path in files() {
        let bytes = fs::read(&path).unwrap();
        let rounds = std::env::var("VARVEL_MUTANTS").map_or(200, |it| it.parse().unwrap());
        for round in 0..rounds {
            let mut changed = bytes.clone();
            for _ in 0..=next(3) {
                // Metadata is at the end, and matters most.
                let at = match next(2) {
                    0 => next(changed.len()),
                    _ => changed.len() - 1 - next(changed.len().min(800)),
                };
                match next(3) {
                    0 => changed[at] ^= 1 << next(8),
                    1 => changed[at] = [0, 0x7F, 0x80, 0xFF][next(4)],
                    _ => changed[at] = next(256) as u8,
                }
            }
            let one = Instant::now();
            bad += usize::from(!read(changed));
            if one.elapsed() > Duration::from_secs(5) {
                panic!("{} {round} took {:?}", path.display(), one.elapsed());
            }
        }
    }
    assert!(bad > 100, "{bad} bad files in {:?}", begun.elapsed());
}
