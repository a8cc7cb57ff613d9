//! `Table`: a struct with named fields as a FlatBuffers table, an enum without fields as its integers with names, an enum
//! of one field a variant as a union.
//!
//! | room | holds |
//! |---|---|
//! | `fields` | structs |
//! | `integers` | enums without fields |
//! | `union` | enums that hold something |

mod fields;
mod integers;
mod union;

use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;
use syn::{DeriveInput, Error, Result};

use crate::hygiene::quote;
use crate::input::{Input, Shape, Style};

pub fn expand(source: &DeriveInput, input: &Input<'_>) -> Result<TokenStream> {
    if let Some(parameter) = input.generics.params.first() {
        let message = "`Table` is for types without parameters: a table of a schema is one type, which owns what it has";
        return Err(Error::new(parameter.span(), message));
    }
    let implementations = match &input.shape {
        Shape::Struct(data) if data.style == Style::Named => fields::expand(input, data)?,
        Shape::Struct(_) => {
            let message = "`Table` is for structs with named fields, and for enums";
            return Err(Error::new(input.ident.span(), message));
        }
        Shape::Enum(variants) if variants.iter().all(|v| v.content.style == Style::Unit) => {
            integers::expand(source, input, variants)?
        }
        Shape::Enum(variants) => union::expand(input, variants)?,
    };
    Ok(quote! {
        const _: () = {
            use ::varvel_flatbuffers as __v;
            #implementations
        };
    })
}
