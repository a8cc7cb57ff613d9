part of 'runtime.dart';

/// Returns the text in an array of `char`, without the zeros at its end.
///
/// Bytes that are not UTF-8 are an error.
String charsOf(List<int> array) {
  final bytes = array is Uint8List ? array : Uint8List.fromList(array);
  var end = bytes.length;
  while (end > 0 && bytes[end - 1] == 0) {
    end--;
  }
  if (invalidUtf8At(bytes, 0, end) >= 0) {
    throw VarvelException(
      ErrorKind.invalidUtf8,
      expected: 'UTF-8 in an array of char',
    );
  }
  return decodeUtf8(bytes, 0, end);
}

/// Writes a text into an array of `char`, with zeros after it.
///
/// A text that the array cannot hold is an error, and so is one that ends with
/// a zero, which would not be read again: then nothing has changed.
void putChars(List<int> array, String text) {
  _checkText(text);
  final bytes = encodeUtf8(text);
  final found = bytes.length > array.length
      ? '${bytes.length} bytes'
      : bytes.isNotEmpty && bytes.last == 0
          ? 'a zero at the end'
          : '';
  if (found.isNotEmpty) {
    throw VarvelException(
      ErrorKind.refused,
      expected: 'text of at most ${array.length} bytes for an array of char',
      found: found,
    );
  }
  array
    ..setAll(0, bytes)
    ..fillRange(bytes.length, array.length, 0);
}

/// Refuses a text with half of a surrogate pair, which UTF-8 cannot hold.
void _checkText(String text) {
  final at = loneSurrogateAt(text);
  if (at >= 0) {
    throw VarvelException(
      ErrorKind.loneSurrogate,
      expected: 'both halves of a surrogate pair',
      found: 'one half, at unit $at of a string',
    );
  }
}
