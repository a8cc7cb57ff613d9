//! The type as the macros see it: its fields and variants with their names in documents.

use proc_macro2::{Span, TokenStream};
use syn::spanned::Spanned as _;
use syn::{
    Data, DeriveInput, Error, Fields, Generics, Ident, Index, LitStr, Member, Result, Type,
    Visibility,
};

use crate::attributes::{FieldAttributes, NoneIs, TypeAttributes, VariantAttributes};
use crate::case::Case;
use crate::hygiene::quote;

/// A type with a derive.
pub struct Input<'a> {
    pub visibility: &'a Visibility,
    pub ident: &'a Ident,
    pub generics: &'a Generics,
    pub attributes: TypeAttributes,
    pub shape: Shape<'a>,
}

/// The kind of a type, with its fields or variants.
pub enum Shape<'a> {
    Struct(Struct<'a>),
    Enum(Vec<Variant<'a>>),
}

/// The fields of a struct or a variant.
pub struct Struct<'a> {
    pub style: Style,
    pub fields: Vec<Field<'a>>,
}

/// The way in which fields are written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Style {
    Unit,
    /// One field without a name: it is written in place of the whole.
    Newtype,
    Tuple,
    Named,
}

pub struct Field<'a> {
    pub visibility: &'a Visibility,
    pub member: Member,
    pub ty: &'a Type,
    /// The name of the member in documents.
    pub name: String,
    pub attributes: FieldAttributes,
    pub none: NoneIs,
    /// The module of functions that read and write the field, if its type's own codec does not.
    pub codec: Option<TokenStream>,
    /// Whether that module is for an `Option`.
    pub is_optional: bool,
}

impl Field<'_> {
    /// Returns whether a member called `name` is this field.
    fn is_named(&self, name: &str) -> bool {
        let aliases = &self.attributes.aliases;
        self.name == name || aliases.iter().any(|alias| alias.value() == name)
    }
}

pub struct Variant<'a> {
    pub ident: &'a Ident,
    pub name: String,
    pub attributes: VariantAttributes,
    pub content: Struct<'a>,
}

/// The way in which a document says which variant it has.
pub enum Tagging<'i> {
    External,
    Internal(&'i LitStr),
    Adjacent(&'i LitStr, &'i LitStr),
    Untagged,
    Integer,
}

impl<'a> Input<'a> {
    pub fn new(input: &'a DeriveInput) -> Result<Self> {
        let attributes = TypeAttributes::parse(&input.attrs)?;
        let none = attributes.none.unwrap_or(NoneIs::Null);
        let shape = match &input.data {
            Data::Struct(data) => {
                Shape::Struct(Struct::new(&data.fields, attributes.rename_all, none)?)
            }
            Data::Enum(data) => {
                let variants = data
                    .variants
                    .iter()
                    .map(|variant| Variant::new(variant, &attributes, none));
                Shape::Enum(variants.collect::<Result<_>>()?)
            }
            Data::Union(data) => {
                let message = "a union does not say which of its fields is there; use an enum";
                return Err(Error::new(data.union_token.span(), message));
            }
        };
        let input = Self {
            visibility: &input.vis,
            ident: &input.ident,
            generics: &input.generics,
            attributes,
            shape,
        };
        input.check()?;
        Ok(input)
    }

    /// Returns the path of `varvel`'s items for generated code.
    pub fn private(&self) -> TokenStream {
        match &self.attributes.path {
            Some(path) => quote!(#path::__private),
            None => quote!(::varvel::__private),
        }
    }

    pub fn tagging(&self) -> Tagging<'_> {
        let attributes = &self.attributes;
        match (&attributes.tag, &attributes.content) {
            (Some(tag), Some(content)) => Tagging::Adjacent(tag, content),
            (Some(tag), None) => Tagging::Internal(tag),
            _ if attributes.untagged.is_some() => Tagging::Untagged,
            _ if attributes.integer.is_some() => Tagging::Integer,
            _ => Tagging::External,
        }
    }

