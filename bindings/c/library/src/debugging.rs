//! Switches that tests set in a library with debug assertions
//!
//! These functions are in no header and not in a release: a test declares them as weak.

use varvel::__private::set_self_check;

/// Sets whether documents that this thread finishes are validated, which allocates, and returns
/// whether they were.
#[unsafe(no_mangle)]
pub extern "C" fn vv_debug_self_check(on: bool) -> bool {
    set_self_check(on)
}
