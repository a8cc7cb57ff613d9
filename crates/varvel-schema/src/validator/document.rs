//! A document in flat lists, so that a schema may look at each node several times and without
//! recursion. Each node keeps its place in the input.

mod fill;

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;
use core::ops::Range;

use varvel_core::path::{KeyText, Quoted, Step};
use varvel_core::{Duplicates, Error, Kind, Result, Source, Timestamp};

pub use fill::Fits;

/// The number of a node. The root is 0, and a parent comes before its children.
///
/// The number of a member with the bit [`KEY`] is the one of its key, which is a string.
pub(super) type Id = u32;

/// The bit of keys.
pub(super) const KEY: Id = 1 << 31;

/// A document.
#[derive(Default)]
pub(super) struct Document {
    nodes: Vec<Node>,
    /// The children of containers, in the order of the document. Those of an object follow once
    /// more, in the order of their keys.
    children: Vec<Id>,
    /// Strings, keys and numbers.
    text: String,
    bytes: Vec<u8>,
}

/// A node.
struct Node {
    data: Data,
    parent: Id,
    place: Place,
    /// The offset in the input.
    offset: usize,
}

/// The place of a node in its parent.
#[derive(Clone, Copy)]
enum Place {
    Root,
    Item(u32),
    /// A member: its key, and the offset of that.
    Member(Span, usize),
}

/// A part of the text or of the bytes.
#[derive(Clone, Copy)]
struct Span {
    start: u32,
    end: u32,
}

#[derive(Clone, Copy)]
enum Data {
    Null,
    Bool(bool),
    Integer(i64),
    /// A finite float. As a number it is the shortest one that is nearest to it.
    Float(f64),
    /// A number of any size, in the grammar of JSON.
    Number(Span),
    /// NaN or an infinity.
    NonFinite(f64),
    String(Span),
    /// A node that JSON does not have, as bytes that tell it from others of its kind.
    Other(Kind, Span),
    /// The first child in the list, and how many there are.
    Array(u32, u32),
    Object(u32, u32),
}

