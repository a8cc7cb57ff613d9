//! Conversion of names between cases.

/// A way to join words to a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Case {
    Lower,
    Upper,
    Pascal,
    Camel,
    Snake,
    ScreamingSnake,
    Kebab,
    ScreamingKebab,
}

/// The cases, each with its name in `#[varvel(rename_all = "...")]`.
const CASES: [(&str, Case); 8] = [
    ("lowercase", Case::Lower),
    ("UPPERCASE", Case::Upper),
    ("PascalCase", Case::Pascal),
    ("camelCase", Case::Camel),
    ("snake_case", Case::Snake),
    ("SCREAMING_SNAKE_CASE", Case::ScreamingSnake),
    ("kebab-case", Case::Kebab),
    ("SCREAMING-KEBAB-CASE", Case::ScreamingKebab),
];

impl Case {
    /// Returns the case called `name`. The error lists all cases.
    pub fn parse(name: &str) -> Result<Self, String> {
        let found = CASES.iter().find(|(known, _)| *known == name);
        found.map(|(_, case)| *case).ok_or_else(|| {
            let names: Vec<String> = CASES.iter().map(|(name, _)| format!("{name:?}")).collect();
            format!("no case has this name; there are {}", names.join(", "))
        })
    }

    /// Returns a field's or variant's name in this case.
    pub fn apply(self, name: &str) -> String {
        let words = words(name);
        let joined = |word: fn(&str) -> String, between: &str| {
            words
                .iter()
                .map(|w| word(w))
                .collect::<Vec<_>>()
                .join(between)
        };
        match self {
            Self::Lower => joined(str::to_lowercase, ""),
            Self::Upper => joined(str::to_uppercase, ""),
            Self::Pascal => joined(capital, ""),
            Self::Camel => {
                let name = joined(capital, "");
                let first = name.chars().next().map_or(0, char::len_utf8);
                name[..first].to_lowercase() + &name[first..]
            }
            Self::Snake => joined(str::to_lowercase, "_"),
            Self::ScreamingSnake => joined(str::to_uppercase, "_"),
            Self::Kebab => joined(str::to_lowercase, "-"),
            Self::ScreamingKebab => joined(str::to_uppercase, "-"),
        }
    }
}

fn capital(word: &str) -> String {
    let first = word.chars().next().map_or(0, char::len_utf8);
    word[..first].to_uppercase() + &word[first..]
}

/// Splits a Rust name (`page_count`, `PageCount`) into its words, in lower case.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    for c in name.chars() {
        if c == '_' || c.is_uppercase() {
            words.push(String::new());
        }
        if c != '_'
            && let Some(word) = words.last_mut()
        {
            word.extend(c.to_lowercase());
        }
    }
    words.retain(|word| !word.is_empty());
    words
}

#[cfg(test)]
mod tests {
    use super::Case;

    #[test]
    fn all_cases_of_fields_and_variants() {
        for name in ["page_count", "PageCount"] {
            let all = [
                ("lowercase", "pagecount"),
                ("UPPERCASE", "PAGECOUNT"),
                ("PascalCase", "PageCount"),
                ("camelCase", "pageCount"),
                ("snake_case", "page_count"),
                ("SCREAMING_SNAKE_CASE", "PAGE_COUNT"),
                ("kebab-case", "page-count"),
                ("SCREAMING-KEBAB-CASE", "PAGE-COUNT"),
            ];
            for (case, expected) in all {
                assert_eq!(Case::parse(case).unwrap().apply(name), expected);
            }
        }
        assert_eq!(Case::Camel.apply("x"), "x");
        assert_eq!(Case::Pascal.apply("_id_2"), "Id2");
        assert!(Case::parse("Camel").unwrap_err().contains("\"camelCase\""));
    }
}
