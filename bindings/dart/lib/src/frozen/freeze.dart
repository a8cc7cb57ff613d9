part of 'frozen.dart';

/// A container whose values are being frozen.
sealed class _Freezing {
  _Freezing(this.object);

  /// The object itself: a value may not contain itself.
  final Object object;

  /// The step to the value that is being frozen.
  String get step;

  /// Adds the next value, or returns false if there is none.
  bool next(_Freezer to);

  /// Ends the container. Returns an error, or null.
  VarvelException? end(Recording to);

  static VarvelException? _counted(Recording to, bool within) =>
      within ? null : tooManyNodes(to.maxNodes);
}

final class _FreezingArray extends _Freezing {
  _FreezingArray(Iterable<Object?> super.object, Recording to)
      : _items = object.iterator,
        _event = to.begin(eventArray);

  final Iterator<Object?> _items;
  final int _event;
  int _count = 0;

  @override
  String get step => indexStep(_count - 1);

  @override
  bool next(_Freezer to) {
    // Each item counts as a node at least, and an iterable may have no end.
    if (_count > to.recording.maxNodes || !_items.moveNext()) {
      return false;
    }
    _count++;
    to.value(_items.current);
    return true;
  }

  @override
  VarvelException? end(Recording to) => _Freezing._counted(
      to, _count <= to.maxNodes && to.end(_event, _count));
}

final class _FreezingObject extends _Freezing {
  _FreezingObject(super.object, this._members, Recording to) {
    to.beginObject();
  }

  final Iterator<(String, Object?)> _members;
  String _key = '';

  @override
  String get step => keyStep(_key);

  @override
  bool next(_Freezer to) {
    if (!_members.moveNext()) {
      return false;
    }
    final (key, value) = _members.current;
    _key = key;
    to
      ..key(key)
      ..value(value);
    return true;
  }

  @override
  VarvelException? end(Recording to) => to.endObject();
}

/// A map with a key that is not a string.
final class _FreezingMap extends _Freezing {
  _FreezingMap(super.object, this._members, Recording to)
      : _event = to.begin(eventMap);

  final List<(Node, Object?)> _members;
  final int _event;
  int _next = 0;

  @override
  String get step => keyStep(_keyText(_members[_next - 1].$1));

  @override
  bool next(_Freezer to) {
    if (_next == _members.length) {
      return false;
    }
    final (key, value) = _members[_next++];
    to
      ..node(key)
      ..value(value);
    return true;
  }

  @override
  VarvelException? end(Recording to) =>
      _Freezing._counted(to, to.end(_event, 2 * _members.length));
}

final class _FreezingTag extends _Freezing {
  _FreezingTag(Tagged super.object) : _value = object.value;

  final Object? _value;
  bool _done = false;

  @override
  String get step => '';

  @override
  bool next(_Freezer to) {
    if (_done) {
      return false;
    }
    _done = true;
    to.value(_value);
    return true;
  }

  @override
  VarvelException? end(Recording to) => _Freezing._counted(to, to.count(1));
}

/// Adds objects of Dart to a recording. Nothing recurses, except for maps in
/// keys of maps.
final class _Freezer {
  _Freezer(this.options, this.toEncodable, {this.keysAround = 0})
      : recording = Recording(options);

  final FreezeOptions options;
  final Object? Function(Object? value)? toEncodable;

  /// How many keys of maps the value is inside of.
  final int keysAround;
  final Recording recording;
  final List<_Freezing> _stack = [];
  final Output _scratch = Output(64);

  /// How deep a value is before it is looked for inside of itself.
  static const int _unchecked = 32;

  /// The objects that the value is inside of, except the first.
  final Set<Object> _inside = HashSet.identity();

  /// How many values may be made of one by `toJson`, one of the other, and how
  /// many keys may be inside each other.
  static const int _mostSteps = 100;

  void run(Object? object) {
    value(object);
    while (_stack.isNotEmpty) {
      final top = _stack.last;
      if (top.next(this)) {
        continue;
      }
      _stack.removeLast();
      _inside.remove(top.object);
      final error = top.end(recording);
      if (error != null) {
        throw _placed(error);
      }
    }
  }

