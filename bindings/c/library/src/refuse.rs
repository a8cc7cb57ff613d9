//! Refusals
//!
//! A program that reads a document may refuse what is right for its format: a name that it does
//! not know, a port out of range. vv_refuse() makes an error of that like those of the library,
//! with the place in the document.
//!
//! An error about a node, of vv_i64() for example, knows the path of the node, and not where that
//! is in the text that was frozen. vv_error_locate() finds it.

use core::cell::Cell;
use core::ffi::c_void;
use core::ptr::null_mut;
use std::collections::{HashMap, HashSet};

use varvel::format::{Format, Read};
use varvel::formats::{Row, Visit};
use varvel::path::{KeyText, Step, enter};
use varvel::{Duplicates, Error, ErrorKind, Frozen, Kind, Result, Source};

use crate::codes::{VV_E_NOT_FOUND, vv_code};
use crate::error::is_static;
use crate::failure::{Failure, failure, vv_error};
use crate::guard::{Fallible, borrow_mut, bytes, guard, invalid, items, of_input, own};
use crate::options::{Chosen, Which, chosen, sized, vv_format, vv_options, vv_str, which};

/// The error is about the key of the member that the last step leads to, and not about its value.
pub const VV_AT_KEY: u32 = 1;

/// A refusal: its reason and its place. Begin with `vv_refusal refusal = VV_REFUSAL;`.
#[repr(C)]
#[derive(Clone, Copy)]
pub struct vv_refusal {
    /// sizeof(vv_refusal).
    pub size: usize,
    /// The number of the error. One that stands for no error of documents becomes VV_E_REFUSED.
    pub code: vv_code,
    /// VV_AT_KEY, or 0.
    pub flags: u32,
    /// The words for what was expected: "a port". May be empty.
    pub expected: vv_str,
    /// The words for what was found instead, "the integer 70000", or the whole reason. May be
    /// empty.
    pub found: vv_str,
    /// The words that help. May be empty.
    pub hint: vv_str,
    /// The way from the root to the node that is refused: the number of the item, or of the
    /// member, in each container.
    pub steps: *const usize,
    /// How many steps there are.
    pub step_count: usize,
}

/// The kinds of errors that a program may make.
const KINDS: &[ErrorKind] = &[
    ErrorKind::NumberOutOfRange,
    ErrorKind::DuplicateKey,
    ErrorKind::DepthLimit,
    ErrorKind::TypeMismatch,
    ErrorKind::MissingField,
    ErrorKind::Unrepresentable,
    ErrorKind::NotFound,
    ErrorKind::UnknownMember,
    ErrorKind::UnknownVariant,
];

/// An error without its place, and the way to it.
struct Refuse<'a> {
    error: Error,
    steps: &'a [usize],
    at_key: bool,
    /// Which of the members with one key are in the document that was refused.
    duplicates: Duplicates,
}

impl<'de> Read<'de> for Refuse<'_> {
    type Output = ();

    fn read<R: Source<'de>>(self, source: &mut R) -> Result {
        let mut path = Vec::new();
        let mut offset = None;
        for step in self.steps {
            offset = follow(source, *step, self.duplicates, &mut path)?;
        }
        // A look at the node takes the source to its first byte.
        source.peek()?;
        let offset = offset.filter(|_| self.at_key).unwrap_or(source.offset());
        let error = path.into_iter().rev().fold(self.error, Error::inside);
        Err(error.or_offset(offset))
    }
}

/// Goes to a child, and returns the offset of its key.
fn follow<'de, R: Source<'de>>(
    source: &mut R,
    step: usize,
    duplicates: Duplicates,
    path: &mut Vec<Step>,
) -> Result<Option<usize>> {
    let gone = || Error::new(ErrorKind::NotFound);
    while source.peek()? == Kind::Tagged {
        source.read_tag()?;
    }
    match source.peek()? {
        Kind::Array => {
            source.begin_array()?;
            for passed in 0..=step {
                if !source.next_item()? {
                    return Err(gone());
                }
                if passed != step {
                    source.skip()?;
                }
            }
            path.push(Step::Index(step));
            Ok(None)
        }
        // A map may begin with a string among keys of other kinds.
        _ if !source.profile().any_keys => {
            let step = member_in_source(source, step, duplicates)?.ok_or_else(gone)?;
            source.begin_map()?;
            for passed in 0..=step {
                let key = source.next_key()?.ok_or_else(gone)?;
                if passed == step {
                    path.push(Step::Key(key.to_string()));
                } else {
                    source.skip()?;
                }
            }
            Ok(Some(source.key_offset()))
        }
        _ => {
            let step = member_in_source(source, step, duplicates)?.ok_or_else(gone)?;
            source.begin_map()?;
            for passed in 0..=step {
                if !source.next_entry()? {
                    return Err(gone());
                }
                if passed != step {
                    source.skip()?;
                    source.skip()?;
                }
            }
            source.peek()?;
            let (offset, mut key) = (source.offset(), KeyText::new());
            source.drive(&mut key)?;
            path.push(Step::Key(key.finish()));
            Ok(Some(offset))
        }
    }
}

/// Returns the number that a member of a document has in its source, where keys that come twice are
/// dropped from the document.
fn member_in_source<'de, R: Source<'de>>(
    source: &mut R,
    step: usize,
    duplicates: Duplicates,
) -> Result<Option<usize>> {
    if duplicates == Duplicates::Error {
        return Ok(Some(step));
    }
    let start = source.mark();
    let of_strings = !source.profile().any_keys;
    source.begin_map()?;
    let mut keys = Vec::new();
    loop {
        let key = if of_strings {
            let Some(key) = source.next_key()? else { break };
            (Kind::String, key.to_string())
        } else {
            if !source.next_entry()? {
                break;
            }
            let (kind, mut text) = (source.peek()?, KeyText::new());
            source.drive(&mut text)?;
            (kind, text.finish())
        };
        source.skip()?;
        keys.push(key);
    }
    source.rewind(start)?;
    let last: HashMap<_, _> = keys.iter().zip(0..).collect();
    let mut seen = HashSet::new();
    let mut kept = keys
        .iter()
        .enumerate()
        .filter(|(number, key)| match duplicates {
            Duplicates::Last => last[key] == *number,
            _ => seen.insert(*key),
        });
    Ok(kept.nth(step).map(|(number, _)| number))
}

