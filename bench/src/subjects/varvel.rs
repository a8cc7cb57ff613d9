//! Ours, behind the facade crate. The only file of `bench` that knows Varvel's interface.
//!
//! Written against what the facade is to offer; the feature `varvel` turns it on (make it a default
//! feature of `bench` when it compiles). Off, every family is empty and the header names us as missing.

use crate::harness::Subject;

#[cfg(not(feature = "varvel"))]
mod ours {
    use super::Subject;

    pub fn parse() -> Vec<Box<dyn Subject>> {
        #[cfg(feature = "core-loop")]
        return crate::subjects::core_loop::parse();
        #[cfg(not(feature = "core-loop"))]
        Vec::new()
    }

    pub fn write() -> Vec<Box<dyn Subject>> {
        Vec::new()
    }

    pub fn validate() -> Vec<Box<dyn Subject>> {
        Vec::new()
    }

    pub fn frozen_size(_document: &[u8]) -> Result<usize, String> {
        Err("built without the feature `varvel`".to_owned())
    }
}

#[cfg(feature = "varvel")]
mod ours {
    use std::hint::black_box;

    use varvel::Frozen;
    use varvel::json::{self, Freezer};

    use super::Subject;
    use crate::checksum::Checksum;
    use crate::results::OURS;
    use crate::subjects::documents::Plain;

    const VERSION: &str = env!("CARGO_PKG_VERSION");

    pub fn parse() -> Vec<Box<dyn Subject>> {
        vec![
            Box::new(Parse {
                input: Plain::default(),
                freezer: Freezer::new(),
            }),
            Box::new(ParseFresh::default()),
        ]
    }

    pub fn write() -> Vec<Box<dyn Subject>> {
        vec![Box::new(Write::default())]
    }

    pub fn validate() -> Vec<Box<dyn Subject>> {
        vec![Box::new(Validate::default())]
    }

    pub fn frozen_size(document: &[u8]) -> Result<usize, String> {
        json::freeze(document)
            .map(|frozen| frozen.as_bytes().len())
            .map_err(text)
    }

    fn text(error: varvel::Error) -> String {
        error.to_string()
    }

    fn freeze_all(documents: &[Vec<u8>]) -> Result<Vec<Frozen>, String> {
        documents
            .iter()
            .map(|document| json::freeze(document).map_err(text))
            .collect()
    }

    /// What a view holds, by way of JSON: our writer is checked on the way.
    fn checksum(view: &varvel::View<'_>) -> Result<Checksum, String> {
        crate::subjects::reference(&json::to_vec(view).map_err(text)?)
    }

    /// JSON text to a view of frozen bytes, in memory that is reused.
    struct Parse {
        input: Plain,
        freezer: Freezer,
    }

    impl Subject for Parse {
        fn name(&self) -> &str {
            OURS
        }

        fn version(&self) -> &str {
            VERSION
        }

        fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
            self.input.load(documents);
            Ok(())
        }

        fn check(&mut self, i: usize) -> Result<Checksum, String> {
            checksum(&self.freezer.freeze(self.input.get(i)).map_err(text)?)
        }

        fn run(&mut self, i: usize) -> u64 {
            let view = self.freezer.freeze(self.input.get(i));
            u64::from(black_box(&view).is_ok())
        }
    }

    /// JSON text to a `Frozen` of its own.
    #[derive(Default)]
    struct ParseFresh(Plain);

    impl Subject for ParseFresh {
        fn name(&self) -> &str {
            "varvel (fresh)"
        }

        fn version(&self) -> &str {
            VERSION
        }

        fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
            self.0.load(documents);
            Ok(())
        }

        fn check(&mut self, i: usize) -> Result<Checksum, String> {
            checksum(&json::freeze(self.0.get(i)).map_err(text)?.view())
        }

        fn run(&mut self, i: usize) -> u64 {
            let frozen = json::freeze(self.0.get(i));
            u64::from(black_box(&frozen).is_ok())
        }
    }

    /// Frozen bytes to JSON text in a fresh `Vec`.
    #[derive(Default)]
    struct Write(Vec<Frozen>);

    impl Subject for Write {
        fn name(&self) -> &str {
            OURS
        }

        fn version(&self) -> &str {
            VERSION
        }

        fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
            self.0 = freeze_all(documents)?;
            Ok(())
        }

        fn check(&mut self, i: usize) -> Result<Checksum, String> {
            checksum(&self.0[i].view())
        }

        fn run(&mut self, i: usize) -> u64 {
            let json = json::to_vec(&self.0[i % self.0.len()].view()).expect("checked before");
            json.len() as u64
        }
    }

    /// Frozen bytes from elsewhere, validated.
    #[derive(Default)]
    struct Validate(Vec<Frozen>);

    impl Subject for Validate {
        fn name(&self) -> &str {
            OURS
        }

        fn version(&self) -> &str {
            VERSION
        }

        fn load(&mut self, documents: &[Vec<u8>]) -> Result<(), String> {
            self.0 = freeze_all(documents)?;
            Ok(())
        }

        fn check(&mut self, i: usize) -> Result<Checksum, String> {
            Frozen::validate(self.0[i].as_bytes()).map_err(text)?;
            checksum(&self.0[i].view())
        }

        fn run(&mut self, i: usize) -> u64 {
            let valid = Frozen::validate(self.0[i % self.0.len()].as_bytes());
            u64::from(black_box(&valid).is_ok())
        }
    }
}

/// JSON driven through the events into the frozen builder (`varvel`), and the same loop fused by hand
/// (`hand-fused`). With the feature `core-loop` only.
pub fn drive() -> Vec<Box<dyn Subject>> {
    #[cfg(feature = "core-loop")]
    return crate::subjects::core_loop::subjects();
    #[cfg(not(feature = "core-loop"))]
    Vec::new()
}

pub use ours::{frozen_size, parse, validate, write};
