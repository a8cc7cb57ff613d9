//! Enums: how a source tells which variant comes, in each of the ways in which that is written.
//!
//! A tag may come before or behind what it tags. If it comes behind, it is read first and what it
//! tags after it: the source goes back, which its limits count.

use super::members::{self, Name, TagMember, UNKNOWN};
use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
use crate::number::Rounding;
use crate::source::Source;

/// The variants of an enum.
#[derive(Debug)]
pub struct Variants {
    /// Their names, as errors list them.
    pub names: &'static [&'static str],
    /// The number of the variant of a name; [`UNKNOWN`] if there is none.
    pub find: fn(&str) -> usize,
    /// The number of the variant that all other names are, if there is one.
    pub other: Option<usize>,
}

impl Variants {
    /// The variant of this name.
    #[inline]
    fn number(&self, name: &str) -> Result<usize> {
        match ((self.find)(name), self.other) {
            (UNKNOWN, Some(other)) => Ok(other),
            (UNKNOWN, None) => Err(Error::unknown_variant(name, self.names)),
            (number, _) => Ok(number),
        }
    }

    /// Reads the name of a variant.
    #[inline]
    fn read<'de, R: Source<'de>>(&self, source: &mut R) -> Result<usize> {
        let at = source.offset();
        let name = source.read_str()?;
        self.number(&name).map_err(|error| error.or_offset(at))
    }

    /// A variant alone (`"Name"`), or with what is in it: which, and in which form.
    #[inline]
    pub fn external<'de, R: Source<'de>>(&self, source: &mut R) -> Result<(usize, ExternalForm)> {
        let number = source.read_variant()?.map(|name| self.number(&name));
        if let Some(number) = number {
            let number = number.map_err(|error| error.or_offset(source.key_offset()));
            return Ok((number?, ExternalForm::Named));
        }
        let at = source.offset();
        match source.peek()? {
            Kind::String => Ok((self.read(source)?, ExternalForm::Alone)),
            kind if is_name(kind, source) => Ok((self.read(source)?, ExternalForm::Alone)),
            Kind::Object => {
                source.begin_map()?;
                let number = match source.next_name()? {
                    Some(name) => self.number(&name),
                    None => Err(one_member("no member")),
                };
                Ok((
                    number.map_err(|error| error.or_offset(at))?,
                    ExternalForm::Member,
                ))
            }
            found => match self.other {
                Some(other) => Ok((other, ExternalForm::Alone)),
                None => Err(Error::wrong_kind(
                    "the name of a variant, or an object with it",
                    found,
                )
                .or_offset(at)),
            },
        }
    }

    /// The tag among the members of an object: the variant. The source then stands behind the tag,
    /// if that came first, or else behind the object's begin again.
    #[inline]
    pub fn internal<'de, R: Source<'de>>(
        &self,
        source: &mut R,
        tag: &'static Name,
    ) -> Result<(usize, TagMember)> {
        let (start, at) = (source.mark(), source.offset());
        let name = tag.text();
        source.begin_map()?;
        if source.expect_key(tag.key())? {
            return Ok((self.read(source)?, TagMember { name, seen: true }));
        }
        let mut first = true;
        loop {
            let number = match source.next_name()? {
                Some(key) if *key == *name => self.read(source)?,
                Some(_) => {
                    source.skip()?;
                    first = false;
                    continue;
                }
                None => {
                    first = false;
                    self.other.ok_or_else(|| missing(tag, at))?
                }
            };
            let seen = first;
            if !first {
                source.rewind(start)?;
                source.begin_map()?;
            }
            return Ok((number, TagMember { name, seen }));
        }
    }

    /// An object with the tag in one member and what is in the variant in another: which, and
    /// whether that follows. Then [`Pair::end`] is to be called behind it.
    #[inline]
    pub fn adjacent<'de, R: Source<'de>>(
        &self,
        source: &mut R,
        pair: &'static Pair,
    ) -> Result<(usize, Option<Rest>)> {
        let at = source.offset();
        source.begin_map()?;
        let (mut number, mut before) = (None, None);
        loop {
            let Some(member) = pair.next(source)? else {
                return match number.or(self.other) {
                    Some(number) => Ok((number, None)),
                    None => Err(missing(&pair.tag, at)),
                };
            };
            match (member, number, before) {
                (Member::Tag, None, Some(content)) => {
                    let found = self.read(source)?;
                    source.rewind(content)?;
                    return Ok((found, Some(Rest { tag: true })));
                }
                (Member::Tag, None, None) => number = Some(self.read(source)?),
                (Member::Tag, Some(_), _) => return Err(pair.twice(&pair.tag, source)),
                (Member::Content, Some(number), _) => {
                    return Ok((number, Some(Rest { tag: false })));
                }
                (Member::Content, None, None) => {
                    before = Some(source.mark());
                    source.skip()?;
                }
                (Member::Content, None, Some(_)) => {
                    return Err(pair.twice(&pair.content, source));
                }
            }
        }
    }
}

/// How a variant with its tag outside is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalForm {
    /// Its name alone.
    Alone,
    /// The one member of an object: its value follows. Then [`end`] is to be called.
    Member,
    /// With a name that the format has for it: what is in it follows.
    Named,
}