/// An error about a node, and the way to it. The cell says that the way was gone.
struct Locate<'a> {
    error: &'a Error,
    steps: &'a [Step],
    /// Which of members with the same key the document has.
    duplicates: Duplicates,
    gone: &'a Cell<bool>,
}

impl<'de> Read<'de> for Locate<'_> {
    type Output = ();

    /// Returns the error at the node, or at what is nearest to it, where the node is not there.
    fn read<R: Source<'de>>(self, source: &mut R) -> Result {
        source.peek()?;
        let mut offset = source.offset();
        for step in self.steps {
            if !enter(source, step, self.duplicates)? {
                break;
            }
            source.peek()?;
            offset = source.offset();
        }
        self.gone.set(true);
        Err(self.error.clone().without_offset().or_offset(offset))
    }
}

/// A document, its options, how often its containers are read again, and what reads it.
struct In<'i, T>(&'i [u8], &'i Chosen, usize, T);

impl<'i, T: Read<'i, Output = ()>> Visit for In<'i, T> {
    type Output = Result;

    fn visit<F: Row>(self) -> Result {
        let mut how = self.1.read;
        how.limits.replay = how.limits.replay.saturating_mul(self.2 + 1);
        <F as Format>::read(self.0, &F::read_options(&how), self.3)
    }
}

/// The text of an argument.
///
/// # Safety
/// The contract of the header.
unsafe fn words(of: vv_str) -> Fallible<String> {
    // SAFETY: the contract of this function.
    unsafe { own(of.data, of.len) }
}

/// Makes the error of a program that refuses a node of the document of `len` bytes at `data`, and
/// stores it in `*error`. The document must be one that vv_freeze() takes; it is read again up to
/// the node, so this costs as much as that. Returns the number of the error, or of that which came
/// instead: never VV_OK.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_refuse(
    format: vv_format,
    data: *const c_void,
    len: usize,
    options: *const vv_options,
    refusal: *const vv_refusal,
    error: *mut *mut vv_error,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(error, || {
            let (input, chosen) = (bytes(data, len)?, chosen(options)?);
            let Some(asked) = sized(refusal)? else {
                return invalid("a null pointer instead of a refusal");
            };
            let kind = KINDS
                .iter()
                .find(|kind| vv_code::from(kind.number()) == asked.code);
            let mut made = Error::new(*kind.unwrap_or(&ErrorKind::Refused));
            if asked.expected.len != 0 {
                made = Error::expected(made.kind(), words(asked.expected)?);
            }
            if asked.found.len != 0 {
                made = made.with_content(words(asked.found)?);
            }
            if asked.hint.len != 0 {
                made = made.with_hint(words(asked.hint)?);
            }
            let steps = items(asked.steps, asked.step_count)?;
            // With members that were dropped each container on the way is read twice.
            let again = match chosen.duplicates {
                Duplicates::Error => 0,
                _ => steps.len(),
            };
            let refuse = Refuse {
                error: made,
                steps,
                at_key: asked.flags & VV_AT_KEY != 0,
                duplicates: chosen.duplicates,
            };
            let read = match which(format)? {
                Which::Document(format) => format.visit(In(input, &chosen, again, refuse)),
                Which::Frozen => {
                    let view = Frozen::validate_with(input, &chosen.read.limits)?;
                    let refused = refuse.read(&mut view.source());
                    refused.map_err(Error::without_offset)
                }
            };
            of_input(read, input)
        })
    }
}

/// Finds the place of an error about a node in the document of `len` bytes at `data`, of which the
/// node's document was frozen: the error has an offset in it, a line, a column and an excerpt then.
/// A node that is not there is where the way to it ends. The document is read again up to there.
///
/// Fails with VV_E_NOT_FOUND if the error has no path, as that of a missing node, and with the
/// error of the document if that cannot be read. The error stays as it was then.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn vv_error_locate(
    error: *mut vv_error,
    format: vv_format,
    data: *const c_void,
    len: usize,
    options: *const vv_options,
) -> vv_code {
    // SAFETY: the contract of the header.
    unsafe {
        guard(null_mut(), || {
            if is_static(error) {
                return Err(failure(VV_E_NOT_FOUND, "an error without a path"));
            }
            let (of, input, chosen) = (borrow_mut(error)?, bytes(data, len)?, chosen(options)?);
            let Some((unplaced, steps)) = of
                .unplaced
                .as_ref()
                .and_then(|error| Some((error, error.steps()?)))
            else {
                return Err(failure(VV_E_NOT_FOUND, "an error without a path"));
            };
            let gone = Cell::new(false);
            // Each container on the way may be read twice.
            let again = steps.len();
            let locate = Locate {
                error: unplaced,
                steps,
                duplicates: chosen.duplicates,
                gone: &gone,
            };
            let read = match which(format)? {
                Which::Document(format) => format.visit(In(input, &chosen, again, locate)),
                Which::Frozen => return invalid("frozen bytes are no text"),
            };
            match read {
                Err(located) if gone.get() => {
                    *of = vv_error::new(&located, Some(input)).ok_or(Failure::NO_MEMORY)?;
                    Ok(())
                }
                other => of_input(other, input),
            }
        })
    }
}
