//! The threads, and the bound on their memory.
//!
//! All threads do the same work, including the calling one: a thread takes the next block, converts
//! it, and writes it if it is its turn. One thread at a time reads, and one writes. A result that
//! is ready before its turn waits, and the thread that writes the block before it writes it, too.
//! So no thread waits for another to be done, only for room in memory.

use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::num::NonZeroUsize;
use std::io::Read;
use std::panic::resume_unwind;
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

use super::blocks::{Block, Cutter};
use super::convert::{Convert, Task};
use super::failure::Failure;
use super::in_turn::Part;

/// All blocks that were taken and not yet written take at most about this much memory; a single one
/// may take more.
const MOST: usize = 56 << 20;

/// The memory that a block takes in addition to the part that grows with it.
const BESIDE: usize = 4 << 10;

/// Writes the next part, and returns its memory. An error stops the work.
pub type Write<'a, M> = dyn FnMut(Part<M>) -> Result<Vec<u8>, Failure> + Send + 'a;

/// Cuts an input into blocks, converts them, and passes the parts to `write` in their order.
pub fn run<'a, 'i, R: Read + Send, T: Task>(
    cutter: Cutter<'i, R>,
    write: &'a mut Write<'a, T::Folded>,
    job: &T,
) -> Result<(), Failure> {
    let pool = Pool {
        source: Mutex::new(Source { cutter, next: 0 }),
        state: Mutex::new(State {
            write: Some(write),
            next: 0,
            waiting: BTreeMap::new(),
            taken: 0,
            spare: Vec::new(),
            failure: None,
            stopped: false,
        }),
        changed: Condvar::new(),
        job,
    };
    thread::scope(|scope| {
        // If the system has no more threads, the existing ones do the work.
        let others: Vec<_> = (1..pool.threads())
            .map_while(|_| {
                let work = || pool.work();
                thread::Builder::new().spawn_scoped(scope, work).ok()
            })
            .collect();
        pool.work();
        for other in others {
            other.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
    });
    let state = pool.state.into_inner();
    match state.unwrap_or_else(PoisonError::into_inner).failure {
        Some(failure) => Err(failure),
        None => Ok(()),
    }
}

/// The data that the threads share.
struct Pool<'a, 'i, R, T: Task> {
    source: Mutex<Source<'i, R>>,
    state: Mutex<State<'a, T::Folded>>,
    /// Signals that something was written, or that the work has stopped.
    changed: Condvar,
    job: &'a T,
}

struct Source<'i, R> {
    cutter: Cutter<'i, R>,
    /// The number of the next block.
    next: u64,
}

struct State<'a, M> {
    /// The writer; `None` while a thread writes.
    write: Option<&'a mut Write<'a, M>>,
    /// The block whose turn it is.
    next: u64,
    /// The results of later blocks, with their share of `taken`.
    waiting: BTreeMap<u64, (Part<M>, usize)>,
    /// The memory of the blocks that were not yet written.
    taken: usize,
    /// The memory of parts that were written, for other parts.
    spare: Vec<Vec<u8>>,
    failure: Option<Failure>,
    stopped: bool,
}

impl<'a, 'i, R: Read, T: Task> Pool<'a, 'i, R, T> {
    /// Returns how many threads are of use.
    fn threads(&self) -> usize {
        let options = self.job.options();
        let wanted = options
            .threads
            .or_else(|| thread::available_parallelism().ok());
        let fit = MOST / self.cost(options.block_bytes);
        wanted.map_or(1, NonZeroUsize::get).min(fit).max(1)
    }

    /// Does the work of one thread.
    fn work(&self) {
        let _guard = StopOnPanic(self);
        self.job.with_worker(&mut |worker| self.work_by(worker));
    }

    fn work_by(&self, worker: &mut dyn Convert<T::Folded>) {
        let mut block = Block::default();
        while let Some((number, cost)) = self.take(&mut block) {
            let early = &mut |part| self.write_early(number, part);
            let spare = self.state().spare.pop().unwrap_or_default();
            let Some(part) = worker.convert(&mut block, spare, early) else {
                return;
            };
            if block.bytes().len() > 2 * self.job.options().block_bytes {
                // A block that is larger than others leaves no memory behind.
                block = Block::default();
                worker.shrink();
            }
            self.write(number, part, cost);
        }
    }

