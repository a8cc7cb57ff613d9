//! Objects whose member names are known when the program is compiled: the traits that a derive
//! implements for a struct, and the functions that read such an object.
//!
//! Reading expects the members in their order. While that is right, it costs one comparison a key.
//! A member out of order is found by its name. Derived code is one straight line, member by member.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::strings::owned;
use crate::error::{Error, Result};
pub use crate::name::Name;
use crate::sink::Sink;
use crate::source::Source;

/// A type whose members can be written among those of another type: a struct, a map, an internally
/// tagged enum.
///
/// `#[derive(Encode)]` implements it for structs and for enums with a tag.
pub trait EncodeMembers<C: ?Sized = ()> {
    /// Returns the number of members that it gives.
    fn member_count(&self) -> usize;

    /// Gives the members to `sink`, in which a map is open.
    fn encode_members<'a, S: Sink<'a>>(&'a self, sink: &mut S, context: &C) -> Result;
}

/// A type whose members can be read from among those of another type.
///
/// `#[derive(Decode)]` implements it for structs and for enums with a tag.
pub trait DecodeMembers<'de, C: ?Sized = ()>: Sized {
    /// The members that were read so far.
    type Partial: Partial<'de, C, Output = Self>;
}

/// The members of an object that were read so far.
pub trait Partial<'de, C: ?Sized = ()>: Sized {
    /// The type that is made of the members.
    type Output;
    /// The names of the members, in the order in which they most likely come. It is empty for a
    /// map.
    const NAMES: &'static [Name];
    /// Whether [`Partial::read_named`] may read a name that [`Partial::find`] does not know.
    const OPEN: bool = false;
    /// Whether an unknown member is an error. If not, it is skipped.
    const DENY_UNKNOWN: bool = false;

    /// Adds the known names to a list that an error shows.
    fn list(names: &mut List) {
        names.extend(Self::NAMES.iter().map(Name::text));
    }

    /// Makes the state in which no member was read.
    fn begin() -> Self;

    /// Returns the number of the member called `name`; [`UNKNOWN`] if there is none.
    fn find(name: &str) -> usize;

    /// Reads all members up to the end of the object, `tag` among them.
    ///
    /// The default looks for each member by its name; a derive expects the members in their order.
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

    /// Reads the value of the member with the number `index`.
    fn read<R: Source<'de>>(&mut self, index: usize, source: &mut R, context: &C) -> Result;

    /// Reads the member called `name` if it is not one of the numbered members. Returns whether it
    /// was read.
    fn read_named<R: Source<'de>>(
        &mut self,
        name: &str,
        source: &mut R,
        context: &C,
    ) -> Result<bool> {
        let _ = (name, source, context);
        Ok(false)
    }

    /// Makes the value, after all members of the object were read. An implementation that goes back
    /// to `start` must read the object to its end again.
    fn finish<R: Source<'de>>(
        self,
        source: &mut R,
        start: Start<R::Mark>,
        context: &C,
    ) -> Result<Self::Output>;
}

/// The names that an error lists.
pub type List = Vec<&'static str>;

/// Fails to compile if two of `parts` have a member of the same name. The members of all parts
/// stand in one object.
///
/// ```
/// use varvel::codec::members::assert_apart;
/// use varvel::format::Name;
/// const _: () = assert_apart(&[&[Name::new("id")], &[Name::new("i"), Name::new("idx")]]);
/// ```
/// ```compile_fail
/// use varvel::codec::members::assert_apart;
/// use varvel::format::Name;
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

/// Returns whether `name` is one of the names.
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
    /// The name of the tag; empty if there is no tag.
    pub name: &'static str,
    /// Whether the tag came.
    pub seen: bool,
}

impl TagMember {
    /// Returns the state of an object without a tag.
    #[inline(always)]
    pub const fn none() -> Self {
        Self {
            name: "",
            seen: false,
        }
    }

    /// Skips the tag. It is an error if the tag came before.
    #[inline]
    fn pass<'de, R: Source<'de>>(&mut self, source: &mut R) -> Result {
        once(&mut self.seen, self.name, source)?;
        source.skip()
    }
}

/// Checks that a member did not come before, and records in `seen` that it came.
#[inline(always)]
pub fn once<'de, R: Source<'de>>(seen: &mut bool, name: &str, source: &R) -> Result {
    match core::mem::replace(seen, true) {
        false => Ok(()),
        true => Err(twice(name, source)),
    }
}

/// Makes the error of a member that came twice. The source stands behind its second key.
#[cold]
#[inline(never)]
pub fn twice<'de, R: Source<'de>>(name: &str, source: &R) -> Error {
    Error::duplicate_key(name)
        .with_hint("remove one of them")
        .or_offset(source.key_offset())
}

/// The beginning of an object.
#[derive(Clone, Copy, Debug)]
pub struct Start<M> {
    /// The mark that a source goes back to.
    pub mark: M,
    /// The offset that errors have.
    pub at: usize,
}

impl<M> Start<M> {
    /// Returns the place at which `source` stands.
    #[inline(always)]
    pub fn of<'de, R: Source<'de, Mark = M>>(source: &R) -> Self {
        Self {
            mark: source.mark(),
            at: source.offset(),
        }
    }
}

/// The number that stands for no member.
pub const UNKNOWN: usize = usize::MAX;

/// How many wrong guesses in a row end the guessing of an order.
pub const MISSES: u32 = 3;

/// Returns the number of the next member that is known; `None` at the end of the object. Unknown
/// members before it are skipped or refused.
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

/// Returns the number of the next member that is known, if members may also be those of a flattened
/// field. Members of flattened fields are read on the way. Returns `None` at the end of the object.
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

/// Reads an object into a value.
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

/// Calls [`decode`] for one variant of an enum, with a stack frame of its own. If it were inlined,
/// the frame of the enum would hold the members of all variants, once for each level of a recursive
/// type.
#[inline(never)]
pub fn decode_variant<'de, C, P, R>(source: &mut R, context: &C) -> Result<P::Output>
where
    C: ?Sized,
    P: Partial<'de, C>,
    R: Source<'de>,
{
    decode::<C, P, R>(source, context)
}

/// Calls [`decode_rest`] for one variant of an enum, with a stack frame of its own, for the reason
/// of [`decode_variant`].
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

/// Reads the member called `name`, for flattened fields. Returns whether `partial` has such a
/// member.
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

/// Returns whether `name` is the name of a member, or may be one.
pub fn knows<'de, C: ?Sized, P: Partial<'de, C>>(name: &str) -> bool {
    P::OPEN || P::find(name) != UNKNOWN
}

/// Makes the error of a member that the type does not have.
#[cold]
#[inline(never)]
fn unknown<'de, C: ?Sized, P: Partial<'de, C>>(name: &str) -> Error {
    let mut names = List::new();
    P::list(&mut names);
    Error::unknown_member(name, &names)
}
