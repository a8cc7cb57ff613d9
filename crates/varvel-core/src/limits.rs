//! What input may ask for, the same for every format and every shape.

use alloc::format;

use crate::error::{Error, Result};

/// Bounds on what a document may cost. Every path checks them: reading, skipping, validating,
/// building, printing.
///
/// ```
/// use varvel_core::Limits;
/// let limits = Limits { depth: 16, ..Limits::DEFAULT };
/// assert_eq!(limits.bytes, usize::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many containers may be open at once. 128 by default. No limit makes the library
    /// recurse: depth costs heap memory, never stack.
    pub depth: usize,
    /// How many nodes a document may have. No limit of its own by default: a node costs at least
    /// a byte of input.
    pub nodes: usize,
    /// How many bytes a document may have. No limit by default.
    pub bytes: usize,
    /// How often a document may be read again on the average: so many times its length, and 64 KiB
    /// that are free. What reads again are aliases (YAML), and typed reading where what comes late
    /// says how to read what came before: the tag of an enum, variants that turn out not to fit.
    /// That keeps nothing of what was read in vain, and counts for an eighth. 8 by default.
    pub replay: usize,
}

impl Limits {
    /// Depth 128, read again 8 times, nothing else limited.
    pub const DEFAULT: Self = Self {
        depth: 128,
        nodes: usize::MAX,
        bytes: usize::MAX,
        replay: 8,
    };

    /// Nothing limited: for trees that are in memory already.
    ///
    /// ```
    /// use varvel_core::Limits;
    /// assert_eq!(Limits::NONE.depth, usize::MAX);
    /// ```
    pub const NONE: Self = Self {
        depth: usize::MAX,
        replay: usize::MAX,
        ..Self::DEFAULT
    };

    /// Checks how many bytes a document has.
    ///
    /// ```
    /// use varvel_core::Limits;
    /// let short = Limits { bytes: 4, ..Limits::DEFAULT };
    /// assert!(short.check_len(4).is_ok() && short.check_len(5).is_err());
    /// ```
    ///
    /// # Errors
    /// `SizeLimit`.
    #[inline]
    pub fn check_len(&self, len: usize) -> Result {
        match len > self.bytes {
            true => Err(too_large(len, self.bytes)),
            false => Ok(()),
        }
    }
}

#[cold]
#[inline(never)]
fn too_large(len: usize, limit: usize) -> Error {
    Error::too_large(limit).with_found(format!("{len}"))
}

impl Default for Limits {
    fn default() -> Self {
        Self::DEFAULT
    }
}

/// How much of a document has been read again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replayed(usize);

impl Replayed {
    /// Bytes that any document may have read again.
    const FREE: usize = 64 << 10;
    /// Going back costs time alone, where an alias costs memory, too: so many bytes count for one.
    const BACK: usize = 8;
    /// What going back costs whatever the distance: the error that it came from.
    const TURN: usize = 2;

    /// Counts `bytes` that come again, of a document of `len` bytes.
    ///
    /// # Errors
    /// `ReplayLimit`.
    ///
    /// ```
    /// use varvel_core::{ErrorKind, Limits, limits::Replayed};
    /// let (mut replayed, limits) = (Replayed::default(), Limits { replay: 2, ..Limits::DEFAULT });
    /// replayed.add(64 << 10, 100, &limits)?;
    /// replayed.add(200, 100, &limits)?;
    /// assert_eq!(replayed.add(1, 100, &limits).unwrap_err().kind(), ErrorKind::ReplayLimit);
    /// # Ok::<(), varvel_core::Error>(())
    /// ```
    #[inline]
    pub fn add(&mut self, bytes: usize, len: usize, limits: &Limits) -> Result {
        self.0 = self.0.saturating_add(bytes);
        match self.0 > limits.replay.saturating_mul(len).saturating_add(Self::FREE) {
            true => Err(Error::replayed_too_much(limits.replay)),
            false => Ok(()),
        }
    }

    /// Counts that a source goes back over `bytes`, of a document of `len` bytes.
    ///
    /// # Errors
    /// `ReplayLimit`.
    #[inline]
    pub fn go_back(&mut self, bytes: usize, len: usize, limits: &Limits) -> Result {
        self.add(bytes / Self::BACK + Self::TURN, len, limits)
    }

    /// What has been counted, in bytes.
    #[inline]
    pub const fn bytes(&self) -> usize {
        self.0
    }
}

/// What a consumer does when one object has the same key twice.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Duplicates {
    /// Refuse the document.
    #[default]
    Error,
    /// Keep the first member of that key, drop the later ones.
    First,
    /// Keep the last member of that key (at its own place), drop the earlier ones.
    Last,
}
