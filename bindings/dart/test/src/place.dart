import 'dart:io';

/// The root of the checkout.
final String root = _root();

String _root() {
  var folder = File.fromUri(Platform.script).parent;
  while (!File('${folder.path}/spec/frozen.md').existsSync()) {
    if (folder.path == folder.parent.path) {
      throw StateError('no checkout around ${Platform.script}');
    }
    folder = folder.parent;
  }
  return folder.path;
}

/// The folder of a suite of others, or null if it is not there.
Directory? suite(String name) {
  final suites =
      Platform.environment['VARVEL_SUITES'] ?? '$root/../shared/suites';
  final folder = Directory('$suites/$name');
  return folder.existsSync() ? folder : null;
}
