//! The attributes in `#[varvel(...)]`: parses them, and refuses unknown and contradictory ones.

use proc_macro2::Span;
use syn::meta::ParseNestedMeta;
use syn::spanned::Spanned as _;
use syn::{Attribute, Error, Expr, ExprLit, ExprPath, Lit, LitStr, Path, Result, Type};

use crate::case::Case;

/// How `None` is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoneIs {
    Null,
    Omitted,
    Error,
}

/// The attributes of a type.
#[derive(Default)]
pub struct TypeAttributes {
    pub rename_all: Option<Case>,
    pub rename_all_fields: Option<Case>,
    pub default: Option<Span>,
    pub deny_unknown: bool,
    pub none: Option<NoneIs>,
    pub transparent: Option<Span>,
    pub tag: Option<LitStr>,
    pub content: Option<LitStr>,
    pub untagged: Option<Span>,
    pub integer: Option<Span>,
    pub context: Option<Type>,
    pub path: Option<Path>,
}

/// The attributes of a field.
#[derive(Default)]
pub struct FieldAttributes {
    pub rename: Option<LitStr>,
    pub aliases: Vec<LitStr>,
    pub default: Option<Default_>,
    pub required: Option<Span>,
    pub none: Option<NoneIs>,
    pub skip: bool,
    pub skip_if: Option<ExprPath>,
    pub flatten: Option<Span>,
    pub with: Option<Path>,
    pub bytes: bool,
    pub schema: Option<Type>,
}

/// The value of a missing member.
pub enum Default_ {
    /// `Default::default()`.
    Trait,
    /// The return value of this function.
    Call(ExprPath),
}

/// The attributes of a variant.
#[derive(Default)]
pub struct VariantAttributes {
    pub rename: Option<LitStr>,
    pub aliases: Vec<LitStr>,
    pub rename_all: Option<Case>,
    pub skip: bool,
    pub other: Option<Span>,
}

impl TypeAttributes {
    pub fn parse(attributes: &[Attribute]) -> Result<Self> {
        const KNOWN: &[&str] = &[
            "rename_all",
            "rename_all_fields",
            "default",
            "deny_unknown",
            "none",
            "transparent",
            "tag",
            "content",
            "untagged",
            "integer",
            "context",
            "crate",
        ];
        let mut found = Self::default();
        each(attributes, KNOWN, |name, meta| {
            let span = meta.path.span();
            match name {
                "rename_all" => found.rename_all = Some(case(&meta)?),
                "rename_all_fields" => found.rename_all_fields = Some(case(&meta)?),
                "default" => found.default = Some(span),
                "deny_unknown" => found.deny_unknown = true,
                "none" => match none(&meta)? {
                    NoneIs::Error => {
                        return Err(meta.error("`none = \"error\"` is for single fields"));
                    }
                    none => found.none = Some(none),
                },
                "transparent" => found.transparent = Some(span),
                "tag" => found.tag = Some(meta.value()?.parse()?),
                "content" => found.content = Some(meta.value()?.parse()?),
                "untagged" => found.untagged = Some(span),
                "integer" => found.integer = Some(span),
                "context" => found.context = Some(meta.value()?.parse()?),
                _ => found.path = Some(meta.value()?.parse()?),
            }
            Ok(())
        })?;
        Ok(found)
    }
}

impl FieldAttributes {
    pub fn parse(attributes: &[Attribute]) -> Result<Self> {
        const KNOWN: &[&str] = &[
            "rename", "alias", "default", "required", "none", "skip", "skip_if", "flatten", "with",
            "bytes", "schema",
        ];
        let mut found = Self::default();
        each(attributes, KNOWN, |name, meta| {
            let span = meta.path.span();
            match name {
                "rename" => found.rename = Some(meta.value()?.parse()?),
                "alias" => found.aliases.push(meta.value()?.parse()?),
                "default" => {
                    found.default = Some(match meta.input.peek(syn::Token![=]) {
                        true => Default_::Call(function(&meta)?),
                        false => Default_::Trait,
                    });
                }
                "required" => found.required = Some(span),
                "none" => found.none = Some(none(&meta)?),
                "skip" => found.skip = true,
                "skip_if" => found.skip_if = Some(function(&meta)?),
                "flatten" => found.flatten = Some(span),
                "with" => found.with = Some(function(&meta)?.path),
                "schema" => found.schema = Some(meta.value()?.parse()?),
                _ => found.bytes = true,
            }
            Ok(())
        })?;
        found.check()?;
        Ok(found)
    }

