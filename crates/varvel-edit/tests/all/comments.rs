//! Comments in any layout, and any edit: comments of nodes that stay stay next to their nodes;
//! comments of removed nodes go with them.

use std::fmt::Write as _;

use proptest::prelude::*;
use varvel_edit::{Document, Syntax, Value};

/// A document to be laid out: its structure, and bits that choose the layout.
#[derive(Clone, Debug)]
struct Node {
    inner: Inner,
    bits: u16,
    /// The number of the node, which no other node has.
    id: usize,
}

#[derive(Clone, Debug)]
enum Inner {
    Leaf,
    List(Vec<Node>),
    Map(Vec<Node>),
}

fn nodes() -> impl Strategy<Value = Node> {
    let node = |inner, bits| Node { inner, bits, id: 0 };
    let leaf = any::<u16>().prop_map(move |bits| node(Inner::Leaf, bits));
    let tree = leaf.prop_recursive(3, 12, 4, move |inner| {
        let some = prop::collection::vec(inner, 1..4);
        (some, any::<bool>(), any::<u16>()).prop_map(move |(nodes, list, bits)| match list {
            true => node(Inner::List(nodes), bits),
            false => node(Inner::Map(nodes), bits),
        })
    });
    tree.prop_filter("a collection", |node| !node.children().is_empty())
}

/// Bits for the comments of a node.
const ABOVE: u16 = 1;
const LEAD: u16 = 2;
const TRAIL: u16 = 4;
const HEAD: u16 = 8;
const TAIL: u16 = 16;
/// Bits for the layout: comments go to the end of the line where there is a choice; a block scalar.
const TO_END: u16 = 32;
const LINES: u16 = 64;

impl Node {
    fn children(&self) -> &[Self] {
        match &self.inner {
            Inner::Leaf => &[],
            Inner::List(nodes) | Inner::Map(nodes) => nodes,
        }
    }

    fn is_map(&self) -> bool {
        matches!(self.inner, Inner::Map(_))
    }

    fn has(&self, bit: u16) -> bool {
        self.bits & bit != 0
    }

    /// The layout of a collection: on one line, one item a line with the comma behind or before it,
    /// two items a line; in YAML by indentation half of the time.
    fn layout(&self) -> u16 {
        self.bits >> 8 & 3
    }

    fn is_block(&self) -> bool {
        self.bits >> 10 & 1 == 1
    }

    fn number(&mut self, next: &mut usize) {
        self.id = *next;
        *next += 1;
        match &mut self.inner {
            Inner::Leaf => {}
            Inner::List(nodes) | Inner::Map(nodes) => {
                nodes.iter_mut().for_each(|node| node.number(next));
            }
        }
    }

    fn contains(&self, id: usize) -> bool {
        self.id == id || self.children().iter().any(|node| node.contains(id))
    }

    fn find(&self, id: usize) -> Option<&Self> {
        match self.id == id {
            true => Some(self),
            false => self.children().iter().find_map(|node| node.find(id)),
        }
    }

    /// The nodes from the root to this one.
    fn way(&self, id: usize) -> Vec<&Self> {
        let mut way = vec![self];
        let child = self.children().iter().find(|node| node.contains(id));
        way.extend(child.into_iter().flat_map(|node| node.way(id)));
        way
    }

    fn path(&self, id: usize) -> String {
        let way = self.way(id);
        let mut path = "$".to_owned();
        for pair in way.windows(2) {
            match pair[0].is_map() {
                true => write!(path, ".k{}", pair[1].id).unwrap(),
                false => {
                    let mut items = pair[0].children().iter();
                    let index = items.position(|node| node.id == pair[1].id).unwrap();
                    write!(path, "[{index}]").unwrap();
                }
            }
        }
        path
    }
}

/// A text that is being written, with comments `A3`, `L3`, `T3`, `H3`, `E3` about node 3: above it,
/// before it, behind it, behind the sign that opens it, at its end.
struct Text {
    out: String,
    yaml: bool,
    /// Whether a line must end before anything else follows.
    broken: bool,
}

impl Text {
    fn push(&mut self, text: &str, indent: usize) {
        if std::mem::take(&mut self.broken) {
            self.line(indent);
        }
        self.out.push_str(text);
    }

    fn line(&mut self, indent: usize) {
        self.broken = false;
        let line = self.out.trim_end_matches(' ').len();
        self.out.truncate(line);
        self.out.push('\n');
        self.out.push_str(&" ".repeat(indent));
    }

