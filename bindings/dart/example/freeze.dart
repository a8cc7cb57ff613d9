// Makes a frozen document of a file of JSON.
import 'dart:io';

import 'package:varvel/varvel.dart';

void main(List<String> arguments) {
  final [from, to] = arguments;
  try {
    final doc = Frozen.parseUtf8(File(from).readAsBytesSync());
    File(to).writeAsBytesSync(doc.bytes);
    stdout.writeln('$to: ${doc.bytes.length} bytes');
  } on VarvelException catch (error) {
    stderr.writeln('$from: $error');
    exitCode = 1;
  }
}
