/// The runtime of FlatBuffers, which generated code imports.
library;

export 'src/base/error_kind.dart';
export 'src/base/exception.dart';
export 'src/base/limits.dart' show Limits;
export 'src/flatbuffers/runtime.dart'
    hide Place, changed, tagAt, tooDeep, visits;
