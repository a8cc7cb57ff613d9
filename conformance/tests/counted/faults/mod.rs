//! The fault matrix: every decoder, and all that may be wrong with its input or with the machine.
//!
//! | room | holds |
//! |---|---|
//! | `decoders` | the decoders, each with inputs that it takes |
//! | `bytes` | inputs cut off at each byte, and with each byte another |
//! | `growth` | each allocation fails in turn |
//! | `extremes` | depth, lengths and numbers beyond all measure, keys that collide |

mod bytes;
mod decoders;
mod extremes;
mod growth;
