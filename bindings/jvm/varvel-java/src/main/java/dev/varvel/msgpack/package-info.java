/** MessagePack: read, checked and written. */
package dev.varvel.msgpack;
