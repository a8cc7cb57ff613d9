//! Equality, order and hash of views: those of the node model.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use foldhash::fast::RandomState;
use varvel_core::{Error, Result};
use varvel_tree::Refused;

use super::View;

impl PartialEq for View<'_> {
    /// Documents of equal bytes, as those in canonical form are, cost the comparison of the bytes.
    fn eq(&self, other: &Self) -> bool {
        let same_bytes = self.is_root() && other.is_root() && self.buffer() == other.buffer();
        same_bytes || varvel_tree::equal(*self, *other)
    }
}

impl Eq for View<'_> {}

impl Hash for View<'_> {
    /// Agrees with equality. Linear, without recursion.
    fn hash<H: Hasher>(&self, state: &mut H) {
        varvel_tree::hash(*self, state);
    }
}

impl Ord for View<'_> {
    /// Null, booleans, numbers, strings, bytes, timestamps, tagged nodes, arrays, objects, maps: in
    /// this order.
    ///
    /// Numbers compare by their value, exactly, whatever their kind; of numbers of one value
    /// integers come first, then floats (`-0.0` before `0.0`), then decimals. NaN is the last of
    /// them. Strings and bytes compare byte by byte, arrays item by item, objects member by member
    /// in the order of their keys, maps in an order of no meaning.
    ///
    /// Linear for arrays; objects are sorted by their keys for it.
    fn cmp(&self, other: &Self) -> Ordering {
        varvel_tree::compare(*self, *other)
    }
}

impl PartialOrd for View<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Refuses a document with a map that has a key twice; `twice` is the error, given that map. One
/// linear pass.
pub(crate) fn unique_map_keys<'a>(view: View<'a>, twice: impl FnOnce(View<'a>) -> Error) -> Result {
    match varvel_tree::digest_with_unique_keys(view, &RandomState::default()) {
        Ok(_) => Ok(()),
        Err(Refused::Memory) => Err(Error::out_of_memory()),
        Err(Refused::Twice(map)) => Err(twice(map)),
    }
}
