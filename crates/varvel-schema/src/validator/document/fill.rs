//! [`Fits`]: documents that come as events, one after the other, into the same memory.

use alloc::vec::Vec;
use core::fmt;

use varvel_core::{
    Bytes, Error, ErrorKind, Limits, Number, Profile, Result, Sink, Str, Tag, Timestamp,
};

use super::{Data, Document, Id, KEY, Node, Open, Place, Span, extend, position, push};
use crate::validator::Validator;
use crate::validator::check::Check;

/// A sink that takes a document, and then tells whether it fits a schema. It keeps its memory for
/// the next one, so a document like those before it takes no allocation.
///
/// It is faster than [`Validator::fits`], but knows nothing of places. It does not take keys that
/// are no strings, nor keys that come twice.
///
/// ```
/// use varvel::json;
/// use varvel::schema::{Fits, Validator};
/// let schema: Validator = json::from_str(r#"{"required": ["id"]}"#)?;
/// let mut fits = Fits::new(&schema);
/// let mut found = Vec::new();
/// for line in [r#"{"id": 1}"#, r#"{"it": 2}"#] {
///     fits.begin();
///     json::drive(line.as_bytes(), &Default::default(), &mut fits)?;
///     found.push(fits.look()?);
/// }
/// assert_eq!(found, [true, false]);
/// # Ok::<(), varvel::Error>(())
/// ```
pub struct Fits<'s> {
    schema: &'s Validator,
    document: Document,
    open: Vec<Open>,
    /// The children of open containers.
    pending: Vec<Id>,
    /// The key of the value that comes next.
    key: Option<Span>,
    /// The order of the keys of each of the first objects of a document.
    orders: Vec<Vec<u32>>,
    /// The number of the next object that ends.
    object: usize,
}

/// The most objects of a document whose order of keys is kept, and the most keys of each.
const KEPT: usize = 256;

impl<'s> Fits<'s> {
    /// Makes a check by a schema.
    pub fn new(schema: &'s Validator) -> Self {
        Self {
            schema,
            document: Document::default(),
            open: Vec::new(),
            pending: Vec::new(),
            key: None,
            orders: Vec::new(),
            object: 0,
        }
    }

    /// Begins a document, and forgets the one before.
    pub fn begin(&mut self) {
        self.document.nodes.clear();
        self.document.children.clear();
        self.document.text.clear();
        self.document.bytes.clear();
        self.open.clear();
        self.pending.clear();
        (self.key, self.object) = (None, 0);
    }

    /// Returns whether the document that came fits.
    ///
    /// # Errors
    /// `InvalidEvents` if no whole document came; the errors of [`Validator::fits`] that are not
    /// about the source.
    pub fn look(&mut self) -> Result<bool> {
        if self.document.nodes.is_empty() || !self.open.is_empty() {
            return Err(Error::new(ErrorKind::InvalidEvents));
        }
        Check::new(self.schema, &self.document, 0).fits()
    }

    /// Adds a node, of a container only its begin. Returns its number.
    #[inline]
    fn node(&mut self, data: Data) -> Result<Id> {
        let id = position(self.document.nodes.len())?;
        if id & KEY != 0 {
            return Err(Error::too_many_nodes(KEY as usize));
        }
        let (parent, place) = match self.open.last() {
            None => (0, Place::Root),
            Some(open) if open.is_array => {
                let index = position(self.pending.len() - open.first)?;
                (open.id, Place::Item(index))
            }
            Some(open) => {
                let key = self.key.take();
                let key = key.ok_or_else(|| Error::new(ErrorKind::InvalidEvents))?;
                (open.id, Place::Member(key, 0))
            }
        };
        let node = Node {
            data,
            parent,
            place,
            offset: 0,
        };
        if !matches!(place, Place::Root) {
            push(&mut self.pending, id)?;
        }
        push(&mut self.document.nodes, node)?;
        Ok(id)
    }

    fn begin_container(&mut self, is_array: bool) -> Result {
        let id = self.node(Data::Null)?;
        let first = self.pending.len();
        push(
            &mut self.open,
            Open {
                id,
                is_array,
                first,
            },
        )
    }

    fn number(&mut self, number: &Number<'_>) -> Result {
        let start = position(self.document.text.len())?;
        let written = fmt::Write::write_fmt(&mut self.document.text, format_args!("{number}"));
        written.map_err(|_| Error::out_of_memory())?;
        let end = position(self.document.text.len())?;
        self.node(Data::Number(Span { start, end })).map(drop)
    }

