//! Bounds on what input may cost, the same for every format.

use alloc::format;

use crate::error::{Error, Result};

/// Bounds on what a document may cost. Every path checks them: reading, skipping, validating,
/// building, printing.
///
/// ```
/// use varvel::Limits;
/// let limits = Limits { depth: 16, ..Limits::DEFAULT };
/// assert_eq!(limits.bytes, usize::MAX);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Limits {
    /// How many containers may be open at once: 128 by default. Trees and events never recurse:
    /// depth costs them heap memory, not stack. Typed reads of recursive types do recurse, and this
    /// bounds them.
    pub depth: usize,
    /// How many nodes a document may have: any number by default, because a node costs at least a
    /// byte of input.
    pub nodes: usize,
    /// How many bytes a document may have: any number by default.
    pub bytes: usize,
    /// How often a document may be read again on the average: 8 times its length by default. 1 MiB
    /// is free.
    ///
    /// Aliases (YAML) are read again. Typed reads go back if a tag comes behind its content, or if
    /// variants of an untagged enum do not fit. Going back counts for an eighth, because nothing is
    /// kept of the first read.
    pub replay: usize,
}

impl Limits {
    /// Depth 128, replay 8, and nothing else limited.
    pub const DEFAULT: Self = Self {
        // <spec:limits> Made by `cargo xtask spec`.
        depth: 128,
        replay: 8,
        // </spec:limits>
        nodes: usize::MAX,
        bytes: usize::MAX,
    };

    /// No limits, for trees that are in memory already.
    ///
    /// ```
    /// use varvel::Limits;
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
    /// use varvel::Limits;
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

/// Counts how many bytes of a document were read again.
#[derive(Clone, Copy, Debug, Default)]
pub struct Replayed(usize);

impl Replayed {
    /// How many bytes of any document may be read again for free.
    const FREE: usize = 1 << 20;
    /// How many bytes of going back count as one. Going back costs time alone; an alias costs
    /// memory, too.
    const BACK: usize = 8;
    /// The fixed cost of going back, whatever the distance: the error that caused it.
    const TURN: usize = 2;

    /// Counts `bytes` that are read again, of a document of `len` bytes.
    ///
    /// # Errors
    /// `ReplayLimit`.
    ///
    /// ```
    /// use varvel_core::{ErrorKind, Limits, limits::Replayed};
    /// let (mut replayed, limits) = (Replayed::default(), Limits { replay: 2, ..Limits::DEFAULT });
    /// replayed.add(1 << 20, 100, &limits)?;
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

    /// Returns how many bytes were counted.
    #[inline]
    pub const fn bytes(&self) -> usize {
        self.0
    }
}

/// How a consumer handles a key that one object has twice.
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
