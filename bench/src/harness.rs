//! Cases, subjects, and how they are timed.
//!
//! A case is one workload; its subjects do the same work, each in its own way. Before timing, every
//! subject's result is checked against the case's truth, so a number in a table always belongs to a
//! right answer. Then all run interleaved (A B C A B C ...), one batch of about a millisecond or
//! one operation each round, and what is reported stands for the middle of them, with the median
//! absolute deviation. Time is the thread's own CPU time: others use the machine too, and what they
//! take from an operation of some milliseconds would else be counted as ours. A case whose work has
//! threads of its own is timed on the wall.
//!
//! Rounds take turns in where the stack stands within a line of the cache, and what is reported is
//! the mean of the medians of each place. Where a process has its stack is drawn at random, in
//! steps of 16 bytes; what hands an item of 24 bytes on in memory takes up to 1.6 times as long
//! where that crosses a line, and a process would say that of all its rounds.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::checksum::Checksum;

/// One way of doing the work of a case.
///
/// A case has one document or several of the same keys and other values; operation `i` is about
/// document `i % documents`, so that no subject learns a document by heart.
pub trait Subject {
    /// What the tables call it.
    fn name(&self) -> &str;

    /// The version of what is measured.
    fn version(&self) -> &str;

    /// Takes the case's documents, and makes what the work starts from (padded copies, trees to be
    /// written). Untimed, called once.
    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String>;

    /// Does operation `i` and reports what came of it. Untimed.
    fn check(&mut self, i: usize) -> Result<Checksum, String>;

    /// Whether every float it reads is the nearest one; if not, the check allows for the last bits.
    fn exact(&self) -> bool {
        true
    }

    /// Makes ready for operations `0..count`, untimed: a subject that destroys its input copies it
    /// here.
    fn refill(&mut self, count: usize) {
        let _ = count;
    }

    /// Does operation `i`, or the case's number of them, the `i`th time. The result depends on the
    /// work, so that none of it is optimised away.
    fn run(&mut self, i: usize) -> u64;
}

/// One workload.
pub struct Case {
    /// The suite it belongs to.
    pub suite: &'static str,
    /// Such as `parse/twitter`.
    pub name: String,
    /// What throughput is counted in: the mean size of a document; zero where it is no measure.
    pub bytes_per_op: f64,
    /// How many operations one [`Subject::run`] does: look-ups and the like are too short to be
    /// called one by one. Results are per operation.
    pub operations: usize,
    /// The documents of the case; operations rotate through them.
    pub documents: Vec<Vec<u8>>,
    /// Whether time is that of the clock on the wall, since the work has threads of its own.
    pub wall: bool,
}

/// How long to measure, and what.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Stop a case after this time once `min_rounds` are done.
    pub per_case: Duration,
    /// At least as many rounds, whatever they cost.
    pub min_rounds: usize,
    /// At most as many.
    pub max_rounds: usize,
    /// How long a batch lasts unless one operation takes longer.
    pub batch: Duration,
}

/// The result of one subject in one case.
pub struct Measurement {
    /// The subject's name.
    pub subject: String,
    /// The version of what was measured.
    pub version: String,
    /// The mean of the medians of each place of the stack.
    pub ns_per_op: f64,
    /// The median absolute deviation.
    pub mad_ns: f64,
}

/// Checks and measures all subjects of a case. A subject that fails, or that disagrees with
/// `truth`, is left out of the timing and named in the second list with its reason.
pub fn measure(
    case: &Case,
    subjects: Vec<Box<dyn Subject>>,
    truth: &[Checksum],
    effort: &Effort,
) -> (Vec<Measurement>, Vec<(String, String)>) {
    let mut refused = Vec::new();
    let mut ready = Vec::new();
    for mut subject in subjects {
        match checked(&mut *subject, case, truth) {
            Ok(()) => ready.push(subject),
            Err(reason) => refused.push((subject.name().to_owned(), reason)),
        }
    }
    let batches: Vec<usize> = ready
        .iter_mut()
        .map(|subject| calibrate(&mut **subject, effort.batch, case.wall))
        .collect();
    let mut samples = vec![[const { Vec::new() }; PLACES]; ready.len()];
    let start = Instant::now();
    for round in 0..effort.max_rounds {
        if round >= effort.min_rounds && start.elapsed() > effort.per_case {
            break;
        }
        let place = round % PLACES;
        for ((subject, batch), samples) in ready.iter_mut().zip(&batches).zip(&mut samples) {
            let operations = (*batch * case.operations) as f64;
            let spent = placed(place, &mut || time(&mut **subject, *batch, case.wall));
            samples[place].push(spent.as_nanos() as f64 / operations);
        }
    }
    let measured = ready.iter().zip(samples).map(|(subject, samples)| {
        let (ns_per_op, mad_ns) = over_places(samples);
        Measurement {
            subject: subject.name().to_owned(),
            version: subject.version().to_owned(),
            ns_per_op,
            mad_ns,
        }
    });
    (measured.collect(), refused)
}

