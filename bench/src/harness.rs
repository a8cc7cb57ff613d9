//! Cases, subjects, and the measurement of their times.
//!
//! A case is one workload; its subjects do the same work, each in its own way. Before timing, every
//! subject's result is checked against the case's truth, so a number in a table always belongs to a
//! right answer. Then all run interleaved (A B C A B C ...), in each round one batch of about a
//! millisecond, or one operation. The report shows the middle of the rounds, with the median
//! absolute deviation. The time is the thread's own CPU time: other processes use the machine, too,
//! and would else add to an operation of some milliseconds. A case whose work has threads of its
//! own is timed by the wall clock.
//!
//! The stack is at one of several places within a cache line. Rounds take turns in these places,
//! and the report shows the mean of the medians of each place. The system draws the place of a
//! process' stack at random, in steps of 16 bytes. Code that passes an item of 24 bytes through
//! memory takes up to 1.6 times as long if the item crosses a line. Without the turns this would
//! add to all rounds of a process.

use std::hint::black_box;
use std::time::{Duration, Instant};

use crate::checksum::Checksum;

/// One way to do the work of a case.
///
/// A case has one document, or several with the same keys and other values. Operation `i` is about
/// document `i % documents`, so that no subject learns a document by heart.
pub trait Subject {
    /// Returns its name in tables.
    fn name(&self) -> &str;

    /// Takes the case's documents, and prepares the input of the work (padded copies, trees to be
    /// written). Untimed, called once.
    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String>;

    /// Does operation `i` and returns the checksum of its result. Untimed.
    fn check(&mut self, i: usize) -> Result<Checksum, String>;

    /// Returns whether every float it reads is the nearest one; if not, the check allows for the
    /// last bits.
    fn exact(&self) -> bool {
        true
    }

    /// Prepares operations `0..count`, untimed: a subject that destroys its input copies it here.
    fn refill(&mut self, count: usize) {
        let _ = count;
    }

    /// Does operation `i`, or the case's number of operations for the `i`th time. The result
    /// depends on the work, so that none of it is optimised away.
    fn run(&mut self, i: usize) -> u64;
}

/// One workload.
pub struct Case {
    /// The suite it belongs to.
    pub suite: &'static str,
    /// The name, such as `parse/twitter`.
    pub name: String,
    /// The mean size of a document, for the throughput; zero if the case has no throughput.
    pub bytes_per_op: f64,
    /// The number of operations of one [`Subject::run`]: look-ups and the like are too short for
    /// single calls. Results are per operation.
    pub operations: usize,
    /// The documents of the case; operations rotate through them.
    pub documents: Vec<Vec<u8>>,
    /// Whether the time is that of the wall clock, since the work has threads of its own.
    pub wall: bool,
}

/// The limits of a measurement.
#[derive(Clone, Debug)]
pub struct Effort {
    /// Stop a case after this time once `min_rounds` are done.
    pub per_case: Duration,
    /// The fewest rounds, whatever they cost.
    pub min_rounds: usize,
    /// The most rounds.
    pub max_rounds: usize,
    /// The duration of a batch, unless one operation takes longer.
    pub batch: Duration,
}

/// The result of one subject in one case.
pub struct Measurement {
    /// The subject's name.
    pub subject: String,
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

/// Returns the time of operations `0..count`. A short batch has one more operation before it,
/// untimed: the other subjects have emptied the caches, and without it the time would depend on
/// these neighbours.
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

/// The number of places of the stack in a cache line: a line has 64 bytes, and the stack is aligned
/// to 16.
const PLACES: usize = 4;

/// Returns the result of `run` with the stack in this place.
fn placed(place: usize, run: &mut dyn FnMut() -> Duration) -> Duration {
    #[inline(never)]
    fn below<const ROOM: usize>(run: &mut dyn FnMut() -> Duration) -> Duration {
        // By reference, so that there is only one, also without optimisation.
        let room = [0_u8; ROOM];
        black_box(&room);
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

/// Returns the mean of the medians of each place, and the median deviation of samples from the
/// median of their place.
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

/// Returns the time that this thread has run, in user and kernel mode. All subjects work in it,
/// unless their case says otherwise.
#[cfg(unix)]
pub fn cpu_time() -> Duration {
    clock(libc::CLOCK_THREAD_CPUTIME_ID)
}

/// Returns the CPU time of all threads of this process.
#[cfg(unix)]
pub fn process_time() -> Duration {
    clock(libc::CLOCK_PROCESS_CPUTIME_ID)
}

#[cfg(unix)]
fn clock(of: libc::clockid_t) -> Duration {
    let mut now = libc::timespec {
        tv_sec: 0,
        tv_nsec: 0,
    };
    // SAFETY: `now` is valid for writes of a timespec.
    let outcome = unsafe { libc::clock_gettime(of, &mut now) };
    assert_eq!(outcome, 0, "every Unix we build for has these clocks");
    Duration::new(now.tv_sec as u64, now.tv_nsec as u32)
}

/// Returns wall time, on systems without a clock for threads.
#[cfg(not(unix))]
pub fn cpu_time() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    START.elapsed()
}

/// Returns wall time, on systems without a clock for processes.
#[cfg(not(unix))]
pub fn process_time() -> Duration {
    cpu_time()
}

/// Returns the median: for an even count the mean of the two in the middle.
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
