//! Any sequence of edits, on JSON and YAML in any layout, equals the same edits on a value, and
//! leaves unrelated lines unchanged.

use std::fmt::Write as _;

use proptest::prelude::*;
use similar::{ChangeTag, TextDiff};
use varvel_core::path::{Path, Step};
use varvel_core::{Kind, Limits};
use varvel_edit::{Document, Syntax, Value};

/// A document that can be laid out in many ways.
#[derive(Clone, Debug)]
enum Node {
    Scalar(String),
    List(Vec<Node>, bool),
    Map(Vec<Node>, bool),
}

fn nodes() -> impl Strategy<Value = Node> {
    let word = prop_oneof![
        "[a-z]{1,6}",
        "-?[0-9]{1,3}",
        Just("\"q: #\\n\"".to_owned()),
        Just("true".to_owned()),
        Just("null".to_owned()),
    ];
    let leaf = word.prop_map(Node::Scalar);
    leaf.prop_recursive(4, 24, 4, |node| {
        let some = || prop::collection::vec(node.clone(), 0..4);
        prop_oneof![
            (some(), any::<bool>()).prop_map(|(nodes, flow)| Node::List(nodes, flow)),
            (some(), any::<bool>()).prop_map(|(nodes, flow)| Node::Map(nodes, flow)),
        ]
    })
}

/// Lays a document out, with a comment of its own on many lines.
struct Text {
    out: String,
    comments: usize,
    line_break: &'static str,
}

impl Text {
    fn comment(&mut self, sign: &str) {
        self.comments += 1;
        if self.comments.is_multiple_of(2) {
            write!(self.out, " {sign} c{}", self.comments).unwrap();
        }
        self.out.push_str(self.line_break);
    }

    /// On one line.
    fn flow(&mut self, node: &Node, json: bool) {
        match node {
            Node::Scalar(text) => {
                match json && text.starts_with(|c: char| c.is_ascii_lowercase()) {
                    true if !matches!(text.as_str(), "true" | "null") => {
                        write!(self.out, "\"{text}\"").unwrap();
                    }
                    _ => self.out.push_str(&number(text)),
                }
            }
            Node::List(items, _) => {
                self.out.push('[');
                for (i, item) in items.iter().enumerate() {
                    self.out.push_str(if i > 0 { ", " } else { "" });
                    self.flow(item, json);
                }
                self.out.push(']');
            }
            Node::Map(values, _) => {
                self.out.push('{');
                for (i, value) in values.iter().enumerate() {
                    self.out.push_str(if i > 0 { ", " } else { "" });
                    write!(self.out, "\"k{i}\": ").unwrap();
                    self.flow(value, json);
                }
                self.out.push('}');
            }
        }
    }

    /// By indentation; the line is written up to the sign before the node.
    fn block(&mut self, node: &Node, indent: usize, behind_dash: bool) {
        let (nodes, flow) = match node {
            Node::List(nodes, flow) | Node::Map(nodes, flow) => (&nodes[..], *flow),
            Node::Scalar(_) => (&[][..], true),
        };
        if flow || nodes.is_empty() {
            self.out.push(' ');
            self.flow(node, false);
            self.comment("#");
            return;
        }
        match behind_dash {
            true => self.out.push(' '),
            false => self.comment("#"),
        }
        for (i, value) in nodes.iter().enumerate() {
            if !behind_dash || i > 0 {
                let spaces = " ".repeat(indent);
                self.out.push_str(&spaces);
            }
            match node {
                Node::List(..) => self.out.push('-'),
                _ => write!(self.out, "k{i}:").unwrap(),
            }
            self.block(value, indent + 2, matches!(node, Node::List(..)));
        }
    }

    /// Writes the node as JSON with lines and comments.
    fn json(&mut self, node: &Node, indent: usize, comma: &str) {
        let (nodes, flow) = match node {
            Node::List(nodes, flow) | Node::Map(nodes, flow) => (&nodes[..], *flow),
            Node::Scalar(_) => (&[][..], true),
        };
        if flow || nodes.is_empty() {
            self.flow(node, true);
            self.out.push_str(comma);
            return self.comment("//");
        }
        let list = matches!(node, Node::List(..));
        self.out.push(if list { '[' } else { '{' });
        self.comment("//");
        for (i, value) in nodes.iter().enumerate() {
            self.out.push_str(&" ".repeat(indent + 2));
            if !list {
                write!(self.out, "\"k{i}\": ").unwrap();
            }
            let comma = if i + 1 < nodes.len() { "," } else { "" };
            self.json(value, indent + 2, comma);
        }
        self.out.push_str(&" ".repeat(indent));
        self.out.push(if list { ']' } else { '}' });
        self.out.push_str(comma);
        self.comment("//");
    }
}

