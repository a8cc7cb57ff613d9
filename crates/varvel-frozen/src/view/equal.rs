//! Equality, order and hash of views, by the node model.

use core::cmp::Ordering;
use core::hash::{Hash, Hasher};

use varvel_core::secret::RandomState;
use varvel_core::{Error, Result};
use varvel_tree::Refused;

use super::View;

impl PartialEq for View<'_> {
    /// Compares by the node model. Two documents with equal bytes, such as equal ones in canonical
    /// form, cost one comparison of the bytes.
    fn eq(&self, other: &Self) -> bool {
        let same_bytes = self.is_root() && other.is_root() && self.buffer() == other.buffer();
        same_bytes || varvel_tree::equal(*self, *other)
    }
}

impl Eq for View<'_> {}

impl Hash for View<'_> {
    /// Hashes so that equal nodes have equal hashes. Costs linear time, without recursion.
    fn hash<H: Hasher>(&self, state: &mut H) {
        varvel_tree::hash(*self, state);
    }
}

impl Ord for View<'_> {
    /// Orders nodes by kind first: null, booleans, numbers, strings, bytes, timestamps, tagged
    /// nodes, arrays, objects, maps.
    ///
    /// Numbers compare exactly by their value, whatever their kind. Among numbers of equal value,
    /// integers come first, then floats (`-0.0` before `0.0`), then decimals. NaN is the greatest
    /// number. Strings and bytes compare byte by byte, arrays item by item, objects member by
    /// member in the order of their keys. The order of maps has no meaning.
    ///
    /// Costs linear time for arrays; objects are first sorted by their keys.
    fn cmp(&self, other: &Self) -> Ordering {
        varvel_tree::compare(*self, *other)
    }
}

impl PartialOrd for View<'_> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// Refuses a document with a map that has a duplicate key; `twice` makes the error from that map.
/// Costs one linear pass.
pub(crate) fn unique_map_keys<'a>(view: View<'a>, twice: impl FnOnce(View<'a>) -> Error) -> Result {
    match varvel_tree::digest_with_unique_keys(view, &RandomState::default()) {
        Ok(_) => Ok(()),
        Err(Refused::Memory) => Err(Error::out_of_memory()),
        Err(Refused::Twice(map)) => Err(twice(map)),
    }
}
