/**
 * The C library of Varvel in Java 22 and later: what pure Java does not have.
 *
 * <p>Bytes go in and bytes come out. Every call but those of {@link dev.varvel.ffi.EditableText} is
 * independent of all others, and any number of threads may call at once. A virtual thread keeps its
 * carrier during a call. Where the library cannot be used, each call throws {@link
 * UnsupportedOperationException} with the reason: see {@link dev.varvel.ffi.NativeLibrary}.
 */
package dev.varvel.ffi;
