//! Tables of names, and lookups in them.

use proc_macro2::TokenStream;
use syn::LitStr;

use crate::hygiene::quote;

/// Makes a match that finds the number of a name or alias, or `UNKNOWN`.
pub fn find<'n>(names: impl Iterator<Item = (usize, &'n str, &'n [LitStr])>) -> TokenStream {
    let arms = names.map(|(number, name, aliases)| quote!(#name #(| #aliases)* => #number,));
    quote! {
        match name {
            #(#arms)*
            _ => __v::UNKNOWN,
        }
    }
}
