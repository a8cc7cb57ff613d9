//! [`Profile`]: the properties of a format that decide how a type writes itself.

/// The properties of a format or a tree that decide how a type writes itself.
///
/// Each format has its own ([`Format::PROFILE`](crate::Format::PROFILE)), which is made of one of
/// the constants here:
///
/// ```
/// use varvel::format::Profile;
/// const INI: Profile = {
///     let mut profile = Profile::TREE;
///     profile.bytes = false;
///     profile.any_keys = false;
///     profile
/// };
/// assert!(INI.text && !INI.bytes);
/// ```
///
/// A serde type uses [`Profile::text`] to choose its readable form: an IP address is then a string,
/// else its bytes.
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
    /// Whether strings have no quotes, as in YAML, so that only its text tells the kind of a
    /// scalar.
    ///
    /// Then the type that is asked for decides: the text of any scalar can be read as a string, and
    /// a list, map or struct reads null as an empty one.
    pub plain: bool,
}

impl Profile {
    /// A format that holds everything, and is not for people.
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

    /// A tree in memory: it holds everything, and people may look at it.
    pub const TREE: Self = Self {
        text: true,
        ..Self::BINARY
    };
}
