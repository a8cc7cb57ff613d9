//! Instruction sets: one vector trait, one thin file for each instruction set, and the choice
//! between them at run time.
//!
//! An [`Isa`] value is a proof that the processor has the instructions of its type. Only
//! [`dispatch`] (after detection) and `compiled` of its type (the instructions are part of the
//! compile target) make one. A hot loop is a [`Task`], generic over the instruction set. `dispatch`
//! runs it inside a function compiled for the best set, so that the scans are inlined into the
//! loop.

mod portable;
pub(crate) mod vector;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
mod neon;
#[cfg(target_arch = "x86_64")]
mod x86;

pub use vector::Isa;

pub use portable::Portable;

#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub use neon::Neon;
#[cfg(target_arch = "x86_64")]
pub use x86::{Avx2, Avx512, Sse2};

/// The widest instruction set that the crate was compiled for.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx512f",
    target_feature = "avx512bw",
    target_feature = "avx512vl",
    target_feature = "avx512vbmi",
    target_feature = "avx512dq",
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "lzcnt",
    target_feature = "popcnt",
    target_feature = "fma",
))]
pub type Compiled = Avx512;
/// The widest instruction set that the crate was compiled for.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "avx2",
    target_feature = "bmi1",
    target_feature = "bmi2",
    target_feature = "lzcnt",
    target_feature = "popcnt",
    target_feature = "fma",
    not(all(
        target_feature = "avx512f",
        target_feature = "avx512bw",
        target_feature = "avx512vl",
        target_feature = "avx512vbmi",
        target_feature = "avx512dq",
    ))
))]
pub type Compiled = Avx2;
/// The widest instruction set that the crate was compiled for.
#[cfg(all(
    target_arch = "x86_64",
    target_feature = "sse2",
    not(all(
        target_feature = "avx2",
        target_feature = "bmi1",
        target_feature = "bmi2",
        target_feature = "lzcnt",
        target_feature = "popcnt",
        target_feature = "fma",
    ))
))]
pub type Compiled = Sse2;
/// The widest instruction set that the crate was compiled for.
#[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
pub type Compiled = Neon;
/// The widest instruction set that the crate was compiled for.
#[cfg(not(any(
    all(target_arch = "x86_64", target_feature = "sse2"),
    all(target_arch = "aarch64", target_feature = "neon")
)))]
pub type Compiled = Portable;

/// A loop that is compiled once for each instruction set.
///
/// Mark `run` and everything that it calls on its hot path `#[inline(always)]` (or `#[inline]` if
/// it is generic and small): only inlined code is compiled for the instruction set.
pub trait Task {
    /// The result of the loop.
    type Output;
    /// Runs the loop with the instruction set that `isa` stands for.
    fn run<I: Isa>(self, isa: I) -> Self::Output;

    /// Runs the loop on a processor that has none of the sets which [`dispatch`] looks for.
    ///
    /// Such processors are old. A task that is large, and compiled for many types, can do it here
    /// with code that all of them share.
    #[inline]
    fn run_plain(self) -> Self::Output
    where
        Self: Sized,
    {
        self.run(Compiled::compiled())
    }
}

/// Runs `task` with the best instruction set of this processor.
///
/// Costs one load of a cached answer and a branch. Costs nothing if the compile target already has
/// the widest set, or without the feature `std` (then the compile target's set is used).
#[inline]
pub fn dispatch<T: Task>(task: T) -> T::Output {
    #[cfg(all(target_arch = "x86_64", feature = "std"))]
    {
        x86::dispatch(task)
    }
    #[cfg(not(all(target_arch = "x86_64", feature = "std")))]
    {
        task.run(Compiled::compiled())
    }
}

/// Returns the name of the instruction set that [`dispatch`] chooses here, for reports.
pub fn chosen() -> &'static str {
    struct Name;
    impl Task for Name {
        type Output = &'static str;
        #[inline(always)]
        fn run<I: Isa>(self, _: I) -> &'static str {
            I::NAME
        }
    }
    dispatch(Name)
}

/// Runs `task` once with every instruction set of this processor, the portable one first. Tests and
/// fuzzing compare the results.
pub fn each<T: Task + Clone>(task: T, mut result: impl FnMut(&'static str, T::Output)) {
    result(Portable::NAME, task.clone().run(Portable::compiled()));
    #[cfg(all(target_arch = "aarch64", target_feature = "neon"))]
    result(Neon::NAME, task.run(Neon::compiled()));
    #[cfg(target_arch = "x86_64")]
    x86::each(task, result);
}