    /// Refuses attributes that a field cannot have together.
    fn check(&self) -> Result<()> {
        let both = |span: Span, other: &str| {
            Err(Error::new(
                span,
                format!("a field has this or `{other}`, not both"),
            ))
        };
        if let Some(span) = self.required {
            if self.default.is_some() {
                return both(span, "default");
            }
            if self.skip {
                return both(span, "skip");
            }
        }
        if let Some(span) = self.flatten {
            let named = self.rename.is_some() || !self.aliases.is_empty();
            let others = [
                (named, "rename"),
                (self.with.is_some() || self.bytes, "with"),
                (self.default.is_some(), "default"),
                (self.skip, "skip"),
                (self.skip_if.is_some(), "skip_if"),
                (self.required.is_some(), "required"),
                (self.none.is_some(), "none"),
            ];
            if let Some((_, other)) = others.into_iter().find(|(has, _)| *has) {
                return both(span, other);
            }
        }
        Ok(())
    }
}

impl VariantAttributes {
    pub fn parse(attributes: &[Attribute]) -> Result<Self> {
        const KNOWN: &[&str] = &["rename", "alias", "rename_all", "skip", "other"];
        let mut found = Self::default();
        each(attributes, KNOWN, |name, meta| {
            match name {
                "rename" => found.rename = Some(meta.value()?.parse()?),
                "alias" => found.aliases.push(meta.value()?.parse()?),
                "rename_all" => found.rename_all = Some(case(&meta)?),
                "skip" => found.skip = true,
                _ => found.other = Some(meta.path.span()),
            }
            Ok(())
        })?;
        Ok(found)
    }
}

/// Calls `take` with each attribute and its name. An unknown attribute is an error, and so is one
/// that comes twice (but for `alias`).
fn each(
    attributes: &[Attribute],
    known: &[&str],
    mut take: impl FnMut(&str, ParseNestedMeta<'_>) -> Result<()>,
) -> Result<()> {
    let mut seen = Vec::new();
    for attribute in attributes.iter().filter(|a| a.path().is_ident("varvel")) {
        attribute.parse_nested_meta(|meta| {
            let name = meta
                .path
                .get_ident()
                .map_or_else(String::new, ToString::to_string);
            if !known.contains(&name.as_str()) {
                let known: Vec<String> = known.iter().map(|name| format!("`{name}`")).collect();
                return Err(meta.error(format!(
                    "there is no attribute `{name}` here; there are {}",
                    known.join(", ")
                )));
            }
            if name != "alias" && seen.contains(&name) {
                return Err(meta.error(format!("`{name}` comes twice")));
            }
            seen.push(name.clone());
            take(&name, meta)
        })?;
    }
    Ok(())
}

fn case(meta: &ParseNestedMeta<'_>) -> Result<Case> {
    let text: LitStr = meta.value()?.parse()?;
    Case::parse(&text.value()).map_err(|message| Error::new(text.span(), message))
}

fn none(meta: &ParseNestedMeta<'_>) -> Result<NoneIs> {
    let text: LitStr = meta.value()?.parse()?;
    match text.value().as_str() {
        "null" => Ok(NoneIs::Null),
        "omit" => Ok(NoneIs::Omitted),
        "error" => Ok(NoneIs::Error),
        _ => Err(Error::new(
            text.span(),
            "expected \"null\", \"omit\" or \"error\"",
        )),
    }
}

/// Parses the path of a function or a module: without quotes, or with them, as serde has it.
fn function(meta: &ParseNestedMeta<'_>) -> Result<ExprPath> {
    match meta.value()?.parse()? {
        Expr::Path(path) => Ok(path),
        Expr::Lit(ExprLit {
            lit: Lit::Str(text),
            ..
        }) => text.parse(),
        other => Err(Error::new(
            other.span(),
            "expected a path, as `module::function`",
        )),
    }
}
