//! `libdart`: the suite of libdart: parse, build and write, flat and nested; look-ups, iteration,
//! columns and scalars in frozen documents. `value` has the same for values, and their changes.

mod value;

use super::{Family, Options, Planned};
use crate::corpus;
use crate::corpus::objects::{self, RECORDS, SCALARS, rotation};
use crate::subjects;

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    super::run(plan()?, options)
}

fn plan() -> Result<Vec<Planned>, String> {
    let mut planned = texts();
    planned.extend(lookups());
    planned.extend(reads());
    planned.extend(value::plan()?);
    Ok(planned)
}

fn planned(name: String, documents: Vec<Vec<u8>>, subjects: Family) -> Planned {
    Planned::new("libdart", name, documents, subjects)
}

/// Plans parsing JSON, building from parts, and writing JSON.
fn texts() -> Vec<Planned> {
    let flat = corpus::libdart_flat;
    let nested = corpus::libdart_nested;
    vec![
        planned("parse/flat".to_owned(), flat(), subjects::parse),
        planned("parse/nested".to_owned(), nested(), subjects::parse),
        planned("build/flat".to_owned(), flat(), subjects::build),
        planned("write/flat".to_owned(), flat(), subjects::write),
        planned("write/nested".to_owned(), nested(), subjects::write),
    ]
}

/// Plans look-ups; an operation is one look-up.
fn lookups() -> Vec<Planned> {
    let flat = || {
        let documents = corpus::libdart_flat();
        let operations = documents.len() * corpus::TRACKS.len();
        (documents, operations)
    };
    let (documents, operations) = flat();
    let mut all =
        vec![planned("lookup/flat".to_owned(), documents, subjects::lookup).of(operations)];
    for n in [1, 8, 64, 256] {
        let subjects = match n {
            1 => subjects::lookup_one,
            _ => subjects::lookup,
        };
        for m in [4, 8, 64, 256] {
            let name = format!("lookup/random/{n}x{m}");
            all.push(planned(name, objects::random(n, m), subjects).of(n * rotation(n)));
        }
    }
    for n in [8, 64, 256] {
        for percent in [0, 8, 32, 64, 100] {
            let name = format!("lookup/colliding/{n}x{percent}%");
            let documents = objects::colliding(n, percent);
            all.push(planned(name, documents, subjects::lookup).of(n * rotation(n)));
        }
    }
    let (documents, operations) = flat();
    all.push(
        planned(
            "lookup-key/flat".to_owned(),
            documents,
            subjects::lookup_key,
        )
        .of(operations),
    );
    for n in [1, 8, 64, 256] {
        for m in [8, 64] {
            let name = format!("lookup-chain/{n}x{m}");
            let documents = objects::chained(n, m);
            all.push(planned(name, documents, subjects::lookup_chain).of(n * rotation(n)));
        }
    }
    all
}

/// Makes documents of this many members or items.
type Make = fn(usize) -> Vec<Vec<u8>>;

/// Plans reading many values; an operation is one record, member or item.
fn reads() -> Vec<Planned> {
    let column = planned(
        "column/records".to_owned(),
        vec![objects::records()],
        subjects::column,
    );
    let mut all = vec![column.of(RECORDS).checked_by(subjects::column_truth)];
    let kinds: [(&str, Make, Family); 3] = [
        ("fields", objects::fields, subjects::entries),
        ("elements", objects::strings, subjects::items),
        ("packed", objects::integers, subjects::items),
    ];
    for (kind, documents, subjects) in kinds {
        for n in [1, 8, 64, 256] {
            let name = format!("iterate/{kind}/{n}");
            all.push(planned(name, documents(n), subjects).of(n * rotation(n)));
        }
    }
    let kinds: [(&str, Family); 4] = [
        ("string", subjects::strings),
        ("integer", subjects::integers),
        ("float", subjects::floats),
        ("bool", subjects::bools),
    ];
    for (kind, subjects) in kinds {
        let documents = objects::scalars(kind);
        let operations = SCALARS * documents.len();
        all.push(planned(format!("unwrap/{kind}"), documents, subjects).of(operations));
    }
    all
}