  VarvelException _placed(VarvelException error) => error.copyWith(
      path: pathText([
    for (final open in _stack)
      if (open.step case final step when step != '') step,
  ]));

  VarvelException _error(ErrorKind kind,
          {String expected = '', String found = '', Object? cause}) =>
      _placed(VarvelException(kind,
          expected: expected, found: found, cause: cause));

  /// Adds a value that holds no others, or begins a container.
  void value(Object? object) {
    var plain = object;
    for (var i = 0; !_add(plain); i++) {
      if (i == _mostSteps) {
        throw _error(ErrorKind.unrepresentable,
            expected: 'a value that `toJson` comes to an end with',
            found: '${object.runtimeType}');
      }
      plain = _encodable(plain);
    }
  }

  /// Returns the value that stands for an object of another type.
  Object? _encodable(Object? object) {
    final encode = toEncodable;
    try {
      // ignore: avoid_dynamic_calls
      return encode != null ? encode(object) : (object as dynamic).toJson();
    } on NoSuchMethodError catch (error) {
      if (encode == null && _hasToJson(object)) {
        throw _error(ErrorKind.refused, found: '$error');
      }
      throw _error(ErrorKind.typeMismatch,
          expected: 'a type that documents have, or one with `toJson`',
          found: '${object.runtimeType}');
    } on VarvelException catch (error) {
      throw _placed(error);
    } on Object catch (error) {
      throw _error(ErrorKind.refused, found: '$error');
    }
  }

  /// Returns whether an object has a member `toJson`: a method that it calls
  /// may be the missing one.
  static bool _hasToJson(Object? object) {
    try {
      // ignore: avoid_dynamic_calls, unnecessary_statements
      (object as dynamic).toJson;
      return true;
    } on NoSuchMethodError {
      return false;
    }
  }

  /// Adds a value of a type that documents have. Returns false for another
  /// type.
  bool _add(Object? value) {
    switch (value) {
      case null:
        recording.add(eventNull);
      case final bool value:
        recording.add(value ? eventTrue : eventFalse);
      case final num value:
        _number(value);
      case final String value:
        _string(value);
      case final Uint8List value:
        recording.addText(eventBytes, value, 0, value.length);
      case final ByteData value:
        final bytes = Uint8List.sublistView(value);
        recording.addText(eventBytes, bytes, 0, bytes.length);
      case final Map<Object?, Object?> value:
        _map(value);
      case final Float32List value:
        _singles(value);
      case final Iterable<Object?> value:
        _open(value, () => _FreezingArray(value, recording));
      default:
        return _addOther(value);
    }
    return true;
  }

  bool _addOther(Object value) {
    switch (value) {
      case final BigInt value:
        recording.addBigInt(value);
      case final DateTime value:
        _time(Timestamp.of(value));
      case final Timestamp value:
        _time(value);
      case final Decimal value:
        _decimal(value);
      case final Single value:
        recording.addSingle(value.value);
      case final Tagged value:
        _tag(value);
      case final Node value:
        node(value);
      case final Frozen value:
        node(value.root);
      default:
        return false;
    }
    return true;
  }

  void _number(num value) {
    // On the web a float without a fraction is an `int`, too.
    final isInt = value is int &&
        (!isWeb ||
            value.isFinite &&
                value.abs() <= maxExact &&
                !(value == 0 && value.isNegative));
    if (isInt) {
      recording.addInt(value);
    } else {
      recording.addDouble(value.toDouble());
    }
  }

  void _time(Timestamp time) =>
      recording.addTimestamp(time.high, time.low, time.nanoseconds);

  void _utf8(String text) {
    if (loneSurrogateAt(text) >= 0) {
      throw _error(ErrorKind.loneSurrogate,
          expected: 'both halves of a surrogate pair');
    }
    _scratch
      ..length = 0
      ..text(text);
  }

  void _string(String text) {
    _utf8(text);
    recording.addText(eventString, _scratch.bytes, 0, _scratch.length);
  }

