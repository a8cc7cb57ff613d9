//! A look-up in a frozen object by the reader in Rust, for suites of other languages.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::Duration;

use varvel::Frozen;

use crate::harness::cpu_time;

/// A frozen object of integers, and its keys in the order of the benchmarks of other languages.
pub struct Object {
    document: Frozen,
    keys: Vec<String>,
}

impl Object {
    /// Returns the file of its bytes.
    pub fn file() -> PathBuf {
        Path::new(env!("CARGO_MANIFEST_DIR")).join("../bindings/go/frozen/testdata/keys-64.varvel")
    }

    /// Reads the object.
    pub fn read() -> Result<Self, String> {
        let file = Self::file();
        let bytes = fs::read(&file).map_err(|error| format!("{}: {error}", file.display()))?;
        let document = Frozen::from_bytes(bytes).map_err(|error| error.to_string())?;
        let all: Vec<&str> = document.view().entries().map(|(key, _)| key).collect();
        let keys = (0..all.len()).map(|i| all[(i * 37 + 11) % all.len()].to_owned());
        let keys = keys.collect();
        Ok(Self { document, keys })
    }

    /// Returns the processor's time of a look-up and of reading the integer, in nanoseconds, over
    /// so much time.
    pub fn measure(&self, time: Duration) -> f64 {
        let root = self.document.view();
        let (start, mut looked_up, mut sum) = (cpu_time(), 0_usize, 0_i64);
        loop {
            for key in (0..100).flat_map(|_| &self.keys) {
                let found = root.get(black_box(key.as_str()));
                sum = sum.wrapping_add(found.and_then(|view| view.as_i64()).unwrap_or_default());
            }
            looked_up += 100 * self.keys.len();
            let spent = cpu_time().saturating_sub(start);
            if spent >= time {
                black_box(sum);
                return spent.as_nanos() as f64 / looked_up as f64;
            }
        }
    }
}
