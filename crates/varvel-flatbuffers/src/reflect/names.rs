//! Sorted names of a layout, so that each can be found by binary search.

use alloc::vec::Vec;

use crate::layout::{Layout, List, Name, Presence};

/// The names of each list of a layout, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Names {
    /// The numbers of all fields: those of each object in the order of their names.
    fields: Vec<u32>,
    symbols: Vec<u32>,
    members: Vec<u32>,
    /// Whether each object has a required field.
    demanding: Vec<bool>,
}

impl Names {
    /// Makes the sorted names of a layout. This sorts each list once.
    pub fn new(layout: Layout<'_>) -> Self {
        let parts = layout.parts();
        let pool = parts.names;
        let objects = parts.objects.iter().map(|object| object.fields);
        let enums = parts.enums.iter().map(|of| of.symbols);
        let unions = parts.unions.iter().map(|union| union.members);
        let demands = |object| {
            let mut fields = layout.fields(object).iter();
            fields.any(|field| field.presence == Presence::Required)
        };
        Self {
            fields: sorted(pool, objects, parts.fields.len(), |at| {
                parts.fields[at].name
            }),
            symbols: sorted(pool, enums, parts.symbols.len(), |at| {
                parts.symbols[at].name
            }),
            members: sorted(pool, unions, parts.members.len(), |at| {
                parts.members[at].name
            }),
            demanding: (0..parts.objects.len()).map(demands).collect(),
        }
    }

    /// Returns the number of the field called `name` among those of the object.
    pub fn field(&self, layout: Layout<'_>, object: u32, name: &str) -> Option<usize> {
        let (parts, list) = (
            layout.parts(),
            layout.objects().get(object as usize)?.fields,
        );
        find(parts.names, &self.fields, list, name, |at| {
            parts.fields[at].name
        })
    }

    /// Returns the number of the symbol called `name` among those of the enum.
    pub fn symbol(&self, layout: Layout<'_>, of: u32, name: &str) -> Option<usize> {
        let (parts, list) = (layout.parts(), layout.enums().get(of as usize)?.symbols);
        find(parts.names, &self.symbols, list, name, |at| {
            parts.symbols[at].name
        })
    }

    /// Returns the number of the member called `name` among those of the union.
    pub fn member(&self, layout: Layout<'_>, union: u32, name: &str) -> Option<usize> {
        let (parts, list) = (layout.parts(), layout.unions().get(union as usize)?.members);
        find(parts.names, &self.members, list, name, |at| {
            parts.members[at].name
        })
    }

    /// Returns whether the object has a required field.
    pub fn is_demanding(&self, object: u32) -> bool {
        self.demanding
            .get(object as usize)
            .copied()
            .unwrap_or_default()
    }
}

fn sorted(
    pool: &str,
    lists: impl Iterator<Item = List>,
    len: usize,
    name: impl Fn(usize) -> Name,
) -> Vec<u32> {
    let mut all: Vec<u32> = (0..len as u32).collect();
    for list in lists {
        all[list.range()].sort_by_key(|at| name(*at as usize).of(pool));
    }
    all
}

fn find(
    pool: &str,
    sorted: &[u32],
    list: List,
    wanted: &str,
    name: impl Fn(usize) -> Name,
) -> Option<usize> {
    let sorted = sorted.get(list.range())?;
    let found = sorted.binary_search_by_key(&wanted, |at| name(*at as usize).of(pool));
    Some(sorted[found.ok()?] as usize - list.range().start)
}
