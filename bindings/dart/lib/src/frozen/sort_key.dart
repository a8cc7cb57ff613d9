part of 'frozen.dart';

// The first byte of the sort key of each kind; see spec/frozen.md.
const int _sortEnd = 0;
const int _sortNull = 1;
const int _sortBool = 2;
const int _sortInt = 3;
const int _sortUint = 4;
const int _sortFloat = 5;
const int _sortBigInt = 6;
const int _sortDecimal = 7;
const int _sortString = 8;
const int _sortBytes = 9;
const int _sortTimestamp = 10;
const int _sortTagged = 11;
const int _sortExtension = 12;
const int _sortArray = 13;
const int _sortMembers = 14;
const int _sortSimple = 15;

/// Returns the bytes by which a key of a map is sorted: they are equal if
/// values are, and only then.
Uint8List _sortKey(Node node) => (_SortKey().._run(node))._out.take();

/// A container whose sort key is being made.
final class _SortKeyPart {
  _SortKeyPart(this.container, {required this.ends, required this.members});

  final _Container container;

  /// Whether its items end with a zero.
  final bool ends;
  final bool members;
  int places = 0;
  int next = 0;
  int count = 0;

  /// Where the sort key of each member begins.
  final List<int> starts = [];
}

/// Makes a sort key. Nothing recurses.
final class _SortKey {
  final Output _out = Output(64);
  final List<_SortKeyPart> _stack = [];

  void _run(Node node) {
    _begin(node);
    while (_stack.isNotEmpty) {
      final top = _stack.last;
      if (top.next == top.count) {
        _end(top);
        _stack.removeLast();
        continue;
      }
      final i = top.next++;
      if (!top.members) {
        _begin(top.container.item(i));
      } else if (i.isEven) {
        top.starts.add(_out.length);
        _begin(top.container.key(top.places, i ~/ 2));
      } else {
        _begin(top.container.value(i ~/ 2));
      }
    }
  }

  /// Sorts the members of a container, and ends it.
  void _end(_SortKeyPart top) {
    if (!top.ends) {
      return;
    }
    final starts = top.starts;
    if (starts.length > 1) {
      final first = starts.first;
      final own = _out.bytes.sublist(first, _out.length);
      final parts = [
        for (var i = 0; i < starts.length; i++)
          Uint8List.sublistView(own, starts[i] - first,
              i + 1 < starts.length ? starts[i + 1] - first : own.length),
      ]..sort(compareBytes);
      _out.length = first;
      for (final part in parts) {
        _out.addRange(part, 0, part.length);
      }
    }
    _out.byte(_sortEnd);
  }

  /// Writes the sort key of a value that holds no others, or what that of a
  /// container begins with.
  void _begin(Node node) {
    var ends = false;
    var members = false;
    switch (node.kind) {
      case Kind.tagged:
        final (high, low) = node._tagHalves;
        _number(_sortTagged, high, low);
      case Kind.extension:
        _out
          ..byte(_sortExtension)
          ..byte(node._tagHalves.$2 ^ 0x80);
      case Kind.simple:
        _out
          ..byte(_sortSimple)
          ..byte(node._tagHalves.$2);
      case Kind.array:
        _out.byte(_sortArray);
        ends = true;
      case Kind.object || Kind.map:
        _out.byte(_sortMembers);
        ends = true;
        members = true;
      default:
        return _leaf(node);
    }
    final container = _Container(node);
    final opened = _SortKeyPart(container, ends: ends, members: members)
      ..count = container.count;
    if (members && container.count != 0) {
      opened
        ..count *= 2
        ..places = container.places();
    }
    _stack.add(opened);
  }

  void _number(int kind, int high, int low) {
    _out
      ..byte(kind)
      ..reserve(8);
    _out.data
      ..setUint32(_out.length, high)
      ..setUint32(_out.length + 4, low);
    _out.length += 8;
  }

  /// Writes a number whose highest bit, that of the sign, is inverted.
  void _signed(int kind, int high, int low) =>
      _number(kind, (high & 0xFFFFFFFF) ^ 0x80000000, low);

  void _long(int kind, Uint8List content) {
    _number(kind, highOf(content.length), lowOf(content.length));
    _out.addRange(content, 0, content.length);
  }

  void _leaf(Node node) {
    switch (node.kind) {
      case Kind.boolean:
        _out
          ..byte(_sortBool)
          ..byte(node.asBool ? 1 : 0);
      case Kind.integer:
        if (node._isUnsigned) {
          _number(_sortUint, node._high, node._low);
        } else {
          _signed(_sortInt, node._high, node._low);
        }
      case Kind.float:
        final (high, low) = _floatBits(node.asDouble);
        if (high >= 0x80000000) {
          _number(_sortFloat, high ^ 0xFFFFFFFF, low ^ 0xFFFFFFFF);
        } else {
          _number(_sortFloat, high + 0x80000000, low);
        }
      case Kind.bigInteger:
        _long(_sortBigInt, node._content);
      case Kind.decimal:
        _long(_sortDecimal, node._content);
      case Kind.bytes:
        _long(_sortBytes, node._content);
      case Kind.string:
        _long(_sortString, node.asUtf8);
      case Kind.timestamp:
        final time = node.asTimestamp;
        _signed(_sortTimestamp, time.high, time.low);
        _out.reserve(4);
        _out.data.setUint32(_out.length, time.nanoseconds);
        _out.length += 4;
      default:
        _out.byte(_sortNull);
    }
  }
}
