package dev.varvel.ffi;

import dev.varvel.ErrorKind;

/**
 * A record that is bad.
 *
 * @param number its line from 1, if records are lines; else its number from 0
 * @param offset where it begins in the whole input, in bytes
 * @param errorOffset where its error is in the whole input, in bytes
 * @param bytes the bytes of the record, with the end of its line
 * @param kind the kind of its error
 * @param message one line that says what is wrong and where
 */
public record BadRecord(
    long number, long offset, long errorOffset, byte[] bytes, ErrorKind kind, String message) {}
