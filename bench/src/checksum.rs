//! Checksums of parsed trees: the proof that two subjects read the same values.
//!
//! The sums do not depend on the order of an object's keys, since some peers sort them.
//! `external/native/checksum.h` has the same struct and the same arithmetic, and fills this one
//! across the C ABI.

/// Sums over every node of a tree. Floats are summed both as bits (exact parsers agree on them) and
/// as numbers (all parsers agree nearly). `-0`, `0` and an integer zero count alike, since parsers
/// differ in which of these they make of the text `-0`.
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
    /// Adds an integer, as the 64 bits of its two's complement.
    pub fn integer(&mut self, value: u64) {
        self.nodes += 1;
        self.ints = self.ints.wrapping_add(value);
    }

    /// Adds a float.
    pub fn number(&mut self, value: f64) {
        let value = value + 0.0;
        self.nodes += 1;
        self.floats += u64::from(value != 0.0);
        self.float_bits = self.float_bits.wrapping_add(value.to_bits());
        self.float_sum += value;
    }

    /// Adds `true` or `false`.
    pub fn boolean(&mut self, value: bool) {
        self.integer(if value { 2 } else { 1 });
    }

    /// Adds a `null`.
    pub fn null(&mut self) {
        self.nodes += 1;
    }

    /// Adds an array or object. Its members are added by their own calls.
    pub fn container(&mut self) {
        self.nodes += 1;
    }

    /// Adds a string value.
    pub fn string(&mut self, text: &str) {
        self.nodes += 1;
        self.bytes(text.as_bytes(), 1);
    }

    /// Adds a key of an object.
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

    /// Returns whether both trees hold the same values. Floats of inexact subjects may differ in
    /// their last bits, so only their sum is compared, to a part in a billion.
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
