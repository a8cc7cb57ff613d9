//! Keys of maps that are maps: digests find those that may be equal, and only a comparison says
//! that they are. Here all digests are equal.

use core::hash::{BuildHasherDefault, Hasher};

use varvel_core::{ErrorKind, Result, Sink};
use varvel_frozen::{Builder, Frozen};
use varvel_tree::{Refused, digest, digest_with_unique_keys};

/// A hasher for which everything collides.
#[derive(Default)]
struct Constant;

impl Hasher for Constant {
    fn write(&mut self, _: &[u8]) {}
    fn finish(&self) -> u64 {
        7
    }
}

type Colliding = BuildHasherDefault<Constant>;

/// Gives an object without values, whose keys are these numbers.
fn set(to: &mut Builder, numbers: [i64; 2]) -> Result {
    to.begin_map(None)?;
    for number in numbers {
        to.any_key()?;
        to.i64(number)?;
        to.null()?;
    }
    to.end_map()
}

/// Returns a map with these sets as its keys, and their places as its values.
fn map_of(sets: impl Iterator<Item = [i64; 2]>) -> Frozen {
    let mut builder = Builder::new();
    let build = || {
        builder.start()?;
        builder.begin_map(None)?;
        for (place, numbers) in sets.enumerate() {
            builder.any_key()?;
            set(&mut builder, numbers)?;
            builder.i64(place as i64)?;
        }
        builder.end_map()?;
        builder.finish()
    };
    build().unwrap()
}

/// Returns a map with the keys `{1000001, -1}` and `{-1, 1000001}`, which are equal. The builder
/// would refuse them.
fn doubled() -> Vec<u8> {
    let differing = map_of([[3, 4], [1_000_001, -1], [-1, 1_000_002]].into_iter());
    let mut bytes = differing.as_bytes().to_vec();
    let number = |bytes: &[u8], number: i32| {
        let wanted = &number.to_le_bytes()[..3];
        let found = bytes.windows(3).position(|bytes| bytes == wanted);
        found.unwrap()
    };
    let at = number(&bytes, 1_000_002);
    bytes[at] -= 1;
    assert_ne!(at, number(&bytes, 1_000_001));
    bytes
}

#[test]
fn equal_digests_refuse_nothing_and_cost_no_more_than_linear_time() {
    let count = if cfg!(miri) { 20 } else { 100_000 };
    let map = map_of((0..count).map(|i| [i, -1]));
    let hasher = Colliding::default();
    assert_eq!(digest(map.view(), &hasher), 7);
    let unique = digest_with_unique_keys(map.view(), &hasher);
    assert_eq!(unique.unwrap(), 7);
}

#[test]
fn a_key_that_comes_twice_in_another_order_is_found() {
    let bytes = doubled();
    let error = Frozen::validate(&bytes).unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidFrozen);
    assert!(
        error.to_string().contains("a map whose keys differ"),
        "{error}"
    );
    // SAFETY: all of the buffer is valid except that two keys are equal, on which reading does not
    // rely: a look-up finds one of them.
    let doubled = unsafe { Frozen::from_bytes_unchecked(bytes) };
    let refused = digest_with_unique_keys(doubled.view(), &Colliding::default());
    assert!(matches!(refused, Err(Refused::Twice(_))), "{refused:?}");
}

#[test]
fn maps_are_equal_whatever_the_order_of_their_members() {
    let sets = [[1, 2], [3, 4], [5, 6]];
    let map = map_of(sets.into_iter());
    let same = map_of(sets.into_iter().map(|[a, b]| [b, a]));
    assert_eq!(map, same);
    // The places are the values.
    assert_ne!(map, map_of(sets.into_iter().rev()));
    let other = [[1, 2], [3, 4], [5, 7]];
    assert_ne!(map, map_of(other.into_iter()));
    assert_ne!(
        map.view().cmp(&map_of(other.into_iter()).view()),
        core::cmp::Ordering::Equal
    );
    assert_eq!(map.view().cmp(&same.view()), core::cmp::Ordering::Equal);
}
