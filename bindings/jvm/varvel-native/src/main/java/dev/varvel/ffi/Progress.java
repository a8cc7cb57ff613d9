package dev.varvel.ffi;

/**
 * How far a conversion of records has come. At the end these are its totals.
 *
 * @param bytesIn bytes of the input that are done with
 * @param bytesOut bytes that were written
 * @param records records that were written
 * @param bad records that were set aside
 */
public record Progress(long bytesIn, long bytesOut, long records, long bad) {}
