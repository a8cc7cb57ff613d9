//! Enums: how a source finds out which variant comes, for each form of a tag.
//!
//! A tag may come before or behind its content. If it comes behind, it is read first, and the
//! source goes back to read the content. The limits of the source count that.

use super::members::{self, Name, TagMember, UNKNOWN};
use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
use crate::number::Rounding;
use crate::source::Source;

/// The variants of an enum.
#[derive(Debug)]
pub struct Variants {
    /// The names of the variants, as errors list them.
    pub names: &'static [&'static str],
    /// Returns the number of the variant of a name; [`UNKNOWN`] if there is none.
    pub find: fn(&str) -> usize,
    /// The number of the variant that stands for all other names, if there is one.
    pub other: Option<usize>,
}

impl Variants {
    /// Returns the number of the variant called `name`.
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

    /// Reads the name of an externally tagged variant. Returns its number, and how its content
    /// follows.
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
                    None => return Err(one_member("no member").or_offset(at)),
                };
                let number = number.map_err(|error| error.or_offset(source.key_offset()));
                Ok((number?, ExternalForm::Member))
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

    /// Reads the tag of an internally tagged enum from among the members of an object. Returns the
    /// variant.
    ///
    /// Afterwards the source stands behind the tag if that came first, or else behind the object's
    /// beginning again.
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

    /// Reads an adjacently tagged variant: an object with the tag in one member and the content in
    /// another. Returns the variant, and `Some` if its content comes next. Then [`Pair::end`] must
    /// be called behind the content.
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

/// The form in which an externally tagged variant is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ExternalForm {
    /// The variant is its name alone.
    Alone,
    /// The variant is the only member of an object, and its value follows. Then [`end`] must be
    /// called.
    Member,
    /// The format has names of variants, and the content follows.
    Named,
}

/// Returns whether a scalar of this kind is a string if a string is asked for.
#[inline(always)]
fn is_name<'de, R: Source<'de>>(kind: Kind, source: &R) -> bool {
    source.profile().plain
        && matches!(
            kind,
            Kind::Null | Kind::Bool | Kind::Integer | Kind::Float | Kind::Decimal
        )
}

/// The two members of an adjacently tagged enum: the name of the variant, and its content.
#[derive(Debug)]
pub struct Pair {
    /// The name of the member with the tag.
    pub tag: Name,
    /// The name of the member with the content.
    pub content: Name,
    /// Whether another member is an error. If not, it is skipped.
    pub deny_unknown: bool,
}

/// One of the two members.
enum Member {
    Tag,
    Content,
}

/// The members that may come behind the content.
#[derive(Clone, Copy, Debug)]
pub struct Rest {
    /// Whether the tag comes behind the content.
    tag: bool,
}

impl Pair {
    /// Reads the key of the next of the two members. Returns `None` at the end of the object.
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

    /// Reads the end of the object, behind the content.
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
        members::twice(name.text(), source)
    }
}

/// Makes the error of an object, which begins at `at`, that does not name its variant.
#[cold]
#[inline(never)]
fn missing(tag: &Name, at: usize) -> Error {
    Error::missing_field(tag.text()).or_offset(at)
}

/// Reads the end of the object that [`Variants::external`] began.
#[inline]
pub fn end<'de, R: Source<'de>>(source: &mut R) -> Result {
    match source.next_name()?.is_none() {
        true => Ok(()),
        false => Err(one_member("another one").or_offset(source.key_offset())),
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
/// A float takes an integer that it cannot hold exactly only if no other variant fits. So the
/// variants are tried with [`Rounding::Exact`] first. If that refused an integer, they are tried a
/// second time with the rounding that the source had.
#[derive(Debug)]
pub struct Tried {
    /// The error that shows why no variant was read: the one with the last place in the input.
    last: Option<Error>,
    before: Rounding,
}

impl Tried {
    /// Begins before the first variant.
    #[inline]
    pub fn begin<'de, R: Source<'de>>(source: &mut R) -> Self {
        Self {
            last: None,
            before: source.set_rounding(Rounding::Exact),
        }
    }

    /// Ends the attempts with a variant that fits.
    #[inline]
    pub fn fits<'de, R: Source<'de>, T>(self, source: &mut R, value: T) -> Result<T> {
        source.set_rounding(self.before);
        Ok(value)
    }

    /// Records that a variant does not fit, and goes back to `start` for the next one.
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

    /// Returns whether all variants are to be tried a second time, after no variant fitted.
    #[cold]
    pub fn again<'de, R: Source<'de>>(&mut self, source: &mut R) -> bool {
        let now = source.set_rounding(self.before);
        match (self.before, now) {
            (Rounding::Nearest | Rounding::Last, Rounding::Refused) => {
                self.last = None;
                source.set_rounding(Rounding::Last);
                true
            }
            // An enum around this one must know of the refused integer.
            (_, Rounding::Refused) => {
                source.set_rounding(now);
                false
            }
            _ => false,
        }
    }

    /// Makes the error of an enum of which no variant fits; `found` came at `at`.
    #[cold]
    pub fn none(self, names: &[&str], found: Kind, at: usize) -> Error {
        self.last.unwrap_or_else(|| {
            let expected = alloc::format!("one of the variants {}", names.join(", "));
            Error::wrong_kind(expected, found).or_offset(at)
        })
    }
}
