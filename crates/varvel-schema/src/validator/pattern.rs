//! Patterns of JSON Schema: regular expressions of ECMA-262, rewritten for the crate `regex`, which
//! takes linear time for any text. Look-around and references to groups cannot be had in linear
//! time, and are refused.

use alloc::string::String;

use varvel_core::{Error, ErrorKind};

/// A pattern that is found anywhere in a text.
#[derive(Debug)]
pub(super) struct Pattern {
    /// The pattern as the schema has it.
    pub text: String,
    #[cfg(feature = "regex")]
    compiled: regex::Regex,
}

impl Pattern {
    /// Compiles a pattern.
    #[cfg(feature = "regex")]
    pub fn new(text: &str) -> Result<Self, Error> {
        let rewritten = rewrite::rewritten(text).map_err(|why| {
            let error = Error::expected(ErrorKind::Refused, why);
            error.with_content(format_args!("the pattern `{text}`"))
        })?;
        let compiled = regex::Regex::new(&rewritten).map_err(|error| refused(text, &error))?;
        Ok(Self {
            text: text.into(),
            compiled,
        })
    }

    #[cfg(not(feature = "regex"))]
    pub fn new(text: &str) -> Result<Self, Error> {
        let expected =
            "no pattern: this build has none (the feature `regex` of the library adds them)";
        let error = Error::expected(ErrorKind::Refused, expected);
        Err(error.with_content(format_args!("the pattern `{text}`")))
    }

    /// Returns whether the text has a part that matches.
    #[cfg(feature = "regex")]
    pub fn is_in(&self, text: &str) -> bool {
        self.compiled.is_match(text)
    }

    #[cfg(not(feature = "regex"))]
    pub fn is_in(&self, _: &str) -> bool {
        true
    }
}

/// Returns the error for a pattern that the crate does not compile.
#[cfg(feature = "regex")]
fn refused(text: &str, cause: &regex::Error) -> Error {
    let expected = match cause {
        regex::Error::CompiledTooBig(_) => "a smaller pattern".into(),
        other => {
            let words = alloc::format!("{other}");
            // The first lines show the pattern and the place in it.
            let last = words.lines().last().unwrap_or_default();
            let last = last.strip_prefix("error: ").unwrap_or(last);
            alloc::format!("a regular expression ({last})")
        }
    };
    let error = Error::expected(ErrorKind::Refused, expected);
    error.with_content(format_args!("the pattern `{text}`"))
}

#[cfg(feature = "regex")]
mod rewrite {
    //! Says what ECMA-262 means in the syntax of the crate `regex`.

    use alloc::string::String;
    use core::fmt::Write as _;
    use core::iter::Peekable;
    use core::str::Chars;

    const DIGIT: &str = "0-9";
    const WORD: &str = "0-9A-Za-z_";
    const SPACE: &str = r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
    const LINE_ENDS: &str = r"\n\r\u{2028}\u{2029}";

