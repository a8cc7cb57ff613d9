//! The vector trait: what a scan may ask of an instruction set.

/// An instruction set, as a value that proves that the processor has it.
///
/// Sealed: the operations behind it are this crate's own business.
pub trait Isa: Copy + sealed::Ops + 'static {
    /// Bytes looked at in one step: 16, 32 or 64.
    const LANES: usize;
    /// The name used in reports.
    const NAME: &'static str;

    /// Runs `task` with this instruction set in a function of its own: for the parts of a loop
    /// that are seldom needed, which would crowd it out of the instruction cache.
    fn outlined<T: super::Task>(self, task: T) -> T::Output;
}

pub(crate) mod sealed {
    use crate::gather::Rows;

    /// The operations; every pointer given to them must be readable (or writable) for
    /// `Isa::LANES` bytes. Bit `i` of a mask speaks of byte `i`; bits past `LANES` are zero.
    pub trait Ops: Copy {
        /// Bytes below 0x20, quotes and backslashes; and, apart, bytes above 0x7F.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn string_stops(self, p: *const u8) -> (u64, u64);

        /// Quotes; and, apart, bytes below 0x20 or above 0x7F, and backslashes. Apart, so that
        /// where a string ends waits for the quotes alone.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn string_end(self, p: *const u8) -> (u64, u64);

        /// Space, tab, line feed, carriage return.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn spaces(self, p: *const u8) -> u64;

        /// Bytes above 0x7F.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn non_ascii(self, p: *const u8) -> u64;

        /// Copies `LANES` bytes from `from` to `to`, and says which of them are below 0x20, a
        /// quote or a backslash.
        ///
        /// # Safety
        /// `from` is readable and `to` writable for `LANES` bytes; they do not overlap.
        unsafe fn copy_stops(self, from: *const u8, to: *mut u8) -> u64;

        /// Whether the bytes at `a` and `b` are equal where `mask` (of 32 bits) has a one.
        ///
        /// # Safety
        /// `a` and `b` are readable for 32 bytes.
        unsafe fn equal32(self, a: *const u8, b: *const u8, mask: u32) -> bool;

        /// How many of the first bytes at `a` and `b` are equal: at most 64.
        ///
        /// # Safety
        /// `a` and `b` are readable for 64 bytes.
        unsafe fn same64(self, a: *const u8, b: *const u8) -> usize;

        /// The decimal digits at the head of 16 bytes: the number they make, and how many.
        ///
        /// # Safety
        /// `p` is readable for 16 bytes.
        #[inline(always)]
        unsafe fn digits16(self, p: *const u8) -> (u64, usize) {
            // SAFETY: the caller vouches for 16 readable bytes; an array of bytes has no alignment.
            let bytes = unsafe { p.cast::<[u8; 16]>().read_unaligned() };
            let mut value = 0;
            let mut n = 0;
            while n < 16 && bytes[n].is_ascii_digit() {
                value = value * 10 + u64::from(bytes[n] - b'0');
                n += 1;
            }
            (value, n)
        }

        /// See [`crate::gather::numbers16`].
        #[inline(always)]
        fn numbers16(self, records: &Rows<'_>, slots: &[u32; 16], numbers: &mut [i64; 16]) -> bool {
            let mut all = records.last().is_some();
            for (slot, number) in slots.iter().zip(numbers) {
                let found = records.number(*slot);
                all &= found.is_some();
                *number = found.unwrap_or(0);
            }
            all
        }

        /// Whether `[p, p + len)` is UTF-8; `len` of any size.
        ///
        /// # Safety
        /// `p` is readable for `len` bytes.
        unsafe fn is_utf8(self, p: *const u8, len: usize) -> bool;
    }
}
