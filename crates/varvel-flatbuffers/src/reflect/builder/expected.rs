//! The nodes and keys that may come next, by the schema.

use alloc::vec::Vec;

use varvel_core::{Error, ErrorKind, Kind, Result};

use super::deferred::Aside;
use super::{Builder, Open, State, Tagged, Value, What};
use crate::layout::{Base64, Element, Field, MemberType, TableOrStruct, Type};

/// The most fields of a table that are compared with each key that comes. In larger tables
/// duplicate keys are found at the end.
const COMPARED: usize = 64;

/// The node that must come next.
#[derive(Clone, Copy, Debug)]
pub(super) enum Expected<'s> {
    Scalar(&'s Field, crate::layout::Scalar),
    Tag(u32),
    Text,
    Table(u32),
    Struct(u32),
    /// A struct in a union, which is outside of tables.
    Outside(u32),
    Vector(&'s Field, Element, usize),
    Array(&'s Field, Element, u16),
    Nested(&'s Field, u32),
    Flex,
    /// The value of a union with the tag `NONE`.
    Nothing,
}

impl Expected<'_> {
    /// Returns the form of the text that may come instead of bytes, if the schema has one.
    pub fn base64(self) -> Option<Base64> {
        match self {
            Self::Vector(field, ..) | Self::Nested(field, _) => field.base64,
            _ => None,
        }
    }

    pub fn phrase(self) -> &'static str {
        match self {
            Self::Scalar(field, scalar) => crate::events::number_text::phrase(field, scalar),
            Self::Tag(_) => "a name or a tag of the union",
            Self::Text => "a string",
            Self::Table(_) | Self::Struct(_) | Self::Outside(_) => "an object",
            Self::Vector(field, ..) if field.base64.is_some() => {
                "bytes as Base64 text, or an array"
            }
            Self::Array(field, ..) if field.chars => "text, or an array",
            Self::Vector(..) | Self::Array(..) => "an array",
            Self::Nested(..) => "an object, or the bytes of a buffer",
            Self::Flex => "any value",
            Self::Nothing => "null, since the union's type is NONE",
        }
    }
}

impl<'s> Builder<'s> {
    /// Returns the node that must come, at an event of a value.
    pub(super) fn want(&mut self, found: &'static str) -> Result<Expected<'s>> {
        let want = match (self.state, self.open.last()) {
            (State::Root, _) => {
                let root = self.layout.objects()[self.root as usize].shape;
                Some(Ok(match root {
                    TableOrStruct::Table => Expected::Table(self.root),
                    TableOrStruct::Struct { .. } => Expected::Outside(self.root),
                }))
            }
            (State::Value, Some(open)) => self.field().map(|field| Ok(self.of_field(open, field))),
            (State::Item, Some(open)) => match open.what {
                What::Vector { field, of, tags } => {
                    Some(Ok(self.of_element(field, of, tags, open.at)))
                }
                What::Array { field, of, len, .. } => Some(match open.at < len.into() {
                    true => Ok(self.of_element(field, of, 0, open.at)),
                    false => Err(wrong_len(len, "more")),
                }),
                _ => None,
            },
            _ => None,
        };
        match want {
            Some(Ok(Expected::Nothing)) if self.has_too_few_tags() => {
                let error = Error::expected(ErrorKind::Refused, "as many types as values");
                Err(self.fail(error))
            }
            Some(Ok(want)) => Ok(want),
            Some(Err(error)) => Err(self.fail(error)),
            None => Err(self.out_of_order(found)),
        }
    }

    /// Returns the field of the innermost container that comes next, or came last.
    pub(super) fn field(&self) -> Option<&'s Field> {
        let open = self.open.last()?;
        match open.what {
            What::Table { object, .. } | What::Struct { object, .. } => {
                self.layout.fields(object as usize).get(open.at)
            }
            What::Vector { field, .. } | What::Array { field, .. } => Some(field),
        }
    }

    fn of_field(&self, open: &Open<'s>, field: &'s Field) -> Expected<'s> {
        match field.ty {
            Type::Scalar(scalar) => Expected::Scalar(field, scalar),
            Type::Tag(union) => Expected::Tag(union),
            Type::String => Expected::Text,
            Type::Struct(object) => Expected::Struct(object),
            Type::Table(object) => Expected::Table(object),
            Type::Union(union) => match self.tag_before(open) {
                Some(Value::Bits(bits)) => self.of_union(union, bits),
                _ => Expected::Nothing,
            },
            Type::Array(of, len) => Expected::Array(field, of, len),
            Type::Vector(of @ Element::Union(_)) => match self.tag_before(open) {
                Some(Value::At(tags)) => Expected::Vector(field, of, tags),
                _ => Expected::Nothing,
            },
            Type::Vector(of) => Expected::Vector(field, of, 0),
            Type::Nested(object) => Expected::Nested(field, object),
            Type::Flex => Expected::Flex,
        }
    }

    fn of_element(&self, field: &'s Field, of: Element, tags: usize, index: usize) -> Expected<'s> {
        match of {
            Element::Scalar(scalar) => Expected::Scalar(field, scalar),
            Element::Tag(union) => Expected::Tag(union),
            Element::String => Expected::Text,
            Element::Struct(object) => Expected::Struct(object),
            Element::Table(object) => Expected::Table(object),
            Element::Union(union) => {
                let size = self.layout.unions()[union as usize].tag.size();
                let all = self.out.from(tags);
                let len = self.out.u32(tags) as usize;
                let Some(tag) = all
                    .get(4 + index * size..4 + (index + 1) * size)
                    .filter(|_| index < len)
                else {
                    return Expected::Nothing;
                };
                let mut bits = [0; 8];
                bits[..size].copy_from_slice(tag);
                self.of_union(union, u64::from_le_bytes(bits))
            }
        }
    }

    fn of_union(&self, union: u32, bits: u64) -> Expected<'s> {
        let tag = self.layout.unions()[union as usize].tag.signed(bits);
        match self
            .layout
            .member(union as usize, tag)
            .map(|member| member.ty)
        {
            Some(MemberType::Table(object)) => Expected::Table(object),
            Some(MemberType::Struct(object)) => Expected::Outside(object),
            Some(MemberType::String) => Expected::Text,
            None => Expected::Nothing,
        }
    }

    /// Returns whether the innermost container is a vector of unions with more items than tags.
    fn has_too_few_tags(&self) -> bool {
        match self.open.last() {
            Some(Open {
                what: What::Vector { tags, .. },
                at,
                ..
            }) if self.state == State::Item => *at >= self.out.u32(*tags) as usize,
            _ => false,
        }
    }

    /// Returns the tag of the union that is the current field of a table, if it has come.
    fn tag_before(&self, open: &Open<'s>) -> Option<Value> {
        let field = open.at.checked_sub(1)?;
        let mut known = self.tags.get(open.tags..)?.iter();
        let known = known.find(|tagged| usize::from(tagged.field) == field);
        known.map(|tagged| tagged.value)
    }

    /// Takes the key of a member of a table or a struct.
    pub(super) fn member(&mut self, key: &str) -> Result {
        let (State::Key, Some(open)) = (self.state, self.open.last()) else {
            return Err(self.out_of_order("a key"));
        };
        let (What::Table { object, .. } | What::Struct { object, .. }) = open.what else {
            return Err(self.out_of_order("a key"));
        };
        let fields = self.layout.fields(object as usize);
        // Members most often come in order.
        let next = open.at + usize::from(self.items.len() > open.items);
        let is_next = |field: &Field| self.layout.name(field.name) == key;
        let number = match fields.get(next).is_some_and(is_next) {
            true => Some(next),
            false => self.names.field(self.layout, object, key),
        };
        let found = number.and_then(|number| Some((number, fields.get(number)?)));
        let Some((number, field)) = found.filter(|(_, field)| !field.deprecated) else {
            if self.options.skip_unknown {
                self.aside.skip();
                return Ok(());
            }
            let error = match found {
                Some(_) => Error::expected(
                    ErrorKind::UnknownMember,
                    "no member that is deprecated by the schema",
                )
                .with_content(varvel_core::path::Quoted(key)),
                None => {
                    let live = fields.iter().filter(|field| !field.deprecated);
                    let names: Vec<&str> = live.map(|field| self.layout.name(field.name)).collect();
                    Error::unknown_member(key, &names)
                }
            };
            return Err(self.fail_at_key(error, key));
        };
        self.begin_member(number, field, key)
    }

    fn begin_member(&mut self, number: usize, field: &'s Field, key: &str) -> Result {
        let Some(open) = self.open.last().copied() else {
            return Err(self.out_of_order("a key"));
        };
        let is_tag = matches!(field.ty, Type::Tag(_) | Type::Vector(Element::Tag(_)));
        if is_tag
            && let Some(tagged) = self.tags[open.tags..]
                .iter_mut()
                .find(|tagged| tagged.ahead && usize::from(tagged.field) == number)
        {
            tagged.ahead = false;
            self.aside.skip();
            return Ok(());
        }
        let done = &self.items[open.items..];
        let is_same = |item: &super::Item| usize::from(item.field) == number;
        let late = self.late[open.late..].iter();
        let doubled = (is_tag || done.len() <= COMPARED) && done.iter().any(is_same)
            || late.clone().any(|late| usize::from(late.field) == number);
        if doubled {
            return Err(self.fail_at_key(Error::duplicate_key(key), key));
        }
        if let Some(open) = self.open.last_mut() {
            open.at = number;
        }
        self.state = State::Value;
        if matches!(field.ty, Type::Union(_) | Type::Vector(Element::Union(_)))
            && self
                .open
                .last()
                .and_then(|open| self.tag_before(open))
                .is_none()
        {
            self.aside = Aside::recording();
        }
        Ok(())
    }

    /// Notes a tag that has come, and plays back the value that waits for it.
    pub(super) fn tagged(&mut self, field: usize, value: Value) -> Result {
        let tagged = Tagged {
            field: field as u16,
            value,
            ahead: false,
        };
        super::push(&mut self.tags, tagged)?;
        let Some(open) = self.open.last() else {
            return Ok(());
        };
        let (first, union) = (open.late, field + 1);
        let waits = self.late[first..]
            .iter()
            .position(|late| usize::from(late.field) == union);
        match waits {
            Some(at) => {
                let late = self.late.remove(first + at);
                self.play_late(union, &late)
            }
            None => Ok(()),
        }
    }

    /// Makes the error for a node of a wrong kind.
    #[cold]
    pub(super) fn wrong(&mut self, want: Expected<'_>, found: Kind) -> Error {
        let error = Error::wrong_kind(want.phrase(), found);
        self.fail(error)
    }
}

/// Makes the error for an array with a wrong length.
#[cold]
pub(super) fn wrong_len(len: u16, found: &'static str) -> Error {
    Error::expected(ErrorKind::Refused, alloc::format!("an array of {len}")).with_found(found)
}