    /// Returns all fields that are read and written, of all variants of an enum.
    pub fn fields(&self) -> Vec<&Field<'a>> {
        let all: Vec<&Field<'_>> = match &self.shape {
            Shape::Struct(data) => data.fields.iter().collect(),
            Shape::Enum(variants) => {
                let read = variants.iter().filter(|variant| !variant.attributes.skip);
                read.flat_map(|variant| &variant.content.fields).collect()
            }
        };
        all.into_iter()
            .filter(|field| !field.attributes.skip)
            .collect()
    }

    /// Refuses attributes that do not go together with this type, or with one another.
    fn check(&self) -> Result<()> {
        let attributes = &self.attributes;
        match &self.shape {
            Shape::Struct(data) => {
                let of_enums = [
                    (attributes.tag.as_ref().map(LitStr::span), "tag"),
                    (attributes.content.as_ref().map(LitStr::span), "content"),
                    (attributes.untagged, "untagged"),
                    (attributes.integer, "integer"),
                ];
                if let Some((Some(span), name)) =
                    of_enums.into_iter().find(|(span, _)| span.is_some())
                {
                    return Err(Error::new(span, format!("`{name}` is for enums")));
                }
                if let Some(span) = attributes.transparent
                    && data.read().count() != 1
                {
                    let message = "`transparent` is for structs of one field that is not skipped";
                    return Err(Error::new(span, message));
                }
                if let Some(span) = attributes.default
                    && data.style != Style::Named
                {
                    return Err(Error::new(
                        span,
                        "`default` of a type is for structs with named fields",
                    ));
                }
                data.check()
            }
            Shape::Enum(variants) => self.check_enum(variants),
        }
    }

    fn check_enum(&self, variants: &[Variant<'_>]) -> Result<()> {
        let attributes = &self.attributes;
        let of_structs = [
            (attributes.transparent, "transparent"),
            (attributes.default, "default"),
        ];
        if let Some((Some(span), name)) = of_structs.into_iter().find(|(span, _)| span.is_some()) {
            return Err(Error::new(span, format!("`{name}` is for structs")));
        }
        if let (Some(content), None) = (&attributes.content, &attributes.tag) {
            return Err(Error::new(
                content.span(),
                "`content` needs a `tag` beside it",
            ));
        }
        let ways = [
            (attributes.tag.as_ref().map(LitStr::span), "tag"),
            (attributes.untagged, "untagged"),
            (attributes.integer, "integer"),
        ];
        let mut ways = ways.into_iter().filter(|(span, _)| span.is_some());
        if let (Some((_, first)), Some((Some(span), _))) = (ways.next(), ways.next()) {
            return Err(Error::new(
                span,
                format!("an enum has this or `{first}`, not both"),
            ));
        }
        let mut names = Vec::new();
        for variant in variants {
            variant.content.check()?;
            self.check_variant(variant)?;
            if !variant.attributes.skip
                && !matches!(self.tagging(), Tagging::Untagged | Tagging::Integer)
            {
                let (span, aliases) = (variant.ident.span(), &variant.attributes.aliases);
                each_once(&mut names, &variant.name, span, aliases, "variant")?;
            }
        }
        let mut others = variants
            .iter()
            .filter_map(|variant| variant.attributes.other);
        if let (Some(_), Some(second)) = (others.next(), others.next()) {
            return Err(Error::new(second, "one variant at most can be all others"));
        }
        Ok(())
    }

    fn check_variant(&self, variant: &Variant<'_>) -> Result<()> {
        let (span, style) = (variant.ident.span(), variant.content.style);
        match self.tagging() {
            Tagging::Integer if style != Style::Unit => {
                return Err(Error::new(
                    span,
                    "an enum of integers has variants without fields only",
                ));
            }
            Tagging::Internal(tag) => {
                if style == Style::Tuple {
                    let message = "what is a list has no members to stand among: give the fields names, or the enum a `content`";
                    return Err(Error::new(span, message));
                }
                let tag = tag.value();
                if let Some(field) = variant
                    .content
                    .fields
                    .iter()
                    .find(|field| !field.attributes.skip && field.is_named(&tag))
                {
                    let message = format!("the member `{tag}` is the tag already");
                    return Err(Error::new(field.member.span(), message));
                }
            }
            _ => {}
        }
        let Some(other) = variant.attributes.other else {
            return Ok(());
        };
        if matches!(self.tagging(), Tagging::Untagged) {
            return Err(Error::new(
                other,
                "in an untagged enum any variant may be the last one: leave `other` out",
            ));
        }
        if !matches!(style, Style::Unit | Style::Newtype)
            || matches!(self.tagging(), Tagging::Integer) && style != Style::Unit
        {
            return Err(Error::new(
                other,
                "`other` is for variants without fields, or with one that holds all of it",
            ));
        }
        Ok(())
    }
}