/// The content of a node.
#[derive(Clone, Copy, Debug)]
pub(super) enum Content<'d> {
    Null,
    Bool(bool),
    Number(Number<'d>),
    String(&'d str),
    /// A node that JSON does not have.
    Other(Kind, &'d [u8]),
    Array(&'d [Id]),
    Object(Members<'d>),
}

/// A number.
#[derive(Clone, Copy, Debug)]
pub(super) enum Number<'d> {
    Integer(i64),
    Float(f64),
    Text(&'d str),
    NonFinite(f64),
}

/// The members of an object, each key once.
#[derive(Clone, Copy, Debug)]
pub(super) struct Members<'d> {
    /// In the order of the document.
    pub all: &'d [Id],
    /// In the order of the keys.
    pub by_key: &'d [Id],
}

impl Document {
    /// Reads a document.
    pub fn read<'de, R: Source<'de>>(source: &mut R, duplicates: Duplicates) -> Result<Self> {
        let mut document = Self::default();
        let mut read = Read {
            document: &mut document,
            source,
            duplicates,
            open: Vec::new(),
            pending: Vec::new(),
        };
        read.all()?;
        Ok(document)
    }

    /// Returns how many nodes there are.
    pub fn len(&self) -> usize {
        self.nodes.len()
    }

    /// Returns the content of a node.
    pub fn content(&self, id: Id) -> Content<'_> {
        if id & KEY != 0 {
            return Content::String(self.key(id));
        }
        match self.nodes[id as usize].data {
            Data::Null => Content::Null,
            Data::Bool(value) => Content::Bool(value),
            Data::Integer(value) => Content::Number(Number::Integer(value)),
            Data::Float(value) => Content::Number(Number::Float(value)),
            Data::Number(span) => Content::Number(Number::Text(self.str(span))),
            Data::NonFinite(value) => Content::Number(Number::NonFinite(value)),
            Data::String(span) => Content::String(self.str(span)),
            Data::Other(kind, span) => {
                Content::Other(kind, &self.bytes[span.start as usize..span.end as usize])
            }
            Data::Array(first, count) => Content::Array(self.list(first, count)),
            Data::Object(first, count) => Content::Object(Members {
                all: self.list(first, count),
                by_key: self.list(first + count, count),
            }),
        }
    }

    /// Returns the member of an object that has this key.
    pub fn member(&self, members: Members<'_>, key: &str) -> Option<Id> {
        let by_key = members.by_key;
        let at = by_key.binary_search_by(|id| self.key(*id).cmp(key));
        at.ok().map(|at| by_key[at])
    }

    /// Returns the member of a node that has this key, if the node is an object.
    pub fn get(&self, id: Id, key: &str) -> Option<Id> {
        match self.content(id) {
            Content::Object(members) => self.member(members, key),
            _ => None,
        }
    }

    /// Returns whether a node is an object.
    pub fn is_object(&self, id: Id) -> bool {
        matches!(self.content(id), Content::Object(_))
    }

    /// Returns the key of a member.
    pub fn key(&self, id: Id) -> &str {
        match self.node(id).place {
            Place::Member(key, _) => self.str(key),
            _ => "",
        }
    }

    /// Returns the parent of a node.
    pub fn parent(&self, id: Id) -> Id {
        self.node(id).parent
    }

    /// Returns the offset of a node in the input.
    pub fn offset(&self, id: Id) -> usize {
        let node = self.node(id);
        match node.place {
            Place::Member(_, offset) if id & KEY != 0 => offset,
            _ => node.offset,
        }
    }

    /// Returns the way to a node.
    pub fn path(&self, mut id: Id) -> Vec<Step> {
        let mut steps = Vec::new();
        loop {
            let node = self.node(id);
            steps.push(match node.place {
                Place::Root => break,
                Place::Item(index) => Step::Index(index as usize),
                Place::Member(key, _) => Step::Key(self.str(key).into()),
            });
            id = node.parent;
        }
        steps.reverse();
        steps
    }

    /// Adds the place of a node to an error.
    pub fn at(&self, id: Id, error: Error) -> Error {
        error.with_offset(self.offset(id)).with_path(self.path(id))
    }

    /// Returns a node as a message shows it: a scalar as JSON has it, a container by its kind.
    pub fn shown(&self, id: Id) -> impl fmt::Display + '_ {
        Shown(self.content(id))
    }

    fn node(&self, id: Id) -> &Node {
        &self.nodes[(id & !KEY) as usize]
    }

    fn str(&self, span: Span) -> &str {
        &self.text[span.start as usize..span.end as usize]
    }

    fn list(&self, first: u32, count: u32) -> &[Id] {
        &self.children[first as usize..][..count as usize]
    }

    /// Adds text.
    fn keep(&mut self, text: &str) -> Result<Span> {
        let start = position(self.text.len())?;
        let reserved = self.text.try_reserve(text.len());
        reserved.map_err(|_| Error::out_of_memory())?;
        self.text.push_str(text);
        let end = position(self.text.len())?;
        Ok(Span { start, end })
    }

    fn bytes_data(&mut self, bytes: &[u8]) -> Result<Data> {
        Ok(Data::Other(Kind::Bytes, self.keep_bytes(bytes)?))
    }

    fn timestamp_data(&mut self, time: Timestamp) -> Result<Data> {
        let mut bytes = [0; 12];
        bytes[..8].copy_from_slice(&time.seconds().to_be_bytes());
        bytes[8..].copy_from_slice(&time.nanos().to_be_bytes());
        Ok(Data::Other(Kind::Timestamp, self.keep_bytes(&bytes)?))
    }

    fn keep_bytes(&mut self, bytes: &[u8]) -> Result<Span> {
        let start = position(self.bytes.len())?;
        extend(&mut self.bytes, bytes)?;
        let end = position(self.bytes.len())?;
        Ok(Span { start, end })
    }
}

/// Returns a position in one of the lists, which hold less than 4 GiB each.
fn position(at: usize) -> Result<u32> {
    u32::try_from(at).map_err(|_| Error::too_large(u32::MAX as usize))
}

fn extend<T: Copy>(list: &mut Vec<T>, more: &[T]) -> Result {
    let reserved = list.try_reserve(more.len());
    reserved.map_err(|_| Error::out_of_memory())?;
    list.extend_from_slice(more);
    Ok(())
}

fn push<T>(list: &mut Vec<T>, item: T) -> Result {
    list.try_reserve(1).map_err(|_| Error::out_of_memory())?;
    list.push(item);
    Ok(())
}

/// The reading of a document.
struct Read<'r, R> {
    document: &'r mut Document,
    source: &'r mut R,
    duplicates: Duplicates,
    open: Vec<Open>,
    /// The children of open containers.
    pending: Vec<Id>,
}

