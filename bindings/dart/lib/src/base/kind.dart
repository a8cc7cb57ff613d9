// Made by `cargo xtask spec` from spec/tables/kinds.toml.

/// The kind of a value.
enum Kind {
  /// Nothing: a look-up found no value.
  missing('nothing'),

  /// The absence of a value.
  nullValue('null'),

  /// True or false.
  boolean('a boolean'),

  /// An integer of 64 bits, signed or unsigned.
  integer('an integer'),

  /// A float of 32 or 64 bits.
  float('a float'),

  /// An integer beyond 64 bits, kept as its text.
  bigInteger('a big integer'),

  /// A decimal number, kept as its text.
  decimal('a decimal'),

  /// UTF-8 text.
  string('a string'),

  /// Bytes without further meaning.
  bytes('bytes'),

  /// A point in time, in seconds and nanoseconds.
  timestamp('a timestamp'),

  /// Nodes in a row.
  array('an array'),

  /// String keys and their values, in order.
  object('an object'),

  /// Keys of any kind and their values, in order; one key is not a string.
  map('a map'),

  /// A value with the number of a tag of CBOR.
  tagged('a tagged value'),

  /// A value with the type of an extension of MessagePack.
  extension('an extension'),

  /// A simple value of CBOR; the value inside it is null.
  simple('a simple value');

  const Kind(this.phrase);

  /// The kind as messages name it, with its article.
  final String phrase;
}
