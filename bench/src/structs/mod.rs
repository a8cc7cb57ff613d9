//! The documents as structs with all of their fields, in the order of the documents. Each library
//! has its own derive.

mod canada;
mod citm_catalog;
mod paper;
mod record;
mod twitter;
pub mod views;

pub use canada::Canada;
pub use citm_catalog::CitmCatalog;
pub use paper::Paper;
pub use record::Record;
pub use twitter::Twitter;

use serde::Serialize;
use serde::de::DeserializeOwned;
use varvel::{Decode, Encode};

/// A document as a struct, or each line of it.
pub trait Struct:
    Serialize + DeserializeOwned + Encode + for<'de> Decode<'de> + PartialEq + 'static
{
    /// Returns the parts of a document, each of which is one struct.
    fn parts(document: &[u8]) -> Vec<&[u8]> {
        vec![document]
    }
}

impl Struct for Canada {}
impl Struct for CitmCatalog {}
impl Struct for Twitter {}
impl Struct for Paper {
    fn parts(document: &[u8]) -> Vec<&[u8]> {
        let lines = document.split(|&byte| byte == b'\n');
        lines.filter(|line| !line.is_empty()).collect()
    }
}
