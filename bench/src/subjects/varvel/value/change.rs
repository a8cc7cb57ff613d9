//! Builds, edits, shares and freezes values.

use std::hint::black_box;

use varvel::{Builder, Frozen, View, json};
use varvel_value::{Atomic, Count, Local, Value};

use super::{LOCAL, sum, thawed};
use crate::harness::Subject;
use crate::results::OURS;
use crate::subjects::edits::{BONUS, EDIT, Edit, edits};
use crate::subjects::lookup::{Fields, fields};
use crate::subjects::prepared::{Each, Kept, Load, text};
use crate::subjects::serde_json::parsed;
use crate::subjects::varvel::checksum;

/// Returns a subject that makes values.
fn values<T: 'static, R: Count>(
    name: &'static str,
    load: Load<Vec<T>>,
    work: fn(&T) -> Value<R>,
) -> Box<dyn Subject> {
    Each {
        name,
        load,
        work,
        sum: |value| Ok(sum(value.as_ref())),
    }
    .subject()
}

/// Returns the subjects that put members into an empty object.
pub fn insert_fields() -> Vec<Box<dyn Subject>> {
    fn work<R: Count>(fields: &Fields) -> Value<R> {
        let mut value = Value::new_object();
        if let Some(mut object) = value.as_object_mut() {
            for (key, value) in fields {
                object.insert(key, value.as_str());
            }
        }
        value
    }
    vec![
        values(OURS, fields, work::<Atomic>),
        values(LOCAL, fields, work::<Local>),
    ]
}

/// Returns the subjects that put strings at the end of an empty array.
pub fn insert_strings() -> Vec<Box<dyn Subject>> {
    fn subject<R: Count>(name: &'static str) -> Box<dyn Subject> {
        values::<Vec<String>, R>(name, parsed, |items| {
            pushed(items.iter().map(String::as_str))
        })
    }
    vec![subject::<Atomic>(OURS), subject::<Local>(LOCAL)]
}

/// Returns the subjects that put integers at the end of an empty array.
pub fn insert_integers() -> Vec<Box<dyn Subject>> {
    fn subject<R: Count>(name: &'static str) -> Box<dyn Subject> {
        values::<Vec<i64>, R>(name, parsed, |items| pushed(items.iter().copied()))
    }
    vec![subject::<Atomic>(OURS), subject::<Local>(LOCAL)]
}

fn pushed<R: Count>(items: impl Iterator<Item: Into<Value<R>>>) -> Value<R> {
    let mut value = Value::new_array();
    if let Some(mut array) = value.as_array_mut() {
        for item in items {
            array.push(item);
        }
    }
    value
}

/// Returns the subjects that put a member into a shared object.
pub fn insert_shared() -> Vec<Box<dyn Subject>> {
    fn work<R: Count>(shared: &Value<R>) -> Value<R> {
        let mut value = shared.clone();
        if let Some(mut object) = value.as_object_mut() {
            object.insert(BONUS.0, BONUS.1);
        }
        value
    }
    vec![
        values(OURS, thawed, work::<Atomic>),
        values(LOCAL, thawed, work::<Local>),
    ]
}

/// Returns the subjects that put an item into a shared array.
pub fn push_shared() -> Vec<Box<dyn Subject>> {
    fn work<R: Count>(shared: &Value<R>) -> Value<R> {
        let mut value = shared.clone();
        if let Some(mut array) = value.as_array_mut() {
            array.push(BONUS.1);
        }
        value
    }
    vec![
        values(OURS, thawed, work::<Atomic>),
        values(LOCAL, thawed, work::<Local>),
    ]
}

/// Returns the subjects that freeze values without frozen parts: in a builder's reused memory, or
/// in fresh memory.
pub fn freeze() -> Vec<Box<dyn Subject>> {
    fn fresh<R: Count>(name: &'static str) -> Box<dyn Subject> {
        frozen(name, thawed, |value: &Value<R>| value.freeze())
    }
    let reused = Kept {
        name: OURS,
        kept: Builder::default(),
        load: thawed,
        check: |builder, value| checksum(built(builder, value).map_err(text)?),
    };
    vec![
        reused.subject(|builder, value| u64::from(black_box(&built(builder, value)).is_ok())),
        fresh::<Atomic>("varvel (fresh)"),
        fresh::<Local>("varvel local (fresh)"),
    ]
}

/// Freezes a value in memory that is reused.
fn built<'b>(builder: &'b mut Builder, value: &Value<Atomic>) -> varvel::Result<View<'b>> {
    builder.start()?;
    value.as_ref().drive(builder)?;
    builder.finish_view()
}

/// Returns the subjects that freeze values that were parsed and edited.
pub fn freeze_edited() -> Vec<Box<dyn Subject>> {
    fn subject<R: Count>(name: &'static str) -> Box<dyn Subject> {
        let load: Load<Vec<Value<R>>> = |documents| edits(documents)?.iter().map(edited).collect();
        frozen(name, load, |value| value.freeze())
    }
    vec![subject::<Atomic>(OURS), subject::<Local>(LOCAL)]
}

/// Returns the subjects that read JSON to a value and replace one string of it; beside it JSON to a
/// frozen document, which is edited for the check alone.
pub fn edit() -> Vec<Box<dyn Subject>> {
    fn work<R: Count>(edit: &Edit) -> Value<R> {
        edited(edit).expect("checked before")
    }
    let unedited = Each {
        name: "varvel Frozen",
        load: edits,
        work: |edit| (json::freeze(&edit.document), edit.place),
        sum: |(frozen, place)| {
            let mut value = Value::<Atomic>::from(frozen.map_err(text)?);
            replace(&mut value, place)?;
            Ok(sum(value.as_ref()))
        },
    };
    vec![
        values(OURS, edits, work::<Atomic>),
        values(LOCAL, edits, work::<Local>),
        unedited.subject(),
    ]
}

/// Returns the document as a value that was edited.
fn edited<R: Count>(edit: &Edit) -> Result<Value<R>, String> {
    let mut value = Value::from(json::freeze(&edit.document).map_err(text)?);
    replace(&mut value, edit.place)?;
    Ok(value)
}

fn replace<R: Count>(value: &mut Value<R>, place: &str) -> Result<(), String> {
    *value.pointer_mut(place).ok_or("no such place")? = EDIT.into();
    Ok(())
}

/// Returns the documents after the edit, frozen.
pub fn after_edit(documents: &[Vec<u8>]) -> Result<Vec<Frozen>, String> {
    let after = |edit: &Edit| edited::<Atomic>(edit)?.freeze().map_err(text);
    edits(documents)?.iter().map(after).collect()
}

/// Returns a subject that makes frozen documents.
fn frozen<T: 'static>(
    name: &'static str,
    load: Load<Vec<T>>,
    work: fn(&T) -> varvel::Result<Frozen>,
) -> Box<dyn Subject> {
    Each {
        name,
        load,
        work,
        sum: |frozen| checksum(frozen.map_err(text)?.view()),
    }
    .subject()
}
