//! Shared objects in C and C++ that `cargo xtask bench` builds, and whose paths it passes in
//! environment variables.

use std::ffi::{CString, c_void};
use std::{env, ptr};

use super::prepared::text;

/// An open shared object. It is never closed.
#[derive(Clone, Copy)]
pub struct SharedObject(*mut c_void);

impl SharedObject {
    /// Opens the shared object whose path is in this variable. `built_by` is the command that sets
    /// it.
    pub fn open(variable: &str, built_by: &str) -> Result<Self, String> {
        let path = env::var(variable).map_err(|_| format!("it is built by `{built_by}`"))?;
        let name = CString::new(path.as_str()).map_err(text)?;
        // SAFETY: a path that ends in a null byte; what the object runs when it is loaded is ours.
        let opened = unsafe { libc::dlopen(name.as_ptr(), libc::RTLD_NOW) };
        match opened.is_null() {
            true => Err(format!("{path} cannot be loaded")),
            false => Ok(Self(opened)),
        }
    }

    /// Returns the function of this name.
    ///
    /// # Safety
    /// The function has the type `F`, a function pointer.
    pub unsafe fn function<F: Copy>(self, name: &str) -> Result<F, String> {
        const { assert!(size_of::<F>() == size_of::<*mut c_void>()) };
        let symbol = CString::new(name).map_err(text)?;
        // SAFETY: an object that is open, and a name that ends in a null byte.
        let address = unsafe { libc::dlsym(self.0, symbol.as_ptr()) };
        if address.is_null() {
            return Err(format!("no function {name}"));
        }
        // SAFETY: a function pointer of the size of a pointer, as asserted, and of this type by the
        // contract.
        Ok(unsafe { ptr::read((&raw const address).cast::<F>()) })
    }
}
