//! The members of an object that have names known when the program is compiled: what a derive gives
//! for a struct, and how such an object is read.
//!
//! Reading expects the members in their order: one comparison a key as long as that is right. What
//! comes otherwise is found by its name. A derive makes one straight line of that, member by
//! member.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::strings::owned;
use crate::error::{Error, Result};
pub use crate::name::Name;
use crate::sink::Sink;
use crate::source::Source;

/// A shape whose members can stand among those of another: a struct, a map, an enum with a tag
/// inside.
///
/// `#[derive(Encode)]` implements it for structs and for enums with a tag.
pub trait EncodeMembers<C: ?Sized = ()> {
    /// How many members it gives.
    fn member_count(&self) -> usize;

    /// Gives the members to `sink`, which is in a map.
    fn encode_members<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result;
}

/// The same for reading.
///
/// `#[derive(Decode)]` implements it for structs and for enums with a tag.
pub trait DecodeMembers<'de, C: ?Sized = ()>: Sized {
    /// What has been read of a value.
    type Partial: Partial<'de, C, Output = Self>;
}

/// What has been read of the members of an object.
pub trait Partial<'de, C: ?Sized = ()>: Sized {
    /// What it comes to be.
    type Output;
    /// The names of the members, in the order in which they most likely come. None for a map.
    const NAMES: &'static [Name];
    /// Whether a name that [`Partial::find`] does not know may yet be one of
    /// [`Partial::read_named`].
    const OPEN: bool = false;
    /// Whether a member of another name is an error; else it is passed over.
    const DENY_UNKNOWN: bool = false;

    /// Adds the names that are known, for errors that list them.
    fn list(names: &mut List) {
        names.extend(Self::NAMES.iter().map(Name::text));
    }

    /// Nothing has been read.
    fn begin() -> Self;

    /// The number of the member of this name; [`UNKNOWN`] if there is none.
    fn find(name: &str) -> usize;

    /// Reads all members up to the end of the object, `tag` among them.
    ///
    /// Here each is looked for by its name; a derive expects them in their order.
    fn read_all<R: Source<'de>>(
        &mut self,
        source: &mut R,
        context: &C,
        tag: &mut TagMember,
    ) -> Result {
        while let Some(index) = next_of(self, source, context, tag)? {
            self.read(index, source, context)?;
        }
        Ok(())
    }

    /// Reads the value of this member.
    fn read<R: Source<'de>>(&mut self, index: usize, source: &mut R, context: &C) -> Result;

    /// Reads the value of the member of this name, if it is one that has no number: whether.
    fn read_named<R: Source<'de>>(
        &mut self,
        name: &str,
        source: &mut R,
        context: &C,
    ) -> Result<bool> {
        let _ = (name, source, context);
        Ok(false)
    }

    /// The value, when all members of the object have come. Whoever goes back to its start must
    /// read it to its end again.
    fn finish<R: Source<'de>>(
        self,
        source: &mut R,
        start: Start<R::Mark>,
        context: &C,
    ) -> Result<Self::Output>;
}

/// Names, for errors.
pub type List = Vec<&'static str>;

/// Refuses to compile a type of which two parts, whose members stand in one object, have a member
/// of the same name.
///
/// ```
/// use varvel_core::{Name, codec::members::assert_apart};
/// const _: () = assert_apart(&[&[Name::new("id")], &[Name::new("i"), Name::new("idx")]]);
/// ```
/// ```compile_fail
/// use varvel_core::{Name, codec::members::assert_apart};
/// const _: () = assert_apart(&[&[Name::new("id")], &[Name::new("name"), Name::new("id")]]);
/// ```
pub const fn assert_apart(parts: &[&[Name]]) {
    let mut one = 0;
    while one < parts.len() {
        let mut other = one + 1;
        while other < parts.len() {
            let mut at = 0;
            while at < parts[one].len() {
                assert!(
                    !has(parts[other], parts[one][at].text().as_bytes()),
                    "a flattened field has a member of the same name as another one of this type",
                );
                at += 1;
            }
            other += 1;
        }
        one += 1;
    }
}

/// Whether one of the names is this.
const fn has(names: &[Name], name: &[u8]) -> bool {
    let mut number = 0;
    while number < names.len() {
        let (text, mut at) = (names[number].text().as_bytes(), 0);
        while at < name.len() && at < text.len() && text[at] == name[at] {
            at += 1;
        }
        if at == name.len() && at == text.len() {
            return true;
        }
        number += 1;
    }
    false
}

/// The tag of an enum among the members of a variant.
#[derive(Clone, Copy, Debug)]
pub struct TagMember {
    /// Its name; empty where there is none.
    pub name: &'static str,
    /// Whether it has come.
    pub seen: bool,
}

impl TagMember {
    /// Where there is none.
    #[inline(always)]
    pub const fn none() -> Self {
        Self {
            name: "",
            seen: false,
        }
    }

    /// Passes over the tag, which comes once.
    #[inline]
    fn pass<'de, R: Source<'de>>(&mut self, source: &mut R) -> Result {
        once(&mut self.seen, self.name, source)?;
        source.skip()
    }
}

