// Made by `cargo xtask spec` from spec/tables/frozen.toml.

/// The type of the numbers of a packed array.
///
/// The index of each is the number that the format gives it.
enum Element {
  /// Signed integers of 8 bits.
  int8,

  /// Signed integers of 16 bits.
  int16,

  /// Signed integers of 32 bits.
  int32,

  /// Signed integers of 64 bits.
  int64,

  /// Unsigned integers of 64 bits.
  uint64,

  /// Floats of 32 bits.
  float32,

  /// Floats of 64 bits.
  float64,

  /// Unsigned integers of 32 bits.
  uint32,
}
