part of 'frozen.dart';

/// A container on a walk through a value: its items one after the other, or the
/// keys and values of its members in turn.
base class _Walk {
  _Walk(this.container, {required this.members})
      : count = members ? 2 * container.count : container.count,
        places = members && container.count != 0 ? container.places() : 0;

  final _Container container;

  /// Whether the parts are keys and values.
  final bool members;

  /// The number of parts: of items, or of keys and values.
  final int count;

  /// See [_Container.places].
  final int places;

  /// The number of the next part.
  int next = 0;

  /// Returns the next part.
  @pragma('vm:prefer-inline')
  Node take() => part(next++);

  /// Returns a part by its number.
  @pragma('vm:prefer-inline')
  Node part(int i) => !members
      ? container.item(i)
      : i.isEven
          ? container.key(places, i >> 1)
          : container.value(i >> 1);
}
