//! Documents that are drawn for a schema: most of their values fit, and some do not.

use varvel_flatbuffers::layout::{
    Element, Field, Layout, MemberType, Presence, Scalar, TableOrStruct, Type,
};

use super::cases::Random;

/// The depth beyond which no tables are drawn.
const DEPTH: usize = 4;

/// Texts of strings.
const STRINGS: &[&str] = &[
    r#""""#,
    r#""a""#,
    r#""b\u00e9\n\"""#,
    r#""\ud83d\ude00 \\ \/""#,
    r#""ünï""#,
    r#""0""#,
];

/// Values that seldom fit.
const STRANGE: &[&str] = &[
    "null",
    "true",
    "-1",
    "256",
    "1.5",
    "1e400",
    "-0.0",
    r#""nan""#,
    r#""-inf""#,
    r#""""#,
    "[]",
    "{}",
    "[null]",
    "[[]]",
    r#"{"a":1}"#,
    r#""\ud800""#,
    "18446744073709551616",
    r#""0x1F""#,
    r#""1 ""#,
    "01",
    "nul",
];

/// Returns a document for a table or struct of the schema.
pub fn document(layout: &Layout<'_>, root: usize, random: &mut Random) -> String {
    let strange = random.below(3) == 0;
    let mut draw = Draw {
        layout,
        random,
        strange,
        text: String::new(),
    };
    match layout.objects()[root].shape {
        TableOrStruct::Table => draw.table(root, 0),
        TableOrStruct::Struct { .. } => draw.structure(root),
    }
    draw.text
}

struct Draw<'d, 'l> {
    layout: &'d Layout<'l>,
    random: &'d mut Random,
    /// Whether some values do not fit.
    strange: bool,
    text: String,
}

