//! The vector trait: the operations that a scan needs from an instruction set.

/// An instruction set, as a value that proves that the processor has it.
///
/// Sealed: the operations behind it are private to this crate.
pub trait Isa: Copy + sealed::Ops + 'static {
    /// The number of bytes that one step looks at: 16, 32 or 64.
    const LANES: usize;
    /// The name used in reports.
    const NAME: &'static str;

    /// Runs `task` with this instruction set in a function of its own. For parts of a loop that are
    /// seldom needed, which would crowd the loop out of the instruction cache.
    fn outlined<T: super::Task>(self, task: T) -> T::Output;
}

pub(crate) mod sealed {
    use crate::gather::Rows;

    /// The operations. Every pointer given to them must be readable (or writable) for `Isa::LANES`
    /// bytes. Bit `i` of a mask stands for byte `i`; bits past `LANES` are zero.
    pub trait Ops: Copy {
        /// Returns a mask of bytes below 0x20, quotes and backslashes, and a mask of bytes above
        /// 0x7F.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn string_stops(self, p: *const u8) -> (u64, u64);

        /// Returns a mask of quotes, and a mask of bytes below 0x20 or above 0x7F, and backslashes.
        /// They are separate, so that the end of a string waits for the quotes alone.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn string_end(self, p: *const u8) -> (u64, u64);

        /// Returns a mask of spaces, tabs, line feeds and carriage returns.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn spaces(self, p: *const u8) -> u64;

        /// Returns a mask of bytes above 0x7F.
        ///
        /// # Safety
        /// `p` is readable for `LANES` bytes.
        unsafe fn non_ascii(self, p: *const u8) -> u64;

        /// Copies `LANES` bytes from `from` to `to`. Returns a mask of bytes below 0x20, quotes and
        /// backslashes.
        ///
        /// # Safety
        /// `from` is readable and `to` writable for `LANES` bytes; they do not overlap.
        unsafe fn copy_stops(self, from: *const u8, to: *mut u8) -> u64;

        /// Returns whether the bytes at `a` and `b` are equal where `mask` (of 32 bits) has a one.
        ///
        /// # Safety
        /// `a` and `b` are readable for 32 bytes.
        unsafe fn equal32(self, a: *const u8, b: *const u8, mask: u32) -> bool;

        /// Returns how many of the first bytes at `a` and `b` are equal: at most 64.
        ///
        /// # Safety
        /// `a` and `b` are readable for 64 bytes.
        unsafe fn same64(self, a: *const u8, b: *const u8) -> usize;

        /// Reads the decimal digits at the head of 16 bytes. Returns the number that they spell,
        /// and how many there are.
        ///
        /// # Safety
        /// `p` is readable for 16 bytes.
        #[inline(always)]
        unsafe fn digits16(self, p: *const u8) -> (u64, usize) {
            // SAFETY: the caller vouches for 16 readable bytes; an array of bytes needs no
            // alignment.
            let bytes = unsafe { p.cast::<[u8; 16]>().read_unaligned() };
            let mut value = 0;
            let mut n = 0;
            while n < 16 && bytes[n].is_ascii_digit() {
                value = value * 10 + u64::from(bytes[n] - b'0');
                n += 1;
            }
            (value, n)
        }

        /// Reads a number from each of sixteen records; see [`crate::gather::numbers16`].
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

        /// Returns whether `[p, p + len)` is UTF-8; `len` may have any size.
        ///
        /// # Safety
        /// `p` is readable for `len` bytes.
        unsafe fn is_utf8(self, p: *const u8, len: usize) -> bool;
    }
}
