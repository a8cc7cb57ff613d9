// Reads texts of JSON from standard input, each with Rust's verdict, and prints
// where its own differ. A test in Rust, conformance/tests/all/json_readers,
// writes this input. Each case is a line of words:
//
//     json
//     1 if decimals keep their digits, else 0
//     0, 1 or 2: keys that come twice are refused, or the first or last counts
//     the limits of depth, nodes and bytes; `-` is no limit
//     the text in hexadecimal digits
//     the verdict: `taken`, or the error
import 'dart:convert';
import 'dart:io';
import 'dart:typed_data';

import 'package:varvel/varvel.dart';

/// How many differences are printed.
const int _shown = 20;

Future<void> main() async {
  var number = 0;
  var differences = 0;
  final lines =
      stdin.transform(utf8.decoder).transform(const LineSplitter());
  await for (final line in lines) {
    final words = line.split(' ');
    final expected = words.sublist(7).join(' ');
    final found = _verdict(words);
    number++;
    if (found != expected && ++differences <= _shown) {
      stdout.writeln('$line\n  found $found');
    }
  }
  stdout.writeln('$number judged, $differences differ');
  await stdout.flush();
}

int _limit(String word) => word == '-' ? Limits.none : int.parse(word);

String _verdict(List<String> words) {
  final options = FreezeOptions(
    exactDecimals: words[1] == '1',
    duplicates: Duplicates.values[int.parse(words[2])],
    limits: Limits(
      depth: int.parse(words[3]),
      nodes: _limit(words[4]),
      bytes: _limit(words[5]),
    ),
  );
  final hex = words[6];
  final text = Uint8List(hex.length ~/ 2);
  for (var i = 0; i < text.length; i++) {
    text[i] = int.parse(hex.substring(2 * i, 2 * i + 2), radix: 16);
  }
  try {
    Frozen.parseUtf8(text, options: options);
    return 'taken';
  } on VarvelException catch (error) {
    return '${error.number} ${error.offset} ${error.line} ${error.column} '
        '${error.path} | ${error.expected} | ${error.found}';
    // ignore: avoid_catches_without_on_clauses
  } catch (error, trace) {
    return '$error $trace'.replaceAll('\n', ' ');
  }
}
