//! Turns an edit into replacements of pieces of the text.
//!
//! | room | holds |
//! |---|---|
//! | here | finding the node, and the collection around it |
//! | `flow` | nodes between brackets: all of JSON, and the flow style of YAML |
//! | `gap` | the text between their entries, and the owners of its comments |
//! | `block` | nodes of YAML's block style |
//! | `window` | the part of a changed collection that is read again |

mod block;
mod flow;
mod gap;
mod window;

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::path::{KeyText, Quoted};
use varvel_core::{Error, ErrorKind, Kind, Result};

use crate::edit::{self, Action, Edit};
use crate::memory::{add, copied, joined, list, push};
use crate::outline::{Entry, Form, Node, Outline};
use crate::render::{self, Quotes};
use crate::replacement::{Extent, Replacements};
use crate::style::Style;
use crate::text::{byte, has_break, is_white, line_end, skip_blanks};
use crate::{Ref, Value};

pub use window::Window;

/// An attempt; attempts are made in this order, until a text has the right meaning.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Attempt {
    /// Writes new nodes like their neighbours, and keeps an existing tag.
    Natural,
    /// Removes the tag, which would change the meaning of the new node.
    WithoutTag,
    /// Removes the tag and writes on one line and in quotes, which is valid anywhere.
    Plainest,
}

/// All attempts in order.
pub const ATTEMPTS: &[Attempt] = &[Attempt::Natural, Attempt::WithoutTag, Attempt::Plainest];

/// A text that is being changed.
struct Change<'a> {
    text: &'a str,
    outline: &'a Outline,
    style: &'a Style,
    expected: &'a Value,
    attempt: Attempt,
    /// The numbers of the nodes from the document to the target of the edit.
    nodes: Vec<usize>,
    replacements: Replacements,
}

/// A text after an edit.
pub struct Changed {
    pub text: String,
    /// The part that is read again, if everything that changed is between brackets.
    pub window: Option<Window>,
}

/// Returns the text after an edit. `several` is whether the way begins with the number of a
/// document; `before` is the meaning of the text.
pub fn changed(
    text: &str,
    outline: &Outline,
    style: &Style,
    edit: &Edit,
    several: bool,
    attempt: Attempt,
    before: &Value,
) -> Result<Changed> {
    let mut way = &edit.way[..];
    let mut document = 0;
    if several {
        let documents = matches!(
            (way.len(), &edit.action),
            (0, _) | (1, Action::Remove | Action::Rename(_))
        );
        if documents {
            return Err(Error::expected(
                ErrorKind::Refused,
                "an edit inside of one of the documents",
            )
            .with_hint("documents as a whole are neither added nor taken away"));
        }
        (document, way) = (way[0], &way[1..]);
    }
    let Some(&root) = outline.roots().get(document) else {
        let text = appended(text, style, &edit.expected)?;
        return Ok(Changed { text, window: None });
    };
    let mut change = Change {
        text,
        outline,
        style,
        expected: &edit.expected,
        attempt,
        nodes: list([root].into_iter())?,
        replacements: Replacements::default(),
    };
    change.follow(way, before)?;
    change.make(edit)?;
    // Readers differ on a block scalar that no line break follows.
    let lines = style.syntax.is_yaml() && change.replacements.add_lines_at(text.len());
    let around = change.around_all().filter(|_| !style.syntax.is_yaml());
    let mut out = change.replacements.apply(text)?;
    let window =
        around.map(|(number, depth, extent)| Window::new(outline, number, depth, &extent, &out));
    let window = window.transpose()?;
    if lines && !out.ends_with(['\n', '\r']) {
        out.try_reserve(2).map_err(|_| Error::out_of_memory())?;
        out.push_str(style.line_break);
    }
    Ok(Changed { text: out, window })
}

/// Adds a document to a text without one.
fn appended(text: &str, style: &Style, value: &Value) -> Result<String> {
    let lines = render::lines(value.as_ref(), style, None)?;
    let mut out = copied(text)?;
    if !matches!(text.as_bytes().last(), None | Some(b'\n')) && text != "\u{FEFF}" {
        add(&mut out, style.line_break)?;
    }
    for line in [&lines.head].into_iter().chain(&lines.body) {
        add(&mut out, line)?;
        add(&mut out, style.line_break)?;
    }
    Ok(out)
}

impl<'a> Change<'a> {
    /// Goes to the node that a way leads to.
    fn follow(&mut self, way: &[usize], before: &Value) -> Result {
        for (depth, &number) in way.iter().enumerate() {
            let around = self.target();
            // An edit of another node would mean the same to who reads that alone.
            if !self.style.syntax.is_yaml() {
                let entries = self.outline.entries(around).count();
                let known = edit::node(before, &way[..depth]);
                if known.is_none_or(|node| node.len() != entries) {
                    return Err(Error::new(ErrorKind::Refused));
                }
            }
            if self.form(around) == Form::Alias {
                return Err(alias(self.text, self.node(around)));
            }
            let entry = self.outline.entries(around).nth(number);
            let entry = entry.ok_or_else(|| Error::new(ErrorKind::NotFound))?;
            push(&mut self.nodes, entry.value)?;
        }
        Ok(())
    }

