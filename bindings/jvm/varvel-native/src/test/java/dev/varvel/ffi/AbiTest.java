package dev.varvel.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.lang.reflect.Field;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * The functions and structures that this module calls are those of {@code abi.txt}, the binary
 * interface of the library. Both are compared as Java prints layouts: {@code a8} is a pointer,
 * {@code j8} and {@code i4} are integers, {@code x4} is padding.
 */
@NeedsLibrary
class AbiTest {
  private final String abi;

  /** The structures of the library, without the names of fields. */
  private final Map<String, String> structures = new TreeMap<>();

  AbiTest() throws IOException {
    abi = Files.readString(Path.of("../../c/library/abi.txt"));
    Pattern heads = Pattern.compile("(?m)^(vv_\\w+) (\\d+) \\d$");
    for (MatchResult head : heads.matcher(abi).results().toList()) {
      structures.put(head.group(1), structure(head.group(1), Integer.parseInt(head.group(2))));
    }
    // A union is as long as a node, its longest part.
    structures.put("vv_any", "[i4i4j8[4:j8]]");
  }

  private String structure(String name, int size) {
    StringBuilder layout = new StringBuilder("[");
    int end = 0;
    Pattern fields = Pattern.compile("(?m)^" + name + ": (\\d+) (\\d+) (.*)$");
    for (MatchResult field : fields.matcher(abi).results().toList()) {
      int at = Integer.parseInt(field.group(1));
      layout.append(at > end ? "x" + (at - end) : "").append(type(field.group(3)));
      end = at + Integer.parseInt(field.group(2));
    }
    return layout.append(size > end ? "x" + (size - end) : "").append("]").toString();
  }

  /** Returns how Java prints a type of C that is followed by a name. */
  private String type(String declared) {
    String type = declared.replace("const ", "").replaceAll(" ?\\w+(\\[\\d+])?$", "$1");
    if (declared.contains("*") || declared.contains("vv_free_fn")) {
      return "a8";
    }
    return switch (type) {
      case "void" -> "v";
      case "bool" -> "z1";
      case "size_t", "uint64_t", "int64_t" -> "j8";
      case "uint32_t", "int32_t", "vv_code", "vv_format", "vv_kind" -> "i4";
      case "uint64_t[4]" -> "[4:j8]";
      default -> structures.getOrDefault(type, type);
    };
  }

  @Test
  void structuresAreLaidOutAlike() throws ReflectiveOperationException {
    Map<String, String> here = new TreeMap<>();
    Map<String, String> there = new TreeMap<>();
    Map<String, List<String>> names = new TreeMap<>();
    names.put("PAIR", List.of("vv_str", "vv_bytes"));
    names.put("CALLBACK", List.of("vv_input", "vv_output"));
    for (Field field : Class.forName("dev.varvel.ffi.Layouts").getDeclaredFields()) {
      field.setAccessible(true);
      if (field.getName().equals("NODE_WORDS")) {
        continue;
      }
      String own = "vv_" + field.getName().toLowerCase(Locale.ROOT);
      for (String name : names.getOrDefault(field.getName(), List.of(own))) {
        here.put(name, field.get(null).toString().replaceAll("\\(\\w+\\)", ""));
        there.put(name, structures.get(name));
      }
    }
    assertEquals(there, here);
    assertEquals(12, here.size());
  }

  @Test
  void functionsHaveTheTypesOfTheLibrary() throws ReflectiveOperationException {
    Engine engine = NativeLibrary.engine();
    Field functions = engine.getClass().getDeclaredField("functions");
    functions.setAccessible(true);
    Object all = functions.get(engine);
    List<String> here = new ArrayList<>();
    List<String> there = new ArrayList<>();
    for (Field field : all.getClass().getDeclaredFields()) {
      field.setAccessible(true);
      if (!field.getType().getSimpleName().equals("NativeCall")) {
        continue;
      }
      String call = field.get(all).toString();
      String name = call.substring(0, call.indexOf('('));
      // The names of fields end with a letter, and types with the number of their bytes.
      here.add(call.replaceAll("\\(\\w*[a-z]\\)", ""));
      there.add(prototype(name));
    }
    assertEquals(there, here);
    assertTrue(here.size() > 30);
  }

  private String prototype(String name) {
    Pattern line = Pattern.compile("(?m)^(.*[ *])" + name + "\\((.*)\\)$");
    MatchResult found = line.matcher(abi).results().findFirst().orElseThrow();
    StringBuilder type = new StringBuilder(name).append('(');
    for (String argument : found.group(2).split(", ")) {
      type.append(argument.equals("void") ? "" : type(argument));
    }
    return type.append(')').append(type(found.group(1) + "result")).toString();
  }
}
