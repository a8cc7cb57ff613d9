//! Reads all fields of a document in place: of a frozen document by a derived view, of an archive
//! by rkyv.
//!
//! `read` begins with a view or an archive that was checked before. `checked` begins with bytes:
//! both libraries check all of them, and then read all fields.

use std::hint::black_box;

use rkyv::api::high::{HighSerializer, HighValidator};
use rkyv::bytecheck::CheckBytes;
use rkyv::rancor::Error;
use rkyv::ser::allocator::ArenaHandle;
use rkyv::util::AlignedVec;
use varvel::{Decode, Encode, Frozen, ReadInPlace, View};

use super::prepared::Made;
use crate::checksum::Checksum;
use crate::harness::Subject;
use crate::results::OURS;
use crate::structs::views::{Fast, Read, Tally};

/// A document as a struct that both libraries read in place.
pub trait Shape:
    Read
    + Encode
    + for<'de> Decode<'de>
    + ReadInPlace<View<'static>: Read + Copy>
    + rkyv::Archive<
        Archived: Read + rkyv::Portable + for<'a> CheckBytes<HighValidator<'a, Error>> + Sync,
    > + for<'a> rkyv::Serialize<HighSerializer<AlignedVec, ArenaHandle<'a>, Error>>
    + 'static
{
    /// Returns the derived view.
    fn of(view: View<'static>) -> varvel::Result<Self::View<'static>>;
}

macro_rules! shapes {
    ($($t:ident),*) => {$(
        impl Shape for crate::structs::views::$t {
            fn of(view: View<'static>) -> varvel::Result<Self::View<'static>> {
                Self::view(view)
            }
        }
    )*};
}

shapes!(Logs, Mesh, Players);

/// Returns the subjects that read all fields of views that were checked before.
pub fn read<T: Shape>() -> Vec<Box<dyn Subject>> {
    vec![
        Made {
            name: OURS,
            load: |documents| {
                let views = frozen::<T>(documents)?.into_iter();
                let views = views.map(|bytes| T::of(Frozen::validate(bytes)?));
                let views: varvel::Result<Vec<_>> = views.collect();
                views.map_err(|error| error.to_string())
            },
            run: |views| sum(views),
            check: |views, i| Ok(tally(&views[i])),
        }
        .subject(),
        Made {
            name: "rkyv",
            load: |documents| {
                let archives = archived::<T>(documents)?.into_iter();
                let archives = archives.map(|bytes| rkyv::access::<T::Archived, Error>(bytes));
                let archives: Result<Vec<_>, _> = archives.collect();
                archives.map_err(|error| error.to_string())
            },
            run: |archives: &Vec<&'static T::Archived>| sum(archives),
            check: |archives, i| Ok(tally(&archives[i])),
        }
        .subject(),
    ]
}

/// Returns the subjects that check the bytes and read all fields.
pub fn checked<T: Shape>() -> Vec<Box<dyn Subject>> {
    vec![
        Made {
            name: OURS,
            load: frozen::<T>,
            run: |documents| documents.iter().map(|bytes| sum(&[view::<T>(bytes)])).sum(),
            check: |documents, i| Ok(tally(&view::<T>(documents[i]))),
        }
        .subject(),
        Made {
            name: "rkyv",
            load: archived::<T>,
            run: |documents| {
                documents
                    .iter()
                    .map(|bytes| sum(&[archive::<T>(bytes)]))
                    .sum()
            },
            check: |documents, i| Ok(tally(&archive::<T>(documents[i]))),
        }
        .subject(),
    ]
}

fn view<T: Shape>(bytes: &'static [u8]) -> T::View<'static> {
    let view = Frozen::validate(black_box(bytes)).and_then(T::of);
    view.expect("it was frozen from that type")
}

fn archive<T: Shape>(bytes: &'static [u8]) -> &'static T::Archived {
    rkyv::access::<T::Archived, Error>(black_box(bytes)).expect("it was archived from that type")
}

/// Returns the right result.
pub fn truth<T: Shape>(document: &[u8]) -> Result<Checksum, String> {
    Ok(tally(&parsed::<T>(document)?))
}

fn tally(of: &impl Read) -> Checksum {
    let mut sum = Checksum::default();
    of.read(&mut sum);
    sum
}

fn sum<T: Read>(all: &[T]) -> u64 {
    let mut sum = Fast::default();
    black_box(all).iter().for_each(|one| one.read(&mut sum));
    sum.integer(0);
    sum.0
}

fn parsed<T: Shape>(document: &[u8]) -> Result<T, String> {
    varvel::json::from_slice(document).map_err(|error| error.to_string())
}

/// Returns documents that are never freed: a case has a process of its own.
fn frozen<T: Shape>(documents: &[Vec<u8>]) -> Result<Vec<&'static [u8]>, String> {
    let freeze = |document: &Vec<u8>| -> Result<&'static [u8], String> {
        let frozen = Frozen::from_typed(&parsed::<T>(document)?);
        let frozen = frozen.map_err(|error| error.to_string())?;
        Ok(frozen.into_bytes().leak())
    };
    documents.iter().map(freeze).collect()
}

fn archived<T: Shape>(documents: &[Vec<u8>]) -> Result<Vec<&'static [u8]>, String> {
    let archive = |document: &Vec<u8>| -> Result<&'static [u8], String> {
        let bytes = rkyv::to_bytes::<Error>(&parsed::<T>(document)?);
        let bytes = bytes.map_err(|error| error.to_string())?;
        let bytes: &'static AlignedVec = Box::leak(Box::new(bytes));
        Ok(bytes)
    };
    documents.iter().map(archive).collect()
}
