//! `Self` in the types of fields and in bounds. The macros put these into other types as well, so
//! `Self` is replaced by the type's name before anything else.

use proc_macro2::{Group, TokenStream, TokenTree};
use quote::{ToTokens as _, quote_spanned};
use syn::{Data, DeriveInput, Fields, Result};

/// Replaces `Self` by the type's name everywhere in a type.
pub fn name(input: &mut DeriveInput) -> Result<()> {
    let ident = input.ident.clone();
    let arguments = {
        let (_, arguments, _) = input.generics.split_for_impl();
        arguments.as_turbofish().to_token_stream()
    };
    let named = |tokens: TokenStream| replaced(tokens, &ident, &arguments);
    if let Some(clause) = &mut input.generics.where_clause {
        *clause = syn::parse2(named(clause.to_token_stream()))?;
    }
    match &mut input.data {
        Data::Struct(data) => in_fields(&mut data.fields, named),
        Data::Enum(data) => data
            .variants
            .iter_mut()
            .try_for_each(|variant| in_fields(&mut variant.fields, named)),
        Data::Union(_) => Ok(()),
    }
}

fn in_fields(fields: &mut Fields, named: impl Fn(TokenStream) -> TokenStream) -> Result<()> {
    fields.iter_mut().try_for_each(|field| {
        field.ty = syn::parse2(named(field.ty.to_token_stream()))?;
        Ok(())
    })
}

/// Returns `tokens` with `ident::<arguments>` in place of `Self`. This form is right in types and
/// in expressions.
fn replaced(tokens: TokenStream, ident: &syn::Ident, arguments: &TokenStream) -> TokenStream {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Ident(found) if found == "Self" => {
            quote_spanned!(found.span()=> #ident #arguments)
        }
        TokenTree::Group(group) => {
            let inner = replaced(group.stream(), ident, arguments);
            let mut replaced = Group::new(group.delimiter(), inner);
            replaced.set_span(group.span());
            TokenTree::Group(replaced).into()
        }
        other => other.into(),
    });
    each.collect()
}
