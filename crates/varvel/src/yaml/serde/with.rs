//! `serde_yaml::with`: enums as mappings of one member, which they are here in any case.
//!
//! There, `#[serde(with = "serde_yaml::with::singleton_map")]` takes the place of the tag `!Variant` that `serde_yaml` writes. Here both
//! modules hand a value on as it is, so that types with such an attribute compile, and give the text that they gave.
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
//! }
//! let window = Window { width: Size::Fixed(80), all: vec![Size::Full] };
//! let text = serde_yaml::to_string(&window)?;
//! assert_eq!(text, "width:\n  Fixed: 80\nall:\n  - Full\n");
//! assert_eq!(serde_yaml::from_str::<Window>(&text)?, window);
//! # Ok::<(), varvel::Error>(())
//! ```

/// `serde_yaml::with::singleton_map`: the enum of a field.
pub mod singleton_map {
    use serde_core::{Deserialize, Deserializer, Serialize, Serializer};

    /// Writes the value as it writes itself.
    ///
    /// # Errors
    /// Those of the value.
    pub fn serialize<T: Serialize, S: Serializer>(
        value: &T,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        value.serialize(serializer)
    }

    /// Reads the value as it reads itself.
    ///
    /// # Errors
    /// Those of the value.
    pub fn deserialize<'de, T: Deserialize<'de>, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<T, D::Error> {
        T::deserialize(deserializer)
    }
}

/// `serde_yaml::with::singleton_map_recursive`: all enums of a field.
pub mod singleton_map_recursive {
    pub use super::singleton_map::{deserialize, serialize};
}
