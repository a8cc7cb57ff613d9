//! Names that are unique in one place.

use std::collections::{BTreeMap, BTreeSet};

use super::naming::{Clash, Rule};

/// The names that are in use in one place.
#[derive(Debug, Default)]
pub struct Unique {
    taken: BTreeSet<String>,
    /// The number that the next use of a name gets.
    next: BTreeMap<String, usize>,
}

impl Unique {
    /// Begins with names that nothing else may have.
    pub fn besides(names: &[&str]) -> Self {
        Self {
            taken: names.iter().map(|name| (*name).to_owned()).collect(),
            next: BTreeMap::new(),
        }
    }

    /// Takes a name without asking whether it is free.
    pub fn take(&mut self, name: String) {
        self.taken.insert(name);
    }

    /// Returns the first free name that `rule` makes of `name`, of which all `forms` are free, too,
    /// and takes them all. `words` are never free.
    ///
    /// ```
    /// use varvel_codegen::plan::{Clash, Rule, Unique, same};
    /// let rule = Rule { case: same, reserved: &[], clash: Clash::Underscore };
    /// let mut unique = Unique::default();
    /// let mut name = |name: &str| unique.name(name.into(), &rule, &["set_*"], &["type"]);
    /// assert_eq!([name("a"), name("a"), name("type"), name("set_a")], ["a", "a_", "type_", "set_a_3"]);
    /// ```
    pub fn name(&mut self, name: String, rule: &Rule, forms: &[&str], words: &[&str]) -> String {
        let name = match rule.clash {
            Clash::Number => name,
            Clash::Underscore | Clash::UnderscoreThenNumber => escaped(name, words),
        };
        let found = self.number(name, |taken, name, number| {
            let name = match (rule.clash, number) {
                (_, 1) => name.to_owned(),
                (Clash::Number, number) => format!("{name}{number}"),
                (_, 2) => format!("{name}_"),
                (clash, number) => {
                    let name = name.trim_end_matches('_');
                    let between = if clash == Clash::Underscore { "_" } else { "" };
                    format!("{name}{between}{number}")
                }
            };
            let is_free = |name: &str| {
                !taken.contains(name) && !words.contains(&name) && !rule.reserved.contains(&name)
            };
            let free = is_free(&name) && forms.iter().all(|form| is_free(&formed(&name, form)));
            free.then_some(name)
        });
        let forms = forms.iter().map(|form| formed(&found, form));
        self.taken.extend(forms);
        self.taken.insert(found.clone());
        found
    }

    /// Returns the first name that `numbered` makes of a name and 1, 2, 3 and so on. Numbers that
    /// were tried before are not tried again.
    fn number(
        &mut self,
        name: String,
        numbered: impl Fn(&BTreeSet<String>, &str, usize) -> Option<String>,
    ) -> String {
        let next = self.next.entry(name.clone()).or_insert(1);
        loop {
            let made = numbered(&self.taken, &name, *next);
            *next += 1;
            if let Some(made) = made {
                return made;
            }
        }
    }
}

/// Returns a form of a name: `*` stands for it. `_` at the end of the name is left out before a
/// `_` of the form, so that `in_` and `*_nested` make `in_nested`.
pub fn formed(name: &str, form: &str) -> String {
    let (before, behind) = form.split_once('*').unwrap_or((form, ""));
    let name = match behind.starts_with('_') {
        true => name.trim_end_matches('_'),
        false => name,
    };
    format!("{before}{name}{behind}")
}

/// Returns a text with `_` for all that is no ASCII letter or digit.
pub(crate) fn letters(text: &str) -> String {
    let letter = |c: char| if c.is_ascii_alphanumeric() { c } else { '_' };
    text.chars().map(letter).collect()
}

/// Returns a name with `_` before a digit that it begins with.
pub(crate) fn without_leading_digit(mut name: String) -> String {
    if name.starts_with(|c: char| c.is_ascii_digit()) {
        name.insert(0, '_');
    }
    name
}

/// Returns a name that is no word of the language, and neither empty nor `_`.
pub(super) fn escaped(mut name: String, words: &[&str]) -> String {
    if words.contains(&name.as_str()) || name.is_empty() || name == "_" {
        name.push('_');
    }
    if name == "_" { "unnamed".into() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::same;

    const RULE: Rule = Rule {
        case: same,
        reserved: &[],
        clash: Clash::Underscore,
    };
    const WORDS: &[&str] = &["type", "Self"];

    #[test]
    fn names_in_one_place_are_apart() {
        let mut unique = Unique::besides(&["new"]);
        let names = ["type", "a", "new", "a", "_", "a", "a_", "a_3"];
        let names = names.map(|name| unique.name(name.into(), &RULE, &[], WORDS));
        assert_eq!(
            names,
            ["type_", "a", "new_", "a_", "__", "a_3", "a__", "a_3_"]
        );
        let forms = &["*_nested"];
        assert_eq!(unique.name("b".into(), &RULE, forms, WORDS), "b");
        assert_eq!(
            unique.name("b_nested".into(), &RULE, &[], WORDS),
            "b_nested_"
        );
        assert_eq!(unique.name("b".into(), &RULE, forms, WORDS), "b_3");
        assert_eq!(formed("in_", "*_nested"), "in_nested");
        assert_eq!(formed("in_", "Set*"), "Setin_");
        let mut unique = Unique::besides(&["None"]);
        let variants = [
            "AB", "AB", "AB", "AB4", "AB", "None", "None", "Self", "Self",
        ];
        let rule = Rule {
            clash: Clash::UnderscoreThenNumber,
            ..RULE
        };
        let variants = variants.map(|name| unique.name(name.into(), &rule, &[], WORDS));
        assert_eq!(
            variants,
            [
                "AB", "AB_", "AB3", "AB4", "AB5", "None_", "None3", "Self_", "Self__"
            ]
        );
    }

    #[test]
    fn as_many_fields_of_one_name_as_there_may_be() {
        let mut unique = Unique::default();
        for _ in 0..20_000 {
            unique.name("a".into(), &RULE, &[], WORDS);
        }
        assert_eq!(unique.name("a".into(), &RULE, &[], WORDS), "a_20001");
    }
}
