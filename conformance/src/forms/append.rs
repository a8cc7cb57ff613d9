//! Numbers and lengths, added to bytes.

/// Adds a number to bytes.
pub fn number(bytes: &mut Vec<u8>, number: u64, width: usize) {
    bytes.extend_from_slice(&number.to_le_bytes()[..width]);
}

/// Adds a length and what has it to bytes.
pub fn counted(bytes: &mut Vec<u8>, content: &[u8]) {
    let mut length = content.len();
    while length >= 0x80 {
        bytes.push(length as u8 | 0x80);
        length >>= 7;
    }
    bytes.push(length as u8);
    bytes.extend_from_slice(content);
}
