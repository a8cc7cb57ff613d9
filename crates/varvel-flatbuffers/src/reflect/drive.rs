//! Writes a verified buffer as events, with a stack of its own.

use alloc::vec::Vec;

use varvel_core::path::Step;
use varvel_core::{Encode, Error, Result, Sink, Str};
use varvel_flexbuffers::Flex;

use super::Dynamic;
use super::bytes::Verified;
use crate::chars;
use crate::events::scalars;
use crate::layout::{
    Base64, Element, Field, Layout, MemberType, Presence, Scalar, TableOrStruct, Type, Width,
};

/// The most numbers in one event.
const ROW: usize = 64;

/// An open container.
enum Open<'a> {
    Table {
        at: usize,
        fields: &'a [Field],
        /// The number of the field by which vectors are sorted.
        key: Option<u16>,
        next: usize,
    },
    Struct {
        at: usize,
        fields: &'a [Field],
        next: usize,
    },
    Items {
        of: Element,
        symbols: Option<u32>,
        at: usize,
        len: usize,
        left: usize,
        /// The position of the next item's tag, for unions.
        tag: usize,
    },
}

/// The state of writing a buffer to a sink.
struct Drive<'a, 's, S> {
    layout: Layout<'a>,
    bytes: Verified<'a>,
    dynamic: &'a Dynamic<'a>,
    sink: &'s mut S,
    open: Vec<Open<'a>>,
}

impl<C: ?Sized> Encode<C> for Dynamic<'_> {
    fn encode<'a, S: Sink<'a>>(&'a self, sink: &mut S, _: &C) -> Result {
        let mut drive = Drive {
            layout: self.layout,
            bytes: Verified(self.bytes),
            dynamic: self,
            sink,
            open: Vec::new(),
        };
        drive
            .run(self.object, self.root)
            .map_err(|error| error.or_path(|| drive.path()))
    }
}

impl<'a, S: Sink<'a>> Drive<'a, '_, S> {
    fn run(&mut self, object: usize, root: usize) -> Result {
        match self.layout.objects()[object].shape {
            TableOrStruct::Table => self.table(object, root)?,
            TableOrStruct::Struct { .. } => self.structure(object as u32, root)?,
        }
        while self.step()? {}
        Ok(())
    }

