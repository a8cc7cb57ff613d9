//! Checks unions, for each way in which a document names the variant.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, ErrorKind, Kind, Result, Source};

use super::{Check, missing};
use crate::object::Object;
use crate::schema::{Tagging, Union, Variant};

/// The tag of an object.
pub(crate) enum Tag {
    Name(String),
    Missing,
    /// Another kind than a string, and its offset.
    Other(Kind, usize),
}

/// Returns the tag of the object at `source`, which does not move.
pub(crate) fn find_tag<'de, R: Source<'de>>(source: &mut R, tag: &str) -> Result<Tag> {
    let start = source.mark();
    let mut found = Tag::Missing;
    source.begin_map()?;
    while let Some(key) = source.next_name()? {
        if *key == *tag {
            found = match source.peek()? {
                Kind::String => Tag::Name(String::from(&*source.read_str()?)),
                kind => Tag::Other(kind, source.offset()),
            };
            break;
        }
        source.skip()?;
    }
    source.rewind(start)?;
    Ok(found)
}

/// Returns the variant of this name, or the one for all other names if there is one.
pub(crate) fn find<'u>(union: &'u Union, name: &str) -> Option<&'u Variant> {
    let mut variants = union.variants.iter();
    let named = |variant: &&Variant| {
        !variant.other && (variant.name == name || variant.aliases.iter().any(|a| a == name))
    };
    variants.find(named).or_else(|| other(union))
}

fn other(union: &Union) -> Option<&Variant> {
    union.variants.iter().find(|variant| variant.other)
}

pub(super) fn names_of(union: &Union) -> Vec<&str> {
    union
        .variants
        .iter()
        .map(|variant| &*variant.name)
        .collect()
}