    /// Adds the members of an object in the order of their keys. They are most likely in the same
    /// order as those of the object in this place of the document before.
    fn sort(&mut self, first: usize) -> Result {
        let members = &self.pending[first..];
        let document = &mut self.document;
        let object = self.object;
        self.object += 1;
        if members.len() < 2 {
            return extend(&mut document.children, members);
        }
        if object < KEPT && self.orders.len() <= object {
            self.orders.resize_with(object + 1, Vec::new);
        }
        let start = document.children.len();
        if let Some(order) = self
            .orders
            .get(object)
            .filter(|of| of.len() == members.len())
        {
            for &at in order {
                push(&mut document.children, members[at as usize])?;
            }
            if is_sorted(document, start) {
                return Ok(());
            }
            document.children.truncate(start);
        }
        extend(&mut document.children, members)?;
        let mut sorted = core::mem::take(&mut document.children);
        sorted[start..].sort_unstable_by(|a, b| document.key(*a).cmp(document.key(*b)));
        document.children = sorted;
        if !is_sorted(document, start) {
            return Err(Error::new(ErrorKind::DuplicateKey));
        }
        if let Some(order) = self
            .orders
            .get_mut(object)
            .filter(|_| members.len() <= KEPT)
        {
            order.clear();
            for id in &document.children[start..] {
                // Members are pending in the order of their numbers.
                let at = members.binary_search(id).unwrap_or_default();
                push(order, at as u32)?;
            }
        }
        Ok(())
    }
}

/// Returns whether the children from `start` on have keys in order, each once.
fn is_sorted(document: &Document, start: usize) -> bool {
    let mut pairs = document.children[start..].windows(2);
    pairs.all(|pair| document.key(pair[0]) < document.key(pair[1]))
}

impl<'de> Sink<'de> for Fits<'_> {
    fn nest(&mut self) -> Result {
        let most = Limits::DEFAULT.depth;
        match self.open.len() < most {
            true => Ok(()),
            false => Err(Error::type_too_deep(most)),
        }
    }

    fn null(&mut self) -> Result {
        self.node(Data::Null).map(drop)
    }

    fn bool(&mut self, value: bool) -> Result {
        self.node(Data::Bool(value)).map(drop)
    }

    #[inline]
    fn i64(&mut self, value: i64) -> Result {
        self.node(Data::Integer(value)).map(drop)
    }

    fn u64(&mut self, value: u64) -> Result {
        match i64::try_from(value) {
            Ok(value) => self.i64(value),
            Err(_) => self.number(&Number::U64(value)),
        }
    }

    #[inline]
    fn f64(&mut self, value: f64) -> Result {
        let data = match value.is_finite() {
            true => Data::Float(value),
            false => Data::NonFinite(value),
        };
        self.node(data).map(drop)
    }

    fn f32(&mut self, value: f32) -> Result {
        self.f64(value.into())
    }

    fn big_integer(&mut self, digits: &str) -> Result {
        let span = self.document.keep(digits)?;
        self.node(Data::Number(span)).map(drop)
    }

    fn decimal(&mut self, text: &str) -> Result {
        let span = self.document.keep(text)?;
        self.node(Data::Number(span)).map(drop)
    }

    #[inline]
    fn str(&mut self, value: Str<'de, '_>) -> Result {
        let span = self.document.keep(&value)?;
        self.node(Data::String(span)).map(drop)
    }

    fn bytes(&mut self, value: Bytes<'de, '_>) -> Result {
        let data = self.document.bytes_data(&value)?;
        self.node(data).map(drop)
    }

    fn timestamp(&mut self, value: Timestamp) -> Result {
        let data = self.document.timestamp_data(value)?;
        self.node(data).map(drop)
    }

    /// A schema knows nothing of tags.
    fn tag(&mut self, _: Tag) -> Result {
        Ok(())
    }

    fn begin_array(&mut self, _: Option<usize>) -> Result {
        self.begin_container(true)
    }

    fn end_array(&mut self) -> Result {
        let open = self.open.pop().filter(|open| open.is_array);
        let open = open.ok_or_else(|| Error::new(ErrorKind::InvalidEvents))?;
        let start = position(self.document.children.len())?;
        let items = &self.pending[open.first..];
        extend(&mut self.document.children, items)?;
        self.document.nodes[open.id as usize].data = Data::Array(start, position(items.len())?);
        self.pending.truncate(open.first);
        Ok(())
    }

    fn begin_map(&mut self, _: Option<usize>) -> Result {
        self.begin_container(false)
    }

    #[inline]
    fn key(&mut self, key: Str<'de, '_>) -> Result {
        self.key = Some(self.document.keep(&key)?);
        Ok(())
    }

    fn any_key(&mut self) -> Result {
        let expected = "keys that are strings";
        Err(Error::expected(ErrorKind::Unrepresentable, expected))
    }

    fn end_map(&mut self) -> Result {
        let open = self.open.pop().filter(|open| !open.is_array);
        let open = open.ok_or_else(|| Error::new(ErrorKind::InvalidEvents))?;
        let start = position(self.document.children.len())?;
        let members = &self.pending[open.first..];
        let count = position(members.len())?;
        extend(&mut self.document.children, members)?;
        self.sort(open.first)?;
        self.document.nodes[open.id as usize].data = Data::Object(start, count);
        self.pending.truncate(open.first);
        Ok(())
    }

    fn profile(&self) -> Profile {
        Profile::TREE
    }
}

impl fmt::Debug for Fits<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Fits")
            .field("schema", &self.schema)
            .finish_non_exhaustive()
    }
}
