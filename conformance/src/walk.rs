//! A walk through every method of a [`View`], which compares their results. It allocates nothing
//! itself, so that a test can count the allocations of the methods.

use varvel_core::Kind;
use varvel_frozen::{HashedKey, View};

/// Visits all nodes of a view, and calls every method that reads each. Returns the number of nodes.
///
/// The function recurses, so it is for documents within the default limit of depth.
///
/// # Panics
/// If two methods disagree: this is for tests.
pub fn every_member(view: View<'_>) -> usize {
    let kind = view.kind();
    assert_eq!(view.is_null(), kind == Kind::Null);
    assert_eq!(view.is_array(), kind == Kind::Array);
    assert_eq!(view.is_object(), kind == Kind::Object);
    let len = view.len();
    assert_eq!(view.is_empty(), len == 0);
    scalars(view, kind);
    slices(view);
    let mut nodes = 1;
    if let Some((_, inner)) = view.tag() {
        assert_eq!(kind, Kind::Tagged);
        nodes += every_member(inner);
    }
    nodes += items(view);
    nodes += members(view);
    nodes
}

fn scalars(view: View<'_>, kind: Kind) {
    match view.as_bool() {
        Some(value) => assert!(kind == Kind::Bool && view.bool() == Ok(value)),
        None => assert!(kind != Kind::Bool && view.bool_or(true)),
    }
    let number = view.as_number();
    if let Some(value) = view.as_i64() {
        assert_eq!(number.and_then(|n| n.as_i64()), Some(value));
        assert!(view.i64() == Ok(value) && view.i64_or(!value) == value);
    }
    if let Some(value) = view.as_u64() {
        assert_eq!(number.and_then(|n| n.as_u64()), Some(value));
        assert!(view.u64() == Ok(value) && view.u64_or(!value) == value);
    }
    if let Some(value) = view.as_f64() {
        assert_eq!(view.f64().map(f64::to_bits), Ok(value.to_bits()));
        assert_eq!(view.f64_or(0.5).to_bits(), value.to_bits());
    }
    let text = view.as_number_text();
    assert!(text.is_none() || matches!(kind, Kind::Integer | Kind::Decimal));
    match view.as_str() {
        Some(value) => {
            assert!(kind == Kind::String && core::str::from_utf8(value.as_bytes()).is_ok());
            assert!(view.str() == Ok(value) && view.str_or("other") == value);
        }
        None => assert!(kind != Kind::String && view.str_or("other") == "other"),
    }
    match view.as_bytes() {
        Some(value) => assert!(kind == Kind::Bytes && view.bytes() == Ok(value)),
        None => assert!(kind != Kind::Bytes && view.bytes_or(b"other") == b"other"),
    }
    match view.as_timestamp() {
        Some(value) => assert!(kind == Kind::Timestamp && view.timestamp() == Ok(value)),
        None => assert_ne!(kind, Kind::Timestamp),
    }
}

/// Checks that lent slices of numbers equal the items.
fn slices(view: View<'_>) {
    if let Some(values) = view.as_f64_slice() {
        assert_eq!(values.len(), view.len());
        let same = |(item, value): (View<'_>, &f64)| {
            item.as_f64().map(f64::to_bits) == Some(value.to_bits())
        };
        assert!(view.items().zip(values).all(same));
    }
    let wide = |value: Option<i64>, item: View<'_>| item.as_i64() == value;
    if let Some(values) = view.as_i64_slice() {
        assert_eq!(values.len(), view.len());
        assert!(view.items().zip(values).all(|(i, v)| wide(Some(*v), i)));
    }
    if let Some(values) = view.as_i32_slice() {
        assert_eq!(values.len(), view.len());
        assert!(
            view.items()
                .zip(values)
                .all(|(i, v)| wide(Some(i64::from(*v)), i))
        );
    }
    if let Some(values) = view.as_u32_slice() {
        assert_eq!(values.len(), view.len());
        assert!(
            view.items()
                .zip(values)
                .all(|(i, v)| wide(Some(i64::from(*v)), i))
        );
    }
    if let Some(values) = view.as_i16_slice() {
        assert_eq!(values.len(), view.len());
        assert!(
            view.items()
                .zip(values)
                .all(|(i, v)| wide(Some(i64::from(*v)), i))
        );
    }
    if let Some(values) = view.as_i8_slice() {
        assert_eq!(values.len(), view.len());
        assert!(
            view.items()
                .zip(values)
                .all(|(i, v)| wide(Some(i64::from(*v)), i))
        );
    }
    if let Some(values) = view.as_f32_slice() {
        assert_eq!(values.len(), view.len());
        let same = |(item, value): (View<'_>, &f32)| {
            item.as_f64().map(f64::to_bits) == Some(f64::from(*value).to_bits())
        };
        assert!(view.items().zip(values).all(same));
    }
}

fn items(view: View<'_>) -> usize {
    if !view.is_array() {
        assert!(view.at(0).is_none() && view.items().next().is_none());
        return 0;
    }
    assert_eq!(view.items().count(), view.len());
    assert!(view.at(view.len()).is_none() && view.at(usize::MAX).is_none());
    let mut nodes = 0;
    column(view);
    for (i, item) in view.items().enumerate() {
        assert_eq!(view.at(i).map(|other| other.kind()), Some(item.kind()));
        assert!(view.item(i).is_ok());
        nodes += every_member(item);
    }
    nodes
}

fn members(view: View<'_>) -> usize {
    let mut nodes = 0;
    if view.is_object() {
        assert_eq!(view.entries().count(), view.len());
        assert_eq!(view.keys().count(), view.len());
        for ((key, value), other) in view.entries().zip(view.keys()) {
            assert_eq!(key, other);
            found(view, key, value);
        }
        assert!(view.get("no such key, whatever the document").is_none());
    } else {
        assert!(view.entries().next().is_none() && view.keys().next().is_none());
        // A map may have an empty string as a key, too.
        let empty = view.pairs().any(|(key, _)| key.as_str() == Some(""));
        assert_eq!(view.get("").is_some(), empty);
    }
    assert_eq!(view.pairs().count(), view.values().count());
    for ((key, value), other) in view.pairs().zip(view.values()) {
        assert_eq!(value.kind(), other.kind());
        nodes += every_member(key) + every_member(value);
    }
    nodes
}

/// Checks that each way to look a key up finds the member.
fn found(view: View<'_>, key: &str, value: View<'_>) {
    let same = |other: View<'_>| {
        assert_eq!(other.kind(), value.kind());
        assert_eq!(other.len(), value.len());
        assert_eq!(other.as_str(), value.as_str());
    };
    let hashed = HashedKey::new(key);
    assert_eq!(hashed.as_str(), key);
    same(view.get(hashed).unwrap());
    same(view.field(key).unwrap());
    if let Some(object) = view.as_object() {
        assert_eq!(object.len(), view.len());
        same(object.get(hashed).unwrap());
    }
    let at = view.position(key).unwrap();
    same(view.value_at(at).unwrap());
    assert!(view.value_at(view.len()).is_none());
}

/// Checks that a column has the value of each record.
fn column(view: View<'_>) {
    for record in view.items().chain(view.items().next_back()).take(3) {
        for key in record.keys().take(3) {
            assert_eq!(view.column(key).len(), view.len());
            for (item, member) in view.items().zip(view.column(key)) {
                let other = item.get(key);
                assert_eq!(
                    member.map(|node| node.kind()),
                    other.map(|node| node.kind())
                );
                assert_eq!(member.map(|node| node.len()), other.map(|node| node.len()));
            }
        }
    }
}
