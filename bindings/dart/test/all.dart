import 'src/runner.dart';
import 'numbers_test.dart' as numbers;

void main() {
  group('numbers', numbers.main);
}
