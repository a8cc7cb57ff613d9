//! Enums: how a source tells which variant comes, in each of the ways in which that is written.
//!
//! A tag may come before or behind what it tags. If it comes behind, it is read first and what it tags after it: the
//! source goes back, which its limits count.

use super::members::{Name, UNKNOWN};
use crate::error::{Error, ErrorKind, Result};
use crate::node::Kind;
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

    /// A variant alone (`"Name"`), or with what is in it as the one member of an object: which, and whether
    /// that follows. Then [`end`] is to be called behind it.
    #[inline]
    pub fn outside<'de, R: Source<'de>>(&self, source: &mut R) -> Result<(usize, bool)> {
        let at = source.offset();
        match source.peek()? {
            Kind::String => Ok((self.read(source)?, false)),
            Kind::Object => {
                source.begin_map()?;
                let number = match source.next_key()? {
                    Some(name) => self.number(&name),
                    None => Err(one_member("no member")),
                };
                Ok((number.map_err(|error| error.or_offset(at))?, true))
            }
            found => match self.other {
                Some(other) => Ok((other, false)),
                None => Err(Error::wrong_kind(
                    "the name of a variant, or an object with it",
                    found,
                )
                .or_offset(at)),
            },
        }
    }

    /// The tag among the members of an object: the variant. The source then stands behind the tag, if that came
    /// first, or else behind the object's begin again.
    #[inline]
    pub fn inside<'de, R: Source<'de>>(&self, source: &mut R, tag: &'static Name) -> Result<usize> {
        let start = source.mark();
        source.begin_map()?;
        if source.expect_key(tag.key())? {
            return self.read(source);
        }
        let mut first = true;
        loop {
            let Some(key) = source.next_key()? else {
                return match self.other {
                    Some(other) => {
                        source.rewind(start)?;
                        source.begin_map()?;
                        Ok(other)
                    }
                    None => Err(Error::missing_field(tag.text()).or_offset(source.offset())),
                };
            };
            if *key != *tag.text() {
                source.skip()?;
                first = false;
                continue;
            }
            let number = self.read(source)?;
            if !first {
                source.rewind(start)?;
                source.begin_map()?;
            }
            return Ok(number);
        }
    }

    /// An object with the tag in one member and what is in the variant in another: which, and whether that
    /// follows. Then [`rest`] is to be called behind it.
    #[inline]
    pub fn beside<'de, R: Source<'de>>(
        &self,
        source: &mut R,
        tag: &'static Name,
        content: &'static Name,
    ) -> Result<(usize, bool)> {
        source.begin_map()?;
        let (mut number, mut before) = (None, None);
        loop {
            let Some(key) = source.next_key()? else {
                return match (number, self.other) {
                    (Some(number), _) => Ok((number, false)),
                    (None, Some(other)) => Ok((other, false)),
                    (None, None) => {
                        Err(Error::missing_field(tag.text()).or_offset(source.offset()))
                    }
                };
            };
            if *key == *tag.text() {
                let found = self.read(source)?;
                if let Some(content) = before {
                    source.rewind(content)?;
                    return Ok((found, true));
                }
                number = Some(found);
            } else if *key == *content.text() {
                if let Some(number) = number {
                    return Ok((number, true));
                }
                before = Some(source.mark());
                source.skip()?;
            } else {
                source.skip()?;
            }
        }
    }
}

/// The end of the object of [`Variants::outside`].
#[inline]
pub fn end<'de, R: Source<'de>>(source: &mut R) -> Result {
    match source.next_key()?.is_none() {
        true => Ok(()),
        false => Err(one_member("another one").or_offset(source.offset())),
    }
}

/// The end of the object of [`Variants::beside`].
#[inline]
pub fn rest<'de, R: Source<'de>>(source: &mut R) -> Result {
    while source.next_key()?.is_some() {
        source.skip()?;
    }
    Ok(())
}

#[cold]
fn one_member(found: &'static str) -> Error {
    Error::expected(
        ErrorKind::TypeMismatch,
        "one member: the name of a variant and what is in it",
    )
    .with_found(found)
}

/// Why no variant of an untagged enum was read: of those that were tried the error that came last in the input.
#[derive(Debug, Default)]
pub struct Tried(Option<Error>);

impl Tried {
    /// A variant does not fit.
    #[cold]
    pub fn add(&mut self, error: Error) {
        let place = |error: &Error| error.offset().unwrap_or(0);
        match &self.0 {
            Some(last) if place(last) >= place(&error) => {}
            _ => self.0 = Some(error),
        }
    }

    /// No variant is left; `found` came, `at`.
    #[cold]
    pub fn none(self, names: &[&str], found: Kind, at: usize) -> Error {
        self.0.unwrap_or_else(|| {
            let expected = alloc::format!("one of the variants {}", names.join(", "));
            Error::wrong_kind(expected, found).or_offset(at)
        })
    }
}
