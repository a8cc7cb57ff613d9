/**
 * JSON, MessagePack, CBOR and frozen documents: read, checked, written and made, with the errors,
 * numbers and limits that Varvel has in every language.
 */
module dev.varvel {
  exports dev.varvel;
  exports dev.varvel.annotation;
  exports dev.varvel.cbor;
  exports dev.varvel.frozen;
  exports dev.varvel.json;
  exports dev.varvel.msgpack;
}
