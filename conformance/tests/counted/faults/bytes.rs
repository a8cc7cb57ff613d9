//! Inputs truncated at each byte, and with each byte replaced: they give an error or another
//! document, nothing else.

use super::decoders::{decoders, flaw};

#[test]
fn inputs_are_taken() {
    for decoder in decoders() {
        for input in decoder.inputs {
            let outcome = (decoder.decode)(&input);
            assert!(
                outcome.is_ok(),
                "{}: {}",
                decoder.name,
                outcome.unwrap_err()
            );
        }
    }
}

#[test]
fn cut_off_at_each_byte() {
    for decoder in decoders() {
        for input in decoder.inputs {
            for len in 0..input.len() {
                let cut = &input[..len];
                match (decoder.decode)(cut) {
                    Ok(()) => assert!(!decoder.needs_its_end, "{}: {len} bytes", decoder.name),
                    Err(error) => assert_eq!(flaw(&error, cut), None, "{}", decoder.name),
                }
            }
        }
    }
}

#[test]
fn each_byte_another() {
    for decoder in decoders() {
        for mut input in decoder.inputs {
            for at in 0..input.len() {
                let byte = input[at];
                // Each bit, the ends of each range to which a format gives a meaning, and their
                // neighbours.
                let others = (0..8).map(|bit| byte ^ 1 << bit).chain([
                    0,
                    0x7F,
                    0x80,
                    0xFF,
                    0xC1,
                    0xDF,
                    b'"',
                    b'\\',
                    b'}',
                    b'e',
                    b'\n',
                    byte.wrapping_add(1),
                    byte.wrapping_sub(1),
                ]);
                for other in others {
                    input[at] = other;
                    if let Err(error) = (decoder.decode)(&input) {
                        assert_eq!(
                            flaw(&error, &input),
                            None,
                            "{}: {other} at {at}",
                            decoder.name
                        );
                    }
                }
                input[at] = byte;
            }
        }
    }
}
