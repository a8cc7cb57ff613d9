//! Attributes: checks those of FlatBuffers, and the user's own, which have to be declared.

use alloc::format;
use alloc::vec::Vec;

use hashbrown::HashSet;
use varvel_core::secret::RandomState;

use super::Resolver;
use crate::diagnostic::{Problem, ProblemKind};
use crate::parse::syntax::{AttributeSyntax, Literal, LiteralKind};
use crate::schema::{Attribute, AttributeValue, Attributes, KNOWN, Needs};

impl Resolver<'_> {
    /// Returns the attributes as the schema keeps them. Unknown and wrong ones are noted, and left
    /// out.
    pub(super) fn attributes_of(&mut self, written: &[AttributeSyntax]) -> Attributes {
        let mut seen = HashSet::<&str, RandomState>::default();
        let mut kept = Vec::new();
        for attribute in written {
            let name = attribute.name.text.as_str();
            let known = KNOWN.iter().find(|(known, _)| *known == name);
            if known.is_none() && !self.attributes.contains(name) {
                self.unknown_attribute(attribute);
                continue;
            }
            if !seen.insert(name) {
                self.twice("attribute", &attribute.name);
                continue;
            }
            let value = value(attribute.value.as_ref());
            let needs = known.map_or(Needs::Any, |(_, needs)| *needs);
            let wrong = match (needs, &value) {
                (Needs::Any, _) | (Needs::Nothing, AttributeValue::None) => None,
                (Needs::Text, AttributeValue::Text(_)) => None,
                // Numbers may be in quotes.
                (Needs::Number, AttributeValue::Text(_) | AttributeValue::Word(_)) => None,
                (Needs::Nothing, _) => Some("nothing behind it"),
                (Needs::Text, _) => Some("a string behind it"),
                (Needs::Number, _) => Some("a number behind it"),
            };
            if let Some(wrong) = wrong {
                let message = format!("the attribute `{name}` has to have {wrong}");
                self.problem(ProblemKind::Attribute, &attribute.name, message);
                continue;
            }
            kept.push(Attribute {
                name: name.into(),
                value,
            });
        }
        Attributes(kept)
    }

    fn unknown_attribute(&mut self, attribute: &AttributeSyntax) {
        let name = &attribute.name.text;
        let names: Vec<&str> = KNOWN.iter().map(|(name, _)| *name).collect();
        let message = format!("there is no attribute `{name}`");
        let problem = Problem::new(ProblemKind::UnknownAttribute, attribute.name.place, message);
        let problem = problem.near(name, &names);
        self.found.push(match problem.hint {
            Some(_) => problem,
            None => problem.hint(format!(
                "one of your own is declared: `attribute \"{name}\";`"
            )),
        });
    }
}

fn value(written: Option<&Literal>) -> AttributeValue {
    let Some(literal) = written else {
        return AttributeValue::None;
    };
    match &literal.kind {
        LiteralKind::Text(text) => AttributeValue::Text(text.clone()),
        LiteralKind::Name(text) | LiteralKind::Number(text) => AttributeValue::Word(text.clone()),
        LiteralKind::EmptyVector => AttributeValue::Word("[]".into()),
        LiteralKind::Call(functions, number) => {
            let mut text = alloc::string::String::new();
            for function in functions {
                text.push_str(&function.text);
                text.push('(');
            }
            text.push_str(number);
            text.push_str(&")".repeat(functions.len()));
            AttributeValue::Word(text)
        }
    }
}
