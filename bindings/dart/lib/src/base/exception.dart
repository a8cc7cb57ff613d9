import 'error_kind.dart';

/// A value that knows its place in a document.
///
/// Finding a path takes time, so an error searches for it only when it is asked
/// for.
abstract interface class PathSource {
  /// The path of the value, such as `$.users[3].name`.
  String get path;
}

/// The one exception of this package: what went wrong, and where.
///
/// The number of its kind, the offset and the path are those that Varvel gives
/// for the same input in every language.
final class VarvelException implements Exception {
  /// Makes an error.
  VarvelException(
    this.kind, {
    this.offset = -1,
    this.line = 0,
    this.column = 0,
    String path = '',
    PathSource? source,
    this.expected = '',
    this.found = '',
    String hint = '',
    this.cause,
  })  : _path = path,
        _source = source,
        hint = hint.isEmpty ? _usual(kind) : hint;

  /// The kind of the error.
  final ErrorKind kind;

  /// The byte at which the error was noticed, or -1 if it has no place in
  /// bytes.
  final int offset;

  /// The line in a text, from 1 on, or 0 if there is none.
  final int line;

  /// The column in a text, in characters from 1 on, or 0 if there is none.
  final int column;

  /// The value or text that was expected, or an empty string if that is not
  /// known.
  final String expected;

  /// The value or text that was found instead, or an empty string if that is
  /// not known.
  final String found;

  /// Advice on how to avoid the error, or an empty string if there is none.
  final String hint;

  /// The error of other code that led to this one, if there is one.
  final Object? cause;

  String _path;
  PathSource? _source;

  /// The number of the kind, which is the same in every language.
  int get number => kind.number;

  /// The place of the value that the error is about, such as
  /// `$.users[3].name`, or an empty string if none is known.
  String get path {
    final source = _source;
    if (source != null) {
      _path = source.path;
      _source = null;
    }
    return _path;
  }

  /// The error on one line: its kind, what was expected and found, the place.
  String get message {
    final text = StringBuffer(kind.phrase);
    var separator = ': ';
    if (expected.isNotEmpty) {
      text.write(': expected $expected');
      separator = ', ';
    }
    if (found.isNotEmpty) {
      // A refusal that expects nothing has its whole reason there.
      final reason = kind == ErrorKind.refused && expected.isEmpty;
      text.write('$separator${reason ? '' : 'found '}$found');
    }
    if (path.isNotEmpty) {
      text.write(', at $path');
    }
    if (offset >= 0) {
      text.write(', at byte $offset');
    }
    if (line > 0) {
      text.write(', line $line, column $column');
    }
    if (cause != null) {
      text.write(': $cause');
    }
    return text.toString();
  }

  /// Returns this error with other parts.
  VarvelException copyWith({
    int? offset,
    int? line,
    int? column,
    String? path,
    String? hint,
  }) =>
      VarvelException(
        kind,
        offset: offset ?? this.offset,
        line: line ?? this.line,
        column: column ?? this.column,
        path: path ?? this.path,
        expected: expected,
        found: found,
        hint: hint ?? this.hint,
        cause: cause,
      );

  /// Returns the message, and the hint on a line of its own.
  @override
  String toString() {
    final text = 'VarvelException: $message';
    return hint.isEmpty ? text : '$text\nhint: $hint';
  }

  static String _usual(ErrorKind kind) => switch (kind) {
        ErrorKind.depthLimit =>
          'raise the limit with `Limits(depth: …)` if the input is trusted',
        ErrorKind.nodeLimit =>
          'raise the limit with `Limits(nodes: …)` if the input is trusted',
        ErrorKind.sizeLimit =>
          'raise the limit with `Limits(bytes: …)` if the input is trusted',
        ErrorKind.replayLimit =>
          'raise the limit with `Limits(replay: …)` if the input is trusted',
        ErrorKind.invalidUtf8 =>
          'the text may be in another encoding, such as Windows-1252',
        ErrorKind.invalidFrozen =>
          'the bytes were damaged, cut off, or never a frozen buffer',
        ErrorKind.loneSurrogate =>
          'a half stands for no character, and no text in UTF-8 can hold it',
        _ => '',
      };
}
