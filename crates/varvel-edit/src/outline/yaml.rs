//! Finds the nodes of a YAML text, from its events and the signs between them.

use alloc::vec::Vec;

use varvel_core::{Error, Result};
use varvel_yaml::ReadOptions;
use varvel_yaml::read::events::{CollectionStyle, Event, Events, Style};

use super::{Form, Node, Outline};
use crate::text::{Comments, byte, line_end, next_token};

/// An open collection.
struct Open {
    number: usize,
    /// The number of nodes that were added to it.
    count: usize,
}

struct Builder<'a> {
    text: &'a str,
    events: Events<'a>,
    outline: Outline,
    open: Vec<Open>,
    /// The end of the text that was looked at.
    at: usize,
}

/// Returns the nodes of `text`.
pub fn outline(text: &str, options: &ReadOptions) -> Result<Outline> {
    let mut builder = Builder {
        text,
        events: Events::with_options(text.as_bytes(), options)?,
        outline: Outline::default(),
        open: Vec::new(),
        at: 0,
    };
    loop {
        let event = builder.events.next()?;
        match event {
            Event::StreamEnd => return Ok(builder.outline),
            Event::DocumentStart { explicit } => {
                // The marker between documents has three characters.
                builder.at = builder.events.offset() + 3 * usize::from(explicit);
            }
            Event::DocumentEnd { .. } => builder.at = builder.events.position(),
            Event::SequenceEnd | Event::MappingEnd => builder.close()?,
            Event::Scalar(style) => {
                let form = match style {
                    Style::Plain => Form::Plain,
                    Style::SingleQuoted => Form::Single,
                    Style::DoubleQuoted => Form::Double,
                    Style::Literal | Style::Folded => Form::Lines,
                };
                builder.node(form)?;
            }
            Event::Alias => builder.node(Form::Alias)?,
            Event::SequenceStart(CollectionStyle::Block) => builder.node(Form::BlockSequence)?,
            Event::SequenceStart(CollectionStyle::Flow) => builder.node(Form::FlowSequence)?,
            Event::MappingStart(CollectionStyle::Block) => builder.node(Form::BlockMapping)?,
            Event::MappingStart(CollectionStyle::Flow) => builder.node(Form::FlowMapping)?,
        }
    }
}

/// Returns whether a block scalar that keeps its last line break ends `text`. Only a `-` behind the
/// sign removes that line break.
pub fn ends_in_block_scalar(text: &str, outline: &Outline) -> bool {
    let mut nodes = (0..outline.len()).rev().map(|number| outline.node(number));
    nodes
        .find(|node| node.form == Form::Lines)
        .is_some_and(|node| {
            let header = line_end(text, node.start);
            let sign = text.get(node.start..header).unwrap_or_default();
            let sign = sign.split([' ', '\t']).next().unwrap_or_default();
            header < node.end && node.end == text.len() && !sign.contains('-')
        })
}

