//! The documents of a text of YAML, one after the other.

use varvel::formats::{ReadOptions, Row as _};
use varvel::yaml::{Documents, Yaml};
use varvel::{Builder, Duplicates, Error, Sink, View};

/// Gives each document to a sink, and calls `ended` after it.
///
/// # Errors
/// The first error in the text, and those of the sink and of `ended`.
pub fn each<S, E: From<Error>>(
    text: &[u8],
    options: &ReadOptions,
    sink: &mut S,
    begin: impl Fn(&mut S) -> varvel::Result,
    mut ended: impl FnMut(&mut S) -> Result<(), E>,
) -> Result<(), E>
where
    S: for<'de> Sink<'de>,
{
    let mut documents = Documents::new(text, &Yaml::read_options(options))?;
    loop {
        begin(sink)?;
        if !documents.drive_next(sink)? {
            return Ok(());
        }
        ended(sink)?;
    }
}

/// Calls `each` with each document.
///
/// # Errors
/// The first error in the text, and those of `each`.
pub fn each_view<E: From<Error>>(
    text: &[u8],
    options: &ReadOptions,
    duplicates: Duplicates,
    mut give: impl FnMut(View<'_>) -> Result<(), E>,
) -> Result<(), E> {
    let mut builder = Builder::with(duplicates, options.limits);
    let ended = |builder: &mut Builder| give(builder.finish_view()?);
    each(text, options, &mut builder, Builder::start, ended)
}