impl<'a> Struct<'a> {
    fn new(fields: &'a Fields, case: Option<Case>, none: NoneIs) -> Result<Self> {
        let style = match fields {
            Fields::Unit => Style::Unit,
            Fields::Named(_) => Style::Named,
            Fields::Unnamed(fields) if fields.unnamed.len() == 1 => Style::Newtype,
            Fields::Unnamed(_) => Style::Tuple,
        };
        let fields = fields.iter().enumerate().map(|(number, field)| {
            let attributes = FieldAttributes::parse(&field.attrs)?;
            let (member, plain) = match &field.ident {
                Some(ident) => (Member::Named(ident.clone()), unraw(ident)),
                None => (Member::Unnamed(Index::from(number)), number.to_string()),
            };
            let name = match &attributes.rename {
                Some(name) => name.value(),
                None => case.map_or(plain.clone(), |case| case.apply(&plain)),
            };
            Ok(Field {
                visibility: &field.vis,
                member,
                ty: &field.ty,
                name,
                none: attributes.none.unwrap_or(none),
                is_optional: attributes.bytes && is_option(&field.ty),
                codec: match &attributes.with {
                    Some(module) => Some(quote!(#module)),
                    None if attributes.bytes && is_option(&field.ty) => {
                        Some(quote!(__v::bytes::optional))
                    }
                    None => attributes.bytes.then(|| quote!(__v::bytes)),
                },
                attributes,
            })
        });
        Ok(Self {
            style,
            fields: fields.collect::<Result<_>>()?,
        })
    }

    /// Returns the fields that are read and written, with their positions.
    pub fn read(&self) -> impl Iterator<Item = (usize, &Field<'a>)> {
        self.fields
            .iter()
            .enumerate()
            .filter(|(_, field)| !field.attributes.skip)
    }

    fn check(&self) -> Result<()> {
        let mut names = Vec::new();
        for field in &self.fields {
            let attributes = &field.attributes;
            let span = field.member.span();
            if self.style != Style::Named {
                let named = [
                    (
                        attributes.rename.is_some() || !attributes.aliases.is_empty(),
                        "rename",
                    ),
                    (attributes.flatten.is_some(), "flatten"),
                    (attributes.skip_if.is_some(), "skip_if"),
                    (attributes.required.is_some(), "required"),
                    (attributes.default.is_some() && !attributes.skip, "default"),
                    (attributes.skip && self.style == Style::Newtype, "skip"),
                ];
                if let Some((_, name)) = named.into_iter().find(|(has, _)| *has) {
                    return Err(Error::new(
                        field.ty.span(),
                        format!("`{name}` is for fields with names"),
                    ));
                }
            }
            if attributes.skip || attributes.flatten.is_some() || self.style != Style::Named {
                continue;
            }
            each_once(&mut names, &field.name, span, &attributes.aliases, "field")?;
        }
        Ok(())
    }
}

/// Returns whether a type is written as `Option<..>`.
fn is_option(ty: &Type) -> bool {
    match ty {
        Type::Path(path) => {
            let last = path.path.segments.last();
            last.is_some_and(|segment| segment.ident == "Option")
        }
        _ => false,
    }
}

impl<'a> Variant<'a> {
    fn new(variant: &'a syn::Variant, of_type: &TypeAttributes, none: NoneIs) -> Result<Self> {
        let attributes = VariantAttributes::parse(&variant.attrs)?;
        let case = attributes.rename_all.or(of_type.rename_all_fields);
        let plain = unraw(&variant.ident);
        let name = match &attributes.rename {
            Some(name) => name.value(),
            None => of_type
                .rename_all
                .map_or(plain.clone(), |case| case.apply(&plain)),
        };
        Ok(Self {
            ident: &variant.ident,
            name,
            content: Struct::new(&variant.fields, case, none)?,
            attributes,
        })
    }
}

/// Adds a name and its aliases to `names`. A name that is there already is an error.
fn each_once(
    names: &mut Vec<String>,
    name: &str,
    span: Span,
    aliases: &[LitStr],
    of: &str,
) -> Result<()> {
    let aliases = aliases.iter().map(|alias| (alias.value(), alias.span()));
    for (name, span) in core::iter::once((name.to_owned(), span)).chain(aliases) {
        if names.contains(&name) {
            let message = format!("another {of} has the name {name:?}");
            return Err(Error::new(span, message));
        }
        names.push(name);
    }
    Ok(())
}

/// Returns a name without the `r#` that lets a keyword be a name.
pub fn unraw(ident: &Ident) -> String {
    let name = ident.to_string();
    name.strip_prefix("r#").unwrap_or(&name).to_owned()
}
