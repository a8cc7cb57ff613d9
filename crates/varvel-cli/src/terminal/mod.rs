//! The output to the person at the terminal, and the end of the command.
//!
//! | room | holds |
//! |---|---|
//! | `output` | standard output, and files that are replaced as a whole or not at all |
//! | `descriptor` | names of streams that the process already has |
//! | `temporary` | new files until they are whole |
//! | `ending` | the moment at which an output takes its place |
//! | `report`, `hint` | errors as the user sees them, and what to do about them |
//! | `progress` | how far the reading is |
//! | `difference` | the differences of two texts |
//! | `picture` | figures as bars |
//! | `interrupt` | Ctrl-C and other signals |
//! | `exit` | how the command ends |

pub mod descriptor;
pub mod difference;
pub mod ending;
pub mod exit;
pub mod hint;
#[cfg(unix)]
pub mod interrupt;
pub mod output;
pub mod picture;
pub mod progress;
pub mod report;
pub mod temporary;
