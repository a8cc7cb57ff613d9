/// How much is taken from strangers.
///
/// Input beyond a limit is an error of its own kind, and never one of memory
/// or of the stack.
final class Limits {
  /// Makes limits. Those that are not named are the usual ones.
  const Limits({
    this.depth = _depth,
    this.nodes = none,
    this.bytes = none,
    this.replay = _replay,
  });

  // <spec:limits> Made by `cargo xtask spec`.
  static const int _depth = 128;
  static const int _replay = 8;
  // </spec:limits>

  /// Stands for no limit.
  static const int none = 0x1FFFFFFFFFFFFF;

  /// How many containers may be open at once.
  ///
  /// In a stream the array around the records does not count.
  final int depth;

  /// How many values there may be.
  ///
  /// In frozen documents the slots, elements and rows of containers count.
  final int nodes;

  /// The length of the input in bytes.
  final int bytes;

  /// How often parts of a FlatBuffer may be read again, in times its length.
  final int replay;
}

/// The policy for an object that has a key twice.
enum Duplicates {
  /// A key that comes twice is an error.
  refuse,

  /// The first member of each key counts.
  first,

  /// The last member of each key counts.
  last,
}
