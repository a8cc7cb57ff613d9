//! The rule that files and regions made of `spec/tables` are what the tables say, and that headers
//! put together from parts are what their parts are.

use super::{Rule, Tree, Violation};
use crate::spec::differing;

const MADE: Rule = Rule {
    name: "what `cargo xtask spec` makes is up to date",
    why: "a number or name that differs between languages is a fault that nobody sees; a change in a header that is \
          put together from parts is lost",
    remedy: "change the table or the part, and run `cargo xtask spec`",
};

/// Compares the files and regions that are made.
pub fn check(tree: &Tree) -> Vec<Violation> {
    let read = |path: &str| tree.text(path).map(str::to_owned);
    match differing(&read) {
        Ok(all) => all
            .iter()
            .map(|made| {
                let region = made.region.unwrap_or("the whole file");
                let what = format!("{region} is not what `cargo xtask spec` makes");
                Violation::new(&MADE, made.file, 1, what)
            })
            .collect(),
        Err(error) => vec![Violation::new(
            &MADE,
            "spec/tables",
            1,
            format!("{error:#}"),
        )],
    }
}

#[cfg(test)]
mod tests {
    use super::super::found;
    use super::*;

    #[test]
    fn a_table_that_is_missing_is_found() {
        let found = found(check, &[]);
        assert_eq!(found.len(), 1);
        assert!(found[0].contains("errors.toml is missing"), "{found:?}");
    }
}
