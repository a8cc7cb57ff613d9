//! Edits of YAML, compared with a second reader: `saphyr-parser` must read the edited text as the
//! result of the same edit on the value.

use std::fmt::Write as _;

use proptest::prelude::*;
use saphyr_parser::{Event, Parser, ScalarStyle};
use varvel_core::Kind;
use varvel_core::path::{Path, Step};
use varvel_edit::{Document, Syntax, Value};
use varvel_value::Ref;

/// A node in the form that both readers share.
#[derive(Debug, PartialEq)]
enum Seen {
    Null,
    Bool(bool),
    Number(f64),
    String(String),
    List(Vec<Self>),
    Map(Vec<(Self, Self)>),
}

fn ours(node: Ref<'_, varvel_value::Atomic>) -> Seen {
    match node.kind() {
        Kind::Null => Seen::Null,
        Kind::Bool => Seen::Bool(node.as_bool().unwrap()),
        Kind::String => Seen::String(node.as_str().unwrap().to_owned()),
        Kind::Array => Seen::List(node.items().map(ours).collect()),
        Kind::Object | Kind::Map => {
            let pairs = node.pairs();
            Seen::Map(pairs.map(|(key, value)| (ours(key), ours(value))).collect())
        }
        _ => Seen::Number(node.as_f64().unwrap()),
    }
}

/// A plain scalar by the core schema, of which these documents use a part.
fn plain(text: &str) -> Seen {
    let digit = |c: char| c.is_ascii_digit();
    match text {
        "" | "~" | "null" => Seen::Null,
        "true" => Seen::Bool(true),
        "false" => Seen::Bool(false),
        _ if text.strip_prefix('-').unwrap_or(text).starts_with(digit) => match text.parse() {
            Ok(number) => Seen::Number(number),
            Err(_) => Seen::String(text.to_owned()),
        },
        _ => Seen::String(text.to_owned()),
    }
}

/// The only document of a text, as the second reader returns it.
fn theirs(text: &str) -> Result<Seen, TestCaseError> {
    let wrong = |error: &dyn std::fmt::Display| TestCaseError::fail(format!("{error}\n{text}"));
    // The open collections, and whether they are mappings.
    let mut open: Vec<(Vec<Seen>, bool)> = vec![(Vec::new(), false)];
    for event in Parser::new_from_str(text) {
        let (event, _) = event.map_err(|error| wrong(&error))?;
        let node = match event {
            Event::SequenceStart(..) | Event::MappingStart(..) => {
                open.push((Vec::new(), matches!(event, Event::MappingStart(..))));
                continue;
            }
            Event::SequenceEnd | Event::MappingEnd => {
                let (nodes, mapping) = open.pop().unwrap();
                match mapping {
                    false => Seen::List(nodes),
                    true => {
                        let mut nodes = nodes.into_iter();
                        let pair = || nodes.next().zip(nodes.next());
                        Seen::Map(std::iter::from_fn(pair).collect())
                    }
                }
            }
            Event::Scalar(text, ScalarStyle::Plain, _, None) => plain(&text),
            Event::Scalar(text, ..) => Seen::String(text.into_owned()),
            Event::Alias(_) => return Err(wrong(&"an alias")),
            _ => continue,
        };
        open.last_mut().unwrap().0.push(node);
    }
    let mut documents = open.pop().unwrap().0;
    match documents.len() {
        0 | 1 => Ok(documents.pop().unwrap_or(Seen::Null)),
        _ => Err(wrong(&"several documents")),
    }
}

/// A document to be written in many ways.
#[derive(Clone, Debug)]
enum Node {
    Scalar(String, u16),
    List(Vec<Node>, u16),
    Map(Vec<Node>, u16),
}

fn scalars() -> impl Strategy<Value = String> {
    prop_oneof![
        "[a-z]{1,5}",
        "[a-z]{1,4}( [a-z#:']{1,4}){0,3}",
        "-?[1-9][0-9]{0,3}(\\.[0-9]{1,2})?",
        "[a-z]{1,3}\\n( [a-z]{1,3}\\n)?[a-z]{1,3}\\n{0,3}",
        "(true|null|~|- a|a: b|\\[x\\]|\\{|#|&a|\\*a|!t| |)",
    ]
}

fn nodes() -> impl Strategy<Value = Node> {
    let leaf = (scalars(), any::<u16>()).prop_map(|(text, how)| Node::Scalar(text, how));
    leaf.prop_recursive(4, 20, 4, |node| {
        let some = || (prop::collection::vec(node.clone(), 0..4), any::<u16>());
        prop_oneof![
            some().prop_map(|(nodes, how)| Node::List(nodes, how)),
            some().prop_map(|(nodes, how)| Node::Map(nodes, how)),
        ]
    })
}

