//! Reads a number from each of sixteen records at once.

use crate::simd::Isa;

/// Records with the same layout, in a byte slice: how references lead to them, and where the number
/// is.
///
/// A *slot* has a tag in its low four bits and a payload in the others. The payload of a reference
/// is the distance of its target before `base`, or before the record.
#[derive(Clone, Copy, Debug)]
pub struct Rows<'a> {
    /// The bytes; places count from their start.
    pub bytes: &'a [u8],
    /// The place that references to records count from.
    pub base: u32,
    /// The tag of references to records.
    pub record: u32,
    /// The first 4 bytes of each record, in the bits of `mask`.
    pub head: u32,
    /// Ones for the bits of `head` that count.
    pub mask: u32,
    /// The distance from a record to the slot of its number.
    pub member: u32,
    /// The number of high bits, of 32, that do not belong to that slot: less than 32.
    pub spare: u32,
    /// The tag of a reference to a number of 4 bytes.
    pub far: u32,
    /// The tag of a slot whose payload is the number, with its sign.
    pub near: u32,
}

/// Reads the numbers of the sixteen records that these slots refer to. Returns `false` if one is
/// not such a record, has no number, or is not inside the bytes, or if the bytes are 2 GiB or more;
/// then `numbers` may hold anything. Reads nothing outside of the bytes.
///
/// ```
/// use varvel_raw::gather::{Rows, numbers16};
/// use varvel_raw::simd::{Isa, Portable};
/// // Records of two bytes: one that all have, and a slot of two bytes with tag 1.
/// let bytes: Vec<u8> = (0..16).flat_map(|i: u8| [7, i << 4 | 1, 0]).chain([0; 4]).collect();
/// let records = Rows {
///     bytes: &bytes,
///     base: 48,
///     record: 10,
///     head: 7,
///     mask: 0xFF,
///     member: 1,
///     spare: 16,
///     far: 12,
///     near: 1,
/// };
/// let slots = std::array::from_fn(|i| (48 - 3 * i as u32) << 4 | 10);
/// let mut numbers = [0; 16];
/// assert!(numbers16(Portable::compiled(), &records, &slots, &mut numbers));
/// assert_eq!(numbers, std::array::from_fn(|i| i as i64));
/// ```
#[inline(always)]
pub fn numbers16<I: Isa>(
    isa: I,
    records: &Rows<'_>,
    slots: &[u32; 16],
    numbers: &mut [i64; 16],
) -> bool {
    isa.numbers16(records, slots, numbers)
}

impl Rows<'_> {
    /// Returns the last place from which 4 bytes can be read.
    #[inline(always)]
    pub(crate) fn last(&self) -> Option<u32> {
        (i32::try_from(self.bytes.len()).ok()? as u32).checked_sub(4)
    }

    /// Returns the number of the record that `slot` refers to.
    #[inline(always)]
    pub(crate) fn number(&self, slot: u32) -> Option<i64> {
        let read = |at: u32| {
            let bytes = self.bytes.get(at as usize..)?.first_chunk()?;
            Some(u32::from_le_bytes(*bytes))
        };
        let record = self.base.wrapping_sub(slot >> 4);
        if slot & 15 != self.record || (read(record)? ^ self.head) & self.mask != 0 {
            return None;
        }
        let slot = read(record.wrapping_add(self.member))?;
        let spare = self.spare & 31;
        match slot & 15 {
            tag if tag == self.far => {
                let place = record.wrapping_sub(slot << spare >> spare >> 4);
                Some((read(place)? as i32).into())
            }
            tag if tag == self.near => Some(((slot << spare) as i32 >> spare >> 4).into()),
            _ => None,
        }
    }
}
