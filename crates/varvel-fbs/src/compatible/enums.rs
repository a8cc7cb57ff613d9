//! Comparison of enums and unions: names may be added, and existing names keep their values.

use alloc::format;

use hashbrown::{HashMap, HashSet};
use varvel_core::secret::RandomState;

use super::{Comparison, Pair};
use crate::schema::{Element, EnumId, UnionId};

impl Comparison<'_> {
    pub(super) fn enums(&mut self, old: EnumId, new: EnumId) {
        let (older, newer) = (self.old.enumeration(old), self.new.enumeration(new));
        let values = older
            .values
            .iter()
            .map(|value| (value.name.as_str(), value));
        let values: HashMap<&str, _, RandomState> = values.collect();
        let names = newer.values.iter().map(|value| value.name.as_str());
        let mut kept: HashSet<&str, RandomState> = names.collect();
        for value in &newer.values {
            let subject = format!("{}.{}", newer.name, value.name);
            let was = values.get(value.name.as_str());
            let place = Some(value.place);
            match was {
                Some(was) if was.value == value.value => {}
                Some(was) => {
                    let message = format!("{} has become {}", was.value, value.value);
                    self.change(true, subject, message, Some(was.place), place);
                }
                None => match older.value_of(value.value) {
                    // The older name still exists with another number, which is reported at that
                    // name.
                    Some(was) if !kept.insert(was.name.as_str()) => {
                        let message = format!("its number was that of {}", was.name);
                        self.change(true, subject, message, Some(was.place), place);
                    }
                    Some(was) => {
                        let message = format!("it was called {}", was.name);
                        self.change(false, subject, message, Some(was.place), place);
                    }
                    None => self.change(false, subject, "new", None, place),
                },
            }
        }
        for value in older
            .values
            .iter()
            .filter(|value| !kept.contains(value.name.as_str()))
        {
            let subject = format!("{}.{}", older.name, value.name);
            self.change(
                true,
                subject,
                "it is gone, and buffers may hold it",
                Some(value.place),
                None,
            );
        }
    }

    pub(super) fn unions(&mut self, old: UnionId, new: UnionId) {
        let (older, newer) = (self.old.union(old), self.new.union(new));
        if older.tag.size() != newer.tag.size() {
            let message = format!(
                "its tag was {} and is {}",
                older.tag.name(),
                newer.tag.name()
            );
            self.change(
                true,
                newer.name.as_str(),
                message,
                Some(older.place),
                Some(newer.place),
            );
        }
        for variant in &newer.variants {
            let subject = format!("{}.{}", newer.name, variant.name);
            let place = Some(variant.place);
            let Some(was) = older.variant_of(variant.tag) else {
                self.change(false, subject, "new", None, place);
                continue;
            };
            match (was.of, variant.of) {
                (Element::Object(from), Element::Object(to))
                    if self.old.object(from).kind == self.new.object(to).kind =>
                {
                    let moved =
                        was.name != variant.name && older.variant_named(&variant.name).is_some();
                    if moved {
                        let message = format!("it had another tag than {}", variant.tag);
                        self.change(true, subject, message, Some(was.place), place);
                        continue;
                    }
                    self.add(Pair::Objects(from, to));
                    if was.name != variant.name {
                        let message = format!("it was called {}", was.name);
                        self.change(false, subject, message, Some(was.place), place);
                    }
                }
                (Element::String, Element::String) => {}
                _ => self.change(
                    true,
                    subject,
                    "it holds something else",
                    Some(was.place),
                    place,
                ),
            }
        }
        for was in older
            .variants
            .iter()
            .filter(|was| newer.variant_of(was.tag).is_none())
        {
            let subject = format!("{}.{}", older.name, was.name);
            self.change(
                true,
                subject,
                "it is gone, and buffers may hold it",
                Some(was.place),
                None,
            );
        }
    }
}
