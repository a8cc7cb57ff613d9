//! The hostile vectors: each differs from a valid buffer in one respect.

mod containers;
mod headers;
mod scalars;
mod slots;
mod tables;

/// A buffer or a stream that every reader refuses.
pub struct Hostile {
    pub name: &'static str,
    pub reason: &'static str,
    pub bytes: Vec<u8>,
}

/// All hostile buffers.
pub fn hostile() -> Vec<Hostile> {
    let mut all = headers::damaged_headers();
    all.extend(tables::damaged_tables());
    all.extend(slots::damaged_slots());
    all.extend(scalars::damaged_scalars());
    all.extend(containers::damaged_containers());
    all.extend(containers::damaged_objects());
    all
}

/// Returns a hostile vector.
pub fn vector(name: &'static str, reason: &'static str, bytes: Vec<u8>) -> Hostile {
    Hostile {
        name,
        reason,
        bytes,
    }
}