    fn make(&mut self, edit: &Edit) -> Result {
        let target = self.target();
        match &edit.action {
            Action::Replace => {
                let value = self.value(&edit.way)?;
                self.replace(target, value)
            }
            Action::InsertItem(index) => {
                let mut way = list(edit.way.iter().copied())?;
                push(&mut way, *index)?;
                let value = self.value(&way)?;
                self.insert(&edit.way, *index, None, value)
            }
            Action::AddMember => {
                let around = self.value(&edit.way)?;
                let last = around.pairs().next_back();
                let (key, value) = last.ok_or_else(|| Error::new(ErrorKind::NotFound))?;
                self.check_new_key(
                    self.target(),
                    None,
                    key.as_str().unwrap_or_default(),
                    around,
                )?;
                self.insert(&edit.way, around.len() - 1, Some(key), value)
            }
            Action::Remove => {
                let number = *edit.way.last().unwrap_or(&0);
                self.remove(&edit.way, number)
            }
            Action::Rename(key) => {
                let (&number, way) = edit.way.split_last().unwrap_or((&0, &[]));
                let around = self.around();
                let around = around.ok_or_else(|| Error::new(ErrorKind::NotFound))?;
                self.check_new_key(around, Some(number), key, self.value(way)?)?;
                self.rename(number, key)
            }
        }
    }

    /// Returns the smallest collection between brackets in which everything is that changes, how
    /// many steps of the way lead to it, and what changes.
    fn around_all(&self) -> Option<(usize, usize, Extent)> {
        let extent = self.replacements.extent()?;
        let range = &extent.range;
        let holds = |node: Node| {
            let brackets = matches!(node.form, Form::FlowSequence | Form::FlowMapping);
            brackets && node.start < range.start && range.end < node.end
        };
        let depth = (self.nodes.iter()).rposition(|&number| holds(self.node(number)))?;
        Some((self.nodes[depth], depth, extent))
    }

    /// Returns the target of the edit.
    fn target(&self) -> usize {
        self.nodes.last().copied().unwrap_or_default()
    }

    /// Returns the collection around the target.
    fn around(&self) -> Option<usize> {
        self.nodes.iter().rev().nth(1).copied()
    }

    fn node(&self, number: usize) -> Node {
        self.outline.node(number)
    }

    fn form(&self, number: usize) -> Form {
        self.outline.form(number)
    }

