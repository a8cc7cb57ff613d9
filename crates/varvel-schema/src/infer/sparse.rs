//! Bounds the columns of tables: makes maps of records, if the members of all records have too many
//! places without a value.
//!
//! In a table each member has a place in every row, or in every item of the list that it is in. A
//! few keys at each of several depths make many columns. So memory would not be linear in the
//! documents.

use alloc::vec::Vec;

use super::merge::Merging;
use super::seen::{Kinds, NOWHERE, Seen};
use super::{BEYOND, Inference, ROOT};

/// Tables of so few places are never too sparse.
const FEW: u64 = 1 << 22;

/// A place on the way through all of them.
struct Visit {
    place: u32,
    from: usize,
    /// The number of columns in it, with itself.
    columns: usize,
}

/// Makes maps of records until there are at most `most` places in columns for each value: first of
/// those with many columns in them, innermost first, and at last of the documents.
pub(super) fn bound(inference: &mut Inference, most: usize) {
    let values: u64 = inference
        .seen
        .iter()
        .map(|seen| values(&inference.seen, seen))
        .sum();
    let most = (most as u64).saturating_mul(values).saturating_add(FEW);
    let members = inference.options.members;
    for columns in [members, members / 10, members / 100, 0] {
        let (mut visits, places) = visits(&inference.seen);
        if places <= most {
            return;
        }
        for index in (1..visits.len()).rev() {
            let Visit { place, from, .. } = visits[index];
            if visits[index].columns > columns + 1 && is_record(&inference.seen[place as usize]) {
                visits[index].columns = 1;
                collapse(inference, place);
            }
            visits[from].columns += visits[index].columns;
        }
    }
    if visits(&inference.seen).1 > most && is_record(&inference.seen[ROOT as usize]) {
        collapse(inference, ROOT);
    }
}

/// Makes a map of the records of a place. Without memory for a map it is anything.
fn collapse(inference: &mut Inference, place: u32) {
    if Merging::collapse(inference, place, true).is_err() {
        inference.seen[place as usize].kinds.add(Kinds::ANYTHING);
    }
}

/// Returns how many values the members of a place have that are no objects.
fn values(all: &[Seen], seen: &Seen) -> u64 {
    let members = seen.members.iter();
    let is_value = |place: u32| place == BEYOND || all[place as usize].objects == 0;
    let counts = members.filter(|member| is_value(member.place));
    counts.map(|member| member.count).sum()
}

/// Returns the places that are columns, containers first, and in how many places of rows and items
/// their values are.
fn visits(all: &[Seen]) -> (Vec<Visit>, u64) {
    let root = Visit {
        place: ROOT,
        from: 0,
        columns: 1,
    };
    let (mut visits, mut places) = (alloc::vec![root], 0_u64);
    let mut rows = alloc::vec![all[ROOT as usize].objects];
    let mut index = 0;
    while let Some(&Visit { place, .. }) = visits.get(index) {
        let (seen, here) = (&all[place as usize], rows[index]);
        let mut go = |place: u32, count: u64| {
            if place != NOWHERE && place != BEYOND {
                let from = index;
                visits.push(Visit {
                    place,
                    from,
                    columns: 1,
                });
                rows.push(count);
            }
        };
        if index == 0 || is_record(seen) {
            places = places.saturating_add(here.saturating_mul(seen.members.len() as u64));
            seen.members
                .iter()
                .for_each(|member| go(member.place, here));
        }
        if is_container(seen) {
            for inner in [seen.items, seen.rest] {
                go(inner, all[inner as usize].objects);
            }
        }
        index += 1;
    }
    (visits, places)
}

/// Returns whether the nodes of a place are objects, whose members have columns.
fn is_record(seen: &Seen) -> bool {
    seen.rest == NOWHERE && !seen.members.is_empty() && kinds(seen) == Kinds::OBJECT
}

/// Returns whether the nodes of a place are arrays or maps, whose values have a column.
fn is_container(seen: &Seen) -> bool {
    kinds(seen) == Kinds::ARRAY || kinds(seen) == Kinds::OBJECT
}

/// Returns the kinds that make a type.
fn kinds(seen: &Seen) -> Kinds {
    seen.kinds.without(Kinds::NULL).without(Kinds::NAMED)
}