    /// Returns the pattern, or says what should have come instead.
    pub fn rewritten(text: &str) -> Result<String, &'static str> {
        let mut rewrite = Rewrite {
            rest: text.chars().peekable(),
            out: String::with_capacity(text.len()),
        };
        rewrite.all()?;
        Ok(rewrite.out)
    }

    struct Rewrite<'t> {
        rest: Peekable<Chars<'t>>,
        out: String,
    }

    impl Rewrite<'_> {
        fn all(&mut self) -> Result<(), &'static str> {
            while let Some(c) = self.rest.next() {
                match c {
                    '\\' => self.escape(false)?,
                    '[' => self.class()?,
                    '.' => self.write(format_args!("[^{LINE_ENDS}]")),
                    '(' => self.group()?,
                    // A brace that begins no count is a character.
                    '{' if !self.is_count() => self.out.push_str(r"\{"),
                    '{' => {
                        self.out.push('{');
                        while let Some(c) = self.rest.next_if(|c| *c != '}') {
                            self.out.push(c);
                        }
                        self.out.extend(self.rest.next());
                    }
                    '}' => self.out.push_str(r"\}"),
                    ']' => self.out.push_str(r"\]"),
                    // In the crate a space or `#` is a character, too, unless a flag is set.
                    c => self.out.push(c),
                }
            }
            Ok(())
        }

        fn write(&mut self, text: core::fmt::Arguments<'_>) {
            // A string takes any text.
            let _ = self.out.write_fmt(text);
        }

        /// Returns whether a count such as `2,3}` follows.
        fn is_count(&self) -> bool {
            let mut rest = self.rest.clone();
            let mut digits = 0;
            while rest.next_if(char::is_ascii_digit).is_some() {
                digits += 1;
            }
            if rest.next_if_eq(&',').is_some() {
                while rest.next_if(char::is_ascii_digit).is_some() {}
            }
            digits > 0 && rest.next() == Some('}')
        }

        fn group(&mut self) -> Result<(), &'static str> {
            self.out.push('(');
            let mut ahead = self.rest.clone();
            if ahead.next() != Some('?') {
                return Ok(());
            }
            match (ahead.next(), ahead.next()) {
                (Some('=' | '!'), _) | (Some('<'), Some('=' | '!')) => {
                    Err("a pattern without look-around, which takes no linear time")
                }
                (Some(':'), _) => Ok(()),
                // A name: `(?<name>`.
                (Some('<'), _) => Ok(()),
                _ => Err("a group of the form `(…)`, `(?:…)` or `(?<name>…)`"),
            }
        }

        /// Writes what follows a backslash.
        fn escape(&mut self, in_class: bool) -> Result<(), &'static str> {
            let Some(c) = self.rest.next() else {
                return Err("a character behind the last backslash");
            };
            match c {
                'd' | 'w' | 's' => {
                    let set = of_letter(c);
                    match in_class {
                        true => self.out.push_str(set),
                        false => self.write(format_args!("[{set}]")),
                    }
                }
                'D' | 'W' | 'S' => {
                    let set = of_letter(c.to_ascii_lowercase());
                    self.write(format_args!("[^{set}]"));
                }
                'b' if in_class => self.out.push_str(r"\x08"),
                'b' => self.out.push_str(r"(?-u:\b)"),
                'B' if !in_class => self.out.push_str(r"(?-u:\B)"),
                '1'..='9' | 'k' if !in_class => {
                    return Err(
                        "a pattern without references to groups, which take no linear time",
                    );
                }
                '0' => self.out.push_str(r"\x00"),
                'c' => {
                    let letter = self.rest.next().filter(char::is_ascii_alphabetic);
                    let letter = letter.ok_or("a letter behind `\\c`")?;
                    self.write(format_args!("\\x{:02X}", letter as u8 % 32));
                }
                'u' => self.unit()?,
                'x' => {
                    let code = self.hex(2).ok_or("two digits behind `\\x`")?;
                    self.write(format_args!("\\u{{{code:X}}}"));
                }
                'p' | 'P' => {
                    self.out.push('\\');
                    self.out.push(c);
                    // The name of a set of characters.
                    while let Some(c) = self.rest.next_if(|c| *c != '}') {
                        self.out.push(c);
                    }
                    self.out.extend(self.rest.next());
                }
                't' | 'n' | 'r' | 'f' | 'v' => {
                    self.out.push('\\');
                    self.out.push(c);
                }
                c if c.is_ascii_alphanumeric() => {
                    return Err("an escape that regular expressions have");
                }
                c => self.literal(c, true),
            }
            Ok(())
        }

        /// Writes a character that means itself.
        fn literal(&mut self, c: char, quoted: bool) {
            if quoted && c.is_ascii_punctuation() && !matches!(c, '<' | '>') {
                self.out.push('\\');
            }
            self.out.push(c);
        }

        /// Writes `\uXXXX`, a pair of them, or `\u{X…}`.
        fn unit(&mut self) -> Result<(), &'static str> {
            const DIGITS: &str = "a code point behind `\\u`";
            if self.rest.next_if_eq(&'{').is_some() {
                let mut code = 0;
                while let Some(c) = self.rest.next_if(|c| *c != '}') {
                    let digit = c.to_digit(16).ok_or(DIGITS)?;
                    code = u32::min(code * 16 + digit, 0x11_0000);
                }
                self.rest.next();
                let c = char::from_u32(code).ok_or(DIGITS)?;
                self.write(format_args!("\\u{{{:X}}}", c as u32));
                return Ok(());
            }
            let mut code = self.hex(4).ok_or(DIGITS)?;
            if (0xD800..0xDC00).contains(&code) {
                let mut ahead = self.rest.clone();
                let low = (ahead.next() == Some('\\') && ahead.next() == Some('u'))
                    .then(|| core::mem::replace(&mut self.rest, ahead))
                    .and_then(|_| self.hex(4))
                    .filter(|low| (0xDC00..0xE000).contains(low));
                let low = low.ok_or("both halves of a surrogate pair")?;
                code = 0x1_0000 + ((code - 0xD800) << 10) + (low - 0xDC00);
            }
            let c = char::from_u32(code).ok_or("both halves of a surrogate pair")?;
            self.write(format_args!("\\u{{{:X}}}", c as u32));
            Ok(())
        }

        fn hex(&mut self, digits: usize) -> Option<u32> {
            let mut code = 0;
            for _ in 0..digits {
                code = code * 16 + self.rest.next()?.to_digit(16)?;
            }
            Some(code)
        }

        /// Returns whether the escape of a set follows, such as `\d`.
        fn is_set(&self) -> bool {
            let mut ahead = self.rest.clone();
            let set = |c| matches!(c, 'd' | 'w' | 's' | 'D' | 'W' | 'S' | 'p' | 'P');
            ahead.next() == Some('\\') && ahead.next().is_some_and(set)
        }

        /// Writes what follows `[`.
        fn class(&mut self) -> Result<(), &'static str> {
            let negated = self.rest.next_if_eq(&'^').is_some();
            if self.rest.next_if_eq(&']').is_some() {
                // `[]` matches nothing, and `[^]` any character.
                self.out.push_str(match negated {
                    true => r"(?s:.)",
                    false => r"[^\u{0}-\u{10FFFF}]",
                });
                return Ok(());
            }
            self.out.push_str(if negated { "[^" } else { "[" });
            let mut behind_set = false;
            loop {
                let is_set = self.is_set();
                match self.rest.next() {
                    None => return Err("a `]` that ends the class"),
                    Some(']') => break,
                    Some('\\') => self.escape(true)?,
                    // Beside a set it is a character, and else a range.
                    Some('-') if behind_set || self.is_set() => self.out.push_str(r"\-"),
                    Some('-') => self.out.push('-'),
                    Some(c) => self.literal(c, true),
                }
                behind_set = is_set;
            }
            self.out.push(']');
            Ok(())
        }
    }

    /// Returns the set of a letter behind a backslash.
    fn of_letter(letter: char) -> &'static str {
        match letter {
            'd' => DIGIT,
            'w' => WORD,
            _ => SPACE,
        }
    }
}

#[cfg(all(test, feature = "regex"))]
mod tests {
    use super::*;

    fn is_in(pattern: &str, text: &str) -> bool {
        match Pattern::new(pattern) {
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
            (r"\q", "an escape"),
            (r"a\", "backslash"),
            ("(a{1000}){1000}", "a smaller pattern"),
        ] {
            let error = Pattern::new(pattern).map(|_| ()).unwrap_err();
            let text = alloc::format!("{error}");
            assert!(text.contains(words), "{pattern}: {text}");
        }
    }
}
