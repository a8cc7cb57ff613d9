// Made by `cargo xtask spec` from spec/tables/errors.toml.

/// The kind of an error.
///
/// The numbers never change their meaning; new kinds may come.
enum ErrorKind {
  /// Text that cannot stand here.
  syntax(1, 'invalid syntax'),

  /// The input ends inside a document.
  unexpectedEnd(2, 'unexpected end of input'),

  /// Something follows the document.
  trailingData(3, 'data after the document'),

  /// A text that is not a number of the format.
  invalidNumber(4, 'invalid number'),

  /// A number that its target cannot hold.
  numberOutOfRange(5, 'number out of range'),

  /// A control character inside a string.
  controlCharacter(6, 'control character in a string'),

  /// An escape that the format does not have.
  invalidEscape(7, 'invalid escape'),

  /// Half of a surrogate pair, without the other half.
  loneSurrogate(8, 'lone surrogate'),

  /// Bytes that are not UTF-8.
  invalidUtf8(9, 'invalid UTF-8'),

  /// One object has the same key twice.
  duplicateKey(10, 'duplicate key'),

  /// More containers inside each other than the limit.
  depthLimit(11, 'nested too deeply'),

  /// More bytes than the limit.
  sizeLimit(12, 'document too large'),

  /// More nodes than the limit.
  nodeLimit(13, 'too many nodes'),

  /// There is no memory left.
  outOfMemory(14, 'out of memory'),

  /// A node of another kind than the caller asked for.
  typeMismatch(15, 'wrong kind of value'),

  /// A member that is required and missing.
  missingField(16, 'missing member'),

  /// A value that the target format cannot hold.
  unrepresentable(17, 'value cannot be represented'),

  /// Bytes that are not a valid frozen buffer.
  invalidFrozen(18, 'invalid frozen buffer'),

  /// A version of the frozen format that this library does not read.
  unsupportedVersion(19, 'unsupported version'),

  /// There is no node at this path.
  notFound(20, 'not found'),

  /// Reading or writing failed in the operating system, or in a callback.
  io(21, 'input/output error'),

  /// Events came in an order that no document has.
  invalidEvents(22, 'events out of order'),

  /// A text that is neither a path nor a JSON Pointer. The offset counts in
  /// that text.
  invalidPath(23, 'invalid path'),

  /// A checksum that does not match the bytes.
  checksumMismatch(24, 'checksum mismatch'),

  /// A value or an edit that is refused for a reason of its own; the message
  /// says which.
  refused(25, 'value refused'),

  /// A member that the type does not have.
  unknownMember(26, 'unknown member'),

  /// A variant that the type does not have.
  unknownVariant(27, 'unknown variant'),

  /// More bytes of the input were read again than the limit allows, because a
  /// tag came late or variants did not fit.
  replayLimit(28, 'too much read again'),

  /// Bytes that are not a valid FlatBuffer of the schema, or not a valid
  /// FlexBuffer.
  invalidBuffer(29, 'invalid buffer');

  const ErrorKind(this.number, this.phrase);

  /// The number that the kind has in every language.
  final int number;

  /// The first words of every message of the kind.
  final String phrase;
}
