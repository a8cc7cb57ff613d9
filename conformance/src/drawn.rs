//! JSON for a schema, drawn from bytes: most of it fits the schema, and some does not.

/// The schema.
pub const SCHEMA: &str = include_str!("../../crates/varvel-codegen/tests/generated/drawn.fbs");

/// Returns the document that the bytes choose; no bytes choose the smallest one. With `wild`,
/// values of wrong kinds and strange names are among the choices.
pub fn json(bytes: &[u8], wild: bool) -> String {
    let mut draw = Draw {
        bytes: bytes.iter(),
        text: String::new(),
        wild,
        count: 0,
    };
    draw.order();
    draw.text
}

struct Draw<'a> {
    bytes: std::slice::Iter<'a, u8>,
    text: String,
    wild: bool,
    /// The number of names that were given.
    count: usize,
}

/// The fields of an item, and the values for each.
const FIELDS: &[(&str, Kind)] = &[
    ("name", Kind::Text),
    (
        "color",
        Kind::Of(&["1", "\"Red\"", "\"Red Blue\"", "130", "\"Green\""]),
    ),
    ("size", Kind::Of(&["\"Small\"", "16", "-1", "7", "null"])),
    ("ware", Kind::Union),
    ("wares", Kind::Unions),
    ("box", Kind::Box),
    ("boxes", Kind::Boxes),
    ("price", Kind::Of(FLOATS)),
    ("least", Kind::Of(FLOATS)),
    ("none", Kind::Of(FLOATS)),
    (
        "hashed",
        Kind::Of(&["7", "\"apple\"", "18446744073709551615", "\"\""]),
    ),
    ("a", Kind::Of(&["-128", "127", "0", "\"12\""])),
    ("b", Kind::Of(&["255", "0", "1"])),
    ("c", Kind::Of(&["-32768", "32767"])),
    ("d", Kind::Of(&["65535", "9"])),
    ("e", Kind::Of(&["-2147483648", "2147483647", "0"])),
    ("f", Kind::Of(&["4294967295", "3"])),
    (
        "g",
        Kind::Of(&["-9223372036854775808", "9223372036854775807", "\"-5\""]),
    ),
    (
        "h",
        Kind::Of(&["18446744073709551615", "9223372036854775808", "0"]),
    ),
    ("on", Kind::Of(&["true", "false"])),
    (
        "numbers",
        Kind::Of(&["[]", "[1]", "[-1, 2, 2147483647]", "[0, 0, 0, 0, 0]"]),
    ),
    ("truths", Kind::Of(&["[]", "[true, false]"])),
    ("floats", Kind::Of(&["[]", "[0.1, -2.5e300, 7]", "[1e-7]"])),
    ("bytes", Kind::Of(&["[]", "[0, 255]", "[1, 2, 3]"])),
    (
        "colors",
        Kind::Of(&["[]", "[\"Red\", 2]", "[\"Red Green\"]"]),
    ),
    (
        "words",
        Kind::Of(&["[]", "[\"\", \"\\u00e9\\n\"]", "[\"a\", \"b\", \"a\"]"]),
    ),
    (
        "notes",
        Kind::Of(&[
            "[]",
            "[{\"text\": \"x\"}]",
            "[{\"rank\": 1, \"text\": \"\"}, {\"text\": \"y\", \"rank\": 7}]",
        ]),
    ),
    (
        "inner",
        Kind::Of(&["{\"text\": \"in\"}", "{\"rank\": -1, \"text\": \"deep\"}"]),
    ),
    ("next", Kind::Item),
];

const FLOATS: &[&str] = &[
    "0", "1.5", "-0.25", "0.1", "3.4e38", "1e-40", "16777216", "\"2.5\"", "-1e10",
];

/// Values that fit in no place.
const WILD: &[&str] = &[
    "null",
    "true",
    "0",
    "-1",
    "256",
    "65536",
    "4294967296",
    "18446744073709551616",
    "1.5",
    "1e400",
    "\"\"",
    "\"nan\"",
    "\"-inf\"",
    "\"Red\"",
    "\"NONE\"",
    "[]",
    "{}",
    "[null]",
    "[[]]",
    "[1, \"x\"]",
    "{\"text\": 1}",
];

#[derive(Clone, Copy)]
enum Kind {
    Of(&'static [&'static str]),
    Text,
    Box,
    Boxes,
    Union,
    Unions,
    Item,
}

