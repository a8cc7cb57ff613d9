//! [`Handlers`]: custom codecs for all nodes of a schema that a predicate picks.
//!
//! A type says by its schema where its parts stand. A document is read along that into a recording,
//! in which each node that a predicate picks is replaced by what its handler makes of it; the type
//! is read from the recording. Writing goes the other way round. Types without handlers are read as
//! ever, so whoever does not use this does not pay for it.
//!
//! | room | holds |
//! |---|---|
//! | `follow` | reading along a schema |
//! | `unions` | which variant is there |

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

/// What replaces nodes that a predicate picks.
struct Handler {
    which: Which,
    convert: Convert,
}

/// Codecs for types that are picked by what the schema says of them: by their names, for instance.
/// A type that is the same everywhere is better off with an [`Encode`] and a [`Decode`] of its own,
/// one field with `#[varvel(with = …)]`.
///
/// ```
/// use varvel_core::{Error, ErrorKind, Result};
/// use varvel_schema::{Described, Describer, Handlers, Node, NodeId, Recording, Type};
/// # use varvel_core::{Decode, Encode, Sink, Source};
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
    /// None yet.
    pub fn new() -> Self {
        Self::default()
    }

    /// Where a node is that `which` picks, the document has an `A`; what `read` makes of it is what
    /// the type reads there. Of several handlers that pick a node the first is asked. Inside of
    /// what it replaces no handler is asked.
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

    /// Where a node is that `which` picks, the type writes an `A`; what `write` makes of it goes
    /// into the document.
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

    /// The codec of a type with these handlers. The predicates are asked here, once for each node
    /// of its schema.
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

/// What handlers do with the nodes of a schema.
struct Picked<'h> {
    handlers: &'h [Handler],
    /// For each node the handler that replaces it.
    by_node: Vec<Option<usize>>,
    /// For each node whether something in it has to be looked at; all else is taken over as a
    /// whole.
    followed: Vec<bool>,
}

impl<'h> Picked<'h> {
    fn of(handlers: &'h [Handler], schema: &Schema) -> Self {
        let of = |node: &Node| handlers.iter().position(|handler| (handler.which)(node));
        let by_node: Vec<_> = schema.nodes().map(|(_, node)| of(node)).collect();
        // A number that is read as a 64-bit float is rounded: not for those that have more or fewer
        // digits.
        let is_exact = |node: &Node| matches!(node.ty, Type::Number | Type::Float { bits: 32 });
        let mut followed: Vec<bool> = schema
            .nodes()
            .zip(&by_node)
            .map(|((_, node), handler)| handler.is_some() || is_exact(node))
            .collect();
        // Whoever holds one of these is one, too: until nothing changes.
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

    /// What replaces a node.
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

/// Reads and writes a type with [`Handlers`]; made by [`Handlers::codec`], once for many documents.
pub struct HandledCodec<'h, T> {
    schema: Schema,
    readers: Picked<'h>,
    writers: Picked<'h>,
    of: PhantomData<fn() -> T>,
}

impl<T: Described> HandledCodec<'_, T> {
    /// Reads the node that stands at `source`. The document is held once as events beside its
    /// source.
    ///
    /// # Errors
    /// Those of the source, of the type and of the handlers, with their places in the document.
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

    /// Gives `value` to `sink`.
    ///
    /// # Errors
    /// Those of the value, of the handlers and of the sink.
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
