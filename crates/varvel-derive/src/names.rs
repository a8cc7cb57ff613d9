//! Tables of names, and finding one.

use proc_macro2::TokenStream;
use syn::LitStr;

use crate::hygiene::quote;

/// A match that finds the number of a name, or `UNKNOWN`: each has its aliases.
pub fn find<'n>(names: impl Iterator<Item = (usize, &'n str, &'n [LitStr])>) -> TokenStream {
    let arms = names.map(|(number, name, aliases)| quote!(#name #(| #aliases)* => #number,));
    quote! {
        match name {
            #(#arms)*
            _ => __v::UNKNOWN,
        }
    }
}
