/** CBOR: read, checked and written. */
package dev.varvel.cbor;