/// A number in JSON's grammar.
fn number(text: &str) -> String {
    match text.parse::<i64>() {
        Ok(number) => number.to_string(),
        Err(_) => text.to_owned(),
    }
}

fn laid_out(node: &Node, syntax: Syntax, crlf: bool) -> String {
    let mut text = Text {
        out: String::new(),
        comments: 0,
        line_break: if crlf { "\r\n" } else { "\n" },
    };
    match syntax {
        Syntax::Yaml => text.block(node, 0, false),
        _ => text.json(node, 0, ""),
    }
    text.out
}

/// The paths of all nodes.
fn paths(root: &Value) -> Vec<Vec<Step>> {
    let mut found = vec![Vec::new()];
    let mut next = 0;
    while let Some(path) = found.get(next).cloned() {
        let node = root.path(&Path::new(&path).to_string()).unwrap();
        let steps: Vec<Step> = match node.kind() {
            Kind::Array => (0..node.len()).map(Step::Index).collect(),
            _ => node
                .pairs()
                .filter_map(|(key, _)| key.as_str().map(|key| Step::Key(key.to_owned())))
                .collect(),
        };
        found.extend(steps.into_iter().map(|step| {
            let mut path = path.clone();
            path.push(step);
            path
        }));
        next += 1;
    }
    found
}

/// How many lines of a text were removed, and how many were added.
fn lines(before: &str, behind: &str) -> (usize, usize) {
    let diff = TextDiff::from_lines(before, behind);
    let count = |tag| {
        diff.iter_all_changes()
            .filter(|change| change.tag() == tag)
            .count()
    };
    (count(ChangeTag::Delete), count(ChangeTag::Insert))
}

fn values() -> impl Strategy<Value = String> {
    prop_oneof![
        "-?[1-9][0-9]{0,3}",
        "\"[a-z :#,-]{0,9}\"",
        Just("\"two\\nlines\\n\"".to_owned()),
        Just("[]".to_owned()),
        Just("[1, {\"a\": [\"x\"]}]".to_owned()),
        Just("{\"x\": [], \"b c\": {\"d\": null}}".to_owned()),
    ]
}

fn check(
    node: &Node,
    syntax: Syntax,
    crlf: bool,
    edits: &[(u8, usize, String)],
) -> Result<(), TestCaseError> {
    let text = laid_out(node, syntax, crlf);
    let mut document = Document::new(text.as_str(), syntax)
        .map_err(|error| TestCaseError::fail(error.report(text.as_bytes()).to_string()))?;
    let mut model = document.value().clone();
    for (kind, place, new) in edits {
        let all = paths(&model);
        let steps = &all[place % all.len()];
        let path = Path::new(steps).to_string();
        let value = Document::new(new.as_str(), Syntax::Json)?.value().clone();
        let before = document.text().to_owned();
        let node = model.path(&path)?;
        let scalars = |node: varvel_value::Ref<'_>| {
            node.is_empty() && node.as_str().is_none_or(|text| !text.contains('\n'))
        };
        let on_a_line = node.as_number().is_some() && scalars(value.as_ref());
        let (result, at_most) = match kind {
            0 | 1 => {
                let result = document.set(&path, value.clone());
                model.set_path(&path, value)?;
                (result, on_a_line.then_some((1, 1)))
            }
            2 if !steps.is_empty() => {
                let result = document.remove(&path).map(drop);
                model.remove_path(&path)?;
                (result, Some((usize::MAX, 2)))
            }
            3 if node.kind() == Kind::Array => {
                let index = place % (node.len() + 1);
                let result = document.insert(&format!("{path}[{index}]"), value.clone());
                model.path_mut(&path)?.array_mut()?.insert(index, value);
                (result, Some((2, usize::MAX)))
            }
            4 if node.kind() == Kind::Object => {
                let path = format!("{path}[\"new {place}\"]");
                let result = document.set(&path, value.clone());
                model.set_path(&path, value)?;
                (result, Some((2, usize::MAX)))
            }
            5 if matches!(steps.last(), Some(Step::Key(_))) => {
                let key = format!("renamed: {place}");
                let result = document.rename(&path, &key);
                let (_, around) = steps.split_last().unwrap();
                let around = model.path_mut(&Path::new(around).to_string())?;
                let Some(Step::Key(old)) = steps.last() else {
                    unreachable!()
                };
                let pairs: Vec<_> = around
                    .as_ref()
                    .pairs()
                    .map(|(name, value)| match name.as_str() == Some(old) {
                        true => (Value::from(key.as_str()), value.to_value()),
                        false => (name.to_value(), value.to_value()),
                    })
                    .collect();
                *around = Value::from_pairs(pairs);
                (result, Some((1, 1)))
            }
            _ => continue,
        };
        result.map_err(|error| TestCaseError::fail(format!("{error}\n{before}")))?;
        prop_assert_eq!(document.value(), &model);
        let again = Document::with_limits(document.text(), syntax, Limits::DEFAULT)?;
        prop_assert_eq!(again.value().to_string(), model.to_string());
        let (gone, come) = lines(&before, document.text());
        if let Some((most_gone, most_come)) = at_most {
            prop_assert!(
                gone <= most_gone && come <= most_come,
                "{} {}: {} {}\n{}\n{}",
                kind,
                path,
                gone,
                come,
                before,
                document.text()
            );
        }
        if syntax == Syntax::Yaml {
            // `laid_out` itself compares events and comments.
            let laid_out = Document::new(document.laid_out()?, syntax)?;
            prop_assert_eq!(laid_out.laid_out()?, laid_out.text());
        }
        if crlf {
            prop_assert!(!document.text().replace("\r\n", "").contains('\n'));
        }
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 2000 }))]

    #[test]
    fn edits_equal_those_of_a_value(
        node in nodes(),
        yaml in any::<bool>(),
        crlf in any::<bool>(),
        edits in prop::collection::vec((0_u8..6, any::<usize>(), values()), 1..8),
    ) {
        let syntax = if yaml { Syntax::Yaml } else { Syntax::Jsonc };
        check(&node, syntax, crlf, &edits)?;
    }
}

