//! Schemas of types and documents, and access to parts of values by path. See [`varvel_schema`];
//! [`mod@fbs`] has the schemas of FlatBuffers.
//!
//! `#[derive(varvel::Schema)]` describes your own types, and `#[derive(varvel::Properties)]` gives
//! access to their parts.
//!
#![cfg_attr(feature = "derive", doc = "```")]
#![cfg_attr(not(feature = "derive"), doc = "```ignore")]
//! use varvel::schema::{JsonSchema, Schema, get, set};
//! use varvel::{Decode, Encode, Properties, json};
//!
//! /// Somebody with friends.
//! #[derive(Encode, Decode, Properties, varvel::Schema)]
//! struct User {
//!     name: String,
//!     /// In years.
//!     age: u8,
//!     #[varvel(default)]
//!     friends: Vec<User>,
//! }
//!
//! let text = r#"{"name": "Ada", "age": 36, "friends": [{"name": "Lin", "age": 41}]}"#;
//! let mut user: User = json::from_str(text)?;
//! assert_eq!(get::<u32, _>(&user, "friends[0].age")?, 41);
//! set(&mut user, "friends[0].age", &42)?;
//! assert_eq!(user.friends[0].age, 42);
//! let error = set(&mut user, "friends[0].agee", &42).unwrap_err();
//! assert_eq!(error.hint(), Some("did you mean `age`?"));
//!
//! let schema = Schema::of::<User>();
//! let text = "\
//! User
//!
//! User: object  # Somebody with friends.
//!   name: string
//!   age: integer, 0 to 255  # In years.
//!   friends?: array of User = []
//! ";
//! assert_eq!(schema.to_string(), text);
//! let exported = json::to_string(&JsonSchema(&schema))?;
//! assert!(exported.contains(r##""friends":{"type":"array","items":{"$ref":"#"},"default":[]}"##));
//! # Ok::<(), varvel::Error>(())
//! ```

#[doc(inline)]
pub use varvel_fbs as fbs;
#[doc(hidden)]
pub use varvel_schema::__private;
pub use varvel_schema::*;