  void key(String text) {
    _utf8(text);
    if (!recording.key(_scratch.bytes, 0, _scratch.length)) {
      throw _placed(duplicateKey(text));
    }
  }

  /// Adds a value of another document.
  void node(Node node) {
    if (!node.exists) {
      throw _placed(node._wrongKind('a value'));
    }
    try {
      _Copying(recording, options.limits.depth - _stack.length).run(node);
    } on VarvelException catch (error) {
      throw _placed(error);
    }
  }

  void _decimal(Decimal value) {
    final bytes = encodeUtf8(value.text);
    if (!isNumber(bytes, 0, bytes.length)) {
      throw _error(ErrorKind.invalidNumber,
          expected: 'a number as JSON has it', found: quoted(value.text));
    }
    recording.addNumber(bytes, 0, bytes.length, exact: true);
  }

  void _singles(Float32List values) {
    _checkDepth();
    final event = recording.begin(eventArray);
    values.forEach(recording.addSingle);
    if (!recording.end(event, values.length)) {
      throw _placed(tooManyNodes(recording.maxNodes));
    }
  }

  void _tag(Tagged tag) {
    final number = tag.number;
    final right = switch (tag.kind) {
      Kind.tagged => !number.isNegative && number.bitLength <= 64,
      Kind.extension => number.bitLength <= 7,
      Kind.simple =>
        !number.isNegative && number.bitLength <= 8 && tag.value == null,
      _ => false,
    };
    if (!right) {
      throw _error(ErrorKind.typeMismatch,
          expected: 'a tag, an extension or a simple value',
          found: '${tag.kind.phrase} with the number $number');
    }
    _open(tag, () {
      final event = eventTagged + tag.kind.index - Kind.tagged.index;
      final bits = number
          .toUnsigned(tag.kind == Kind.extension ? 8 : 64);
      recording.add(event, (bits >> 32).toInt(), bits.toUnsigned(32).toInt());
      return _FreezingTag(tag);
    });
  }

  void _map(Map<Object?, Object?> map) {
    if (map is Map<String, Object?> ||
        map.keys.every((key) => key is String)) {
      final members =
          map.entries.map((entry) => (entry.key! as String, entry.value));
      return _open(
          map, () => _FreezingObject(map, members.iterator, recording));
    }
    _checkDepth();
    final members = <(Node, Object?)>[];
    final seen = <Digest>{};
    for (final MapEntry(:key, :value) in map.entries) {
      final node = _keyNode(key);
      if (!seen.add(node.digest)) {
        throw _placed(VarvelException(
          ErrorKind.duplicateKey,
          expected: 'each key once',
          found: '${quoted(_keyText(node))} again',
        ));
      }
      members.add((node, value));
    }
    if (members.every((member) => member.$1.kind == Kind.string)) {
      final named = members.map((member) => (member.$1.asString, member.$2));
      return _open(map, () => _FreezingObject(map, named.iterator, recording));
    }
    _open(map, () => _FreezingMap(map, members, recording));
  }

  /// Returns a key as a document of its own.
  Node _keyNode(Object? key) {
    if (keysAround == _mostSteps) {
      throw _placed(_tooDeep(_mostSteps));
    }
    final depth = options.limits.depth - _stack.length - 1;
    final freezer = _Freezer(
        options.copyWith(limits: Limits(depth: depth < 0 ? 0 : depth)),
        toEncodable,
        keysAround: keysAround + 1);
    try {
      freezer.run(key);
    } on VarvelException catch (error) {
      throw _placed(error);
    }
    return _laidOut(freezer.recording, checksum: false).root;
  }

  void _checkDepth() {
    if (_stack.length >= options.limits.depth) {
      throw _placed(_tooDeep(options.limits.depth));
    }
  }

  /// Opens a container.
  void _open(Object object, _Freezing Function() open) {
    _checkDepth();
    if (_stack.length >= _unchecked && !_inside.add(object)) {
      throw _error(ErrorKind.unrepresentable,
          expected: 'a value that does not contain itself',
          found: '${object.runtimeType}');
    }
    _stack.add(open());
  }
}
