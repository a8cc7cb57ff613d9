//! varvel
