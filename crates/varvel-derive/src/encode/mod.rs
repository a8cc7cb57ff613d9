//! `derive(Encode)`: makes the code that gives structs and enums as events.
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
use fields::{Bodies, Members};

pub fn expand(input: &Input<'_>) -> TokenStream {
    let private = input.private();
    let (ident, parts) = (input.ident, Parts::of_encode(input));
    let (_, ty, _) = input.generics.split_for_impl();
    let (generics, _, clause) = parts.generics.split_for_impl();
    let context = &parts.context;
    let Bodies {
        encode,
        members,
        size_hint,
        is_none,
    } = match &input.shape {
        Shape::Struct(data) => structs::encode(input, data),
        Shape::Enum(variants) => variants::encode(input, variants),
    };
    let members = members.map(|Members { count, give }| {
        quote! {
            #[automatically_derived]
            impl #generics __v::EncodeMembers<#context> for #ident #ty #clause {
                #[inline]
                fn member_count(&self) -> usize {
                    #count
                }
                #[inline]
                fn encode_members<'__a, __S: __v::Sink<'__a>>(
                    &'__a self,
                    sink: &mut __S,
                    context: &#context,
                ) -> __v::Result {
                    #give
                    ::core::result::Result::Ok(())
                }
            }
        }
    });
    let is_none = is_none.map(|is_none| {
        quote! {
            #[inline]
            fn is_none(&self) -> bool {
                #is_none
            }
        }
    });
    quote! {
        const _: () = {
            use #private as __v;
            #[automatically_derived]
            impl #generics __v::Encode<#context> for #ident #ty #clause {
                #[inline]
                fn encode<'__a, __S: __v::Sink<'__a>>(
                    &'__a self,
                    sink: &mut __S,
                    context: &#context,
                ) -> __v::Result {
                    #encode
                }
                #size_hint
                #is_none
            }
            #members
        };
    }
}
