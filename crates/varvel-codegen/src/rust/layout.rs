//! The field table of a schema as a constant. It prints, as Rust, the same layout that a program
//! holds when it reads the schema at run time.

use std::collections::{BTreeMap, BTreeSet};

use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::quote;
use varvel_fbs::ObjectId;
use varvel_flatbuffers::layout::{
    Base64, Element, Enum, Field, Hash, Layout, List, Member, MemberType, Name, Object, Presence,
    Scalar, Symbol, TableOrStruct, Type, Union, Width,
};

use super::names;

/// The names of the module `layout` that the constant may use. Only those in use are imported,
/// since Rust warns of the others.
const NAMES: &[&str] = &[
    "Base64",
    "Element",
    "Enum",
    "Field",
    "Hash",
    "Layout",
    "List",
    "Member",
    "MemberType",
    "Name",
    "Object",
    "Parts",
    "Presence",
    "Scalar",
    "Symbol",
    "Type",
    "Union",
    "Width",
];

/// Makes the type `schema`, whose constant is this layout. `identifiers` has the identifiers of the
/// objects that are roots, if there are several.
pub fn constant(
    schema: &Ident,
    layout: &Layout<'_>,
    identifiers: &BTreeMap<ObjectId, [u8; 4]>,
) -> TokenStream {
    let parts = layout.parts();
    let pool = parts.names;
    let objects = (0..).zip(parts.objects).map(|(index, of)| {
        let made = object(of);
        let identifier = identifiers.get(&ObjectId(index));
        let identifier = identifier.map(|bytes| quote!(.identified([#(#bytes),*])));
        quote!(#made #identifier)
    });
    // The form of a field depends on whether its object is a struct.
    let fields = layout.objects().iter().flat_map(|object| {
        let in_struct = matches!(object.shape, TableOrStruct::Struct { .. });
        let fields = &parts.fields[object.fields.range()];
        fields.iter().map(move |of| field(in_struct, of))
    });
    let unions = parts.unions.iter().map(union);
    let members = parts.members.iter().map(member);
    let enums = parts.enums.iter().map(enumeration);
    let symbols = parts.symbols.iter().map(symbol);
    let root = option(parts.root.map(|root| quote!(#root)));
    let identifier = option(parts.file_identifier.map(|bytes| quote!([#(#bytes),*])));
    let made = quote! {
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
    let mut used = BTreeSet::new();
    note_names(made.clone(), &mut used);
    let used = used.into_iter().map(names::ident);
    quote! {
        #[doc = " The schema, with its layout as data."]
        #[derive(Debug)]
        pub enum #schema {}

        impl ::varvel_flatbuffers::Schema for #schema {
            const LAYOUT: ::varvel_flatbuffers::layout::Layout<'static> = {
                use ::varvel_flatbuffers::layout::{#(#used),*};
                #made
            };
        }
    }
}

/// Notes which of [`NAMES`] begin a path: of `Type::Union` that is `Type` alone. The recursion is
/// no deeper than the groups that `constant` writes.
fn note_names(tokens: TokenStream, used: &mut BTreeSet<&'static str>) {
    let mut colons = 0;
    for token in tokens {
        match &token {
            TokenTree::Ident(ident) if colons < 2 => {
                used.extend(NAMES.iter().find(|name| ident == *name));
            }
            TokenTree::Group(group) => note_names(group.stream(), used),
            _ => {}
        }
        colons = match token {
            TokenTree::Punct(punct) if punct.as_char() == ':' => colons + 1,
            _ => 0,
        };
    }
}

fn option(value: Option<TokenStream>) -> TokenStream {
    match value {
        Some(value) => quote!(Some(#value)),
        None => quote!(None),
    }
}

fn name(name: Name) -> TokenStream {
    let range = name.range();
    let (start, len) = (range.start as u32, range.len() as u32);
    quote!(Name::new(#start, #len))
}

fn list(list: List) -> TokenStream {
    let (first, len) = (list.range().start as u32, list.len() as u32);
    quote!(List::new(#first, #len))
}

fn object(object: &Object) -> TokenStream {
    let (name, fields) = (name(object.name), list(object.fields));
    let made = match object.shape {
        TableOrStruct::Struct { size, align } => {
            quote!(Object::structure(#name, #size, #align, #fields))
        }
        TableOrStruct::Table => quote!(Object::table(#name, #fields)),
    };
    let key = object.key.map(|key| quote!(.key(#key)));
    quote!(#made #key)
}

fn field(in_struct: bool, field: &Field) -> TokenStream {
    let (name, ty) = (name(field.name), ty(field.ty));
    let place = match in_struct {
        true => {
            let offset = field.offset;
            quote!(.at(#offset))
        }
        false => presence(field),
    };
    let symbols = field.symbols.map(|index| quote!(.symbols(#index)));
    let deprecated = field.deprecated.then(|| quote!(.deprecated()));
    let width = match field.width {
        Width::Narrow => quote!(),
        Width::Offset => quote!(.width(Width::Offset)),
        Width::Vector => quote!(.width(Width::Vector)),
    };
    let align = match field.force_align {
        0 => quote!(),
        align => quote!(.force_align(#align)),
    };
    let shared = field.shared.then(|| quote!(.shared()));
    let hash = hash(field.hash);
    let base64 = field.base64.map(|base64| match base64 {
        Base64::Standard => quote!(.base64(Base64::Standard)),
        Base64::Url => quote!(.base64(Base64::Url)),
    });
    let chars = field.chars.then(|| quote!(.chars()));
    quote!(Field::new(#name, #ty) #place #symbols #deprecated #width #align #shared #hash #base64 #chars)
}

fn presence(field: &Field) -> TokenStream {
    let usual = Field::new(field.name, field.ty).presence;
    match field.presence {
        presence if presence == usual => quote!(),
        Presence::Default(bits) => quote!(.default_bits(#bits)),
        Presence::Optional => quote!(.optional()),
        Presence::Required => quote!(.required()),
        Presence::Text(text) => {
            let text = name(text);
            quote!(.presence(Presence::Text(#text)))
        }
        Presence::Empty => quote!(.presence(Presence::Empty)),
    }
}

fn hash(hash: Hash) -> TokenStream {
    let name = match hash {
        Hash::None => return quote!(),
        Hash::Fnv1x16 => quote!(Fnv1x16),
        Hash::Fnv1ax16 => quote!(Fnv1ax16),
        Hash::Fnv1x32 => quote!(Fnv1x32),
        Hash::Fnv1ax32 => quote!(Fnv1ax32),
        Hash::Fnv1x64 => quote!(Fnv1x64),
        Hash::Fnv1ax64 => quote!(Fnv1ax64),
    };
    quote!(.hash(Hash::#name))
}

fn ty(ty: Type) -> TokenStream {
    match ty {
        Type::Scalar(of) => {
            let of = scalar(of);
            quote!(Type::Scalar(#of))
        }
        Type::Tag(index) => quote!(Type::Tag(#index)),
        Type::String => quote!(Type::String),
        Type::Struct(index) => quote!(Type::Struct(#index)),
        Type::Table(index) => quote!(Type::Table(#index)),
        Type::Union(index) => quote!(Type::Union(#index)),
        Type::Array(of, len) => {
            let of = element(of);
            quote!(Type::Array(#of, #len))
        }
        Type::Vector(of) => {
            let of = element(of);
            quote!(Type::Vector(#of))
        }
        Type::Nested(index) => quote!(Type::Nested(#index)),
        Type::Flex => quote!(Type::Flex),
    }
}

fn element(element: Element) -> TokenStream {
    match element {
        Element::Scalar(of) => {
            let of = scalar(of);
            quote!(Element::Scalar(#of))
        }
        Element::Tag(index) => quote!(Element::Tag(#index)),
        Element::String => quote!(Element::String),
        Element::Struct(index) => quote!(Element::Struct(#index)),
        Element::Table(index) => quote!(Element::Table(#index)),
        Element::Union(index) => quote!(Element::Union(#index)),
    }
}

fn union(union: &Union) -> TokenStream {
    let (name, tag, members) = (name(union.name), scalar(union.tag), list(union.members));
    quote!(Union { name: #name, tag: #tag, members: #members })
}

fn member(member: &Member) -> TokenStream {
    let (name, tag) = (name(member.name), member.tag);
    let ty = match member.ty {
        MemberType::Table(index) => quote!(MemberType::Table(#index)),
        MemberType::Struct(index) => quote!(MemberType::Struct(#index)),
        MemberType::String => quote!(MemberType::String),
    };
    quote!(Member { name: #name, tag: #tag, ty: #ty })
}

fn enumeration(of: &Enum) -> TokenStream {
    let (name, scalar, symbols) = (name(of.name), scalar(of.scalar), list(of.symbols));
    let flags = of.bit_flags;
    quote!(Enum { name: #name, scalar: #scalar, bit_flags: #flags, symbols: #symbols })
}

fn symbol(symbol: &Symbol) -> TokenStream {
    let (name, value) = (name(symbol.name), symbol.value);
    quote!(Symbol { name: #name, value: #value })
}

fn scalar(scalar: Scalar) -> TokenStream {
    match scalar {
        Scalar::Bool => quote!(Scalar::Bool),
        Scalar::I8 => quote!(Scalar::I8),
        Scalar::U8 => quote!(Scalar::U8),
        Scalar::I16 => quote!(Scalar::I16),
        Scalar::U16 => quote!(Scalar::U16),
        Scalar::I32 => quote!(Scalar::I32),
        Scalar::U32 => quote!(Scalar::U32),
        Scalar::I64 => quote!(Scalar::I64),
        Scalar::U64 => quote!(Scalar::U64),
        Scalar::F32 => quote!(Scalar::F32),
        Scalar::F64 => quote!(Scalar::F64),
    }
}
