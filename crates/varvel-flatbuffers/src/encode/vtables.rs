//! The vtables of a buffer that is being written, found by the fields that they stand for.

/// The number of entries, a power of two. Most buffers have fewer kinds of tables. A vtable whose
/// entry was replaced is written again, which costs its bytes and no more.
const PLACES: usize = 64;

#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The key: the fields of a table with fixed places, or a hash of a vtable's bytes.
    what: u64,
    object: u32,
    /// The buffer that the entry is of. Entries of other buffers count as empty.
    round: u32,
    at: usize,
}

/// The positions of vtables.
#[derive(Debug)]
pub(super) struct Vtables {
    entries: [Entry; PLACES],
    round: u32,
}

impl Default for Vtables {
    fn default() -> Self {
        Self {
            entries: [Entry::default(); PLACES],
            round: 1,
        }
    }
}

impl Vtables {
    /// Forgets everything.
    #[inline]
    pub fn clear(&mut self) {
        match self.round.checked_add(1) {
            Some(next) => self.round = next,
            None => *self = Self::default(),
        }
    }

    #[inline(always)]
    fn place(object: u32, what: u64) -> usize {
        let mixed = (what ^ u64::from(object)).wrapping_mul(0x9E37_79B9_7F4A_7C15);
        (mixed >> 58) as usize % PLACES
    }

    /// Returns the position of the vtable of this object for `what`.
    #[inline(always)]
    pub fn find(&self, object: u32, what: u64) -> Option<usize> {
        let entry = &self.entries[Self::place(object, what)];
        let same = entry.what == what && entry.object == object && entry.round == self.round;
        same.then_some(entry.at)
    }

    /// Notes the position of a vtable.
    #[inline]
    pub fn insert(&mut self, object: u32, what: u64, at: usize) {
        let round = self.round;
        self.entries[Self::place(object, what)] = Entry {
            what,
            object,
            round,
            at,
        };
    }
}

#[cfg(test)]
mod tests {
    use super::Vtables;

    #[test]
    fn what_was_before_is_forgotten() {
        let mut vtables = Vtables::default();
        assert_eq!(vtables.find(0, 0), None);
        vtables.insert(0, 7, 12);
        assert_eq!(vtables.find(0, 7), Some(12));
        assert_eq!(vtables.find(1, 7), None);
        vtables.clear();
        assert_eq!(vtables.find(0, 7), None);
        vtables.round = u32::MAX;
        vtables.insert(0, 7, 12);
        vtables.clear();
        assert_eq!(vtables.find(0, 7), None);
    }
}
