//! The secret of the process: hash tables are seeded with it, so that nobody who writes a document
//! can choose keys that collide.
//!
//! With the feature `std` the secret comes from the system, as the seeds of `std`'s own tables do.
//! Without it there is none to be had: a program that reads from strangers gives one by [`set`].
//! Else the addresses of the program stand in for it, which an attacker may know.

use core::fmt;
use core::hash::BuildHasher;

use foldhash::SharedSeed;
use foldhash::fast::FoldHasher;
use once_cell::race::OnceRef;

/// A secret for the hash tables of a process; see [`set`].
pub struct Secret(SharedSeed);

impl Secret {
    /// Makes a secret of random bits, which nobody else should know.
    pub const fn new(random: u64) -> Self {
        Self(SharedSeed::from_u64(random))
    }
}

impl fmt::Debug for Secret {
    /// Does not show the secret.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret")
    }
}

static SHARED: OnceRef<'static, SharedSeed> = OnceRef::new();

/// Sets the secret of the process, before the first hash table is made. Returns `false`, and
/// changes nothing, if there is one already.
///
/// Only a program without `std` needs this.
///
/// ```standalone_crate
/// use varvel::secret::{self, Secret};
/// # let from_the_hardware = || 0x243F_6A88_85A3_08D3;
/// let secret = Box::leak(Box::new(Secret::new(from_the_hardware())));
/// assert!(secret::set(secret));
/// assert!(varvel::json::freeze(br#"{"a": 1}"#).is_ok());
/// ```
pub fn set(secret: &'static Secret) -> bool {
    SHARED.set(&secret.0).is_ok()
}

#[inline(always)]
fn shared() -> &'static SharedSeed {
    match SHARED.get() {
        Some(shared) => shared,
        None => first(),
    }
}

#[cold]
#[inline(never)]
fn first() -> &'static SharedSeed {
    SHARED.get_or_init(system::shared)
}

/// Makes hashers that are seeded with the secret of the process. Each state hashes differently.
#[derive(Clone)]
pub struct RandomState {
    seed: u64,
}

impl RandomState {
    /// Makes a state that hashes as all others do that were made with this seed, in this process.
    pub fn with_seed(seed: u64) -> Self {
        Self { seed }
    }
}

impl Default for RandomState {
    #[inline]
    fn default() -> Self {
        Self {
            seed: system::different(),
        }
    }
}

impl BuildHasher for RandomState {
    type Hasher = FoldHasher<'static>;

    #[inline(always)]
    fn build_hasher(&self) -> FoldHasher<'static> {
        FoldHasher::with_seed(self.seed, shared())
    }
}

impl fmt::Debug for RandomState {
    /// Does not show the seed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("RandomState")
    }
}

/// Returns a number that nobody can guess who does not know the secret, another one at each call.
pub fn random() -> u64 {
    RandomState::default().hash_one(0_u64)
}

#[cfg(feature = "std")]
mod system {
    use core::cell::Cell;
    use core::hash::BuildHasher;
    use std::sync::OnceLock;

    use foldhash::SharedSeed;

    /// Returns random bits of the system.
    fn random() -> u64 {
        std::hash::RandomState::new().hash_one(0_u64)
    }

    pub fn shared() -> &'static SharedSeed {
        static OF_THE_SYSTEM: OnceLock<SharedSeed> = OnceLock::new();
        OF_THE_SYSTEM.get_or_init(|| SharedSeed::from_u64(random()))
    }

    /// Returns another number at each call.
    #[inline]
    pub fn different() -> u64 {
        std::thread_local! {
            static LAST: Cell<u64> = Cell::new(random());
        }
        // An odd step: no number comes twice in a thread.
        let next = |last: &Cell<u64>| {
            let next = last.get().wrapping_add(0x9E37_79B9_7F4A_7C15);
            last.set(next);
            next
        };
        LAST.try_with(next).unwrap_or_default()
    }
}

#[cfg(not(feature = "std"))]
mod system {
    use core::sync::atomic::{AtomicUsize, Ordering};

    use foldhash::SharedSeed;

    pub fn shared() -> &'static SharedSeed {
        SharedSeed::global_random()
    }

    /// Returns another number at each call of a thread, and most likely in each thread.
    pub fn different() -> u64 {
        static LAST: AtomicUsize = AtomicUsize::new(0);
        let last = LAST.load(Ordering::Relaxed).wrapping_add(1);
        LAST.store(last, Ordering::Relaxed);
        // The stacks of two threads have different addresses.
        let address = core::ptr::from_ref(&last).addr() as u64;
        (last as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ address.rotate_left(32)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_state_hashes_differently_and_in_the_same_way_each_time() {
        let states: [RandomState; 4] = Default::default();
        let hashes = states.clone().map(|state| state.hash_one("key"));
        assert_eq!(hashes, states.map(|state| state.hash_one("key")));
        for (i, hash) in hashes.iter().enumerate() {
            assert!(!hashes[..i].contains(hash));
        }
        let with_seed = |seed| RandomState::with_seed(seed).hash_one("key");
        assert_eq!(with_seed(7), with_seed(7));
        assert_ne!(with_seed(7), with_seed(8));
    }

    #[test]
    fn nothing_that_is_printed_has_the_secret() {
        let state = RandomState::with_seed(1234);
        assert_eq!(
            alloc::format!("{state:?} {:?}", Secret::new(5)),
            "RandomState Secret"
        );
    }
}
