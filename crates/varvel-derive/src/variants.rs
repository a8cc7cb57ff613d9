//! Variants of enums, as reading, writing and views see them.

use proc_macro2::TokenStream;

use crate::hygiene::quote;
use crate::input::{Input, Style, Variant};

/// Returns whether a variant is for all unknown names and holds the whole node.
pub fn holds_all(variant: &Variant<'_>) -> bool {
    variant.attributes.other.is_some() && variant.content.style == Style::Newtype
}

/// Makes a check at compile time that the discriminants fit into `i64`, as which they are read and
/// written.
pub fn fit<'v>(input: &Input<'_>, variants: impl Iterator<Item = &'v Variant<'v>>) -> TokenStream {
    let ty = input.ident;
    let each = variants.map(|variant| {
        let ident = variant.ident;
        let message = format!("the discriminant of `{ident}` does not fit i64");
        quote!(::core::assert!(#ty::#ident as i128 == #ty::#ident as i64 as i128, #message);)
    });
    quote!(const _: () = { #(#each)* };)
}
