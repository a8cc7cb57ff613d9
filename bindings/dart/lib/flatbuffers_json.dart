/// JSON of FlatBuffers, both ways. Code that is made without JSON does not
/// import it.
library;

export 'src/flatbuffers/json/json.dart';
