//! The functions by which a type gives its fields to an encoder in any format, and by which a plain
//! struct is filled in.

use proc_macro2::{Ident, Literal, TokenStream};
use quote::quote;
use varvel_fbs::{Element, Field, Object, Presence, Scalar, Type};

use super::Generator;
use super::names::Path;
use super::views::is_optional;

impl Generator<'_> {
    /// Makes the implementations that give the fields of a view.
    pub(super) fn visit_view(&self, path: &Path, object: &Object) -> TokenStream {
        let visits: Vec<TokenStream> = self
            .visible(object)
            .into_iter()
            .map(|(name, field)| match object.is_struct() {
                true => self.visit_struct_field(&name, field),
                false => self.visit_table_field(path, &name, field),
            })
            .map(|visits| quote!(fields.#visits?;))
            .collect();
        let name = &path.name;
        // The view is copied into a variable, so that a call means the accessor and not a method of
        // a trait with the same name.
        let by_value = quote!(let view = *self;);
        let by_value = (!visits.is_empty()).then_some(&by_value);
        let visits: Vec<&TokenStream> = by_value.into_iter().chain(&visits).collect();
        fields(&quote!(#name<'_>), name, object.is_struct(), &visits)
    }

    fn visit_struct_field(&self, name: &Ident, field: &Field) -> TokenStream {
        let slot = Literal::u16_unsuffixed(field.slot);
        let stored = self.scalar(field.ty).map(super::primitive);
        match (field.ty, field.ty.element()) {
            (Type::One(_), Element::Object(_)) => {
                quote!(structure::<_, #slot>(&view.#name()))
            }
            (Type::One(_), Element::Enum(_)) => quote!(scalar::<#stored, #slot>(view.#name().0)),
            (Type::One(_), _) => quote!(scalar::<#stored, #slot>(view.#name())),
            (_, Element::Object(_)) => quote!(structures::<_, #slot>(view.#name())),
            _ => quote!(scalars::<#stored, _, #slot>(view.#name())),
        }
    }

    fn visit_table_field(&self, path: &Path, name: &Ident, field: &Field) -> TokenStream {
        let slot = Literal::u16_unsuffixed(field.slot);
        let stored = self.scalar(field.ty).map(super::primitive);
        let opt = is_optional(field);
        // A field that is always present is given as an `Option`, too.
        let value = match opt {
            true => quote!(view.#name()),
            false => quote!(Some(view.#name())),
        };
        let of = match field.ty {
            Type::One(of) => of,
            _ => return self.visit_vector(path, name, field, &value),
        };
        match of {
            Element::Union(_) => quote!(union::<_, #slot>(&view.#name())),
            Element::String => quote!(string::<#slot>(#value)),
            Element::Object(_) => {
                let method = match self.schema.is_struct(of) {
                    true => quote!(structure),
                    false => quote!(table),
                };
                match field.presence {
                    Presence::Required => quote!(#method::<_, #slot>(Some(&view.#name()))),
                    _ => quote!(#method::<_, #slot>(view.#name().as_ref())),
                }
            }
            Element::Enum(_) if opt => {
                quote!(scalar_opt::<#stored, #slot>(view.#name().map(|value| value.0)))
            }
            Element::Enum(_) => quote!(scalar::<#stored, #slot>(view.#name().0)),
            _ if opt => quote!(scalar_opt::<#stored, #slot>(view.#name())),
            _ => quote!(scalar::<#stored, #slot>(view.#name())),
        }
    }

    fn visit_vector(
        &self,
        path: &Path,
        name: &Ident,
        field: &Field,
        value: &TokenStream,
    ) -> TokenStream {
        let slot = Literal::u16_unsuffixed(field.slot);
        match field.ty.element() {
            Element::Scalar(Scalar::U8) => {
                let visits = self.bytes(path, field);
                quote!(#visits(#value))
            }
            Element::String => quote!(strings::<_, #slot>(#value)),
            of @ Element::Object(_) => match self.schema.is_struct(of) {
                true => quote!(structures::<_, #slot>(#value)),
                false => quote!(tables::<_, #slot>(#value)),
            },
            Element::Union(_) => quote!(unions::<_, #slot>(view.#name())),
            _ => {
                let stored = self.scalar(field.ty).map(super::primitive);
                quote!(scalars::<#stored, _, #slot>(#value))
            }
        }
    }
}

/// Makes the implementations that give the fields of a type: `EncodeTable` or `EncodeStruct`, and
/// `Encode` by it.
pub(super) fn fields(
    name: &TokenStream,
    view: &Ident,
    is_struct: bool,
    visits: &[&TokenStream],
) -> TokenStream {
    let taker = match visits.is_empty() {
        true => quote!(_),
        false => quote!(fields),
    };
    let (implemented, object, takes, shape) = match is_struct {
        true => (
            quote!(EncodeStruct),
            quote!(Struct),
            quote!(StructFields),
            quote!(structure),
        ),
        false => (
            quote!(EncodeTable),
            quote!(Table),
            quote!(Fields),
            quote!(table),
        ),
    };
    quote! {
        impl ::varvel_flatbuffers::#implemented for #name {
            type #object = #view<'static>;

            #[inline]
            fn fields<F_: ::varvel_flatbuffers::#takes<Self::#object>>(&self, #taker: &mut F_) -> ::varvel_flatbuffers::generated::Result {
                #(#visits)*
                Ok(())
            }
        }

        impl<C_: ?Sized> ::varvel_flatbuffers::generated::Encode<C_> for #name {
            #[inline]
            fn encode<'a, S_: ::varvel_flatbuffers::generated::Sink<'a>>(&'a self, sink: &mut S_, _: &C_) -> ::varvel_flatbuffers::generated::Result {
                ::varvel_flatbuffers::events::#shape(self, &::varvel_flatbuffers::events::Options::DEFAULT, sink)
            }
        }
    }
}

/// Makes the implementations that fill in a plain struct: `DecodeFields`, and `Decode` by it.
pub(super) fn fields_mut(
    name: &Ident,
    view: &Ident,
    fills: &[&TokenStream],
    orders: [(TokenStream, Option<TokenStream>); 2],
) -> TokenStream {
    let taker = match fills.is_empty() {
        true => quote!(_),
        false => quote!(fields),
    };
    let orders = orders.into_iter().filter_map(|(name, order)| {
        let order = order?;
        Some(quote! {
            fn #name(&self, other: &Self) -> ::core::cmp::Ordering { #order }
        })
    });
    quote! {
        impl ::varvel_flatbuffers::DecodeFields for #name {
            type Object = #view<'static>;

            #[inline]
            fn fields_mut<F_: ::varvel_flatbuffers::FieldsMut<Self::Object>>(&mut self, #taker: &mut F_) -> ::varvel_flatbuffers::generated::Result {
                #(#fills)*
                Ok(())
            }

            #(#orders)*
        }

        impl<'de, C_: ?Sized> ::varvel_flatbuffers::generated::Decode<'de, C_> for #name {
            const KINDS: ::varvel_flatbuffers::generated::Kinds = ::varvel_flatbuffers::generated::Kinds::of(&[::varvel_flatbuffers::generated::Kind::Object]);

            #[inline]
            fn decode<R_: ::varvel_flatbuffers::generated::Source<'de>>(source: &mut R_, _: &C_) -> ::varvel_flatbuffers::generated::Result<Self> {
                ::varvel_flatbuffers::events::read_new(source)
            }

            #[inline]
            fn decode_into<R_: ::varvel_flatbuffers::generated::Source<'de>>(&mut self, source: &mut R_, _: &C_) -> ::varvel_flatbuffers::generated::Result {
                ::varvel_flatbuffers::events::read(self, source)
            }
        }
    }
}
