//! [`Place`]: a column whose values have no common type.

use varvel::schema::MixedStep;
use varvel::{Error, ErrorKind};

/// The step to the items of a list in paths.
pub(crate) const ITEMS: &str = "[]";

/// The step to the values of a map in paths.
pub(crate) const VALUES: &str = "*";

/// The most columns that an error names.
const NAMED: usize = 4;

/// A place whose values have no common type.
pub(crate) struct Place {
    /// The steps of its path: names of members, [`ITEMS`] and [`VALUES`].
    pub path: Vec<String>,
    pub reason: &'static str,
}

impl Place {
    /// The most that are listed.
    pub const MOST: usize = 1000;

    /// Returns the path as text.
    pub fn name(&self) -> String {
        self.path.join(".").replace(".[]", "[]")
    }

    /// Returns whether steps of documents lead to it.
    pub fn is_at(&self, steps: &[MixedStep]) -> bool {
        fn name(step: &MixedStep) -> &str {
            match step {
                MixedStep::Member(name) => name,
                MixedStep::Items => ITEMS,
                MixedStep::Values => VALUES,
                MixedStep::Keys => "",
            }
        }
        self.path.iter().eq(steps.iter().map(name))
    }
}

/// Returns the error that names the first of several columns, each with words for its values;
/// `None` if there are none.
pub(crate) fn no_common_type(mut columns: impl Iterator<Item = (String, String)>) -> Option<Error> {
    let (first, mut text) = columns.next()?;
    for (other, found) in columns.by_ref().take(NAMED - 1) {
        text += &format!("; and in `{other}` {found}");
    }
    match columns.count() {
        0 => {}
        1 => text += "; and in 1 more column",
        more => text += &format!("; and in {more} more columns"),
    }
    let expected = format!("values of one type in the column `{first}`");
    Some(Error::expected(ErrorKind::Unrepresentable, expected).with_found(text))
}
