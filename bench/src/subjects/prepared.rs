//! Subjects that convert the documents once. [`Made`] reads the whole result in each run; [`Each`]
//! does one operation on the result for one document, and rotates through them; [`Kept`] does so
//! with an object that is kept, such as a builder or the memory of a parser.

use std::fmt::Display;
use std::hint::black_box;

use varvel::{Frozen, json};

use crate::checksum::Checksum;
use crate::harness::Subject;

/// Converts documents.
pub type Load<T> = fn(&[Vec<u8>]) -> Result<T, String>;

/// A conversion of the documents, and the work that reads its result.
pub struct Made<T> {
    pub name: &'static str,
    pub load: Load<T>,
    /// Reads the results for all documents.
    pub run: fn(&T) -> u64,
    /// Returns the checksum of one document.
    pub check: fn(&T, usize) -> Result<Checksum, String>,
}

impl<T: 'static> Made<T> {
    pub fn subject(self) -> Box<dyn Subject> {
        Box::new(Ready {
            how: self,
            made: None,
        })
    }
}

struct Ready<T> {
    how: Made<T>,
    /// The result; `None` before `load`.
    made: Option<T>,
}

impl<T> Ready<T> {
    fn made(&self) -> &T {
        self.made.as_ref().expect("loaded before")
    }
}

impl<T> Subject for Ready<T> {
    fn name(&self) -> &str {
        self.how.name
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.made = Some((self.how.load)(documents)?);
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        (self.how.check)(self.made(), i)
    }

    fn run(&mut self, _: usize) -> u64 {
        (self.how.run)(self.made())
    }
}

/// A conversion of each document, and the work on its result.
pub struct Each<T, O> {
    pub name: &'static str,
    pub load: Load<Vec<T>>,
    /// Does one operation, or the case's number of them. Dropping the result is part of it.
    pub work: fn(&T) -> O,
    /// Returns the checksum of the result.
    pub sum: fn(O) -> Result<Checksum, String>,
}

impl<T: 'static, O: 'static> Each<T, O> {
    pub fn subject(self) -> Box<dyn Subject> {
        Box::new(Rotating {
            how: self,
            made: Vec::new(),
        })
    }
}

struct Rotating<T, O> {
    how: Each<T, O>,
    made: Vec<T>,
}

impl<T, O> Subject for Rotating<T, O> {
    fn name(&self) -> &str {
        self.how.name
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.made = (self.how.load)(documents)?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        (self.how.sum)((self.how.work)(&self.made[i]))
    }

    fn run(&mut self, i: usize) -> u64 {
        black_box(&(self.how.work)(&self.made[i % self.made.len()]));
        i as u64
    }
}

/// A conversion of each document, and work on its result with an object that is kept.
pub struct Kept<S, T> {
    pub name: &'static str,
    /// The kept object.
    pub kept: S,
    pub load: Load<Vec<T>>,
    /// Returns the checksum of an operation's result.
    pub check: fn(&mut S, &T) -> Result<Checksum, String>,
}

impl<S: 'static, T: 'static> Kept<S, T> {
    /// Returns the subject with this operation, whose result depends on the work.
    pub fn subject(self, run: impl Fn(&mut S, &T) -> u64 + 'static) -> Box<dyn Subject> {
        self.repeated(1, run)
    }

    /// Returns the subject that does the operation this often in a run. It is compiled into the
    /// loop around it: some operations take no longer than a call.
    pub fn repeated(
        self,
        operations: usize,
        run: impl Fn(&mut S, &T) -> u64 + 'static,
    ) -> Box<dyn Subject> {
        Box::new(Repeating {
            how: self,
            operations,
            run,
            made: Vec::new(),
        })
    }
}

struct Repeating<S, T, R> {
    how: Kept<S, T>,
    operations: usize,
    run: R,
    made: Vec<T>,
}

impl<S, T, R: Fn(&mut S, &T) -> u64> Subject for Repeating<S, T, R> {
    fn name(&self) -> &str {
        self.how.name
    }

    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.made = (self.how.load)(documents)?;
        Ok(())
    }

    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        (self.how.check)(&mut self.how.kept, &self.made[i])
    }

    fn run(&mut self, i: usize) -> u64 {
        let made = &self.made[i % self.made.len()];
        let mut sum = 0_u64;
        for _ in 0..self.operations {
            sum = sum.wrapping_add((self.run)(&mut self.how.kept, black_box(made)));
        }
        sum
    }
}

/// A subject whose JSON reader is off by the last bit of some floats.
pub struct Rounding(pub Box<dyn Subject>);

impl Subject for Rounding {
    fn name(&self) -> &str {
        self.0.name()
    }
    fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
        self.0.load(documents)
    }
    fn check(&mut self, i: usize) -> Result<Checksum, String> {
        self.0.check(i)
    }
    fn exact(&self) -> bool {
        false
    }
    fn refill(&mut self, count: usize) {
        self.0.refill(count);
    }
    fn run(&mut self, i: usize) -> u64 {
        self.0.run(i)
    }
}

/// Returns JSON documents as frozen ones.
pub fn frozen(documents: &[Vec<u8>]) -> Result<Vec<Frozen>, String> {
    let all = documents.iter().map(|document| json::freeze(document));
    all.collect::<Result<_, _>>().map_err(text)
}

/// Returns JSON documents in the format of `write`.
pub fn encoded(
    documents: &[Vec<u8>],
    write: fn(&Frozen) -> varvel::Result<Vec<u8>>,
) -> Result<Vec<Vec<u8>>, String> {
    let all = frozen(documents)?;
    all.iter()
        .map(|frozen| write(frozen).map_err(text))
        .collect()
}

/// Returns the text of an error.
pub fn text(error: impl Display) -> String {
    error.to_string()
}
