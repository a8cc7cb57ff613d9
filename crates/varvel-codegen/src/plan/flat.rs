//! Names of types in languages that put all namespaces into one scope.

use std::collections::BTreeMap;

use varvel_fbs::Name;

use super::{Plan, Rule, Unique};

/// The names of all types in one scope, in the order of the schema.
pub(crate) struct FlatTypes {
    pub objects: Vec<String>,
    pub enums: Vec<String>,
    pub unions: Vec<String>,
    /// The names in use.
    pub unique: Unique,
}

impl FlatTypes {
    /// Names the types by `rule`, without their namespaces. If two have the same short name, those
    /// outside of the root's namespace have their namespace before it.
    ///
    /// `prefixed` puts the prefix of the options before a name. Each type takes also the further
    /// names `forms`.
    pub fn new(
        plan: &Plan<'_>,
        rule: &Rule,
        forms: &[&str],
        prefixed: impl Fn(&str) -> String,
    ) -> Self {
        let schema = plan.schema;
        let objects = schema.objects.iter().map(|of| &of.name);
        let enums = schema.enums.iter().map(|of| &of.name);
        let unions = schema.unions.iter().map(|of| &of.name);
        let all: Vec<&Name> = objects.chain(enums).chain(unions).collect();
        let mut short: BTreeMap<String, usize> = BTreeMap::new();
        for name in &all {
            *short.entry((rule.case)(name.base())).or_default() += 1;
        }
        // The namespace of the root keeps its short names.
        let home = plan.home().map(Name::namespace);
        let is_home = |name: &Name| Some(name.namespace()) == home;
        let (first, others): (Vec<usize>, Vec<usize>) =
            (0..all.len()).partition(|at| is_home(all[*at]));
        let mut unique = Unique::default();
        let mut names = vec![String::new(); all.len()];
        for at in first.into_iter().chain(others) {
            let of = all[at];
            let base = (rule.case)(of.base());
            let full = match short[&base] > 1 && !is_home(of) {
                true => {
                    let parts = of.namespace().split('.').filter(|part| !part.is_empty());
                    parts.map(rule.case).collect::<String>() + &base
                }
                false => base,
            };
            names[at] = unique.name(prefixed(&full), rule, forms, &[]);
        }
        let unions = names.split_off(schema.objects.len() + schema.enums.len());
        let enums = names.split_off(schema.objects.len());
        Self {
            objects: names,
            enums,
            unions,
            unique,
        }
    }
}
