//! The versions of JSON Schema.

/// A version of JSON Schema.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Draft {
    D4,
    D6,
    D7,
    D2019,
    D2020,
}

impl Draft {
    /// Returns the version that `$schema` names, if it is one of the specification.
    pub fn named(named: &str) -> Option<Self> {
        const NAMES: [(&str, Draft); 6] = [
            ("/draft-04/", Draft::D4),
            ("/draft-05/", Draft::D4),
            ("/draft-06/", Draft::D6),
            ("/draft-07/", Draft::D7),
            ("/draft/2019-09/", Draft::D2019),
            ("/draft/2020-12/", Draft::D2020),
        ];
        let mut names = NAMES.iter();
        let found = names.find(|(name, _)| named.contains(name));
        found.map(|(_, draft)| *draft)
    }
}
