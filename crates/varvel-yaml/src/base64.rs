//! The Base64 of `!!binary`: RFC 4648 with padding.

use alloc::vec::Vec;

use varvel_core::{Error, Result};

const LETTERS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// Decodes `text`, and ignores white space in it. Returns `None` if it is not Base64.
pub fn decode(text: &str) -> Result<Option<Vec<u8>>> {
    let mut bytes = Vec::new();
    bytes
        .try_reserve(text.len() / 4 * 3 + 3)
        .map_err(|_| Error::out_of_memory())?;
    let (mut bits, mut count, mut padding) = (0_u32, 0, 0);
    for byte in text.bytes().filter(|byte| !byte.is_ascii_whitespace()) {
        let value = match byte {
            b'A'..=b'Z' => byte - b'A',
            b'a'..=b'z' => byte - b'a' + 26,
            b'0'..=b'9' => byte - b'0' + 52,
            b'+' => 62,
            b'/' => 63,
            b'=' => {
                padding += 1;
                continue;
            }
            _ => return Ok(None),
        };
        if padding > 0 {
            return Ok(None);
        }
        bits = bits << 6 | u32::from(value);
        count += 1;
        if count % 4 == 0 {
            bytes.extend_from_slice(&bits.to_be_bytes()[1..]);
            bits = 0;
        }
    }
    // The rest of a group. The bits of its last letter that belong to no byte must be zero.
    match (count % 4, padding) {
        (0, 0) => {}
        (2, 2) if bits & 0xF == 0 => bytes.push((bits >> 4) as u8),
        (3, 1) if bits & 0x3 == 0 => bytes.extend_from_slice(&((bits >> 2) as u16).to_be_bytes()),
        _ => return Ok(None),
    }
    Ok(Some(bytes))
}

/// Returns the four letters for up to three bytes.
pub fn letters(bytes: &[u8]) -> [u8; 4] {
    let byte = |i: usize| u32::from(bytes.get(i).copied().unwrap_or(0));
    let bits = byte(0) << 16 | byte(1) << 8 | byte(2);
    let letter = |i: usize| match i <= bytes.len() {
        true => LETTERS[(bits >> (18 - 6 * i) & 63) as usize],
        false => b'=',
    };
    [letter(0), letter(1), letter(2), letter(3)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_examples_of_the_rfc() {
        for (text, bytes) in [
            ("", ""),
            ("Zg==", "f"),
            ("Zm8=", "fo"),
            ("Zm9v", "foo"),
            ("Zm9vYg==", "foob"),
            ("Zm9vYmE=", "fooba"),
            ("Zm9v YmFy\n", "foobar"),
        ] {
            assert_eq!(decode(text).unwrap().unwrap(), bytes.as_bytes());
            let again: Vec<u8> = bytes.as_bytes().chunks(3).flat_map(letters).collect();
            let text: Vec<u8> = text
                .bytes()
                .filter(|byte| !byte.is_ascii_whitespace())
                .collect();
            assert_eq!(again, text);
        }
        for text in [
            "Z", "Zg", "Zg=", "Zg===", "Zh==", "Zm9=", "Z=g=", "Zm9v=", "Zm9*",
        ] {
            assert_eq!(decode(text).unwrap(), None, "{text}");
        }
    }
}
