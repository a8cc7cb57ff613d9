/// The runtime of generated code for FlatBuffers.
///
/// The parts share what is private: memory of tables, state of builders. Other
/// libraries of the package reach it by [Place] alone.
library;

import 'dart:collection';
import 'dart:convert';
import 'dart:typed_data';

import '../base/bytes.dart';
import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/int64.dart';
import '../base/limits.dart';
import '../base/paths.dart';
import '../base/platform.dart';
import '../base/utf8.dart';

part 'bits.dart';
part 'builder.dart';
part 'builder_table.dart';
part 'builder_vector.dart';
part 'enums.dart';
part 'key.dart';
part 'long.dart';
part 'names.dart';
part 'packing.dart';
part 'packing_struct.dart';
part 'place.dart';
part 'row.dart';
part 'schema.dart';
part 'sized.dart';
part 'struct.dart';
part 'table.dart';
part 'text.dart';
part 'union.dart';
part 'vector.dart';
part 'verify.dart';
part 'verify_table.dart';
