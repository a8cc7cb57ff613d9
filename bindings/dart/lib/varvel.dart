/// Frozen documents and JSON text in pure Dart.
library;

export 'src/base/error_kind.dart' show ErrorKind;
export 'src/base/exception.dart' show PathSource, VarvelException;
export 'src/base/kind.dart' show Kind;
export 'src/base/limits.dart' show Duplicates, Limits;
export 'src/frozen/element.dart' show Element;
export 'src/frozen/freeze_options.dart' show FreezeOptions;
export 'src/frozen/frozen.dart';
export 'src/frozen/timestamp.dart' show Timestamp;