/// A document as text; the bits of each node choose its layout.
struct Text {
    out: String,
    comments: usize,
}

impl Text {
    fn end_line(&mut self, how: u16) {
        if how & 64 != 0 {
            self.comments += 1;
            write!(self.out, " # c{}", self.comments).unwrap();
        }
        self.out.push('\n');
        if how & 128 != 0 && how & 64 != 0 {
            self.out.push_str("\n# alone\n");
        }
    }

    /// A scalar in a form that is valid anywhere.
    fn quoted(&mut self, text: &str, how: u16) {
        let simple = text
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || c == '.' || c == '-')
            && text.starts_with(|c: char| c.is_ascii_alphanumeric());
        match how & 3 {
            0 if !text.contains('\n') => {
                write!(self.out, "'{}'", text.replace('\'', "''")).unwrap();
            }
            1 | 2 if simple => self.out.push_str(text),
            _ => self.out.push_str(&varvel_json::to_string(text).unwrap()),
        }
    }

    fn flow(&mut self, node: &Node) {
        let (nodes, map) = match node {
            Node::Scalar(text, how) => return self.quoted(text, *how),
            Node::List(nodes, _) => (nodes, false),
            Node::Map(nodes, _) => (nodes, true),
        };
        self.out.push(if map { '{' } else { '[' });
        for (i, inner) in nodes.iter().enumerate() {
            self.out.push_str(if i > 0 { ", " } else { "" });
            if map {
                write!(self.out, "k{i}: ").unwrap();
            }
            self.flow(inner);
        }
        self.out.push(if map { '}' } else { ']' });
    }

    /// A node behind the sign of its entry; `inline` is whether entries may begin on that line.
    fn block(&mut self, node: &Node, indent: usize, inline: bool) {
        let (nodes, how, map) = match node {
            Node::Scalar(text, how) => return self.scalar(text, *how, indent),
            Node::List(nodes, how) => (nodes, *how, false),
            Node::Map(nodes, how) => (nodes, *how, true),
        };
        if nodes.is_empty() || how & 3 == 0 {
            self.properties(if map { "map" } else { "seq" }, how);
            self.out.push(' ');
            self.flow(node);
            return self.end_line(how);
        }
        let inline = inline && how & 4 != 0;
        match inline {
            true => self.out.push(' '),
            false => {
                self.properties(if map { "map" } else { "seq" }, how);
                self.end_line(how);
            }
        }
        for (i, inner) in nodes.iter().enumerate() {
            if i > 0 || !inline {
                self.out.push_str(&" ".repeat(indent));
            }
            match map {
                true => write!(self.out, "k{i}:").unwrap(),
                false => self.out.push('-'),
            }
            self.block(inner, indent + 2, !map);
        }
    }

    /// An anchor and a tag.
    fn properties(&mut self, tag: &str, how: u16) {
        if how & 768 == 768 {
            self.comments += 1;
            write!(self.out, " &a{}", self.comments).unwrap();
        }
        if how & 3072 == 3072 {
            write!(self.out, " !!{tag}").unwrap();
        }
    }

    fn scalar(&mut self, text: &str, how: u16, indent: usize) {
        let lines = text.ends_with('\n') && !text.starts_with([' ', '\n']) && how & 8 != 0;
        self.properties("str", how);
        if !lines {
            match how & 48 {
                48 => write!(self.out, "\n{}", " ".repeat(indent + 1)).unwrap(),
                _ => self.out.push(' '),
            }
            self.quoted(text, how);
            return self.end_line(how);
        }
        let content = text.trim_end_matches('\n');
        let keep = if content.len() + 1 == text.len() {
            ""
        } else {
            "+"
        };
        write!(self.out, " |{keep}").unwrap();
        if how & 64 != 0 {
            self.out.push_str(" # header");
        }
        for line in text.strip_suffix('\n').unwrap().split('\n') {
            let spaces = if line.is_empty() { 0 } else { indent };
            write!(self.out, "\n{}{line}", " ".repeat(spaces)).unwrap();
        }
        self.out.push('\n');
    }
}

fn text_of(node: &Node, cut: bool, crlf: bool) -> String {
    let mut text = Text {
        out: String::new(),
        comments: 0,
    };
    match node {
        Node::Scalar(..) => text.flow(node),
        _ => {
            text.out.push_str("---");
            text.block(node, 0, false);
        }
    }
    // The last line may have no line break.
    let scalar = matches!(node, Node::Scalar(..));
    let kept = text.out.trim_end_matches('\n').len();
    if cut && !scalar && kept + 1 == text.out.len() {
        text.out.truncate(kept);
    }
    match crlf {
        true => text.out.replace('\n', "\r\n"),
        false => text.out,
    }
}

