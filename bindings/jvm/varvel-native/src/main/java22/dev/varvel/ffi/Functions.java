package dev.varvel.ffi;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BOOLEAN;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SymbolLookup;

/** The functions of {@code varvel.h} that this module calls, by the names that they have there. */
@SuppressWarnings("restricted")
final class Functions {
  private final SymbolLookup library;

  final NativeCall version;
  final NativeCall bufferFree;
  final NativeCall convert;
  final NativeCall validate;
  final NativeCall freeze;
  final NativeCall freezeNode;
  final NativeCall frozenAdopt;
  final NativeCall frozenBytes;
  final NativeCall frozenRoot;
  final NativeCall frozenFree;
  final NativeCall getPath;
  final NativeCall bool;
  final NativeCall string;
  final NativeCall ofNode;
  final NativeCall errorCode;
  final NativeCall errorOffset;
  final NativeCall errorLine;
  final NativeCall errorColumn;
  final NativeCall errorMessage;
  final NativeCall errorPath;
  final NativeCall errorHint;
  final NativeCall errorExcerpt;
  final NativeCall errorLocate;
  final NativeCall errorFree;
  final NativeCall textNew;
  final NativeCall textThroughAliases;
  final NativeCall textSet;
  final NativeCall textInsert;
  final NativeCall textRename;
  final NativeCall textRemove;
  final NativeCall textGet;
  final NativeCall textNode;
  final NativeCall textComments;
  final NativeCall textIndent;
  final NativeCall textFree;
  final NativeCall recordsConvert;

  /**
   * Looks all functions up.
   *
   * @throws UnsupportedOperationException if one is not there
   */
  Functions(SymbolLookup library) {
    this.library = library;
    version = of("vv_version", ADDRESS);
    bufferFree = of("vv_buffer_free", null, ADDRESS);
    convert = code("vv_convert", JAVA_INT, ADDRESS, JAVA_LONG, JAVA_INT, ADDRESS, ADDRESS, ADDRESS);
    validate = code("vv_validate", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    freeze = code("vv_freeze", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);
    freezeNode = code("vv_freeze_node", Layouts.NODE, ADDRESS, ADDRESS, ADDRESS);
    frozenAdopt =
        code("vv_frozen_adopt", ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS, ADDRESS, ADDRESS);
    frozenBytes = of("vv_frozen_bytes", Layouts.PAIR, ADDRESS);
    frozenRoot = of("vv_frozen_root", Layouts.NODE, ADDRESS);
    frozenFree = of("vv_frozen_free", null, ADDRESS);
    getPath = of("vv_get_path", Layouts.NODE, Layouts.NODE, ADDRESS, JAVA_LONG);
    bool = code("vv_bool", Layouts.NODE, ADDRESS, ADDRESS);
    string = code("vv_string", Layouts.NODE, ADDRESS, ADDRESS);
    ofNode = of("vv_of_node", Layouts.ANY, Layouts.NODE);
    errorCode = code("vv_error_code", ADDRESS);
    errorOffset = of("vv_error_offset", JAVA_LONG, ADDRESS);
    errorLine = of("vv_error_line", JAVA_LONG, ADDRESS);
    errorColumn = of("vv_error_column", JAVA_LONG, ADDRESS);
    errorMessage = of("vv_error_message", ADDRESS, ADDRESS);
    errorPath = of("vv_error_path", ADDRESS, ADDRESS);
    errorHint = of("vv_error_hint", ADDRESS, ADDRESS);
    errorExcerpt = of("vv_error_excerpt", ADDRESS, ADDRESS);
    errorLocate = code("vv_error_locate", ADDRESS, JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS);
    errorFree = of("vv_error_free", null, ADDRESS);
    textNew = code("vv_text_new", JAVA_INT, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS, ADDRESS);
    textThroughAliases = code("vv_text_through_aliases", ADDRESS, JAVA_BOOLEAN, ADDRESS);
    textSet = code("vv_text_set", ADDRESS, ADDRESS, JAVA_LONG, Layouts.ANY, ADDRESS);
    textInsert = code("vv_text_insert", ADDRESS, ADDRESS, JAVA_LONG, Layouts.ANY, ADDRESS);
    textRename = code("vv_text_rename", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, JAVA_LONG, ADDRESS);
    textRemove = code("vv_text_remove", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS);
    textGet = of("vv_text_get", Layouts.PAIR, ADDRESS);
    textNode = of("vv_text_node", Layouts.NODE, ADDRESS);
    textComments = code("vv_text_comments", ADDRESS, ADDRESS, JAVA_LONG, ADDRESS, ADDRESS);
    textIndent = code("vv_text_indent", ADDRESS, ADDRESS, ADDRESS);
    textFree = of("vv_text_free", null, ADDRESS);
    recordsConvert =
        code(
            "vv_records_convert",
            JAVA_INT,
            Layouts.CALLBACK,
            JAVA_INT,
            Layouts.CALLBACK,
            ADDRESS,
            ADDRESS,
            ADDRESS);
  }

  private NativeCall code(String name, MemoryLayout... arguments) {
    return of(name, JAVA_INT, arguments);
  }

  private NativeCall of(String name, MemoryLayout result, MemoryLayout... arguments) {
    MemorySegment function =
        library
            .find(name)
            .orElseThrow(
                () -> new UnsupportedOperationException("it has no function called " + name));
    FunctionDescriptor type =
        result == null
            ? FunctionDescriptor.ofVoid(arguments)
            : FunctionDescriptor.of(result, arguments);
    return new NativeCall(name, type, Linker.nativeLinker().downcallHandle(function, type));
  }
}
