//! Comments between any two signs of a text with brackets: an edit loses only those inside of a
//! removed node, and never reorders the others.

use std::fmt::Write as _;

use proptest::prelude::*;
use varvel_core::path::{Path, Step};
use varvel_edit::{Document, Syntax, Value};

#[derive(Clone, Debug)]
enum Node {
    Leaf,
    List(Vec<Node>),
    Map(Vec<Node>),
}

fn nodes() -> impl Strategy<Value = Node> {
    Just(Node::Leaf).prop_recursive(3, 10, 4, |inner| {
        let some = || prop::collection::vec(inner.clone(), 0..4);
        prop_oneof![some().prop_map(Node::List), some().prop_map(Node::Map)]
    })
}

/// A node of a text: its path, and the numbers of its first and last sign.
struct Entry {
    path: Vec<Step>,
    /// The sign before it that opens its collection, or its comma.
    before: usize,
    key: Option<usize>,
    value: std::ops::Range<usize>,
    len: usize,
    kind: char,
}

/// The signs of a document, in order.
struct Signs {
    yaml: bool,
    all: Vec<String>,
    entries: Vec<Entry>,
}

impl Signs {
    fn node(&mut self, node: &Node, path: &mut Vec<Step>) {
        let (nodes, open, close) = match node {
            Node::Leaf => return self.all.push(format!("{}", self.all.len())),
            Node::List(nodes) => (nodes, "[", "]"),
            Node::Map(nodes) => (nodes, "{", "}"),
        };
        self.all.push(open.to_owned());
        for (i, inner) in nodes.iter().enumerate() {
            if i > 0 {
                self.all.push(",".to_owned());
            }
            let before = self.all.len() - 1;
            let key = (open == "{").then_some(self.all.len());
            path.push(match open {
                "{" => Step::Key(format!("k{i}")),
                _ => Step::Index(i),
            });
            if key.is_some() {
                self.all.push(format!("\"k{i}\""));
                self.all.push(":".to_owned());
            }
            let start = self.all.len();
            self.node(inner, path);
            self.entries.push(Entry {
                path: path.clone(),
                before,
                key,
                value: start..self.all.len(),
                len: match inner {
                    Node::Leaf => 0,
                    Node::List(nodes) | Node::Map(nodes) => nodes.len(),
                },
                kind: self.all[start].chars().next().unwrap_or(' '),
            });
            path.pop();
        }
        self.all.push(close.to_owned());
    }

    /// The text, with comments between the signs where the bits say so; each comment holds the
    /// number of the sign behind it.
    fn text(&self, bits: &[u8]) -> String {
        let mut out = String::new();
        for (i, sign) in self.all.iter().enumerate() {
            let how = bits[i % bits.len()];
            if i > 0 && (!self.yaml || sign != ":") {
                match (how % 12, self.yaml) {
                    (0, _) => out.push_str("\n  "),
                    (1, false) => write!(out, "/*{i}*/").unwrap(),
                    (2, false) => write!(out, " /* {i} */ ").unwrap(),
                    (3, false) => writeln!(out, " // {i}").unwrap(),
                    (4, false) => write!(out, "\n  // {i}\n  ").unwrap(),
                    (5, false) => write!(out, "\n/*\n{i} */").unwrap(),
                    (3, true) => write!(out, " # {i}\n ").unwrap(),
                    (4, true) => write!(out, "\n  # {i}\n  ").unwrap(),
                    (5, true) => write!(out, " # {i}\n\n # {i}.5\n ").unwrap(),
                    (6..=9, _) => out.push(' '),
                    _ => {}
                }
            }
            out.push_str(sign);
            // In YAML a space shows that it is a colon.
            if self.yaml && sign == ":" {
                out.push(' ');
            }
        }
        out.push('\n');
        out
    }

    /// The signs that are removed with an entry: up to those that belong to its neighbours.
    fn around(&self, entry: &Entry) -> std::ops::Range<usize> {
        let comma = self
            .all
            .get(entry.value.end)
            .is_some_and(|sign| sign == ",");
        entry.before + 1..entry.value.end + 1 + usize::from(comma)
    }
}

/// The numbers in the comments of a text.
fn numbers(document: &Document) -> Vec<f64> {
    let comments = document.comments().unwrap();
    let text = |span: &varvel_core::Span| {
        let text = &document.text()[span.start..span.end];
        let number = text.trim_matches(|c: char| !c.is_ascii_digit());
        number.parse().unwrap()
    };
    comments.iter().map(text).collect()
}

fn check(
    signs: &Signs,
    text: &str,
    kind: u8,
    place: usize,
    new: &Value,
) -> Result<(), TestCaseError> {
    let syntax = if signs.yaml {
        Syntax::Yaml
    } else {
        Syntax::Jsonc
    };
    let mut document = Document::new(text, syntax)
        .map_err(|error| TestCaseError::fail(error.report(text.as_bytes()).to_string()))?;
    let before = numbers(&document);
    let entry = &signs.entries[place % signs.entries.len()];
    let path = Path::new(&entry.path).to_string();
    let (made, gone) = match (kind, entry.kind) {
        (0, _) => (
            document.set(&path, new.clone()),
            entry.value.start + 1..entry.value.end,
        ),
        (1, _) => (document.remove(&path).map(drop), signs.around(entry)),
        (2, '[') => {
            let index = place % (entry.len + 1);
            (
                document.insert(&format!("{path}[{index}]"), new.clone()),
                0..0,
            )
        }
        (2, '{') => (document.set(&format!("{path}.new"), new.clone()), 0..0),
        (_, _) if entry.key.is_some() => (document.rename(&path, "other"), 0..0),
        _ => return Ok(()),
    };
    made.map_err(|error| TestCaseError::fail(format!("{kind} {path} {error}\n{text}")))?;
    let behind = numbers(&document);
    let sorted = behind.is_sorted_by(|a, b| a < b);
    prop_assert!(sorted, "{kind} {path}\n{text}\n{}", document.text());
    let free = |number: &&f64| !(gone.start as f64..gone.end as f64).contains(*number);
    let (kept, left): (Vec<_>, Vec<_>) = (
        before.iter().filter(free).collect(),
        behind.iter().filter(free).collect(),
    );
    prop_assert_eq!(
        kept,
        left,
        "{} {}\n{}\n{}",
        kind,
        path,
        text,
        document.text()
    );
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 4000 }))]

    #[test]
    fn no_comment_is_lost_wherever_it_stands(
        nodes in prop::collection::vec(nodes(), 1..4),
        yaml in any::<bool>(),
        map in any::<bool>(),
        bits in prop::collection::vec(any::<u8>(), 1..30),
        (kind, place) in (0_u8..4, any::<usize>()),
        new in prop_oneof![
            Just(Value::from("new")),
            Just(Value::from(vec![Value::from(1), Value::from("x\ny\n")])),
        ],
    ) {
        let root = if map { Node::Map(nodes) } else { Node::List(nodes) };
        let mut signs = Signs { yaml, all: Vec::new(), entries: Vec::new() };
        signs.node(&root, &mut Vec::new());
        check(&signs, &signs.text(&bits), kind, place, &new)?;
    }
}
