/// Whether whole numbers are floats, as they are in programs that run as
/// JavaScript.
///
/// There an `int` is exact only up to 2^53, and shifts and masks take 32 bits.
/// Tests define `varvel.web` to run that code on a virtual machine, too.
const bool isWeb =
    identical(0, 0.0) || bool.fromEnvironment('varvel.web');

/// The greatest whole number up to which all are exact on every platform.
const int maxExact = 0x1FFFFFFFFFFFFF;

/// 2^32.
const int two32 = 0x100000000;
