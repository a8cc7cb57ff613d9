//! `derive(Table)` of an enum without fields: a FlatBuffers enum.

use proc_macro2::{Span, TokenStream};
use syn::{DeriveInput, Error, Ident, Result};

use crate::hygiene::quote;
use crate::input::{Input, Variant, unraw};

/// Returns the type in `#[repr(..)]`.
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

/// Makes the implementations for an enum without fields.
pub fn expand(
    source: &DeriveInput,
    input: &Input<'_>,
    variants: &[Variant<'_>],
) -> Result<TokenStream> {
    let scalar = representation(source)?;
    let ident = input.ident;
    let name = unraw(ident);
    let idents: Vec<&Ident> = variants.iter().map(|variant| variant.ident).collect();
    let names = variants.iter().map(|variant| &variant.name);
    let kind = Ident::new(&scalar.to_string().to_uppercase(), Span::call_site());
    Ok(quote! {
        type __S = <#ident as __v::rust_schema::EnumOf>::Schema;

        #[automatically_derived]
        impl __v::rust_schema::DefinedEnum for #ident {
            const DEFINITION: &'static __v::rust_schema::EnumDefinition = &__v::rust_schema::EnumDefinition {
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
            fn __of(number: #scalar) -> __v::rust_schema::Result<Self> {
                match number {
                    #(number if number == Self::#idents as #scalar => ::core::result::Result::Ok(Self::#idents),)*
                    _ => ::core::result::Result::Err(__v::rust_schema::unknown(#name, number)),
                }
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::FieldType<__S> for #ident {
            const TYPE: __v::layout::Type = __v::layout::Type::Scalar(__v::layout::Scalar::#kind);
            const PRESENCE: __v::layout::Presence = __v::layout::Presence::Default(
                <Self as __v::rust_schema::DefinedEnum>::DEFINITION.default() as #scalar as u64
                    & (u64::MAX >> (64 - #scalar::BITS)),
            );
            const SYMBOLS: ::core::option::Option<u32> =
                ::core::option::Option::Some(<Self as __v::rust_schema::EnumOf>::ENUM as u32);

            #[inline]
            fn put<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                &self,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.scalar::<#scalar, __I>(self.__number())
            }

            #[inline]
            fn put_opt<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                value: ::core::option::Option<&Self>,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.scalar_opt::<#scalar, __I>(value.map(Self::__number))
            }

            #[inline]
            fn get<__T: __v::Object<Schema = __S>, const __I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<Self> {
                Self::__of(table.scalar::<#scalar, __I>())
            }

            #[inline]
            fn get_opt<__T: __v::Object<Schema = __S>, const __I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<::core::option::Option<Self>> {
                table.scalar_opt::<#scalar, __I>().map(Self::__of).transpose()
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::InPlace<__S> for #ident {
            const TYPE: __v::layout::Type = <Self as __v::rust_schema::FieldType<__S>>::TYPE;
            const SIZE: usize = ::core::mem::size_of::<#scalar>();
            const ALIGN: usize = ::core::mem::size_of::<#scalar>();
            const SYMBOLS: ::core::option::Option<u32> = <Self as __v::rust_schema::FieldType<__S>>::SYMBOLS;

            #[inline]
            fn put<__T: __v::Object<Schema = __S>, __F: __v::StructFields<__T>, const __I: usize>(
                &self,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                fields.scalar::<#scalar, __I>(self.__number())
            }

            #[inline]
            fn get<__T: __v::Object<Schema = __S>, const __I: usize>(
                place: __v::StructRef<'_, __T>,
            ) -> __v::rust_schema::Result<Self> {
                Self::__of(place.scalar::<#scalar, __I>())
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::InPlaceItem<__S> for #ident {
            const ELEMENT: __v::layout::Element = __v::layout::Element::Scalar(__v::layout::Scalar::#kind);

            fn put_items<__T: __v::Object<Schema = __S>, __F: __v::StructFields<__T>, const __I: usize>(
                items: &[Self],
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                let numbers: __v::rust_schema::Vec<#scalar> = items.iter().map(Self::__number).collect();
                fields.scalars::<#scalar, _, __I>(&numbers[..])
            }

            fn get_items<__T: __v::Object<Schema = __S>, const __I: usize, const __N: usize>(
                place: __v::StructRef<'_, __T>,
            ) -> __v::rust_schema::Result<[Self; __N]> {
                let items = place.array::<__v::read::Scalars<#scalar>, __I>().iter();
                __v::rust_schema::array(items.map(Self::__of))
            }
        }

        #[automatically_derived]
        impl __v::rust_schema::Item<__S> for #ident {
            const ELEMENT: __v::layout::Element = __v::layout::Element::Scalar(__v::layout::Scalar::#kind);
            const SYMBOLS: ::core::option::Option<u32> =
                ::core::option::Option::Some(<Self as __v::rust_schema::EnumOf>::ENUM as u32);

            fn put_items<__T: __v::Object<Schema = __S>, __F: __v::Fields<__T>, const __I: usize>(
                items: ::core::option::Option<&[Self]>,
                fields: &mut __F,
            ) -> __v::rust_schema::Result {
                let numbers = items.map(|items| {
                    items.iter().map(Self::__number).collect::<__v::rust_schema::Vec<#scalar>>()
                });
                fields.scalars::<#scalar, _, __I>(numbers.as_deref())
            }

            fn get_items<__T: __v::Object<Schema = __S>, const __I: usize>(
                table: __v::TableRef<'_, __T>,
            ) -> __v::rust_schema::Result<::core::option::Option<__v::rust_schema::Vec<Self>>> {
                match table.vector_opt::<__v::read::Scalars<#scalar>, __I>() {
                    ::core::option::Option::Some(items) => items
                        .iter()
                        .map(Self::__of)
                        .collect::<__v::rust_schema::Result<_>>()
                        .map(::core::option::Option::Some),
                    ::core::option::Option::None => ::core::result::Result::Ok(::core::option::Option::None),
                }
            }
        }
    })
}
