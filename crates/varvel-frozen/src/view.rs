//! v
/// v
#[derive(Debug, Clone, Copy)]
pub struct View<'a> {
    bytes: &'a [u8],
}
impl<'a> View<'a> {
    pub(crate) unsafe fn root_unchecked(bytes: &'a [u8]) -> Self {
        Self { bytes }
    }
    /// b
    pub fn buffer(&self) -> &'a [u8] {
        self.bytes
    }
}
