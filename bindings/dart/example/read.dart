// Reads orders from a frozen document, in place.
import 'dart:io';

import 'package:varvel/varvel.dart';

void main(List<String> arguments) {
  final [from] = arguments;
  try {
    final root = Frozen.open(File(from).readAsBytesSync()).root;
    for (final order in root['orders'].items) {
      final name = order['customer']['name'].asString;
      final total = order['total'].asDouble;
      stdout.writeln('${order['id'].numberText} $name $total');
    }
  } on VarvelException catch (error) {
    stderr.writeln('$from: $error');
    exitCode = 1;
  }
}
