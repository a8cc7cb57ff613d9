//! [`Order`]: the keys of the objects of a class in the order in which they came.
//!
//! Documents have many members that a class does not have. Their keys come in the same order in one
//! object after the other, so each is expected where it came before: one comparison confirms it,
//! where else its text is read and looked up.

use varvel::format::Key;

/// The most keys that are remembered for a class.
const MOST: usize = 64;

/// The keys of objects of a class, each with the number of its field; `None` for a member that the
/// class does not have.
#[derive(Clone, Default)]
pub struct Order(Vec<(Key, Option<usize>)>);

impl Order {
    /// Returns the key at a place in the order.
    #[inline(always)]
    pub fn get(&self, at: usize) -> Option<&(Key, Option<usize>)> {
        self.0.get(at)
    }

    /// Returns the place after a key that came instead of the one at `at`. A key that is new gets
    /// this place.
    #[cold]
    #[inline(never)]
    pub fn after(&mut self, at: usize, key: &Key, field: Option<usize>) -> usize {
        let quoted = match key.quoted() {
            // In YAML this may be a merge key, which is looked at each time.
            None | Some(b"\"<<\"") => return at,
            Some(quoted) => quoted,
        };
        let place = self
            .0
            .iter()
            .rposition(|(known, _)| known.quoted() == Some(quoted));
        match place {
            Some(place) if place >= at => place + 1,
            None if self.0.len() < MOST && at <= self.0.len() => {
                self.0.insert(at, (*key, field));
                at + 1
            }
            _ => at,
        }
    }
}