fn checked(subject: &mut dyn Subject, case: &Case, truth: &[Checksum]) -> Result<(), String> {
    subject.load(&case.documents)?;
    subject.refill(truth.len());
    for (i, expected) in truth.iter().enumerate() {
        let found = subject.check(i)?;
        if !found.agrees(expected, subject.exact()) {
            return Err(format!(
                "document {i}: expected {expected:?}, found {found:?}"
            ));
        }
    }
    Ok(())
}

/// Finds how many operations make a batch, and warms up on the way.
fn calibrate(subject: &mut dyn Subject, batch: Duration, wall: bool) -> usize {
    let mut count = 1;
    loop {
        let spent = time(subject, count, wall);
        if spent >= batch {
            return count;
        }
        let grown = batch.as_secs_f64() / spent.as_secs_f64().max(1e-9) * count as f64;
        count = (grown * 1.05)
            .ceil()
            .clamp(count as f64 + 1.0, count as f64 * 10.0) as usize;
    }
}

/// How long operations `0..count` take. A batch of few operations has one more before it, untimed:
/// the others' turns have emptied the caches, which says more of the neighbours than of the
/// subject.
fn time(subject: &mut dyn Subject, count: usize, wall: bool) -> Duration {
    let warm_up = count < 8;
    subject.refill(count + usize::from(warm_up));
    if warm_up {
        black_box(subject.run(black_box(count)));
    }
    let (start, wall_start) = (cpu_time(), Instant::now());
    for i in 0..count {
        black_box(subject.run(black_box(i)));
    }
    match wall {
        true => wall_start.elapsed(),
        false => cpu_time().saturating_sub(start),
    }
}

/// In how many places of a line of the cache the stack can stand: lines have 64 bytes, it is
/// aligned to 16.
const PLACES: usize = 4;

/// What `run` gives with the stack in this place.
fn placed(place: usize, run: &mut dyn FnMut() -> Duration) -> Duration {
    #[inline(never)]
    fn below<const ROOM: usize>(run: &mut dyn FnMut() -> Duration) -> Duration {
        let room = black_box([0_u8; ROOM]);
        let spent = run();
        black_box(&room);
        spent
    }
    match place {
        0 => below::<16>(run),
        1 => below::<32>(run),
        2 => below::<48>(run),
        _ => below::<64>(run),
    }
}

/// The mean of the medians of each place, and the median of what samples deviate from that of
/// theirs.
fn over_places(samples: [Vec<f64>; PLACES]) -> (f64, f64) {
    let (mut medians, mut deviations) = (Vec::new(), Vec::new());
    for mut samples in samples.into_iter().filter(|samples| !samples.is_empty()) {
        let median = median(&mut samples);
        deviations.extend(samples.iter().map(|ns| (ns - median).abs()));
        medians.push(median);
    }
    let mean = medians.iter().sum::<f64>() / medians.len() as f64;
    (mean, median(&mut deviations))
}

/// How long this thread has run, in user and kernel mode: that is where all subjects work whose
/// case does not say otherwise.
#[cfg(unix)]
fn cpu_time() -> Duration {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `now` is valid for writes of a timespec.
    let outcome = unsafe { libc::clock_gettime(libc::CLOCK_THREAD_CPUTIME_ID, &mut now) };
    assert_eq!(outcome, 0, "every Unix we build for has this clock");
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Wall time, where there is no such clock.
#[cfg(not(unix))]
fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// The median; the mean of the two in the middle for an even count.
pub fn median(values: &mut [f64]) -> f64 {
    if values.is_empty() {
        return f64::NAN;
    }
    values.sort_by(f64::total_cmp);
    let middle = values.len() / 2;
    if values.len() % 2 == 1 {
        values[middle]
    } else {
        (values[middle - 1] + values[middle]) / 2.0
    }
}

#[cfg(test)]
mod tests {
    use super::{median, over_places, placed};
    use std::collections::BTreeSet;
    use std::hint::black_box;
    use std::time::Duration;

    #[test]
    fn median_of_odd_and_even_counts() {
        assert_eq!(median(&mut [3.0, 1.0, 2.0]), 2.0);
        assert_eq!(median(&mut [4.0, 1.0, 2.0, 3.0]), 2.5);
        assert!(median(&mut []).is_nan());
    }

    #[test]
    fn the_stack_stands_in_four_places_of_a_line() {
        let places: BTreeSet<usize> = (0..4)
            .map(|place| {
                let mut at = 0;
                placed(place, &mut || {
                    at = line_offset();
                    Duration::ZERO
                });
                at
            })
            .collect();
        assert_eq!(places.len(), 4);
    }

    #[inline(never)]
    fn line_offset() -> usize {
        let here = black_box(0_u64);
        std::ptr::from_ref(black_box(&here)).addr() % 64
    }

    #[test]
    fn places_count_alike() {
        let samples = [vec![1.0, 1.0, 1.5], vec![2.0], vec![], vec![3.0, 3.0]];
        assert_eq!(over_places(samples), (2.0, 0.0));
    }
}
