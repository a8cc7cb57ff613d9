import 'errors_test.dart' as errors;
import 'flat_building_test.dart' as flat_building;
import 'flat_changes_test.dart' as flat_changes;
import 'flat_errors_test.dart' as flat_errors;
import 'flat_guide_test.dart' as flat_guide;
import 'flat_reading_test.dart' as flat_reading;
import 'flat_wishes_test.dart' as flat_wishes;
import 'frozen_vectors_test.dart' as frozen_vectors;
import 'hostile_test.dart' as hostile;
import 'imports_test.dart' as imports;
import 'making_test.dart' as making;
import 'nodes_test.dart' as nodes;
import 'numbers_test.dart' as numbers;
import 'readme_test.dart' as readme;
import 'src/runner.dart';
import 'streams_test.dart' as streams;
import 'text_vectors_test.dart' as text_vectors;

void main() {
  group('errors', errors.main);
  group('flat building', flat_building.main);
  group('flat changes', flat_changes.main);
  group('flat errors', flat_errors.main);
  group('flat guide', flat_guide.main);
  group('flat reading', flat_reading.main);
  group('flat wishes', flat_wishes.main);
  group('frozen', frozen_vectors.main);
  group('hostile', hostile.main);
  group('imports', imports.main);
  group('making', making.main);
  group('nodes', nodes.main);
  group('numbers', numbers.main);
  group('readme', readme.main);
  group('streams', streams.main);
  group('text', text_vectors.main);
}