impl Builder<'_> {
    fn node(&mut self, form: Form) -> Result {
        let mut start = self.events.offset();
        let properties = self.events.properties();
        let outer = properties.map_or(start, |span| span.start);
        let properties_end = properties.map_or(start, |span| span.end);
        if let Some(around) = self.open.last() {
            // A pair begins where its key begins.
            let node = self.outline.node(around.number);
            if around.count == 0 && node.form == Form::FlowMapping && outer == node.start {
                self.outline.nodes.set_form(around.number, Form::Pair);
                self.at = node.start;
            }
        }
        let role = self.role();
        let sign = self.sign(role, outer);
        let raw_end = match role {
            Role::Key if form != Form::Lines && sign.is_none() && self.in_block() => {
                self.before_colon(start)
            }
            _ => self.events.position(),
        };
        let mut end = self.scalar_end(form, start, raw_end);
        let (mut begin, mut slot) = match sign {
            Some(sign) => (sign, sign + 1),
            None => (outer, outer),
        };
        let unwritten = form == Form::Plain && end <= start;
        if unwritten && properties.is_some() {
            (start, end) = (properties_end, properties_end);
        } else if unwritten {
            // An unwritten node stands where it would be written, wherever the next token is.
            match (sign, role) {
                (Some(_), _) => {}
                (None, Role::Value | Role::Root) => (begin, slot) = (self.at, self.at),
                (None, _) => (begin, slot) = (start, start),
            }
            (start, end) = (slot, slot);
        }
        if role == Role::Root && !unwritten {
            // Starts at `---`, if the document has one.
            (begin, slot) = (self.at, self.at);
        }
        let number = self.outline.nodes.add(Node {
            form,
            begin,
            slot,
            outer: match unwritten && properties.is_none() {
                true => start,
                false => outer,
            },
            properties_end: match unwritten && properties.is_none() {
                true => start,
                false => properties_end,
            },
            start,
            end,
            next: self.outline.nodes.len() + 1,
        })?;
        match self.open.last_mut() {
            Some(around) => around.count += 1,
            None => self.outline.add_root(number)?,
        }
        self.at = match form {
            Form::BlockSequence | Form::BlockMapping => start,
            // For a pair without a bracket, its first key corrects this.
            Form::FlowSequence | Form::FlowMapping => start + 1,
            _ => end.max(slot),
        };
        if form == Form::FlowMapping && byte(self.text, start) != b'{' {
            self.outline.nodes.set_form(number, Form::Pair);
            self.at = start;
        }
        if !matches!(
            form,
            Form::Plain | Form::Single | Form::Double | Form::Lines | Form::Alias
        ) {
            self.open
                .try_reserve(1)
                .map_err(|_| Error::out_of_memory())?;
            self.open.push(Open { number, count: 0 });
        }
        Ok(())
    }

    fn close(&mut self) -> Result {
        let Some(closed) = self.open.pop() else {
            return Ok(());
        };
        if let Form::FlowSequence | Form::FlowMapping = self.outline.nodes.form(closed.number) {
            self.at = self.events.position();
        }
        self.outline.nodes.close(closed.number, self.at)
    }

    fn in_block(&self) -> bool {
        let around = self.open.last();
        around.is_some_and(|around| self.outline.nodes.form(around.number).is_block())
    }

    /// Returns the role of the next node in the collection around it.
    fn role(&self) -> Role {
        let Some(around) = self.open.last() else {
            return Role::Root;
        };
        match self.outline.nodes.form(around.number) {
            Form::BlockSequence => Role::Entry,
            form if !form.is_mapping() => Role::Item,
            _ if around.count.is_multiple_of(2) => Role::Key,
            _ => Role::Value,
        }
    }

    /// Returns the place of the sign that belongs to the node, before `until`: `-`, `?` or `:`.
    fn sign(&self, role: Role, until: usize) -> Option<usize> {
        let mut at = self.at;
        loop {
            at = next_token(self.text, at, Comments::Hash);
            if at >= until {
                return None;
            }
            match (byte(self.text, at), role) {
                (b'-', Role::Entry) | (b'?', Role::Key) | (b':', Role::Value) => return Some(at),
                (b',', _) => at += 1,
                _ => return None,
            }
        }
    }

    /// Returns the end of a key whose colon was read already.
    fn before_colon(&self, start: usize) -> usize {
        let position = self.events.position();
        let raw = self.text.get(start..position).unwrap_or_default();
        start + raw.strip_suffix(':').unwrap_or(raw).len()
    }

    /// Returns where a scalar or an alias ends that was read up to `position`, which may be that of
    /// the next token.
    fn scalar_end(&self, form: Form, start: usize, position: usize) -> usize {
        let raw = self.text.get(start..position).unwrap_or_default();
        if form != Form::Lines {
            return start + raw.trim_ascii_end().len();
        }
        let header = raw.get(..raw.len().min(3)).unwrap_or_default();
        let keep = header.split(['\n', '\r']).next().unwrap_or_default();
        // A line with more spaces than its indentation is not empty.
        let text = self.events.text();
        let spaces = text.trim_end_matches('\n').ends_with([' ', '\t']);
        match keep.contains('+') || spaces {
            // The empty lines at its end belong to it.
            true => {
                let last = raw.strip_suffix('\n').unwrap_or(raw);
                start + last.strip_suffix('\r').unwrap_or(last).len()
            }
            false => start + raw.trim_ascii_end().len(),
        }
    }
}

/// The role of a node in the collection around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Role {
    /// A document.
    Root,
    /// An entry behind the `-` of a block sequence.
    Entry,
    /// An item of a flow sequence.
    Item,
    Key,
    Value,
}
