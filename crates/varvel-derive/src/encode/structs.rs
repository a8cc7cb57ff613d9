//! Makes the code that writes a struct.

use proc_macro2::TokenStream;

use super::fields::{Bodies, content, members, value};
use crate::generics::context_of;
use crate::hygiene::quote;
use crate::input::{Field, Input, Struct, Style};

pub fn encode(input: &Input<'_>, data: &Struct<'_>) -> Bodies {
    let place = |_: usize, field: &Field<'_>| {
        let member = &field.member;
        quote!((&self.#member))
    };
    let one = data.style == Style::Newtype || input.attributes.transparent.is_some();
    if one && let Some((number, field)) = data.read().next() {
        let place = place(number, field);
        let context = context_of(input);
        let is_none = field
            .codec
            .is_none()
            .then(|| quote!(__v::Encode::<#context>::is_none(#place)));
        return Bodies {
            encode: value(input, field, &place),
            members: None,
            size_hint: Some(size_hint(input, data)),
            is_none,
        };
    }
    if data.style != Style::Named {
        return Bodies {
            encode: content(input, data, place),
            members: None,
            size_hint: Some(size_hint(input, data)),
            is_none: None,
        };
    }
    let context = context_of(input);
    Bodies {
        encode: quote! {
            sink.nest()?;
            sink.begin_map(::core::option::Option::Some(__v::EncodeMembers::<#context>::member_count(self)))?;
            __v::EncodeMembers::<#context>::encode_members(self, sink, context)?;
            sink.end_map()
        },
        members: Some(members(input, data, place)),
        size_hint: Some(size_hint(input, data)),
        is_none: None,
    }
}

/// Structs of at most this many fields have their estimate inlined. With more, a struct of structs
/// of structs was a third of all that the optimiser worked on in a program of derives: the sums of
/// all levels in one function, each loop unrolled.
const INLINED: usize = 3;

/// Makes the method that estimates how many bytes of text a struct takes: brackets, names, and the
/// estimates of its fields.
fn size_hint(input: &Input<'_>, data: &Struct<'_>) -> TokenStream {
    let context = context_of(input);
    let mut frame = match data.style {
        Style::Unit | Style::Newtype => 0,
        Style::Tuple | Style::Named => 3_usize,
    };
    let mut fields = Vec::new();
    for (_, field) in data.read() {
        if data.style == Style::Named && field.attributes.flatten.is_none() {
            frame += field.name.len() + 3;
        }
        // A field with a codec of its own has no estimate.
        if field.codec.is_none() && field.attributes.flatten.is_none() {
            let member = &field.member;
            fields.push(quote!(__v::Encode::<#context>::size_hint(&self.#member)));
        }
    }
    let inline = match fields.len() {
        0..=INLINED => quote!(#[inline]),
        _ => quote!(#[inline(never)]),
    };
    quote! {
        #inline
        fn size_hint(&self) -> usize {
            #frame #(.wrapping_add(#fields))*
        }
    }
}
