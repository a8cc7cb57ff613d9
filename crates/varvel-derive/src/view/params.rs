//! Parameters and bounds of views.

use proc_macro2::TokenStream;
use quote::{ToTokens as _, quote};
use syn::{GenericParam, Generics, ImplGenerics, TypeGenerics, WhereClause, parse_quote};

use crate::generics::mentions;
use crate::input::Input;

/// The parameters of a type, and those of its view, which are the same behind the lifetime `'__a`
/// of the document.
pub struct Params {
    bounded: Generics,
    view: Generics,
    /// The parameters that the types of fields use, so that views of them are in the view.
    viewed: Vec<syn::Ident>,
}

impl Params {
    pub fn new(input: &Input<'_>) -> Self {
        let private = input.private();
        let mut bounded = input.generics.clone();
        let mut viewed = Vec::new();
        let fields = input.fields();
        for param in input.generics.type_params() {
            let name = param.ident.to_string();
            if fields.iter().any(|field| mentions(field.ty, &name)) {
                viewed.push(param.ident.clone());
            }
        }
        if !viewed.is_empty() {
            let clause = bounded.make_where_clause();
            for param in &viewed {
                let bound = parse_quote!(#param: #private::typed::ReadInPlace);
                clause.predicates.push(bound);
            }
            for field in fields {
                let ty = field.ty;
                let is_generic = viewed.iter().any(|param| mentions(ty, &param.to_string()));
                if field.attributes.flatten.is_some() && is_generic {
                    let bound = parse_quote!(#ty: #private::typed::FlattenInPlace);
                    clause.predicates.push(bound);
                }
            }
        }
        let mut view = bounded.clone();
        view.params.insert(0, parse_quote!('__a));
        Self {
            bounded,
            view,
            viewed,
        }
    }

    /// Returns the parts of `impl<..> Trait for Type<..> where ..` for the type.
    pub fn of_type<'p>(
        &'p self,
        input: &'p Input<'_>,
    ) -> (ImplGenerics<'p>, TypeGenerics<'p>, Option<&'p WhereClause>) {
        let (generics, _, clause) = self.bounded.split_for_impl();
        let (_, ty, _) = input.generics.split_for_impl();
        (generics, ty, clause)
    }

    /// Returns the parts of `impl<..> Trait for View<..> where ..` for the view.
    pub fn of_view(&self) -> (ImplGenerics<'_>, TypeGenerics<'_>, Option<&WhereClause>) {
        self.view.split_for_impl()
    }

    /// Returns the where-clause of the view, with `bound` on the views in it.
    pub fn clause_with(&self, bound: &TokenStream) -> TokenStream {
        let mut generics = self.view.clone();
        if !self.viewed.is_empty() {
            let clause = generics.make_where_clause();
            for param in &self.viewed {
                clause
                    .predicates
                    .push(parse_quote!(<#param as __v::typed::ReadInPlace>::View<'__a>: #bound));
            }
        }
        generics.where_clause.to_token_stream()
    }

    /// Returns the parameters without bounds, for a view that holds none of their values.
    pub fn declared(&self) -> TokenStream {
        let params = self.view.params.iter().map(|param| match param {
            GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => {
                let (ident, ty) = (&param.ident, &param.ty);
                quote!(const #ident: #ty)
            }
        });
        quote!(<#(#params),*>)
    }

    /// Makes the type and the value of the marker by which such a view uses its parameters. Returns
    /// `None` for a view without parameters.
    pub fn marker(&self) -> Option<(TokenStream, TokenStream)> {
        let used = self
            .view
            .params
            .iter()
            .skip(1)
            .filter_map(|param| match param {
                GenericParam::Lifetime(param) => {
                    let lifetime = &param.lifetime;
                    Some(quote!(&#lifetime (),))
                }
                GenericParam::Type(param) => {
                    let ident = &param.ident;
                    Some(quote!(*const #ident,))
                }
                GenericParam::Const(_) => None,
            });
        let used: Vec<TokenStream> = used.collect();
        (!used.is_empty()).then(|| {
            (
                quote!(, ::core::marker::PhantomData<fn() -> (#(#used)*)>),
                quote!(, ::core::marker::PhantomData),
            )
        })
    }
}
