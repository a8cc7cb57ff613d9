part of 'runtime.dart';

/// Parts buffers that follow each other, each with its size before it.
///
/// It does not verify them: [Verify.sizePrefixed] says that the size is before
/// a buffer.
Iterable<Uint8List> sizePrefixed(Uint8List bytes) sync* {
  final data = dataOf(bytes);
  var at = 0;
  while (at < bytes.length) {
    if (bytes.length - at < 4) {
      throw VarvelException(
        ErrorKind.unexpectedEnd,
        offset: at,
        expected: 'the size of a buffer',
      );
    }
    final size = data.getUint32(at, Endian.little) + 4;
    if (size > bytes.length - at) {
      throw VarvelException(
        ErrorKind.unexpectedEnd,
        offset: bytes.length,
        expected: 'a buffer of $size bytes',
      );
    }
    yield _bytesAt(bytes, at, size);
    at += size;
  }
}

/// Returns the four characters of a buffer that are its file identifier if it
/// has one, without a size before it; otherwise they are bytes of its content.
///
/// Returns an empty string if there are no such bytes. [Verify.identifier]
/// requires one.
String identifierIn(Uint8List bytes) =>
    bytes.length < 8 ? '' : String.fromCharCodes(bytes, 4, 8);
