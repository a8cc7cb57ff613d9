//! Runs cases of a part of the campaign, on all cores: `campaign PART FIRST COUNT`.
//! `cargo xtask campaign` calls it. A case is drawn from its number alone, so that one number
//! repeats what was found.

mod documents;
mod floats;
mod frozen;
mod inputs;
mod parts;

use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::process::ExitCode;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::thread;

use parts::{PARTS, Part};

/// How many cases a thread takes at once.
const BLOCK: u64 = 1 << 10;

/// Cases that are shared out among threads.
struct Work {
    next: AtomicU64,
    end: u64,
    taken: AtomicU64,
    failed: AtomicBool,
}

impl Work {
    /// Takes blocks of cases until there are none, or one failed.
    fn run(&self, part: &Part) {
        while !self.failed.load(Ordering::Relaxed) {
            let first = self.next.fetch_add(BLOCK, Ordering::Relaxed);
            if first >= self.end {
                return;
            }
            let number = Cell::new(first);
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let mut taken = 0;
                while number.get() < self.end.min(first + BLOCK) {
                    taken += u64::from((part.case)(number.get()));
                    number.set(number.get() + 1);
                }
                taken
            }));
            match outcome {
                Ok(taken) => {
                    self.taken.fetch_add(taken, Ordering::Relaxed);
                }
                Err(_) => {
                    let (name, number) = (part.name, number.get());
                    eprintln!("case {number} fails: cargo xtask campaign {name} --case {number}");
                    self.failed.store(true, Ordering::Relaxed);
                }
            }
        }
    }
}

fn run(part: &Part, first: u64, count: u64) -> ExitCode {
    let work = Work {
        next: AtomicU64::new(first),
        end: first.saturating_add(count),
        taken: AtomicU64::new(0),
        failed: AtomicBool::new(false),
    };
    let threads = thread::available_parallelism().map_or(1, Into::into);
    thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| work.run(part));
        }
    });
    if work.failed.into_inner() {
        return ExitCode::FAILURE;
    }
    // `xtask` reads this line.
    println!("taken {}", work.taken.into_inner());
    ExitCode::SUCCESS
}

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    if let [name, first, count] = &arguments[..]
        && let Some(part) = PARTS.iter().find(|part| part.name == name)
        && let (Ok(first), Ok(count)) = (first.parse(), count.parse())
    {
        return run(part, first, count);
    }
    let names: Vec<&str> = PARTS.iter().map(|part| part.name).collect();
    eprintln!(
        "usage: campaign PART FIRST COUNT; the parts are {}",
        names.join(", ")
    );
    ExitCode::FAILURE
}