/// A container that has not ended.
struct Open {
    id: Id,
    is_array: bool,
    /// The first of its children in the pending ones.
    first: usize,
}

impl<'de, R: Source<'de>> Read<'_, R> {
    fn all(&mut self) -> Result {
        let mut next = Some((0, Place::Root));
        while let Some((parent, place)) = next {
            self.node(parent, place)?;
            next = self.next()?;
        }
        Ok(())
    }

    /// Reads the node here, of a container only its begin.
    fn node(&mut self, parent: Id, place: Place) -> Result {
        // The kind first: looking passes the white space before a node.
        let mut kind = self.source.peek()?;
        let offset = self.source.offset();
        while kind == Kind::Tagged {
            self.source.read_tag()?;
            kind = self.source.peek()?;
        }
        let id = position(self.document.nodes.len())?;
        if id & KEY != 0 {
            return Err(Error::too_many_nodes(KEY as usize));
        }
        let data = match kind {
            Kind::Array => {
                self.source.begin_array()?;
                self.begin(id, true)?
            }
            Kind::Object | Kind::Map => {
                self.source.begin_map()?;
                self.begin(id, false)?
            }
            _ => self.scalar(kind)?,
        };
        let node = Node {
            data,
            parent,
            place,
            offset,
        };
        push(&mut self.document.nodes, node)?;
        if !matches!(place, Place::Root) {
            push(&mut self.pending, id)?;
        }
        Ok(())
    }

    fn begin(&mut self, id: Id, is_array: bool) -> Result<Data> {
        // The node itself becomes a pending child first.
        let first = self.pending.len() + usize::from(id != 0);
        let open = Open {
            id,
            is_array,
            first,
        };
        push(&mut self.open, open)?;
        Ok(Data::Null)
    }

    fn scalar(&mut self, kind: Kind) -> Result<Data> {
        Ok(match kind {
            Kind::Null => {
                self.source.read_null()?;
                Data::Null
            }
            Kind::Bool => Data::Bool(self.source.read_bool()?),
            Kind::String => {
                let text = self.source.read_str()?;
                Data::String(self.document.keep(&text)?)
            }
            Kind::Bytes => {
                let bytes = self.source.read_bytes()?;
                self.document.bytes_data(&bytes)?
            }
            Kind::Timestamp => {
                let time = self.source.read_timestamp()?;
                self.document.timestamp_data(time)?
            }
            _ => match self.source.read_exact_number()? {
                varvel_core::Number::I64(value) => Data::Integer(value),
                varvel_core::Number::F64(value) if !value.is_finite() => Data::NonFinite(value),
                number => {
                    let mut text = String::new();
                    let text = match number {
                        varvel_core::Number::Big(text) | varvel_core::Number::Decimal(text) => text,
                        other => {
                            let _ = fmt::Write::write_fmt(&mut text, format_args!("{other}"));
                            &*text
                        }
                    };
                    Data::Number(self.document.keep(text)?)
                }
            },
        })
    }

    /// Goes on to the next node. Returns its parent and its place there, or `None` at the end.
    fn next(&mut self) -> Result<Option<(Id, Place)>> {
        while let Some(open) = self.open.last() {
            let (id, is_array, first) = (open.id, open.is_array, open.first);
            if is_array {
                if self.source.next_item()? {
                    let index = position(self.pending.len() - first)?;
                    return Ok(Some((id, Place::Item(index))));
                }
            } else if let Some((key, offset)) = self.key()? {
                return Ok(Some((id, Place::Member(key, offset))));
            }
            self.open.pop();
            self.close(id, is_array, first)?;
        }
        Ok(None)
    }

    /// Reads the key of the next member. Returns its text and its offset.
    fn key(&mut self) -> Result<Option<(Span, usize)>> {
        let profile = self.source.profile();
        if !profile.any_keys {
            return self.name();
        }
        if !self.source.next_entry()? {
            return Ok(None);
        }
        let kind = self.source.peek();
        if profile.plain && !matches!(kind, Ok(Kind::Array | Kind::Object | Kind::Map)) {
            // The text of a scalar is a name, whatever it means.
            return self.name();
        }
        if kind? == Kind::String {
            let key = self.source.read_str()?;
            let key = self.document.keep(&key)?;
            return Ok(Some((key, self.source.key_offset())));
        }
        let offset = self.source.offset();
        let mut text = KeyText::new();
        self.source.drive(&mut text)?;
        Ok(Some((self.document.keep(&text.finish())?, offset)))
    }

    fn name(&mut self) -> Result<Option<(Span, usize)>> {
        let Some(key) = self.source.next_name()? else {
            return Ok(None);
        };
        let key = self.document.keep(&key)?;
        Ok(Some((key, self.source.key_offset())))
    }

    /// Ends a container.
    fn close(&mut self, id: Id, is_array: bool, first: usize) -> Result {
        let start = position(self.document.children.len())?;
        if is_array {
            let items = &self.pending[first..];
            extend(&mut self.document.children, items)?;
            let count = position(items.len())?;
            self.document.nodes[id as usize].data = Data::Array(start, count);
            self.pending.truncate(first);
            return Ok(());
        }
        let mut by_key = Vec::new();
        extend(&mut by_key, &self.pending[first..])?;
        // Equal keys stay in the order of the document.
        let document = &*self.document;
        by_key.sort_by(|a, b| document.key(*a).cmp(document.key(*b)));
        let same = |a: Id, b: Id| document.key(a) == document.key(b);
        if let Some(pair) = by_key.windows(2).find(|pair| same(pair[0], pair[1])) {
            if self.duplicates == Duplicates::Error {
                let again = by_key.windows(2).filter(|pair| same(pair[0], pair[1]));
                let again = again.map(|pair| pair[1]).min().unwrap_or(pair[1]);
                let error = Error::duplicate_key(document.key(again));
                let error = error.with_offset(document.offset(again | KEY));
                return Err(error.with_path(document.path(again)));
            }
            let last = self.duplicates == Duplicates::Last;
            let kept = |range: Range<usize>| if last { range.end - 1 } else { range.start };
            let mut left = Vec::new();
            let mut start = 0;
            while start < by_key.len() {
                let run = by_key[start..].iter();
                let end = start + run.take_while(|id| same(**id, by_key[start])).count();
                push(&mut left, by_key[kept(start..end)])?;
                start = end;
            }
            by_key = left;
            let mut all = by_key.clone();
            all.sort_unstable();
            self.pending.truncate(first);
            extend(&mut self.pending, &all)?;
        }
        let count = position(by_key.len())?;
        extend(&mut self.document.children, &self.pending[first..])?;
        extend(&mut self.document.children, &by_key)?;
        self.document.nodes[id as usize].data = Data::Object(start, count);
        self.pending.truncate(first);
        Ok(())
    }
}

