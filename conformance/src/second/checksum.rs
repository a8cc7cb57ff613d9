//! XXH3 of 64 bits without a seed, as
//! [its specification](https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md) tells it,
//! of more than 16 bytes: all buffers are longer.

const PRIME32: [u64; 3] = [0x9E37_79B1, 0x85EB_CA77, 0xC2B2_AE3D];
const PRIME64: [u64; 5] = [
    0x9E37_79B1_85EB_CA87,
    0xC2B2_AE3D_27D4_EB4F,
    0x1656_67B1_9E37_79F9,
    0x85EB_CA77_C2B2_AE63,
    0x27D4_EB2F_1656_67C5,
];

const SECRET: [u8; 192] = [
    0xB8, 0xFE, 0x6C, 0x39, 0x23, 0xA4, 0x4B, 0xBE, 0x7C, 0x01, 0x81, 0x2C, 0xF7, 0x21, 0xAD, 0x1C,
    0xDE, 0xD4, 0x6D, 0xE9, 0x83, 0x90, 0x97, 0xDB, 0x72, 0x40, 0xA4, 0xA4, 0xB7, 0xB3, 0x67, 0x1F,
    0xCB, 0x79, 0xE6, 0x4E, 0xCC, 0xC0, 0xE5, 0x78, 0x82, 0x5A, 0xD0, 0x7D, 0xCC, 0xFF, 0x72, 0x21,
    0xB8, 0x08, 0x46, 0x74, 0xF7, 0x43, 0x24, 0x8E, 0xE0, 0x35, 0x90, 0xE6, 0x81, 0x3A, 0x26, 0x4C,
    0x3C, 0x28, 0x52, 0xBB, 0x91, 0xC3, 0x00, 0xCB, 0x88, 0xD0, 0x65, 0x8B, 0x1B, 0x53, 0x2E, 0xA3,
    0x71, 0x64, 0x48, 0x97, 0xA2, 0x0D, 0xF9, 0x4E, 0x38, 0x19, 0xEF, 0x46, 0xA9, 0xDE, 0xAC, 0xD8,
    0xA8, 0xFA, 0x76, 0x3F, 0xE3, 0x9C, 0x34, 0x3F, 0xF9, 0xDC, 0xBB, 0xC7, 0xC7, 0x0B, 0x4F, 0x1D,
    0x8A, 0x51, 0xE0, 0x4B, 0xCD, 0xB4, 0x59, 0x31, 0xC8, 0x9F, 0x7E, 0xC9, 0xD9, 0x78, 0x73, 0x64,
    0xEA, 0xC5, 0xAC, 0x83, 0x34, 0xD3, 0xEB, 0xC3, 0xC5, 0x81, 0xA0, 0xFF, 0xFA, 0x13, 0x63, 0xEB,
    0x17, 0x0D, 0xDD, 0x51, 0xB7, 0xF0, 0xDA, 0x49, 0xD3, 0x16, 0x55, 0x26, 0x29, 0xD4, 0x68, 0x9E,
    0x2B, 0x16, 0xBE, 0x58, 0x7D, 0x47, 0xA1, 0xFC, 0x8F, 0xF8, 0xB8, 0xD1, 0x7A, 0xD0, 0x31, 0xCE,
    0x45, 0xCB, 0x3A, 0x8F, 0x95, 0x16, 0x04, 0x28, 0xAF, 0xD7, 0xFB, 0xCA, 0xBB, 0x4B, 0x40, 0x7E,
];

/// Returns the hash of more than 16 bytes.
///
/// # Panics
/// If there are fewer.
pub fn of(bytes: &[u8]) -> u64 {
    assert!(bytes.len() > 16, "buffers are longer");
    match bytes.len() {
        0..=128 => short(bytes),
        129..=240 => middle(bytes),
        _ => long(bytes),
    }
}

fn word(bytes: &[u8], at: usize) -> u64 {
    let word = bytes[at..at + 8].iter().rev();
    word.fold(0, |word, byte| word << 8 | u64::from(*byte))
}

/// Multiplies two words, and joins the halves of the product.
fn fold(a: u64, b: u64) -> u64 {
    let product = u128::from(a) * u128::from(b);
    product as u64 ^ (product >> 64) as u64
}

/// Mixes the 16 bytes at `at` with those of the secret.
fn mix(bytes: &[u8], at: usize, secret: usize) -> u64 {
    fold(
        word(bytes, at) ^ word(&SECRET, secret),
        word(bytes, at + 8) ^ word(&SECRET, secret + 8),
    )
}

fn avalanche(hash: u64) -> u64 {
    let hash = (hash ^ hash >> 37).wrapping_mul(0x1656_6791_9E37_79F9);
    hash ^ hash >> 32
}

fn begin(bytes: &[u8]) -> u64 {
    PRIME64[0].wrapping_mul(bytes.len() as u64)
}

fn short(bytes: &[u8]) -> u64 {
    let mut hash = begin(bytes);
    for i in 0..=(bytes.len() - 1) / 32 {
        hash = hash.wrapping_add(mix(bytes, 16 * i, 32 * i));
        hash = hash.wrapping_add(mix(bytes, bytes.len() - 16 * (i + 1), 32 * i + 16));
    }
    avalanche(hash)
}

fn middle(bytes: &[u8]) -> u64 {
    let mut hash = begin(bytes);
    for i in 0..8 {
        hash = hash.wrapping_add(mix(bytes, 16 * i, 16 * i));
    }
    hash = avalanche(hash);
    for i in 8..bytes.len() / 16 {
        hash = hash.wrapping_add(mix(bytes, 16 * i, 16 * (i - 8) + 3));
    }
    avalanche(hash.wrapping_add(mix(bytes, bytes.len() - 16, 119)))
}

/// Adds a stripe of 64 bytes to the lanes.
fn add(lanes: &mut [u64; 8], bytes: &[u8], at: usize, secret: usize) {
    for i in 0..8 {
        let value = word(bytes, at + 8 * i);
        let key = value ^ word(&SECRET, secret + 8 * i);
        lanes[i ^ 1] = lanes[i ^ 1].wrapping_add(value);
        lanes[i] = lanes[i].wrapping_add((key & 0xFFFF_FFFF) * (key >> 32));
    }
}

fn long(bytes: &[u8]) -> u64 {
    let [p1, p2, p3, p4, p5] = PRIME64;
    let mut lanes = [PRIME32[2], p1, p2, p3, p4, PRIME32[1], p5, PRIME32[0]];
    for stripe in 0..(bytes.len() - 1) / 64 {
        add(&mut lanes, bytes, 64 * stripe, 8 * (stripe % 16));
        if stripe % 16 == 15 {
            for (i, lane) in lanes.iter_mut().enumerate() {
                let mixed = *lane ^ *lane >> 47 ^ word(&SECRET, 128 + 8 * i);
                *lane = mixed.wrapping_mul(PRIME32[0]);
            }
        }
    }
    add(&mut lanes, bytes, bytes.len() - 64, 121);
    let mut hash = begin(bytes);
    for i in 0..4 {
        let (a, b) = (lanes[2 * i], lanes[2 * i + 1]);
        let (a, b) = (
            a ^ word(&SECRET, 11 + 16 * i),
            b ^ word(&SECRET, 19 + 16 * i),
        );
        hash = hash.wrapping_add(fold(a, b));
    }
    avalanche(hash)
}
