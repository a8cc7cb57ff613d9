//! [`fold`]: folds records into one value on all cores. Each block is folded separately, and the
//! values of blocks are merged in the order of the input.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::marker::PhantomData;
use core::mem;
use std::io::{self, Read};

use super::blocks::Cutter;
use super::convert::{Convert, FACTOR, Task, Worker};
use super::failure::Failure;
use super::in_turn::{self, Ordered, Part, Stop};
use super::input::{Documents, Input, Segments};
use super::options::{Format, Options, Progress, Row, Visit, Watch};
use super::pass::{Given, Made, Output};
use super::pool;
use crate::format::UniqueKeys;
use crate::{Builder, Duplicates, Encode as _, Result, Sink};

/// A record that gives its events: [`Reduce`] has an example.
pub trait Events {
    /// Writes the events of the record into a sink, each key once: the policy of
    /// [`Options::duplicates`] has been applied.
    ///
    /// # Errors
    /// Returns the errors of the record, and those of the sink.
    fn drive<S: for<'x> Sink<'x>>(&mut self, sink: &mut S) -> Result;

    /// Returns the number of the record behind the first one of its block: lines are counted, or
    /// else records. [`Reduce::starts_at`] tells the number of that one.
    fn number(&self) -> u64;
}

/// A value that records are folded into, on several threads: see [`fold`].
///
/// ```
/// use varvel::records::{Events, Format, Options, Reduce, Watch, fold};
/// use varvel::{Builder, Result};
///
/// /// The sum of the member `n` of all records.
/// #[derive(Default)]
/// struct Sum {
///     sum: i64,
///     builder: Builder,
/// }
///
/// impl Reduce for Sum {
///     fn record<E: Events>(&mut self, record: &mut E) -> Result {
///         self.builder.start()?;
///         record.drive(&mut self.builder)?;
///         self.sum += self.builder.finish_view()?.field("n")?.i64()?;
///         Ok(())
///     }
///     fn merge(&mut self, later: Self) -> Result {
///         self.sum += later.sum;
///         Ok(())
///     }
/// }
///
/// let lines = "{\"n\": 1}\n{\"n\": 20}\n{\"n\": 300}\n";
/// let (sum, done) = fold(lines.as_bytes(), Format::Ndjson, Sum::default, &Options::default(), Watch::default())?;
/// assert_eq!((sum.sum, done.records), (321, 3));
///
/// let bad = "{\"n\": 1}\n{\"m\": 20}\n";
/// let failure = fold(bad.as_bytes(), Format::Ndjson, Sum::default, &Options::default(), Watch::default()).err().unwrap();
/// assert!(failure.to_string().starts_with("line 2"));
/// # Ok::<(), varvel::records::Failure>(())
/// ```
pub trait Reduce: Send + Sized {
    /// Folds a record in. A record whose events are not driven is not read.
    ///
    /// # Errors
    /// Returns the errors of the record, and any reason why it cannot be folded in: the record is
    /// bad then. If bad records are set aside ([`Watch::bad`]), the part that was folded in counts,
    /// unless this method undoes it.
    fn record<E: Events>(&mut self, record: &mut E) -> Result;

    /// Tells the number of the first record of the block that was folded into this, as
    /// [`BadRecord::number`](super::BadRecord::number) has it for a bad record. Comes once, before
    /// the value is merged. The default does nothing.
    fn starts_at(&mut self, number: u64) {
        let _ = number;
    }

    /// Adds the value of the records that come directly behind those of this one.
    ///
    /// The places where the input is divided depend on [`Options::block_bytes`] and
    /// [`Reduce::held`]. The result does not depend on them if folding some records and then others
    /// gives the same as merging the values of both.
    ///
    /// # Errors
    /// Returns any reason why not; it ends the work with [`Failure::Input`].
    fn merge(&mut self, later: Self) -> Result;

    /// Returns about how many bytes of memory this takes. A value of 1 MiB or more is merged before
    /// more records are folded, so that values which wait for their turn take no more. The default
    /// is none.
    fn held(&self) -> usize {
        0
    }
}

