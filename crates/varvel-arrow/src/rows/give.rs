//! The value of a [`Node`] in a row, as events.

use std::cell::RefCell;

use arrow_buffer::ArrowNativeType as _;
use varvel::json;
use varvel::path::Step;
use varvel::{Bytes, Error, Limits, Result, Sink, Str, Timestamp};

use super::node::{Entries, Member, Node, Values, is_null};
use super::{RowOptions, times};
use crate::decimals;
use crate::read::damaged;
use crate::variant::uuid;

/// The options of a walk through a row, and the path of the value that failed.
pub(super) struct Way {
    options: RowOptions,
    /// The steps to the value that failed, innermost first.
    steps: RefCell<Vec<Step>>,
}

impl Way {
    /// Notes the member or item in which an error happened.
    #[cold]
    pub fn inside(&self, error: Error, step: Step) -> Error {
        self.steps.borrow_mut().push(step);
        error
    }

    pub fn limits(&self) -> &Limits {
        &self.options.limits
    }
}

/// Gives a row. An error gets the path of the value, unless the sink knows it.
pub(super) fn row<'s, S: Sink<'s>>(
    members: &'s [Member],
    row: usize,
    options: RowOptions,
    sink: &mut S,
) -> Result {
    with_path(options, |way| object(members, row, way, sink))
}

/// Gives all values of an array as an array. An error gets the path of the value, unless the sink
/// knows it.
pub(super) fn items<'s, S: Sink<'s>>(
    items: &'s Node,
    len: usize,
    options: RowOptions,
    sink: &mut S,
) -> Result {
    with_path(options, |way| list(0..len, items, way, sink))
}

fn with_path(options: RowOptions, give: impl FnOnce(&Way) -> Result) -> Result {
    let way = Way {
        options,
        steps: RefCell::default(),
    };
    give(&way).map_err(|error| {
        let steps = way.steps.take();
        error.or_path(|| steps.into_iter().rev().collect())
    })
}

/// Gives an object.
fn object<'s, S: Sink<'s>>(members: &'s [Member], row: usize, way: &Way, sink: &mut S) -> Result {
    sink.begin_map(match way.options.skip_nulls {
        true => None,
        false => Some(members.len()),
    })?;
    for member in members {
        if way.options.skip_nulls && member.node.is_null(row) {
            continue;
        }
        sink.key(Str::from(&*member.key))?;
        if let Err(error) = member.node.give(row, way, sink) {
            return Err(way.inside(error, Step::Key(member.key.clone())));
        }
    }
    sink.end_map()
}

impl Node {
    /// Returns whether the value of a row is null, also if it is in a dictionary or a union.
    pub fn is_null(&self, row: usize) -> bool {
        if is_null(&self.nulls, row) {
            return true;
        }
        match &self.values {
            Values::Null => true,
            Values::Dictionary(keys, node) => node.is_null(keys.get(row)),
            Values::Runs(runs, node) => node.is_null(runs.get(row)),
            Values::Union { .. } => match self.part(row) {
                Some((node, row)) => node.is_null(row),
                None => false,
            },
            _ => false,
        }
    }

    /// Returns the part of a union that has the value of a row, and the row in it.
    fn part(&self, row: usize) -> Option<(&Self, usize)> {
        let Values::Union {
            types,
            offsets,
            parts,
        } = &self.values
        else {
            return None;
        };
        let id = types[row];
        let (_, node) = parts.iter().find(|(part, _)| *part == id)?;
        let row = offsets
            .as_ref()
            .map_or(row, |offsets| offsets[row].as_usize());
        Some((node, row))
    }

    /// Gives the value of a row. This recurses by the depth of the types.
    pub fn give<'s, S: Sink<'s>>(&'s self, row: usize, way: &Way, sink: &mut S) -> Result {
        if is_null(&self.nulls, row) {
            return sink.null();
        }
        match &self.values {
            Values::Null => sink.null(),
            Values::Bool(values) => sink.bool(values.value(row)),
            Values::Int8(values) => sink.i64(values[row].into()),
            Values::Int16(values) => sink.i64(values[row].into()),
            Values::Int32(values) => sink.i64(values[row].into()),
            Values::Int64(values) => sink.i64(values[row]),
            Values::UInt8(values) => sink.i64(values[row].into()),
            Values::UInt16(values) => sink.i64(values[row].into()),
            Values::UInt32(values) => sink.i64(values[row].into()),
            Values::UInt64(values) => sink.u64(values[row]),
            Values::Float32(values) => sink.f32(values[row]),
            Values::Float64(values) => sink.f64(values[row]),
            Values::Text(text) => sink.str(Str::from(text.get(row))),
            Values::Bytes(bytes) => sink.bytes(Bytes::from(bytes.get(row))),
            Values::List(ranges, items) => list(ranges.get(row), items, way, sink),
            Values::Struct(members) => object(members, row, way, sink),
            Values::Map(offsets, entries) => {
                let range = offsets[row].as_usize()..offsets[row + 1].as_usize();
                map(range, entries, way, sink)
            }
            Values::Dictionary(keys, values) => values.give(keys.get(row), way, sink),
            Values::Runs(runs, values) => values.give(runs.get(row), way, sink),
            Values::Union { .. } => match self.part(row) {
                Some((node, row)) => node.give(row, way, sink),
                None => Err(damaged("a type of the union")),
            },
            Values::Variant(variant) => variant.give(row, way, sink),
            Values::Json(text) => {
                let mut read = json::ReadOptions::with_limits(way.options.limits);
                read.exact_decimals = way.options.exact_decimals;
                json::drive(text.get(row).as_bytes(), &read, sink).map_err(Error::without_offset)
            }
            values => scalar(values, row, sink),
        }
    }
}

