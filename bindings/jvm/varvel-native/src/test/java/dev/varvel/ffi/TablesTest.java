package dev.varvel.ffi;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The numbers of this module are those of the tables that all languages share. */
class TablesTest {
  private static final Path ROOT = Path.of("../../..");

  private static Map<String, Integer> table(String file, String pattern, int name, int number)
      throws IOException {
    Map<String, Integer> table = new TreeMap<>();
    String text = Files.readString(ROOT.resolve(file));
    for (MatchResult found : Pattern.compile(pattern).matcher(text).results().toList()) {
      String key = found.group(name).toUpperCase(Locale.ROOT);
      table.put(key, Integer.parseInt(found.group(number)));
    }
    return table;
  }

  @Test
  void formats() throws IOException {
    Map<String, Integer> here = new TreeMap<>();
    for (Format format : Format.values()) {
      here.put(format.name(), format.number());
    }
    Map<String, Integer> there =
        table("spec/tables/formats.toml", "number = (\\d+)\nname = \"(\\w+)\"", 2, 1);
    there.remove("NOFORMAT");
    assertEquals(there, here);
  }

  @Test
  void syntaxes() throws IOException {
    Map<String, Integer> here = new TreeMap<>();
    for (Syntax syntax : Syntax.values()) {
      here.put(syntax.name(), syntax.number());
    }
    String header = "bindings/c/library/include/varvel.h";
    assertEquals(table(header, "#define VV_SYNTAX_(\\w+) (\\d+)", 1, 2), here);
  }

  @Test
  void flags() throws IOException {
    Map<String, Integer> bits =
        table("spec/tables/options.toml", "bit = (\\d+)\nname = \"(\\w+)\"", 2, 1);
    assertEquals(1 << bits.remove("EXACT_DECIMALS"), Options.EXACT_DECIMALS);
    assertEquals(1 << bits.remove("YAML_1_1"), Options.YAML_1_1);
    assertEquals(1 << bits.remove("MERGE_KEYS"), Options.MERGE_KEYS);
    assertEquals(1 << bits.remove("TOLERANT"), Options.TOLERANT);
    assertEquals(1 << bits.remove("PRETTY"), Options.PRETTY);
    int asText = 0;
    for (String name : bits.keySet().stream().filter(one -> one.endsWith("_AS_TEXT")).toList()) {
      asText |= 1 << bits.remove(name);
    }
    assertEquals(asText, Options.DEFAULT.withAllAsText(true).flags());
    // These are about nodes of the library; here documents are frozen by FreezeOptions.
    assertEquals("[CANONICAL, CHECKSUM, SHARE_STRINGS]", bits.keySet().toString());
  }

  @Test
  void theVersionOfTheLibraryIsThatOfTheModule() throws IOException {
    String parent = Files.readString(Path.of("../pom.xml"));
    assertTrue(parent.contains("<version>" + LibrarySearch.VERSION + "0</version>"));
    String workspace = Files.readString(ROOT.resolve("Cargo.toml"));
    assertTrue(workspace.contains("\nversion = \"" + LibrarySearch.VERSION));
  }
}