/// Folds the records of `input` into a value, on all cores and in bounded memory.
///
/// Each block of records is folded into a value of its own, which begins as `new` makes it. The
/// values are merged in the order of the input. The result depends on the input and the options,
/// not on the number of threads.
///
/// [`Inference`](crate::schema::Inference) implements [`Reduce`]: it makes the schema of all
/// records (feature `schema`):
///
/// ```
/// # #[cfg(feature = "schema")] {
/// use varvel::records::{Format, Options, Watch, fold};
/// use varvel::schema::Inference;
/// let lines = "{\"id\": 1}\n{\"id\": 2, \"tags\": [\"a\"]}\n";
/// let input = lines.as_bytes();
/// let (inference, done) = fold(input, Format::Ndjson, Inference::default, &Options::default(), Watch::default()).unwrap();
/// assert_eq!(done.records, 2);
/// assert_eq!(inference.finish().to_string(), "object\n  id: integer\n  tags?: array of string\n");
/// # }
/// ```
///
/// # Errors
/// Returns the failures of [`convert`](super::convert()), and those of [`Reduce`].
pub fn fold<R: Reduce>(
    input: impl Read + Send,
    from: Format,
    new: impl Fn() -> R + Sync,
    options: &Options,
    watch: Watch<'_>,
) -> core::result::Result<(R, Progress), Failure> {
    let job = Fold {
        from,
        options: Options {
            block_bytes: options.block_bytes.max(1),
            ..*options
        },
        aside: watch.bad.is_some(),
        new: &new,
    };
    let facts = from.facts(options.array);
    let output = in_turn::Output::Bytes(io::sink());
    let mut ordered = Ordered::new(output, watch, &facts, options);
    let mut all: Option<R> = None;
    let mut write = |mut part: Part<R>| {
        if let Some(folded) = &mut part.folded {
            folded.starts_at(ordered.next_number() - part.earlier);
        }
        match (&mut all, part.folded.take()) {
            (_, None) => {}
            (Some(all), Some(folded)) => all.merge(folded).map_err(Failure::Input)?,
            (none, folded) => *none = folded,
        }
        ordered.write(part)
    };
    pool::run(Cutter::new(input, from, options), &mut write, &job)?;
    Ok((all.unwrap_or_else(new), ordered.finish()?))
}

/// Folding as a task for all blocks.
struct Fold<'n, N> {
    from: Format,
    options: Options,
    aside: bool,
    new: &'n N,
}

impl<R: Reduce, N: Fn() -> R + Sync> Task for Fold<'_, N> {
    type Folded = R;

    fn options(&self) -> &Options {
        &self.options
    }

    fn factor(&self) -> usize {
        FACTOR
    }

    fn with_worker(&self, work: &mut dyn FnMut(&mut dyn Convert<R>)) {
        let with = WithInput { fold: self, work };
        self.from.visit_input(self.options.array, with);
    }
}

struct WithInput<'f, 'w, N, R> {
    fold: &'f Fold<'f, N>,
    work: &'w mut dyn FnMut(&mut dyn Convert<R>),
}

impl<R: Reduce, N: Fn() -> R + Sync> WithInput<'_, '_, N, R> {
    fn work<I: Input>(self) {
        let Fold {
            options,
            aside,
            new,
            ..
        } = self.fold;
        (self.work)(&mut Worker {
            input: I::new(options),
            made: Made::new(Folding::new(*new, options), options, *aside),
        });
    }
}

impl<R: Reduce, N: Fn() -> R + Sync> Visit for WithInput<'_, '_, N, R> {
    type Output = ();

    fn documents<F: Row>(self) {
        self.work::<Documents<F>>();
    }

    fn frozen(self) {
        self.work::<Segments>();
    }
}