/// Returns a text as a message shows it: a long one without its middle.
pub(super) fn shortened(text: &str) -> Cow<'_, str> {
    const WHOLE: usize = 60;
    const START: usize = 40;
    const END: usize = 15;
    if text.char_indices().nth(WHOLE).is_none() {
        return Cow::Borrowed(text);
    }
    let at = |found: Option<(usize, char)>| found.map_or(0, |(at, _)| at);
    let start = at(text.char_indices().nth(START));
    let end = at(text.char_indices().nth_back(END - 1));
    Cow::Owned(format!("{}…{}", &text[..start], &text[end..]))
}

/// A node as a message shows it.
struct Shown<'d>(Content<'d>);

impl fmt::Display for Shown<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            Content::Null => f.write_str("null"),
            Content::Bool(value) => write!(f, "{value}"),
            Content::Number(Number::Text(text)) => f.write_str(&shortened(text)),
            Content::Number(number) => number.fmt(f),
            Content::String(text) => Quoted(text).fmt(f),
            Content::Other(kind, _) => f.write_str(kind.name()),
            Content::Array(items) => write!(f, "an array of {}", items.len()),
            Content::Object(members) => match members.all.len() {
                1 => f.write_str("an object of 1 member"),
                count => write!(f, "an object of {count} members"),
            },
        }
    }
}

impl fmt::Display for Number<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Integer(value) => write!(f, "{value}"),
            Self::Float(value) => varvel_core::Number::F64(*value).fmt(f),
            Self::Text(text) => f.write_str(text),
            Self::NonFinite(value) if value.is_nan() => f.write_str("NaN"),
            Self::NonFinite(value) if *value < 0.0 => f.write_str("-Infinity"),
            Self::NonFinite(_) => f.write_str("Infinity"),
        }
    }
}
