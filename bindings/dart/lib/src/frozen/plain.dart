part of 'frozen.dart';

/// A tagged value, an extension or a simple value, as [NodePlain.toObject]
/// returns it and `Frozen.of` takes it.
final class Tagged {
  /// Makes a value with a tag. The kind is [Kind.tagged], [Kind.extension] or
  /// [Kind.simple].
  Tagged(int number, this.value, {this.kind = Kind.tagged})
      : number = BigInt.from(number);

  /// Makes a value with a tag of any size.
  Tagged.big(this.number, this.value, {this.kind = Kind.tagged});

  /// Which of the three it is.
  final Kind kind;

  /// The number of the tag or of the simple value, or the type of the
  /// extension.
  final BigInt number;

  /// The value inside.
  Object? value;

  @override
  bool operator ==(Object other) =>
      other is Tagged &&
      other.kind == kind &&
      other.number == number &&
      other.value == value;

  @override
  int get hashCode => Object.hash(kind, number, value);

  @override
  String toString() => '${kind.name}($number, $value)';
}

/// A decimal with all its digits: the text of a number as JSON has it.
final class Decimal {
  /// Takes the text, which is checked when it is used.
  const Decimal(this.text);

  /// The text.
  final String text;

  @override
  bool operator ==(Object other) => other is Decimal && other.text == text;

  @override
  int get hashCode => text.hashCode;

  @override
  String toString() => text;
}

/// A float that is kept in 32 bits.
final class Single {
  /// Takes a number that 32 bits hold exactly; see [Single.nearest].
  factory Single(double value) => toSingle(value) == value || value.isNaN
      ? Single._(value)
      : throw ArgumentError.value(
          value, 'value', 'not a number that 32 bits hold');

  /// Takes the nearest number that 32 bits hold.
  factory Single.nearest(double value) => Single._(toSingle(value));

  Single._(this.value);

  /// The number.
  final double value;

  @override
  bool operator ==(Object other) => other is Single && other.value == value;

  @override
  int get hashCode => value.hashCode;

  @override
  String toString() {
    final out = Output(32);
    if (!value.isFinite) {
      return '$value';
    }
    writeSingle(out, value);
    return decodeUtf8(out.bytes, 0, out.length);
  }
}

/// Values as plain objects.
extension NodePlain on Node {
  /// Returns the value as objects of Dart that do not refer to the document:
  ///
  /// | value | object |
  /// |---|---|
  /// | null | `null` |
  /// | a boolean, a string | [bool], [String] |
  /// | an integer | [int], or [BigInt] if an `int` does not hold it |
  /// | a float | [double] |
  /// | a decimal | [Decimal] |
  /// | bytes | [Uint8List] |
  /// | a timestamp | [DateTime], or [Timestamp] if that does not hold it |
  /// | an array | [List] |
  /// | an object | [Map] with [String] keys, in order |
  /// | a map | [Map] with keys of any type, in order |
  /// | a tag | [Tagged] |
  ///
  /// It does not recurse. The error has the kind [ErrorKind.notFound] for a
  /// missing value, and [ErrorKind.unrepresentable] for a map with two keys
  /// that are equal as objects of Dart: `1` and `1.0` are.
  Object? toObject() => _Thawing(forJson: false).run(this);
}

/// A container whose values are being made. It was given to the one around it
/// already.
final class _Filling {
  _Filling(this.container, this.into);

  final _Container container;

  /// A list, a map or a tag.
  final Object into;
  late final int places = container.places();
  int next = 0;
}

final class _Thawing {
  _Thawing({required this.forJson});

  final bool forJson;
  final List<_Filling> _stack = [];

  Object? run(Node node) {
    if (!node.exists) {
      throw node._wrongKind('a value');
    }
    final result = _shallow(node);
    while (_stack.isNotEmpty) {
      final top = _stack.last;
      final container = top.container;
      if (top.next == container.count) {
        _stack.removeLast();
        continue;
      }
      final i = top.next++;
      switch (top.into) {
        case final Map<String, Object?> map:
          map[container.key(top.places, i).asString] =
              _shallow(container.value(i));
        case final Map<Object?, Object?> map:
          _putPair(map, container, i);
        case final List<Object?> list:
          list[i] = _shallow(container.item(i));
        case final Tagged tag:
          tag.value = _shallow(container.item(0));
      }
    }
    return result;
  }

  void _putPair(Map<Object?, Object?> map, _Container container, int i) {
    final node = container.key(0, i);
    // A key is whole before it is put into the map.
    final key = _Thawing(forJson: false).run(node);
    if (map.containsKey(key)) {
      throw VarvelException(ErrorKind.unrepresentable,
          expected: 'keys that differ as objects of Dart',
          found: quoted(_keyText(node)),
          source: container.value(i),
          hint: '`pairs` goes through all members of a map');
    }
    map[key] = _shallow(container.value(i));
  }

  /// Returns a value, of containers only the outside.
  Object? _shallow(Node node) {
    switch (node.kind) {
      case Kind.array:
        return _fill(node, List<Object?>.filled(node.length, null));
      case Kind.object:
        return _fill(node, _newMap(node.length));
      case Kind.map when !forJson:
        return _fill(node, <Object?, Object?>{});
      case Kind.tagged || Kind.extension || Kind.simple when !forJson:
        return _fill(node, Tagged.big(node.bigTag, null, kind: node.kind));
      default:
        return _scalar(node);
    }
  }

  Object _fill(Node node, Object into) {
    final container = _Container(node);
    if (container.count != 0) {
      _stack.add(_Filling(container, into));
    }
    return into;
  }

  Object? _scalar(Node node) {
    switch (node.kind) {
      case Kind.nullValue:
        return null;
      case Kind.boolean:
        return node.asBool;
      case Kind.string:
        return node.asString;
      case Kind.integer when node.fits:
        return node.asInt;
      case Kind.float when !forJson || node.asDouble.isFinite:
        return node.asDouble;
      default:
        return _otherScalar(node);
    }
  }

  /// Returns a value that JSON, or `dart:convert`, may not have.
  Object _otherScalar(Node node) {
    if (forJson) {
      throw VarvelException(ErrorKind.unrepresentable,
          expected: 'a value that dart:convert has',
          found: node.kind.phrase,
          source: node,
          hint: '`toJsonString` writes integers of any size and decimals');
    }
    switch (node.kind) {
      case Kind.integer || Kind.bigInteger:
        return node.asBigInt;
      case Kind.decimal:
        return Decimal(node.numberText);
      case Kind.bytes:
        return Uint8List.fromList(node.asBytes);
      default:
        final time = node.asTimestamp;
        return time.fitsDateTime ? time.toDateTime() : time;
    }
  }
}

/// How many keys a map may have before somebody could slow it down by keys that
/// collide.
const int _fewKeys = 256;

/// Returns a map for so many keys, in the order in which they come.
///
/// The hash of strings is known, so one for many keys takes another.
Map<String, Object?> _newMap(int length) => length <= _fewKeys
    ? <String, Object?>{}
    : LinkedHashMap<String, Object?>(
        equals: (a, b) => a == b, hashCode: seededTextHash);
