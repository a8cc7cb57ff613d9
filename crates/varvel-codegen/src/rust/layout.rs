//! The field table of a schema as a constant.

use proc_macro2::TokenStream;
use quote::quote;
use varvel_schema::fbs::{
    DefaultValue, Element, Field, Hash, Nested, Object, Presence, Scalar, Schema, Type,
};

use super::{Generator, names};

/// Names one after the other, and where each of them stands.
#[derive(Default)]
struct Pool(String);

impl Pool {
    fn add(&mut self, name: &str) -> TokenStream {
        let (start, len) = (self.0.len() as u32, name.len() as u32);
        self.0.push_str(name);
        quote!(Name::new(#start, #len))
    }
}

impl Generator<'_> {
    pub(super) fn layout(&self) -> TokenStream {
        let schema = self.schema;
        let mut pool = Pool::default();
        let mut field_count = 0_u32;
        let mut objects = Vec::new();
        for object in &schema.objects {
            objects.push(header(&mut pool, object, field_count));
            field_count += object.fields.len() as u32;
        }
        let fields = schema.objects.iter().flat_map(|object| {
            object
                .fields
                .iter()
                .map(move |field| (object.is_struct(), field))
        });
        let fields: Vec<TokenStream> = fields
            .map(|(in_struct, field)| self.field(&mut pool, in_struct, field))
            .collect();
        let (unions, members) = self.union_tables(&mut pool);
        let (enums, symbols) = enum_tables(schema, &mut pool);
        let root = match schema.root {
            Some(id) => {
                let id = id.0;
                quote!(Some(#id))
            }
            None => quote!(None),
        };
        let identifier = match &schema.file_identifier {
            Some(identifier) => {
                let bytes = identifier.bytes();
                quote!(Some([#(#bytes),*]))
            }
            None => quote!(None),
        };
        let (pool, name) = (pool.0, &self.names.schema);
        let types = self.layout_types();
        quote! {
            #[doc = " The schema: all that it says of bytes, as data."]
            #[derive(Debug)]
            pub enum #name {}

            impl ::varvel_flatbuffers::Schema for #name {
                const LAYOUT: ::varvel_flatbuffers::layout::Layout<'static> = {
                    use ::varvel_flatbuffers::layout::{#types};
                    Layout::new(Parts {
                        names: #pool,
                        objects: &[#(#objects),*],
                        fields: &[#(#fields),*],
                        unions: &[#(#unions),*],
                        members: &[#(#members),*],
                        enums: &[#(#enums),*],
                        symbols: &[#(#symbols),*],
                        root: #root,
                        file_identifier: #identifier,
                    })
                };
            }
        }
    }

    /// The names that the constant uses: others would be warned of.
    fn layout_types(&self) -> TokenStream {
        let fields = || self.schema.objects.iter().flat_map(|object| &object.fields);
        let has = |test: &dyn Fn(&Field) -> bool| fields().any(test);
        let scalars =
            has(&|field| matches!(field.ty.element(), Element::Scalar(_) | Element::Enum(_)));
        let uses = [
            (
                "Element",
                has(&|field| !matches!(field.ty, Type::One(_)) && field.nested.is_none()),
            ),
            ("Enum", !self.schema.enums.is_empty()),
            ("Field", fields().next().is_some()),
            ("Hash", has(&|field| field.hash.is_some())),
            ("Layout", true),
            ("List", true),
            (
                "Member",
                self.schema
                    .unions
                    .iter()
                    .any(|union| !union.variants.is_empty()),
            ),
            (
                "MemberType",
                self.schema
                    .unions
                    .iter()
                    .any(|union| !union.variants.is_empty()),
            ),
            ("Name", true),
            ("Object", !self.schema.objects.is_empty()),
            ("Parts", true),
            (
                "Presence",
                has(&|field| {
                    matches!(
                        field.default,
                        DefaultValue::Text(_) | DefaultValue::EmptyVector
                    )
                }),
            ),
            (
                "Scalar",
                scalars || !self.schema.enums.is_empty() || !self.schema.unions.is_empty(),
            ),
            (
                "Symbol",
                self.schema
                    .enums
                    .iter()
                    .any(|definition| !definition.values.is_empty()),
            ),
            ("Type", fields().next().is_some()),
            ("Union", !self.schema.unions.is_empty()),
            ("Width", has(&|field| field.offset64)),
        ];
        let any = !self.schema.objects.is_empty()
            || !self.schema.enums.is_empty()
            || !self.schema.unions.is_empty();
        let used = uses
            .iter()
            .filter(|(name, used)| *used && (any || !matches!(*name, "List" | "Name")))
            .map(|(name, _)| names::ident(name));
        quote!(#(#used),*)
    }

    fn field(&self, pool: &mut Pool, in_struct: bool, field: &Field) -> TokenStream {
        let name = pool.add(&field.name);
        let ty = self.layout_type(field);
        let mut tokens = quote!(Field::new(#name, #ty));
        if in_struct {
            let offset = field.offset;
            tokens.extend(quote!(.at(#offset)));
        } else {
            tokens.extend(self.layout_presence(pool, field));
        }
        if let Element::Enum(id) = field.ty.element() {
            let id = id.0;
            tokens.extend(quote!(.symbols(#id)));
        }
        if field.deprecated {
            tokens.extend(quote!(.deprecated()));
        }
        match field.ty {
            Type::Vector64(_) => tokens.extend(quote!(.width(Width::Vector))),
            _ if field.offset64 => tokens.extend(quote!(.width(Width::Offset))),
            _ => {}
        }
        if let Some(align) = field.force_align {
            let align = proc_macro2::Literal::u32_unsuffixed(align);
            tokens.extend(quote!(.force_align(#align)));
        }
        if let Some(hash) = field.hash {
            let hash = match hash {
                Hash::Fnv1W16 => quote!(Fnv1x16),
                Hash::Fnv1aW16 => quote!(Fnv1ax16),
                Hash::Fnv1W32 => quote!(Fnv1x32),
                Hash::Fnv1aW32 => quote!(Fnv1ax32),
                Hash::Fnv1W64 => quote!(Fnv1x64),
                Hash::Fnv1aW64 => quote!(Fnv1ax64),
            };
            tokens.extend(quote!(.hash(Hash::#hash)));
        }
        tokens
    }

    fn layout_type(&self, field: &Field) -> TokenStream {
        match field.nested {
            Some(Nested::Flexible) => return quote!(Type::Flex),
            Some(Nested::Table(id)) => {
                let id = id.0;
                return quote!(Type::Nested(#id));
            }
            None => {}
        }
        let element = self.layout_element(field.ty.element());
        match field.ty {
            Type::One(_) => quote!(Type::#element),
            Type::Vector(_) | Type::Vector64(_) => quote!(Type::Vector(Element::#element)),
            Type::Array(_, len) => quote!(Type::Array(Element::#element, #len)),
        }
    }

    fn layout_element(&self, element: Element) -> TokenStream {
        match element {
            Element::Scalar(_) | Element::Enum(_) => {
                let scalar = self.schema.scalar_of(element).map(scalar);
                quote!(Scalar(#scalar))
            }
            Element::Tag(id) => {
                let id = id.0;
                quote!(Tag(#id))
            }
            Element::Union(id) => {
                let id = id.0;
                quote!(Union(#id))
            }
            Element::String => quote!(String),
            Element::Object(id) => {
                let (kind, id) = (self.object_kind(element), id.0);
                quote!(#kind(#id))
            }
        }
    }

    /// `Table` or `Struct`.
    fn object_kind(&self, element: Element) -> TokenStream {
        match self.schema.is_struct(element) {
            true => quote!(Struct),
            false => quote!(Table),
        }
    }

    fn layout_presence(&self, pool: &mut Pool, field: &Field) -> TokenStream {
        let one = match field.ty {
            Type::One(_) => self.scalar(field.ty),
            _ => None,
        };
        match (&field.default, field.presence, one) {
            (_, Presence::Required, _) => quote!(.required()),
            (_, Presence::Optional, Some(_)) => quote!(.optional()),
            (DefaultValue::Integer(value), _, Some(scalar)) if *value != 0 => {
                // The bits of its own width.
                let bits = (*value as u64) & (u64::MAX >> (64 - 8 * scalar.size()));
                quote!(.default_bits(#bits))
            }
            (DefaultValue::Float(value), _, Some(scalar)) if value.to_bits() != 0 => {
                let bits = match scalar {
                    Scalar::F32 => u64::from((*value as f32).to_bits()),
                    _ => value.to_bits(),
                };
                quote!(.default_bits(#bits))
            }
            (DefaultValue::Text(text), ..) => {
                let name = pool.add(text);
                quote!(.presence(Presence::Text(#name)))
            }
            (DefaultValue::EmptyVector, ..) => quote!(.presence(Presence::Empty)),
            _ => quote!(),
        }
    }

    fn union_tables(&self, pool: &mut Pool) -> (Vec<TokenStream>, Vec<TokenStream>) {
        let (mut unions, mut members) = (Vec::new(), Vec::new());
        for union in &self.schema.unions {
            let name = pool.add(union.name.as_str());
            let (first, len) = (members.len() as u32, union.variants.len() as u32);
            let tag = scalar(union.tag);
            unions.push(quote!(Union { name: #name, tag: #tag, members: List::new(#first, #len) }));
            for variant in &union.variants {
                let name = pool.add(&variant.name);
                let tag = variant.tag as i64;
                let ty = match variant.of {
                    Element::Object(id) => {
                        let (kind, id) = (self.object_kind(variant.of), id.0);
                        quote!(MemberType::#kind(#id))
                    }
                    _ => quote!(MemberType::String),
                };
                members.push(quote!(Member { name: #name, tag: #tag, ty: #ty }));
            }
        }
        (unions, members)
    }
}

fn header(pool: &mut Pool, object: &Object, first: u32) -> TokenStream {
    let name = pool.add(object.name.as_str());
    let len = object.fields.len() as u32;
    let mut tokens = match object.is_struct() {
        true => {
            let (size, align) = (object.size, object.align as u16);
            quote!(Object::structure(#name, #size, #align, List::new(#first, #len)))
        }
        false => quote!(Object::table(#name, List::new(#first, #len))),
    };
    if let Some(key) = object.key() {
        let slot = key.slot;
        tokens.extend(quote!(.key(#slot)));
    }
    tokens
}

fn enum_tables(schema: &Schema, pool: &mut Pool) -> (Vec<TokenStream>, Vec<TokenStream>) {
    let (mut enums, mut symbols) = (Vec::new(), Vec::new());
    for definition in &schema.enums {
        let name = pool.add(definition.name.as_str());
        let (first, len) = (symbols.len() as u32, definition.values.len() as u32);
        let (scalar, flags) = (scalar(definition.underlying), definition.bit_flags);
        enums.push(quote!(Enum { name: #name, scalar: #scalar, bit_flags: #flags, symbols: List::new(#first, #len) }));
        for value in &definition.values {
            let name = pool.add(&value.name);
            // Of `ulong` the bits.
            let value = value.value as i64;
            symbols.push(quote!(Symbol { name: #name, value: #value }));
        }
    }
    (enums, symbols)
}

fn scalar(scalar: Scalar) -> TokenStream {
    let name = names::ident(match scalar {
        Scalar::Bool => "Bool",
        Scalar::I8 => "I8",
        Scalar::U8 => "U8",
        Scalar::I16 => "I16",
        Scalar::U16 => "U16",
        Scalar::I32 => "I32",
        Scalar::U32 => "U32",
        Scalar::I64 => "I64",
        Scalar::U64 => "U64",
        Scalar::F32 => "F32",
        Scalar::F64 => "F64",
    });
    quote!(Scalar::#name)
}
