//! [`Profile`]: what a format is like, as far as a shape may ask.

/// What a format or a tree is like, where a shape gives itself in one way or another.
///
/// A format has one of its own ([`Format::PROFILE`](crate::Format::PROFILE)), made of one of the
/// constants here:
///
/// ```
/// use varvel_core::Profile;
/// const INI: Profile = {
///     let mut profile = Profile::TREE;
///     profile.bytes = false;
///     profile.any_keys = false;
///     profile
/// };
/// assert!(INI.text && !INI.bytes);
/// ```
///
/// A type that serde knows asks whether it should give itself in words: an IP address is a string
/// then, else its bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Profile {
    /// Whether people read it.
    pub text: bool,
    /// Whether it holds bytes.
    pub bytes: bool,
    /// Whether a key may be any node, not only a string.
    pub any_keys: bool,
    /// Whether it holds integers beyond 64 bits.
    pub big_integers: bool,
    /// Whether it holds decimals with all their digits.
    pub decimals: bool,
    /// Whether it holds points in time.
    pub timestamps: bool,
    /// Whether it holds NaN and the infinities.
    pub non_finite: bool,
    /// Whether strings stand without quotes, so that only its text tells what a scalar is: YAML.
    /// What a type asks for decides then: a string is the text of any scalar, and a list, map or
    /// struct takes a null for one that is empty.
    pub plain: bool,
}

impl Profile {
    /// What is not for people, and holds everything.
    pub const BINARY: Self = Self {
        text: false,
        bytes: true,
        any_keys: true,
        big_integers: true,
        decimals: true,
        timestamps: true,
        non_finite: true,
        plain: false,
    };

    /// What people may look at, and holds everything: a tree in memory.
    pub const TREE: Self = Self {
        text: true,
        ..Self::BINARY
    };
}
