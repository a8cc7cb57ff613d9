//! Texts and lists that grow by requests which may be refused: then the edit fails with
//! `OutOfMemory`.

use alloc::string::String;
use alloc::vec::Vec;

use varvel_core::{Error, Result};

fn refused<E>(_: E) -> Error {
    Error::out_of_memory()
}

/// Adds an item to a list.
pub fn push<T>(list: &mut Vec<T>, item: T) -> Result {
    list.try_reserve(1).map_err(refused)?;
    list.push(item);
    Ok(())
}

/// Makes a list of items.
pub fn list<T>(items: impl Iterator<Item = T>) -> Result<Vec<T>> {
    let mut list = Vec::new();
    extend(&mut list, items)?;
    Ok(list)
}

/// Adds items to a list.
pub fn extend<T>(list: &mut Vec<T>, items: impl Iterator<Item = T>) -> Result {
    list.try_reserve(items.size_hint().0).map_err(refused)?;
    for item in items {
        push(list, item)?;
    }
    Ok(())
}

/// Adds a part to a text.
pub fn add(text: &mut String, part: &str) -> Result {
    text.try_reserve(part.len()).map_err(refused)?;
    text.push_str(part);
    Ok(())
}

/// Puts parts of a text together.
pub fn joined(parts: &[&str]) -> Result<String> {
    gathered(parts.iter().copied())
}

/// Puts parts of a text together.
pub fn gathered<'p>(parts: impl Iterator<Item = &'p str> + Clone) -> Result<String> {
    let mut text = String::new();
    let len = parts.clone().map(str::len).sum();
    text.try_reserve_exact(len).map_err(refused)?;
    text.extend(parts);
    Ok(text)
}

/// Copies a text.
pub fn copied(text: &str) -> Result<String> {
    joined(&[text])
}

/// Makes a text of spaces.
pub fn spaces(count: usize) -> Result<String> {
    gathered(core::iter::repeat_n(" ", count))
}
