//! [`Handlers`]: custom codecs for all nodes of a schema that a predicate picks.
//!
//! The schema of a type tells where its parts are. A document is read along it into a recording, in
//! which the handler of a picked node replaces it; the type is read from the recording. Writing
//! goes the other way round. Types that are read without handlers pay nothing for this.
//!
//! | room | holds |
//! |---|---|
//! | `follow` | reads a document along a schema |
//! | `unions` | finds the variant of a union |

mod follow;
mod unions;

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;

use varvel_core::recording::Recording;
use varvel_core::{Decode, Encode, Profile, Result, Sink, Source};

use crate::described::Described;
use crate::schema::{Node, NodeId, Schema, Type};
use follow::{Fits, Follow, offset_of};

type Which = Box<dyn Fn(&Node) -> bool + Send + Sync>;
type Convert = Box<dyn Fn(&Recording, Profile) -> Result<Recording> + Send + Sync>;

/// Replaces the nodes that a predicate picks.
struct Handler {
    which: Which,
    convert: Convert,
}

/// Codecs for types that a predicate picks by their schema: by their names, for instance. If a type
/// has one form everywhere, implement [`Encode`] and [`Decode`] for it; for one field, use
/// `#[varvel(with = …)]`.
///
/// ```
/// use varvel::schema::{Described, Describer, Handlers, Node, NodeId, Recording, Type};
/// use varvel::{Error, ErrorKind, Result};
/// # use varvel::{Decode, Encode, Sink, Source};
/// /// Red, green, blue; written as an array.
/// #[derive(Debug, PartialEq)]
/// struct SkyColor([u8; 3]);
/// # impl Described for SkyColor {
/// #     fn describe(schema: &mut Describer) -> NodeId {
/// #         schema.define_named::<Self>("", |schema| Type::Alias(<[u8; 3]>::describe(schema)))
/// #     }
/// # }
/// # impl<'de, C: ?Sized> Decode<'de, C> for SkyColor {
/// #     fn decode<R: Source<'de>>(source: &mut R, c: &C) -> Result<Self> { Decode::decode(source, c).map(Self) }
/// # }
/// # impl<C: ?Sized> Encode<C> for SkyColor {
/// #     fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, c: &C) -> Result { self.0.encode(sink, c) }
/// # }
/// let is_color = |node: &Node| node.name.as_deref().is_some_and(|name| name.ends_with("Color"));
/// let handlers = Handlers::new()
///     .read(is_color, |text: String| {
///         let hex = text.strip_prefix('#').and_then(|hex| u32::from_str_radix(hex, 16).ok());
///         let hex = hex.ok_or_else(|| Error::expected(ErrorKind::TypeMismatch, "a colour as `#RRGGBB`"))?;
///         Ok([(hex >> 16) as u8, (hex >> 8) as u8, hex as u8])
///     })
///     .write(is_color, |[r, g, b]: [u8; 3]| Ok(format!("#{r:02X}{g:02X}{b:02X}")));
/// let codec = handlers.codec::<Vec<SkyColor>>();
///
/// let document = Recording::of(&["#0080FF"])?;
/// let skies = codec.decode(&mut document.source())?;
/// assert_eq!(skies, [SkyColor([0, 128, 255])]);
/// let mut written = Recording::default();
/// codec.encode(&skies, &mut written)?;
/// assert_eq!(written, document);
/// # Ok::<(), Error>(())
/// ```
#[derive(Default)]
pub struct Handlers {
    readers: Vec<Handler>,
    writers: Vec<Handler>,
}

impl Handlers {
    /// Returns handlers that replace nothing.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds a handler for reading. In place of a node that `which` picks, the document has an `A`;
    /// `read` makes the value from it that the type reads. The first handler that picks a node is
    /// used. No handler is used inside a node that is replaced.
    #[must_use]
    pub fn read<A, B>(
        mut self,
        which: impl Fn(&Node) -> bool + Send + Sync + 'static,
        read: impl Fn(A) -> Result<B> + Send + Sync + 'static,
    ) -> Self
    where
        A: for<'de> Decode<'de>,
        B: Encode,
    {
        self.readers.push(handler(which, read));
        self
    }

    /// Adds a handler for writing. In place of a node that `which` picks, the type writes an `A`;
    /// `write` makes the value from it that goes into the document.
    #[must_use]
    pub fn write<A, B>(
        mut self,
        which: impl Fn(&Node) -> bool + Send + Sync + 'static,
        write: impl Fn(A) -> Result<B> + Send + Sync + 'static,
    ) -> Self
    where
        A: for<'de> Decode<'de>,
        B: Encode,
    {
        self.writers.push(handler(which, write));
        self
    }

