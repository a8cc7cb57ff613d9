/**
 * YAML, edits that keep comments, conversion between all formats, and records of any number: the C
 * library of Varvel, called by the foreign function interface of Java 22 and later.
 */
module dev.varvel.ffi {
  requires transitive dev.varvel;

  exports dev.varvel.ffi;
}
