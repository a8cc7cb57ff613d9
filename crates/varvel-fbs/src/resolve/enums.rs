//! Enums and unions: resolves their integer types, values and variants.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use hashbrown::HashSet;
use varvel_core::secret::RandomState;

use super::{Resolver, numbers};
use crate::diagnostic::{Problem, ProblemKind};
use crate::parse::syntax::{Definition, LiteralKind, Member, Several, TypeSyntax};
use crate::schema::{Attributes, Element, EnumValue, Scalar, UnionId, Variant};

impl<'l> Resolver<'l> {
    pub(super) fn enumeration(&mut self, definition: &'l Definition) {
        let Some(Element::Enum(id)) = self.defined(&definition.namespace, &definition.name.text)
        else {
            return;
        };
        let at = id.0 as usize;
        let bit_flags = self.schema.enums[at].bit_flags;
        let underlying = self.underlying(definition.underlying.as_ref());
        let underlying = underlying.unwrap_or(Scalar::I32);
        let mut values = Vec::new();
        let mut next = Some(0);
        for member in &definition.members {
            let Some(value) = self.value(member, next, underlying, bit_flags) else {
                continue;
            };
            next = value.checked_add(1);
            if self
                .enum_values
                .insert(
                    (id.0, &member.name.text),
                    flag(value, bit_flags, underlying),
                )
                .is_some()
            {
                self.twice("value", &member.name);
                continue;
            }
            values.push(EnumValue {
                name: member.name.text.clone(),
                doc: member.doc.clone(),
                value: flag(value, bit_flags, underlying),
                attributes: self.attributes_of(&member.attributes),
                place: member.name.place,
            });
        }
        if definition.members.is_empty() {
            // `flatc` gives an empty enum this value, too: it aborts on a binary schema with an
            // enum without values.
            let value = flag(0, bit_flags, underlying);
            self.enum_values.insert((id.0, "NONE"), value);
            values.push(EnumValue {
                name: "NONE".into(),
                doc: Vec::new(),
                value,
                attributes: Attributes::default(),
                place: definition.name.place,
            });
        }
        values.sort_by_key(|value| value.value);
        for pair in values.windows(2) {
            if pair[0].value == pair[1].value {
                let (first, second) = (&pair[0], &pair[1]);
                let message = format!("`{}` has the value of `{}`", second.name, first.name);
                self.found
                    .push(Problem::new(ProblemKind::NameClash, second.place, message));
            }
        }
        let definition = &mut self.schema.enums[at];
        definition.underlying = underlying;
        definition.values = values;
    }

    /// Returns the integer type of an enum, or of a union's tag.
    fn underlying(&mut self, ty: Option<&TypeSyntax>) -> Option<Scalar> {
        let ty = ty?;
        match (Scalar::named(&ty.name.text), &ty.of) {
            (Some(scalar), Several::One) if scalar.is_integer() => Some(scalar),
            _ => {
                let message = "this is no integer, and below enums and unions there has to be one";
                self.found
                    .push(Problem::new(ProblemKind::WrongType, ty.place, message));
                None
            }
        }
    }

    /// Returns the value of a member as it is written. For bit flags this is the number of the bit.
    fn value(
        &mut self,
        member: &Member,
        next: Option<i128>,
        underlying: Scalar,
        bit_flags: bool,
    ) -> Option<i128> {
        let (value, place) = match &member.value {
            None => (next, member.name.place),
            Some(literal) => match &literal.kind {
                LiteralKind::Number(text) if numbers::is_integer(text) => {
                    (numbers::integer(text), literal.place)
                }
                _ => {
                    let message = "the value of a name has to be an integer";
                    self.found
                        .push(Problem::new(ProblemKind::Default, literal.place, message));
                    return None;
                }
            },
        };
        let (low, high) = match underlying.range() {
            Some(_) if bit_flags => (0, i128::from(underlying.size() * 8 - 1)),
            Some(range) => range,
            None => (0, 0),
        };
        if let Some(value) = value.filter(|value| (low..=high).contains(value)) {
            return Some(value);
        }
        let what = match bit_flags {
            true => "the number of the bit",
            false => "the value",
        };
        let message = format!(
            "{what} of `{}` does not fit `{}`: {low} to {high}",
            member.name.text,
            underlying.name()
        );
        self.found
            .push(Problem::new(ProblemKind::OutOfRange, place, message));
        None
    }

    pub(super) fn union(&mut self, definition: &'l Definition) {
        let Some(Element::Union(id)) = self.defined(&definition.namespace, &definition.name.text)
        else {
            return;
        };
        let tag = self
            .underlying(definition.underlying.as_ref())
            .unwrap_or(Scalar::U8);
        let mut variants: Vec<Variant> = Vec::new();
        let mut names = HashSet::<&str, RandomState>::default();
        names.insert("NONE");
        let mut next = Some(1);
        for member in &definition.members {
            let Some(value) = self.value(member, next, tag, false) else {
                continue;
            };
            next = value.checked_add(1);
            if !names.insert(&member.name.text) {
                self.twice("variant", &member.name);
                continue;
            }
            variants.extend(self.variant(&definition.namespace, member, value));
        }
        variants.sort_by_key(|variant| variant.tag);
        self.distinct_tags(&variants);
        let UnionId(at) = id;
        let union = &mut self.schema.unions[at as usize];
        union.tag = tag;
        union.variants = variants;
    }

    fn distinct_tags(&mut self, variants: &[Variant]) {
        let names = variants
            .iter()
            .map(|variant| (variant.tag, variant.name.as_str()));
        let mut before = None;
        for ((tag, name), variant) in names.zip(variants) {
            let other: Option<String> = match before {
                _ if tag == 0 => Some("NONE".into()),
                Some((last, other)) if last == tag => Some(String::from(other)),
                _ => None,
            };
            before = Some((tag, name));
            if let Some(other) = other {
                let message = format!("`{name}` has the tag of `{other}`");
                self.found
                    .push(Problem::new(ProblemKind::NameClash, variant.place, message));
            }
        }
    }

    fn variant(&mut self, namespace: &str, member: &Member, tag: i128) -> Option<Variant> {
        let ty = member.ty.as_ref()?;
        let attributes = self.attributes_of(&member.attributes);
        let of = self.element(namespace, &ty.name)?;
        let holds = matches!(of, Element::Object(_) | Element::String);
        if !holds || !matches!(ty.of, Several::One) {
            let message = "unions are of tables, structs and strings";
            let problem = Problem::new(ProblemKind::WrongType, ty.place, message);
            let hint = "a table can hold it, and be in the union";
            self.found.push(problem.hint(hint));
            return None;
        }
        Some(Variant {
            name: member.name.text.clone(),
            doc: member.doc.clone(),
            tag,
            of,
            attributes,
            place: member.name.place,
        })
    }
}

/// Returns the value of a bit, or the value itself.
fn flag(value: i128, bit_flags: bool, underlying: Scalar) -> i128 {
    match underlying.range() {
        // `value` was checked against the number of bits. The highest bit of a signed integer is
        // its sign.
        Some((low, high)) if bit_flags => match 1 << value {
            bit if bit > high => low,
            bit => bit,
        },
        _ => value,
    }
}