impl Draw<'_> {
    fn byte(&mut self) -> usize {
        self.bytes.next().copied().unwrap_or(0).into()
    }

    fn one_of(&mut self, of: &[&'static str]) -> &'static str {
        of[self.byte() % of.len()]
    }

    fn add(&mut self, of: &[&'static str]) {
        let text = self.one_of(of);
        self.text += text;
    }

    fn order(&mut self) {
        self.text += "{\"items\": [";
        for n in 0..self.byte() % 4 {
            self.text += if n > 0 { ", " } else { "" };
            self.item(3);
        }
        self.text += "]}";
    }

    fn item(&mut self, depth: usize) {
        let mut first = true;
        self.text += "{";
        // The key is always present.
        let mut left: Vec<usize> = (1..FIELDS.len()).collect();
        let mut number = 0;
        for _ in 0..=self.byte() % 12 {
            let (name, kind) = FIELDS[number];
            if depth > 0 || !matches!(kind, Kind::Item) {
                self.text += if first { "" } else { ", " };
                first = false;
                self.member(name, kind, depth);
            }
            number = left.swap_remove(self.byte() % left.len());
        }
        if self.wild && self.byte() % 16 == 1 {
            let name = self.one_of(&["old", "Name", "", "ware_type", "name", "e"]);
            let value = self.one_of(WILD);
            self.text += &format!(", \"{name}\": {value}");
        }
        self.text += "}";
    }

    fn member(&mut self, name: &'static str, kind: Kind, depth: usize) {
        if self.wild && self.byte() % 16 == 1 {
            let value = self.one_of(WILD);
            self.text += &format!("\"{name}\": {value}");
            return;
        }
        match kind {
            Kind::Union => return self.union(name, depth),
            Kind::Unions => return self.unions(name, depth),
            _ => self.text += &format!("\"{name}\": "),
        }
        match kind {
            Kind::Of(all) => self.add(all),
            Kind::Text => {
                // Each key is different, since nobody promises which of two equal ones comes first.
                self.string();
                self.text.pop();
                self.count += 1;
                self.text += &format!("{}\"", self.count);
            }
            Kind::Box => self.a_box(),
            Kind::Item => self.item(depth - 1),
            _ => {
                self.text += "[";
                for n in 0..self.byte() % 3 {
                    self.text += if n > 0 { ", " } else { "" };
                    self.a_box();
                }
                self.text += "]";
            }
        }
    }

    fn string(&mut self) {
        let all = [
            "\"\"",
            "\"a\"",
            "\"b\\\"\\\\\"",
            "\"\\u00e9\"",
            "\"a longer one, of some words\"",
            "\"\\ud83d\\ude00\"",
        ];
        self.add(&all);
    }

    fn a_box(&mut self) {
        let size = self.one_of(&["0", "\"Large\"", "-1"]);
        let width = self.one_of(FLOATS);
        let (a, b) = (self.one_of(FLOATS), self.one_of(&["true", "false"]));
        let text = match self.byte() % 2 {
            0 => format!(
                "{{\"width\": {width}, \"sides\": [{{\"at\": {a}, \"on\": {b}}}, {{\"at\": 0, \"on\": true}}], \"size\": {size}}}"
            ),
            _ => format!(
                "{{\"size\": {size}, \"sides\": [{{\"on\": {b}, \"at\": 2}}, {{\"at\": {a}, \"on\": false}}], \"width\": {width}}}"
            ),
        };
        self.text += &text;
    }

    /// Writes the value of a union. Returns the name of its type.
    fn value(&mut self, depth: usize) -> &'static str {
        match self.byte() % 3 {
            0 if depth > 0 => {
                self.item(depth - 1);
                "Item"
            }
            1 => {
                self.add(&["{\"text\": \"n\"}", "{\"rank\": 3, \"text\": \"m\"}"]);
                "Note"
            }
            _ => {
                self.string();
                "Text"
            }
        }
    }

    /// Writes a union with its type before or behind the value.
    fn union(&mut self, name: &str, depth: usize) {
        let behind = self.byte() % 2 == 1;
        let before = core::mem::take(&mut self.text);
        let of = self.value(depth);
        let value = core::mem::replace(&mut self.text, before);
        self.text += &match behind {
            true => format!("\"{name}\": {value}, \"{name}_type\": \"{of}\""),
            false => format!("\"{name}_type\": \"{of}\", \"{name}\": {value}"),
        };
    }

    fn unions(&mut self, name: &str, depth: usize) {
        let before = core::mem::take(&mut self.text);
        let mut types = Vec::new();
        for n in 0..self.byte() % 3 {
            self.text += if n > 0 { ", " } else { "" };
            types.push(format!("\"{}\"", self.value(depth.min(1))));
        }
        let values = core::mem::replace(&mut self.text, before);
        let types = types.join(", ");
        self.text += &format!("\"{name}_type\": [{types}], \"{name}\": [{values}]");
    }
}
