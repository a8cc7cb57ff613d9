//! The fault matrix: every decoder, with every fault of its input and of the machine.
//!
//! | room | holds |
//! |---|---|
//! | `decoders` | the decoders, each with inputs that it accepts |
//! | `bytes` | inputs truncated at each byte, and with each byte replaced |
//! | `growth` | each allocation fails in turn |
//! | `extremes` | extreme depths, lengths and numbers, keys that collide |

mod bytes;
mod decoders;
mod extremes;
mod growth;