    /// A comment to the end of the line.
    fn note(&mut self, kind: char, id: usize) {
        let sign = if self.yaml { "#" } else { "//" };
        write!(self.out, " {sign} {kind}{id}").unwrap();
        self.broken = true;
    }

    fn note_within(&mut self, kind: char, id: usize, indent: usize) {
        self.push("", indent);
        write!(self.out, "/* {kind}{id} */").unwrap();
    }

    /// A comment on a line of its own, where a line has just begun.
    fn above(&mut self, node: &Node, indent: usize) {
        if node.has(ABOVE) {
            let sign = if self.yaml { "#" } else { "//" };
            write!(self.out, "{sign} A{}", node.id).unwrap();
            self.line(indent);
        }
    }

    fn leaf(&mut self, node: &Node, indent: usize) {
        match self.yaml {
            true => self.push(&format!("v{}", node.id), indent),
            false => self.push(&format!("\"v{}\"", node.id), indent),
        }
    }

    fn flow(&mut self, node: &Node, indent: usize) {
        let children = node.children();
        if children.is_empty() {
            return self.leaf(node, indent);
        }
        let (open, close) = if node.is_map() {
            ("{", "}")
        } else {
            ("[", "]")
        };
        self.push(open, indent);
        let inner = indent + 2;
        if node.has(HEAD) {
            self.note('H', node.id);
        }
        for (i, child) in children.iter().enumerate() {
            let last = i + 1 == children.len();
            let new_line = match node.layout() {
                0 => false,
                3 => i % 2 == 0,
                _ => true,
            };
            if new_line || self.broken {
                self.line(inner);
                self.above(child, inner);
            }
            let leading = node.layout() == 2;
            if leading && i > 0 {
                self.push(", ", inner);
            }
            if !self.yaml && child.has(LEAD) {
                self.note_within('L', child.id, inner);
                self.out.push(' ');
            }
            if node.is_map() {
                let key = match self.yaml {
                    true => format!("k{}: ", child.id),
                    false => format!("\"k{}\": ", child.id),
                };
                self.push(&key, inner);
            }
            self.flow(child, inner);
            self.behind(node, child, (i, last), inner);
        }
        if node.layout() != 0 || self.broken {
            self.line(indent);
        }
        self.out.push_str(close);
    }

    /// The comma and the comment behind an entry.
    fn behind(&mut self, around: &Node, child: &Node, (i, last): (usize, bool), indent: usize) {
        // The rest of the line.
        let alone = match around.layout() {
            0 => false,
            3 => i % 2 == 1,
            _ => true,
        };
        let leading = around.layout() == 2;
        let comma = !last && !leading;
        let within = !self.yaml && child.has(TRAIL) && !child.has(TO_END);
        if within && (!alone || leading || last) {
            self.out.push(' ');
            self.note_within('T', child.id, indent);
        }
        if comma {
            self.push(",", indent);
        }
        if within && !(!alone || leading || last) {
            self.out.push(' ');
            self.note_within('T', child.id, indent);
        }
        if child.has(TRAIL) && !within {
            self.note('T', child.id);
        } else if comma {
            self.out.push(' ');
        }
    }

    /// The entries of a collection by indentation; the first one may stand behind a sign on its
    /// line.
    fn block(&mut self, node: &Node, indent: usize, first_here: bool) {
        for (i, child) in node.children().iter().enumerate() {
            if i > 0 || !first_here {
                self.line(indent);
                self.above(child, indent);
            }
            match node.is_map() {
                true => write!(self.out, "k{}:", child.id).unwrap(),
                false => self.out.push('-'),
            }
            if !child.children().is_empty() && child.is_block() {
                let here = !node.is_map() && !child.has(HEAD);
                if here {
                    self.out.push(' ');
                } else if child.has(HEAD) {
                    self.note('H', child.id);
                }
                self.block(child, indent + 2, here);
                continue;
            }
            if child.children().is_empty() && child.has(LINES) {
                self.out.push_str(" |");
                if child.has(TRAIL) {
                    self.note('T', child.id);
                }
                self.line(indent + 2);
                write!(self.out, "v{}", child.id).unwrap();
                continue;
            }
            // On a line of its own now and then.
            match child.has(LEAD) && node.is_map() {
                true => self.line(indent + 3),
                false => self.out.push(' '),
            }
            self.flow(child, indent + 3);
            if child.has(TRAIL) {
                self.note('T', child.id);
            }
        }
        if node.has(TAIL) && indent > 0 {
            self.line(indent);
            write!(self.out, "# E{}", node.id).unwrap();
        }
    }
}

