//! `Table`: a struct with named fields as a FlatBuffers table, an enum without fields as its integers with names.

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned as _;
use syn::{DeriveInput, Error, Ident, Result};

use crate::attributes::Default_;
use crate::hygiene::quote;
use crate::input::{Field, Input, Shape, Struct, Style, Variant};

pub fn expand(source: &DeriveInput, input: &Input<'_>) -> Result<TokenStream> {
    if let Some(parameter) = input.generics.params.first() {
        let message = "`Table` is for types without parameters: a table of a schema is one type, which owns what it has";
        return Err(Error::new(parameter.span(), message));
    }
    let implementations = match &input.shape {
        Shape::Struct(data) if data.style == Style::Named => table(input, data)?,
        Shape::Struct(_) => {
            let message = "`Table` is for structs with named fields, and for enums without fields";
            return Err(Error::new(input.ident.span(), message));
        }
        Shape::Enum(variants) => integers(source, input, variants)?,
    };
    Ok(quote! {
        const _: () = {
            use ::varvel_flatbuffers as __v;
            #implementations
        };
    })
}

/// What the attributes of a field ask for that is not done.
fn check(field: &Field<'_>) -> Result<()> {
    let attributes = &field.attributes;
    let not_done = [
        (attributes.flatten.is_some(), "flatten"),
        (attributes.with.is_some(), "with"),
        (attributes.skip_if.is_some(), "skip_if"),
        (attributes.required.is_some(), "required"),
    ];
    match not_done.into_iter().find(|(has, _)| *has) {
        Some((_, name)) => {
            let message = format!("a field of a table cannot have `{name}`");
            Err(Error::new(field.member.span(), message))
        }
        None => Ok(()),
    }
}