/// Folds records, with the policy for duplicate keys.
struct Folding<'n, N, R> {
    new: &'n N,
    /// The value of this block, once there is a record.
    value: Option<R>,
    /// How many lines or values of earlier parts of the block may be in the value.
    earlier: u64,
    /// Whether lines or values are numbered, and not only records.
    numbered: bool,
    policy: Policy,
}

/// The policy for duplicate keys.
struct Policy {
    /// Keeps one of the members, for which it takes the whole record. Without it, duplicate keys
    /// are refused.
    builder: Option<Box<Builder>>,
    /// The keys that were learned; `None` while a record is driven.
    keys: Option<UniqueKeys<()>>,
}

impl<'n, N, R> Folding<'n, N, R> {
    fn new(new: &'n N, options: &Options) -> Self {
        Self {
            new,
            value: None,
            earlier: 0,
            numbered: false,
            policy: Policy {
                builder: match options.duplicates {
                    Duplicates::Error => None,
                    kept => Some(Box::new(Builder::with(kept, options.limits))),
                },
                keys: None,
            },
        }
    }
}

impl<R: Reduce, N: Fn() -> R> Output for Folding<'_, N, R> {
    type Folded = R;

    fn renewed(&self, options: &Options) -> Self {
        Self::new(self.new, options)
    }

    fn begin(&mut self, spare: Vec<u8>, part: &mut Part<R>) {
        part.bytes = spare;
    }

    #[inline]
    fn push<'a, G: Given<'a>>(&mut self, record: &mut G, part: &mut Part<R>) -> Result {
        self.numbered = G::NUMBERED;
        let value = self.value.get_or_insert_with(self.new);
        value.record(&mut Once {
            number: self.earlier + count(part, G::NUMBERED),
            record,
            policy: &mut self.policy,
            lent: PhantomData,
        })
    }

    fn held(&self, _: &Part<R>) -> usize {
        self.value.as_ref().map_or(0, R::held)
    }

    fn end(&mut self, part: &mut Part<R>) -> core::result::Result<(), Stop> {
        part.folded = self.value.take();
        part.earlier = mem::take(&mut self.earlier);
        Ok(())
    }

    fn passed(&mut self, part: &Part<R>) {
        if self.value.is_some() {
            self.earlier += count(part, self.numbered);
        }
    }
}

/// Returns how many lines or values the part has so far; or records, if those are not numbered.
fn count<M>(part: &Part<M>, numbered: bool) -> u64 {
    match numbered {
        true => part.numbers,
        false => part.records,
    }
}

/// A record with each key once.
struct Once<'p, 'a, G> {
    number: u64,
    record: &'p mut G,
    policy: &'p mut Policy,
    lent: PhantomData<&'a ()>,
}

impl<'a, G: Given<'a>> Events for Once<'_, 'a, G> {
    #[inline]
    fn drive<S: for<'x> Sink<'x>>(&mut self, sink: &mut S) -> Result {
        if G::UNIQUE_KEYS {
            return self.record.drive(sink);
        }
        if let Some(builder) = &mut self.policy.builder {
            builder.start()?;
            self.record.drive(&mut **builder)?;
            return builder.finish_view()?.encode(sink, &());
        }
        let mut pipe = match self.policy.keys.take() {
            Some(keys) => keys.with(sink),
            None => UniqueKeys::try_new(sink)?,
        };
        let result = self.record.drive(&mut pipe);
        self.policy.keys = Some(pipe.with(()));
        result
    }

    #[inline]
    fn number(&self) -> u64 {
        self.number
    }
}

/// Folds records into the schema that all of them fit.
#[cfg(feature = "schema")]
impl Reduce for crate::schema::Inference {
    #[inline]
    fn record<E: Events>(&mut self, record: &mut E) -> Result {
        self.set_number(record.number());
        let result = record.drive(self);
        self.end_document();
        result
    }

    fn starts_at(&mut self, number: u64) {
        self.move_numbers(number);
    }

    fn merge(&mut self, later: Self) -> Result {
        self.merge(later)
    }

    fn held(&self) -> usize {
        // Each place takes about this many bytes.
        self.places() * 256
    }
}
