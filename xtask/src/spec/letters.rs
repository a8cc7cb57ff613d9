//! The letters that names of JSON5 may hold: all of them for C, which has no tables of characters,
//! and for Rust those that its table leaves out.

use std::fmt::Write;
use std::ops::RangeInclusive;

use super::Made;

/// How many entries stand on a line.
const ROW: usize = 10;

/// The first character beyond ASCII. The others need no table.
const FIRST: char = '\u{80}';

/// Letters of `ID_Start` that `XID_Start` leaves out, because a normal form of them is no
/// identifier: <https://www.unicode.org/reports/tr31/#NFKC_Modifications>.
const CHANGED: [RangeInclusive<char>; 15] = [
    '\u{37A}'..='\u{37A}',
    '\u{E33}'..='\u{E33}',
    '\u{EB3}'..='\u{EB3}',
    '\u{309B}'..='\u{309C}',
    '\u{FC5E}'..='\u{FC63}',
    '\u{FDFA}'..='\u{FDFB}',
    '\u{FE70}'..='\u{FE70}',
    '\u{FE72}'..='\u{FE72}',
    '\u{FE74}'..='\u{FE74}',
    '\u{FE76}'..='\u{FE76}',
    '\u{FE78}'..='\u{FE78}',
    '\u{FE7A}'..='\u{FE7A}',
    '\u{FE7C}'..='\u{FE7C}',
    '\u{FE7E}'..='\u{FE7E}',
    '\u{FF9E}'..='\u{FF9F}',
];

/// Makes the table of the reader of relaxed JSON in C, and the exceptions for that in Rust, which
/// asks the same crate.
pub fn made() -> [Made; 2] {
    let mut text = String::new();
    for row in runs().chunks(ROW) {
        text.push_str("   ");
        for (first, class) in row {
            let entry = u32::from(*first) << 2 | u32::from(*class);
            write!(text, " {entry:#x},").expect("a text grows");
        }
        text.push('\n');
    }
    let mut changed = String::new();
    for letters in CHANGED {
        let [first, last] = [letters.start(), letters.end()].map(|letter| letter.escape_unicode());
        writeln!(changed, "    '{first}'..='{last}',").expect("a text grows");
    }
    [
        Made::region(
            "bindings/c/flatbuffers/varvel_flatbuffers_letters.h",
            "letters",
            text,
        ),
        Made::region("crates/varvel-json/src/relaxed/scan.rs", "changed", changed),
    ]
}

/// The first character of each run of characters of one class: 0 stands in no name, 1 inside of
/// names, and 2 also at their beginning.
fn runs() -> Vec<(char, u8)> {
    let mut runs = Vec::new();
    for c in FIRST..=char::MAX {
        let class = match c {
            _ if unicode_ident::is_xid_start(c) || CHANGED.iter().any(|of| of.contains(&c)) => 2,
            // Names may contain joiners of letters.
            '\u{200C}' | '\u{200D}' => 1,
            _ => u8::from(unicode_ident::is_xid_continue(c)),
        };
        if runs.last().map_or(0, |&(_, last)| last) != class {
            runs.push((c, class));
        }
    }
    runs
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_begin_where_the_class_changes() {
        let runs = runs();
        assert_eq!(runs[0], ('ª', 2));
        assert_eq!(runs[1], ('«', 0));
        assert!(runs.contains(&('\u{200C}', 1)) && runs.contains(&('\u{200E}', 0)));
        assert!(runs.is_sorted_by(|(a, x), (b, y)| a < b && x != y));
    }
}
