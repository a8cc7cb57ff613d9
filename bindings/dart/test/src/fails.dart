import 'package:varvel/flatbuffers.dart' as fb;

import 'runner.dart';

/// Matches a function that throws an error of a kind, whose text has a part.
Matcher fails(fb.ErrorKind kind, [String part = '']) => throwsA(
      isA<fb.VarvelException>()
          .having((error) => error.kind, 'kind', kind)
          .having((error) => error.toString(), 'text', contains(part)),
    );
