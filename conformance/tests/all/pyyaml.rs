//! Strings as we write them, read by PyYAML, which implements YAML 1.1: each has to come back as
//! the same string, also one in the form of a date or a number that is out of range.

use std::io::Write as _;
use std::process::{Command, Stdio};

/// Reads YAML, and writes JSON with the first string that came back as something else.
const SCRIPT: &str = "
import json, sys
try:
    import yaml
except ImportError:
    sys.exit(77)
read = sys.stdin.buffer.read
texts = json.loads(read(int(sys.argv[1])))
found = yaml.safe_load(read().decode())
for text, (key, value) in zip(texts, found.items(), strict=True):
    if not (type(key) is str and key == text and type(value) is str and value == text):
        sys.exit(f'{text!r} is read as {key!r}: {value!r}')
";

/// The number of texts that are drawn of each form.
const ROUNDS: usize = 400;

/// Pseudo-random numbers, the same in each run (Marsaglia, "Xorshift RNGs").
struct Draw(u64);

impl Draw {
    fn below(&mut self, end: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % end as u64) as usize
    }

    /// Returns a text of a form: `9` stands for a digit, `%` for one or two or none, `*` for any of
    /// the characters that numbers have, `?` drops the last draw half of the time; other characters
    /// stand for themselves.
    fn text(&mut self, form: &str) -> String {
        let mut text = String::new();
        let digits = b"0123456789";
        let marks = b"0123456789_.:+-eExobinfaNTZ ,";
        for c in form.chars() {
            match c {
                '9' => text.push(char::from(digits[self.below(10)])),
                '%' => (0..self.below(3)).for_each(|_| {
                    text.push(char::from(digits[self.below(10)]));
                }),
                '*' => text.push(char::from(marks[self.below(marks.len())])),
                '?' if self.below(2) == 0 => drop(text.pop()),
                '?' => {}
                c => text.push(c),
            }
        }
        text
    }
}

/// Forms of the types of YAML 1.1, and forms near them.
const FORMS: &[&str] = &[
    "9999-99-99",
    "9999-9%-9%",
    "9999-9%-9%T9%:99:99",
    "9999-9%-9% 9%:99:99.%%",
    "9999-9%-9%t9%:99:99Z",
    "9999-9%-9%  9%:99:99.999 -9%:99?",
    "9999-9%-9% 9%:99:99 Z",
    "9999-9%-9% 9%:99:99 +9%",
    "99:99:99",
    "+?9%:9%",
    "-?9%_%:9%:9%.%",
    "+?9%_%",
    "-?0b9%_",
    "0b*_",
    "0x_*",
    "-?0x9%_*",
    "+?0%_%",
    "0o9%",
    "-?9%.%_%e+9",
    "-?9%.%e9%",
    "9%.",
    "+?.9%",
    "-?.*",
    "9%,999",
    "9.9.9",
    "****",
    "9*****",
    "-***",
    "+***",
    ".****",
];

/// Words with a meaning in YAML.
const WORDS: &[&str] = &[
    "y",
    "Y",
    "yes",
    "Yes",
    "YES",
    "n",
    "N",
    "no",
    "No",
    "NO",
    "true",
    "True",
    "TRUE",
    "false",
    "on",
    "On",
    "ON",
    "off",
    "Off",
    "OFF",
    "null",
    "Null",
    "NULL",
    "~",
    "",
    "=",
    "<<",
    ".inf",
    "-.Inf",
    "+.INF",
    ".nan",
    ".NaN",
    ".NAN",
    "0000-00-00",
    "2025-13-01",
    "2025-02-30",
    "25:00:00",
    "2025-01-01T25:00:00Z",
    "08",
    "09",
    "0_",
    "0b_",
    "0x_",
    "1_",
    "_1",
    "1__0",
    "-_1",
    "+_",
    "190:20:30",
    "-1:60",
    "685_230.15",
    "6.8523015e+5",
    "!",
    "&a",
    "*a",
    "- a",
    "? a",
    ": a",
    "#",
    "a #b",
    "a: b",
    "%a",
    "@a",
    "`a",
    "'",
    "\"",
    "{",
    "[",
    "---",
    "...",
    " a",
    "a ",
    "a\tb",
    "\u{85}",
    "\u{A0}",
    "\u{FEFF}a",
    "a\nb",
    "a\n\n",
    "\u{1F600}",
    "\u{7F}",
];

#[test]
fn strings_are_strings_to_a_reader_of_yaml_1_1() {
    let mut draw = Draw(0x9E37_79B9_7F4A_7C15);
    let mut texts: Vec<String> = WORDS.iter().map(|&word| word.to_owned()).collect();
    for form in FORMS {
        texts.extend((0..ROUNDS).map(|_| draw.text(form)));
    }
    texts.sort_unstable();
    texts.dedup();
    let members = texts.iter().map(|text| (text.as_str(), text.as_str()));
    let tree = varvel::Value::from_pairs(members.map(|(key, value)| (key.into(), value.into())));
    let json = varvel::json::to_vec(&texts).unwrap();
    let yaml = varvel::yaml::to_vec(&tree).unwrap();

    let python = Command::new("python3")
        .args(["-c", SCRIPT, &json.len().to_string()])
        .stdin(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn();
    let Ok(mut python) = python else {
        conformance::skipped("no python3");
        return;
    };
    // If PyYAML is missing, nothing reads this.
    let mut input = python.stdin.take().unwrap();
    let _ = input.write_all(&json).and_then(|()| input.write_all(&yaml));
    drop(input);
    let output = python.wait_with_output().unwrap();
    if output.status.code() == Some(77) {
        conformance::skipped("no PyYAML");
        return;
    }
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{said}");
}