/// Whether a scalar of this kind is a string if one is asked for.
#[inline(always)]
fn is_name<'de, R: Source<'de>>(kind: Kind, source: &R) -> bool {
    source.profile().plain
        && matches!(
            kind,
            Kind::Null | Kind::Bool | Kind::Integer | Kind::Float | Kind::Decimal
        )
}

/// The two members of an enum's object: which variant, and what is in it.
#[derive(Debug)]
pub struct Pair {
    /// The name of the variant's name.
    pub tag: Name,
    /// The name of what is in it.
    pub content: Name,
    /// Whether another member is an error; else it is passed over.
    pub deny_unknown: bool,
}

/// One of the two.
enum Member {
    Tag,
    Content,
}

/// What may come behind the content.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// Whether the tag does.
    tag: bool,
}

impl Pair {
    /// The next of the two members.
    #[inline]
    fn next<'de, R: Source<'de>>(&self, source: &mut R) -> Result<Option<Member>> {
        while let Some(key) = source.next_name()? {
            if *key == *self.tag.text() {
                return Ok(Some(Member::Tag));
            }
            if *key == *self.content.text() {
                return Ok(Some(Member::Content));
            }
            if self.deny_unknown {
                let names = [self.tag.text(), self.content.text()];
                let error = Error::unknown_member(&key, &names);
                return Err(error.or_offset(source.key_offset()));
            }
            source.skip()?;
        }
        Ok(None)
    }

    /// Reads the end of the object, when the content has been read.
    #[inline]
    pub fn end<'de, R: Source<'de>>(&self, source: &mut R, mut rest: Rest) -> Result {
        while let Some(member) = self.next(source)? {
            match member {
                Member::Tag if rest.tag => {
                    rest.tag = false;
                    source.skip()?;
                }
                Member::Tag => return Err(self.twice(&self.tag, source)),
                Member::Content => return Err(self.twice(&self.content, source)),
            }
        }
        Ok(())
    }

    #[cold]
    fn twice<'de, R: Source<'de>>(&self, name: &Name, source: &R) -> Error {
        members::twice(name.text(), source.offset())
    }
}

/// The object that begins `at` does not say which variant it is.
#[cold]
#[inline(never)]
fn missing(tag: &Name, at: usize) -> Error {
    Error::missing_field(tag.text()).or_offset(at)
}

/// The end of the object of [`Variants::external`].
#[inline]
pub fn end<'de, R: Source<'de>>(source: &mut R) -> Result {
    match source.next_name()?.is_none() {
        true => Ok(()),
        false => Err(one_member("another one").or_offset(source.offset())),
    }
}

#[cold]
fn one_member(found: &'static str) -> Error {
    Error::expected(
        ErrorKind::TypeMismatch,
        "one member: the name of a variant and what is in it",
    )
    .with_found(found)
}

/// The attempts to read an untagged enum, one variant after the other.
///
/// A float takes an integer that it does not hold exactly only if nothing else fits. So the
/// variants are tried by [`Rounding::Exact`] first, and once more as the source had it where such
/// an integer was refused.
#[derive(Debug)]
pub struct Tried {
    /// Why no variant was read: of the errors that which came last in the input.
    last: Option<Error>,
    before: Rounding,
}

impl Tried {
    /// Begins: no variant has been tried.
    #[inline]
    pub fn begin<'de, R: Source<'de>>(source: &mut R) -> Self {
        Self {
            last: None,
            before: source.set_rounding(Rounding::Exact),
        }
    }

    /// A variant fits.
    #[inline]
    pub fn fits<'de, R: Source<'de>, T>(self, source: &mut R, value: T) -> Result<T> {
        source.set_rounding(self.before);
        Ok(value)
    }

    /// A variant does not fit: goes back to `start`, for the next one.
    #[cold]
    pub fn add<'de, R: Source<'de>>(
        &mut self,
        source: &mut R,
        error: Error,
        start: R::Mark,
    ) -> Result {
        let place = |error: &Error| error.offset().unwrap_or(0);
        match &self.last {
            Some(last) if place(last) >= place(&error) => {}
            _ => self.last = Some(error),
        }
        source.rewind(start).inspect_err(|_| {
            source.set_rounding(self.before);
        })
    }

    /// No variant fits: whether all are to be tried once more.
    #[cold]
    pub fn again<'de, R: Source<'de>>(&mut self, source: &mut R) -> bool {
        let now = source.set_rounding(self.before);
        match (self.before, now) {
            (Rounding::Nearest | Rounding::Last, Rounding::Refused) => {
                self.last = None;
                source.set_rounding(Rounding::Last);
                true
            }
            // For an enum around this one to know.
            (_, Rounding::Refused) => {
                source.set_rounding(now);
                false
            }
            _ => false,
        }
    }

    /// No variant is left; `found` came, `at`.
    #[cold]
    pub fn none(self, names: &[&str], found: Kind, at: usize) -> Error {
        self.last.unwrap_or_else(|| {
            let expected = alloc::format!("one of the variants {}", names.join(", "));
            Error::wrong_kind(expected, found).or_offset(at)
        })
    }
}
