package dev.varvel.ffi;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/** One function of the library. A function that returns a structure takes its arena first. */
final class NativeCall {
  private final String name;
  private final FunctionDescriptor type;
  private final MethodHandle handle;

  NativeCall(String name, FunctionDescriptor type, MethodHandle handle) {
    this.name = name;
    this.type = type;
    int count = handle.type().parameterCount();
    this.handle = handle.asType(handle.type().generic()).asSpreader(Object[].class, count);
  }

  /** Calls the function. No function throws, so an exception is a fault of this module. */
  Object call(Object... arguments) {
    try {
      return (Object) handle.invokeExact(arguments);
    } catch (RuntimeException | Error error) {
      throw error;
    } catch (Throwable error) {
      throw new IllegalStateException(error);
    }
  }

  /** Calls a function that returns the number of an error. */
  int code(Object... arguments) {
    return (int) call(arguments);
  }

  /** Calls a function that returns a number. */
  long number(Object... arguments) {
    return (long) call(arguments);
  }

  /** Calls a function that returns a pointer or a structure. */
  MemorySegment segment(Object... arguments) {
    return (MemorySegment) call(arguments);
  }

  /** Returns the name of the function and its type. */
  @Override
  public String toString() {
    return name + type;
  }
}