    fn cost(&self, capacity: usize) -> usize {
        capacity
            .saturating_mul(self.job.factor())
            .saturating_add(BESIDE)
    }

    /// Locks the state, also after a panic, which has stopped the work.
    fn state(&self) -> MutexGuard<'_, State<'a, T::Folded>> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn wait<'s>(
        &self,
        state: MutexGuard<'s, State<'a, T::Folded>>,
    ) -> MutexGuard<'s, State<'a, T::Folded>> {
        self.changed
            .wait(state)
            .unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes the next block. Returns its number and its share of the memory.
    fn take(&self, block: &mut Block<'i>) -> Option<(u64, usize)> {
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        let mut cost = 0;
        let there = source.cutter.cut(block, &mut |capacity| {
            self.make_room(&mut cost, self.cost(capacity))
        });
        if !there {
            self.state().taken -= cost;
            return None;
        }
        let number = source.next;
        source.next += 1;
        Some((number, cost))
    }

    /// Waits until a block that took `cost` so far may take `more`, or until it is the only block.
    /// Returns `false` if the work has stopped.
    ///
    /// Blocks before it are written meanwhile: a thread that waits for room has no block for which
    /// others wait.
    fn make_room(&self, cost: &mut usize, more: usize) -> bool {
        let mut state = self.state();
        loop {
            let others = state.taken - *cost;
            if state.stopped {
                return false;
            }
            if more <= *cost || others == 0 || others.saturating_add(more) <= MOST {
                state.taken = others + more.max(*cost);
                *cost = more.max(*cost);
                return true;
            }
            state = self.wait(state);
        }
    }

    /// Writes the result of a block, and the results behind it that wait; or leaves that to the
    /// thread that writes the block before it.
    fn write(&self, number: u64, part: Part<T::Folded>, cost: usize) {
        let mut state = self.state();
        if state.stopped {
            return;
        }
        // The map allocates, so it only takes a result that has to wait.
        let mut turn = None;
        if state.next == number && state.write.is_some() {
            turn = Some((part, cost));
        } else {
            state.waiting.insert(number, (part, cost));
        }
        loop {
            let next = state.next;
            let Some(write) = state.write.take() else {
                return;
            };
            let Some((part, cost)) = turn.take().or_else(|| state.waiting.remove(&next)) else {
                state.write = Some(write);
                return;
            };
            let bytes;
            (state, bytes) = self.write_part(state, write, part);
            // A block takes one buffer and leaves one, however many parts it had: so there are no
            // more buffers than blocks at a time. Other blocks have no use for a larger buffer.
            if bytes.capacity() <= 4 * self.job.options().block_bytes {
                state.spare.push(bytes);
            }
            state.next += 1;
            state.taken -= cost;
            self.changed.notify_all();
        }
    }

    /// Waits for the turn of a block, and writes a part of its result. Returns `false` if the work
    /// has stopped.
    fn write_early(&self, number: u64, part: Part<T::Folded>) -> bool {
        let mut state = self.state();
        loop {
            if state.stopped {
                return false;
            }
            if state.next == number
                && let Some(write) = state.write.take()
            {
                (state, _) = self.write_part(state, write, part);
                return !state.stopped;
            }
            state = self.wait(state);
        }
    }

    /// Writes a part while other threads go on. Returns its memory.
    fn write_part<'s>(
        &'s self,
        state: MutexGuard<'s, State<'a, T::Folded>>,
        write: &'a mut Write<'a, T::Folded>,
        part: Part<T::Folded>,
    ) -> (MutexGuard<'s, State<'a, T::Folded>>, Vec<u8>) {
        if state.stopped {
            return (state, Vec::new());
        }
        drop(state);
        let result = write(part);
        let mut state = self.state();
        state.write = Some(write);
        let bytes = result.unwrap_or_else(|failure| {
            state.failure.get_or_insert(failure);
            state.stopped = true;
            state.waiting.clear();
            self.changed.notify_all();
            Vec::new()
        });
        (state, bytes)
    }
}

/// Lets the other threads end if this one panics, for example in a callback.
struct StopOnPanic<'p, 'a, 'i, R: Read, T: Task>(&'p Pool<'a, 'i, R, T>);

impl<R: Read, T: Task> Drop for StopOnPanic<'_, '_, '_, R, T> {
    fn drop(&mut self) {
        if thread::panicking() {
            self.0.state().stopped = true;
            self.0.changed.notify_all();
        }
    }
}
