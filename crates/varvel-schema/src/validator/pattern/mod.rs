//! Patterns of JSON Schema: regular expressions of ECMA-262, rewritten for the crate `regex`, which
//! takes linear time for any text. Look-around and references to groups cannot be had in linear
//! time, and are refused. The memory of all patterns of a schema together is bounded.

#[cfg(feature = "regex")]
mod rewrite;

use alloc::collections::BTreeMap;
use alloc::string::String;
use alloc::sync::Arc;

use varvel_core::{Error, ErrorKind};

/// How much memory the program of one pattern takes, at most one of these, in bytes. A smaller size
/// is tried first, so that the sum is known: the crate does not tell the size.
#[cfg(feature = "regex")]
const SIZES: [usize; 7] = [
    4 << 10,
    16 << 10,
    64 << 10,
    256 << 10,
    1 << 20,
    4 << 20,
    10 << 20,
];

/// How much memory the programs of all patterns of a schema take, in bytes.
#[cfg(feature = "regex")]
const SUM: usize = 32 << 20;

/// How much memory a pattern takes to remember its states while texts are matched, in bytes: so
/// many times its program, in these bounds.
#[cfg(feature = "regex")]
const STATES: usize = 16;
#[cfg(feature = "regex")]
const STATES_BOUNDS: [usize; 2] = [64 << 10, 2 << 20];

/// A pattern that is found anywhere in a text.
#[derive(Clone, Debug)]
pub(super) struct Pattern(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    /// The pattern as the schema has it.
    text: String,
    #[cfg(feature = "regex")]
    compiled: regex::Regex,
}

/// The patterns of a schema, each text once.
#[derive(Debug, Default)]
pub(super) struct Patterns {
    known: BTreeMap<String, Pattern>,
    /// How much memory their programs take at most.
    #[cfg(feature = "regex")]
    size: usize,
}

impl Patterns {
    /// Returns a pattern, and compiles it unless it came before.
    pub fn get(&mut self, text: &str) -> Result<Pattern, Error> {
        if let Some(pattern) = self.known.get(text) {
            return Ok(pattern.clone());
        }
        let pattern = self.compiled(text)?;
        self.known.insert(text.into(), pattern.clone());
        Ok(pattern)
    }

    #[cfg(feature = "regex")]
    fn compiled(&mut self, text: &str) -> Result<Pattern, Error> {
        let rewritten = rewrite::rewritten(text).map_err(|why| {
            let error = Error::expected(ErrorKind::Refused, why);
            error.with_content(format_args!("the pattern `{text}`"))
        })?;
        for size in SIZES {
            if self.size + size > SUM {
                let expected = "a schema whose patterns together take less than 32 MiB";
                let error = Error::expected(ErrorKind::Refused, expected);
                return Err(error.with_content(format_args!("the pattern `{text}`")));
            }
            let [least, most] = STATES_BOUNDS;
            let compiled = regex::RegexBuilder::new(&rewritten)
                .size_limit(size)
                .dfa_size_limit((size * STATES).clamp(least, most))
                .build();
            match compiled {
                Ok(compiled) => {
                    self.size += size;
                    let text = text.into();
                    return Ok(Pattern(Arc::new(Inner { text, compiled })));
                }
                Err(regex::Error::CompiledTooBig(_)) => {}
                Err(error) => return Err(refused(text, &error)),
            }
        }
        let error = Error::expected(ErrorKind::Refused, "a smaller pattern");
        Err(error.with_content(format_args!("the pattern `{text}`")))
    }

    #[cfg(not(feature = "regex"))]
    fn compiled(&mut self, text: &str) -> Result<Pattern, Error> {
        let expected =
            "no pattern: this build has none (the feature `regex` of the library adds them)";
        let error = Error::expected(ErrorKind::Refused, expected);
        Err(error.with_content(format_args!("the pattern `{text}`")))
    }
}

impl Pattern {
    /// Returns the pattern as the schema has it.
    pub fn text(&self) -> &str {
        &self.0.text
    }

    /// Returns whether the text has a part that matches.
    #[cfg(feature = "regex")]
    pub fn is_in(&self, text: &str) -> bool {
        self.0.compiled.is_match(text)
    }

    #[cfg(not(feature = "regex"))]
    pub fn is_in(&self, _: &str) -> bool {
        true
    }
}

/// Returns the error for a pattern that the crate does not compile.
#[cfg(feature = "regex")]
fn refused(text: &str, cause: &regex::Error) -> Error {
    let words = alloc::format!("{cause}");
    // The first lines show the pattern and the place in it.
    let last = words.lines().last().unwrap_or_default();
    let last = last.strip_prefix("error: ").unwrap_or(last);
    let expected = alloc::format!("a regular expression ({last})");
    let error = Error::expected(ErrorKind::Refused, expected);
    error.with_content(format_args!("the pattern `{text}`"))
}

#[cfg(all(test, feature = "regex"))]
mod tests {
    use super::*;

    fn is_in(pattern: &str, text: &str) -> bool {
        match Patterns::default().get(pattern) {
            Ok(pattern) => pattern.is_in(text),
            Err(error) => panic!("{pattern}: {error}"),
        }
    }

