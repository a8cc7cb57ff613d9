//! What a parsed tree holds, as sums: the proof that two subjects read the same values.
//!
//! The sums do not depend on the order of an object's keys, since some peers sort them. The same
//! struct and the same arithmetic stand in `native/checksum.h`, which fills this one across the C
//! ABI.

/// Sums over every node of a tree. Floats are summed both as bits (exact parsers agree on them) and
/// as numbers (all parsers do, nearly). A zero counts alike whether `-0`, `0` or an integer:
/// parsers differ in which of these the text `-0` is.
#[repr(C)]
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Checksum {
    nodes: u64,
    keys: u64,
    ints: u64,
    floats: u64,
    float_bits: u64,
    float_sum: f64,
    string_bytes: u64,
    string_hash: u64,
}

impl Checksum {
    /// An integer, as the 64 bits of its two's complement.
    pub fn integer(&mut self, value: u64) {
        self.nodes += 1;
        self.ints = self.ints.wrapping_add(value);
    }

    /// A float.
    pub fn number(&mut self, value: f64) {
        let value = value + 0.0;
        self.nodes += 1;
        self.floats += u64::from(value != 0.0);
        self.float_bits = self.float_bits.wrapping_add(value.to_bits());
        self.float_sum += value;
    }

    /// `true` or `false`.
    pub fn boolean(&mut self, value: bool) {
        self.integer(if value { 2 } else { 1 });
    }

    /// `null`.
    pub fn null(&mut self) {
        self.nodes += 1;
    }

    /// An array or object; its members count themselves.
    pub fn container(&mut self) {
        self.nodes += 1;
    }

    /// A string value.
    pub fn string(&mut self, text: &str) {
        self.nodes += 1;
        self.bytes(text.as_bytes(), 1);
    }

    /// A key of an object.
    pub fn key(&mut self, text: &str) {
        self.keys += 1;
        self.bytes(text.as_bytes(), 3);
    }

    fn bytes(&mut self, text: &[u8], factor: u64) {
        let hash = text.iter().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
            (hash ^ u64::from(*byte)).wrapping_mul(0x100_0000_01b3)
        });
        self.string_bytes += text.len() as u64;
        self.string_hash = self.string_hash.wrapping_add(hash.wrapping_mul(factor));
    }

    /// Whether both trees hold the same values. Between inexact subjects floats may differ in their
    /// last bits, and so only their sum counts, to a part in a billion.
    pub fn agrees(&self, other: &Self, exact: bool) -> bool {
        let near = (self.float_sum - other.float_sum).abs()
            <= 1e-9 * self.float_sum.abs().max(other.float_sum.abs()).max(1.0);
        let floats = if exact {
            self.float_bits == other.float_bits
        } else {
            near
        };
        let plain = |sum: &Self| Self {
            float_bits: 0,
            float_sum: 0.0,
            ..*sum
        };
        floats && plain(self) == plain(other)
    }
}
