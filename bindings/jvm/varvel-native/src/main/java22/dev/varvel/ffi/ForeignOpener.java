package dev.varvel.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;

import java.lang.foreign.Arena;
import java.lang.foreign.SymbolLookup;
import java.nio.file.Files;
import java.nio.file.Path;

/** Opens the library by the foreign function interface. */
@SuppressWarnings("restricted")
final class ForeignOpener implements Engine.Opener {
  ForeignOpener() {
    if (ADDRESS.byteSize() != Long.BYTES) {
      throw new UnsupportedOperationException("the library of Varvel needs a machine of 64 bits");
    }
  }

  @Override
  public Engine open(Path file) {
    if (!Files.isRegularFile(file)) {
      throw new UnsupportedOperationException(
          file + " cannot be opened as the library of Varvel: there is no such file");
    }
    try {
      return checked(file.toString(), SymbolLookup.libraryLookup(file, Arena.global()));
    } catch (IllegalCallerException error) {
      throw denied(error);
    } catch (IllegalArgumentException error) {
      throw new UnsupportedOperationException(
          file + " cannot be opened as the library of Varvel: it is no library of this system",
          error);
    }
  }

  @Override
  public Engine openByName(String name) {
    try {
      return checked(name, SymbolLookup.libraryLookup(name, Arena.global()));
    } catch (IllegalCallerException error) {
      throw denied(error);
    } catch (IllegalArgumentException error) {
      return null;
    }
  }

  /** Looks for all functions, and asks for the version. */
  private static Engine checked(String name, SymbolLookup library) {
    Engine engine;
    try {
      engine = new ForeignEngine(new Functions(library));
    } catch (UnsupportedOperationException error) {
      throw new UnsupportedOperationException(
          name + " cannot be used as the library of Varvel: " + error.getMessage(), error);
    }
    LibrarySearch.checkVersion(name, engine.version());
    return engine;
  }

  private static UnsupportedOperationException denied(IllegalCallerException error) {
    return new UnsupportedOperationException(
        "this program must not call native code: start Java with"
            + " --enable-native-access=ALL-UNNAMED, or =dev.varvel.ffi on the module path",
        error);
  }
}