/// Gives a value that events have no kind for, or a number of rare types.
fn scalar<'s, S: Sink<'s>>(values: &Values, row: usize, sink: &mut S) -> Result {
    let text = match values {
        Values::Float16(values) => return sink.f32(values[row].to_f32()),
        Values::Decimal32(values, scale) => {
            return decimals::give(values[row].to_string(), *scale, sink);
        }
        Values::Decimal64(values, scale) => {
            return decimals::give(values[row].to_string(), *scale, sink);
        }
        Values::Decimal128(values, scale) => {
            return decimals::give(values[row].to_string(), *scale, sink);
        }
        Values::Decimal256(values, scale) => {
            return decimals::give(values[row].to_string(), *scale, sink);
        }
        Values::Uuid(values) => match values.value(row).first_chunk() {
            Some(bytes) => uuid(*bytes),
            None => return Err(damaged("the 16 bytes of a UUID")),
        },
        Values::Instant(values, per_second) => return instant(values[row], *per_second, sink),
        Values::Days(values) => times::date(values[row].into()),
        Values::Date64(values) => times::date_of(values[row], 1_000),
        Values::Time32(values, per_second) => times::time_of_day(values[row].into(), *per_second)?,
        Values::Time64(values, per_second) => times::time_of_day(values[row], *per_second)?,
        Values::Local(values, per_second) => times::local(values[row], *per_second),
        Values::Duration(values, per_second) => times::duration(values[row], *per_second),
        Values::YearMonth(values) => times::interval(values[row].into(), 0, 0),
        Values::DayTime(values) => {
            let interval = values[row];
            let nanos = i64::from(interval.milliseconds) * 1_000_000;
            times::interval(0, interval.days.into(), nanos)
        }
        Values::MonthDayNano(values) => {
            let interval = values[row];
            times::interval(
                interval.months.into(),
                interval.days.into(),
                interval.nanoseconds,
            )
        }
        Values::Interval(values) => {
            let part = |at: usize| {
                let bytes = values.value(row).get(at..).and_then(<[u8]>::first_chunk);
                i64::from(bytes.map_or(0, |bytes| u32::from_le_bytes(*bytes)))
            };
            times::interval(part(0), part(4), part(8) * 1_000_000)
        }
        _ => return Err(damaged("a scalar")),
    };
    sink.str(Str::Scratch((&*text).into()))
}

/// Gives a point in time, as text where people read it, or the sink has none.
fn instant<'s, S: Sink<'s>>(units: i64, per_second: i64, sink: &mut S) -> Result {
    let profile = sink.profile();
    if profile.timestamps && !profile.plain {
        let (seconds, nanos) = times::parts(units, per_second);
        if let Some(time) = Timestamp::new(seconds, nanos) {
            return sink.timestamp(time);
        }
    }
    let text = times::local(units, per_second) + "Z";
    sink.str(Str::Scratch((&*text).into()))
}

fn list<'s, S: Sink<'s>>(
    range: std::ops::Range<usize>,
    items: &'s Node,
    way: &Way,
    sink: &mut S,
) -> Result {
    if items.nulls.is_none() {
        match &items.values {
            Values::Int64(values) => return sink.i64_array(&values[range]),
            // A sink may refuse the others, and then the error names the item.
            Values::Float64(values) if values[range.clone()].iter().all(|v| v.is_finite()) => {
                return sink.f64_array(&values[range]);
            }
            _ => {}
        }
    }
    sink.begin_array(Some(range.len()))?;
    let first = range.start;
    for row in range {
        if let Err(error) = items.give(row, way, sink) {
            return Err(way.inside(error, Step::Index(row - first)));
        }
    }
    sink.end_array()
}

fn map<'s, S: Sink<'s>>(
    range: std::ops::Range<usize>,
    entries: &'s Entries,
    way: &Way,
    sink: &mut S,
) -> Result {
    sink.begin_map(Some(range.len()))?;
    for row in range {
        let key = &entries.keys;
        match &key.values {
            Values::Text(text) if !key.is_null(row) => sink.key(Str::from(text.get(row)))?,
            _ => {
                sink.any_key()?;
                key.give(row, way, sink)?;
            }
        }
        if let Err(error) = entries.values.give(row, way, sink) {
            let step = match &key.values {
                Values::Text(text) => Step::Key(text.get(row).to_owned()),
                _ => Step::Key(row.to_string()),
            };
            return Err(way.inside(error, step));
        }
    }
    sink.end_map()
}
