//! The names of a language as a table: cases, words that are taken, and what happens when two names
//! are equal.

use varvel_fbs::Field;

use super::shape::Shape;

/// How a language names things. Each language has one constant of this type.
///
/// ```
/// use varvel_codegen::plan::{Clash, Naming, Rule, Scopes, camel, snake};
/// const RULE: Rule = Rule { case: camel, reserved: &[], clash: Clash::Number };
/// const NAMING: Naming = Naming {
///     words: &["func", "type"],
///     types: RULE,
///     type_forms: &["*T"],
///     fields: RULE,
///     field_forms: |_, _| &["Set*"],
///     constants: RULE,
///     variants: RULE,
///     modules: Rule { case: snake, ..RULE },
///     scopes: Scopes::Nested,
/// };
/// assert_eq!((NAMING.modules.case)("MyGame"), "my_game");
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Naming {
    /// The words that nothing may be called.
    pub words: &'static [&'static str],
    /// Tables, structs, enums and unions.
    pub types: Rule,
    /// The further names that each type takes, with `*` for its own: `"*T"`. All of them are free
    /// of clashes.
    pub type_forms: &'static [&'static str],
    /// Fields of tables and structs.
    pub fields: Rule,
    /// The further names that a field, of this shape, takes, with `*` for its own: `"Set*"`.
    pub field_forms: fn(&Shape, &Field) -> &'static [&'static str],
    /// Values of enums.
    pub constants: Rule,
    /// Variants of unions.
    pub variants: Rule,
    /// Namespaces, and files of a schema where each of them is a module. `clash` is for files;
    /// two namespaces of one name are one module.
    pub modules: Rule,
    /// Where names may be equal.
    pub scopes: Scopes,
}

/// How one kind of name is made.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// The case: one of [`super::snake`], [`super::camel`], [`super::capitals`] and
    /// [`super::same`], or a function of the language. It gets a name of the schema: ASCII letters,
    /// digits and `_`, never empty.
    pub case: fn(&str) -> String,
    /// Names that are taken in each place beside [`Naming::words`], since the generated code has
    /// them itself.
    pub reserved: &'static [&'static str],
    /// The name of the second of two that are equal.
    pub clash: Clash,
}

/// The other name of something whose name is taken.
///
/// | | second | third |
/// |---|---|---|
/// | `Number` | `Name2` | `Name3` |
/// | `Underscore` | `name_` | `name_3` |
/// | `UnderscoreThenNumber` | `Name_` | `Name3` |
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clash {
    /// A number behind it.
    Number,
    /// A `_`, then `_` and a number. A word of the language gets the `_`, too.
    Underscore,
    /// A `_`, then a number alone. A word of the language gets the `_`, too.
    UnderscoreThenNumber,
}

/// Where names may be equal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scopes {
    /// Each namespace is a module, and each type is a scope for its fields and values.
    Nested,
    /// All names are in one scope, and the names around them stand before them with `_` between:
    /// `MyGame_Example_Monster_hp`.
    Flat,
}