/// A member comes once, which `seen` remembers.
#[inline(always)]
pub fn once<'de, R: Source<'de>>(seen: &mut bool, name: &str, source: &R) -> Result {
    match core::mem::replace(seen, true) {
        false => Ok(()),
        true => Err(twice(name, source.offset())),
    }
}

/// A member has come twice.
#[cold]
#[inline(never)]
pub fn twice(name: &str, at: usize) -> Error {
    Error::duplicate_key(name)
        .with_hint("remove one of them")
        .or_offset(at)
}

/// Where an object begins.
#[derive(Clone, Copy, Debug)]
pub struct Start<M> {
    /// To go back to.
    pub mark: M,
    /// For errors.
    pub at: usize,
}

impl<M> Start<M> {
    /// Here.
    #[inline(always)]
    pub fn of<'de, R: Source<'de, Mark = M>>(source: &R) -> Self {
        Self {
            mark: source.mark(),
            at: source.offset(),
        }
    }
}

/// The number of no member.
pub const UNKNOWN: usize = usize::MAX;

/// After so many wrong guesses in a row the order is taken for another one.
pub const MISSES: u32 = 3;

/// The number of the next member that is known; none at the end of the object. What comes before it
/// is passed over, or refused.
#[inline]
pub fn next<'de, C, P, R>(source: &mut R, tag: &mut TagMember) -> Result<Option<usize>>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    while let Some(name) = source.next_name()? {
        match P::find(&name) {
            UNKNOWN if !tag.name.is_empty() && *name == *tag.name => tag.pass(source)?,
            UNKNOWN if P::DENY_UNKNOWN => {
                let error = unknown::<C, P>(&name);
                return Err(error.or_offset(source.key_offset()));
            }
            UNKNOWN => source.skip_member()?,
            index => return Ok(Some(index)),
        }
    }
    Ok(None)
}

/// The same where members may also be those of a field that is flattened.
#[inline(never)]
pub fn next_of<'de, C, P, R>(
    partial: &mut P,
    source: &mut R,
    context: &C,
    tag: &mut TagMember,
) -> Result<Option<usize>>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    while let Some(name) = source.next_name()? {
        let index = P::find(&name);
        if index != UNKNOWN {
            return Ok(Some(index));
        }
        if !tag.name.is_empty() && *name == *tag.name {
            tag.pass(source)?;
            continue;
        }
        let name = match name.borrowed() {
            Some(name) => Cow::Borrowed(name),
            None => Cow::Owned(owned(&name)?),
        };
        if partial.read_named(&name, source, context)? {
            continue;
        }
        if P::DENY_UNKNOWN {
            return Err(unknown::<C, P>(&name).or_offset(source.key_offset()));
        }
        source.skip_member()?;
    }
    Ok(None)
}

/// Reads an object as its type says.
#[inline(always)]
pub fn decode<'de, C, P, R>(source: &mut R, context: &C) -> Result<P::Output>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    let start = Start::of(source);
    source.begin_map()?;
    decode_rest::<C, P, R>(source, context, start, TagMember::none())
}

/// Reads the members up to the end of an object that began at `start`, `tag` among them.
#[inline(always)]
pub fn decode_rest<'de, C, P, R>(
    source: &mut R,
    context: &C,
    start: Start<R::Mark>,
    tag: TagMember,
) -> Result<P::Output>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    let (mut partial, mut tag) = (P::begin(), tag);
    partial.read_all(source, context, &mut tag)?;
    partial.finish(source, start, context)
}

/// [`decode`] for one of an enum's variants, with a frame of its own: inlined, the frame of the
/// enum would hold what is read of all of them, once for each level of a type that has itself in
/// it.
#[inline(never)]
pub fn decode_variant<'de, C, P, R>(source: &mut R, context: &C) -> Result<P::Output>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    decode::<C, P, R>(source, context)
}

/// The same for [`decode_rest`].
#[inline(never)]
pub fn decode_variant_rest<'de, C, P, R>(
    source: &mut R,
    context: &C,
    start: Start<R::Mark>,
    tag: TagMember,
) -> Result<P::Output>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    decode_rest::<C, P, R>(source, context, start, tag)
}

/// Reads the value of the member of this name, if there is one: whether. For members among those of
/// another.
pub fn read_by_name<'de, C, P, R>(
    partial: &mut P,
    name: &str,
    source: &mut R,
    context: &C,
) -> Result<bool>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    match P::find(name) {
        UNKNOWN => partial.read_named(name, source, context),
        index => partial.read(index, source, context).map(|()| true),
    }
}

/// Whether this is the name of a member, or may be.
pub fn knows<'de, C: ?Sized, P: Partial<'de, C>>(name: &str) -> bool {
    P::OPEN || P::find(name) != UNKNOWN
}

/// A member that the type does not have.
#[cold]
#[inline(never)]
fn unknown<'de, C: ?Sized, P: Partial<'de, C>>(name: &str) -> Error {
    let mut names = List::new();
    P::list(&mut names);
    Error::unknown_member(name, &names)
}
