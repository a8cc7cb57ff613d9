//! Parts for the authors of binary formats whose strings and containers begin with their lengths.
//!
//! | room | holds |
//! |---|---|
//! | `heads` | [`Heads`]: heads of containers that need more room than the writer left for them |
//! | `numbers` | [`array()`], [`point`], [`row`]: arrays of numbers, which are read in runs |
//! | `doubled` | [`doubled_key`]: finds the key that came twice, for the error of a sink |

mod doubled;
mod heads;
mod numbers;

pub use doubled::{DoubledKey, doubled_key};
pub use heads::Heads;
pub use numbers::{Item, Numbers, array, point, row};
