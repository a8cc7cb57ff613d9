part of 'frozen.dart';

/// The parts of values, one after the other.
extension NodeIteration on Node {
  /// The items of an array. A value of another kind has none.
  Iterable<Node> get items =>
      kind == Kind.array ? _Items(this) : const Iterable<Node>.empty();

  /// The members of an object, in the order in which they were written.
  ///
  /// A value of another kind has no such members, nor has a map: see [pairs].
  Iterable<MapEntry<String, Node>> get members => _form == _formObject ||
          _form == _formPairs
      ? _Members(this)
      : const Iterable<MapEntry<String, Node>>.empty();

  /// The keys and values of an object or a map, in the order in which they were
  /// written. A value of another kind has none.
  Iterable<(Node, Node)> get pairs =>
      _hasMembers ? _Pairs(this) : const Iterable<(Node, Node)>.empty();

  /// One member of each item of an array.
  ///
  /// For an item that has no such member, or is neither an object nor a map,
  /// the member is missing. Where objects follow each other that have the same
  /// keys in the same order, the key is searched for once.
  Iterable<Node> column(String key) => kind == Kind.array
      ? _Column(this, _keyOf(key))
      : const Iterable<Node>.empty();
}

/// The parts of a container by their numbers, from zero on.
abstract base class _Numbered<T> extends Iterable<T> {
  _Numbered(Node node) : _container = _Container(node);

  final _Container _container;

  /// Returns a part by its number.
  T part(int i);

  @override
  int get length => _container.count;

  @override
  bool get isEmpty => length == 0;

  @override
  T elementAt(int index) {
    RangeError.checkValidIndex(index, this, 'index', length);
    return part(index);
  }

  @override
  Iterator<T> get iterator => _NumberedIterator<T>(this);
}

final class _NumberedIterator<T> implements Iterator<T> {
  _NumberedIterator(this._parts) : _count = _parts.length;

  final _Numbered<T> _parts;
  final int _count;
  int _next = 0;
  T? _current;

  @override
  T get current => _current as T;

  @override
  bool moveNext() {
    if (_next == _count) {
      return false;
    }
    _current = _parts.part(_next++);
    return true;
  }
}

final class _Items extends _Numbered<Node> {
  _Items(super.node);

  @override
  Node part(int i) => _container.item(i);
}

final class _Members extends _Numbered<MapEntry<String, Node>> {
  _Members(super.node);

  late final int _places = _container.places();

  @override
  MapEntry<String, Node> part(int i) =>
      MapEntry(_container.key(_places, i).asString, _container.value(i));
}

final class _Pairs extends _Numbered<(Node, Node)> {
  _Pairs(super.node);

  late final int _places = _container.places();

  @override
  (Node, Node) part(int i) =>
      (_container.key(_places, i), _container.value(i));
}

final class _Column extends _Numbered<Node> {
  _Column(super.node, this._key);

  final Key _key;

  /// The shape of the last object, and where the key is in it.
  int _record = 0;
  int _place = -1;

  @override
  Node part(int i) {
    final item = _container.item(i);
    if (item._form != _formObject) {
      return item.getKey(_key);
    }
    final object = _Container(item);
    if (object.record != _record) {
      _record = object.record;
      _place = object.find(_key);
    }
    return _place < 0 ? item._missing(_key.text) : object.value(_place);
  }
}