/// The paths of all nodes.
fn paths(root: &Value) -> Vec<(Vec<Step>, Kind, usize)> {
    let mut found = Vec::new();
    let mut open = vec![(Vec::new(), root.as_ref())];
    while let Some((path, node)) = open.pop() {
        found.push((path.clone(), node.kind(), node.len()));
        let mut add = |step, node| {
            let mut path: Vec<Step> = path.clone();
            path.push(step);
            open.push((path, node));
        };
        match node.kind() {
            Kind::Array => {
                (node.items().enumerate()).for_each(|(i, item)| add(Step::Index(i), item))
            }
            _ => (node.pairs())
                .for_each(|(key, value)| add(Step::Key(key.as_str().unwrap().to_owned()), value)),
        }
    }
    found
}

fn values() -> impl Strategy<Value = Value> {
    let scalar = scalars().prop_map(|text| Value::from(text.as_str()));
    let leaf = prop_oneof![
        3 => scalar,
        1 => any::<i32>().prop_map(Value::from),
        1 => Just(Value::NULL),
        1 => Just(Value::decimal("1.10").unwrap()),
    ];
    leaf.prop_recursive(3, 8, 3, |value| {
        let some = prop::collection::vec(value, 0..3);
        (some, any::<bool>()).prop_map(|(values, list)| match list {
            true => Value::from(values),
            false => {
                let pairs = values.into_iter().enumerate();
                Value::from_pairs(
                    pairs.map(|(i, value)| (Value::from(format!("n{i}").as_str()), value)),
                )
            }
        })
    })
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 2000 }))]

    #[test]
    fn a_second_reader_reads_what_was_meant(
        node in nodes(),
        (cut, crlf) in any::<(bool, bool)>(),
        edits in prop::collection::vec((0_u8..6, any::<usize>(), values()), 1..5),
    ) {
        let text = text_of(&node, cut, crlf);
        let mut document = Document::new(text.as_str(), Syntax::Yaml)
            .map_err(|error| TestCaseError::fail(error.report(text.as_bytes()).to_string()))?;
        // The readers differ on a last line without a line break.
        let whole = match document.ends_in_block_scalar()? {
            true => text.clone() + "\n",
            false => text.clone(),
        };
        prop_assert_eq!(theirs(&whole)?, ours(document.value().as_ref()), "{}", text);
        for (kind, place, new) in edits {
            let all = paths(document.value());
            let (steps, node, len) = &all[place % all.len()];
            let path = Path::new(steps).to_string();
            let mut model = document.value().clone();
            let before = document.text().to_owned();
            let made = match (kind, node) {
                (0 | 1, _) => {
                    model.set_path(&path, new.clone())?;
                    document.set(&path, new)
                }
                (2, _) if !steps.is_empty() => {
                    model.remove_path(&path)?;
                    document.remove(&path).map(drop)
                }
                (3, Kind::Array) => {
                    let index = place % (len + 1);
                    model.path_mut(&path)?.array_mut()?.insert(index, new.clone());
                    document.insert(&format!("{path}[{index}]"), new)
                }
                (4, _) if matches!(steps.last(), Some(Step::Key(_))) => {
                    let (last, around) = steps.split_last().unwrap();
                    let around = model.path_mut(&Path::new(around).to_string())?;
                    let name = format!("renamed {place}");
                    let renamed = around.as_ref().pairs().map(|(key, value)| {
                        let same = key.as_str().map(|key| Step::Key(key.to_owned())).as_ref() == Some(last);
                        let key = if same { Value::from(name.as_str()) } else { key.to_value() };
                        (key, value.to_value())
                    });
                    *around = Value::from_pairs(renamed.collect::<Vec<_>>());
                    document.rename(&path, &name)
                }
                (5, Kind::Object) => {
                    let path = format!("{path}.added{place}");
                    model.set_path(&path, new.clone())?;
                    document.set(&path, new)
                }
                _ => continue,
            };
            made.map_err(|error| TestCaseError::fail(format!("{error}\n{before}")))?;
            let text = document.text();
            // An edit elsewhere may leave a block scalar that ends without a line break; readers
            // differ on it.
            let whole = match document.ends_in_block_scalar()? {
                true => text.to_owned() + "\n",
                false => text.to_owned(),
            };
            prop_assert_eq!(theirs(&whole)?, ours(model.as_ref()), "{}\n{}", before, text);
            prop_assert_eq!(ours(document.value().as_ref()), ours(model.as_ref()));
        }
    }
}