fn text_of(root: &Node, yaml: bool) -> String {
    let mut text = Text {
        out: String::new(),
        yaml,
        broken: false,
    };
    match yaml && root.is_block() {
        true => text.block(root, 0, true),
        false => text.flow(root, 0),
    }
    text.out.push('\n');
    text.out
}

/// The words of a text outside of comments, and its comments; in order, with their places.
fn words(document: &Document) -> Vec<(usize, bool, String)> {
    let text = document.text();
    let comments = document.comments().unwrap();
    let mut found = Vec::new();
    let mut outside = |from: usize, until: usize| {
        let mut at = from;
        for word in
            text[from..until].split(|c: char| !c.is_ascii_alphanumeric() && !"[]{}".contains(c))
        {
            for part in word.split_inclusive(['[', ']', '{', '}']) {
                let (name, bracket) = match part.strip_suffix(['[', ']', '{', '}']) {
                    Some(name) => (name, &part[name.len()..]),
                    None => (part, ""),
                };
                if !name.is_empty() {
                    found.push((at, false, name.to_owned()));
                }
                if !bracket.is_empty() {
                    found.push((at + name.len(), false, bracket.to_owned()));
                }
                at += part.len();
            }
            at += 1;
        }
    };
    let mut from = 0;
    let mut notes = Vec::new();
    for span in &comments {
        outside(from, span.start);
        from = span.end;
        let note = text[span.start..span.end].trim_matches(|c| "#/* ".contains(c));
        notes.push((span.start, true, note.to_owned()));
    }
    outside(from, text.len());
    found.extend(notes);
    found.sort();
    found
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Edit {
    Set,
    Remove,
    /// Inserts an item before the chosen one, or a member behind the last.
    Insert,
    /// Inserts an item behind the last.
    Push,
}

/// Makes the edit. Returns `false` if the document has no such place.
fn edited(root: &Node, document: &mut Document, edit: Edit, id: usize, new: &Value) -> bool {
    let path = root.path(id);
    let way = root.way(id);
    let around = way[way.len() - 2];
    let around_path = root.path(around.id);
    let made = match edit {
        Edit::Set => document.set(&path, new.clone()),
        Edit::Remove => document.remove(&path).map(drop),
        Edit::Insert if around.is_map() => {
            document.set(&format!("{around_path}.added"), new.clone())
        }
        Edit::Insert => document.insert(&path, new.clone()),
        Edit::Push if around.is_map() => return false,
        Edit::Push => {
            let len = around.children().len();
            document.insert(&format!("{around_path}[{len}]"), new.clone())
        }
    };
    made.unwrap_or_else(|error| panic!("{edit:?} {path}: {error}\n{}", document.text()));
    true
}

fn check(
    root: &Node,
    yaml: bool,
    edit: Edit,
    place: usize,
    new: &Value,
) -> Result<(), TestCaseError> {
    let syntax = if yaml { Syntax::Yaml } else { Syntax::Jsonc };
    let text = text_of(root, yaml);
    let before = Document::new(text.as_str(), syntax)
        .map_err(|error| TestCaseError::fail(error.report(text.as_bytes()).to_string()))?;
    let mut count = 0;
    root.clone().number(&mut count);
    let target = 1 + place % (count - 1);
    let mut document = before.clone();
    if !edited(root, &mut document, edit, target, new) {
        return Ok(());
    }
    let what = format!(
        "{edit:?} {}\n{text}\n{}",
        root.path(target),
        document.text()
    );
    let behind = words(&document);
    for (_, is_note, note) in words(&before) {
        if !is_note {
            continue;
        }
        let (kind, id) = note.split_at(1);
        let id: usize = id.parse().unwrap();
        let at: Vec<usize> = (behind.iter().enumerate())
            .filter(|(_, (_, is_note, text))| *is_note && *text == note)
            .map(|(at, _)| at)
            .collect();
        let inside = root.find(target).unwrap().contains(id);
        let gone = edit == Edit::Remove && id == target && "LT".contains(kind);
        if inside
            && matches!(edit, Edit::Set | Edit::Remove)
            && (id != target || "HE".contains(kind))
        {
            prop_assert!(at.len() < 2, "{note} is doubled\n{what}");
            continue;
        }
        if gone {
            let way = root.way(target);
            let around = way[way.len() - 2];
            let alone = around.children().len() == 1;
            prop_assert!(
                at.is_empty() || yaml && alone,
                "{note} stayed behind\n{what}"
            );
            continue;
        }
        prop_assert!(at.len() == 1, "{note} is lost\n{what}");
        let set = edit == Edit::Set && id == target;
        let node = root.find(id).unwrap();
        let word = |found: Option<&(usize, bool, String)>| found.map(|word| word.2.clone());
        let about = |word: &str| {
            let own = word.get(1..).and_then(|id| id.parse().ok());
            match own {
                Some(own) => node.contains(own),
                None => {
                    matches!(word, "new" | "nnew" | "n") && (set || node.contains(target))
                        || "[]{}".contains(word)
                }
            }
        };
        let next = word(behind[at[0]..].iter().find(|word| !word.1));
        let last = word(behind[..at[0]].iter().rev().find(|word| !word.1));
        let (start, _, _) = behind[at[0]];
        match kind {
            "A" if edit == Edit::Remove && id == target => {}
            "A" | "L" => prop_assert!(next.as_deref().is_some_and(about), "{note} moved\n{what}"),
            "T" => {
                let line = document.text()[..start].rsplit('\n').next().unwrap();
                // Behind the sign of a block scalar, or where one line became several.
                let header = line.ends_with("| ") || set;
                let after = header && next.as_deref().is_some_and(about);
                prop_assert!(
                    last.as_deref().is_some_and(about) || after,
                    "{note} moved\n{what}"
                );
                prop_assert!(
                    set || !line.trim().is_empty(),
                    "{note} has a line of its own\n{what}"
                );
            }
            _ => {}
        }
    }
    Ok(())
}

#[track_caller]
fn edits(before: &str, edit: impl FnOnce(&mut Document) -> varvel_core::Result, behind: &str) {
    let syntax = match before.contains('#') {
        true => Syntax::Yaml,
        false => Syntax::Jsonc,
    };
    let mut document = Document::new(before, syntax).unwrap();
    edit(&mut document).unwrap();
    assert_eq!(document.text(), behind);
}

#[test]
fn what_is_put_in_leaves_comments_with_their_items() {
    let add = |document: &mut Document| document.set("c", 3);
    let push = |document: &mut Document| document.set("/-", 3);
    let first = |document: &mut Document| document.insert("[0]", 0);
    let second = |document: &mut Document| document.insert("[1]", 9);
    edits(
        "{ \"a\": 1 // about a\n}\n",
        add,
        "{ \"a\": 1, // about a\n  \"c\": 3\n}\n",
    );
    edits(
        "{\n  \"a\": 1 // a\n  , \"b\": 2 // b\n}\n",
        add,
        "{\n  \"a\": 1 // a\n  , \"b\": 2 // b\n  , \"c\": 3\n}\n",
    );
    edits("[1, 2 /* two */]", push, "[1, 2 /* two */, 3]");
    edits("[1, 2, /* two */]", push, "[1, 2 /* two */, 3,]");
    edits("[1, 2 // two\n]", push, "[1, 2, // two\n  3\n]");
    edits("[1, 2, // two\n]", push, "[1, 2, // two\n  3,\n]");
    edits("[\n  1, 2 // two\n]", push, "[\n  1, 2, // two\n  3\n]");
    edits("[/* one */ 1]", first, "[0, /* one */ 1]");
    edits(
        "[ // list\n  // one\n  1\n]",
        first,
        "[ // list\n  0,\n  // one\n  1\n]",
    );
    edits(
        "[\n  1, // one\n\n  // two\n  2\n]",
        second,
        "[\n  1, // one\n\n  9,\n  // two\n  2\n]",
    );
    edits(
        "[\n  1 // one\n  // two\n  , 2\n]",
        second,
        "[\n  1 // one\n  , 9\n  // two\n  , 2\n]",
    );
    edits(
        "a: [1 # one\n  ]\n",
        |document| document.set("/a/-", 3),
        "a: [1, # one\n  3\n  ]\n",
    );
    edits(
        "- [1 # one\n  ]\n",
        |document| document.set("/0/-", 3),
        "- [1, # one\n  3\n  ]\n",
    );
    edits(
        "a: [ # none yet\n  ]\n",
        |document| document.set("/a/-", 3),
        "a: [ # none yet\n  3\n  ]\n",
    );
    edits(
        "[a: # one\n  1]\n",
        |document| document.set("[0].b", 2),
        "[{a: # one\n  1, b: 2}]\n",
    );
    edits(
        "x:\n  # one\n  - 1\n",
        |document| document.insert("x[0]", 0),
        "x:\n  - 0\n  # one\n  - 1\n",
    );
    edits(
        "a:\n  b:\n    c: 1\n    # more of b\nd: 2\n",
        |document| document.set("a.x", 1),
        "a:\n  b:\n    c: 1\n    # more of b\n  x: 1\nd: 2\n",
    );
}

#[test]
fn what_is_taken_out_takes_its_comments_along() {
    let first = |document: &mut Document| document.remove("[0]").map(drop);
    let second = |document: &mut Document| document.remove("[1]").map(drop);
    let b = |document: &mut Document| document.remove("b").map(drop);
    edits(
        "{\n  \"a\": 1 // a\n  ,\"b\": 2 // b\n}\n",
        b,
        "{\n  \"a\": 1 // a\n}\n",
    );
    edits(
        "{\n  \"a\": 1 // a\n  ,\"b\": 2 // b\n}\n",
        |document| document.remove("a").map(drop),
        "{\n  \"b\": 2 // b\n}\n",
    );
    edits("[1 /* one */, /* two */ 2, 3]", first, "[/* two */ 2, 3]");
    edits("[1 /* one */, /* two */ 2, 3]", second, "[1 /* one */, 3]");
    edits("[1 /* one */, 2 /* two */]", second, "[1 /* one */]");
    edits(
        "[\n  1, 2, // two\n  3 // three\n]",
        second,
        "[\n  1,\n  3 // three\n]",
    );
    edits("[\n  1, 2 // two\n]", second, "[\n  1\n]");
    edits(
        "[\n  1,\n  /* two */ 2, /* and\n  more */\n  3\n]",
        second,
        "[\n  1,\n  3\n]",
    );
    edits("[1 // one\n]", first, "[]");
    edits("[ // list\n  1 // one\n]", first, "[ // list\n]");
    edits("[1 # one\n, 2 # two\n]\n", first, "[2 # two\n]\n");
    edits(
        "[1 # one\n# of 2\n, 2 # two\n]\n",
        first,
        "[\n# of 2\n2 # two\n]\n",
    );
    edits("# top\nb: 1 # one\n", b, "# top\n{}\n");
    edits(
        "a: 1\nb:\n  c: 1\n\n  # of b\n# of d\nd: 1\n",
        b,
        "a: 1\n# of d\nd: 1\n",
    );
}

#[test]
fn comments_on_the_lines_of_what_is_set_stay() {
    let set = |new: &'static str| {
        move |document: &mut Document| {
            document.set("a", Document::new(new, Syntax::Yaml)?.value().clone())
        }
    };
    edits(
        "a: | # header\n  one\n  two\nb: 1\n",
        set("z"),
        "a: z # header\nb: 1\n",
    );
    edits(
        "a: |2- # header\n   one\nb: 1\n",
        set("\"x\\ny\""),
        "a: |- # header\n  x\n  y\nb: 1\n",
    );
    edits(
        "a: > # header\n  one\nb: 1\n",
        set("{x: 1}"),
        "a: # header\n  x: 1\nb: 1\n",
    );
    edits(
        "a:\n  | # header\n  one\nb: 1\n",
        set("z"),
        "a:\n  z # header\nb: 1\n",
    );
    edits("a:\n  1 # one\nb: 1\n", set("2"), "a:\n  2 # one\nb: 1\n");
    edits(
        "a:\n  1 # one\nb: 1\n",
        set("[2]"),
        "a:\n  # one\n  - 2\nb: 1\n",
    );
    edits(
        "a:\n  1 # one\nb: 1\n",
        set("\"x\\ny\\n\""),
        "a:\n  | # one\n  x\n  y\nb: 1\n",
    );
    edits("a: !!map # one\n  b: 1\n", set("z"), "a: z # one\n");
    edits("a: !!int # one\n  1\n", set("z"), "a: z # one\n");
    edits(
        "[&x # one\n  1]\n",
        |document| document.set("[0]", 2),
        "[&x # one\n  2]\n",
    );
    edits(
        "[!!int # one\n  1]\n",
        |document| document.set("[0]", "z"),
        "[ # one\n  z]\n",
    );
}

fn new_values() -> impl Strategy<Value = Value> {
    prop_oneof![
        Just(Value::from("new")),
        Just(Value::from("new\nnew\n")),
        Just(Value::from(vec![Value::from("new"), Value::from("new")])),
        Just(Value::from_pairs([(
            Value::from("new"),
            Value::from("new")
        )])),
    ]
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(miri) { 2 } else { 3000 }))]

    #[test]
    fn comments_stay_with_what_they_are_about(
        node in nodes(),
        yaml in any::<bool>(),
        edit in prop_oneof![Just(Edit::Set), Just(Edit::Remove), Just(Edit::Insert), Just(Edit::Push)],
        place in any::<usize>(),
        new in new_values(),
    ) {
        let mut root = node;
        root.number(&mut 0);
        check(&root, yaml, edit, place, &new)?;
    }
}