fn table(input: &Input<'_>, data: &Struct<'_>) -> Result<TokenStream> {
    let ident = input.ident;
    let name = ident.to_string();
    let (mut definitions, mut written, mut read) = (Vec::new(), Vec::new(), Vec::new());
    let mut index = 0_usize;
    for field in &data.fields {
        let (member, ty, name) = (&field.member, field.ty, &field.name);
        if field.attributes.skip {
            let value = match &field.attributes.default {
                Some(Default_::Call(path)) => quote!(#path()),
                _ => quote!(::core::default::Default::default()),
            };
            read.push(quote!(#member: #value));
            continue;
        }
        check(field)?;
        let of = quote!(<#ty as __v::derived::FieldType<__S>>);
        let definition = quote!(__v::derived::FieldDefinition::of::<__S, #ty>(#name));
        let located = quote!(.map_err(|error| __v::derived::inside(error, #name))?);
        written.push(quote!(#of::put::<Self, __F, #index>(&self.#member, fields)?;));
        match &field.attributes.default {
            None => {
                definitions.push(definition);
                read.push(quote!(#member: #of::get::<Self, #index>(table)#located));
            }
            Some(default) => {
                let value = match default {
                    Default_::Trait => quote!(::core::default::Default::default),
                    Default_::Call(path) => quote!(#path),
                };
                definitions.push(quote!(#definition.defaulted()));
                read.push(quote! {
                    #member: match #of::get_opt::<Self, #index>(table)#located {
                        ::core::option::Option::Some(value) => value,
                        ::core::option::Option::None => #value(),
                    }
                });
            }
        }
        index += 1;
    }
    Ok(quote! {
        type __S = <#ident as __v::Object>::Schema;

        #[automatically_derived]
        impl __v::derived::DefinedTable for #ident {
            const DEFINITION: &'static __v::derived::TableDefinition = &__v::derived::TableDefinition {
                name: #name,
                fields: &[#(#definitions),*],
                key: ::core::option::Option::None,
            };
        }

        #[automatically_derived]
        impl __v::Table for #ident {
            type View<'__a> = __v::TableRef<'__a, Self>;

            #[inline(always)]
            fn view(table: __v::TableRef<'_, Self>) -> __v::TableRef<'_, Self> {
                table
            }
        }

        #[automatically_derived]
        impl __v::EncodeTable for #ident {
            type Table = Self;

            #[inline]
            fn fields<__F: __v::Fields<Self>>(&self, fields: &mut __F) -> __v::derived::Result {
                #(#written)*
                ::core::result::Result::Ok(())
            }
        }

        #[automatically_derived]
        impl __v::derived::PlainTable for #ident {
            fn read(table: __v::TableRef<'_, Self>) -> __v::derived::Result<Self> {
                ::core::result::Result::Ok(Self { #(#read),* })
            }
        }

        #[automatically_derived]
        impl __v::derived::FieldType<__S> for #ident {
            const TYPE: __v::layout::Type = __v::layout::Type::Table(<Self as __v::Object>::OBJECT as u32);

            #[inline]
            fn put<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const I: usize>(
                &self,
                fields: &mut __F,
            ) -> __v::derived::Result {
                fields.table::<Self, I>(::core::option::Option::Some(self))
            }

            #[inline]
            fn put_opt<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const I: usize>(
                value: ::core::option::Option<&Self>,
                fields: &mut __F,
            ) -> __v::derived::Result {
                fields.table::<Self, I>(value)
            }

            fn get_opt<__T: __v::Object<Schema = __S>, const I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::derived::Result<::core::option::Option<Self>> {
                table
                    .table_opt::<Self, I>()
                    .map(<Self as __v::derived::PlainTable>::read)
                    .transpose()
            }
        }

        #[automatically_derived]
        impl __v::derived::Item<__S> for #ident {
            const ELEMENT: __v::layout::Element =
                __v::layout::Element::Table(<Self as __v::Object>::OBJECT as u32);

            #[inline]
            fn put_items<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const I: usize>(
                items: ::core::option::Option<&[Self]>,
                fields: &mut __F,
            ) -> __v::derived::Result {
                fields.tables::<Self, I>(items)
            }

            fn get_items<__T: __v::Object<Schema = __S>, const I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::derived::Result<::core::option::Option<__v::derived::Vec<Self>>> {
                match table.vector_opt::<__v::read::Tables<Self>, I>() {
                    ::core::option::Option::Some(items) => items
                        .iter()
                        .map(<Self as __v::derived::PlainTable>::read)
                        .collect::<__v::derived::Result<_>>()
                        .map(::core::option::Option::Some),
                    ::core::option::Option::None => ::core::result::Result::Ok(::core::option::Option::None),
                }
            }
        }
    })
}

/// The type in `#[repr(..)]`.
fn representation(source: &DeriveInput) -> Result<Ident> {
    const INTEGERS: &[&str] = &["u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64"];
    let mut found = None;
    for attribute in source.attrs.iter().filter(|a| a.path().is_ident("repr")) {
        attribute.parse_nested_meta(|meta| {
            if let Some(ident) = meta.path.get_ident()
                && INTEGERS.iter().any(|name| ident == name)
            {
                found = Some(ident.clone());
            }
            Ok(())
        })?;
    }
    found.ok_or_else(|| {
        let message = "an enum in a table is an integer: say of which type, as in `#[repr(u8)]`";
        Error::new(source.ident.span(), message)
    })
}

/// An enum without fields.
fn integers(
    source: &DeriveInput,
    input: &Input<'_>,
    variants: &[Variant<'_>],
) -> Result<TokenStream> {
    let scalar = representation(source)?;
    if let Some(variant) = variants.iter().find(|v| v.content.style != Style::Unit) {
        let message =
            "`Table` is for enums without fields: what is one of several is an `Option` of each";
        return Err(Error::new(variant.ident.span(), message));
    }
    let ident = input.ident;
    let name = ident.to_string();
    let idents: Vec<&Ident> = variants.iter().map(|variant| variant.ident).collect();
    let names = variants.iter().map(|variant| &variant.name);
    let kind = Ident::new(&scalar.to_string().to_uppercase(), Span::call_site());
    Ok(quote! {
        type __S = <#ident as __v::derived::EnumOf>::Schema;

        #[automatically_derived]
        impl __v::derived::DefinedEnum for #ident {
            const DEFINITION: &'static __v::derived::EnumDefinition = &__v::derived::EnumDefinition {
                name: #name,
                scalar: __v::layout::Scalar::#kind,
                symbols: &[#((#names, Self::#idents as #scalar as i64)),*],
            };
        }

        impl #ident {
            #[inline]
            const fn __number(&self) -> #scalar {
                match self {
                    #(Self::#idents => Self::#idents as #scalar),*
                }
            }

            #[inline]
            fn __of(number: #scalar) -> __v::derived::Result<Self> {
                match number {
                    #(number if number == Self::#idents as #scalar => ::core::result::Result::Ok(Self::#idents),)*
                    _ => ::core::result::Result::Err(__v::derived::symbol(
                        <Self as __v::derived::DefinedEnum>::DEFINITION,
                        number,
                    )),
                }
            }
        }

        #[automatically_derived]
        impl __v::derived::FieldType<__S> for #ident {
            const TYPE: __v::layout::Type = __v::layout::Type::Scalar(__v::layout::Scalar::#kind);
            const PRESENCE: __v::layout::Presence = __v::layout::Presence::Default(
                <Self as __v::derived::DefinedEnum>::DEFINITION.default() as #scalar as u64
                    & (u64::MAX >> (64 - #scalar::BITS)),
            );
            const SYMBOLS: ::core::option::Option<u32> =
                ::core::option::Option::Some(<Self as __v::derived::EnumOf>::ENUM as u32);

            #[inline]
            fn put<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const I: usize>(
                &self,
                fields: &mut __F,
            ) -> __v::derived::Result {
                fields.scalar::<#scalar, I>(self.__number())
            }

            #[inline]
            fn put_opt<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const I: usize>(
                value: ::core::option::Option<&Self>,
                fields: &mut __F,
            ) -> __v::derived::Result {
                fields.scalar_opt::<#scalar, I>(value.map(Self::__number))
            }

            #[inline]
            fn get<__T: __v::Object<Schema = __S>, const I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::derived::Result<Self> {
                Self::__of(table.scalar::<#scalar, I>())
            }

            #[inline]
            fn get_opt<__T: __v::Object<Schema = __S>, const I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::derived::Result<::core::option::Option<Self>> {
                table.scalar_opt::<#scalar, I>().map(Self::__of).transpose()
            }
        }

        #[automatically_derived]
        impl __v::derived::Item<__S> for #ident {
            const ELEMENT: __v::layout::Element = __v::layout::Element::Scalar(__v::layout::Scalar::#kind);
            const SYMBOLS: ::core::option::Option<u32> =
                ::core::option::Option::Some(<Self as __v::derived::EnumOf>::ENUM as u32);

            fn put_items<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const I: usize>(
                items: ::core::option::Option<&[Self]>,
                fields: &mut __F,
            ) -> __v::derived::Result {
                let numbers = items.map(|items| {
                    items.iter().map(Self::__number).collect::<__v::derived::Vec<#scalar>>()
                });
                fields.scalars::<#scalar, I>(numbers.as_deref())
            }

            fn get_items<__T: __v::Object<Schema = __S>, const I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::derived::Result<::core::option::Option<__v::derived::Vec<Self>>> {
                match table.vector_opt::<__v::read::Scalars<#scalar>, I>() {
                    ::core::option::Option::Some(items) => items
                        .iter()
                        .map(Self::__of)
                        .collect::<__v::derived::Result<_>>()
                        .map(::core::option::Option::Some),
                    ::core::option::Option::None => ::core::result::Result::Ok(::core::option::Option::None),
                }
            }
        }
    })
}