impl<'l> Draw<'_, 'l> {
    fn one(&mut self, of: &[&str]) {
        self.text += of[self.random.below(of.len())];
    }

    fn key(&mut self, name: &str) {
        if !self.text.ends_with('{') {
            self.text.push(',');
        }
        self.text += &format!("\"{name}\":");
    }

    fn list(&mut self, length: usize, mut each: impl FnMut(&mut Self)) {
        self.text.push('[');
        for n in 0..length {
            self.text += if n > 0 { "," } else { "" };
            each(self);
        }
        self.text.push(']');
    }

    fn table(&mut self, table: usize, depth: usize) {
        let fields: &'l [Field] = self.layout.fields(table);
        self.text.push('{');
        let from = self.random.below(fields.len().max(1));
        // A large table has few of its fields, so that documents stay small.
        let share = 2 + depth + fields.len() / 16;
        for n in 0..fields.len() {
            let at = (from + n) % fields.len();
            let field = &fields[at];
            let is_due = match field.presence {
                Presence::Required => !self.strange || self.random.below(8) > 0,
                _ => self.random.below(share) == 0,
            };
            if is_due && !field.deprecated {
                self.member(fields, at, depth);
            }
        }
        if self.strange && self.random.below(24) == 0 {
            self.key("no such field");
            self.one(STRANGE);
        }
        self.text.push('}');
    }

    fn member(&mut self, fields: &[Field], at: usize, depth: usize) {
        let field = &fields[at];
        let name = self.layout.name(field.name);
        if self.strange && self.random.below(16) == 0 {
            self.key(name);
            return self.one(STRANGE);
        }
        match field.ty {
            // They come with their values.
            Type::Tag(_) | Type::Vector(Element::Tag(_)) => {}
            Type::Union(union) => {
                let tags = self.layout.name(fields[at - 1].name);
                self.unions((name, tags), union, None, depth);
            }
            Type::Vector(Element::Union(union)) => {
                let tags = self.layout.name(fields[at - 1].name);
                let length = self.random.below(4);
                self.unions((name, tags), union, Some(length), depth);
            }
            _ => {
                self.key(name);
                self.value(field, depth);
            }
        }
    }

    /// Adds unions and their tags, in either order: one, or a vector of so many.
    fn unions(
        &mut self,
        (values, tags): (&str, &str),
        union: u32,
        length: Option<usize>,
        depth: usize,
    ) {
        let members = self.layout.members(union as usize);
        let count = length.unwrap_or(1);
        let chosen: Vec<Option<usize>> = (0..count)
            .map(|_| {
                let at = self.random.below(members.len() + 1);
                (at < members.len() && depth < DEPTH).then_some(at)
            })
            .collect();
        let tags_first = self.random.below(4) > 0;
        for is_tags in [tags_first, !tags_first] {
            self.key(if is_tags { tags } else { values });
            if length.is_some() {
                self.text.push('[');
            }
            for (n, member) in chosen.iter().enumerate() {
                self.text += if n > 0 { "," } else { "" };
                match (member, is_tags) {
                    (None, true) => self.one(&[r#""NONE""#, "0"]),
                    (None, false) => self.text += "null",
                    (Some(at), true) => {
                        let member = &members[*at];
                        match self.random.below(4) {
                            0 => self.text += &member.tag.to_string(),
                            _ => {
                                let name = self.layout.name(member.name);
                                self.text += &format!("\"{name}\"");
                            }
                        }
                    }
                    (Some(at), false) => match members[*at].ty {
                        MemberType::Table(id) => self.table(id as usize, depth + 1),
                        MemberType::Struct(id) => self.structure(id as usize),
                        MemberType::String => self.one(STRINGS),
                    },
                }
            }
            if length.is_some() {
                self.text.push(']');
            }
        }
    }

    fn structure(&mut self, id: usize) {
        let fields = self.layout.fields(id);
        self.text.push('{');
        for field in fields {
            self.key(self.layout.name(field.name));
            match self.strange && self.random.below(16) == 0 {
                true => self.one(STRANGE),
                false => self.value(field, 0),
            }
        }
        self.text.push('}');
    }

    fn value(&mut self, field: &Field, depth: usize) {
        let is_deep = depth >= DEPTH;
        match field.ty {
            Type::Scalar(scalar) => self.scalar(field, scalar),
            Type::String => self.one(STRINGS),
            Type::Struct(id) => self.structure(id as usize),
            Type::Table(_) | Type::Nested(_) if is_deep => self.text += "null",
            Type::Table(id) | Type::Nested(id) => self.table(id as usize, depth + 1),
            Type::Array(..) if field.chars && self.random.below(4) > 0 => self.one(STRINGS),
            Type::Array(element, length) => {
                self.list(length.into(), |draw| draw.element(field, element, depth));
            }
            Type::Vector(_) if field.base64.is_some() => {
                self.one(&[
                    r#""""#,
                    r#""AQID""#,
                    r#""_-__""#,
                    r#""/+8=""#,
                    r#""A""#,
                    "[1,2]",
                ]);
            }
            Type::Vector(Element::Table(_)) if is_deep => self.text += "[]",
            Type::Vector(element) => {
                let length = self.random.below(4);
                self.list(length, |draw| draw.element(field, element, depth));
            }
            Type::Flex => self.one(&["null", "1", "[1,2.5,\"a\"]", r#"{"b":[],"a":{}}"#, "true"]),
            _ => self.text += "null",
        }
    }

    fn element(&mut self, field: &Field, element: Element, depth: usize) {
        match element {
            Element::Scalar(scalar) => self.scalar(field, scalar),
            Element::String => self.one(STRINGS),
            Element::Struct(id) => self.structure(id as usize),
            Element::Table(id) => self.table(id as usize, depth + 1),
            Element::Tag(_) | Element::Union(_) => self.text += "null",
        }
    }

    fn scalar(&mut self, field: &Field, scalar: Scalar) {
        if let (Some(of), true) = (field.symbols, self.random.below(3) > 0) {
            let symbols = self.layout.symbols(of as usize);
            if !symbols.is_empty() {
                let symbol = &symbols[self.random.below(symbols.len())];
                let name = self.layout.name(symbol.name);
                return self.text += &format!("\"{name}\"");
            }
        }
        self.one(match scalar {
            Scalar::Bool => &["true", "false", "1", "0"],
            Scalar::I8 => &["-128", "127", "0", "\"-3\""],
            Scalar::U8 => &["255", "0", "1", "\"7\""],
            Scalar::I16 => &["-32768", "32767", "0"],
            Scalar::U16 => &["65535", "9"],
            Scalar::I32 => &["-2147483648", "2147483647", "0", "\"apple\""],
            Scalar::U32 => &["4294967295", "3", "\"pear\""],
            Scalar::I64 => &["-9223372036854775808", "9223372036854775807", "\"-5\""],
            Scalar::U64 => &["18446744073709551615", "0", "12"],
            Scalar::F32 | Scalar::F64 => &[
                "0",
                "1.5",
                "-0.25",
                "0.1",
                "3.4e38",
                "1e-40",
                "16777217",
                "-0.0",
                "\"2.5\"",
                "\"nan\"",
                "\"-inf\"",
                "1e10",
                "5e-324",
                "0.30000001192092896",
            ],
        });
    }
}
