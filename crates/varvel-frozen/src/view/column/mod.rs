//! [`Column`]: one member of each record of an array, found once for all records with the same
//! layout.

mod numbers;

use core::iter::FusedIterator;

use super::View;
use super::iter::Items;
use super::node::Site;
use super::unchecked::Raw;
pub use numbers::I64s;

use crate::key::HashedKey;
use crate::layout::{self, tag};

/// An iterator over the member with one key of each item of an array; see [`View::column`].
#[derive(Clone, Debug)]
pub struct Column<'a, 'k> {
    items: Items<'a>,
    key: HashedKey<'k>,
    last: Last,
}

/// The last record.
#[derive(Clone, Copy, Debug)]
struct Last {
    /// The first bytes of the record, up to its slots. All records that begin with them have the
    /// member at the same place.
    head: u64,
    /// Ones for the bytes of `head`.
    mask: u64,
    /// The place of the member, counted from the record and with a base of zero; `None` if the
    /// record has no such member.
    member: Option<Site>,
}

impl<'a> View<'a> {
    /// Returns the member `key` of each item of an array, in order. The iterator returns `None` for
    /// an item that has no such member or is no object, and is empty if this is no array.
    ///
    /// If records have the same layout, as most have, the member is found only once. Then each
    /// further record costs a comparison and an addition.
    ///
    /// ```
    /// use varvel::{Builder, Sink, key};
    /// let mut builder = Builder::new();
    /// builder.start()?;
    /// builder.begin_array(None)?;
    /// for paid in [20, 5, 70_000] {
    ///     builder.begin_map(None)?;
    ///     builder.key("paid".into())?;
    ///     builder.i64(paid)?;
    ///     builder.end_map()?;
    /// }
    /// builder.end_array()?;
    /// let orders = builder.finish_view()?;
    /// let paid = orders.column(key!("paid")).flatten().filter_map(|paid| paid.as_i64());
    /// assert_eq!(paid.sum::<i64>(), 70_025);
    /// assert!(orders.column("id").all(|id| id.is_none()));
    /// # Ok::<(), varvel::Error>(())
    /// ```
    #[inline]
    pub fn column<'k>(&self, key: impl Into<HashedKey<'k>>) -> Column<'a, 'k> {
        Column {
            items: self.items(),
            key: key.into(),
            last: Last {
                // Not a header: the four high bits of a header's first byte are zero.
                head: u64::MAX,
                mask: u64::MAX,
                member: None,
            },
        }
    }
}

/// No member: a slot is never in the first byte of its container.
const NONE: u64 = 0;

impl Last {
    /// Returns the member of `item` with this key.
    #[inline(always)]
    fn member<'a>(&mut self, item: View<'a>, key: &HashedKey<'_>) -> Option<View<'a>> {
        let target = item.target();
        let at = target.position();
        // Nodes of no other kind begin with a header like that of an object.
        let mut head = u64::MAX;
        if target.tag == tag::OBJECT {
            // SAFETY: validated: an object stands there, in the tree, and the tables follow with
            // more than 8 bytes.
            head = u64::from_le_bytes(unsafe { item.raw.take(at) });
        }
        if target.tag != tag::OBJECT || head & self.mask != self.head {
            let View { raw, site } = item;
            let found = find(raw, site.place, site.how(), at, key.as_str(), key.hash());
            self.member =
                (found != NONE).then(|| Site::slot((found >> 2) as usize, 0, found as u8 & 3));
            self.mask = header_mask(head);
            self.head = head & self.mask;
        }
        let site = self.member?.moved(at);
        Some(View {
            raw: item.raw,
            site,
        })
    }
}

/// Returns ones for the bytes of the header that an object begins with: its widths and the number
/// of its shape. A header with a number of 8 bytes, and a node that is no object, give ones for all
/// 8 bytes.
#[inline(always)]
fn header_mask(head: u64) -> u64 {
    let len = 1 + layout::count_width(head as u8 >> 2);
    u64::MAX >> (64 - 8 * len.min(8))
}

/// Finds the member with this key in the container at `at`. Returns how far behind the container
/// its slot is, and in the low two bits the code of the slot's width. Takes and returns registers:
/// values in memory would be waited for.
#[inline(never)]
fn find(raw: Raw<'_>, place: usize, how: u64, at: usize, key: &str, hash: u64) -> u64 {
    let site = Site::of(place, how);
    match (View { raw, site }).get(HashedKey::with_hash(key, hash)) {
        Some(View { site, .. }) => ((site.place - at) as u64) << 2 | u64::from(site.code()),
        None => NONE,
    }
}

impl<'a> Iterator for Column<'a, '_> {
    type Item = Option<View<'a>>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let item = self.items.next()?;
        Some(self.last.member(item, &self.key))
    }

    /// Keeps all it needs in registers. Most adapters end in this method.
    #[inline]
    fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, mut f: F) -> B {
        let Self {
            items,
            key,
            mut last,
        } = self;
        items.fold(init, |all, item| f(all, last.member(item, &key)))
    }

    #[inline]
    fn size_hint(&self) -> (usize, Option<usize>) {
        self.items.size_hint()
    }
}

impl DoubleEndedIterator for Column<'_, '_> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let item = self.items.next_back()?;
        Some(self.last.member(item, &self.key))
    }
}

impl ExactSizeIterator for Column<'_, '_> {}
impl FusedIterator for Column<'_, '_> {}
