//! f
use alloc::vec::Vec;
/// f
#[derive(Debug, Clone)]
pub struct Frozen {
    bytes: Vec<u8>,
}
impl Frozen {
    pub(crate) unsafe fn from_vec_unchecked(bytes: Vec<u8>) -> Self {
        Self { bytes }
    }
    /// b
    pub fn as_bytes(&self) -> &[u8] {
        &self.bytes
    }
    /// v
    pub fn into_bytes(self) -> Vec<u8> {
        self.bytes
    }
}
