//! Every operation of every instruction set, compared with the portable one. The first bytes choose
//! the position, the key and the bytes around it; the rest is the input.


#[path = "../../../crates/varvel-raw/tests/all/kernels/probe.rs"]
mod probe;

/// Tries one input.
pub fn run(data: &[u8]) {
    let Some((&[a, b, c, d], input)) = data.split_first_chunk::<4>() else {
        return;
    };
    let at = usize::from(u16::from_le_bytes([a, b])) % (input.len() + 8);
    let key_at = usize::from(c) % (input.len() + 1);
    let key_len = usize::from(d) % 40;
    let key: String = String::from_utf8_lossy(&input[key_at..])
        .chars()
        .take(key_len)
        .collect();
    probe::all_agree(input, at, &key);
    probe::all_agree(input, usize::MAX - usize::from(b), &key);
}