    /// Returns the codec of a type with these handlers. It calls the predicates once for each node
    /// of the schema.
    pub fn codec<T: Described>(&self) -> HandledCodec<'_, T> {
        let schema = Schema::of::<T>();
        HandledCodec {
            readers: Picked::of(&self.readers, &schema),
            writers: Picked::of(&self.writers, &schema),
            schema,
            of: PhantomData,
        }
    }
}

/// The handlers of the nodes of a schema.
struct Picked<'h> {
    handlers: &'h [Handler],
    /// The handler that replaces each node, if any.
    by_node: Vec<Option<usize>>,
    /// Whether each node has to be followed, since something in it may be replaced; all other nodes
    /// are copied as a whole.
    followed: Vec<bool>,
}

impl<'h> Picked<'h> {
    fn of(handlers: &'h [Handler], schema: &Schema) -> Self {
        let of = |node: &Node| handlers.iter().position(|handler| (handler.which)(node));
        let by_node: Vec<_> = schema.nodes().map(|(_, node)| of(node)).collect();
        // A number that is read as a 64-bit float is rounded. Nodes with more or fewer digits are
        // followed, to avoid that.
        let is_exact = |node: &Node| matches!(node.ty, Type::Number | Type::Float { bits: 32 });
        let mut followed: Vec<bool> = schema
            .nodes()
            .zip(&by_node)
            .map(|((_, node), handler)| handler.is_some() || is_exact(node))
            .collect();
        // A node that contains one of these is followed, too: repeat until nothing changes.
        loop {
            let mut changed = false;
            for (id, node) in schema.nodes() {
                let parts = node.ty.parts();
                if !followed[id.index()] && parts.iter().any(|part| followed[part.index()]) {
                    followed[id.index()] = true;
                    changed = true;
                }
            }
            if !changed {
                break;
            }
        }
        Self {
            handlers,
            by_node,
            followed,
        }
    }

    /// Returns the handler of a node.
    fn handler(&self, id: NodeId) -> Option<&Handler> {
        Some(&self.handlers[self.by_node[id.index()]?])
    }
}

fn handler<A, B>(
    which: impl Fn(&Node) -> bool + Send + Sync + 'static,
    convert: impl Fn(A) -> Result<B> + Send + Sync + 'static,
) -> Handler
where
    A: for<'de> Decode<'de>,
    B: Encode,
{
    Handler {
        which: Box::new(which),
        convert: Box::new(move |from, profile| {
            let value = convert(A::decode(&mut from.source(), &())?)?;
            let mut to = Recording::new(profile);
            value.encode(&mut to, &())?;
            Ok(to)
        }),
    }
}

/// A codec of a type with [`Handlers`]; [`Handlers::codec`] makes it, once for many documents.
pub struct HandledCodec<'h, T> {
    schema: Schema,
    readers: Picked<'h>,
    writers: Picked<'h>,
    of: PhantomData<fn() -> T>,
}

impl<T: Described> HandledCodec<'_, T> {
    /// Reads the node that stands at `source`. The events of the whole node are held in memory.
    ///
    /// # Errors
    /// Returns the errors of the source, of the type and of the handlers, with their places in the
    /// document.
    pub fn decode<'de, R: Source<'de>>(&self, source: &mut R) -> Result<T>
    where
        T: for<'any> Decode<'any>,
    {
        let start = source.mark();
        let mut follow = Follow::new(&self.schema, &self.readers, Fits::After, Profile::TREE);
        follow.node(self.schema.root(), source)?;
        let document = follow.out;
        let mut events = document.source();
        T::decode(&mut events, &()).map_err(|error| {
            let path = document.path_to(error.offset().unwrap_or_else(|| events.offset()));
            let at = source.rewind(start).and_then(|()| offset_of(&path, source));
            match at {
                Ok(at) => error.with_offset(at),
                Err(_) => error.without_offset(),
            }
            .or_path(|| path)
        })
    }

    /// Writes `value` into `sink`.
    ///
    /// # Errors
    /// Returns the errors of the value, of the handlers and of the sink.
    pub fn encode<S: for<'a> Sink<'a>>(&self, value: &T, sink: &mut S) -> Result
    where
        T: Encode,
    {
        let mut whole = Recording::new(sink.profile());
        value.encode(&mut whole, &())?;
        let mut follow = Follow::new(&self.schema, &self.writers, Fits::Before, sink.profile());
        let followed = follow.node(self.schema.root(), &mut whole.source());
        followed.map_err(varvel_core::Error::without_offset)?;
        follow.out.encode(sink, &())
    }
}
