/** Frozen documents: checked once, and read in place. */
package dev.varvel.frozen;
