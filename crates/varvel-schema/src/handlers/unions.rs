//! Finds the variant of a union, as far as a schema can tell.

use alloc::string::String;

use varvel_core::{Encode as _, Kind, Result, Sink as _, Source, Str};

use super::follow::{Fits, Follow};
use crate::check::is_of_types;
use crate::check::unions::{Tag, find, find_tag};
use crate::object::Object;
use crate::schema::{Tagging, Union, Variant};

impl<'s> Follow<'s> {
    pub(super) fn union<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        source: &mut R,
    ) -> Result {
        if let Tagging::External = union.tagging
            && let Some(name) = source.read_variant()?.map(|name| String::from(&*name))
        {
            return self.named(union, &name, source);
        }
        match (&union.tagging, source.peek()?) {
            (Tagging::External, Kind::Object) => self.outside(union, source),
            (Tagging::Internal(tag), Kind::Object) => self.inside(union, tag, source),
            (Tagging::Adjacent { tag, content }, Kind::Object) => {
                self.beside(union, tag, content, source)
            }
            (Tagging::Untagged, _) => self.untagged(union, source),
            _ => source.drive(&mut self.out),
        }
    }

    /// Reads a variant that the format names beside its content. The recording gets an object of
    /// one member, as in other formats.
    fn named<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        name: &str,
        source: &mut R,
    ) -> Result {
        self.out.begin_map(Some(1))?;
        self.out.key(Str::from(name))?;
        match find(union, name) {
            Some(variant) if !variant.other => self.content(variant, source)?,
            _ => source.drive(&mut self.out)?,
        }
        self.out.end_map()
    }

    fn outside<'de, R: Source<'de>>(&mut self, union: &'s Union, source: &mut R) -> Result {
        let start = source.mark();
        source.begin_map()?;
        let name = source.next_key()?.map(|key| String::from(&*key));
        source.rewind(start)?;
        let variant = name.as_deref().and_then(|name| find(union, name));
        match variant {
            Some(variant) if variant.other => self.content(variant, source),
            Some(variant) => self.members(source, |_| variant.content),
            None => source.drive(&mut self.out),
        }
    }

    /// Returns the variant that the object here names.
    fn tagged<'de, R: Source<'de>>(
        &self,
        union: &'s Union,
        tag: &str,
        source: &mut R,
    ) -> Result<Option<&'s Variant>> {
        Ok(match find_tag(source, tag)? {
            Tag::Name(name) => find(union, &name),
            Tag::Missing => union.variants.iter().find(|variant| variant.other),
            Tag::Other(..) => None,
        })
    }

    fn inside<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        tag: &str,
        source: &mut R,
    ) -> Result {
        let variant = self.tagged(union, tag, source)?;
        match variant.and_then(|variant| Some((variant.other, variant.content?))) {
            Some((true, content)) => self.node(content, source),
            Some((false, content)) => self.object(Object::of(self.schema, content), source),
            None => source.drive(&mut self.out),
        }
    }

    fn beside<'de, R: Source<'de>>(
        &mut self,
        union: &'s Union,
        tag: &str,
        inside: &str,
        source: &mut R,
    ) -> Result {
        match self.tagged(union, tag, source)? {
            Some(variant) if variant.other => self.content(variant, source),
            Some(variant) => self.members(source, |key| variant.content.filter(|_| key == inside)),
            None => source.drive(&mut self.out),
        }
    }

    fn content<'de, R: Source<'de>>(&mut self, variant: &Variant, source: &mut R) -> Result {
        match variant.content {
            Some(content) => self.node(content, source),
            None => source.drive(&mut self.out),
        }
    }

    /// Reads the first variant that fits, with its nodes replaced. Each attempt counts as reading
    /// again.
    fn untagged<'de, R: Source<'de>>(&mut self, union: &'s Union, source: &mut R) -> Result {
        let contents = union.variants.iter().filter_map(|variant| variant.content);
        for content in contents {
            let start = source.mark();
            match self.fits {
                Fits::Before => {
                    let fits = self.schema.fits(content, source);
                    source.rewind(start)?;
                    if fits {
                        return self.node(content, source);
                    }
                }
                Fits::After => {
                    let mut attempt = self.attempt();
                    match attempt.node(content, source) {
                        Ok(()) if self.schema.fits(content, &mut attempt.out.source()) => {
                            return attempt.out.encode(&mut self.out, &());
                        }
                        Ok(()) => {}
                        // A node that a handler or a type refuses may be another variant.
                        Err(error) if attempt.refused || is_of_types(error.kind()) => {}
                        Err(error) => return Err(error),
                    }
                    source.rewind(start)?;
                }
            }
        }
        source.drive(&mut self.out)
    }

    /// Adds the members of the variants that the flattened unions have in this object.
    pub(super) fn add_variants<'de, R: Source<'de>>(
        &self,
        object: &mut Object<'s>,
        source: &mut R,
    ) -> Result {
        for (union, _) in core::mem::take(&mut object.unions) {
            let Tagging::Internal(tag) = &union.tagging else {
                continue;
            };
            if let Tag::Name(name) = find_tag(source, tag)?
                && let Some(content) = find(union, &name).and_then(|variant| variant.content)
            {
                object.append(Object::of(self.schema, content));
            }
        }
        Ok(())
    }
}
