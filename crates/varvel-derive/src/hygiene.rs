//! Names of the code that is made, which no path in an attribute meets: `default = start` is the
//! user's `start`.

use proc_macro2::{Ident, Span};

/// `quote::quote`, but what it declares is seen by itself only.
macro_rules! quote {
    ($($tokens:tt)*) => {
        ::quote::quote_spanned!(::proc_macro2::Span::mixed_site()=> $($tokens)*)
    };
}
pub(crate) use quote;

/// The variable that holds the field of this number.
pub fn local(number: usize) -> Ident {
    Ident::new(&format!("f{number}"), Span::mixed_site())
}