    /// Returns the new value of a node.
    fn value(&self, way: &[usize]) -> Result<Ref<'a>> {
        edit::node(self.expected, way).ok_or_else(|| Error::new(ErrorKind::NotFound))
    }

    /// Inserts an entry into the target.
    fn insert(
        &mut self,
        way: &[usize],
        index: usize,
        key: Option<Ref<'a>>,
        value: Ref<'a>,
    ) -> Result {
        let number = self.target();
        let node = self.node(number);
        if node.form == Form::Alias {
            return Err(alias(self.text, node));
        }
        let empty = self.outline.entries(number).next().is_none();
        if node.form == Form::Pair
            && self.attempt == Attempt::Natural
            && let Some(key) = key
        {
            return self.wrap_pair(number, key, value);
        }
        // An empty collection of YAML is written like its surroundings, unless comments are in it.
        let inner = node.start + 1..node.end.saturating_sub(1);
        let plain = empty && !self.is_in_flow(self.around()) && is_white(self.text, inner);
        if (plain || node.form == Form::Pair) && self.style.syntax.is_yaml() {
            let value = self.value(way)?;
            return self.replace(number, value);
        }
        match node.form.is_block() {
            true => self.insert_block(number, index, key, value),
            false => self.insert_flow(number, index, key, value),
        }
    }

    /// Removes the target, which is the entry at `index`.
    fn remove(&mut self, way: &[usize], index: usize) -> Result {
        let around = self
            .around()
            .ok_or_else(|| Error::new(ErrorKind::NotFound))?;
        let form = self.form(around);
        let alone = self.outline.entries(around).nth(1).is_none();
        if alone && (form.is_block() || form == Form::Pair) {
            // The collection stays, but empty.
            let way = way.split_last().map_or(way, |(_, around)| around);
            let value = self.value(way)?;
            self.nodes.pop();
            self.replace(around, value)?;
            if self.nodes.len() == 1 {
                // A comment behind the last entry does not belong to the document.
                let end = self.node(around).end;
                let comment = skip_blanks(self.text, end);
                if byte(self.text, comment) == b'#' {
                    self.replacements
                        .delete(end..line_end(self.text, comment))?;
                }
            }
            return Ok(());
        }
        match form.is_block() {
            true => self.remove_block(around, index),
            false => self.remove_flow(around, index),
        }
    }

    /// Changes the text of the key of the member at `index`.
    fn rename(&mut self, index: usize, key: &str) -> Result {
        let around = self
            .around()
            .ok_or_else(|| Error::new(ErrorKind::NotFound))?;
        let entry = self.outline.entries(around).nth(index);
        let node = entry.and_then(|entry| entry.key).map(|key| self.node(key));
        let node = node.ok_or_else(|| Error::new(ErrorKind::NotFound))?;
        let key = Value::try_string(key)?;
        let quotes = quoted(node.form).filter(|_| self.attempt != Attempt::Plainest);
        let from = match self.attempt {
            Attempt::Natural => node.start,
            Attempt::WithoutTag | Attempt::Plainest => node.outer,
        };
        let explicit = node.slot > node.begin;
        let text = match self.is_in_flow(Some(around)) {
            true => render::flow_key(key.as_ref(), self.style, quotes)?,
            false => self.block_key(key.as_ref(), quotes)?,
        };
        let space = match explicit && from == node.slot || self.at_properties(node, from) {
            true => " ",
            false => "",
        };
        self.replacements
            .replace(from..node.end, joined(&[space, &text])?)?;
        Ok(())
    }

    /// Refuses a new key that a reader of texts could not distinguish from an existing one: beside
    /// `1.50:`, which is a number and has the key `1.5` in paths, `"1.50":` would be the same text.
    /// Ignores the member `but`.
    fn check_new_key(
        &self,
        mapping: usize,
        but: Option<usize>,
        key: &str,
        expected: Ref<'_>,
    ) -> Result {
        let written = |entry: Entry| {
            let node = entry.key.map(|key| self.node(key))?;
            let text = self.text.get(node.start..node.end)?;
            (node.form == Form::Plain && text == key).then_some(node)
        };
        let mut entries = self.outline.entries(mapping).enumerate();
        let twin = entries.find_map(|(number, entry)| {
            let node = written(entry).filter(|_| Some(number) != but)?;
            Some((number, node))
        });
        let Some((number, node)) = twin else {
            return Ok(());
        };
        let known = expected.pairs().nth(number);
        let known = known.map(|(key, _)| KeyText::of(&key)).unwrap_or_default();
        Err(Error::expected(
            ErrorKind::Refused,
            "a key that is not there in this form yet",
        )
        .with_content(format_args!(
            "{}, which is {} in paths",
            Quoted(key),
            Quoted(&known)
        ))
        .with_offset(node.start))
    }

    /// Returns whether a node at `at` needs a space behind the anchor or tag before it.
    fn at_properties(&self, node: Node, at: usize) -> bool {
        node.has_properties() && at == node.properties_end && at == node.start
    }

    /// Replaces a node.
    fn replace(&mut self, number: usize, value: Ref<'a>) -> Result {
        let around = self
            .nodes
            .iter()
            .rev()
            .find(|&&around| around < number && number < self.node(around).next);
        match self.is_in_flow(around.copied()) {
            true => self.replace_flow(number, around.copied(), value),
            false => self.replace_block(number, around.copied(), value),
        }
    }

    /// Returns whether the content of this collection stands between brackets. A document of JSON
    /// counts so.
    fn is_in_flow(&self, around: Option<usize>) -> bool {
        match around {
            None => !self.style.syntax.is_yaml(),
            Some(around) => !self.form(around).is_block(),
        }
    }

    /// Returns the quotes of a new string in place of `node`, or beside it.
    fn quotes(&self, node: Option<Node>, value: Ref<'_>) -> Quotes {
        match self.attempt {
            Attempt::Plainest => Some(Form::Double),
            _ => quoted(node?.form).filter(|_| value.kind() == Kind::String),
        }
    }

    /// Returns the quotes of the last key in a collection.
    fn key_quotes(&self, around: usize) -> Quotes {
        let last = self.outline.entries(around).last()?;
        quoted(self.form(last.key?))
    }

    /// Returns whether the entries of a collection between brackets stand on lines of their own.
    fn is_spread(&self, number: usize) -> bool {
        let node = self.node(number);
        match self.outline.entries(number).next() {
            Some(first) => has_break(self.text, node.start..self.outline.begin(first)),
            None => has_break(self.text, node.start..node.end),
        }
    }

    fn entry(&self, around: usize, index: usize) -> Result<Entry> {
        let entry = self.outline.entries(around).nth(index);
        entry.ok_or_else(|| Error::new(ErrorKind::NotFound))
    }
}

/// Returns the quotes of a scalar.
fn quoted(form: Form) -> Quotes {
    matches!(form, Form::Single | Form::Double).then_some(form)
}

/// Returns the error for a path through an alias: its node is written elsewhere.
#[cold]
fn alias(text: &str, node: Node) -> Error {
    let name = text.get(node.start..node.end).unwrap_or_default();
    Error::expected(
        ErrorKind::Refused,
        "a node that is written where the path leads",
    )
    .with_content(format_args!("the alias {name}"))
    .with_hint("change the node that has the anchor, or set the alias itself to another node")
    .with_offset(node.start)
}
