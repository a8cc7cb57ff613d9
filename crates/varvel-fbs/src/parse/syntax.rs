//! The declarations of a file as they are written.

use alloc::string::String;
use alloc::vec::Vec;

use crate::schema::{FileId, SourcePos};

/// The content of a file.
#[derive(Debug, Default)]
pub(crate) struct FileSyntax {
    /// The names of included files, in order.
    pub includes: Vec<Word>,
    pub native_includes: Vec<String>,
    pub attributes: Vec<Word>,
    pub definitions: Vec<Definition>,
    /// The last `root_type`, with the namespace around it.
    pub root: Option<(String, Word)>,
    pub identifier: Option<Word>,
    pub extension: Option<Word>,
}

/// A name or string with its place.
#[derive(Clone, Debug)]
pub(crate) struct Word {
    pub text: String,
    pub place: SourcePos,
}

impl Word {
    /// Returns a nameless word for a place where something is missing.
    pub fn missing(file: FileId) -> Self {
        Self {
            text: String::new(),
            place: SourcePos {
                file,
                ..SourcePos::default()
            },
        }
    }
}

/// The kind of a definition.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum DefinitionKind {
    Table,
    Struct,
    Enum,
    Union,
    Service,
}

/// A table, struct, enum, union or service.
#[derive(Debug)]
pub(crate) struct Definition {
    pub kind: DefinitionKind,
    pub namespace: String,
    pub name: Word,
    pub doc: Vec<String>,
    /// The integer type of an enum, or of a union's tag.
    pub underlying: Option<TypeSyntax>,
    pub attributes: Vec<AttributeSyntax>,
    pub members: Vec<Member>,
}

/// A field `name: ty = value`, a value `name = value`, a variant `name: ty`, or a call
/// `name(request): ty`.
#[derive(Debug)]
pub(crate) struct Member {
    pub name: Word,
    pub doc: Vec<String>,
    pub ty: Option<TypeSyntax>,
    pub request: Option<TypeSyntax>,
    pub value: Option<Literal>,
    pub attributes: Vec<AttributeSyntax>,
}

/// A type as it is written.
#[derive(Clone, Debug)]
pub(crate) struct TypeSyntax {
    pub name: Word,
    pub of: Several,
    /// The place of the whole type, with its brackets.
    pub place: SourcePos,
}

/// The number of elements of a type.
#[derive(Clone, Debug)]
pub(crate) enum Several {
    One,
    Vector,
    Array(Word),
}

/// An attribute as it is written.
#[derive(Clone, Debug)]
pub(crate) struct AttributeSyntax {
    pub name: Word,
    pub value: Option<Literal>,
}

/// A value after `=`, or after an attribute's colon.
#[derive(Clone, Debug)]
pub(crate) struct Literal {
    pub kind: LiteralKind,
    pub place: SourcePos,
}

#[derive(Clone, Debug)]
pub(crate) enum LiteralKind {
    /// A name, with dots in it or with a sign before it.
    Name(String),
    /// A number, with its sign.
    Number(String),
    /// The content of a string.
    Text(String),
    /// `[]`
    EmptyVector,
    /// Functions of a number, the outermost first: `cos(rad(180))`.
    Call(Vec<Word>, String),
}
