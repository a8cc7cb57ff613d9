/** What all formats have in common: readers, writers, codecs, errors and limits. */
package dev.varvel;
