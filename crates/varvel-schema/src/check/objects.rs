//! Checks members: those of a record, and of nodes flattened into it.

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Error, Kind, Result, Source};

use super::unions::{Tag, find, find_tag, names_of};
use super::{Check, missing};
use crate::object::Object;
use crate::schema::{NodeId, Tagging};

impl<'s> Check<'s> {
    /// Reads a record.
    pub(super) fn record<'de, R: Source<'de>>(&mut self, id: NodeId, source: &mut R) -> Result {
        let object = Object::of(self.schema, id);
        self.object(object, Vec::new(), source)
    }

    /// Reads an object, and skips members whose name is in `tags`.
    pub(super) fn object<'de, R: Source<'de>>(
        &mut self,
        mut object: Object<'s>,
        mut tags: Vec<&'s str>,
        source: &mut R,
    ) -> Result {
        if !super::is(Kind::Object, source)? {
            return self.wrong("an object", source);
        }
        self.add_variants(&mut object, &mut tags, source)?;
        let at = source.offset();
        source.begin_map()?;
        let mut seen = vec![false; object.fields.len()];
        while let Some(key) = source.next_name()? {
            let key = String::from(&*key);
            self.member(&object, &tags, &mut seen, key, source)?;
        }
        self.missing(&object, &seen, at)
    }

    /// Adds the members of the variants that the flattened unions have in this object.
    fn add_variants<'de, R: Source<'de>>(
        &mut self,
        object: &mut Object<'s>,
        tags: &mut Vec<&'s str>,
        source: &mut R,
    ) -> Result {
        for (union, optional) in core::mem::take(&mut object.unions) {
            let Tagging::Internal(tag) = &union.tagging else {
                continue;
            };
            tags.push(tag);
            let at = source.offset();
            let name = match find_tag(source, tag)? {
                Tag::Name(name) => name,
                Tag::Missing if optional => continue,
                Tag::Missing => {
                    self.note(missing(tag), at)?;
                    continue;
                }
                Tag::Other(found, at) => {
                    self.within(Step::Key(tag.clone()), |check| {
                        check.note(Error::wrong_kind("a string", found), at)
                    })?;
                    continue;
                }
            };
            match find(union, &name) {
                Some(variant) => {
                    if let Some(content) = variant.content {
                        object.append(Object::of(self.schema, content));
                    }
                }
                None => self.note(Error::unknown_variant(&name, &names_of(union)), at)?,
            }
        }
        Ok(())
    }

    fn member<'de, R: Source<'de>>(
        &mut self,
        object: &Object<'s>,
        tags: &[&str],
        seen: &mut [bool],
        key: String,
        source: &mut R,
    ) -> Result {
        let at = source.key_offset();
        let is = |field: &crate::Field| field.name == key || field.aliases.contains(&key);
        if let Some(number) = object.fields.iter().position(|(field, _)| is(field)) {
            if core::mem::replace(&mut seen[number], true) {
                let error = Error::duplicate_key(&key);
                self.within(Step::Key(key), |check| check.note(error, at))?;
                return source.skip();
            }
            let node = object.fields[number].0.node;
            return self.within(Step::Key(key), |check| check.node(node, source));
        }
        if tags.contains(&key.as_str()) {
            return source.skip();
        }
        if let Some(rest) = object.rest {
            return self.within(Step::Key(key), |check| check.node(rest, source));
        }
        source.skip()?;
        if object.closed {
            let names: Vec<&str> = object
                .fields
                .iter()
                .map(|(field, _)| &*field.name)
                .collect();
            let error = Error::unknown_member(&key, &names);
            self.within(Step::Key(key), |check| check.note(error, at))?;
        }
        Ok(())
    }

    fn missing(&mut self, object: &Object<'s>, seen: &[bool], at: usize) -> Result {
        for (number, (field, required)) in object.fields.iter().enumerate() {
            let mut groups = object.groups.iter();
            let group = groups.find(|group| group.contains(&number));
            let begun = group.is_some_and(|group| seen[group.clone()].contains(&true));
            if !seen[number] && (*required || begun && field.required) {
                self.note(missing(&field.name), at)?;
            }
        }
        Ok(())
    }
}