impl<'s> Check<'s> {
    pub(super) fn union<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        source: &mut R,
    ) -> Result {
        match &union.tagging {
            Tagging::External => self.outside(union, source),
            Tagging::Internal(tag) => self.inside(union, tag, source),
            Tagging::Adjacent { tag, content } => self.beside(union, tag, content, source),
            Tagging::Untagged => self.untagged(union, source),
            Tagging::Integer => self.read(source, |source| {
                let value = source.read_i64()?;
                let known = |variant: &Variant| variant.other || variant.value == Some(value);
                match union.variants.iter().any(known) {
                    true => Ok(()),
                    false => Err(Error::expected(
                        ErrorKind::UnknownVariant,
                        "the integer of a variant",
                    )),
                }
            }),
        }
    }

    /// Reads the content of a variant.
    fn content<'de, R: Source<'de>>(&mut self, variant: &Variant, source: &mut R) -> Result {
        match variant.content {
            Some(content) => self.node(content, source),
            None if variant.other => source.skip(),
            None => self.read(source, Source::read_null),
        }
    }

    fn outside<'de, R: Source<'de>>(&mut self, union: &'s Union, source: &mut R) -> Result {
        let (start, at) = (source.mark(), source.offset());
        let plain = source.profile().plain;
        if let Some(name) = source.read_variant()?.map(|name| String::from(&*name)) {
            return match find(union, &name) {
                Some(variant) => self.content(variant, source),
                None => {
                    let at = source.key_offset();
                    source.skip()?;
                    self.note(Error::unknown_variant(&name, &names_of(union)), at)
                }
            };
        }
        let (name, follows) = match (source.peek()?, other(union)) {
            (Kind::String, _) => (String::from(&*source.read_str()?), false),
            (Kind::Null | Kind::Bool | Kind::Integer | Kind::Float, _) if plain => {
                (String::from(&*source.read_str()?), false)
            }
            (Kind::Object, _) => {
                source.begin_map()?;
                match source.next_name()?.map(|key| String::from(&*key)) {
                    Some(key) => (key, true),
                    None => return self.note(one_member("no member"), at),
                }
            }
            (_, Some(other)) => return self.content(other, source),
            _ => return self.wrong("the name of a variant, or an object with it", source),
        };
        match find(union, &name) {
            Some(variant) if variant.other && variant.content.is_some() => {
                source.rewind(start)?;
                return self.content(variant, source);
            }
            Some(variant) if follows => {
                self.within(Step::Key(name), |check| check.content(variant, source))?;
            }
            Some(variant) if variant.content.is_some() => {
                let error = Error::expected(
                    ErrorKind::TypeMismatch,
                    "an object with the variant's name and what is in it",
                );
                self.note(error.with_found("its name alone"), at)?;
            }
            Some(_) => {}
            None => {
                if follows {
                    source.skip()?;
                }
                self.note(Error::unknown_variant(&name, &names_of(union)), at)?;
            }
        }
        if !follows {
            return Ok(());
        }
        let mut more = false;
        while source.next_name()?.is_some() {
            more = true;
            source.skip()?;
        }
        match more {
            true => self.note(one_member("another one"), at),
            false => Ok(()),
        }
    }

    /// Returns the variant that the tag of the object here names. If there is none, notes the error
    /// and skips the object.
    fn tagged<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        tag: &'s str,
        source: &mut R,
    ) -> Result<Option<&'s Variant>> {
        if !super::is(Kind::Object, source)? {
            self.wrong("an object", source)?;
            return Ok(None);
        }
        let at = source.offset();
        let (error, step, at) = match find_tag(source, tag)? {
            Tag::Name(name) => match find(union, &name) {
                Some(variant) => return Ok(Some(variant)),
                None => (Error::unknown_variant(&name, &names_of(union)), true, at),
            },
            Tag::Missing => match other(union) {
                Some(variant) => return Ok(Some(variant)),
                None => (missing(tag), false, at),
            },
            Tag::Other(found, at) => (Error::wrong_kind("a string", found), true, at),
        };
        source.skip()?;
        match step {
            true => self.within(Step::Key(tag.into()), |check| check.note(error, at))?,
            false => self.note(error, at)?,
        }
        Ok(None)
    }

    fn inside<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        tag: &'s str,
        source: &mut R,
    ) -> Result {
        let Some(variant) = self.tagged(union, tag, source)? else {
            return Ok(());
        };
        if variant.other && variant.content.is_some() {
            return self.content(variant, source);
        }
        let object = match variant.content {
            Some(content) => Object::of(self.schema, content),
            None => Object {
                closed: union.closed && !variant.other,
                ..Object::default()
            },
        };
        self.object(object, vec![tag], source)
    }

    fn beside<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        tag: &'s str,
        inside: &'s str,
        source: &mut R,
    ) -> Result {
        let Some(variant) = self.tagged(union, tag, source)? else {
            return Ok(());
        };
        if variant.other && variant.content.is_some() {
            return self.content(variant, source);
        }
        let at = source.offset();
        let mut came = false;
        source.begin_map()?;
        while let Some(key) = source.next_name()? {
            let key = String::from(&*key);
            let (is_tag, is_content) = (key == *tag, key == *inside);
            let at = source.key_offset();
            if is_content {
                came = true;
                self.within(Step::Key(key), |check| check.content(variant, source))?;
                continue;
            }
            source.skip()?;
            if union.closed && !is_tag && !is_content {
                let error = Error::unknown_member(&key, &[tag, inside]);
                self.within(Step::Key(key), |check| check.note(error, at))?;
            }
        }
        match variant.content.is_some() && !came {
            true => self.note(missing(inside), at),
            false => Ok(()),
        }
    }

    /// Accepts the first variant that fits. If none does, notes the error that is furthest in the
    /// document.
    fn untagged<'de, R: Source<'de>>(&mut self, union: &'s Union, source: &mut R) -> Result {
        let (start, at) = (source.mark(), source.offset());
        let mut furthest: Option<Error> = None;
        for variant in &union.variants {
            let mut attempt = Check::new(self.schema, 1);
            attempt.path.clone_from(&self.path);
            attempt.same = self.same;
            let result = attempt.content(variant, source);
            let error = match (attempt.errors.pop(), result) {
                (None, Ok(())) => return Ok(()),
                (Some(error), _) => error,
                (None, Err(error)) => return Err(error),
            };
            source.rewind(start)?;
            let place = |error: &Error| error.offset().unwrap_or(0);
            if furthest
                .as_ref()
                .is_none_or(|last| place(&error) > place(last))
            {
                furthest = Some(error);
            }
        }
        source.skip()?;
        let none = || Error::expected(ErrorKind::TypeMismatch, "one of the variants");
        self.note(furthest.unwrap_or_else(none), at)
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
