/** Annotations that say how {@link dev.varvel.Codec#of} reads and writes a class. */
package dev.varvel.annotation;