/// A text with a member of this many zeros, containers in which brackets and quotes mean nothing,
/// and a document behind them.
fn behind(zeros: usize, document: &str) -> String {
    let zeros = vec!["0"; zeros].join(", ");
    let other = "\"other\": {\"a\": [1, \"]}\\\"\", /* ]\" */ {\"b\": []}] // } '\n  , \"c\": {}}";
    format!("{{\n  \"zeros\": [{zeros}],\n  {other},\n  \"document\": {document}\n}}\n")
}

/// Makes edits behind many nodes, of which most are left out of the outline, and behind few.
fn check_behind(node: &Node, edits: &[(u8, usize, String)]) -> Result<(), TestCaseError> {
    let text = laid_out(node, Syntax::Jsonc, false);
    let mut documents = [3, 20_000].map(|zeros| {
        let text = behind(zeros, text.trim());
        Document::new(text, Syntax::Jsonc).map_err(|error| error.to_string())
    });
    let [Ok(few), Ok(many)] = &mut documents else {
        return Err(TestCaseError::fail(format!("{documents:?}")));
    };
    for (kind, place, new) in edits {
        let mut all = paths(few.value());
        all.retain(|steps| !matches!(steps.first(), Some(Step::Key(key)) if key == "zeros"));
        let path = Path::new(&all[place % all.len()]).to_string();
        let value = Document::new(new.as_str(), Syntax::Json)?.value().clone();
        let edit = |document: &mut Document| match kind {
            0 | 1 => document.set(&path, value.clone()),
            2 => document.remove(&path).map(drop),
            3 => document.insert(&format!("{path}[0]"), value.clone()),
            4 => document.set(&format!("{path}[\"new {place}\"]"), value.clone()),
            _ => document.rename(&path, &format!("renamed: {place}")),
        };
        if path == "$" && *kind < 2 {
            continue;
        }
        let made = edit(few).map_err(|error| error.to_string());
        prop_assert_eq!(&made, &edit(many).map_err(|error| error.to_string()));
        let zeros = |count| vec!["0"; count].join(", ");
        let many = many.text().replacen(&zeros(20_000), &zeros(3), 1);
        prop_assert_eq!(many, few.text());
    }
    Ok(())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 1 } else { 200 }))]

    #[test]
    fn edits_behind_many_nodes_are_those_behind_few(
        node in nodes(),
        edits in prop::collection::vec((0_u8..6, any::<usize>(), values()), 1..6),
    ) {
        check_behind(&node, &edits)?;
    }
}
