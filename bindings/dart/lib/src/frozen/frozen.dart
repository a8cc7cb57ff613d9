/// Frozen documents: validated once, then read in place.
library;

import 'dart:collection';
import 'dart:convert';
import 'dart:typed_data';

import '../base/error_kind.dart';
import '../base/exception.dart';
import '../base/int64.dart';
import '../base/json_lexer.dart' show unescape;
import '../base/json_writer.dart';
import '../base/kind.dart';
import '../base/limits.dart';
import '../base/number_reader.dart' show toSingle;
import '../base/number_text.dart';
import '../base/number_writer.dart';
import '../base/output.dart';
import '../base/paths.dart';
import '../base/platform.dart';
import '../base/seeded_hash.dart';
import '../base/utf8.dart';
import 'element.dart';
import 'hash.dart';
import 'layout.dart';
import 'sha256.dart';
import 'timestamp.dart';
import 'xxh3.dart';

part 'container.dart';
part 'digest.dart';
part 'document.dart';
part 'equality.dart';
part 'find.dart';
part 'forms.dart';
part 'iterate.dart';
part 'lookup.dart';
part 'node.dart';
part 'node_errors.dart';
part 'node_path.dart';
part 'node_text.dart';
part 'packed.dart';
part 'plain.dart';
part 'table_check.dart';
part 'tags.dart';
part 'tree_check.dart';
