//! The modules of `serde_yaml::with`: they write enums as mappings of one member (`Variant: value`)
//! in place of the tag `!Variant`.
//!
//! Here both modules do the same: they also write enums inside the enum so. Reading takes both
//! forms in any case. The value becomes a tree first, which costs its memory.
//!
//! ```
//! use serde::{Deserialize, Serialize};
//! use varvel::yaml::serde as serde_yaml;
//!
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! enum Size { Full, Fixed(u16) }
//! #[derive(Debug, PartialEq, Serialize, Deserialize)]
//! struct Window {
//!     #[serde(with = "serde_yaml::with::singleton_map")]
//!     width: Size,
//!     #[serde(with = "serde_yaml::with::singleton_map_recursive")]
//!     all: Vec<Size>,
//!     plain: Size,
//! }
//! let window = Window { width: Size::Fixed(80), all: vec![Size::Full], plain: Size::Fixed(1) };
//! let text = serde_yaml::to_string(&window)?;
//! assert_eq!(text, "width:\n  Fixed: 80\nall:\n  - Full\nplain: !Fixed 1\n");
//! assert_eq!(serde_yaml::from_str::<Window>(&text)?, window);
//! # Ok::<(), varvel::Error>(())
//! ```

/// The names of `serde_yaml::with::singleton_map`, for the enum of a field.
pub mod singleton_map {
    use serde_core::ser::Error as _;
    use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the value, with its variants as mappings.
    ///
    /// # Errors
    /// Returns the errors of the value.
    pub fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        let tree = crate::serde::to_value(value).map_err(S::Error::custom)?;
        tree.serialize(serializer)
    }

    /// Reads the value by its own `Deserialize`.
    ///
    /// # Errors
    /// Returns the errors of the value.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// The names of `serde_yaml::with::singleton_map_recursive`, for all enums of a field.
pub mod singleton_map_recursive {
    pub use super::singleton_map::{deserialize, serialize};
}