    /// Returns the path of the last node.
    fn path(&self) -> Vec<Step> {
        let step = |open: &Open<'_>| match *open {
            Open::Table { fields, next, .. } | Open::Struct { fields, next, .. } => {
                let field = fields.get(next.checked_sub(1)?)?;
                Some(Step::Key(self.layout.name(field.name).into()))
            }
            Open::Items { len, left, .. } => Some(Step::Index((len - left).checked_sub(1)?)),
        };
        self.open.iter().filter_map(step).collect()
    }

    fn push(&mut self, open: Open<'a>) -> Result {
        self.open
            .try_reserve(1)
            .map_err(|_| Error::out_of_memory())?;
        self.open.push(open);
        Ok(())
    }

    /// Writes the next field or item of the innermost container. Returns `false` if none is open.
    fn step(&mut self) -> Result<bool> {
        let Some(open) = self.open.last_mut() else {
            return Ok(false);
        };
        match open {
            Open::Table {
                at,
                fields,
                key,
                next,
            } => {
                let (at, number, fields) = (*at, *next, *fields);
                let is_key = *key == Some(number as u16);
                *next += 1;
                match fields.get(number) {
                    Some(_) => self.field(at, number, fields, is_key)?,
                    None => self.end_map()?,
                }
            }
            Open::Struct { at, fields, next } => match fields.get(*next) {
                Some(field) => {
                    *next += 1;
                    let at = *at + field.offset as usize;
                    self.key(field)?;
                    self.value(at, field)?;
                }
                None => self.end_map()?,
            },
            Open::Items { left: 0, .. } => {
                self.open.pop();
                self.sink.end_array()?;
            }
            Open::Items {
                of,
                symbols,
                at,
                left,
                tag,
                ..
            } => {
                let (of, symbols, here, tagged) = (*of, *symbols, *at, *tag);
                *left -= 1;
                *at += self.layout.element(of).0;
                if let Element::Union(union) = of {
                    *tag += self.layout.unions()[union as usize].tag.size();
                }
                self.item(of, symbols, here, tagged)?;
            }
        }
        Ok(true)
    }

    fn end_map(&mut self) -> Result {
        self.open.pop();
        self.sink.end_map()
    }

    fn key(&mut self, field: &Field) -> Result {
        self.sink.key(Str::from(self.layout.name(field.name)))
    }

    fn table(&mut self, object: usize, at: usize) -> Result {
        self.sink.begin_map(None)?;
        let fields = self.layout.fields(object);
        self.push(Open::Table {
            at,
            fields,
            key: self.layout.objects()[object].key,
            next: 0,
        })
    }

    fn structure(&mut self, object: u32, at: usize) -> Result {
        let fields = self.layout.fields(object as usize);
        self.sink.begin_map(Some(fields.len()))?;
        self.push(Open::Struct {
            at,
            fields,
            next: 0,
        })
    }

    /// Writes a field of a table, if it is present. A scalar key is always written, as `flatc`
    /// does.
    fn field(&mut self, table: usize, number: usize, fields: &'a [Field], is_key: bool) -> Result {
        let field = &fields[number];
        if field.deprecated {
            return Ok(());
        }
        let Some(at) = self.bytes.field(table, number) else {
            return match self.dynamic.options.defaults || is_key {
                true => self.default(field),
                false => Ok(()),
            };
        };
        // The tag of a union, or the vector of tags of a vector of unions, is the field before it.
        let before = || {
            let tags = number.checked_sub(1)?;
            let at = self.bytes.field(table, tags)?;
            Some((at, fields.get(tags)?))
        };
        match field.ty {
            // The tag is left out with its value.
            Type::Tag(union) if self.dynamic.options.skip_unknown && self.is_unknown(union, at) => {
                Ok(())
            }
            Type::Union(union) => {
                let Some((tag, _)) = before() else {
                    return Ok(());
                };
                if self.member(union, tag).is_none() {
                    return Ok(());
                }
                self.key(field)?;
                let at = self.bytes.follow(at, false);
                self.union(union, tag, at)
            }
            Type::Vector(of @ Element::Union(_)) => {
                let Some((tags, _)) = before() else {
                    return Ok(());
                };
                let tags = self.bytes.vector(self.bytes.follow(tags, false), false).1;
                self.key(field)?;
                self.vector(of, field, at, tags)
            }
            _ => {
                self.key(field)?;
                self.value(at, field)
            }
        }
    }

    /// Writes the default of an absent field.
    fn default(&mut self, field: &'a Field) -> Result {
        match (field.ty, field.presence) {
            (Type::Scalar(scalar), Presence::Default(bits)) => {
                self.key(field)?;
                self.scalar(scalar, field.symbols, bits)
            }
            (_, Presence::Text(text)) => {
                self.key(field)?;
                self.sink.str(Str::from(self.layout.name(text)))
            }
            (_, Presence::Empty) => {
                self.key(field)?;
                if field.base64.is_some() {
                    return self.sink.str(Str::from(""));
                }
                self.sink.begin_array(Some(0))?;
                self.sink.end_array()
            }
            _ => Ok(()),
        }
    }

    /// Writes the value of a field at `at`.
    fn value(&mut self, at: usize, field: &'a Field) -> Result {
        let wide = field.width != Width::Narrow;
        match field.ty {
            Type::Scalar(scalar) => {
                let bits = self.bytes.bits(at, scalar);
                self.scalar(scalar, field.symbols, bits)
            }
            Type::Tag(union) => self.tag(union, at),
            Type::String => {
                let text = self.bytes.text(self.bytes.follow(at, wide));
                self.sink.str(Str::from(text))
            }
            Type::Struct(object) => self.structure(object, at),
            Type::Table(object) => {
                let at = self.bytes.follow(at, wide);
                self.table(object as usize, at)
            }
            // A union is written with its tag only.
            Type::Union(_) => Ok(()),
            Type::Array(_, len) if field.chars => {
                let bytes = self.bytes.in_place(at, len.into());
                self.sink.str(Str::from(chars::text(bytes)?))
            }
            Type::Array(of, len) => self.items(of, field.symbols, at, len.into(), 0),
            Type::Vector(of) => match field.base64 {
                Some(base64) => self.base64(base64, field, at),
                None => self.vector(of, field, at, 0),
            },
            Type::Nested(object) => match field.base64 {
                Some(base64) => self.base64(base64, field, at),
                None => {
                    let at = self.bytes.follow(at, wide);
                    let (_, first) = self.bytes.vector(at, field.width == Width::Vector);
                    let root = self.bytes.follow(first, false);
                    self.table(object as usize, root)
                }
            },
            Type::Flex => {
                let at = self.bytes.follow(at, wide);
                let bytes = self.bytes.bytes(at, field.width == Width::Vector);
                let flexible = Flex::new(bytes, &self.dynamic.options.limits)?;
                flexible.root().drive(self.sink)
            }
        }
    }

    /// Writes the bytes of a vector as text.
    fn base64(&mut self, base64: Base64, field: &Field, at: usize) -> Result {
        let at = self.bytes.follow(at, field.width != Width::Narrow);
        let bytes = self.bytes.bytes(at, field.width == Width::Vector);
        let text = base64.encode(bytes)?;
        self.sink.str(Str::Scratch(text.as_str().into()))
    }

    fn vector(&mut self, of: Element, field: &Field, at: usize, tags: usize) -> Result {
        let at = self.bytes.follow(at, field.width != Width::Narrow);
        let (len, first) = self.bytes.vector(at, field.width == Width::Vector);
        self.items(of, field.symbols, first, len, tags)
    }

    fn items(
        &mut self,
        of: Element,
        symbols: Option<u32>,
        at: usize,
        left: usize,
        tag: usize,
    ) -> Result {
        let len = left;
        self.sink.begin_array(Some(len))?;
        match (of, symbols) {
            (Element::Scalar(scalar), None) if scalar.is_integer() && scalar != Scalar::U64 => {
                self.rows(
                    at,
                    left,
                    scalar,
                    |bits| scalar.signed(bits),
                    |sink, row| sink.i64s(row),
                )?;
                self.sink.end_array()
            }
            (Element::Scalar(Scalar::F64), _) => {
                let options = &self.dynamic.options;
                self.rows(at, left, Scalar::F64, f64::from_bits, |sink, row| {
                    scalars::floats(row, options, sink)
                })?;
                self.sink.end_array()
            }
            _ => self.push(Open::Items {
                of,
                symbols,
                at,
                len,
                left,
                tag,
            }),
        }
    }

    /// Writes a row of numbers, many in one event.
    fn rows<T: Copy + Default>(
        &mut self,
        at: usize,
        left: usize,
        scalar: Scalar,
        read: impl Fn(u64) -> T,
        give: impl Fn(&mut S, &[T]) -> Result,
    ) -> Result {
        let mut row = [T::default(); ROW];
        let mut done = 0;
        while done < left {
            let count = (left - done).min(ROW);
            for (i, place) in row[..count].iter_mut().enumerate() {
                let at = at + (done + i) * scalar.size();
                *place = read(self.bytes.bits(at, scalar));
            }
            give(self.sink, &row[..count])?;
            done += count;
        }
        Ok(())
    }

    fn item(&mut self, of: Element, symbols: Option<u32>, at: usize, tag: usize) -> Result {
        match of {
            Element::Scalar(scalar) => {
                let bits = self.bytes.bits(at, scalar);
                self.scalar(scalar, symbols, bits)
            }
            Element::Tag(union) => self.tag(union, at),
            Element::String => {
                let text = self.bytes.text(self.bytes.follow(at, false));
                self.sink.str(Str::from(text))
            }
            Element::Struct(object) => self.structure(object, at),
            Element::Table(object) => {
                let at = self.bytes.follow(at, false);
                self.table(object as usize, at)
            }
            Element::Union(union) => {
                let at = self.bytes.follow(at, false);
                self.union(union, tag, at)
            }
        }
    }

    /// Returns the tag of a union at `at`.
    fn tag_at(&self, union: u32, at: usize) -> i64 {
        let scalar = self.layout.unions()[union as usize].tag;
        scalar.signed(self.bytes.bits(at, scalar))
    }

    /// Returns the type of the union whose tag is at `tag`.
    fn member(&self, union: u32, tag: usize) -> Option<MemberType> {
        let tag = self.tag_at(union, tag);
        self.layout
            .member(union as usize, tag)
            .map(|member| member.ty)
    }

    /// Returns whether the tag at `at` is unknown to the schema.
    fn is_unknown(&self, union: u32, at: usize) -> bool {
        self.tag_at(union, at) != 0 && self.member(union, at).is_none()
    }

    /// Writes the value of a union at `at`. It is null if the union has no value, or a tag unknown
    /// to the schema.
    fn union(&mut self, union: u32, tag: usize, at: usize) -> Result {
        match self.member(union, tag) {
            Some(MemberType::Table(object)) => self.table(object as usize, at),
            Some(MemberType::Struct(object)) => self.structure(object, at),
            Some(MemberType::String) => self.sink.str(Str::from(self.bytes.text(at))),
            None => self.sink.null(),
        }
    }

    fn tag(&mut self, union: u32, at: usize) -> Result {
        let tag = self.tag_at(union, at);
        scalars::tag(&self.layout, union, tag, &self.dynamic.options, self.sink)
    }

    fn scalar(&mut self, scalar: Scalar, symbols: Option<u32>, bits: u64) -> Result {
        scalars::scalar(
            &self.layout,
            scalar,
            symbols,
            bits,
            &self.dynamic.options,
            self.sink,
        )
    }
}
