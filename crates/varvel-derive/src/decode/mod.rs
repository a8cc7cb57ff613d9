//! `derive(Decode)`: makes the code that reads structs and enums.
//!
//! | room | holds |
//! |---|---|
//! | `structs` | structs |
//! | `variants` | enums in their four ways to be tagged, and as integers |
//! | `fields` | fields, with names or without |

mod fields;
mod structs;
mod variants;

use proc_macro2::TokenStream;

use crate::generics::Parts;
use crate::hygiene::quote;
use crate::input::{Input, Shape};
use fields::Bodies;

pub fn expand(input: &Input<'_>) -> TokenStream {
    let private = input.private();
    let (ident, parts) = (input.ident, Parts::of_decode(input));
    let (_, ty, _) = input.generics.split_for_impl();
    let (generics, _, clause) = parts.generics.split_for_impl();
    let context = &parts.context;
    let Bodies {
        decode,
        kinds,
        methods,
        beside,
    } = match &input.shape {
        Shape::Struct(data) => structs::decode(input, &parts, data),
        Shape::Enum(variants) => variants::decode(input, &parts, variants),
    };
    quote! {
        const _: () = {
            use #private as __v;
            #[automatically_derived]
            impl #generics __v::Decode<'__de, #context> for #ident #ty #clause {
                const KINDS: __v::Kinds = #kinds;
                #[inline]
                fn decode<__R: __v::Source<'__de>>(
                    source: &mut __R,
                    context: &#context,
                ) -> __v::Result<Self> {
                    #decode
                }
                #methods
            }
            #beside
        };
    }
}
