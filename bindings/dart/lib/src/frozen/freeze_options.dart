import '../base/limits.dart';

/// How documents are made.
final class FreezeOptions {
  /// Makes options. Those that are not named are the usual ones.
  const FreezeOptions({
    this.limits = const Limits(),
    this.duplicates = Duplicates.refuse,
    this.exactDecimals = false,
    this.nonFinite = false,
    this.canonical = false,
    this.checksum = false,
  });

  /// The limits of the document that is made. [Limits.bytes] limits a text of
  /// JSON that is read.
  final Limits limits;

  /// The policy for an object of JSON that has a key twice.
  final Duplicates duplicates;

  /// Whether numbers of JSON with a fraction or an exponent keep all their
  /// digits, in place of being the nearest float. They are decimals then.
  final bool exactDecimals;

  /// Whether the words NaN, Infinity and -Infinity are read in JSON.
  final bool nonFinite;

  /// Whether the document is in canonical form: equal documents have equal
  /// bytes. It takes about twice as long.
  final bool canonical;

  /// Whether a checksum is added, which `Frozen.open` compares.
  ///
  /// A document in canonical form has none.
  final bool checksum;

  /// Returns these options with others in their places.
  FreezeOptions copyWith({
    Limits? limits,
    Duplicates? duplicates,
    bool? exactDecimals,
    bool? nonFinite,
    bool? canonical,
    bool? checksum,
  }) =>
      FreezeOptions(
        limits: limits ?? this.limits,
        duplicates: duplicates ?? this.duplicates,
        exactDecimals: exactDecimals ?? this.exactDecimals,
        nonFinite: nonFinite ?? this.nonFinite,
        canonical: canonical ?? this.canonical,
        checksum: checksum ?? this.checksum,
      );
}
