//! Variants of enums, as reading, writing and views see them.

use proc_macro2::TokenStream;

use crate::hygiene::quote;
use crate::input::{Input, Style, Variant};

/// A variant that stands for all names that are no other's, with all of the node in it.
pub fn holds_all(variant: &Variant<'_>) -> bool {
    variant.attributes.other.is_some() && variant.content.style == Style::Newtype
}

/// That the discriminants are integers of 64 bits with a sign, as they are read and written.
pub fn fit<'v>(input: &Input<'_>, variants: impl Iterator<Item = &'v Variant<'v>>) -> TokenStream {
    let ty = input.ident;
    let each = variants.map(|variant| {
        let ident = variant.ident;
        let message = format!("the discriminant of `{ident}` does not fit i64");
        quote!(::core::assert!(#ty::#ident as i128 == #ty::#ident as i64 as i128, #message);)
    });
    quote!(const _: () = { #(#each)* };)
}
