part of 'json.dart';

/// Reads JSON into a FlexBuffer. The recursion is bounded by the depth limit.
final class _FlexReader {
  _FlexReader(this.reader);

  final _Reader reader;
  final FlexBuilder to = FlexBuilder();

  /// The places of the keys of the open objects in the text.
  final List<int> places = [];

  /// Reads a value.
  void value() {
    final first = reader.peek();
    final start = reader.at;
    final lexer = reader.lexer;
    switch (first) {
      case 0x7B:
        object();
      case 0x5B:
        array();
      case 0x22:
        reader.string();
        to.string(lexer.content, lexer.contentStart, lexer.contentEnd);
      case _ when lexer.take('null'):
        to.addNull();
      case _ when lexer.take('true'):
        to.addBool(true);
      case _ when lexer.take('false'):
        to.addBool(false);
      default:
        reader.number();
        number(start, reader.at);
    }
  }

  /// Adds a number of the text.
  void number(int start, int end) {
    if (!isInteger(reader.text, start, end)) {
      return to.addDouble(parseDouble(reader.text, start, end));
    }
    final value = reader.numberAt(start, end);
    if (value == null ||
        value.bitLength > 64 ||
        value.isNegative && value.bitLength > 63) {
      throw reader.fail(ErrorKind.unrepresentable, start,
          'what FlexBuffers have', 'an integer beyond 64 bits');
    }
    value.bitLength > 63
        ? to.addUnsigned(Bits.ofBigInt(value))
        : to.addSigned(Bits.ofBigInt(value));
  }

  void array() {
    reader.enter();
    to.begin();
    for (var index = 0; reader.more(index == 0, 0x5D); index++) {
      reader.steps.add(index);
      value();
      reader.steps.removeLast();
    }
    to.endVector();
  }

  void object() {
    reader.enter();
    to.begin();
    final base = places.length;
    for (var first = true; reader.more(first, 0x7D); first = false) {
      reader.peek();
      final place = reader.at;
      reader.key();
      final lexer = reader.lexer;
      final name = reader.content;
      try {
        to.key(lexer.content, lexer.contentStart, lexer.contentEnd);
      } on VarvelException catch (error) {
        throw wrongKey(error, place, name);
      }
      places.add(place);
      reader.colon();
      reader.steps.add(name);
      value();
      reader.steps.removeLast();
    }
    final again = to.endMap();
    if (again >= 0) {
      final place = places[base + again];
      // It was read before without an error.
      final tokens = _Tokens(reader.text, reader.limit, place)..key();
      throw wrongKey(
          VarvelException(
            ErrorKind.duplicateKey,
            expected: 'each key once',
            found: '${quoted(tokens.content)} again',
          ),
          place,
          tokens.content);
    }
    places.length = base;
  }

  /// The error of a key that begins at a place.
  VarvelException wrongKey(VarvelException error, int place, String key) {
    reader.steps.add(key);
    return reader.fail(error.kind, place, error.expected, error.found);
  }
}

extension on _Reader {
  /// Reads a FlexBuffer: its content.
  _Item flexible(SchemaField f) {
    final flex = _FlexReader(this)..value();
    return raw(f, flex.to.finish(), 1);
  }
}

/// Writes the content of a FlexBuffer as JSON.
void _writeFlex(_Writer writer, Uint8List held) =>
    _writeFlexNode(writer, readFlex(held, writer.options.limits));

void _writeFlexNode(_Writer writer, FlexValue of) {
  final out = writer.out;
  switch (of.kind) {
    case FlexKind.nothing:
      out.ascii('null');
    case FlexKind.boolean:
      out.ascii(of.asBool ? 'true' : 'false');
    case FlexKind.signed:
      out.ascii('${of.bits.signed}');
    case FlexKind.unsigned:
      out.ascii('${of.bits.unsigned}');
    case FlexKind.float:
      final value = of.asDouble;
      if (!value.isFinite) {
        throw _notJson('a float that is no number');
      }
      writeDouble(out, value);
    case FlexKind.string:
      final held = of.bytes;
      writeJsonString(out, held, 0, held.length);
    case FlexKind.blob:
      throw _notJson('bytes');
    case FlexKind.map:
      final (keys, values) = (of.keys, of.items);
      writer.json.open(0x7B);
      for (var index = 0; index < values.length; index++) {
        final held = keys[index].bytes;
        final key = decodeUtf8(held, 0, held.length);
        writer
          ..key(index == 0, key)
          ..steps.add(key);
        _writeFlexNode(writer, values[index]);
        writer.steps.removeLast();
      }
      writer.json.close(0x7D, empty: values.length == 0);
    case FlexKind.vector:
      final items = of.items;
      writer.items(
          items.length, (index) => _writeFlexNode(writer, items[index]));
  }
}

VarvelException _notJson(String found) => VarvelException(
      ErrorKind.unrepresentable,
      expected: 'what JSON has',
      found: found,
    );
