//! Parts of binary formats whose strings and containers say in front how long they are: for the authors of
//! formats.
//!
//! | room | holds |
//! |---|---|
//! | `heads` | [`Heads`]: heads of containers that came to need more room than was left for them |
//! | `numbers` | [`array()`], [`point`], [`row`]: arrays of numbers, which are read in runs |
//! | `doubled` | [`doubled_key`]: which key of a map came twice |

mod doubled;
mod heads;
mod numbers;

pub use doubled::doubled_key;
pub use heads::Heads;
pub use numbers::{Item, Numbers, Runs, array, point, row};
