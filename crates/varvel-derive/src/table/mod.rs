//! `derive(Table)` and `derive(Struct)`: Rust types as types of a FlatBuffers schema.
//!
//! | room | holds |
//! |---|---|
//! | `fields` | structs with named fields: tables |
//! | `in_place` | `Struct`: structs in place |
//! | `integers` | enums without fields: FlatBuffers enums |
//! | `union` | enums whose variants hold something: unions |

mod fields;
pub mod in_place;
mod integers;
mod union;

use proc_macro2::TokenStream;
use syn::spanned::Spanned as _;
use syn::{DeriveInput, Error, Result};

use crate::hygiene::quote;
use crate::input::{Input, Shape, Style};

/// Refuses a type with parameters.
fn without_parameters(input: &Input<'_>, derive: &str) -> Result<()> {
    let Some(parameter) = input.generics.params.first() else {
        return Ok(());
    };
    let message = format!(
        "`{derive}` is for types without parameters: an object of a schema is one type, which owns what it has"
    );
    Err(Error::new(parameter.span(), message))
}

pub fn expand(source: &DeriveInput, input: &Input<'_>) -> Result<TokenStream> {
    without_parameters(input, "Table")?;
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
