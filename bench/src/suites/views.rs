//! `views`: all fields of documents that are read in place, of the types of
//! rust_serialization_benchmark. Throughput counts the JSON of the same values, so that rows
//! compare.

use super::{Options, Planned};
use crate::corpus::Seed;
use crate::structs::views::{Generate, Logs, Mesh, Players};
use crate::subjects::views::{self, Shape};

/// Runs the suite.
pub fn run(options: &Options) -> Result<(), String> {
    let mut planned = Vec::new();
    plan::<Logs>(&mut planned, "log", 1)?;
    plan::<Mesh>(&mut planned, "mesh", 2)?;
    plan::<Players>(&mut planned, "minecraft_savedata", 3)?;
    planned.sort_by_key(|case| case.family() != "read");
    super::run(planned, options)
}

fn plan<T: Shape + Generate>(to: &mut Vec<Planned>, name: &str, seed: u64) -> Result<(), String> {
    let value = T::generate(&mut Seed::new(seed));
    let document = varvel::json::to_vec(&value).map_err(|error| error.to_string())?;
    for (family, subjects) in [
        ("read", views::read::<T> as super::Family),
        ("checked", views::checked::<T>),
    ] {
        let name = format!("{family}/{name}");
        let documents = vec![document.clone()];
        let case = Planned::new("views", name, documents, subjects);
        to.push(case.checked_by(views::truth::<T>));
    }
    Ok(())
}
