//! Names of types, fields and values by a [`Naming`], unique in their place.

use std::collections::BTreeMap;

use varvel_fbs::{Name, Object, Schema, SourcePos};

use super::naming::{Clash, Naming, Rule, Scopes};
use super::shape::{Absence, Shape};
use super::unique::{Unique, escaped, formed, letters, without_leading_digit};
use super::{FieldPlan, FilePlan, TypeName, ValuePlan, is_hidden};
use crate::Options;

/// Returns the files of a schema, with their names as modules.
pub(super) fn files(schema: &Schema, naming: &Naming) -> Vec<FilePlan> {
    let mut unique = Unique::besides(naming.modules.reserved);
    let name = |base: &str| {
        let stem = base.rsplit_once('.').map_or(base, |(stem, _)| stem);
        without_leading_digit((naming.modules.case)(&letters(stem)))
    };
    let files = schema.files.iter();
    let files = files.map(|file| {
        let base = file.name.rsplit(['/', '\\']).next().unwrap_or_default();
        FilePlan {
            module: unique.name(name(base), &naming.modules, &[], naming.words),
            base: base.to_owned(),
        }
    });
    files.collect()
}

/// The names of all types.
pub(super) struct Types {
    pub objects: Vec<TypeName>,
    pub enums: Vec<TypeName>,
    pub unions: Vec<TypeName>,
    pub own: TypeName,
}

/// The names in use.
pub(super) struct Namer<'n> {
    naming: &'n Naming,
    prefix: &'n str,
    /// The modules of the files, or nothing if all are in one.
    files: &'n [FilePlan],
    /// The names in use, by the module around them.
    scopes: BTreeMap<Vec<String>, Unique>,
}

impl<'n> Namer<'n> {
    pub fn new(
        schema: &Schema,
        files: &'n [FilePlan],
        naming: &'n Naming,
        options: &'n Options,
    ) -> Self {
        let mut namer = Self {
            naming,
            prefix: options.prefix.as_deref().unwrap_or_default(),
            files,
            scopes: BTreeMap::new(),
        };
        for (name, place) in named(schema) {
            namer.take_modules(&namer.module(Some(place), name));
        }
        namer
    }

    /// Names all types, in the order of their declarations: objects, enums, unions.
    pub fn types(&mut self, schema: &Schema) -> Types {
        let mut names: Vec<TypeName> = named(schema)
            .map(|(name, place)| self.path(Some(place), name))
            .collect();
        let own = self.path(None, &Name::new("", "Schema"));
        let unions = names.split_off(schema.objects.len() + schema.enums.len());
        let enums = names.split_off(schema.objects.len());
        Types {
            objects: names,
            enums,
            unions,
            own,
        }
    }

    /// Names the fields of an object that get code.
    pub fn fields<'s>(
        &mut self,
        schema: &Schema,
        object: &'s Object,
        around: &TypeName,
    ) -> Vec<FieldPlan<'s>> {
        let naming = self.naming;
        let mut unique = Unique::besides(naming.fields.reserved);
        let seen = object
            .fields
            .iter()
            .filter(|field| !is_hidden(schema, field));
        let fields = seen.map(|field| {
            let shape = Shape::of(schema, field);
            let forms = (naming.field_forms)(&shape, field);
            let name = (naming.fields.case)(&field.name);
            let (name, full) = match naming.scopes {
                Scopes::Nested => {
                    let name = unique.name(name, &naming.fields, forms, naming.words);
                    (name.clone(), name)
                }
                Scopes::Flat => {
                    let name = unique.name(name, &naming.fields, &[], naming.words);
                    let full = self.flat(&around.name, &name, forms);
                    (name, full)
                }
            };
            FieldPlan {
                field,
                forms: forms.iter().map(|form| formed(&full, form)).collect(),
                name,
                full,
                shape,
                absence: Absence::of(field, object.is_struct()),
            }
        });
        fields.collect()
    }

    /// Names values of an enum, or variants of a union.
    pub fn values<'s, D>(
        &mut self,
        around: &TypeName,
        rule: &Rule,
        definitions: &'s [D],
        name: impl Fn(&D) -> &String,
    ) -> Vec<ValuePlan<&'s D>> {
        let mut unique = Unique::besides(rule.reserved);
        let values = definitions.iter().map(|definition| {
            let name = (rule.case)(name(definition));
            let name = unique.name(name, rule, &[], self.naming.words);
            let full = match self.naming.scopes {
                Scopes::Nested => name.clone(),
                Scopes::Flat => self.flat(&around.name, &name, &[]),
            };
            ValuePlan {
                definition,
                name,
                full,
            }
        });
        values.collect()
    }

    /// Returns a name behind that of its type, unique in the whole code.
    fn flat(&mut self, around: &str, name: &str, forms: &[&str]) -> String {
        let rule = Rule {
            clash: Clash::Underscore,
            ..self.naming.types
        };
        let scope = self.scopes.entry(Vec::new()).or_default();
        scope.name(format!("{around}_{name}"), &rule, forms, self.naming.words)
    }

    /// Reserves the names of the modules on this path. Other modules may have the same names;
    /// nothing else may.
    fn take_modules(&mut self, path: &[String]) {
        for (n, part) in path.iter().enumerate() {
            let scope = self.scopes.entry(path[..n].to_vec()).or_default();
            scope.take(part.clone());
        }
    }

    /// Names a type.
    fn path(&mut self, place: Option<SourcePos>, name: &Name) -> TypeName {
        let naming = self.naming;
        let module = self.module(place, name);
        let mut base = (naming.types.case)(name.base());
        if naming.scopes == Scopes::Flat && !name.namespace().is_empty() {
            let parts = name.namespace().split('.').map(naming.modules.case);
            base = parts.chain([base]).collect::<Vec<_>>().join("_");
        }
        base.insert_str(0, self.prefix);
        let scope = self.scopes.entry(module.clone()).or_default();
        let name = scope.name(base, &naming.types, naming.type_forms, naming.words);
        TypeName {
            module,
            forms: naming
                .type_forms
                .iter()
                .map(|form| formed(&name, form))
                .collect(),
            name,
        }
    }

    /// Returns the path of a namespace's module, within that of its file.
    fn module(&self, place: Option<SourcePos>, name: &Name) -> Vec<String> {
        if self.naming.scopes == Scopes::Flat {
            return Vec::new();
        }
        let file = place.and_then(|place| self.files.get(place.file.0 as usize));
        let parts = name.namespace().split('.').filter(|part| !part.is_empty());
        let rule = &self.naming.modules;
        let of = |part: &str| match (rule.case)(part) {
            part if rule.reserved.contains(&part.as_str()) => format!("{part}_"),
            part => escaped(part, self.naming.words),
        };
        let file = file.map(|file| file.module.clone());
        file.into_iter().chain(parts.map(of)).collect()
    }
}

