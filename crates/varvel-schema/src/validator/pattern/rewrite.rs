//! Says what ECMA-262 means in the syntax of the crate `regex`.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Write as _;
use core::iter::Peekable;
use core::str::Chars;

const DIGIT: &str = "0-9";
const WORD: &str = "0-9A-Za-z_";
const SPACE: &str = r"\t\n\x0B\x0C\r \u{A0}\u{1680}\u{2000}-\u{200A}\u{2028}\u{2029}\u{202F}\u{205F}\u{3000}\u{FEFF}";
const LINE_ENDS: &str = r"\n\r\u{2028}\u{2029}";

/// Returns the pattern, or says what should have come instead.
pub(super) fn rewritten(text: &str) -> Result<String, &'static str> {
    let mut rewrite = Rewrite {
        rest: text.chars().peekable(),
        out: String::with_capacity(text.len()),
        names: Vec::new(),
    };
    rewrite.all()?;
    Ok(rewrite.out)
}

struct Rewrite<'t> {
    rest: Peekable<Chars<'t>>,
    out: String,
    /// The names of groups.
    names: Vec<String>,
}

/// A part of a class, or an escape: one character, or a set in the syntax of the crate.
enum Atom {
    One(char),
    Set(String),
}

impl Rewrite<'_> {
    fn all(&mut self) -> Result<(), &'static str> {
        // Whether something comes before that a quantifier may repeat.
        let mut repeats = false;
        while let Some(c) = self.rest.next() {
            let is_count = c == '{' && self.is_count();
            if is_count || matches!(c, '*' | '+' | '?') {
                if !repeats {
                    return Err("something before a quantifier, which it repeats");
                }
                self.out.push(c);
                if is_count {
                    while let Some(c) = self.rest.next_if(|c| *c != '}') {
                        self.out.push(c);
                    }
                    self.out.extend(self.rest.next());
                }
                self.out.extend(self.rest.next_if_eq(&'?'));
                repeats = false;
                continue;
            }
            repeats = !matches!(c, '(' | '|' | '^' | '$');
            match c {
                '\\' => repeats = self.escape()?,
                '[' => self.class()?,
                '.' => self.write(format_args!("[^{LINE_ENDS}]")),
                '(' => self.group()?,
                // A brace that begins no count is a character, and so are those that end nothing.
                '{' | '}' | ']' => self.literal(c),
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

    /// Writes what follows `(`, if it is more than the begin of a group.
    fn group(&mut self) -> Result<(), &'static str> {
        self.out.push('(');
        if self.rest.next_if_eq(&'?').is_none() {
            return Ok(());
        }
        let mut ahead = self.rest.clone();
        match (ahead.next(), ahead.next()) {
            (Some('=' | '!'), _) | (Some('<'), Some('=' | '!')) => {
                return Err("a pattern without look-around, which takes no linear time");
            }
            (Some(':'), _) => {
                self.rest.next();
                self.out.push_str("?:");
            }
            (Some('<'), _) => {
                self.rest.next();
                self.name()?;
            }
            _ => return Err("a group of the form `(…)`, `(?:…)` or `(?<name>…)`"),
        }
        Ok(())
    }

    /// Passes the name of a group. Nothing asks for it, and the crate knows fewer names.
    fn name(&mut self) -> Result<(), &'static str> {
        let mut name = String::new();
        while let Some(c) = self.rest.next_if(|c| *c != '>') {
            let is_digit = c.is_numeric() && !name.is_empty();
            if !(c.is_alphabetic() || is_digit || matches!(c, '_' | '$')) {
                return Err("a group whose name has letters, digits, `_` and `$`");
            }
            name.push(c);
        }
        if self.rest.next().is_none() || name.is_empty() {
            return Err("a group with a name, as in `(?<name>…)`");
        }
        if self.names.contains(&name) {
            return Err("each name of a group once");
        }
        self.names.push(name);
        Ok(())
    }

    /// Writes what a backslash means outside a class. Returns whether a quantifier may follow.
    fn escape(&mut self) -> Result<bool, &'static str> {
        match self.rest.peek() {
            Some('b' | 'B') => {
                let c = self.rest.next().unwrap_or('b');
                self.write(format_args!("(?-u:\\{c})"));
                return Ok(false);
            }
            Some('1'..='9' | 'k') => {
                return Err("a pattern without references to groups, which take no linear time");
            }
            _ => {}
        }
        match self.escaped()? {
            Atom::One(c) => self.literal(c),
            Atom::Set(set) => self.write(format_args!("[{set}]")),
        }
        Ok(true)
    }

    /// Reads what follows a backslash, in a class or not.
    fn escaped(&mut self) -> Result<Atom, &'static str> {
        let Some(c) = self.rest.next() else {
            return Err("a character behind the last backslash");
        };
        Ok(Atom::One(match c {
            'd' | 'w' | 's' => return Ok(Atom::Set(of_letter(c).into())),
            'D' | 'W' | 'S' => {
                let set = of_letter(c.to_ascii_lowercase());
                return Ok(Atom::Set(alloc::format!("[^{set}]")));
            }
            'p' | 'P' => return self.property(c),
            '0' if self.rest.peek().is_some_and(char::is_ascii_digit) => {
                return Err("no digit behind `\\0`");
            }
            '0' => '\0',
            'c' => {
                let letter = self.rest.next().filter(char::is_ascii_alphabetic);
                let letter = letter.ok_or("a letter behind `\\c`")?;
                char::from(letter as u8 % 32)
            }
            'u' => self.unit()?,
            'x' => {
                let code = self.hex(2).ok_or("two digits behind `\\x`")?;
                char::from_u32(code).unwrap_or_default()
            }
            't' => '\t',
            'n' => '\n',
            'r' => '\r',
            'f' => '\u{C}',
            'v' => '\u{B}',
            c if c.is_ascii_alphanumeric() => {
                return Err("an escape that regular expressions have");
            }
            c => c,
        }))
    }

    /// Reads the name of a set of characters, as in `\p{Letter}`.
    fn property(&mut self, letter: char) -> Result<Atom, &'static str> {
        const NAME: &str = "a property of Unicode behind `\\p`, as in `\\p{Letter}`";
        let mut set = alloc::format!("\\{letter}{{");
        self.rest.next_if_eq(&'{').ok_or(NAME)?;
        while let Some(c) = self.rest.next_if(|c| *c != '}') {
            if !(c.is_ascii_alphanumeric() || matches!(c, '_' | '=')) {
                return Err(NAME);
            }
            set.push(c);
        }
        set.push(self.rest.next().ok_or(NAME)?);
        Ok(Atom::Set(set))
    }

    /// Writes a character that means itself.
    fn literal(&mut self, c: char) {
        match c {
            '<' | '>' => self.out.push(c),
            c if c.is_ascii_punctuation() => self.out.extend(['\\', c]),
            c if c.is_control() => self.write(format_args!("\\u{{{:X}}}", c as u32)),
            c => self.out.push(c),
        }
    }

    /// Reads the character of a `\u` with four digits, of a pair of these, or with braces.
    fn unit(&mut self) -> Result<char, &'static str> {
        const DIGITS: &str = "a code point behind `\\u`";
        if self.rest.next_if_eq(&'{').is_some() {
            let (mut code, mut digits) = (0, 0);
            while let Some(c) = self.rest.next_if(|c| *c != '}') {
                let digit = c.to_digit(16).ok_or(DIGITS)?;
                code = u32::min(code * 16 + digit, 0x11_0000);
                digits += 1;
            }
            let ends = self.rest.next().is_some() && digits > 0;
            return char::from_u32(code).filter(|_| ends).ok_or(DIGITS);
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
        char::from_u32(code).ok_or("both halves of a surrogate pair")
    }

    fn hex(&mut self, digits: usize) -> Option<u32> {
        let mut code = 0;
        for _ in 0..digits {
            code = code * 16 + self.rest.next()?.to_digit(16)?;
        }
        Some(code)
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
        while self.rest.next_if_eq(&']').is_none() {
            let first = self.atom()?;
            // A `-` between two parts makes a range, also if one of them is a `-`.
            let mut ahead = self.rest.clone();
            let is_range = ahead.next() == Some('-') && ahead.peek() != Some(&']');
            if !is_range {
                self.part(&first);
                continue;
            }
            self.rest = ahead;
            let last = self.atom()?;
            match (&first, &last) {
                (Atom::One(first), Atom::One(last)) if first > last => {
                    return Err("a range of a class whose first character is not behind the last");
                }
                (Atom::One(_), Atom::One(_)) => {
                    self.part(&first);
                    self.out.push('-');
                    self.part(&last);
                }
                // Beside a set, it is a character.
                _ => {
                    self.part(&first);
                    self.part(&Atom::One('-'));
                    self.part(&last);
                }
            }
        }
        self.out.push(']');
        Ok(())
    }

    /// Reads a part of a class.
    fn atom(&mut self) -> Result<Atom, &'static str> {
        match self.rest.next() {
            None => Err("a `]` that ends the class"),
            Some('\\') if self.rest.next_if_eq(&'b').is_some() => Ok(Atom::One('\u{8}')),
            Some('\\') => self.escaped(),
            Some(c) => Ok(Atom::One(c)),
        }
    }

    fn part(&mut self, atom: &Atom) {
        match atom {
            Atom::One(c) => self.literal(*c),
            Atom::Set(set) => self.out.push_str(set),
        }
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

#[cfg(test)]
mod tests {
    use super::*;

    /// A matcher of classes that follows the grammar of ECMA-262, with its annex B, production by
    /// production: it returns what a class has, or `None` if the grammar does not have the class.
    struct Grammar<'c> {
        parts: &'c [&'c str],
    }

    /// The first and the last character of each range.
    type Has = Vec<(u32, u32)>;

    fn class_atom(part: &str) -> (Has, bool) {
        let one = |c: char| (alloc::vec![(c as u32, c as u32)], true);
        match part {
            r"\d" => (alloc::vec![(0x30, 0x39)], false),
            r"\W" => {
                let has = [(0, 0x2F), (0x3A, 0x40), (0x5B, 0x5E), (0x60, 0x60)];
                (has.into_iter().chain([(0x7B, 0x10_FFFF)]).collect(), false)
            }
            r"\b" => one('\u{8}'),
            r"\x2d" | r"\-" => one('-'),
            r"\]" => one(']'),
            r"\\" => one('\\'),
            part => one(part.chars().next().unwrap()),
        }
    }

    impl Grammar<'_> {
        /// ClassContents.
        fn contents(&self, at: usize) -> Option<Has> {
            match at == self.parts.len() {
                true => Some(Has::new()),
                false => self.ranges(at, true),
            }
        }

        /// NonemptyClassRanges, or NonemptyClassRangesNoDash if not `dash`.
        fn ranges(&self, at: usize, dash: bool) -> Option<Has> {
            let (first, is_one) = class_atom(self.parts[at]);
            if at + 1 == self.parts.len() {
                return Some(first);
            }
            // ClassAtomNoDash.
            let may_begin = dash || self.parts[at] != "-";
            if may_begin && self.parts[at + 1] == "-" && at + 2 < self.parts.len() {
                let (last, other_is_one) = class_atom(self.parts[at + 2]);
                let mut all = match is_one && other_is_one {
                    true if first[0].0 > last[0].0 => return None,
                    true => alloc::vec![(first[0].0, last[0].0)],
                    false => [first, last, alloc::vec![(0x2D, 0x2D)]].concat(),
                };
                all.extend(self.contents(at + 3)?);
                return Some(all);
            }
            if !may_begin {
                return None;
            }
            Some([first, self.ranges(at + 1, false)?].concat())
        }
    }

    #[test]
    fn classes_are_those_of_the_grammar() {
        const PARTS: [&str; 24] = [
            "-", "-", "-", "-", "a", "f", "z", "A", "+", ",", ".", "/", "!", "0", "^", "&", "[",
            "~", r"\-", r"\x2d", r"\d", r"\W", r"\]", r"\b",
        ];
        let mut state = 1_u64;
        let mut next = |below: usize| {
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            (state >> 33) as usize % below
        };
        let mut taken = 0;
        for _ in 0..3000 {
            let count = 1 + next(6);
            let mut parts: Vec<&str> = (0..count).map(|_| PARTS[next(PARTS.len())]).collect();
            if parts[0] == "^" {
                parts[0] = "-";
            }
            let negated = next(4) == 0;
            let text = alloc::format!("^[{}{}]$", if negated { "^" } else { "" }, parts.concat());
            let wanted = Grammar { parts: &parts }.contents(0);
            let found = rewritten(&text).map(|text| regex::Regex::new(&text).unwrap());
            let Some(wanted) = wanted else {
                assert!(found.is_err(), "{text}");
                continue;
            };
            taken += 1;
            let found = found.unwrap();
            for c in (0..0x80).chain([0xE9, 0x1F432]) {
                let is = wanted
                    .iter()
                    .any(|(first, last)| (*first..=*last).contains(&c));
                let one = String::from(char::from_u32(c).unwrap());
                assert_eq!(found.is_match(&one), is != negated, "{text} {one:?}");
            }
        }
        assert!(taken > 1000, "{taken}");
    }
}
