/** JSON: read and written, as bytes and as strings. */
package dev.varvel.json;
