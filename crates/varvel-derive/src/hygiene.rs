//! Names in the generated code that cannot meet a path in an attribute: `default = start` means the
//! user's `start`.

use proc_macro2::{Ident, Span, TokenStream};

/// Does what `quote::quote` does, but only the generated code sees the variables that it declares.
macro_rules! quote {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use quote;

/// Returns the variable that holds the field of this number.
pub fn local(number: usize) -> Ident {
    Ident::new(&format!("f{number}"), Span::mixed_site())
}

/// Makes the statement that returns the error of `result`, if it is one. This is `?` for a `Result`
/// of `()`, but `?` calls two functions, of which one is compiled for each type.
pub fn returning(result: &TokenStream) -> TokenStream {
    quote! {
        if let ::core::result::Result::Err(error) = #result {
            return ::core::result::Result::Err(error);
        }
    }
}
