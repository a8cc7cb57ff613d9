part of 'frozen.dart';

/// The error of bytes that are not what was expected at a place.
VarvelException _invalid(int at, String expected) =>
    VarvelException(ErrorKind.invalidFrozen, offset: at, expected: expected);

/// The error of another version.
VarvelException _otherVersion(int at, int found) =>
    VarvelException(ErrorKind.unsupportedVersion,
        offset: at, expected: 'version $version', found: 'version $found');

/// The error of a container inside of so many others.
VarvelException _tooDeep(int depth, [int at = -1]) =>
    VarvelException(ErrorKind.depthLimit,
        offset: at, expected: 'at most $depth containers inside each other');

extension on Node {
  /// The error of a value of another kind than what was asked for.
  VarvelException _wrongKind(String expected) {
    final node = this;
    if (node is! _Missing) {
      return VarvelException(ErrorKind.typeMismatch,
          expected: expected,
          found: kind.phrase,
          source: this,
          hint: _kindHint());
    }
    final parent = node.parent;
    final sought = node.sought;
    final hasMembers = parent.kind == Kind.object || parent.kind == Kind.map;
    if (sought is int && parent.kind == Kind.array) {
      return _notFound(parent, 'item $sought', _counted(parent.length));
    }
    if (hasMembers && (sought is String || parent.kind == Kind.map)) {
      return _notFound(parent, 'a member ${quoted('$sought')}', '');
    }
    return parent._wrongKind(sought is int ? 'an array' : 'an object');
  }

  String _kindHint() => switch (kind) {
        Kind.nullValue => '`isNull` tells whether a value is null',
        Kind.float => '`asDouble` reads a float',
        Kind.integer ||
        Kind.bigInteger =>
          '`asInt` and `asBigInt` read integers',
        Kind.decimal => '`numberText` has the digits of a decimal',
        Kind.tagged || Kind.extension => '`inner` is the value inside of a tag',
        _ => '',
      };

  /// The error of a number that a type does not hold exactly.
  VarvelException _outOfRange(String expected, String hint) =>
      VarvelException(ErrorKind.numberOutOfRange,
          expected: expected, source: this, hint: hint);

  /// The error of a value that JSON does not have.
  VarvelException _notJson(String expected, String found) =>
      VarvelException(ErrorKind.unrepresentable,
          expected: expected, found: found, source: this);
}

VarvelException _notFound(Node parent, String expected, String found) =>
    VarvelException(ErrorKind.notFound,
        expected: expected,
        found: found,
        source: parent,
        hint: '`exists` tells whether there is a value');

String _counted(int count) => switch (count) {
      0 => 'no items',
      1 => '1 item',
      _ => '$count items',
    };