    #[test]
    fn patterns_mean_what_ecma_says() {
        for (pattern, text, is) in [
            ("a", "bab", true),
            ("^a$", "a\n", false),
            ("^a$", "a", true),
            (r"^\d+$", "12", true),
            (r"^\d+$", "\u{0967}", false),
            (r"^\w$", "é", false),
            (r"^\W$", "é", true),
            (r"^\s$", "\u{FEFF}", true),
            (r"^\s$", "\u{2003}", true),
            (r"^\S$", "\u{2003}", false),
            (r"^[\d.]+$", "1.5", true),
            (r"^[^\d]$", "5", false),
            (r"^[\D]$", "5", false),
            (r"^[\s\S]$", "\n", true),
            ("^.$", "\u{2028}", false),
            ("^.$", "🐲", true),
            ("^🐲*$", "🐲🐲", true),
            (r"^\ud83d\udc32$", "🐲", true),
            (r"^\u{1F432}$", "🐲", true),
            (r"^\p{Letter}+$", "été", true),
            (r"^\P{L}$", "é", false),
            (r"^\cC$", "\u{3}", true),
            (r"^\x41$", "A", true),
            (r"^\0$", "\0", true),
            (r"^[\b]$", "\u{8}", true),
            (r"\bcat\b", "a cat!", true),
            (r"\bcat\b", "écaté", true),
            (r"^a\/b$", "a/b", true),
            (r"^a\-b$", "a-b", true),
            ("^[a-c-]+$", "a-c", true),
            (r"^[\w-.]+$", "a-.", true),
            (r"^[.-\d]+$", "1-.", true),
            ("^[[a]$", "[", true),
            ("^[&&a]+$", "&a", true),
            ("^[a~~]+$", "a~", true),
            (r"^[\]x]+$", "]x", true),
            ("^[^]$", "\n", true),
            ("^[]$", "a", false),
            ("^a{2,3}$", "aaa", true),
            ("^a{,3}$", "a{,3}", true),
            ("^{a}$", "{a}", true),
            ("^(?:a|b)+(?<n>c)$", "abc", true),
            (
                "^(a+)+$",
                "aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa!",
                false,
            ),
            (r"^\$[$]$", "$$", true),
            ("^[--/]$", ".", true),
            ("^[+--]$", ",", true),
            ("^[---]$", "-", true),
            ("^[--]$", "-", true),
            ("^[-a]$", "-", true),
            ("^[a-c-e]+$", "b-e", true),
            ("^[a-c-e]$", "d", false),
            ("^[^--/]$", ".", false),
            (r"^[\--/]$", ".", true),
            (r"^[\x2d-\x2f]$", ".", true),
            (r"^[\b-\n]$", "\t", true),
            ("^a+?$", "aa", true),
            ("^a{1,2}?$", "aa", true),
            ("(?<$a>x)", "x", true),
            ("|a||", "x", true),
            (r"^\0$", "0", false),
            (r"^\S(.|\n)*\S$", "a\nb", true),
        ] {
            assert_eq!(is_in(pattern, text), is, "{pattern} {text:?}");
        }
    }

    #[test]
    fn what_takes_no_linear_time_is_refused() {
        for (pattern, words) in [
            ("(?=a)", "look-around"),
            ("(?<!a)b", "look-around"),
            (r"(a)\1", "references to groups"),
            (r"(?<n>a)\k<n>", "references to groups"),
            ("(a", "unclosed group"),
            ("[a", "ends the class"),
            ("[b-a]", "not behind the last"),
            ("[a--]", "not behind the last"),
            ("a{2}{3}", "before a quantifier"),
            ("a**", "before a quantifier"),
            ("^*", "before a quantifier"),
            (r"\b+", "before a quantifier"),
            (r"\pL", "a property of Unicode"),
            (r"\p{^L}", "a property of Unicode"),
            (r"\u{}", "a code point"),
            (r"\u{41", "a code point"),
            (r"\01", "no digit"),
            ("(?<1>a)", "whose name"),
            ("(?<n>a)(?<n>b)", "once"),
            (r"\q", "an escape"),
            (r"a\", "backslash"),
            ("(a{1000}){1000}", "a smaller pattern"),
        ] {
            let error = Patterns::default().get(pattern).unwrap_err();
            let text = alloc::format!("{error}");
            assert!(text.contains(words), "{pattern}: {text}");
        }
    }

    #[test]
    fn the_sum_of_all_patterns_is_bounded() {
        let mut patterns = Patterns::default();
        let mut taken = 0;
        let error = loop {
            let text = alloc::format!(r"^\p{{L}}{{{}}}$", 8 + taken);
            match patterns.get(&text) {
                Ok(_) => taken += 1,
                Err(error) => break error,
            }
            assert!(taken < 1000);
        };
        assert!(taken > 5, "{taken}");
        assert!(
            alloc::format!("{error}").contains("patterns together"),
            "{error}"
        );
        // One that came before takes no more.
        assert!(patterns.get(r"^\p{L}{8}$").is_ok());
        let mut many = Patterns::default();
        for number in 0..4000 {
            assert!(
                many.get(&alloc::format!("^x-{number}$")).is_ok(),
                "{number}"
            );
        }
    }
}
