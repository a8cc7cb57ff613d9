part of 'frozen.dart';

/// Returns the path of a value; see [Node.path].
String _pathOf(Node node) {
  var target = node;
  while (target is _Missing) {
    target = target.parent;
  }
  final steps = <String>[];
  var at = target._doc.root;
  while (at._at != target._at || at._form != target._form) {
    final next = _towards(at, target, steps);
    if (next == null) {
      break;
    }
    at = next;
  }
  return pathText(steps);
}

/// Returns the last byte that belongs to a value or to a value in its slots.
int _last(Node node) {
  final container = _Container(node);
  if (container.count == 0) {
    return node._at;
  }
  final slots = container.columns != 0
      ? container.count * container.columns
      : container.form == _formMap || container.form == _formPairs
          ? 2 * container.count
          : container.count;
  return container.slots + (slots << container.width) - 1;
}

/// Returns the value in a container that is the target or holds it, and adds
/// the step to it.
Node? _towards(Node node, Node target, List<String> steps) {
  final search = _Search(node, target);
  final container = search.container;
  final count = container.count;
  switch (node._form) {
    case _ when count == 0:
      return null;
    case _formTagged || _formExtension || _formSimple:
      return search.leads(0) ? container.item(0) : null;
    case _formPairs || _formMap:
      return _towardsPair(search, steps);
    case _formObject:
      final places = container.places();
      for (var i = 0; i < count; i++) {
        if (search.leads(i)) {
          steps.add(_keyStep(container.key(places, i)));
          return container.item(i);
        }
      }
      return null;
    case _ when node._isPacked:
      final i = search.inside;
      if (i >= 0) {
        steps.add(indexStep(i));
        return container.item(i);
      }
      return null;
    default:
      for (var i = 0; i < count; i++) {
        if (search.leads(i)) {
          steps.add(indexStep(i));
          return container.item(i);
        }
      }
      return null;
  }
}

Node? _towardsPair(_Search search, List<String> steps) {
  final container = search.container;
  for (var i = 0; i < 2 * container.count; i++) {
    if (!search.leads(i)) {
      continue;
    }
    final found = container.item(i);
    if (i.isEven) {
      // A key, or a value in a key: its place is that of the object.
      return found._at == search.target._at ? found : null;
    }
    steps.add(_keyStep(container.item(i - 1)));
    return found;
  }
  return null;
}

/// A search for a value among the slots of a container.
final class _Search {
  _Search(Node node, this.target) : container = _Container(node) {
    final at = target._at;
    if (container.count != 0 && at >= container.slots && at <= _last(node)) {
      inside = at - container.slots >> container.width;
      if (container.columns != 0) {
        inside ~/= container.columns;
      }
    }
  }

  final _Container container;
  final Node target;

  /// The number of the slot that has the target: a number of a packed node, or
  /// a value in a slot. It is -1 if there is none.
  int inside = -1;

  /// Returns whether slot i has or leads to the target.
  bool leads(int i) {
    if (inside >= 0) {
      return i == inside;
    }
    final item = container.item(i);
    return item._at < container.base && _last(item) >= target._at;
  }
}

/// Returns the step to the member with a key.
String _keyStep(Node key) => keyStep(_keyText(key));