/// Returns the names of all types, in the order in which they are named.
fn named(schema: &Schema) -> impl Iterator<Item = (&Name, SourcePos)> {
    let objects = schema.objects.iter().map(|of| (&of.name, of.place));
    let enums = schema.enums.iter().map(|of| (&of.name, of.place));
    let unions = schema.unions.iter().map(|of| (&of.name, of.place));
    objects.chain(enums).chain(unions)
}

#[cfg(test)]
mod tests {
    use varvel_fbs::parse_text;

    use super::*;
    use crate::plan::{Plan, camel, same, snake};

    const RULE: Rule = Rule {
        case: same,
        reserved: &[],
        clash: Clash::Underscore,
    };
    const FLAT: Naming = Naming {
        words: &["int"],
        types: RULE,
        type_forms: &["*_create"],
        fields: RULE,
        field_forms: |_, _| &["*_add"],
        constants: RULE,
        variants: RULE,
        modules: RULE,
        scopes: Scopes::Flat,
    };

    #[test]
    fn names_in_one_scope_are_apart() {
        let schema = "namespace A_B; table C { create: int; } struct C_create { int_: int; }
            namespace A; table B_C { x: int; x_add: int; }";
        let schema = parse_text(schema).unwrap();
        let options = Options {
            prefix: Some("p_".into()),
            ..Options::default()
        };
        let plan = Plan::new(&schema, &FLAT, &options).unwrap();
        let names = plan.objects.iter().map(|object| {
            let fields = object.fields.iter().map(|of| of.full.as_str());
            let names: Vec<&str> = [object.name.name.as_str()]
                .into_iter()
                .chain(fields)
                .collect();
            names.join(" ")
        });
        let names: Vec<String> = names.collect();
        assert_eq!(
            names,
            [
                "p_A_B_C p_A_B_C_create_3",
                "p_A_B_C_create_ p_A_B_C_create__int_",
                "p_A_B_C_3 p_A_B_C_3_x p_A_B_C_3_x_add_",
            ]
        );
    }

    #[test]
    fn as_many_types_of_one_name_as_there_may_be() {
        let naming = Naming {
            types: Rule {
                case: camel,
                clash: Clash::Number,
                reserved: &["String"],
            },
            modules: Rule {
                case: snake,
                reserved: &["u8"],
                ..RULE
            },
            words: &["self"],
            scopes: Scopes::Nested,
            ..FLAT
        };
        let (schema, options) = (Schema::default(), Options::default());
        let mut namer = Namer::new(&schema, &[], &naming, &options);
        let name = Name::new("u8.Self", "string");
        for _ in 0..20_000 {
            namer.path(None, &name);
        }
        let path = namer.path(None, &name);
        assert_eq!(
            (path.name, path.module),
            ("String20002".into(), vec!["u8_".into(), "self_".into()])
        );
    }
}
