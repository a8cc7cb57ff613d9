part of 'json.dart';

/// The text of a document, and the steps to what is being read.
base class _Tokens {
  _Tokens(this.text, this.limit, [int at = 0]) : lexer = JsonLexer(text, at);

  final Uint8List text;
  final JsonLexer lexer;

  /// How many containers may be open at once.
  final int limit;
  int depth = 0;

  int get at => lexer.at;
  set at(int at) => lexer.at = at;

  int peek() => lexer.peek();

  VarvelException fail(ErrorKind kind, int at, String expected,
          [String found = '']) =>
      jsonError(kind, text, at, expected: expected, found: found);

  /// The error of other text than what is expected at the current place.
  VarvelException other(ErrorKind kind, String expected) => at >= text.length
      ? fail(ErrorKind.unexpectedEnd, text.length, expected)
      : fail(kind, at, expected, foundAt(text, at));

  void check(JsonFault? fault) {
    if (fault != null) {
      throw fault.error(text);
    }
  }

  /// Takes this byte if it is next.
  bool take(int byte) {
    if (peek() != byte || at >= text.length) {
      return false;
    }
    at++;
    return true;
  }

  /// Takes the bracket that begins a container.
  void enter() {
    if (depth >= limit) {
      throw fail(ErrorKind.depthLimit, at,
          'at most $limit containers inside of each other');
    }
    depth++;
    at++;
  }

  /// Returns whether another member or item follows in a container, or takes
  /// the bracket that ends it.
  bool more(bool first, int close) {
    if (take(close)) {
      depth--;
      return false;
    }
    if (!first && !take(0x2C)) {
      throw other(
          ErrorKind.syntax, close == 0x7D ? '`,` or `}`' : '`,` or `]`');
    }
    return true;
  }

  /// Takes a key. It is the content of the lexer until the next string.
  void key() {
    if (peek() != 0x22) {
      throw other(ErrorKind.syntax, 'a key in double quotes');
    }
    string();
  }

  void colon() {
    if (!take(0x3A)) {
      throw other(ErrorKind.syntax, '`:`');
    }
  }

  /// Takes null if it is next. It is an error if the word goes on.
  bool takeNull() {
    if (peek() != 0x6E || lexer.word() != 'null') {
      return false;
    }
    if (!lexer.take('null')) {
      throw lexer.noValue().error(text);
    }
    return true;
  }

  /// Takes a number, and returns where it began.
  int number() {
    final first = peek();
    if (first != 0x2D && !isDigit(first)) {
      throw lexer.noValue().error(text);
    }
    final start = at;
    check(lexer.number());
    if (_isInfinite(start, at)) {
      throw fail(ErrorKind.numberOutOfRange, start,
          'a number that a 64-bit float can hold');
    }
    return start;
  }

  /// Returns whether a number with a fraction or an exponent is too large for a
  /// float of 64 bits. Integers are exact at any size.
  bool _isInfinite(int start, int end) =>
      !_isDigits(text, start, end) &&
      parseDouble(text, start, end).isInfinite;

  /// Takes a string, which is the content of the lexer until the next one.
  void string() => check(lexer.string());

  /// Returns the content of the last string.
  String get content =>
      decodeUtf8(lexer.content, lexer.contentStart, lexer.contentEnd);

  /// Skips a value.
  void skip() {
    final first = peek();
    switch (first) {
      case 0x7B || 0x5B:
        enter();
        for (var isFirst = true; more(isFirst, first + 2); isFirst = false) {
          if (first == 0x7B) {
            key();
            colon();
          }
          skip();
        }
      case 0x22:
        string();
      default:
        if (!lexer.take('true') &&
            !lexer.take('false') &&
            !lexer.take('null')) {
          number();
        }
    }
  }
}

/// Returns whether a number of JSON has no fraction and no exponent.
bool _isDigits(Uint8List text, int start, int end) =>
    isInteger(text, start, end) || _isMinusZero(text, start, end);

bool _isMinusZero(Uint8List text, int start, int end) =>
    end - start == 2 && text[start] == 0x2D && text[start + 1] == 0x30;
