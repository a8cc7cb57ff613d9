//! The tests that count allocations or make them fail: one program, whose allocator counts for each
//! thread.

use conformance::alloc::Alloc;

mod depth;
mod faults;
mod formats;
mod memory;
mod stream_memory;
mod typed_memory;
mod work_memory;

#[global_allocator]
static ALLOCATOR: Alloc = Alloc;
